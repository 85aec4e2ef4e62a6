#!/usr/bin/env python3
"""Checks a built site: every link and picture leads to a file that is there, every anchor to a place in it, and nothing that
a page loads comes from the network.

    check_links.py FOLDER
"""
import html.parser
import pathlib
import sys
import urllib.parse

LOADED = {"script": "src", "img": "src", "link": "href", "source": "srcset", "iframe": "src", "video": "src"}


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loaded = set(), [], []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        for name in ("id", "name"):
            if values.get(name):
                self.anchors.add(values[name])
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        # The page's own address is no file that is loaded.
        if values.get(LOADED.get(tag)) and values.get("rel") not in ("canonical", "prev", "next"):
            self.loaded.append(values[LOADED[tag]])
        if "mermaid" in (values.get("class") or "").split():
            self.loaded.append("https://unpkg.com/mermaid")  # the theme would fetch it


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    # What the project's files bring along is not the site's.
    pages = {path: Page(path) for path in sorted(folder.rglob("*.html")) if "mathjax" not in path.parts}
    problems, count = [], 0
    for path, page in pages.items():
        where = path.relative_to(folder)
        if path.name == "404.html":
            continue  # its links count from the server's root
        for link in page.links + page.loaded:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in page.loaded and parts.scheme != "data":
                    problems.append(f"{where}: loads {link} from the network")
                continue
            count += 1
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            if not target.is_file():
                problems.append(f"{where}: links to {link}, which is not there")
            elif parts.fragment and target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].anchors:
                problems.append(f"{where}: links to {link}, but {target.relative_to(folder)} has no such place")
    if problems:
        sys.exit("\n".join(problems) + f"\ncheck_links.py: {len(problems)} of {count} links are wrong")
    if count < 500:
        sys.exit(f"check_links.py: {count} links only; is {folder} the site?")
    print(f"check_links.py: {count} links in {len(pages)} pages lead somewhere")


if __name__ == "__main__":
    main()
