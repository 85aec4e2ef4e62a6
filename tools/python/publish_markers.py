#!/usr/bin/env python3
"""The sending end of hal/udp/README.md for a tracker of your own: needs nothing beside Python.

  publish_markers.py 10.0.0.2:7002 --key markers.key    a circle of spots, to see it work: look with `freefloat doctor`

In a program of yours:

  publisher = MarkerPublisher("10.0.0.2:7002", open("markers.key").read())
  while True:
      publisher.send_markers(picture, captured_ns, [(x_m, y_m, sigma_m), None, ...])  # None: not seen

Times are of time.monotonic_ns(). Call it, or serve(), ten times a second at least: the run asks what the clock shows.
"""
import argparse
import hashlib
import hmac
import math
import os
import socket
import struct
import time

HELLO, QUESTION, ANSWER, MARKERS, SPOTS = range(1, 6)
ENTRIES = {MARKERS: 12, SPOTS: 32}


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


class MarkerPublisher:
    def __init__(self, address, key_text=None):
        """key_text: 64 hexadecimal digits; None: nothing is authenticated, and the run says `insecure: true`."""
        host, port = address.rsplit(":", 1)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.connect((host, int(port)))
        self.socket.setblocking(False)
        self.master = bytes.fromhex(key_text.strip()) if key_text else None
        self.nonce = os.urandom(16)
        self.session = None  # number, key, tracker's nonce
        self.sequence = 0
        self.question = None  # its sequence, sent, heard
        self.greeted = 0

    def _send(self, kind, payload, session, sequence, key):
        frame = b"FM" + struct.pack("<BBIIIq", 1, kind, session, sequence, 0, time.monotonic_ns()) + payload
        frame += hmac.new(key, frame, hashlib.sha256).digest()[:16] if key else bytes(16)
        try:
            self.socket.send(frame + struct.pack("<I", crc32c(frame)))
        except OSError:
            pass  # nobody listens now; the next picture comes soon

    def _send_in_session(self, kind, payload):
        number, key, _ = self.session
        self._send(kind, payload, number, self.sequence, key)
        self.sequence = (self.sequence + 1) & 0xFFFFFFFF

    def _take(self, frame, heard):
        if len(frame) != 112 or frame[:4] != b"FM\x01\x02" or struct.unpack("<I", frame[-4:])[0] != crc32c(frame[:-4]):
            return
        number, sequence, _, sent = struct.unpack("<IIIq", frame[4:24])
        tracker, run = frame[24:40], frame[40:56]
        opened = None
        if self.session and number == self.session[0] and tracker == self.session[2]:
            key = self.session[1]
        elif tracker == self.nonce:
            key = hmac.new(self.master, b"freefloat markers" + tracker + run, hashlib.sha256).digest() if self.master else None
            opened = (number, key, tracker)
        else:
            return
        tag = hmac.new(key, frame[:-20], hashlib.sha256).digest()[:16] if key else bytes(16)
        if number != (crc32c(tracker + run) or 1) or not hmac.compare_digest(tag, frame[-20:-4]):
            return
        if opened:
            self.session, self.sequence, self.question, self.nonce = opened, 0, None, os.urandom(16)
        if self.question and not 0 < (sequence - self.question[0]) & 0xFFFFFFFF < 0x80000000:
            return
        self.question = (sequence, sent, heard)
        self._send_in_session(ANSWER, struct.pack("<qq", sent, heard))

    def serve(self):
        """Answers what was asked meanwhile, and greets when nobody asks."""
        while True:
            try:
                frame = self.socket.recv(2048)
            except OSError:
                break
            self._take(frame, time.monotonic_ns())
        now = time.monotonic_ns()
        if (not self.question or now - self.question[2] > 1e9) and now - self.greeted > 2e8:
            self.greeted = now
            self._send(HELLO, self.nonce, 0, 0, self.master)

    def _send_picture(self, kind, picture, captured_ns, entries):
        self.serve()
        if not self.session:
            return
        payload = struct.pack("<qII", captured_ns, picture & 0xFFFFFFFF, len(entries))
        for entry in entries:
            if entry is None:
                payload += bytes(20)
                continue
            x, y, sigma = entry
            payload += struct.pack("<iiIIhBx", round(x * 1e7), round(y * 1e7), round(sigma * 1e9), round(sigma * 1e9), 0, 1)
        self._send_in_session(kind, payload + bytes(20 * (ENTRIES[kind] - len(entries))))

    def send_markers(self, picture, captured_ns, markers):
        """The LEDs of the robot's file, then the target's: (x_m, y_m, sigma_m), or None where one is not seen."""
        self._send_picture(MARKERS, picture, captured_ns, markers)

    def send_spots(self, picture, captured_ns, spots):
        """Places of which nobody says which LED they are: [(x_m, y_m, sigma_m), ...], 32 at most."""
        self._send_picture(SPOTS, picture, captured_ns, spots)


def main():
    lines = __doc__.splitlines()
    parser = argparse.ArgumentParser(description=lines[0], epilog="\n".join(lines[1:]),
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address")
    parser.add_argument("--key", help="file of 64 hexadecimal digits that the run has too")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--rate-hz", type=float, default=50)
    options = parser.parse_args()
    publisher = MarkerPublisher(options.address, open(options.key).read() if options.key else None)
    begin, picture = time.monotonic(), 0
    while time.monotonic() - begin < options.seconds:
        angle = 0.5 * (time.monotonic() - begin)
        spots = [(r * math.cos(angle), r * math.sin(angle), 1e-4) for r in (0.1, 0.2, 0.3, 0.4)]
        publisher.send_spots(picture, time.monotonic_ns(), spots)
        picture += 1
        time.sleep(1 / options.rate_hz)


if __name__ == "__main__":
    main()
