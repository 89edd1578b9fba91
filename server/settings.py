"""What a server is to be."""

from __future__ import annotations

import ssl
from dataclasses import dataclass, field
from pathlib import Path

from engine import GAMES
from protocol import DEFAULT_PORT
from protocol.message import Level
from server.addresses import Network, Reached
from server.directory.broker import Broker
from server.limits import Limits
from server.orders import Dealt


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a server is to be. `bind` None is every address of this machine, `port` 0 any free one, `pace` the
    seconds that a bot takes. `seed` makes every deal known in advance, without a shuffle that could be checked: for
    tests alone. Where a deal is `laid`, all tables deal that one and no other, to be played again. `journal` is the
    file in which tables outlive the server, or None. With `tls`, lines are encrypted. The server that is to `announce`
    itself can be found on the network; with a `broker` its tables are in the directory there, as those of a `node`, any
    unless told, and with it others are told where it can be reached: at its `public` address, where it has another one
    than it listens at. A `proxy` is believed when it says who connects. The rest is as in `Terms`.
    """

    game: str = next(iter(GAMES))
    bind: str | None = None
    port: int = DEFAULT_PORT
    name: str = "Tapis Vert"
    bots: int = 0
    level: Level = "normal"
    deals: int | None = None
    clock: int | None = None
    grace: float = 30.0
    pace: float = 0.8
    spectators: bool = True
    seed: int | None = None
    laid: Dealt | None = None
    journal: Path | None = None
    afresh: bool = False
    announce: bool = False
    broker: Broker | None = None
    node: str | None = None
    public: Reached | None = None
    proxy: Network | None = None
    limits: Limits = field(default_factory=Limits)
    tls: ssl.SSLContext | None = None
