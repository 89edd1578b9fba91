"""The table: people as they sit, the trick between them; or, where there is no room for that, a line for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from client.language import tr
from client.players import Player
from client.screens.lines import Line, Piece, centred, clip, fitting, held, pad, parted, placed, suit_in, width, wrapped
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
    roomy = columns >= ROOMY[0] and rows >= ROOMY[1] and len(shown.players) > 1
    if roomy and (seen := round_table(shown, columns, rows)):
        return seen
    listed = listing(shown, columns, rows)
    listed += [] if roomy else held(beneath(shown, columns), rows - len(listed), columns)
    return [*listed, *([[]] * (rows - len(listed)))]


def round_table(shown: Shown, columns: int, rows: int) -> list[Line] | None:
    """Everybody at his place: the viewer below, the next player to his right, and so on round. None where there is no
    room between them for all that was played.
    """
    me, right, *top, left = seated(shown.players)
    tall = rows >= TALL
    upper, lower = opposite(top, columns, tall), below(me, columns, rows, tall)
    first, last = max((row for row, *_ in upper), default=-1) + 1, min(row for row, *_ in lower)
    sides = at_the_sides(left, right, columns, (first + last) // 2)
    between = Between(len(shown.players), columns, first, last, max((row for row, *_ in sides), default=first) + 1)
    plays = {play.away: play for play in shown.trick}.values()
    played = [part for play in plays for part in lying(play, between, any(between.below(play) for play in plays))]
    parts = [*upper, *lower, *sides, *played]
    lines = [[(column, line) for at, column, line in parts if at == row] for row in range(rows)]
    if not all(first <= row < last for row, *_ in played) or not all(map(apart, lines)):
        return None
    return [placed(line, columns) for line in lines]


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


@dataclass(frozen=True, slots=True)
class Between:
    """Where so many players lay their cards: on these columns, from the `first` row to before the `last`; what those at
    the sides have to say of themselves ends before the row `under` it.
    """

    seats: int
    columns: int
    first: int
    last: int
    under: int

    @property
    def middle(self) -> int:
        """The row of the neighbours' cards."""
        return (self.first + self.last) // 2

    def beside(self, play: Play) -> bool:
        """Whether it is that of a neighbour."""
        return self.seats > 2 and play.away in (1, self.seats - 1)

    def below(self, play: Play) -> bool:
        """Whether it lies below a neighbour, since it is too long to lie beside him."""
        return self.beside(play) and width(card(play)) > WIDEST


def lying(play: Play, between: Between, long: bool) -> list[Part]:
    """What was played, before the one who played it, on as many rows as it takes; where something `long` lies below a
    neighbour, the viewer's own lies as near to him as it can.
    """
    columns, middle = between.columns, between.middle
    stretch = 2 if between.first <= middle - 2 and middle + 2 < between.last else 1
    lines = laid(play, columns // 2 - 1 if between.below(play) else columns - 4)
    wide = max(map(width, lines))
    centre = (columns - wide) // 2
    row, column = middle - stretch - len(lines) + 1, centre
    if play.away == 0:
        row = between.last - len(lines) if long else middle + stretch
    elif between.below(play):
        row, column = between.under, 0 if play.away > 1 else columns - wide
    elif between.beside(play):
        row, column = middle, columns // 2 - 2 - wide if play.away > 1 else columns // 2 + 2
    elif between.seats > 4:
        column += (wide + 1) * (between.seats - 4 - 2 * (play.away - 2)) // 2
    return [(row + number, column, line) for number, line in enumerate(lines)]


def apart(parts: Sequence[tuple[int, Line]]) -> bool:
    """Whether nothing on a row runs into what stands beside it."""
    ends = sorted(
        (column + width(takewhile(blank, line)), column + width(line) - width(takewhile(blank, reversed(line))))
        for column, line in parts
    )
    return all(end <= start for (_, end), (start, _) in pairwise(ends))


def blank(piece: Piece) -> bool:
    """Whether it is nothing but space."""
    return piece[0] == "" and piece[1].isspace()


def card(play: Play) -> Line:
    """What was played, as it lies there; a star tells that it wins the trick so far."""
    faces = [(f"class:card.{suit_in(face)}", f" {face}") for face in play.face.split()]
    return [*faces, ("class:card", LEADS if play.leads else " ")]


def laid(play: Play, columns: int) -> list[Line]:
    """The same on as many lines as it takes."""
    lines: list[Line] = [[]]
    *faces, sign = card(play)
    for face in faces:
        if lines[-1] and width([*lines[-1], face, sign]) > columns:
            lines.append([])
        lines[-1].append(face)
    return [*lines[:-1], [*lines[-1], sign]]


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


def holding(player: Player) -> list[Line]:
    """What is left in a hand, and the tricks won."""
    if player.cards is None:
        return []
    tricks: list[Line] = [[("class:quiet", f", {player.tricks}")]] if player.tricks else []
    return [[("class:quiet", cards_counted(player.cards))], *tricks]


def block(player: Player | None, columns: int) -> list[Line]:
    """A player on a few lines: name and score; what he said, his cards and tricks, where there is any; marks."""
    if player is None:
        return []
    said = spaced(call(player), holding(player), gap=" ")
    whole = sum(map(width, said)) <= columns
    return [
        [*clip(name_of(player), columns - width(score_of(player))), *score_of(player)],
        *(fitting(line, columns) for line in ([said] if whole else [call(player), holding(player)]) if line),
        fitting(marks(player), columns),
    ]


def mine(player: Player | None, columns: int) -> list[Line]:
    """The viewer's own place on two lines: name, marks and score; cards and tricks."""
    if player is None:
        return []
    return [
        fitting([*spaced([name_of(player)], call(player), marks(player)), score_of(player)], columns),
        fitting(holding(player), columns),
    ]


def one_line(player: Player | None, columns: int) -> Line:
    """A player on one line."""
    return fitting(spaced([name_of(player)], remarks(player)), columns) if player else []


def remarks(player: Player) -> list[Line]:
    """All there is to say of a seat on its line, the most important first; what kind of bot it is can be left out."""
    said, kind = (player.marks[:-1], player.marks[-1:]) if player.bot else (player.marks, ())
    tricks: list[Line] = [[("class:quiet", player.tricks)]] if player.tricks else []
    score = [score_of(player)[1:]] if player.score else []
    standing, bot = parted(said, "class:mark"), parted(kind, "class:mark")
    return spaced(holding(player)[:1], call(player), standing, tricks, score, bot)


def spaced(*groups: list[Line], gap: str = "  ") -> list[Line]:
    """Groups of parts of a line, with a gap before each but the first."""
    there = [group for group in groups if group]
    return [
        [("", gap), *part] if number and not at else part
        for number, group in enumerate(there)
        for at, part in enumerate(group)
    ]


def call(player: Player) -> list[Line]:
    """What a seat said in the auction."""
    return [[("class:heading", tr("“{call}”", call=player.call))]] if player.call else []


def marks(player: Player) -> list[Line]:
    """What a seat is to the table."""
    return parted(player.marks, "class:mark")


def to_the_right(line: Line, columns: int) -> Line:
    """A line that ends at the right edge."""
    line = clip(line, columns)
    return [("", " " * (columns - width(line))), *line]


def listing(shown: Shown, columns: int, rows: int) -> list[Line]:
    """A line a player, and another for what he has played where that is long and there is room; several players to a
    line where there is none.
    """
    played = {play.away: play for play in shown.trick}
    if rows < len(shown.players):
        return crowded(shown.players, played, columns, rows)
    names = min(max(width([("", player.name)]) for player in shown.players), columns // 3)
    cards = max((width(card(play)) for play in played.values()), default=0)
    if cards <= WIDEST:
        return [listed(player, played.get(player.away), names, cards, columns) for player in shown.players]
    lines: list[Line] = []
    for number, player in enumerate(shown.players, start=1):
        spare = rows - len(lines) - (len(shown.players) - number)
        lines += with_long_plays(player, played.get(player.away), names, columns, spare)
    return lines


def crowded(players: Sequence[Player], played: Mapping[int, Play], columns: int, rows: int) -> list[Line]:
    """Several players to a line: the name, as far as there is room, how many cards are left, and what was played."""
    across = -(-len(players) // max(1, rows))
    wide = columns // across
    cells = [cell(player, played.get(player.away), wide - 1) for player in players]
    groups = [cells[number : number + across] for number in range(0, len(cells), across)]
    return [placed(((at * wide, line) for at, line in enumerate(group)), columns) for group in groups][:rows]


def cell(player: Player, play: Play | None, columns: int) -> Line:
    """A player among others on a line."""
    name = marked_name(player)
    counts = [[("", " "), *part] for part in holding(player)[:1]]
    lead = [*clip(name, columns - sum(map(width, counts))), *(piece for part in counts for piece in part)]
    return fitting([lead, [("", " "), *(card(play) if play else [])]], columns)


def beneath(shown: Shown, columns: int) -> list[Line]:
    """The first of what stands, the last trick, the others."""
    told = about(shown.last_heading, in_order(shown.last_trick))
    last = wrapped(told, columns, "class:quiet", "  ") if shown.last_trick else []
    first, *others = [wrapped(fact, columns, indent="  ") for fact in shown.facts] or [[]]
    return [*first, *last, *(line for fact in others for line in fact)]


def listed(player: Player, play: Play | None, name: int, cards: int, columns: int) -> Line:
    """Name and card played in columns of these widths, then the rest, as far as it fits."""
    named = pad(marked_name(player), name + len(TURN))
    what = pad([("", " "), *(card(play) if play else [])], cards + 1) if cards else []
    return fitting([[*named, *what], [("", " ")], *remarks(player)], columns)


def with_long_plays(player: Player, play: Play | None, name: int, columns: int, rows: int) -> list[Line]:
    """A player, how many cards are left to him, and what he has played: behind that if it fits, else below it."""
    if play is None:
        return [listed(player, None, name, 0, columns)]
    line = fitting([pad(marked_name(player), name + len(TURN)), [("", " ")], *holding(player)[:1]], columns)
    room = columns - width(line) - 1
    if width(card(play)) <= room or rows < 2:
        *faces, sign = card(play)
        return [fitting([[*line, ("", " "), *clip(faces, room - 1), sign], *remarks(player)[1:]], columns)]
    indent = ("", " " * len(TURN))
    return [line, *([indent, *part] for part in held(laid(play, columns - len(TURN)), rows - 1, columns))]


def marked_name(player: Player) -> Line:
    """The name in a column of them."""
    return [*([] if player.turn else [("", " " * len(TURN))]), *name_of(player)]
