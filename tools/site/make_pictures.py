"""The pages' pictures, made by the program while the site is built."""
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CIRCLE = "100 308 280 170"
# The view from above of a run: part of it (all when empty), experiment, and what differs from its file.
RUNS = {
    "standing_target": ("", "standing_target"),
    "moving_target": ("", "moving_target"),
    "without_gws": ("", "moving_target_without_gws"),
    "circle": (CIRCLE, "circle"),
    "circle_fixed_base": (CIRCLE, "circle", "phases[3].resolve_with=fixed_base_jacobian"),
    "turn": ("", "reorient", "simulation.imaging.render=false"),
}


def top_view(program, part, experiment, *settings):
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "run", ROOT / f"configs/experiments/{experiment}.yaml", "--log-dir", folder]
        # Some are there to fail; without a picture it is an error.
        printed = subprocess.run(command + [word for setting in settings for word in ("--set", setting)], capture_output=True, text=True)
        views = list(pathlib.Path(folder).glob("*/top_view.svg"))
        if len(views) != 1:
            raise SystemExit(f"make_pictures.py: no picture of {experiment}:\n{printed.stdout}{printed.stderr}")
        view = views[0].read_text()
        if part:
            _, _, width, height = map(float, part.split())
            head = f'width="720" height="{720 * height / width:.0f}" id="top-view" viewBox="{part}"'
            view = re.sub(r'width="\d+" height="\d+" id="top-view" viewBox="[^"]*"', head, view, count=1)
        return view


def page_svg(page, name):
    """A drawing that stands in a page, as a picture of its own with the page's look."""
    look = "".join(re.findall(r"<style>(.*?)</style>", page, re.S))
    head, inside = re.search(rf'<svg id="{name}"([^>]*)>(.*?)</svg>', page, re.S).groups()
    return f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}"{head}><style>{look}</style>{inside}</svg>\n'


def plan_map(program):
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "plan.html"
        subprocess.run([program, "plan", ROOT / "configs/experiments/standing_target.yaml", "--runs", "4", "--map", "--map-size", "25",
                        "--map-runs", "1", "--no-suggestions", "--report", page], check=True, capture_output=True)
        return page_svg(page.read_text(), "map-standing")


def picture(program, name):
    return plan_map(program) if name == "plan_map" else top_view(program, *RUNS[name])
