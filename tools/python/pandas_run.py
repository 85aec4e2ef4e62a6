#!/usr/bin/env python3
"""A run as pandas tables: an example of what can be asked of a log in a few lines.

    tools/python/pandas_run.py RUN.mcap

Prints for each phase how long it took, how near the hand came and how hard joints and motors worked. Debian packages:
python3-pandas python3-zstandard. As a module:

    from pandas_run import table
    hand = table(read_run.Log("run.mcap"), "/hand/pose")     # a row a message, a column a number, time as index
"""
import sys

import pandas as pd

import read_run


def _columns(message, name=""):
    """Numbers and texts by their names, `estimate.hand_position_m[0]`; a part that may be missing is a list of none or one."""
    if isinstance(message, dict):
        for key, value in message.items():
            optional = "has_" + key in message
            yield from _columns(value[0] if optional and value else value, f"{name}.{key}" if name else key)
    elif isinstance(message, (list, tuple)):
        for i, value in enumerate(message):
            yield from _columns(value, f"{name}[{i}]")
    else:
        yield name, message


def table(log, topic):
    """All messages of a topic: a row each, the run's time in s as index."""
    times, messages = log.read(topic)
    return pd.DataFrame([dict(_columns(message)) for message in messages], index=pd.Index(times, name="time_s"))


def phases(log):
    """A row a phase: begin and end in s, and what became of it."""
    events = table(log, "/freefloat/phase")
    begins = events[events["moment"] == 0].reset_index().set_index("phase_number")["time_s"]
    ends = events[events["moment"] == 1].reset_index().set_index("phase_number")
    result = ends[["name", "passed", "reason"]].assign(begin_s=begins, end_s=ends["time_s"])
    return result[["name", "begin_s", "end_s", "passed", "reason"]]


def summarize(log):
    """Per phase, of all cycles in it."""
    output = table(log, "/freefloat/cycle_output")
    joints = table(log, "/joint_states")
    rows = []
    for _, phase in phases(log).iterrows():
        within = output.loc[phase["begin_s"]:phase["end_s"]]
        moving = joints.loc[phase["begin_s"]:phase["end_s"]]
        distance = within["guidance.distance_m"]
        efforts = moving.filter(like="effort[").abs()
        rows.append({
            "phase": phase["name"],
            "passed": bool(phase["passed"]),
            "seconds": round(phase["end_s"] - phase["begin_s"], 2),
            "nearest_mm": round(1e3 * distance[distance > 0].min(), 2),
            "fastest_joint_rad_s": round(moving.filter(like="velocity[").abs().max().max(), 3),
            "largest_torque_nm": round(efforts.max().max(), 4) if efforts.size else None,  # a real board tells none
        })
    return pd.DataFrame(rows).set_index("phase")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(summarize(read_run.Log(sys.argv[1])).to_string())


if __name__ == "__main__":
    main()
