#!/usr/bin/env python3
"""What is wrong on a page of the documentation site is found, and the command named.

    wrong_pages_test.py PROGRAM FOLDER
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
FENCE = "```"
CHECK = "freefloat check configs/robots/yoshida_umetani.yaml"
SOUND = "configs/robots/yoshida_umetani.yaml: robot, sound"
# What stands on a page, and what is said of it; nothing: it is right.
PAGES = {
    "right": (f"$ {CHECK}\n{SOUND}", ""),
    "gap": ("$ freefloat faults\n...\nno_estimate  hold *\n...", ""),
    "other_output": (f"$ {CHECK}\nconfigs/robots/yoshida_umetani.yaml: table, sound", "does not print"),
    "output_missing": (f"$ {CHECK}\n{SOUND}\nmore", "does not print"),
    "output_left_out": ("$ freefloat faults\nWhat the controller watches. *", "does not print"),
    "wrong_order": ("$ freefloat faults\n...\nfeedback_missing  fault *\n...\nno_estimate  hold *\n...", "does not print"),
    "fails": ("$ freefloat check configs/robots/nobody.yaml", "ended with 1 and not with 0"),
    "no_option": ("<!-- not run: needs a board -->\n$ freefloat run EXPERIMENT.yaml --sed 7", "has no option --sed"),
    "no_subcommand": ("<!-- not run: needs a board -->\n$ freefloat walk", "has no subcommand walk"),
    "option_of_another": ("<!-- not run: needs a board -->\n$ freefloat log diff A B --csv F", "freefloat log diff has no option --csv"),
    "option_of_a_part": ("<!-- not run: needs a board -->\n$ freefloat log export A --csv F", ""),
    "no_script": ("<!-- not run: builds -->\n$ tools/nothing", "tools/nothing is not there"),
    "script_without_it": ("<!-- not run: builds -->\n$ tools/run --hill", "tools/run knows no --hill"),
    "no_reason": ("<!-- not run: -->\n$ freefloat faults", "is not known"),
    "busy": ("<!-- measures this PC -->\n$ echo 'problem  timer  woken late'; exit 1", ""),
    "also_without_link": ("<!-- measures this PC -->\n$ printf 'problem  timer  woken late\\nproblem  link  none\\n'; exit 1", "ended with 1 and not with 0"),
    "unknown_note": ("<!-- exit code one -->\n$ freefloat faults", "is not known"),
}


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for name, (content, wanted) in PAGES.items():
        note, _, rest = content.rpartition("-->\n")
        page = folder / f"{name}.md"
        page.write_text(f"# {name}\n\n{note + '-->' + chr(10) if note else ''}{FENCE}console\n{rest}\n{FENCE}\n")
        done = subprocess.run([sys.executable, ROOT / "tools/site/run_commands.py", program, folder / "run", page], capture_output=True, text=True)
        command = next(line for line in rest.splitlines() if line.startswith("$ "))
        found = done.returncode == 1 and wanted in done.stderr and command in done.stderr if wanted else done.returncode == 0
        if not found:
            sys.exit(f"page '{name}': wanted '{wanted}', got {done.returncode}:\n{done.stdout}{done.stderr}")
    print(f"{len(PAGES)} pages judged rightly")


if __name__ == "__main__":
    main()
