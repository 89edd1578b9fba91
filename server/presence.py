"""What a server tells others of itself: on the local network, and at a broker. It can fail without touching a table."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Coroutine, Iterator
from typing import TYPE_CHECKING

from protocol import VERSION
from protocol.announcement import Announcement
from protocol.directory import Node
from server.addresses import Reached, ours
from server.directory.broker import Broker
from server.directory.member import Member

if TYPE_CHECKING:
    from server.listener import Host

log = logging.getLogger(__name__)


class Presence:
    """That of a server which is open. `id` is this run of it."""

    def __init__(self, host: Host) -> None:
        self.id = secrets.token_hex(6)
        self._epoch = time.time_ns() // 1_000_000
        self._host = host
        self._lobby = host.lobby
        self._settings = host.settings
        self._beside_broker = host.settings.broker is not None and ours(host.settings.broker.host)

    def announcement(self) -> Announcement:
        """What the network may know before anybody has said hello."""
        listed = self._lobby.listed
        locked = bool(listed) and all(room.terms.lock for room in listed)
        return Announcement(self.id, VERSION, len(listed), tls=self._settings.tls is not None, phrase=locked)

    def status(self) -> Node:
        """What a directory tells of this server. That this machine is 127.0.0.1 is no news on another one."""
        settings, here = self._settings, self._host.whereabouts.now
        hidden = here.alone and not settings.public and not self._beside_broker
        reached = settings.public or Reached(here.addresses[0], self._host.port, tls=settings.tls is not None)
        return Node(
            state="up",
            epoch=self._epoch,
            version=VERSION,
            name=settings.name,
            address="" if hidden else str(reached),
            tls=reached.tls,
            tables=len(self._lobby.listed),
        )

    def work(self) -> Iterator[Coroutine[None, None, None]]:
        """What goes on for it, each until it is cancelled."""
        if self._settings.announce:
            yield self._announced()
        if self._settings.broker:
            yield self._at_broker(self._settings.broker)
        yield self._host.whereabouts.watch()

    def _announced(self) -> Coroutine[None, None, None]:
        from server.discovery import Announcer  # loads slowly, and most who play alone do without

        where = self._host.whereabouts
        announcer = Announcer(self._settings.name, self._host.port, lambda: where.now, self.announcement)
        self._lobby.tell(announcer.changed.set)
        where.tell(announcer.changed.set)
        return announcer.run()

    def _at_broker(self, broker: Broker) -> Coroutine[None, None, None]:
        from server.directory.mqtt import Mqtt

        lobby, node = self._lobby, self._settings.node or self.id
        member = Member(node, self.status, lobby.rows, lobby.others_changed, lobby.board)
        lobby.directory = member
        lobby.tell(member.refresh)
        self._host.whereabouts.tell(member.refresh)
        self._host.feed = member.feed
        if not self.status().address:
            log.warning(
                "Others at the broker are told no address: only this machine reaches it; --public names another."
            )
        return member.run(Mqtt(broker, member.will))
