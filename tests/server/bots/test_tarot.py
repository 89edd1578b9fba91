"""What a sensible player of French Tarot knows, from states one can see."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from engine.notes import say
from engine.tarot.cards import EXCUSE, PACK
from engine.tarot.game import GAME, petit_sec
from engine.tarot.state import Tarot
from server.bots.beliefs import played
from server.bots.tarot import CRAFT, alike, play
from server.bots.tarot.auction import count
from server.bots.tarot.seen import by_all
from tests.engine.deals import act, cards
from tests.server.bots.tarot_positions import asked, discarding, playing, seen

TEN_TRUMPS = "T3 T5 T7 T9 T10 T11 T12 T13 T14 T15 T21 EX KS QS 4S 3H 2C 5D"
SPADES = "8S 7S 6S 5S 2S 9S 10S AS JS"


def test_a_hand_counts_bouts_trumps_honours_long_and_short_suits() -> None:
    assert count(PACK.mask(["T21", "T20", "EX"])) == 10 + 8 + 2 * 4 + 4 * 6
    assert count(PACK.mask(["KS", "QS", "NS", "5S", "4S", "3H", "7C", "8D"])) == 6 + 3 + 2 + 1 + 5 + 3 * 3


def test_a_better_hand_is_likelier_to_bid_and_every_call_may_be() -> None:
    poor, good = asked("T3 T7 QS 9S 5S 2S JH 8H 6H QC 7C 3C 10D 7D 4D 2D 3D 5H"), asked(TEN_TRUMPS)
    assert CRAFT.likelihood(poor, "bid:pass") > 0.9 > 0.1 > CRAFT.likelihood(good, "bid:pass")
    for state in (poor, good):
        assert sum(CRAFT.likelihood(state, token) for token in GAME.legal(state)) == pytest.approx(1)


def test_a_poignee_is_shown_and_what_it_hides_is_the_highest_or_the_petit() -> None:
    state = asked(TEN_TRUMPS, "bid:garde_sans bid:pass bid:pass bid:pass chelem:no")
    assert CRAFT.policy(state) == "poignee:10"
    assert CRAFT.policy(act(GAME, state, "poignee:10")) == "hide:T21"
    petit = TEN_TRUMPS.replace("T3 ", "T1 ")
    state = asked(petit, "bid:garde_sans bid:pass bid:pass bid:pass chelem:no poignee:10")
    assert CRAFT.policy(state) == "hide:T1"


def test_cards_that_nothing_lies_between_come_to_the_same() -> None:
    two, three, five, jack = (PACK.index[code] for code in cards("2S 3S 5S JS"))
    assert alike(two, three, 0)
    assert alike(five, two, PACK.mask(["9S"]))
    assert not alike(two, five, PACK.mask(["4S"]))
    assert not alike(five, jack, 0), "one counts more"


def test_5_2_and_5_3_who_does_not_follow_or_overtrump_cannot() -> None:
    trick = tuple(PACK.index[code] for code in cards("KH T9 T4 2S"))
    denied = by_all((), 0, trick)
    hearts, trumps = PACK.mask(["2H", "QH"]), PACK.mask(["T2", "T21"])
    assert denied[0] == 0
    assert denied[1] & (hearts | trumps) == hearts
    assert denied[2] & (hearts | trumps) == hearts | PACK.mask(["T21"])
    assert denied[3] & (hearts | trumps) == hearts | trumps
    assert not denied[1] & EXCUSE


def test_what_the_taker_took_and_cannot_have_laid_aside_is_in_his_hand() -> None:
    state = asked("T3 T7 QS 9S 5S 2S JH 8H 6H QC 7C 3C 10D 7D 4D 2D 3D 5H", chien="KH T21")
    state = act(GAME, state, "bid:pass bid:garde bid:pass bid:pass")
    for _ in range(6):
        state = act(GAME, state, CRAFT.policy(state))
    state = act(GAME, state, "chelem:no")
    for deal in islice(CRAFT.imagine(seen(state), Random(1)), 50):
        assert played(CRAFT, seen(state), deal).hands[1] & PACK.mask(["KH", "T21"]) == PACK.mask(["KH", "T21"])


def test_2_2_nobody_is_imagined_with_the_petit_alone() -> None:
    view = seen(asked("T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T5 EX"))
    for deal in islice(CRAFT.imagine(view, Random(1)), 200):
        assert not any(petit_sec(PACK.mask(hand)) for hand in deal.layout["hands"])


def test_the_discard_is_planned_as_it_is_made() -> None:
    state = discarding("KS 9S 8S 7S 6S QH 2H T3 T4 T5 T6 T7 T8 T9 T10 T11 T21 EX", "10C 9C 8C 7C 6C JD")
    planned = CRAFT.candidates(state)[0]
    assert planned == CRAFT.policy(state)
    assert not {"discard:2H", "discard:QH"} & set(CRAFT.candidates(state)[1:]), "they go in any case"


def test_what_is_worth_comparing_holds_the_usual_choice() -> None:
    state = playing(f"T5 QH 3H {SPADES} 8C 7C 6C 2C 3C 4C", "KH", taker=3, dealer=2)
    assert CRAFT.policy(state) in CRAFT.candidates(state)


def reason(state: Tarot) -> str:
    """Why the policy does what it does in this state."""
    return say(CRAFT.why(state, CRAFT.policy(state)), CRAFT.labels, lambda seat: f"Seat {seat}")


def test_it_says_why() -> None:
    poor = "T3 T7 QS 9S 5S 2S JH 8H 6H QC 7C 3C 10D 7D 4D 2D 3D 5H"
    assert reason(asked(TEN_TRUMPS)).startswith(f"The hand counts {count(PACK.mask(cards(TEN_TRUMPS)))}, and ")
    assert reason(asked(poor)).endswith("and it takes 40 to bid here.")
    poignee = asked(TEN_TRUMPS, "bid:garde_sans bid:pass bid:pass bid:pass chelem:no")
    assert reason(poignee).startswith("A poignée counts")
    assert reason(act(GAME, poignee, "poignee:10")) == "Others need not know of it."
    assert reason(playing(f"T5 QH 3H {SPADES} 8C 7C 6C 2C 3C 4C", "KH", taker=3, dealer=2)).startswith("An opponent")
    assert reason(playing(f"T1 T5 9H 8H 7H 6H {SPADES} 8C 2C 3C", "2D 3D 4D", taker=1, dealer=0)).startswith(
        "The Petit"
    )


NINE_TRUMPS = "6S JS 2H 10H 6C 7C 3D 6D 8D T1 T4 T5 T6 T9 T10 T14 T17"


def told_of(state: Tarot, code: str) -> str:
    """The sentence for a card, whether the policy would play it or not."""
    return say(CRAFT.why(state, f"play:{code}"), CRAFT.labels, lambda seat: f"Seat {seat}")


def test_of_the_petit_it_says_that_it_comes_home_only_where_that_is_sure() -> None:
    comes_home = "The Petit comes home."
    assert told_of(playing(f"{NINE_TRUMPS} T19", "", taker=1), "T1").startswith("Of all cards to lead, this one risks")
    assert told_of(playing(f"{NINE_TRUMPS} T19", "", taker=0), "T1").startswith("Of all cards to lead, this one risks")
    assert told_of(playing(NINE_TRUMPS, "T21 2S T2 T3", taker=1), "T1") == comes_home, "the taker has no trump"
    led = f"{NINE_TRUMPS} T19".replace("JS", "EX")
    assert told_of(playing(led, "T21", taker=1, dealer=2), "T1") == comes_home
    assert told_of(playing(led, "T20", taker=1, dealer=2), "T1").startswith("The partner is ahead")
    assert told_of(playing(led, "T2 T3 T20", taker=2, dealer=0), "T1") == comes_home, "3 has the 20, and nobody follows"
    assert told_of(playing(led, "T2 T3 T20", taker=3, dealer=0), "T1").startswith("An opponent is ahead")


def test_who_beats_a_card_after_an_opponent_did_has_to_beat_him_too() -> None:
    partner, opponent = (True, 1.0), (False, 1.0)
    assert play.in_the_end(1.0, [], 0.25) == 1
    assert play.in_the_end(0.0, [(True, 0.4)], 0.25) == pytest.approx(0.4)
    assert play.in_the_end(1.0, [(False, 0.4)], 0.25) == pytest.approx(0.6)
    assert play.in_the_end(1.0, [opponent, partner], 0.25) == pytest.approx(1 / 4)
    assert play.in_the_end(1.0, [partner, opponent], 0.25) == pytest.approx(1 - play.RETAKES)
    assert play.in_the_end(0.0, [opponent, partner, partner], 0.25) == pytest.approx(1 / 4 + 3 / 4 * 1 / 4)
    assert play.in_the_end(1.0, [(False, 0.5), (True, 0.5)], 0.5) == pytest.approx(1 / 2 + 1 / 2 * 1 / 2 * 1 / 2)


@pytest.mark.parametrize("seed", range(10))
def test_what_a_deal_is_worth_to_all_adds_up_to_nothing(seed: int) -> None:
    state = GAME.deal(Random(seed), 0)
    while state.to_act is not None:
        state = act(GAME, state, CRAFT.policy(state))
    assert sum(CRAFT.value(state, seat) for seat in range(4)) == pytest.approx(0)
