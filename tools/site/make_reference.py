"""The reference pages' generated parts: commands from the program's own help, keys from the schemas that it writes, topics from
the definitions that stand in a log of its own."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools/python"))
import read_run  # noqa: E402

# What a name may end in, longest first, and how it is printed.
UNITS = {
    "acceleration_density_m_s2_rthz": "m/s²/√Hz", "torque_density_nm_rthz": "N m/√Hz", "bytes_per_s": "bytes/s", "torque_constant_nm_a": "N m/A",
    "_deg_s2": "deg/s²", "_rad_s2": "rad/s²", "_m_s2": "m/s²", "_kg_m2": "kg m²", "_deg_s": "deg/s", "_rad_s": "rad/s", "_mm_s": "mm/s",
    "drag_nm_s": "N m s", "friction_nm_s": "N m s", "_nms": "N m s", "_m2": "m²", "_m_s": "m/s", "_per_s": "1/s", "_per_h": "1/h", "_bytes": "bytes",
    "_ohm": "Ω", "_deg": "deg", "_rad": "rad", "_hz": "Hz", "_px": "pixels", "_mm": "mm", "_ms": "ms", "_us": "µs", "_ns": "ns", "_nm": "N m",
    "_kg": "kg", "_db": "dB", "_m": "m", "_s": "s", "_n": "N", "_a": "A", "_v": "V", "_g": "g",
}
# Where a unit's letters mean another: an impulse, and not nanoseconds.
OTHER_UNITS = {"linear_momentum_ns": "N s"}


def unit(name):
    if name in OTHER_UNITS:
        return OTHER_UNITS[name]
    return next((sign for end, sign in UNITS.items() if name.endswith(end)), "")


def cell(text):
    return str(text).replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def table(head, rows):
    """A table that small screens show as cards."""
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return '<div class="cards" markdown>\n\n' + "\n".join(lines) + "\n\n</div>\n"


# Commands.


def help_of(program, command):
    return subprocess.run([program, *command, "--help"], capture_output=True, text=True, check=True).stdout


def sections(text):
    """Title and lines of each part of a help; a part without title is what comes before and after the listed ones."""
    found, title = [("", [])], ""
    for line in text.splitlines():
        match = re.fullmatch(r"  ?(Options):|(Positionals|Options|Subcommands):|\[Option Group: (\w+)\]", line)
        if match:
            title = next(group for group in match.groups() if group)
            found.append((title, []))
        elif title and line and not line.startswith(" "):
            title = ""
            found.append(("", [line]))
        else:
            found[-1][1].append(line)
    return found


def option_rows(lines):
    """Name and meaning of what a part lists; a long name stands in a line of its own, its meaning in the next."""
    rows = []
    for line in lines:
        text = line.strip()
        if line.startswith(" " * 20) and rows:
            rows[-1][1] = (rows[-1][1] + " " + text).strip()
        elif re.match(r" {2,4}\S", line) and (rows or not text.endswith("of")):
            name, _, meaning = re.sub(r" {2,}", "\0", text, count=1).partition("\0")
            rows.append([name, meaning])
    return rows


def describe_options(rows):
    result = []
    for name, meaning in rows:
        name, needed, rest = name.partition(" REQUIRED")
        meaning += " (required)" if needed else ""
        relation = re.search(r" (Excludes|Needs): (.*)", name)
        if relation:
            name = name[:relation.start()]
            listed = ", ".join(f"`{other}`" for other in relation[2].split())
            meaning += f"; {'not with' if relation[1] == 'Excludes' else 'with'} {listed}"
        if not any(flag in name for flag in ("--help",)):
            parts = name.split(" ", 1)
            takes = parts[1] if len(parts) > 1 else ""
            result.append([f"`{parts[0].replace(',', ', ')}`", f"`{cell(takes)}`" if takes else "", cell(meaning)])
    return result


def command_text(program, command, depth):
    parts = sections(help_of(program, command))
    before = parts[0][1]
    after = [line for title, lines in parts[1:] if not title for line in lines]
    usage = next(line for line in before if line.startswith("Usage: ")).removeprefix("Usage: ")
    text = f"{'#' * depth} freefloat {' '.join(command)}\n\n{before[0]}.\n\n```text\n{usage}\n```\n\n"
    options = [row for title, lines in parts[1:] if title in ("Positionals", "Options", "Source") for row in option_rows(lines)
               if row[0] not in ("where the pictures come from; one of", "Options:")]
    options = [row for row in options if re.match(r"-|[A-Z]", row[0]) and not row[0].startswith("[Exactly")]
    rows = describe_options(options)
    if rows:
        text += table(["option", "takes", "meaning"], rows) + "\n"
    while after and not after[-1].strip():
        after.pop()
    if after:
        text += "```text\n" + "\n".join(after) + "\n```\n\n"
    for title, lines in parts:
        if title == "Subcommands":
            for name, _ in option_rows(lines):
                text += command_text(program, [*command, name], depth + 1)
    return text


def commands(program):
    names = [name for title, lines in sections(help_of(program, [])) if title == "Subcommands" for name, _ in option_rows(lines)]
    if len(names) < 20:
        raise SystemExit(f"make_reference.py: the program tells {len(names)} subcommands only")
    return "".join(command_text(program, [name], 2) for name in names)


# Keys.


def is_fixed_list(node):
    return node.get("minItems") is not None and node.get("minItems") == node.get("maxItems")


def kind_of(node):
    if "enum" in node:
        return "one of " + ", ".join(f"`{value}`" for value in node["enum"])
    if node.get("type") == "array":
        low, high = node.get("minItems"), node.get("maxItems")
        size = f"{low} " if is_fixed_list(node) else f"{low or 0} to {high} " if high else ""
        entry = node.get("items", {})
        inner = kind_of(entry) if "type" in entry and "properties" not in entry else "entries"
        return f"{size}of: {inner}" if size else f"list of: {inner}"
    if node.get("format") == "path":
        return "file"
    return {"number": "number", "integer": "whole number", "boolean": "`true` or `false`", "string": "text",
            "object": "section"}.get(node.get("type"), "any")


def number(value):
    return f"{value:.12g}"


def range_of(node):
    while node.get("type") == "array":
        node = node.get("items", {})
    above, low, high = node.get("exclusiveMinimum"), node.get("minimum"), node.get("maximum")
    if above is not None:
        return f"above {number(above)}" + (f", to {number(high)}" if high is not None else "")
    if low is not None and high is not None:
        return f"{number(low)} to {number(high)}"
    return f"from {number(low)}" if low is not None else f"to {number(high)}" if high is not None else ""


def code(path):
    """A key that breaks behind its dots only."""
    return f"<code>{path.replace('.', '.<wbr>')}</code>"


def value_of(node, name):
    """Kind, range and unit: `number, above 0, to 1000 1/s`."""
    inside = ", ".join(part for part in (kind_of(node), range_of(node)) if part)
    return f"{inside} {unit(name)}".strip() if inside.endswith(tuple("0123456789")) else f"{inside}, {unit(name)}".removesuffix(", ")


# What the schema has without words.
UNDESCRIBED = {
    "phases[].repeat": "In a phase's place: phases that come several times.",
    "phases[].repeat.times": "How many times.",
    "phases[].repeat.phases": "The phases, with the same keys as outside.",
}


def key_rows(node, path, rows):
    needed = node.get("required", [])
    for name, value in node.get("properties", {}).items():
        own = f"{path}.{name}" if path else name
        inner = value.get("items", {}) if value.get("type") == "array" else value
        if path == "" and name == "settings" and "properties" in value:
            rows.append([code(own), "section", "", cell(value["description"]) + " Its keys are those of a [testbed](testbed.md)."])
            continue
        written = value.get("default")
        default = f"`{written if isinstance(written, str) and written else json.dumps(written)}`" if "default" in value else "needed" if name in needed else ""
        rows.append([code(own), cell(value_of(value, name)), cell(default), cell(value.get("description", UNDESCRIBED.get(own, "")))])
        own += "[]" if value.get("type") == "array" else ""
        for choice in inner.get("anyOf", [inner]):
            if name == "phases" and own.startswith("phases[].repeat"):
                continue  # what is repeated are phases again
            key_rows(choice, own, rows)


def keys(kind):
    schema = json.loads((ROOT / f"configs/schema/{kind}.schema.json").read_text())
    rows, text = [], ""
    key_rows(schema, "", rows)
    # A table for each key at the top that has keys of its own, with a heading to find it by.
    head = ["key", "value", "default", "meaning"]
    top = [row for row in rows if "." not in row[0]]
    text += table(head, top) + "\n"
    for row in top:
        name = row[0].removeprefix("<code>").removesuffix("</code>")
        inner = [other for other in rows if re.match(rf"<code>{re.escape(name)}(\[\])?\.", other[0])]
        if inner:
            text += f"## {name}\n\n{row[-1]}\n\n" + table(head, inner) + "\n"
    return text


# Topics.


def topics(program):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "run", ROOT / "configs/experiments/standing_target.yaml", "--log-dir", folder,
                        "--set", "simulation.imaging.render=false", "--set", "success=[]"],
                       check=True, capture_output=True)
        texts, make = {}, read_run.Schema.__init__

        def keep(schema, name, text):
            texts[name] = text
            make(schema, name, text)

        read_run.Schema.__init__ = keep
        log = read_run.Log(next(pathlib.Path(folder).glob("*/run.mcap")))
        read_run.Schema.__init__ = make
    own = {topic: (log.schemas[schema].name, texts[log.schemas[schema].name]) for topic, schema in log.topics.values()}
    result, parts = "## Topics\n\n", {}
    rows = []
    for topic, (name, text) in own.items():
        first, *others = re.split(r"={80}\nMSG: ", text)
        parts[name] = first
        for other in others:
            title, _, body = other.partition("\n")
            package, part = title.strip().rsplit("/", 1)
            parts[f"{package.removesuffix('/msg')}/msg/{part}"] = body
        rows.append([f"`{topic}`", f"[{name.replace('/msg/', '/')}](#{anchor(name)})"])
    result += table(["topic", "messages"], rows) + "\n## Messages\n\n"
    for name in sorted(parts):
        title = name.replace("/msg/", "/").removeprefix("freefloat_msgs/")
        result += f"### {title} {{ #{anchor(name)} }}\n\n" + message(parts[name], parts)
    return result


def anchor(name):
    return name.lower().replace("/", "-").replace("_", "-")


def message(text, parts):
    rows, values = [], {}
    for line in text.splitlines():
        line, _, comment = line.partition("#")
        constant = re.fullmatch(r"\s*(\w+) (\w+?)\s*=\s*(\S+)\s*", line)
        field = re.fullmatch(r"\s*([\w/]+)(\[\d*\])?\s+(\w+)\s*", line)
        if constant:
            values.setdefault(constant[1], []).append(f"{constant[3]} {constant[2].lower()}")
        elif field:
            kind, array, name = field.groups()
            package_name = kind if "/msg/" in kind else kind.replace("/", "/msg/")
            shown = f"[{kind.split('/')[-1]}](#{anchor(package_name)})" if package_name in parts else f"`{kind}`"
            count = "" if not array else f", {array[1:-1]} of them" if array != "[]" else ", any number"
            meaning = comment.strip()
            if values:
                prefixes = [value for listed in values.values() for value in listed]
                stem = f"{name}_"
                meaning += ", ".join(value.replace(f" {stem}", " ") for value in prefixes)
                values = {}
            rows.append([f"`{name}`", shown + count, unit(name), cell(meaning)])
    if not rows:
        return "No fields.\n\n"
    return table(["field", "is", "unit", "values"], rows) + "\n"


def all_parts(program):
    kinds = sorted(path.name.removesuffix(".schema.json") for path in (ROOT / "configs/schema").glob("*.schema.json"))
    return {"commands": commands(program), "topics": topics(program), **{f"keys of {kind}": keys(kind) for kind in kinds}}
