"""What can be chosen now, and which of it a person means by what he types."""

from __future__ import annotations

from dataclasses import dataclass

from client import cards
from client.cards import folded
from client.text import Words
from protocol import View


@dataclass(frozen=True, slots=True)
class Choice:
    """A card of the hand, a word on the menu, or an offer of several tokens one after the other.

    `text` is what it is called in brief, `full` in words.

    A card that is not among the legal ones can be chosen too: the server says which clause forbids it.
    """

    tokens: tuple[str, ...]
    text: str
    full: str
    names: frozenset[str]
    card: str | None = None
    legal: bool = True


def choices(view: View, words: Words) -> tuple[Choice, ...]:
    """The whole hand, if a card is to be chosen, then the menu, then the offers. Empty when nothing is asked."""
    verbs = {token: on_card(token, view.hand) for token in view.legal}
    verb = next((verb for verb in verbs.values() if verb), None)
    hand = [_card(code, verb, view, words) for code in view.hand] if verb else []
    menu = [_word(token, words) for token in view.legal if not verbs[token]]
    offers = [_choice(offer.tokens, words.note(offer.note), set()) for offer in view.offers]
    return (*hand, *menu, *offers)


def on_card(token: str, hand: tuple[str, ...]) -> str | None:
    """The verb of a token that is chosen by choosing a card of the hand: `play` of `play:KH`."""
    verb, colon, card = token.partition(":")
    return verb if colon and card in hand else None


def meant(choices: tuple[Choice, ...], text: str) -> tuple[Choice, ...]:
    """Those that a typed text may mean: exactly, or else the legal ones that begin with it."""
    word = folded(text)
    if not word:
        return ()
    exact = tuple(choice for choice in choices if word in choice.names)
    return exact or tuple(
        choice for choice in choices if choice.legal and any(name.startswith(word) for name in choice.names)
    )


def _card(code: str, verb: str, view: View, words: Words) -> Choice:
    about = words.about
    token = f"{verb}:{code}"
    names = cards.typed(code, about.suits, about.labels) | {folded(token)}
    return Choice((token,), words.card(code), words.card_in_full(code), names, card=code, legal=token in view.legal)


def _word(token: str, words: Words) -> Choice:
    what = token.partition(":")[2] or token
    return _choice((token,), words.token(token), {token, what, words.about.labels.get(what, what)})


def _choice(tokens: tuple[str, ...], text: str, names: set[str]) -> Choice:
    return Choice(tokens, text, text, frozenset(map(folded, {text, *names})))
