#!/usr/bin/env python3
"""Gathers the site's pages into one folder: those of tools/site/pages, the project's own documents, and what the program
tells of itself. Links between documents lead to the pages that are made of them.

    gather_pages.py PROGRAM FOLDER
"""
import pathlib
import re
import shutil
import subprocess
import sys

import make_pictures
import make_reference

SITE = pathlib.Path(__file__).resolve().parent
ROOT = SITE.parent.parent
MATHJAX = pathlib.Path("/usr/share/javascript/mathjax")
# What an equation takes of it: 2 MB of 54.
MATHJAX_PARTS = ("MathJax.js", "config/TeX-AMS_CHTML.js", "jax/output/CommonHTML", "jax/element", "jax/input/TeX",
                 "extensions", "fonts/HTML-CSS/TeX/woff")
LINK = re.compile(r'(\]\()([^)\s#:]+)((?:#[^)\s]*)?\))|((?:src|srcset)=")([^"#:]+)(")')


def documents():
    """Every document of the project, and where its page is, as paths from the root and from the folder."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
                            capture_output=True, text=True, check=True).stdout
    pages = {}
    for name in map(pathlib.PurePosixPath, listed.splitlines()):
        own = pathlib.PurePosixPath("tools/site/pages")
        if own in name.parents:
            pages[name] = name.relative_to(own)
        elif name != pathlib.PurePosixPath("tools/docs_config/main_page.md") and (ROOT / name).exists():
            pages[name] = "project" / name
    return pages


def resolve(source, target):
    """The path from the root that a link of a document leads to."""
    parts = []
    for part in (source.parent / target).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return pathlib.PurePosixPath(*parts)


def relative(target, page):
    up = 0
    for folder in page.parents:
        if folder == pathlib.PurePosixPath(".") or folder in target.parents:
            return "../" * up + str(target.relative_to(folder))
        up += 1
    raise AssertionError(page)


def with_links(text, source, pages, files):
    """The text with its links as the site has them; what is linked and is no page comes along as a file."""
    def replaced(match):
        before, target, after = match.groups()[:3] if match[1] else match.groups()[3:]
        there = resolve(source, target)
        page = pages.get(there) or pages.get(there / "README.md")
        if page is None and (ROOT / there).is_file():
            page = "project" / there
            files.add(there)
        if page is None and (ROOT / there).is_dir():
            page = pages[pathlib.PurePosixPath("README.md")]
            after = "#where-things-are)"
        if page is None:
            raise SystemExit(f"gather_pages.py: {source} links to {target}, which is not there")
        return before + relative(page, pages[source]) + after

    # What stands in a fenced or indented block, or between backticks, is no link.
    lines, fenced = [], False
    for line in text.split("\n"):
        fenced ^= line.lstrip().startswith("```")
        if not fenced and not line.startswith("    "):
            parts = re.split(r"(`[^`]*`(?!\]))", line)
            line = "".join(part if part.startswith("`") and "](" not in part else LINK.sub(replaced, part) for part in parts)
        lines.append(line)
    return "\n".join(lines)


def with_pictures(text, page, program, folder):
    """The text with its pictures, which the program makes once each, or which the project has already."""
    def replaced(match):
        kind, name, words = match.groups()
        path = folder / "pictures" / (name if kind == "file" else f"{name}.svg")
        path.parent.mkdir(parents=True, exist_ok=True)
        if kind == "file":
            shutil.copy(ROOT / "tools/pictures" / name, path)
        elif not path.exists():
            path.write_text(make_pictures.picture(program, name))
        return f"![{words}]({relative(pathlib.PurePosixPath('pictures') / path.name, page)})\n\n*{words}*"

    return re.sub(r"^<!-- generated: (picture|file) (\S+) \| (.+) -->$", replaced, text, flags=re.M)


def main():
    program, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    pages, files = documents(), set()
    generated = make_reference.all_parts(program)
    for source, page in pages.items():
        text = with_links((ROOT / source).read_text(), source, pages, files)
        text = with_pictures(text, page, program, folder)
        text = re.sub(r"^<!-- generated: (.+) -->$", lambda match: generated.pop(match[1]), text, flags=re.M)
        (folder / page).parent.mkdir(parents=True, exist_ok=True)
        (folder / page).write_text(text)
    if generated:
        raise SystemExit(f"gather_pages.py: no page has what was generated: {', '.join(generated)}")
    for name in files:
        (folder / "project" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / "project" / name)
    assets = folder / "assets"
    shutil.copytree(SITE / "assets", assets)
    for part in MATHJAX_PARTS:
        (assets / "mathjax" / part).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (MATHJAX / part).is_dir() else shutil.copy
        copy(MATHJAX / part, assets / "mathjax" / part)


if __name__ == "__main__":
    main()
