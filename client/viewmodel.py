"""What there is to see, worked out of the model: words and marks, without a place on any screen."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from client import account, hand, ledger, marking
from client.account import Account
from client.choices import Choice, choices, decision
from client.hand import Group
from client.keys import Mode
from client.language import later, told, tr, trn
from client.ledger import Ledger
from client.model import Model
from client.options import Option, options
from client.shuffle import ALARMS
from client.text import Style, Words, about, deals_counted, line_broken, printable, signed, with_key, words
from protocol import Note, Trick, View
from protocol.from_server import Refused, Said, Seat

LEADS = "*"
"""Stands beside the play that leads the trick."""

TAKER_FACT = "contract"
"""The standing fact whose seat is the one that plays the contract."""

BOTS = {None: later("bot"), "easy": later("easy bot"), "normal": later("normal bot"), "strong": later("strong bot")}
"""The mark of a bot, by its level where that is known."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat and all that is shown beside it. `away` counts seats from the viewer's own, in the order of play; the last
    mark of a `bot` says what kind of bot it is.
    """

    away: int
    name: str
    open: bool = False
    bot: bool = False
    partner: bool = False
    marks: tuple[str, ...] = ()
    turn: bool = False
    cards: int | None = None
    tricks: str = ""
    call: str = ""
    score: str = ""


@dataclass(frozen=True, slots=True)
class Play:
    """One play of a trick: whose, counted from the viewer's seat, what, in a sentence and as it lies on the table,
    and whether it leads the trick so far.
    """

    away: int
    name: str
    cards: str
    face: str
    leads: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything a screen or a reader may tell of the table at this moment."""

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
    aside: bool = False
    clock: str = ""
    ticking: bool = False


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
    on_table = replace(view, trick=None) if view and lying else view
    trick, heading, last = tricks_shown(on_table, speech, model.seat) if on_table else ((), "", ())
    return Shown(
        mode=mode,
        game=model.about.key,
        title=f"{speech.said(model.about.title)} · {printable(model.name)}",
        phase=state_of(model, view, speech),
        players=tuple(players(model, view, speech, now)),
        facts=tuple(speech.note(fact) for fact in view.facts) if view else (),
        trick=trick,
        trick_heading=heading,
        last_heading=speech.note(Note("trick.last")),
        last_trick=last,
        tricks=tuple(tricks_so_far(view, speech, model.seat)) if view else (),
        log=tuple(map(speech.entry, model.log)),
        said=tuple(speech.entry(entry) for entry in model.log if isinstance(entry, Said)),
        hand=hand.arranged(hand.groups(view.hand, known, speech), model.own) if view else (),
        cards=len(view.hand) if view else 0,
        choices=offered,
        menu=menu(known),
        wanted=marking.wanted(view, offered),
        ask=asked(model, view, mode, speech),
        refusal=refused(model),
        clause=clause_of(model),
        hint=hint(model, speech),
        account=settlement(model, view, speech),
        last_account=settlement(model, model.settled, speech),
        uncovered=model.record is not None,
        ledger=ledger.of(model.table, speech),
        options=options(model, speech),
        invitation=tuple(map(printable, model.invitation)),
        parting=parting(model),
        keeps=keeps(model),
        aside=model.aside,
        clock=clock(model, now),
        ticking=model.playing
        and not model.broken
        and (model.until is not None or any(seat.grace for seat in model.table.seats)),
    )


def clock(model: Model, now: float | None) -> str:
    """The time that is left for a decision, where there is a clock and the line tells that it runs."""
    if not model.playing or model.until is None or now is None or model.broken:
        return ""
    return tr("{seconds} s", seconds=seconds_left(model.until, now))


def parting(model: Model) -> str:
    """What becomes of the table if the viewer leaves it."""
    if model.invitation:
        return tr("You are the host: the table closes for everybody.")
    others = any(seat.kind == "person" for at, seat in enumerate(model.table.seats) if at != model.seat)
    alone = tr("Nobody else is here: the deal ends with it.")
    back = tr("Or keep your seat: `tapis` brings you back to it.") if keeps(model) else ""
    return f"{tr('A bot plays on for you.') if others else alone} {back}".strip()


def keeps(model: Model) -> bool:
    """Whether the viewer can leave and have his seat when he is back."""
    return model.lasting and not model.aside and not model.invitation


def seconds_left(until: float, now: float) -> int:
    """The whole seconds until a moment."""
    return max(0, math.ceil(until - now))


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


def watching(count: int) -> str:
    """So many who watch."""
    return trn("{count} watching", "{count} watching", count)


def menu(offered: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """What is chosen by a word; not what a card of the hand stands for already."""
    by_card = {choice.tokens for choice in offered if choice.card}
    return tuple(choice for choice in offered if not choice.card and choice.tokens not in by_card)


def mode_of(model: Model) -> Mode:
    """What the viewer can do now."""
    if model.broken:
        return "broken"
    if model.to_decide:
        return "deciding"
    if model.playing or model.starting or (model.view is None and model.table.state == "playing"):
        return "watching"
    return "over" if model.view else "waiting"


def players(model: Model, view: View | None, speech: Words, now: float | None) -> list[Player]:
    """Every seat, in the order of play, beginning with the viewer's own."""
    seats = len(model.table.seats)
    order = [(model.seat + away) % seats for away in range(seats)]
    won = [trick.winner for trick in view.tricks] if view else []
    return [
        Player(
            away,
            speech.player(seat),
            open=model.table.seats[seat].kind == "open",
            bot=model.table.seats[seat].kind == "bot",
            partner=view is not None and with_viewer(view, seat),
            marks=marks(model, view, seat, now),
            turn=view is not None and view.to_act == seat,
            cards=view.counts[seat] if view else None,
            tricks=speech.tricks(won.count(seat)),
            call=call(view, seat, speech),
            score=signed(model.table.scores[seat]) if model.table.deals else "",
        )
        for away, seat in enumerate(order)
    ]


def marks(model: Model, view: View | None, seat: int, now: float | None) -> tuple[str, ...]:
    """What a seat is to the table and to the viewer, in a word each."""
    sitting = model.table.seats[seat]
    found = [tr("you")] if seat == model.seat and not model.aside else []
    if sitting.kind == "person" and not sitting.present:
        found += [absent(grace_left(model, sitting, now))]
    if view:
        found += [tr("dealer")] if view.dealer == seat else []
        found += [tr("taker")] if any(fact.key == TAKER_FACT and fact.seat == seat for fact in view.facts) else []
        found += [tr("with you")] if with_viewer(view, seat) else []
    found += [tr(BOTS[sitting.level])] if sitting.kind == "bot" else []
    return tuple(found)


def grace_left(model: Model, sitting: Seat, now: float | None) -> int | None:
    """The seconds before a bot plays for who is away; none where they do not run, or we do not hear how they run."""
    if now is None or model.broken or model.table.state != "playing":
        return None
    return seconds_left(model.at + (sitting.grace or 0), now)


def absent(left: int | None) -> str:
    """Somebody is away; a bot plays for him in so many seconds, if they run."""
    if left is None:
        return tr("away")
    return tr("away, bot in {seconds} s", seconds=left) if left else tr("away, bot plays")


def with_viewer(view: View, seat: int) -> bool:
    """Whether another seat is on the viewer's side, as far as sides are settled."""
    own = view.sides[view.viewer] if view.viewer is not None else None
    return own is not None and seat != view.viewer and view.sides[seat] == own


def call(view: View | None, seat: int, speech: Words) -> str:
    """What a seat last said in the auction, for as long as the auction goes on."""
    if view is None or view.tricks or view.trick:
        return ""
    seats = len(view.counts)
    said = [token for turn, token in enumerate(view.calls) if (view.dealer + 1 + turn) % seats == seat]
    return speech.token(said[-1]) if said else ""


def tricks_shown(view: View, speech: Words, seat: int) -> tuple[tuple[Play, ...], str, tuple[Play, ...]]:
    """The trick on the table, what to call it, and the one before. A finished one lies there until the next is led."""
    done = [plays(trick, len(view.counts), speech, seat) for trick in view.tricks]
    if view.trick and view.trick.plays:
        now = plays(view.trick, len(view.counts), speech, seat)
        return now, speech.note(Note("trick.now", args={"number": len(done) + 1})), done[-1] if done else ()
    if done and view.tricks[-1].winner is not None:
        return done[-1], speech.note(Note("trick.over", view.tricks[-1].winner, args={"number": len(done)})), ()
    return (), "", ()


def tricks_so_far(view: View, speech: Words, seat: int) -> Iterator[tuple[str, tuple[Play, ...]]]:
    """All that was played in this deal, trick by trick, each under what it is called."""
    for number, trick in enumerate(view.tricks, start=1):
        heading = speech.note(Note("trick.over", trick.winner, args={"number": number}))
        yield heading, plays(trick, len(view.counts), speech, seat)


def plays(trick: Trick, seats: int, speech: Words, viewer: int) -> tuple[Play, ...]:
    """The plays of a trick, in the order in which they were made."""
    by = [(trick.leader + turn) % seats for turn in range(len(trick.plays))]
    best = max((turn for turn, seat in enumerate(by) if seat == trick.winner and trick.plays[turn]), default=None)
    return tuple(
        Play(
            (seat - viewer) % seats,
            speech.player(seat),
            " ".join(map(speech.card, cards)) or tr("pass"),
            " ".join(map(speech.face, cards)) or tr("pass"),
            leads=turn == best,
        )
        for turn, (seat, cards) in enumerate(zip(by, trick.plays, strict=True))
    )


def asked(model: Model, view: View | None, mode: Mode, speech: Words) -> str:
    """The question, or what is being waited for."""
    if model.broken:
        return line_broken()
    if mode == "waiting":
        if model.aside:
            return tr("You are watching. Somebody at the table begins.")
        free = sum(seat.kind == "open" for seat in model.table.seats)
        if not free:
            return tr("Say {start} when everybody is here.", start=starting(model, speech))
        return trn(
            "Say {start} when everybody is here; a bot takes the free seat.",
            "Say {start} when everybody is here; bots take the {count} free seats.",
            free,
            start=starting(model, speech),
        )
    if mode == "over":
        ended = ledger.over(model.table)
        won = f"{ledger.winner(model.table, speech)} " if ended else ""
        if model.aside:
            return won + tr("You are watching. Somebody at the table goes on.")
        again = later("Say {start} for another match.") if ended else later("Say {start} for the next deal.")
        return won + tr(again, start=starting(model, speech))
    if mode == "deciding" and view:
        return speech.note(view.ask) if view.ask else speech.phase(view.phase)
    if view is None and model.table.state == "playing":
        return tr("A deal is being played…")
    if view is None or view.to_act is None:
        return tr("The cards are being dealt…")
    if view.to_act == view.viewer:
        return tr("Your decision is on its way…")
    waiting = tr("Waiting for {name}.", name=speech.player(view.to_act))
    if model.aside:
        return f"{waiting} {tr('You are watching.')}"
    return waiting if view.viewer is not None else f"{waiting} {tr('You play from the next deal on.')}"


def starting(model: Model, speech: Words) -> str:
    """How a deal is asked for: by a word, or by the key that this person has for it."""
    keyboard = model.own.keyboard
    key = keyboard.written("start") if speech.style == "screen" else keyboard.typed("start")
    return with_key(tr("start"), key)


def settlement(model: Model, view: View | None, speech: Words) -> Account | None:
    """The account of a deal that is over; with it the last trick, which nobody has had the time to look at."""
    if view is None or view.result is None:
        return None
    then = model.ended or model.table
    speech = replace(speech, names=words(replace(model, table=then)).names)
    trick, heading, _ = tricks_shown(view, speech, model.seat)
    last = [f"{about(heading, in_order(trick))}."] if trick else []
    verdict = model.shuffle.verdict if model.shuffle else None
    found = speech.note(verdict) if verdict else ""
    alarm = verdict is not None and verdict.key in ALARMS
    uncovered = (*last, *map(speech.note, view.facts), *([] if alarm or not found else [found]))
    return account.of(view.result, then, speech, uncovered, found if alarm else "")


def in_order(trick: tuple[Play, ...]) -> str:
    """A trick as it was played."""
    return ", ".join(f"{play.name} {play.cards}{LEADS if play.leads else ''}" for play in trick)


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
