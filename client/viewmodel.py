"""What there is to see, worked out of the model: words and marks, without a place on any screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from client import account, hand, ledger, marking
from client.account import Account
from client.choices import Choice, choices, decision
from client.hand import Group
from client.keys import Mode
from client.language import later, told, tr, trn
from client.ledger import Ledger
from client.model import Logged, Model, Told
from client.options import Option, options
from client.players import Player, players, seconds_left
from client.shuffle import ALARMS
from client.text import Style, Words, about, deals_counted, line_broken, printable, watching, with_key, words
from client.tricks import Play, in_order, tricks_shown, tricks_so_far
from protocol import Note, View
from protocol.from_server import Refused, Said

PEOPLE = "seat.", "chat."
"""How the keys begin of what is told of people and their seats, and of what the viewer wrote."""

DEALT = ("dealt", "dealt.again")
"""The notes with which a deal begins."""

READY = later("Press {key} when everybody is here."), later("Say {start} when everybody is here.")
NEXT = later("Press {key} for the next deal."), later("Say {start} for the next deal.")
ANOTHER = later("Press {key} for another match."), later("Say {start} for another match.")
"""What one does at the keys of the screen, and in lines."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything a screen or a reader may tell of the table at this moment. Where several cards are marked together,
    `asks` is the question with none of them marked, with one, and so on.
    """

    mode: Mode
    game: str
    title: str
    phase: str
    players: tuple[Player, ...]
    facts: tuple[str, ...]
    trick: tuple[Play, ...]
    trick_heading: str
    last_heading: str
    last_trick: tuple[Play, ...]
    tricks: tuple[tuple[str, tuple[Play, ...]], ...]
    log: tuple[str, ...]
    said: tuple[str, ...]
    hand: tuple[Group, ...]
    cards: int
    choices: tuple[Choice, ...]
    menu: tuple[Choice, ...]
    wanted: int
    ask: str
    asks: tuple[str, ...]
    refusal: str
    clause: str
    hint: str
    account: Account | None
    last_account: Account | None
    uncovered: bool
    ledger: Ledger
    options: tuple[Option, ...]
    invitation: tuple[str, ...]
    parting: str
    keeps: bool
    at_stake: bool
    aside: bool = False
    handless: str = ""
    clock: str = ""
    ticking: bool = False

    def asked(self, marked: int) -> str:
        """The question, for as many cards as are not marked yet."""
        questions = *self.asks, tr("All of them are marked")
        return questions[min(marked, self.wanted)] if self.wanted else self.ask


def shown(model: Model, style: Style = "screen", now: float | None = None, *, lying: bool = False) -> Shown:
    """The view model of a model at this moment; at none, no clock runs. A trick that is still `lying` there hides the
    next one.

    While a decision is on its way the hand and the menu stay as they are, so that nothing moves to and fro.
    """
    speech = words(model, style)
    view = model.view
    mode = mode_of(model)
    known = choices(view, speech) if view and mode in ("deciding", "watching") else ()
    offered = known if mode == "deciding" else ()
    wanted = marking.wanted(view, offered)
    on_table = replace(view, trick=None) if view and lying else view
    deal, then = (model.settled, at_the_end(model, speech)) if mode == "over" else (view, speech)
    trick, heading, last = tricks_shown(on_table, then, model.seat) if on_table else ((), "", ())
    return Shown(
        mode=mode,
        game=model.about.key,
        title=f"{speech.said(model.about.title)} · {printable(model.name)}",
        phase=state_of(model, view, speech),
        players=tuple(players(model, view, speech, now)),
        facts=tuple(then.note(fact) for fact in view.facts) if view else (),
        trick=trick,
        trick_heading=heading,
        last_heading=speech.note(Note("trick.last")),
        last_trick=last,
        tricks=tuple(tricks_so_far(deal, then, model.seat)) if deal else (),
        log=tuple(logged(model.log, speech)),
        said=tuple(speech.entry(entry) for entry in model.log if for_the_viewer(entry)),
        hand=hand.arranged(hand.groups(view.hand, known, speech), model.own) if view else (),
        cards=len(view.hand) if view else 0,
        choices=offered,
        menu=menu(known),
        wanted=wanted,
        ask=asked(model, view, mode, speech, wanted),
        asks=tuple(asked(model, view, mode, speech, left) for left in range(wanted, 0, -1)),
        refusal=refused(model),
        clause=clause_of(model),
        hint=hint(model, speech),
        account=settlement(model, deal, then),
        last_account=settlement(model, model.settled, at_the_end(model, speech)),
        uncovered=model.record is not None,
        ledger=ledger.of(model.table, speech, None if model.aside else model.seat),
        options=options(model, speech),
        invitation=tuple(map(printable, model.invitation)),
        parting=parting(model),
        keeps=keeps(model),
        at_stake=at_stake(model, mode),
        aside=model.aside,
        handless=handless(model),
        clock=clock(model, now),
        ticking=ticking(model),
    )


def logged(log: tuple[Logged, ...], speech: Words) -> Iterator[str]:
    """The lines of the log; an empty one parts a deal from the one before."""
    deals = 0
    for entry in log:
        note = entry.note if isinstance(entry, Told) else entry
        deals += begins(note)
        if deals > 1 and begins(note):
            yield ""
        yield speech.entry(entry)


def begins(note: Note | Said) -> bool:
    """Whether that is the beginning of a deal."""
    return isinstance(note, Note) and note.key in DEALT


def for_the_viewer(entry: Logged) -> bool:
    """Whether it is to be read on the smallest screen too: what people say, and how they come and go."""
    note = entry.note if isinstance(entry, Told) else entry
    return isinstance(note, Said) or note.key.startswith(PEOPLE)


def clock(model: Model, now: float | None) -> str:
    """The time that is left for a decision, where there is a clock and the line tells that it runs."""
    if not model.playing or model.until is None or now is None or model.broken:
        return ""
    return tr("{seconds} s", seconds=seconds_left(model.until, now))


def ticking(model: Model) -> bool:
    """Whether something that is shown counts seconds: a clock, or how long somebody may be away yet."""
    counted = model.until is not None or any(seat.grace for seat in model.table.seats)
    return model.playing and not model.broken and counted


def parting(model: Model) -> str:
    """What becomes of the table if the viewer leaves it."""
    if model.invitation:
        return tr("You are the host: the table closes for everybody.")
    others = any(seat.kind == "person" for at, seat in enumerate(model.table.seats) if at != model.seat)
    follows = tr("A bot plays on for you.") if model.table.state == "playing" else tr("Your seat is free then.")
    alone = tr("Nobody else is here: the match ends with it.")
    back = tr("Or keep your seat: `tapis` brings you back to it.") if keeps(model) else ""
    return f"{follows if others else alone} {back}".strip()


def at_stake(model: Model, mode: Mode) -> bool:
    """Whether a match has begun and is not over, so that it is asked before one leaves."""
    between = mode in ("waiting", "over")
    return not model.aside and (not between or (model.table.state == "over" and not ledger.over(model.table)))


def keeps(model: Model) -> bool:
    """Whether the viewer can leave and have his seat when he is back."""
    return model.lasting and not model.aside and not model.invitation


def state_of(model: Model, view: View | None, speech: Words) -> str:
    """What is going on, how far the match has come, and who else looks on."""
    table = model.table
    parts = [speech.phase(view.phase)] if view else []
    if table.deals_wanted is not None:
        deal = min(table.deals + (table.state == "playing"), table.deals_wanted)
        wanted = table.deals_wanted
        parts += [tr("deal {number} of {all}", number=deal, all=wanted) if deal else deals_counted(wanted)]
    parts += [watching(table.watching)] if table.watching else []
    return " · ".join(parts)


def menu(offered: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """What is chosen by a word; not what a rank of the hand stands for already."""
    by_rank = {choice.tokens for choice in offered if choice.rank}
    return tuple(choice for choice in offered if not choice.card and choice.tokens not in by_rank)


def mode_of(model: Model) -> Mode:
    """What the viewer can do now."""
    if model.broken:
        return "broken"
    if model.to_decide:
        return "deciding"
    if model.playing or model.starting or (model.view is None and model.table.state == "playing"):
        return "watching"
    return "over" if model.view or model.table.state == "over" else "waiting"


def asked(model: Model, view: View | None, mode: Mode, speech: Words, wanted: int) -> str:
    """The question, to which so many cards are `wanted` together; or what is being waited for."""
    if model.broken:
        return line_broken()
    if mode == "waiting":
        if model.aside:
            return tr("You are watching. Somebody at the table begins.")
        free = sum(seat.kind == "open" for seat in model.table.seats)
        bots = trn("A bot takes the free seat.", "Bots take the {count} free seats.", free) if free else ""
        return f"{start(model, speech, READY)} {bots}".rstrip()
    if mode == "over":
        ended = ledger.over(model.table)
        won = f"{ledger.winner(model.ended or model.table, at_the_end(model, speech))} " if ended else ""
        if model.aside:
            return won + tr("You are watching. Somebody at the table goes on.")
        return won + start(model, speech, ANOTHER if ended else NEXT)
    if mode == "deciding" and view:
        return speech.note(marking.asked(view.ask, wanted)) if view.ask else speech.phase(view.phase)
    if view is None and model.table.state == "playing":
        return tr("A deal is being played…")
    if view is None or view.to_act is None:
        return tr("The cards are being dealt…")
    if view.to_act == view.viewer:
        return tr("Your decision is on its way…")
    return f"{tr('Waiting for {name}.', name=speech.player(view.to_act))} {handless(model)}".rstrip()


def handless(model: Model) -> str:
    """Why the viewer has no hand in the deal that is played; nothing where he has one."""
    if not model.playing or (model.view and model.view.viewer is not None):
        return ""
    return tr("You are watching.") if model.aside else tr("You play from the next deal on.")


def start(model: Model, speech: Words, ways: tuple[str, str]) -> str:
    """How a deal is asked for: by the key that this person has for it, or by a word."""
    press, say = ways
    keyboard = model.own.keyboard
    if speech.style == "screen":
        return tr(press, key=keyboard.written("start"))
    return tr(say, start=with_key(tr("start"), keyboard.typed("start")))


def at_the_end(model: Model, speech: Words) -> Words:
    """The words for those who sat there when the last deal ended; others may do so by now."""
    return replace(speech, names=words(replace(model, table=model.ended or model.table)).names)


def settlement(model: Model, view: View | None, speech: Words) -> Account | None:
    """The account of a deal that is over; with it the last trick, which nobody has had the time to look at."""
    if view is None or view.result is None:
        return None
    trick, heading, _ = tricks_shown(view, speech, model.seat)
    last = [f"{about(heading, in_order(trick))}."] if trick else []
    verdict = model.shuffle.verdict if model.shuffle else None
    found = speech.note(verdict) if verdict else ""
    alarm = verdict is not None and verdict.key in ALARMS
    uncovered = (*last, *map(speech.note, view.facts), *([] if alarm or not found else [found]))
    own = None if model.aside else view.viewer
    return account.of(view.result, model.ended or model.table, speech, uncovered, found if alarm else "", own)


def refused(model: Model) -> str:
    """Why the last command was not carried out, with the clause where a rule forbids it."""
    if model.refusal is None:
        return ""
    clause, why = clause_of(model), told(model.refusal, model.about.key)
    return printable(f"{why} ({clause})" if clause else why)


def hint(model: Model, speech: Words) -> str:
    """What a bot would do here; that it thinks about it; nothing where it was not asked."""
    if model.pondered:
        return tr("A strong bot thinks about it…")
    if model.advice is None:
        return ""
    choice = decision(model.view, model.advice.token, speech)
    said = tr("A strong bot would choose: {choice}. {reason}", choice=choice, reason=speech.reason(model.advice))
    return said + " " + tr("It knows only what you know.")


def clause_of(model: Model) -> str:
    """The clause that forbids what was chosen last; empty where there is none."""
    return model.refusal.clause or "" if isinstance(model.refusal, Refused) else ""
