"""Who says `tapis join` and no address: what is found on the network is shown while he may already type one."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress

from client.address import Address, BadAddress, parse
from client.language import tr, trn
from client.nearby import PATIENCE, Around, Nearby
from protocol import DEFAULT_PORT

HERE = Address("127.0.0.1", DEFAULT_PORT)
"""Where a table on this machine is, if there is one."""

Choice = Nearby | Address


def meant(text: str, found: tuple[Nearby, ...]) -> Choice:
    """What somebody has typed: the number of a server, nothing for the first, or an address. BadAddress otherwise."""
    text = text.strip()
    if text.isascii() and text.isdigit():
        if not 1 <= int(text[:6]) <= len(found):
            raise BadAddress(
                trn(
                    "There is no server {number}; {count} server found so far.",
                    "There is no server {number}; {count} servers found so far.",
                    len(found),
                    number=text,
                )
            )
        return found[int(text) - 1]
    if not text:
        return found[0] if found else HERE
    return parse(text)


async def chosen(around: Around) -> Choice | None:
    """Where to go: what a person at a terminal chooses (None: nowhere), or all there is. BadAddress where that is not
    clear.
    """
    async with around.listening():
        if sys.stdin is not None and sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty():
            return await asked(around)
        if await answers(HERE):
            return HERE
        await asyncio.sleep(PATIENCE)
    return only(around.servers)


def only(found: tuple[Nearby, ...]) -> Choice:
    """The one server there is; this machine where none is found. BadAddress, which lists them, where there are more."""
    if len(found) > 1:
        there = "; ".join(server.line for server in found)
        raise BadAddress(tr("several servers are here, name one: {servers}.", servers=there))
    return found[0] if found else HERE


async def asked(around: Around) -> Choice | None:
    """What a person chooses from what is found. The list grows while he types."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.document import Document
    from prompt_toolkit.validation import ValidationError, Validator

    class Fits(Validator):
        def validate(self, document: Document) -> None:
            try:
                meant(document.text, around.servers)
            except BadAddress as error:
                raise ValidationError(message=str(error)) from None

    session: PromptSession[str] = PromptSession(
        lambda: listing(around.servers), validator=Fits(), validate_while_typing=False
    )
    around.tell(session.app.invalidate)
    with suppress(EOFError, KeyboardInterrupt):
        return meant(await session.prompt_async(), around.servers)
    return None


def listing(found: tuple[Nearby, ...]) -> str:
    """The list above what is typed."""
    lines = [f"  {number}) {server.line}" for number, server in enumerate(found, 1)]
    if found:
        which = tr("Which (a number, or an address; Enter: 1)?")
    else:
        which = tr("Which (an address, such as 192.168.1.7; Enter: this machine)?")
    return "\n".join([tr("Tables on this network:"), *(lines or [f"  {tr('looking…')}"]), f"{which} "])


async def answers(address: Address) -> bool:
    """Whether anybody listens there."""
    with suppress(OSError):
        _, writer = await asyncio.open_connection(*address)
        writer.close()
        return True
    return False
