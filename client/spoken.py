"""The table in sentences: everything that the full screen shows, as lines that are only ever added."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from client import ledger, rulebook, shuffle
from client.account import Account, sums_told, told
from client.choices import Choice
from client.hand import Group
from client.keys import Action, Keyboard
from client.language import later, tr, trn
from client.model import Model, arrived, comings_and_goings, overruled, since
from client.outages import Broken, Heard, Unseated
from client.players import Player
from client.text import (
    Style,
    Words,
    about,
    before_answer,
    cards_counted,
    explained,
    hand_counted,
    line_broken,
    listed,
    printable,
    words,
)
from client.tricks import Play
from client.viewmodel import Shown, begins, shown
from protocol import View
from protocol.from_server import Farewell, Said, Table, Update, Welcome

COMMANDS = {
    "start": later("deal: bots take the free seats"),
    "table": later("who sits where, what stands, the last trick"),
    "tricks": later("all that was played in this deal"),
    "ledger": later("the match: every deal, and the sums"),
    "look": later("after a deal: look back on it, step by step, all hands open"),
    "again": later("after a deal: play it again by yourself, against bots"),
    "options": later("seats, bots, and what else is done with the table; “options 2” does it"),
    "help": later("this list"),
    "hand": later("your cards"),
    "yes": later("makes final what is marked: cards that you put aside, once there are enough"),
    "hint": later("what a strong bot would do in your place, and why"),
    "rules": later("the rulebook: after a refusal the clause; “rules 5” or “rules 5.3” for a part of it"),
    "quit": later("leave the table"),
    "keep": later("leave it, and keep your seat: `tapis` brings you back"),
}
"""What can be said at a prompt, beside the choices."""

LETTERS: dict[Action, str] = {"start": "start", "hint": "hint", "look back": "look", "again": "again"}
"""The keys of the full screen that may be typed in a line, as far as they are signs or letters, and what they order."""

ASIDE = tuple(word for word in COMMANDS if word not in ("start", "yes", "hint", "look", "again"))
"""What can be said at any moment."""

TALK = "/"
"""Begins what is said to everybody."""

TALKING = {later("/hello"): later("say hello to everybody at the table")}


def news(before: Model, message: Heard, after: Model, style: Style, moment: float) -> Iterator[str]:
    """What a message brings at this moment, in the order in which it happened."""
    speech = words(after, style)
    match message:
        case Broken() if not before.broken:
            yield line_broken()
        case Unseated() | Farewell(reason="suspended"):
            yield speech.entry(after.log[-1])
        case Welcome():
            if before.broken:
                yield tr("The line is back.")
            yield from map(speech.note, comings_and_goings(before.table, message.table))
        case Said() if after is not before:
            yield speech.entry(message)
        case Table():
            yield from map(speech.note, comings_and_goings(before.table, message))
            if message.deals > before.table.deals:
                match = ledger.of(message, words(before, style))  # those who played: others may sit there now
                yield from ledger.spoken(match if match.over else replace(match, rows=()))
        case Update():
            if before.settled and any(map(begins, message.events)):
                yield ""
            yield from map(speech.note, (*overruled(before, message), *message.events))
            yield from counts(before.view, message.view, speech)
            then, now = shown(before, style, moment), shown(after, style, moment)
            if arrived(before, message):
                yield from table(now)
            elif partners(now) and partners(now) != partners(then):
                yield tr("With you: {names}.", names=", ".join(partners(now)))
            if now.account and now.account.rows != (then.account.rows if then.account else None):
                yield from account(now.account)
    yield from map(speech.note, shuffle.news(before.shuffle, after.shuffle))


def counts(before: View | None, view: View, speech: Words) -> Iterator[str]:
    """How many cards somebody else has left after a play, where the number of tricks does not tell it."""
    tricks = (*view.tricks, *([view.trick] if view.trick else []))
    if before is None or all(len(cards) == 1 for trick in tricks for cards in trick.plays):
        return
    for seat, (then, now) in enumerate(zip(before.counts, view.counts, strict=True)):
        if 0 < now < then and seat != view.viewer:
            yield trn("{name}: {count} card left.", "{name}: {count} cards left.", now, name=speech.player(seat))


def greeting(model: Model, style: Style, moment: float) -> Iterator[str]:
    """The first lines; who sits at a table where a deal goes on is told with the deal."""
    now = shown(model, style, moment)
    yield from now.invitation or [
        tr("{game}, at “{table}”.", game=words(model).said(model.about.title), table=printable(model.name))
    ]
    yield from now.log
    if model.table.state != "playing":
        yield from people(now)


def back_again(model: Model, before: Model, style: Style) -> Iterator[str]:
    """The first lines for who has been here before, when it was so: what has come since then."""
    yield tr("You are back at “{table}”.", table=printable(model.name))
    yield from map(words(model, style).entry, since(model.log, before.log))


def table(now: Shown) -> Iterator[str]:
    """The whole table, for whoever asks."""
    yield ". ".join(filter(None, (now.title, now.phase))) + "."
    yield from people(now)
    yield from now.facts
    if now.last_trick:
        yield about(now.last_heading, in_order(now.last_trick)) + "."
    if now.trick:
        yield about(now.trick_heading, in_order(now.trick)) + "."
    if now.hand:
        yield hand(now)
    if now.handless:
        yield now.handless


def tricks(now: Shown) -> Iterator[str]:
    """All that was played in this deal, from the first trick on."""
    yield from (f"{about(heading, in_order(plays))}." for heading, plays in now.tricks)
    if not now.tricks:
        yield tr("No trick is over yet.")


def people(now: Shown) -> Iterator[str]:
    """A sentence for each player, and one for the seats where nobody sits."""
    yield from (person(player) for player in now.players if not player.open)
    free = sum(player.open for player in now.players)
    if free:
        yield trn("{count} free seat.", "{count} free seats.", free)


def person(player: Player) -> str:
    """A seat: who, what he is, what he holds and has won."""
    parts = [*player.marks]
    if player.cards is not None:
        parts += [cards_counted(player.cards), *([player.tricks] if player.tricks else [])]
    if player.call:
        parts.append(tr("said “{call}”", call=player.call))
    if player.score:
        parts.append(player.score)
    if player.turn:
        parts.append(tr("to decide"))
    return (about(player.name, ", ".join(parts)) if parts else player.name) + "."


def partners(now: Shown) -> list[str]:
    """Who is on the viewer's side."""
    return [player.name for player in now.players if player.partner]


def in_order(trick: Sequence[Play]) -> str:
    """A trick, in the order of play."""
    return ", ".join(map(played, trick))


def played(play: Play) -> str:
    """One play of a trick."""
    if play.leads:
        return tr("{name} {cards} (winning)", name=play.name, cards=play.cards)
    return f"{play.name} {play.cards}"


def hand(now: Shown) -> str:
    """The whole hand, group by group."""
    return about(hand_counted(now.cards), listed(map(group, now.hand))) + "."


def group(cards: Group) -> str:
    """One group under its name."""
    return " ".join([*([cards.called] if cards.called else []), *(cell.text for cell in cards.cells)])


def question(now: Shown, marked: int = 0) -> Iterator[str]:
    """What is to be decided: the trick as far as it goes, the question, the choices by number. So many are marked."""
    if now.mode != "deciding":
        yield now.ask
        return
    if now.trick and len(now.trick) < len(now.players):
        yield about(now.trick_heading, in_order(now.trick)) + "."
    offers = ", ".join(f"{number}) {called(choice)}" for number, choice in enumerate(numbered(now), start=1))
    yield f"{before_answer(now.asked(marked), now.clock)} {offers}"


def called(choice: Choice) -> str:
    """A choice in brief; one that stands for several cards tells them."""
    return choice.full if len(choice.tokens) > 1 else choice.text


def options(now: Shown) -> Iterator[str]:
    """What can be done with the table, by number."""
    if now.options:
        yield tr("What can be done with the table:")
    else:
        yield tr("There is nothing that you can do with the table now.")
    yield from (f"options {number}: {option.text}." for number, option in enumerate(now.options, start=1))


def numbered(now: Shown) -> tuple[Choice, ...]:
    """The choices that have numbers: those that are legal, and whole."""
    return tuple(choice for choice in now.choices if choice.legal and not choice.rank)


def account(settled: Account) -> Iterator[str]:
    """The settlement, a sentence a line."""
    for row in settled.rows:
        cited = f"{row.text} ({row.clause})" if row.clause else row.text
        yield about(cited, told(settled.names, row.amounts)) if row.amounts else cited
    yield sums_told(settled)


def rules(now: Shown, part: str) -> Iterator[str]:
    """A part of the rulebook, or the clause that forbids what was tried last, or else what the parts are."""
    if now.game not in rulebook.books():
        yield tr("There is no rulebook of this game here.")
        return
    book = rulebook.book(now.game)
    wanted = part or now.clause
    if not wanted:
        yield tr("Say “rules” and the number of a part:")
        yield from book.headings
        return
    try:
        yield from (
            text.lstrip("# ") if text.startswith("#") else text for text in rulebook.paragraphs(book.find(wanted))
        )
    except rulebook.NoSuchClause as error:
        yield str(error)


def helping(now: Shown, keyboard: Keyboard) -> Iterator[str]:
    """What can be typed at this table, where a seat may be one that cannot be kept."""
    words = {word: what for word, what in COMMANDS.items() if word != "keep" or now.keeps}
    yield tr("Answer with the number of a choice, a card (KH, K♥ or RH; T21; EX), a word of the menu, or a token.")
    yield from explained({**words, **TALKING}, LETTERS, keyboard)
