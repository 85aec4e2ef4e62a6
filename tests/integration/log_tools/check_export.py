"""Compares the CSV and HDF5 exports of a log, number by number, with what the example reader decodes from it.

    check_export.py LOG.mcap CSV_FOLDER RUN.h5      without h5py, HDF5 is left to the other tests
"""
import csv
import math
import struct
import sys

sys.path.insert(0, sys.argv[4])
import read_run  # noqa: E402

try:
    import h5py
except ImportError:
    h5py = None

TABLES = {"/freefloat/" + name: name for name in (
    "cycle_input", "input_check", "loop_timing", "truth", "cycle_output", "phase", "link_health", "controller_state", "picture_windows",
    "spot_memory")}
TABLES.update({"/joint_states": "joint_states", "/satellite/pose": "satellite_pose", "/hand/pose": "hand_pose",
               "/target/pose": "target_pose", "/hand/velocity_wanted": "hand_velocity_wanted",
               "/camera/image/compressed": "whole_picture", "/tf": "frames", "/tf_static": "fixed_frames",
               "/robot_description": "robot_description"})
NUMBERS = {"phase": "sequence", "fixed_frames": "sequence", "robot_description": "sequence", "link_health": "sequence", "picture_windows": "picture", "spot_memory": "picture", "whole_picture": "picture"}
PIXELS = {("picture_windows", "pixels_zstd"), ("whole_picture", "data")}  # only their count is exported


def flatten(message, path=""):
    """Fields by the names that the export gives them."""
    for name, value in message.items():
        full = f"{path}.{name}" if path else name
        if "has_" + name in message and isinstance(value, (list, tuple)):  # a part that may be missing
            if value and isinstance(value[0], dict):
                yield from flatten(value[0], full)
            elif value:
                yield full, value[0]
        elif isinstance(value, dict):
            yield from flatten(value, full)
        elif isinstance(value, list):
            yield full + ".length", len(value)
            for i, item in enumerate(value):
                if isinstance(item, dict):
                    yield from flatten(item, f"{full}[{i}]")
                else:
                    yield f"{full}[{i}]", item
        elif isinstance(value, tuple):
            yield full, value
        else:
            yield full, value


def same(text, value):
    if isinstance(value, bool):
        return text == ("true" if value else "false")
    if isinstance(value, float):
        if math.isnan(value):
            return text in ("nan", "-nan")
        return struct.pack("<d", float(text)) == struct.pack("<d", value)
    if isinstance(value, int):
        return not text.lstrip("-").isdigit() or int(text) == value  # else the name of a value
    return text == value


def main():
    log_path, csv_folder, hdf5_path = sys.argv[1:4]
    log = read_run.Log(log_path)
    hdf5 = h5py.File(hdf5_path) if h5py else None
    compared = 0
    assert set(log.messages) == set(TABLES), f"topics without a table, or not in the log: {set(log.messages) ^ set(TABLES)}"
    for topic, table in TABLES.items():
        _, messages = log.read(topic)
        number_column = NUMBERS.get(table, "cycle")
        with open(f"{csv_folder}/{table}.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        assert len(rows) == len(messages), table
        for number, (row, message) in enumerate(zip(rows, messages)):
            fields = {"log_time_ns": log.messages[topic][number][0]}
            for path, value in flatten(message):
                if (table, path) in PIXELS:
                    fields[path + ".length"] = len(value)
                elif isinstance(value, tuple):
                    if path + ".length" in row:
                        fields[path + ".length"] = len(value)
                    fields.update({f"{path}[{i}]": item for i, item in enumerate(value)})
                else:
                    fields[path] = value
            for path, value in fields.items():
                assert same(row[path], value), f"{table}.csv row {number} {path}: {row[path]} is not {value!r}"
                compared += 1
            left = [name for name, text in row.items() if text and name not in fields and name != number_column]
            assert not left, f"{table}.csv row {number} has more than the log: {left}"
        if hdf5:
            compared += compare_hdf5(hdf5[table], rows, table)
    times, now = log.field("/freefloat/cycle_output", "now_ns")
    assert abs(times - 1e-9 * now).max() < 1e-6, "times do not count from the run's start"
    with open(f"{csv_folder}/metadata.csv", newline="") as file:
        metadata = {(row["name"], row["key"]): row["value"] for row in csv.DictReader(file)}
    expected = {(name, key): value for name, values in log.metadata.items() for key, value in values.items()}
    assert metadata == expected, metadata
    for name, text in log.attachments.items():
        if name != "--set":
            with open(f"{csv_folder}/{name.replace('/', '_')}", newline="") as file:
                assert file.read() == text, name
    print(f"{compared} values are those of the log" + ("" if hdf5 else "; HDF5 not compared: install python3-h5py"))


def compare_hdf5(group, rows, table):
    compared = 0
    datasets = {}
    for path in rows[0]:
        base, _, index = path.partition("\0")
        column = 0
        if path.endswith("]"):
            base, _, index = path[:-1].rpartition("[")
            column = int(index)
        if base.endswith(".length"):
            base = base[:-7] + "_length"
        name = base.replace(".", "/").replace("[", "_").replace("]", "")
        if name not in datasets:
            datasets[name] = group[name][()]
        data = datasets[name]
        for number, row in enumerate(rows):
            text = row[path]
            value = data[number] if data.ndim == 1 else data[number][column]
            if text == "":
                continue
            if data.dtype.kind == "f":
                same_bits = struct.pack("<d", float(text)) == struct.pack("<d", value)
                assert same_bits or (math.isnan(float(text)) and math.isnan(value)), f"{table} {name} row {number}"
            elif data.dtype.kind in "iu" and text.lstrip("-").isdigit():
                assert int(text) == int(value), f"{table} {name} row {number}"
            compared += 1
    return compared


main()
