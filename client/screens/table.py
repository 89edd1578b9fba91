"""The table: people as they sit, the trick between them; or, where there is no room for that, a line for each."""

from __future__ import annotations

from collections.abc import Sequence

from client.language import tr
from client.players import Player
from client.screens.lines import Line, centred, clip, fitting, held, pad, parted, placed, suit_in, width, wrapped
from client.text import about, cards_counted
from client.tricks import LEADS, Play, in_order
from client.viewmodel import Shown

ROOMY = (44, 7)
"""The columns and rows from which on people are shown as they sit."""

TALL = 11
"""The rows from which on everybody has several lines to himself."""

WIDEST = 6
"""The columns that a play at either side may take before it lies below its player instead of beside him."""

Part = tuple[int, int, Line]
"""Something on the table: its row, its column, what it looks like."""

TURN = "▸ "


def table(shown: Shown, columns: int, rows: int) -> list[Line]:
    """The table on exactly these rows."""
    if columns >= ROOMY[0] and rows >= ROOMY[1] and len(shown.players) > 1:
        return round_table(shown, columns, rows)
    listed = listing(shown, columns, rows)
    return [*listed, *([[]] * (rows - len(listed)))]


def round_table(shown: Shown, columns: int, rows: int) -> list[Line]:
    """Everybody at his place: the viewer below, the next player to his right, and so on round."""
    me, right, *top, left = seated(shown.players)
    tall = rows >= TALL
    upper, lower = opposite(top, columns, tall), below(me, columns, rows, tall)
    first, last = max((row for row, *_ in upper), default=-1) + 1, min(row for row, *_ in lower)
    middle = (first + last) // 2
    stretch = 2 if first <= middle - 2 and middle + 2 < last else 1
    played = {play.away: play for play in shown.trick}.values()
    parts = [
        *upper,
        *lower,
        *at_the_sides(left, right, columns, middle),
        *((*spot(play, len(shown.players), columns, middle, stretch), card(play)) for play in played),
    ]
    return [placed(((column, line) for at, column, line in parts if at == row), columns) for row in range(rows)]


def opposite(players: Sequence[Player | None], columns: int, tall: bool) -> list[Part]:
    """Those across the table, side by side."""
    share = columns // max(1, len(players))
    return [
        (row, number * share, centred(line, share))
        for number, player in enumerate(players)
        for row, line in enumerate(block(player, share) if tall else [one_line(player, share)])
    ]


def below(player: Player | None, columns: int, rows: int, tall: bool) -> list[Part]:
    """The viewer, on the last rows."""
    lines = mine(player, columns) if tall else [one_line(player, columns)]
    return [(row, 0, centred(line, columns)) for row, line in enumerate(lines, start=rows - len(lines))]


def at_the_sides(left: Player | None, right: Player | None, columns: int, middle: int) -> list[Part]:
    """The neighbours, each at his edge, with room for the cards between them."""
    side = (columns - 4) // 2 - WIDEST
    return [
        *((row, 0, line) for row, line in enumerate(block(left, side), start=middle - 1)),
        *(
            (row, columns - side, to_the_right(line, side))
            for row, line in enumerate(block(right, side), start=middle - 1)
        ),
    ]


def seated(players: Sequence[Player]) -> tuple[Player | None, ...]:
    """The viewer, his right neighbour, those opposite as he sees them from left to right, his left neighbour."""
    if len(players) == 2:
        return players[0], None, players[1], None
    return players[0], players[1], *reversed(players[2:-1]), players[-1]


def spot(play: Play, seats: int, columns: int, middle: int, stretch: int) -> tuple[int, int]:
    """The row and column of a card: before the one who played it."""
    wide = width(card(play))
    centre = (columns - wide) // 2
    if play.away == 0:
        return middle + stretch, centre
    if seats > 2 and play.away in (1, seats - 1):
        at_right = play.away == 1
        if wide > WIDEST:
            return middle + 2, columns - wide if at_right else 0
        return middle, columns // 2 + 2 if at_right else columns // 2 - 2 - wide
    opposite = seats - 3
    if opposite <= 1:
        return middle - stretch, centre
    return middle - stretch, centre + (wide + 1) * (opposite - 1 - 2 * (play.away - 2)) // 2


def card(play: Play) -> Line:
    """What was played, as it lies there; a star tells that it wins the trick so far."""
    faces = [(f"class:card.{suit_in(face)}", f" {face}") for face in play.face.split()]
    return [*faces, ("class:card", LEADS if play.leads else " ")]


def name_of(player: Player) -> Line:
    """The name, after the marker of the one whose turn it is."""
    style = "class:turn" if player.turn else "class:me" if player.away == 0 else ""
    return [(style, (TURN if player.turn else "") + player.name)]


def score_of(player: Player) -> Line:
    """The score of the match, once there is one."""
    if not player.score:
        return []
    style = "class:gain" if player.score[0] == "+" else "class:loss" if player.score[0] == "−" else ""
    return [("", "  "), (style, player.score)]


def holding(player: Player, gap: str = "") -> list[Line]:
    """What is left in a hand, and the tricks won."""
    if player.cards is None:
        return []
    tricks: list[Line] = [[("class:quiet", f", {player.tricks}")]] if player.tricks else []
    return [[("class:quiet", gap + cards_counted(player.cards))], *tricks]


def block(player: Player | None, columns: int) -> list[Line]:
    """A player on three lines: name and score; what he said, his cards and tricks, where there is any; marks."""
    if player is None:
        return []
    said = [*call(player), *holding(player)]
    return [
        [*clip(name_of(player), columns - width(score_of(player))), *score_of(player)],
        *([fitting(said, columns)] if said else []),
        fitting(marks(player), columns),
    ]


def mine(player: Player | None, columns: int) -> list[Line]:
    """The viewer's own place on two lines: name, marks and score; cards and tricks."""
    if player is None:
        return []
    return [
        fitting([[*name_of(player), ("", "  ")], *call(player), *marks(player), score_of(player)], columns),
        fitting(holding(player), columns),
    ]


def one_line(player: Player | None, columns: int) -> Line:
    """A player on one line."""
    if player is None:
        return []
    return fitting([name_of(player), score_of(player), [("", "  ")], *remarks(player)], columns)


def remarks(player: Player, *last: Line) -> list[Line]:
    """All there is to say of a seat on its line, the most important first; what kind of bot it is can be left out."""
    said, kind = (player.marks[:-1], player.marks[-1:]) if player.bot else (player.marks, ())
    bot: list[Line] = [[("class:mark", f"  {mark}")] for mark in kind]
    gap = "  " if said else " " if player.call else ""
    return [*call(player), *parted(said, "class:mark"), *holding(player, gap), *last, *bot]


def call(player: Player) -> list[Line]:
    """What a seat said in the auction."""
    return [[("class:heading", tr("“{call}”", call=player.call)), ("", " ")]] if player.call else []


def marks(player: Player) -> list[Line]:
    """What a seat is to the table."""
    return parted(player.marks, "class:mark")


def to_the_right(line: Line, columns: int) -> Line:
    """A line that ends at the right edge."""
    line = clip(line, columns)
    return [("", " " * (columns - width(line))), *line]


def listing(shown: Shown, columns: int, rows: int) -> list[Line]:
    """A line a player, then what stands and the last trick; two players to a line where even that is too much."""
    played = {play.away: play for play in shown.trick}
    if rows >= len(shown.players):
        names = min(max(width([("", player.name)]) for player in shown.players), columns // 3)
        cards = max((width(card(play)) for play in played.values()), default=0)
        lines = [listed(player, played.get(player.away), names, cards, columns) for player in shown.players]
        return [*lines, *held(beneath(shown, columns), rows - len(lines), columns)]
    half = columns // 2
    cells = [listed(player, played.get(player.away), half // 2, 0, half) for player in shown.players]
    pairs = [cells[number : number + 2] for number in range(0, len(cells), 2)]
    return [placed(((0, pair[0]), *((half, other) for other in pair[1:])), columns) for pair in pairs][:rows]


def beneath(shown: Shown, columns: int) -> list[Line]:
    """The first of what stands, the last trick, the others."""
    told = about(shown.last_heading, in_order(shown.last_trick))
    last = wrapped(told, columns, "class:quiet", "  ") if shown.last_trick else []
    first, *others = [wrapped(fact, columns, indent="  ") for fact in shown.facts] or [[]]
    return [*first, *last, *(line for fact in others for line in fact)]


def listed(player: Player, play: Play | None, name: int, cards: int, columns: int) -> Line:
    """Name and card played in columns of these widths, then the rest, as far as it fits."""
    marker = [] if player.turn else [("", " " * len(TURN))]
    named = pad([*marker, *name_of(player)], name + len(TURN))
    what = pad([("", " "), *(card(play) if play else [])], cards + 1) if cards or play else []
    return fitting([[*named, *what], [("", " ")], *remarks(player, score_of(player))], columns)
