#!/usr/bin/env python3
"""Runs every command of the site's pages, each page in a folder of its own that begins with the project's configs and tools.

    run_commands.py PROGRAM FOLDER [PAGE.md...]

A page's fences ```console hold commands behind `$ `, in order; lines below are what a command prints, `...` for any lines, `*` for
any text; nothing below: whatever it prints. A fence with a title (```yaml title="FILE") is a file that the reader writes. A comment before a fence says what
is special about it:

    <!-- not run: REASON -->      needs what a test has not; programs, subcommands and options must exist
    <!-- until Ctrl-C -->         runs until its output is there, then gets Ctrl-C
    <!-- exit code 1 -->          ends with that
    <!-- measures this PC -->     may end with 1 for its timer alone: the machine that tests may be busy
"""
import concurrent.futures
import fnmatch
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

SITE = pathlib.Path(__file__).resolve().parent
ROOT = SITE.parent.parent
FENCE = re.compile(r'(?:^<!-- ([^\n]+) -->\n)?^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.M | re.S)
SECONDS = float(os.environ.get("FF_PATIENCE_S", 60))  # of one command, on a busy machine
READERS = 3  # beside each other, each of another page


class Failure(Exception):
    pass


def blocks(text):
    """Note, language, title and content of every fence."""
    return [(match[1] or "", match[2], match[3] or "", match[4]) for match in FENCE.finditer(text)]


def commands(content):
    """Each command, with its continued lines, and the lines that it prints."""
    found = []
    for line in content.splitlines():
        if line.startswith("$ "):
            found.append([line[2:], []])
        elif found and found[-1][0].endswith("\\"):
            found[-1][0] = found[-1][0][:-1] + line.strip()
        elif found:
            found[-1][1].append(line.rstrip())
        else:
            raise Failure(f"the fence begins with output: {line}")
    if not found:
        raise Failure("a fence without command")
    return found


def missing_line(expected, printed):
    """The first shown line that is not printed: the very next one, or any later one behind `...`; blanks are as good as none."""
    def plain(text):
        return [re.sub(r"\s+", " ", line.strip()) for line in text if line.strip()]

    lines, at, gap = plain(printed.splitlines()), 0, False
    for wanted in plain(expected):
        if wanted == "...":
            gap = True
            continue
        # Brackets and question marks stand for themselves.
        pattern = re.sub(r"([\[?])", r"[\1]", wanted)
        found = next((i for i in range(at, len(lines) if gap else at + 1) if i < len(lines) and fnmatch.fnmatchcase(lines[i], pattern)), None)
        if found is None:
            return wanted
        at, gap = found + 1, False
    return None if gap or at == len(lines) or not expected else f"an end behind {lines[at - 1]}" if at else None


class Reader:
    """Somebody who follows a page."""

    def __init__(self, program, folder):
        self.folder, self.program = folder, program
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        shutil.copytree(ROOT / "configs", folder / "configs")
        shutil.copytree(ROOT / "tools", folder / "tools", ignore=shutil.ignore_patterns("node_modules", "site", "pictures"))
        (folder / "src").symlink_to(ROOT / "src")
        (folder / "bin").mkdir()
        # Debian's own interpreter is the one that has Debian's packages.
        (folder / "bin/python3").symlink_to("/usr/bin/python3")
        self.environment = {**os.environ, "PATH": f"{folder / 'bin'}:{program.parent}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "TERM": "dumb"}
        self.helps = {}

    def read(self, text):
        count = 0
        for note, language, title, content in blocks(text):
            if title:
                (self.folder / title).parent.mkdir(parents=True, exist_ok=True)
                (self.folder / title).write_text(content)
            if language != "console":
                continue
            for command, expected in commands(content):
                count += 1
                try:
                    self.follow(note, command, expected)
                except Failure as failure:
                    raise Failure(f"$ {command}\n{failure}") from None
        return count

    def follow(self, note, command, expected):
        if note.startswith("not run: ") and len(note) > len("not run: "):
            self.parse(command)
        elif note == "until Ctrl-C":
            self.run_until_stopped(command, expected)
        else:
            code = re.fullmatch(r"exit code (\d+)", note)
            measures = note == "measures this PC"
            if note and not code and not measures:
                raise Failure(f"the comment before it is not known: {note}")
            self.run(command, expected, int(code[1]) if code else 0, measures)

    def run(self, command, expected, code, measures):
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=SECONDS)
        busy = measures and done.returncode == 1 and re.findall(r"^problem +(\w+)", done.stdout, re.MULTILINE) == ["timer"]
        if done.returncode != code and not busy:
            raise Failure(f"ended with {done.returncode} and not with {code}:\n{done.stdout}")
        missing = missing_line(expected, done.stdout)
        if missing is not None:
            raise Failure(f"does not print\n{missing}\nbut\n{done.stdout}")

    def run_until_stopped(self, command, expected):
        # The page's port may be taken on the machine that tests.
        path = self.folder / "until_stopped.txt"
        with open(path, "w") as printed:
            process = subprocess.Popen(["bash", "-c", f"exec {command} --port 0"], cwd=self.folder, env=self.environment,
                                       stdin=subprocess.DEVNULL, stdout=printed, stderr=subprocess.STDOUT)
        try:
            end = time.monotonic() + SECONDS
            while missing_line(expected, path.read_text()) is not None:
                if process.poll() is not None or time.monotonic() > end:
                    raise Failure(f"does not print\n{missing_line(expected, path.read_text())}\nbut\n{path.read_text()}")
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            if process.wait(SECONDS) != 0:
                raise Failure(f"ended with {process.returncode} after Ctrl-C:\n{path.read_text()}")
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()

    def parse(self, command):
        """Programs, subcommands and options must exist; what they are given is not looked at."""
        for part in re.split(r"\s(?:\||&&|;)\s", command):
            words = shlex.split(part.strip().removesuffix("&"))
            while re.match(r"\w+=", words[0]) or words[0] in ("sudo",):
                words.pop(0)
            if words[0] == "freefloat":
                self.parse_freefloat(words[1:])
            elif words[0].startswith(("tools/", "./tools/")):
                script = self.folder / words[0]
                if not os.access(script, os.X_OK):
                    raise Failure(f"{words[0]} is not there")
                for word in words[1:]:
                    if word.startswith("--") and word not in script.read_text():
                        raise Failure(f"{words[0]} knows no {word}")

    def parse_freefloat(self, words):
        known, path = self.help(()), ()
        while words and not words[0].startswith("-") and re.search(rf"^  {re.escape(words[0])} ", known.partition("Subcommands:")[2], re.M):
            path, words = (*path, words[0]), words[1:]
            known = self.help(path)
        if not path:
            raise Failure(f"freefloat has no subcommand {' '.join(words[:1])}")
        for word in words:
            option = word.partition("=")[0]
            if option.startswith("--") and not re.search(rf"^ +(?:-\w,)?{re.escape(option)}\b(?!-)", known, re.M):
                raise Failure(f"freefloat {' '.join(path)} has no option {option}")

    def help(self, path):
        if path not in self.helps:
            done = subprocess.run([self.program, *path, "--help"], capture_output=True, text=True)
            self.helps[path] = done.stdout
        return self.helps[path]


def main():
    program, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    pages = [pathlib.Path(page).resolve() for page in sys.argv[3:]] or sorted((SITE / "pages").rglob("*.md"))
    failures = []

    def follow(page):
        try:
            return Reader(program, folder / f"{page.parent.name}_{page.stem}").read(page.read_text())
        except (Failure, subprocess.TimeoutExpired) as failure:
            failures.append(f"{page.relative_to(SITE)}: {failure}")
            return 0

    # Half of its time a reader waits for what takes its time.
    with concurrent.futures.ThreadPoolExecutor(READERS) as readers:
        count = sum(readers.map(follow, pages))
    if failures:
        sys.exit("\n\n".join(failures) + f"\nrun_commands.py: {len(failures)} pages do not do what they say")
    if len(sys.argv) == 3 and count < 50:
        sys.exit(f"run_commands.py: {count} commands only; are these the pages?")
    print(f"run_commands.py: {count} commands of {len(pages)} pages do what the pages say")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
