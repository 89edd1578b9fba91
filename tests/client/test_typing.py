"""A card is typed by any name that it has: in every game and language, on the screen and in lines of text."""

from __future__ import annotations

import pytest

from client.cards import SIGNS, TYPED, folded, letter, sign, suited
from client.choices import Choice, choices, meant
from client.desk import Desk, settle
from client.desk import typed as letters
from client.language import LANGUAGES, of, speaking
from client.model import reduce, seated
from client.screens.foot import hint
from client.text import Words
from client.viewmodel import Shown, shown
from engine import GAMES, game_named
from protocol import View
from protocol.from_server import Update
from tests.client.tables import NAMES, people, table, welcome


def whole_pack(key: str) -> View:
    """Somebody who holds every card of a game, and may play any."""
    game = game_named(key)
    hand = game.pack.codes
    legal = tuple(f"play:{code}" for code in hand)
    seats = game.about.seats
    return View(
        game=key, viewer=0, dealer=0, to_act=0, phase="play", counts=(len(hand),) * seats, sides=(None,) * seats,
        hand=hand, legal=legal,
    )  # fmt: skip


def pack(key: str, language: str) -> list[Choice]:
    """All that can be chosen then."""
    with speaking(language):
        return list(choices(whole_pack(key), Words(game_named(key).about, NAMES)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_what_is_seen_on_a_card_its_code_its_token_and_its_words_mean_that_card_alone(key: str, language: str) -> None:
    """But for a code that is how this language writes another card: in French 8C is that of hearts."""
    offered = tuple(pack(key, language))
    assert len(offered) == len(game_named(key).pack.codes)
    lettered = {choice.lettered: choice for choice in offered}
    assert len(lettered) == len(offered)
    for choice in offered:
        assert choice.card
        assert meant(offered, choice.lettered.lower()) == (choice,)
        for name in (choice.text, choice.text.lower(), choice.full, choice.card, choice.card.lower(), *choice.tokens):
            assert meant(offered, name) == (lettered.get(name.upper(), choice),), name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_it_may_be_meant_by_the_letters_of_its_rank_in_any_language(key: str, language: str) -> None:
    """Unless they are the code or the letters of another card: where two have the same, it is asked back which."""
    offered = tuple(pack(key, language))
    about = game_named(key).about
    for choice in offered:
        others = [other for other in offered if other != choice]
        taken = {folded(name) for other in others for name in (other.card or "", other.lettered)}
        card = suited(choice.card or "", about)
        ranks = TYPED.get(card.rank, [card.rank]) if card else ()
        suits = (card.suit, card.suit.lower(), *SIGNS.get(about.suits[card.suit], "")) if card else ()
        for name in {*choice.names, *(rank + suit for rank in ranks for suit in suits)}:
            if folded(name) not in taken:
                assert choice in meant(offered, name), name


def test_a_letter_of_the_rank_and_the_sign_or_letter_of_the_suit_leave_no_doubt() -> None:
    offered = tuple(pack("tarot", "en"))
    for typed, card in (("rh", "KH"), ("d♦", "QD"), ("vs", "JS"), ("cc", "NC"), ("n♣", "NC"), ("1s", "AS")):
        assert [choice.card for choice in meant(offered, typed)] == [card], typed


def test_where_two_suits_begin_alike_what_is_seen_goes_first() -> None:
    offered = tuple(pack("tarocchino", "en"))
    assert [choice.card for choice in meant(offered, "kc")] == ["KC"], "cups, not coins"
    french = tuple(pack("tarot", "fr"))
    for typed, card in (("rc", "KH"), ("rt", "KC"), ("rk", "KD"), ("rp", "KS"), ("8c", "8H"), ("8s", "8S")):
        assert [choice.card for choice in meant(french, typed)] == [card], typed
    assert {choice.card for choice in meant(tuple(pack("tarot", "cs")), "kk")} == {"KD"}, "káry, not kříže"
    assert [choice.card for choice in meant(french, "r♣")] == ["KC"]
    assert [choice.card for choice in meant(french, "kc")] == ["KC"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_a_suit_alone_means_its_cards(key: str, language: str) -> None:
    """By what is seen, by its name, or by the letter that is written for it; a letter may be that of a rank too."""
    offered, about = tuple(pack(key, language)), game_named(key).about
    for code in about.suits:
        cards = {choice for choice in offered if (card := suited(choice.card or "", about)) and card.suit == code}
        with speaking(language):
            shown, called = sign(code, about), of(key).gettext(about.suits[code])
            written = letter(shown) if shown in SIGNS.values() else called[0]
        assert set(meant(offered, shown)) >= cards
        assert set(meant(offered, called)) == cards
        assert set(meant(offered, written.lower())) >= cards
        assert shown.isalpha() or set(meant(offered, shown)) == cards, "nothing else has this sign"


@pytest.mark.parametrize("key", GAMES)
def test_completion_is_limited_to_what_is_legal(key: str) -> None:
    game = game_named(key)
    view = whole_pack(key)
    only = next(token for token in view.legal if token.startswith("play:K"))
    seats = people(*NAMES[: game.about.seats])
    playing = table("playing", seats=seats, scores=(0,) * len(seats))
    limited = View(**{name: getattr(view, name) for name in view.__dataclass_fields__} | {"legal": (only,)})
    at: Shown = shown(reduce(seated(welcome(about=game.about, table=playing)), Update(seq=1, events=(), view=limited)))
    card = only.removeprefix("play:")
    desk, _ = letters(settle(Desk(), at), card[:1], at)
    found = meant(at.choices, desk.typed)
    assert [choice.card for choice in found if choice.legal] == [card]
    assert hint(at, desk)


@pytest.mark.parametrize("key", GAMES)
def test_a_queen_is_called_as_common_md_says(key: str) -> None:
    for language, called, shown_as in (("fr", "dame", "D"), ("it", "regina", "Q")):
        queens = [choice for choice in pack(key, language) if choice.card and choice.card.startswith("Q")]
        assert queens
        assert all(queen.full.startswith(called) and queen.text.startswith(shown_as) for queen in queens)
