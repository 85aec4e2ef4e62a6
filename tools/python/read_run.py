#!/usr/bin/env python3
"""Reads a run log of Freefloat with nothing but Python, numpy and zstandard, and plots how the hand met the target.

    tools/python/read_run.py RUN.mcap                 what is in it
    tools/python/read_run.py RUN.mcap --plot out.png  hand and target over the table, distance over time (matplotlib)
    tools/python/read_run.py RUN.mcap --field /freefloat/cycle_output estimate.hand_position_m

Debian packages: python3-numpy python3-zstandard, and python3-matplotlib for --plot. As a module:

    import read_run
    log = read_run.Log("run.mcap")
    t, p = log.field("/freefloat/cycle_output", "estimate.hand_position_m")
"""
import argparse
import re
import struct
import sys

import numpy as np

try:
    import zstandard
except ImportError:
    sys.exit("read_run.py: the log is compressed with zstd: install python3-zstandard")

MAGIC = b"\x89MCAP0\r\n"
NUMBERS = {"bool": "?", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I",
           "int64": "q", "uint64": "Q", "float32": "f", "float64": "d", "byte": "B", "char": "b"}


class Schema:
    """A ROS 2 message definition, and how to read such a message from CDR (little endian)."""

    def __init__(self, name, text):
        self.messages = {}
        own, *others = re.split(r"={80}\nMSG: ", text)
        self.messages[name] = self._fields(own)
        for other in others:
            title, _, body = other.partition("\n")
            self.messages[title.strip()] = self._fields(body)
        self.name = name

    @staticmethod
    def _fields(text):
        fields = []
        for line in text.splitlines():
            line = line.split("#")[0].strip()
            # A constant has no place in the bytes.
            match = re.fullmatch(r"([\w/]+)(\[\d*\])?\s+(\w+)", line)
            if match:
                kind, array, name = match.groups()
                fields.append((name, kind, None if array is None else int(array[1:-1] or -1)))
        return fields

    def decode(self, data):
        if data[:2] != b"\x00\x01":
            raise ValueError("not CDR in little endian")
        return self._message(self.name, _Cursor(data))

    def _message(self, name, cursor):
        fields = self.messages.get(name) or self.messages[name.replace("/msg/", "/")]
        return {field: self._value(kind, count, cursor) for field, kind, count in fields}

    def _value(self, kind, count, cursor):
        if count is None:
            return self._single(kind, cursor)
        length = cursor.number("I") if count < 0 else count
        if kind in NUMBERS:
            return cursor.numbers(NUMBERS[kind], length)
        return [self._single(kind, cursor) for _ in range(length)]

    def _single(self, kind, cursor):
        if kind in NUMBERS:
            return cursor.number(NUMBERS[kind])
        if kind == "string":
            return cursor.text()
        return self._message(kind, cursor)


class _Cursor:
    def __init__(self, data):
        self.data, self.at = data, 4  # behind the header that CDR begins with

    def _align(self, size):
        self.at += (4 - self.at) % size

    def number(self, code):
        return self.numbers(code, 1)[0]

    def numbers(self, code, count):
        size = struct.calcsize("<" + code)
        if count:
            self._align(size)
        values = struct.unpack_from(f"<{count}{code}", self.data, self.at)
        self.at += count * size
        return values

    def text(self):
        length = self.number("I")
        text = self.data[self.at:self.at + length - 1].decode()
        self.at += length
        return text


def _string(data, at):
    (length,) = struct.unpack_from("<I", data, at)
    return data[at + 4:at + 4 + length].decode(), at + 4 + length


def _records(data, at=0):
    """(opcode, content) of every whole record."""
    while at + 9 <= len(data):
        opcode, length = struct.unpack_from("<BQ", data, at)
        if opcode == 0 or at + 9 + length > len(data):
            return
        yield opcode, data[at + 9:at + 9 + length]
        at += 9 + length


class Log:
    """Messages, attachments and metadata of a log. Indexes are not needed, so a cut log reads up to its end."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        if data[:8] != MAGIC:
            raise ValueError(f"{path} is not an MCAP file")
        self.schemas, self.topics, self.messages = {}, {}, {}
        self.attachments, self.metadata, self.complete = {}, {}, data[-8:] == MAGIC
        for opcode, content in _records(data, 8):
            self._take(opcode, content)

    def _take(self, opcode, content):
        if opcode == 0x03:
            (number,) = struct.unpack_from("<H", content)
            name, at = _string(content, 2)
            _, at = _string(content, at)
            text, at = _string(content, at)
            self.schemas[number] = Schema(name, text)
        elif opcode == 0x04:
            number, schema = struct.unpack_from("<HH", content)
            self.topics[number] = (_string(content, 4)[0], schema)
        elif opcode == 0x05:
            number, _, time, _ = struct.unpack_from("<HIQQ", content)
            self.messages.setdefault(self.topics[number][0], []).append((time, number, content[22:]))
        elif opcode == 0x06:
            (size,) = struct.unpack_from("<Q", content, 16)
            compression, at = _string(content, 28)
            stored = content[at + 8:]
            if compression == "zstd":
                stored = zstandard.ZstdDecompressor().decompress(stored, max_output_size=size)
            elif compression:
                raise ValueError(f"chunks compressed with {compression} are not read here")
            for inner, record in _records(stored):
                self._take(inner, record)
        elif opcode == 0x09:
            name, at = _string(content, 16)
            _, at = _string(content, at)
            (size,) = struct.unpack_from("<Q", content, at)
            self.attachments[name] = content[at + 8:at + 8 + size].decode()
        elif opcode == 0x0C:
            name, at = _string(content, 0)
            (size,) = struct.unpack_from("<I", content, at)
            at, end, values = at + 4, at + 4 + size, {}
            while at < end:
                key, at = _string(content, at)
                values[key], at = _string(content, at)
            self.metadata[name] = values

    def read(self, topic):
        """Times in s since the run's start, and all messages of a topic as dictionaries."""
        rows = self.messages.get(topic, [])
        decoded = [self.schemas[self.topics[number][1]].decode(data) for _, number, data in rows]
        # A log's own times are of the wall clock; those of older logs count from the run's start.
        start = int(self.metadata.get("freefloat.run", {}).get("clock_offset_ns", 0))
        return np.array([1e-9 * (time - start) for time, _, _ in rows]), decoded

    def field(self, topic, path):
        """Times in s since the run's start, and one field of a topic as an array with a row a message. Messages without it are left out."""
        times, values = [], []
        for time, message in zip(*self.read(topic)):
            value = message
            for name in path.split("."):
                if isinstance(value, list):  # a part that may be missing is a list of none or one
                    value = value[0] if value else None
                value = None if value is None else value[name]
            if value is not None:
                times.append(time)
                values.append(value)
        return np.array(times), np.array(values)


def plot(log, path):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    output = "/freefloat/cycle_output"
    _, valid = log.field(output, "estimate.valid")
    t, hand = log.field(output, "estimate.hand_position_m")
    _, seen = log.field(output, "estimate.target.valid")
    _, target = log.field(output, "estimate.target.position_m")
    _, distance = log.field(output, "guidance.distance_m")
    figure, (table, time) = plt.subplots(1, 2, figsize=(10, 4.5), constrained_layout=True)
    table.plot(*hand[valid].T, label="hand")
    table.plot(*target[seen].T, ".", markersize=3, label="target")
    table.set(xlabel="x, m", ylabel="y, m", aspect="equal")
    table.legend()
    time.plot(t, np.where(distance > 0, 1e3 * distance, np.nan))  # no distance without a target: a gap
    time.set(xlabel="time, s", ylabel="hand to target, mm", yscale="log")
    figure.savefig(path, dpi=120)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("log", metavar="RUN.mcap")
    parser.add_argument("--plot", metavar="PICTURE.png")
    parser.add_argument("--field", nargs=2, metavar=("TOPIC", "PATH"))
    arguments = parser.parse_args()
    log = Log(arguments.log)
    if arguments.field:
        for time, value in zip(*log.field(*arguments.field)):
            print(repr(float(time)), *(repr(float(v)) for v in np.atleast_1d(value)))
        return
    if arguments.plot:
        plot(log, arguments.plot)
        return
    print(f"{arguments.log}: {'complete' if log.complete else 'cut; see `freefloat log recover`'}")
    for key, value in log.metadata.get("freefloat.run", {}).items():
        print(f"  {key:12} {value}")
    for name in log.attachments:
        print(f"  file         {name}")
    for topic, rows in sorted(log.messages.items()):
        print(f"  {topic:28} {len(rows):7} messages")


if __name__ == "__main__":
    main()
