#!/usr/bin/env python3
"""Prints where the hand is, live: tools/python/live_stream.py [HOST:PORT]. Debian package: python3-websockets"""
import asyncio, json, sys
import websockets
from read_run import Schema


async def follow(address, topic):
    async with websockets.connect(f"ws://{address}/ws", subprotocols=["foxglove.websocket.v1"]) as console:
        async for message in console:
            if isinstance(message, bytes) and message[0] == 1:  # kind, subscription, time, then as in the log
                place = schema.decode(message[13:])["pose"]["position"]
                print(f"{place['x']:.4f} {place['y']:.4f}", flush=True)
            elif isinstance(message, str) and json.loads(message)["op"] == "advertise":
                channel = next(c for c in json.loads(message)["channels"] if c["topic"] == topic)
                schema = Schema(channel["schemaName"], channel["schema"])
                await console.send(json.dumps({"op": "subscribe", "subscriptions": [{"id": 1, "channelId": channel["id"]}]}))

asyncio.run(follow(sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:8765", "/hand/pose"))
