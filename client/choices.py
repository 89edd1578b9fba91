"""What can be chosen now, and which of it a person means by what he types."""

from __future__ import annotations

from collections.abc import Collection
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
    a card is written without signs.

    A card that is not among the legal ones can be chosen too: the server says which clause forbids it.
    """

    tokens: tuple[str, ...]
    text: str
    full: str
    names: frozenset[str]
    card: str | None = None
    lettered: str = ""
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
    """A decision in the words in which it was offered to whoever makes it; a rank by itself, since which card of it
    that will be is the game's to say.
    """
    offered = choices(view, words) if view else ()
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


def marked(choices: tuple[Choice, ...], cards: Collection[str]) -> tuple[str, ...]:
    """The token that plays the marked cards: a legal one of just these ranks, else one that says what was meant."""
    chosen = [choice for choice in choices if choice.card in cards and choice.rank]
    ranks = [choice.rank or "" for choice in chosen]
    legal = (choice.tokens for choice in choices if not choice.card and len(choice.tokens) == 1)
    exact = (tokens for tokens in legal if sorted(ranks_of(tokens[0])) == sorted(ranks))
    verb = chosen[0].tokens[0].partition(":")[0]
    return next(exact, (f"{verb}:{','.join(ranks)}",))


def meant(choices: tuple[Choice, ...], text: str) -> tuple[Choice, ...]:
    """Those that a typed text may mean: a card by its letters, its code or what is seen on it, a name exactly, or
    the legal ones that begin with it. In some languages two suits begin with the same letter, or the letter of one is
    that of another in a code, so what is written there goes first. A number is that of a trump before it is a rank,
    unless only the rank is allowed.
    """
    word, seen = folded(text), "".join(text.upper().split())
    if not word:
        return ()
    coded = tuple(choice for choice in choices if choice.card and seen == choice.lettered)
    coded = coded or tuple(choice for choice in choices if choice.card and word == folded(choice.card))
    coded = coded or tuple(choice for choice in choices if choice.card and seen == choice.text.upper())
    exact = coded or tuple(choice for choice in choices if word in choice.names)
    if exact and not any(choice.legal for choice in exact):
        return named_too(choices, word, exact[0]) or exact
    return exact or tuple(
        choice for choice in choices if choice.legal and any(name.startswith(word) for name in choice.names)
    )


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
    token = f"{verb}:{code}"
    names = cards.typed(code, about) | {folded(token)}
    text, full, lettered = words.card(code), words.card_in_full(code), cards.lettered(code, about)
    return Choice((token,), text, full, names, card=code, lettered=lettered, legal=token in view.legal)


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
    return _choice((token,), words.token(token), {token, what, words.label(what)})


def _choice(tokens: tuple[str, ...], text: str, names: set[str]) -> Choice:
    return Choice(tokens, text, text, frozenset(map(folded, {text, *names})))
