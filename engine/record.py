"""Game records: one deal as one JSON object, and its replay."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import game_named
from engine.account import Result
from engine.errors import BadRecord, IllegalAction, UnknownGame, quoted
from engine.game import Game, State
from engine.notes import Note


@dataclass(frozen=True)
class Step:
    """One action that was taken, out of the tokens that were legal (sorted by code point)."""

    seat: int
    legal: tuple[str, ...]
    action: str


@dataclass(frozen=True)
class Replay:
    """A record played through: every state from the first to the last, the step between each two, and the
    refusal that ended it early, if one did. `players` are called as the record calls them.
    """

    game: Game[Any]
    states: tuple[State, ...]
    steps: tuple[Step, ...]
    refused: tuple[str, IllegalAction] | None = None
    players: tuple[str, ...] = ()

    @property
    def result(self) -> Result | None:
        """How the deal ended; None where the actions stop early."""
        return self.game.result(self.states[-1])

    def told(self) -> tuple[tuple[Note, ...], ...]:
        """What each step made public."""
        between = zip(self.states, self.steps, self.states[1:], strict=False)
        return tuple(self.game.events(before, step.action, after) for before, step, after in between)


def parse(line: str) -> dict[str, Any]:
    """A record from one line. BadRecord for anything that is not one."""
    try:
        record = json.loads(line)
    except json.JSONDecodeError as error:
        wrong = error.msg[:1].lower() + error.msg[1:].removesuffix(" at").removesuffix(" starting")  # the place is told
        raise BadRecord(f"This is not JSON from its sign {error.colno} on: {wrong}.") from None
    except (ValueError, RecursionError):
        raise BadRecord("No record has a number so long, or is nested so deep.") from None
    if not isinstance(record, dict):
        raise BadRecord("A record is a JSON object, with `game`, `dealer`, `deal` and `actions`.")
    for key in ("game", "dealer", "deal", "actions"):
        if key not in record:
            raise BadRecord(f"A record must have `{key}`.")
    if not isinstance(record["game"], str):
        raise BadRecord(f"`game` must be the name of a game, not {quoted(record['game'])}.")
    actions = record["actions"]
    if not isinstance(actions, list):
        raise BadRecord(f"`actions` must be a list of tokens, not {quoted(actions)}.")
    for step, token in enumerate(actions):
        if not isinstance(token, str):
            raise BadRecord(f'`actions[{step}]` must be a token, such as "pass", not {quoted(token)}.')
    return record


def turned(record: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """How the cards of a record lay, as if whoever sat on that seat had had seat 0: no game tells seats apart by their
    numbers. BadRecord for an impossible deal.
    """
    game = _game(record)
    state, seats = game.restore(record["deal"], record["dealer"]), game.about.seats
    if not 0 <= seat < seats:
        raise BadRecord(f"The seats of this deal are 0 to {seats - 1}; there is no seat {seat}.")
    hands = state.layout["hands"]
    deal = {**state.layout, "hands": [*hands[seat:], *hands[:seat]]}
    return {"game": record["game"], "dealer": (state.dealer - seat) % seats, "deal": deal}


def replay(record: Mapping[str, Any]) -> Replay:
    """Play a record through, up to its end or to the first illegal action. BadRecord for an impossible deal."""
    game = _game(record)
    played = play(game, game.restore(record["deal"], record["dealer"]), record["actions"])
    return dataclasses.replace(played, players=called(record, game.about.seats))


def _game(record: Mapping[str, Any]) -> Game[Any]:
    try:
        return game_named(record["game"])
    except UnknownGame as error:
        raise BadRecord(str(error)) from None


def called(record: Mapping[str, Any], seats: int) -> tuple[str, ...]:
    """What to call who sat on each seat: his name, where the record has one that can be shown, else its number."""
    known = record.get("players")
    named = known if isinstance(known, list) and len(known) == seats else [None] * seats
    return tuple(
        name if isinstance(name, str) and name.isprintable() and name.strip() else f"Seat {seat}"
        for seat, name in enumerate(named)
    )


def play(game: Game[Any], state: State, actions: Sequence[str]) -> Replay:
    """Apply actions one after the other, up to the first illegal one."""
    states, steps, refused = [state], [], None
    for token in actions:
        seat, legal = game.to_act(state), game.legal(state)
        try:
            state = game.apply(state, token)
        except IllegalAction as refusal:
            refused = (token, refusal)
            break
        assert seat is not None
        steps.append(Step(seat, tuple(sorted(legal)), token))
        states.append(state)
    return Replay(game, tuple(states), tuple(steps), refused, called({}, game.about.seats))


def contradiction(record: Mapping[str, Any], replay: Replay) -> str | None:
    """What is wrong with the scores that a record names, as a sentence; None where its actions bring them, or it names
    none.
    """
    if "scores" not in record:
        return None
    if replay.result is None:
        return "The record names scores, but its actions stop before the end of the deal."
    brought = list(replay.result.scores)
    if record["scores"] == brought:
        return None
    written = json.dumps(record["scores"])[:80]
    return f"The record names other scores ({written}) than its actions bring ({brought})."


def answer(replay: Replay) -> dict[str, Any]:
    """What `tapis replay --json` prints for one record."""
    game, last = replay.game, replay.states[-1]
    answer: dict[str, Any] = {
        "game": game.about.key,
        "steps": [{"seat": step.seat, "legal": list(step.legal), "action": step.action} for step in replay.steps],
    }
    result = replay.result
    if result is None:
        answer["result"] = {
            "status": "unfinished",
            "scores": None,
            "details": {},
            "to_act": game.to_act(last),
            "legal": sorted(game.legal(last)),
        }
    else:
        answer["result"] = {"status": result.status, "scores": list(result.scores), "details": dict(result.details)}
        if result.reason is not None:
            answer["result"]["reason"] = result.reason
    if replay.refused is not None:
        token, refusal = replay.refused
        answer["error"] = {
            "step": len(replay.steps),
            "token": token,
            "clause": refusal.clause,
            "message": str(refusal.reason),
        }
    return answer
