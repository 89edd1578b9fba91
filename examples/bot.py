"""A bot of your own, over the wire: python examples/bot.py [ADDRESS] [NAME]

It needs `pip install websockets` and nothing of Tapis Vert; docs/wire.md says what the messages mean. It sits down
where there is room and plays whenever it is asked, and where the line breaks it comes back to its seat. It ends with 0
when it is at no table any more, with 1 where something is wrong. Put your wits into `choose`.
"""

import asyncio
import json
import random
import secrets
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

PAUSES = (0.5, 1, 2, 5, 5, 10, 10, 30, 30, 60, 60)
"""Seconds between two attempts to come back."""

COME_BACK = ("suspended", "too_slow", "too_fast", "failed")
"""A farewell for these reasons is not for good."""


class Over(Exception):
    """Nothing can be done any more; the text says why."""


def choose(view: dict[str, Any]) -> str:
    """One of view["legal"]. The view holds all that this seat may know: hand, trick, tricks, facts, …"""
    legal: list[str] = view["legal"]
    cautious = [token for token in legal if token.endswith(("pass", ":no", ":none"))]
    return random.choice(cautious or legal)


async def play(address: str, name: str, pauses: Sequence[float] = PAUSES) -> None:
    """Sit down at the first table with room, and stay until that is over."""
    # This token is that of our seat, and nobody can guess it: who says it again is given the same seat again.
    hello = {"type": "hello", "version": 1, "name": name, "new_token": secrets.token_urlsafe(24)}
    attempts: Iterator[float] = iter(())  # somebody who never answered is not called again
    while True:
        try:
            async with await called(address) as server:
                await server.send(json.dumps(hello))
                async for frame in server:
                    attempts = iter(pauses)
                    if await gone_after(read(frame), server):
                        return
            why = "the line is closed"
        except (OSError, WebSocketException) as error:
            why = str(error) or type(error).__name__
        pause = next(attempts, None)
        if pause is None:
            raise Over(f"{address} cannot be reached: {why}")
        print(f"Away from the table ({why}); back in {pause} s.")
        await asyncio.sleep(pause)


async def called(address: str) -> ClientConnection:
    """The line to a server."""
    try:
        return await connect(f"ws://{address}/", max_size=2**20)
    except ValueError as error:
        raise Over(f"{address} is not an address: {error}") from None


def read(frame: str | bytes) -> Any:
    """What a frame says."""
    try:
        return json.loads(frame)
    except ValueError:
        raise Over(f"This is no server of Tapis Vert: it says {frame[:40]!r}") from None


async def gone_after(message: Any, server: ClientConnection) -> bool:
    """Do what a message asks for; whether we are at no table after it. What we do not know is passed over."""
    match message:
        case {"type": "update", "seq": seq, "view": {"legal": [_, *_]} as view}:
            act = {"type": "act", "id": secrets.token_hex(8), "seq": seq, "action": choose(view)}
            await server.send(json.dumps(act))
        case {"type": "update", "view": {"result": {"scores": scores}}}:
            print("Scores of the deal:", scores)
        case {"type": "refused", "code": "too_fast"}:
            await server.close()  # whoever comes back a moment later is asked again
        case {"type": "refused", "message": text}:  # for "stale" the update that tells more is on its way
            print(text)
        case {"type": "failure", "message": text}:
            raise Over(text)
        case {"type": "farewell", "reason": reason, "message": text}:
            print(text)
            return reason not in COME_BACK
    return False


def main(words: Sequence[str]) -> int:
    """Play; the exit code."""
    address, name, *others = [*words, *("127.0.0.1:7878", "Example")[len(words) :]]
    if others or address.startswith("-"):
        print("usage: python examples/bot.py [ADDRESS] [NAME]", file=sys.stderr)
        return 2
    try:
        asyncio.run(play(address, name))
    except Over as over:
        print(over, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
