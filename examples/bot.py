"""A bot of your own, over the wire: python examples/bot.py [ADDRESS] [NAME]

It needs `pip install websockets` and nothing of Tapis Vert; docs/wire.md says what the messages mean. It sits down
where there is room and plays whenever it is asked. Put your wits into `choose`.
"""

import asyncio
import itertools
import json
import random
import sys
from typing import Any

from websockets.asyncio.client import connect


def choose(view: dict[str, Any]) -> str:
    """One of view["legal"]. The view holds all that this seat may know: hand, trick, tricks, facts, …"""
    legal: list[str] = view["legal"]
    cautious = [token for token in legal if token.endswith(("pass", ":no", ":none"))]
    return random.choice(cautious or legal)


async def play(address: str, name: str) -> None:
    """Sit down at the first table with room, and stay until the server closes."""
    ids = (f"{random.getrandbits(64):x}-{number}" for number in itertools.count())
    async with connect(f"ws://{address}/", max_size=2**20) as server:
        await server.send(json.dumps({"type": "hello", "version": 1, "name": name}))
        async for frame in server:
            message = json.loads(frame)
            if message["type"] == "update" and message["view"].get("legal"):
                action = choose(message["view"])
                act = {"type": "act", "id": next(ids), "seq": message["seq"], "action": action}
                await server.send(json.dumps(act))
            elif message["type"] == "update" and message["view"].get("result"):
                print("Scores of the deal:", message["view"]["result"]["scores"])
            elif message["type"] in ("failure", "refused", "farewell"):
                print(message["message"])


if __name__ == "__main__":
    words = sys.argv[1:]
    asyncio.run(play(words[0] if words else "127.0.0.1:7878", words[1] if len(words) > 1 else "Example"))
