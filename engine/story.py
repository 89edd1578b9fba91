"""A replayed deal as a text for people: hands, what was said and played, trick by trick, and the settlement."""

from __future__ import annotations

from collections.abc import Iterator

from engine.account import Result
from engine.notes import Note, number, say
from engine.record import Replay


def tell(replay: Replay) -> str:
    """The whole deal, several lines."""
    return "\n".join(_lines(replay)) + "\n"


def _lines(replay: Replay) -> Iterator[str]:
    game, first = replay.game, replay.states[0]
    yield f"{game.about.title}, dealt by {replay.players[first.dealer]}."
    for key in game.shape(first.dealer):
        part = first.layout[key]
        if key == "hands":
            for seat, hand in enumerate(part):
                yield f"  {replay.players[seat]}: {' '.join(game.pack.names(game.pack.mask(hand)))}"
        else:
            yield f"  {key}: {part if isinstance(part, str) else ' '.join(part)}"
    yield ""
    yield from _events(replay)
    if replay.refused:
        token, refusal = replay.refused
        yield f"Action {len(replay.steps) + 1} is illegal: {token[:40]!a} – {refusal}"
    if replay.result is None:
        yield f"Unfinished: {replay.players[replay.states[-1].player]} is to act."
    else:
        yield from _uncovered(replay)
        yield ""
        yield from _account(replay, replay.result)


def _events(replay: Replay) -> Iterator[str]:
    trick: list[str] = []
    tricks = 0
    for before, step, notes in zip(replay.states, replay.steps, replay.told(), strict=False):
        for note in notes:
            if before.phase == "play" and note.key in ("played", "passed"):
                trick.append(f"{replay.players[step.seat]} {' '.join(note.cards) or 'passes'}")
            elif note.key == "trick":
                tricks += 1
                yield f"{tricks:>3}  {', '.join(trick)} – {_say(replay, note)}"
                trick = []
            else:
                yield _say(replay, note)
    if trick:
        yield f"{tricks + 1:>3}  {', '.join(trick)}"


def _uncovered(replay: Replay) -> Iterator[str]:
    """What comes to light at the end and was not known on the way, but for the hands, which stand above."""
    game = replay.game
    known = [note for notes in replay.told() for note in notes]
    known += [fact for state in replay.states[-2:-1] for fact in game.view(state, None).facts]
    for fact in game.view(replay.states[-1], None).facts:
        if fact not in known and fact.key != "hand":
            yield _say(replay, fact)


def _account(replay: Replay, result: Result) -> Iterator[str]:
    lines = [(f"{line.clause:<5}{_say(replay, line.note)}", line.amounts) for line in result.account]
    lines.append(("Score", result.scores))
    width = max(len(words) for words, amounts in lines if amounts) + 2
    wide = max(8, *(len(name) + 2 for name in replay.players))
    yield " " * width + "".join(f"{name:>{wide}}" for name in replay.players)
    for words, amounts in lines:
        yield (f"{words:<{width}}" + "".join(f"{number(amount):>{wide}}" for amount in amounts)).rstrip()


def _say(replay: Replay, note: Note) -> str:
    return say(note, replay.game.about.labels, replay.players.__getitem__)
