"""A sensible player of French Tarot: counts his hand as people do, and plays by their rules of thumb."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from engine.cards import above
from engine.tarot.cards import EXCUSE, KINGS, ORDINARY, PACK, PETIT, PLAIN, QUEENS, STRENGTH, SUIT, TRUMPS, half_points
from engine.tricks import strongest, suit_led
from protocol import View

BIDS = (("bid:garde_contre", 81), ("bid:garde_sans", 71), ("bid:garde", 56), ("bid:prise", 40))
"""What a hand must count for each contract."""

BIG_TRUMPS = PACK.mask(f"T{number}" for number in range(15, 22))
TOP = PACK.mask(["T21", "T20", "T19", "T18", "EX"])

PETIT_GUARDED = {5: 5, 6: 7}
"""What the Petit counts with so many trumps in hand: nothing below, 9 above."""

HONOURS = {"K": 6, "Q": 3, "N": 2, "J": 1}
LENGTHS = {5: 5, 6: 7}
"""What a long suit counts: 9 above."""

HAND = 18
LAST = 17
"""The last trick, counted from 0."""


def decide(view: View, rng: Random) -> str:
    """One of the legal tokens of a view of French Tarot."""
    return DECISIONS[view.legal[0].partition(":")[0]](view)


# Before the first card


def count(hand: int) -> int:
    """The points that people give a hand: bouts, trumps, honours, long and short suits."""
    trumps = (hand & TRUMPS).bit_count()
    points = 2 * trumps + 2 * (hand & BIG_TRUMPS).bit_count()
    points += 10 * bool(hand & PACK.mask(["T21"])) + 8 * bool(hand & EXCUSE)
    if hand & PETIT and trumps >= min(PETIT_GUARDED):
        points += PETIT_GUARDED.get(trumps, 9)
    for suit in PLAIN:
        cards = hand & suit
        points += sum(HONOURS.get(code[0], 0) for code in PACK.names(cards))
        points += bool(cards & KINGS and cards & QUEENS)
        length = cards.bit_count()
        points += LENGTHS.get(length, 9) if length >= min(LENGTHS) else 0
        points += {0: 6, 1: 3}.get(length, 0)
    return points


def bid(view: View) -> str:
    """The highest contract that the hand is good for, if nobody has bid as much."""
    points = count(PACK.mask(view.hand))
    fit = next((token for token, needed in BIDS if points >= needed), "bid:pass")
    return fit if fit in view.legal else "bid:pass"


def discard(view: View) -> str:
    """Empty the suit without a king that is soonest empty, the points first; else the least useful card."""
    hand = PACK.mask(view.hand)
    left = len(view.hand) - HAND
    choices = chosen(view.legal)
    if not choices & ORDINARY:
        return f"discard:{weakest(choices)}"
    suits = [suit & choices for suit in PLAIN if suit & choices]
    short = [suit for suit in suits if suit.bit_count() <= left and not whole_suit(suit, hand) & KINGS]
    if short:
        return f"discard:{richest(min(short, key=lambda suit: (suit.bit_count(), -half_points(suit))))}"
    open_suits = [suit for suit in suits if not whole_suit(suit, hand) & KINGS] or suits
    return f"discard:{richest(max(open_suits, key=lambda suit: half_points(suit) / suit.bit_count()))}"


def chelem(view: View) -> str:
    """Only with a hand that can hardly lose a trick."""
    hand = PACK.mask(view.hand)
    sure = hand & TOP == TOP and (hand & TRUMPS).bit_count() >= 12
    return "chelem:yes" if sure and not any(losers(hand & suit, suit) for suit in PLAIN) else "chelem:no"


def poignee(view: View) -> str:
    """Show all that can be shown, where the contract is likely to go one's way."""
    confident = view.viewer != taker(view) or count(PACK.mask(view.hand)) >= 65
    return view.legal[-1] if confident else "poignee:none"


def hide(view: View) -> str:
    """What the others need not know is how high the trumps go."""
    return f"hide:{PACK.names(chosen(view.legal))[-1]}"


# The play


def play(view: View) -> str:
    """A card: the Excuse when its time has come, else to lead or to follow."""
    choices = chosen(view.legal)
    if choices == EXCUSE or (choices & EXCUSE and len(view.tricks) < LAST and excuse_now(view, choices & ~EXCUSE)):
        return "play:EX"
    choices &= ~EXCUSE
    return f"play:{follow(view, choices) if view.trick else lead(view, choices)}"


def excuse_now(view: View, others: int) -> bool:
    """In the last trick it would be lost; before, it saves a card that is dear and cannot win."""
    if len(view.tricks) == LAST - 1:
        return True
    if not view.trick:
        return False
    code = follow(view, others)
    dear = half_points(PACK.mask([code])) >= 5
    return dear and not beats(view, code) and not partner_wins(view)


def lead(view: View, choices: int) -> str:
    """The taker draws trumps while he has more than his share, and runs masters; the defence plays its long suit."""
    trumps = choices & TRUMPS
    unseen = TRUMPS & ~seen(view)
    attack = view.viewer == taker(view)
    if attack and unseen and trumps.bit_count() * 3 > unseen.bit_count() * 2:
        return strongest_of(trumps) if masters(view, trumps) else weakest(trumps & ~PETIT or trumps)
    plain = choices & ~TRUMPS
    if not plain:
        return weakest(trumps & ~PETIT or trumps)
    sure = masters(view, plain)
    if sure and (attack or len(view.tricks) < LAST // 2):
        return richest(sure)
    longest = max((plain & suit for suit in PLAIN), key=lambda suit: (suit.bit_count(), -half_points(suit)))
    return weakest(longest)


def follow(view: View, choices: int) -> str:
    """Give points to a partner's trick, win cheaply when last, win surely before, else lose little."""
    winning = PACK.mask(code for code in PACK.names(choices) if beats(view, code))
    losing = choices & ~winning
    last = view.trick is not None and len(view.trick.plays) == len(view.counts) - 1
    if partner_wins(view) and losing and (last or sure_so_far(view)):
        return richest(losing)
    if winning and last:
        return "T1" if winning & PETIT else weakest(winning) if winning & TRUMPS else richest(winning)
    if winning & ~TRUMPS:
        sure = masters(view, winning & ~TRUMPS)
        return richest(sure) if sure else weakest(losing or winning)
    return weakest((winning or losing) & ~PETIT or choices)


# What can be known


def taker(view: View) -> int | None:
    """The seat of the taker, if there is one yet."""
    return view.sides.index(0) if 0 in view.sides else None


def in_trick(view: View) -> list[int]:
    """The cards on the table, as indices, in the order played."""
    return [PACK.index[code] for play in (view.trick.plays if view.trick else ()) for code in play]


def beats(view: View, code: str) -> bool:
    """Whether a card would win the trick as it lies."""
    cards = [*in_trick(view), PACK.index[code]]
    led = suit_led(cards, SUIT)
    return bool(led) and strongest(cards, STRENGTH[led]) == len(cards) - 1


def winning_place(view: View) -> int | None:
    """The place in the trick of the card that wins it so far."""
    cards = in_trick(view)
    led = suit_led(cards, SUIT)
    return strongest(cards, STRENGTH[led]) if led else None


def partner_wins(view: View) -> bool:
    """Whether the trick belongs so far to another player of one's own side."""
    place = winning_place(view)
    if place is None or view.trick is None or view.viewer is None:
        return False
    seat = (view.trick.leader + place) % len(view.counts)
    return view.sides[seat] == view.sides[view.viewer]


def sure_so_far(view: View) -> bool:
    """Whether nobody can still beat the card that wins the trick so far, as far as one can know."""
    place = winning_place(view)
    return place is not None and bool(masters(view, 1 << in_trick(view)[place]))


def seen(view: View) -> int:
    """Every card that nobody else can still play: played, in one's own hand, or discarded for all to see."""
    played = [code for trick in view.tricks for play in trick.plays for code in play]
    gone = [code for note in view.facts if note.key in ("own_discard", "trumps_discarded") for code in note.cards]
    cards = PACK.mask([*played, *gone, *view.hand])
    for card in in_trick(view):
        cards |= 1 << card
    return cards


def masters(view: View, cards: int) -> int:
    """Those of the cards above which nothing of their suit is still out."""
    out = ~seen(view)
    return PACK.mask(code for code in PACK.names(cards) if not out & SUIT[PACK.index[code]] & above(PACK.index[code]))


def losers(cards: int, suit: int) -> int:
    """The cards of a suit that stand below one that is not in hand."""
    missing = suit & ~cards
    return cards & ((1 << missing.bit_length()) - 1)


# Choosing among cards


def chosen(tokens: Iterable[str]) -> int:
    """The cards that these tokens name, as a set."""
    return PACK.mask(token.partition(":")[2] for token in tokens)


def whole_suit(card_set: int, hand: int) -> int:
    """All cards in hand of the suit that a set is of."""
    return hand & SUIT[card_set.bit_length() - 1]


def worth(code: str) -> tuple[int, int]:
    """A card by what it counts, then by its rank."""
    return half_points(PACK.mask([code])), PACK.index[code]


def richest(cards: int) -> str:
    """The card that counts most."""
    return max(PACK.names(cards), key=worth)


def weakest(cards: int) -> str:
    """The card that counts least, and of those the lowest."""
    return min(PACK.names(cards), key=worth)


def strongest_of(trumps: int) -> str:
    """The highest of several trumps."""
    return PACK.names(trumps)[-1]


DECISIONS: dict[str, Callable[[View], str]] = {
    "bid": bid,
    "discard": discard,
    "chelem": chelem,
    "poignee": poignee,
    "hide": hide,
    "play": play,
}
