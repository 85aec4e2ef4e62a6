#!/usr/bin/env python3
"""What a robot is operated with is optimised, and computes the same bits in every build.

usage: compile_options_test.py COMPILE_COMMANDS.json FLAG...   flags of the build type, of which one is the optimisation's
"""

import json
import re
import sys

# Folders of which nothing is off the loop (src/CMakeLists.txt).
IN_THE_LOOP = re.compile(r"(src/(model|vision|estimation|guidance|safety|control|law|runlog|runtime)|hal)/")
OFF_THE_LOOP_ALL_THE_SAME = {"ff_opencv_codecs"}
# Other people's large templates, never in a hurry.
NOT_OPTIMISED = {"ff_console_sockets", "ff_dds_node"}


def mistakes(command: str, output: str, level: str) -> list[str]:
    """What is wrong with one command that makes `output` in a build whose level is `level`."""
    found = []
    if "-ffp-contract=off" not in command or "-ffast-math" in command:
        found.append("rounds otherwise than other builds")
    sanitized = "-fsanitize=" in command
    last = re.findall(r" (-O\S*)", command)[-1]
    target = re.search(r"CMakeFiles/(\w+)\.dir", output)[1]
    in_the_loop = IN_THE_LOOP.match(output) and target not in OFF_THE_LOOP_ALL_THE_SAME
    if target in NOT_OPTIMISED:
        allowed = {"-O0"}
    elif in_the_loop:
        allowed = {"-O1"} if sanitized else {level}
    else:
        allowed = {"-O0", "-O1"} if sanitized else {"-O1", level}
    if last not in allowed:
        found.append(f"is optimised by {last}, not {' or '.join(sorted(allowed))}")
    return found


def main() -> int:
    with open(sys.argv[1], encoding="utf-8") as file:
        commands = json.load(file)
    level = next(flag for flag in sys.argv[2:] if flag.startswith("-O"))
    looked_at = wrong = 0
    for entry in commands:
        output = re.search(r" -o (\S+)", entry["command"])[1]
        if not re.match(r"(src|hal|configs/laws)/.*\.cpp\.o|(src|hal)/.*\.cxx\.o", output):
            continue
        looked_at += 1
        for mistake in mistakes(entry["command"], output, level):
            wrong += 1
            print(f"{output}: {mistake}")
    print(f"{looked_at} commands looked at, {wrong} mistakes")
    return 0 if looked_at > 50 and wrong == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
