"""The pages' pictures, made by the program while the site is built."""
import functools
import json
import pathlib
import re
import shlex
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


def lab_of_the_page():
    """The simulated table of the page `your_table`."""
    page = (ROOT / "tools/site/pages/tutorials/your_table.md").read_text()
    return re.search(r'^```yaml title="mylab.yaml"\n(.*?)^```$', page, re.M | re.S)[1]


@functools.cache
def lab_pictures(program):
    """What bring-up comes to on that table: the list's commands, one after the other, from the jog on."""
    with tempfile.TemporaryDirectory() as folder:
        lab = pathlib.Path(folder)
        (lab / "configs").symlink_to(ROOT / "configs")
        (lab / "mylab.yaml").write_text(lab_of_the_page())
        subprocess.run([program, "bring-up", "lab", "--from", "mylab.yaml"], cwd=lab, check=True, capture_output=True)
        while True:
            words = [program, "bring-up", "lab", "--skip", "pc", "--skip", "lens", "--skip", "pose", "--json"]
            now = json.loads(subprocess.run(words, cwd=lab, check=True, capture_output=True, text=True).stdout)
            if now["done"]:
                break
            command = [program] + shlex.split(now["command"])[1:]
            subprocess.run(command, cwd=lab, check=True, capture_output=True)
        view = next(lab.glob("lab/runs/capture/*/top_view.svg")).read_text()
        return {"lab_delays": page_svg((lab / "lab/delays.html").read_text(), "delay-errors"), "lab_capture": view}


def picture(program, name):
    if name.startswith("lab_"):
        return lab_pictures(program)[name]
    return plan_map(program) if name == "plan_map" else top_view(program, *RUNS[name])
