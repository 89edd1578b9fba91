"""What can be chosen now, and which of it a person means by what he types."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from client import cards
from client.cards import folded
from client.text import Words
from protocol import Offer, View


@dataclass(frozen=True, slots=True)
class Choice:
    """A card of the hand, a word on the menu, or an offer of several tokens one after the other.

    `text` is what it is called in brief, `full` in words. A card with a `rank` may be marked, to be played together
    with others: its tokens then are those of playing it alone, and `whole` tells whether it may be. `lettered` is how
    a card is written without signs, `halves` what names its rank or its suit alone.

    A card that is not among the legal ones can be chosen too: the server says which clause forbids it.
    """

    tokens: tuple[str, ...]
    text: str
    full: str
    names: frozenset[str]
    card: str | None = None
    lettered: str = ""
    halves: frozenset[str] = frozenset()
    legal: bool = True
    rank: str | None = None
    whole: bool = True

    @property
    def key(self) -> tuple[str, ...]:
        """What tells it from all others: two cards of a rank have the same tokens."""
        return (self.card,) if self.card else self.tokens


def choices(view: View, words: Words) -> tuple[Choice, ...]:
    """What is ready-made first, then the whole hand, if a card is to be chosen, then the menu. Empty when nothing is
    asked.
    """
    verbs = {token: on_card(token, view.hand) for token in view.legal}
    verb = next((verb for verb in verbs.values() if verb), None)
    hand = [_card(code, verb, view, words) for code in view.hand] if verb else _by_rank(view, words)
    menu = [_word(token, words) for token in view.legal if not verbs[token]]
    offers = [_offer(offer, words) for offer in view.offers]
    return (*offers, *hand, *menu)


def decision(view: View | None, token: str, words: Words) -> str:
    """A decision in the words in which it was asked of whoever makes it; a rank by itself, since which card of it
    that will be is the game's to say.
    """
    offered = choices(replace(view, offers=()), words) if view else ()
    found = next((choice for choice in offered if choice.tokens == (token,)), None)
    if found is None:
        return words.token(token)
    return cards.face(found.rank) if found.rank else found.text


def on_card(token: str, hand: tuple[str, ...]) -> str | None:
    """The verb of a token that is chosen by choosing a card of the hand: `play` of `play:KH`."""
    verb, colon, card = token.partition(":")
    return verb if colon and card in hand else None


def ranks_of(token: str) -> tuple[str, ...]:
    """The ranks in a token that plays several cards at once: `3 3` of `play:3,3`."""
    return tuple(token.partition(":")[2].split(","))


def together(choices: tuple[Choice, ...], cards: Collection[str]) -> Choice:
    """What plays the marked cards: a legal choice of just these ranks, else one that says what was meant."""
    return combined(choices, [choice for choice in choices if choice.card in cards and choice.rank])[0]


def combined(choices: tuple[Choice, ...], cards: list[Choice]) -> tuple[Choice, ...]:
    """What is played with these cards, each of which has a rank: the legal choices of just these ranks, else one that
    says what was meant, so that the server can say which clause forbids it.
    """
    ranks = [card.rank or "" for card in cards]
    whole = (choice for choice in choices if choice.legal and not choice.card and len(choice.tokens) == 1)
    legal = tuple(choice for choice in whole if sorted(ranks_of(choice.tokens[0])) == sorted(ranks))
    verb, text = cards[0].tokens[0].partition(":")[0], " ".join(card.text for card in cards)
    return legal or (Choice((f"{verb}:{','.join(ranks)}",), text, text, frozenset(), legal=False),)


def meant(choices: tuple[Choice, ...], text: str) -> tuple[Choice, ...]:
    """Those that a typed text may mean: one by its name, or the legal ones whose name begins so or is half named; else
    cards that are not legal, half named, or the combination of several cards.
    """
    word = folded(text)
    if not word:
        return ()
    exact = _exact(choices, text)
    if exact and not any(choice.legal for choice in exact):
        return named_too(choices, word, exact[0]) or _alike(exact)
    half = _half(text)
    halves = tuple(choice for choice in choices if choice.card and half in choice.halves)
    begun = (choice for choice in choices if choice in halves or any(name.startswith(half) for name in choice.names))
    legal = tuple(choice for choice in begun if choice.legal)
    whole = tuple(choice for choice in legal if choice.whole)
    return _alike(exact or whole or legal or halves) or _together(choices, text)


def _exact(choices: tuple[Choice, ...], text: str) -> tuple[Choice, ...]:
    """Those that are named in full: a card by its letters, its code or what is seen on it, anything by a name or by its
    token. In some languages two suits begin with the same letter, or the letter of one is that of another in a code,
    so what is written there goes first. A number is that of a trump before it is a rank, unless only the rank is
    allowed.
    """
    word, seen = folded(text), "".join(text.upper().split())
    coded = tuple(choice for choice in choices if choice.card and seen == choice.lettered)
    coded = coded or tuple(choice for choice in choices if choice.card and word == folded(choice.card))
    coded = coded or tuple(choice for choice in choices if choice.card and seen == choice.text.upper())
    return coded or tuple(
        choice for choice in choices if word in choice.names or [word] == [*map(folded, choice.tokens)]
    )


def _half(text: str) -> str:
    """A text as the half of a name: a suit by its sign is no letter."""
    return text.strip() if text.strip() in cards.SIGNS.values() else folded(text)


def _alike(found: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """One of them, where it does not matter which."""
    return found[:1] if len({choice.tokens for choice in found}) == 1 else found


def _together(choices: tuple[Choice, ...], text: str) -> tuple[Choice, ...]:
    """The combination of several cards that are named one by one, as `3s 3h`, or by their ranks."""
    hand = tuple(choice for choice in choices if choice.card and choice.rank)
    named: list[Choice] = []
    for part in _parts(hand, text):
        found = [choice for choice in _one_by_one(hand, part) if choice not in named]
        if len({choice.rank for choice in found}) != 1:
            return ()
        named.append(found[0])
    return combined(choices, named) if len(named) > 1 else ()


def _parts(hand: tuple[Choice, ...], text: str) -> Iterator[str]:
    """What stands between commas, and between spaces where they are not those of a name."""
    for part in re.split("[,;]", text):
        yield from [part] if _one_by_one(hand, part) else part.split()


def _one_by_one(hand: tuple[Choice, ...], text: str) -> tuple[Choice, ...]:
    return _exact(hand, text) or tuple(choice for choice in hand if _half(text) in choice.halves)


def named_too(choices: tuple[Choice, ...], number: str, chosen: Choice) -> tuple[Choice, ...]:
    """Other legal choices that a number may mean: the trump of that number, a card of that rank."""
    return tuple(
        choice
        for choice in choices
        if number.isdecimal()
        and choice.legal
        and choice.tokens != chosen.tokens
        and (number in choice.names or (choice.card is not None and choice.card[:-1] == number))
    )


def _card(code: str, verb: str, view: View, words: Words) -> Choice:
    about = words.about
    token, names, halves = f"{verb}:{code}", cards.typed(code, about), cards.half_typed(code, about)
    text, full, lettered = words.card(code), words.card_in_full(code), cards.lettered(code, about)
    legal = token in view.legal
    return Choice((token,), text, full, names, card=code, lettered=lettered, halves=halves, legal=legal)


def _by_rank(view: View, words: Words) -> list[Choice]:
    """The cards of a hand that is played by ranks; none where no token speaks of ranks. One with a label does not."""
    about = words.about
    ranks = {code: card.rank for code in view.hand if (card := cards.suited(code, about))}
    unnamed = {token: ranks_of(token) for token in view.legal if token not in about.labels}
    spoken = {token: parts for token, parts in unnamed.items() if set(parts) <= set(ranks.values())}
    if not spoken:
        return []
    verb = next(iter(spoken)).partition(":")[0]
    playable = {rank for parts in spoken.values() for rank in parts}
    return [
        replace(
            _card(code, verb, view, words),
            tokens=(f"{verb}:{rank}",),
            full=cards.rank_in_full(rank),  # which card of the rank it will be is the game's to say
            legal=rank in playable,
            rank=rank,
            whole=f"{verb}:{rank}" in view.legal,
        )
        for code, rank in ranks.items()
    ]


def _offer(offer: Offer, words: Words) -> Choice:
    """A ready-made choice; in full it tells its cards."""
    choice = _choice(offer.tokens, words.note(offer.note), set())
    cards = " ".join(words.card(token.partition(":")[2]) for token in offer.tokens)
    return replace(choice, full=f"{choice.text}: {cards}")


def _word(token: str, words: Words) -> Choice:
    what = token.partition(":")[2] or token
    return _choice((token,), words.token(token), {what, words.label(what)})


def _choice(tokens: tuple[str, ...], text: str, names: set[str]) -> Choice:
    return Choice(tokens, text, text, frozenset(map(folded, {text, *names})))
