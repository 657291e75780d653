"""A second implementation of reach, rewards and points of Russian Railroads: slow, obvious, from the clauses alone.

Nothing here is taken from the rules code or from the content pack: every number stands beside its clause. A board is
read from the view of its owner, and each railroad is walked space by space.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from trainshed.games.russian_railroads.view import View

TRANS_SIBERIAN, ST_PETERSBURG, KIEV = "Trans-Siberian", "St Petersburg", "Kiev"
RAILROADS = (TRANS_SIBERIAN, ST_PETERSBURG, KIEV)
LENGTH = {TRANS_SIBERIAN: 15, ST_PETERSBURG: 9, KIEV: 9}  # RR-TRACK-01
COLOURS = {  # RR-TRACK-02, from the front to the back (RR-TRACK-05)
    TRANS_SIBERIAN: ("black", "gray", "brown", "natural", "white"),
    ST_PETERSBURG: ("black", "gray", "brown", "natural"),
    KIEV: ("black", "gray", "brown"),
}
VALUE = {"black": 0, "gray": 1, "brown": 2, "natural": 4, "white": 7}  # RR-SCORE-05
REVALUED = {"black": 0, "gray": 1, "brown": 3, "natural": 6, "white": 10}  # RR-SCORE-06
STARS = {1: 1, 2: 2, 3: 3, 4: 4, 8: 10}  # RR-PBOARD-12
UNLOCKED_BY_BLACK_ON = {"gray": 2, "brown": 6, "natural": 10, "white": 15}  # RR-TRACK-09 to -12
LANE = ("0", "1", "2", "3", "5", "gap", "10", "gap", "15", "gap", "question", "gap", "20", "gap", "25", "30")
"""The spaces of the industry lane (RR-INDUSTRY-02)."""
STARTING_WORKERS = {2: 6, 3: 6, 4: 5}  # RR-SETUP-21, RR-PLAYERS2, RR-PLAYERS3


@dataclass
class Board:
    """What lies on and beside one player's board."""

    tracks: dict[str, dict[str, int]]
    """Railroad and colour to space, 0 for a track that waits; a colour that was not earned is missing."""
    locomotives: dict[str, list[int]]
    doublers: int = 0
    revalued: bool = False
    medal: bool = False
    markers: list[int] = field(default_factory=list)
    factories: int = 0
    tokens: int = 0
    engineers: list[int] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    extra_workers: int = 0


def board_of(view: View) -> Board:
    """The board of the seat that this view belongs to."""
    assert view.seat is not None
    own = view.players[view.seat]
    tracks: dict[str, dict[str, int]] = {}
    for number, railroad in enumerate(RAILROADS):
        row = own.tracks[5 * number : 5 * number + 5]
        tracks[railroad] = {colour: space for colour, space in zip(VALUE, row, strict=True) if space >= 0}
    # Extra workers (RR-ENDBONUS-02, -03): those of the own colour that the player did not begin with, and the black.
    standing = [stack for stack in view.stacks if stack.seat == view.seat]
    own_colour = own.workers + sum(stack.workers for stack in standing)
    black = own.black + sum(stack.black for stack in standing)
    return Board(
        tracks=tracks,
        locomotives={
            TRANS_SIBERIAN: [number for number in own.locomotives[:2] if number],
            ST_PETERSBURG: [number for number in own.locomotives[2:3] if number],
            KIEV: [number for number in own.locomotives[3:] if number],
        },
        doublers=own.doublers,
        revalued=own.revalued,
        medal=own.medal,
        markers=[marker for marker in own.markers if marker >= 0],
        factories=len(own.factories),
        tokens=len(own.tokens),
        engineers=list(own.engineers),
        cards=list(view.own_bonus),
        extra_workers=own_colour - STARTING_WORKERS[view.seats] + black,
    )


# ---------------------------------------------------------------- reach


def in_reach(board: Board, railroad: str, space: int) -> bool:
    """Whether a space is not beyond the sum of the locomotives' numbers on the railroad (RR-LOCO-05, -06)."""
    return space <= sum(board.locomotives[railroad])


def reach(board: Board, railroad: str) -> int:
    """How far the locomotives of a railroad go, be it printed or not."""
    space = 0
    while in_reach(board, railroad, space + 1):
        space += 1
    return space


def has_come_to(board: Board, railroad: str, colour: str, space: int) -> bool:
    """Whether a track has reached a space: it stands on it or beyond it (RR-PBOARD-02)."""
    if colour not in board.tracks[railroad]:
        return False
    return board.tracks[railroad][colour] >= space


# ---------------------------------------------------------------- rewards


def rewards(board: Board) -> set[tuple[str, int]]:
    """The spaces whose single reward is due by now (RR-PBOARD-03 to -07, -13, RR-INDUSTRY-11)."""
    found = set()
    for space in UNLOCKED_BY_BLACK_ON.values():
        if has_come_to(board, TRANS_SIBERIAN, "black", space):
            found.add((TRANS_SIBERIAN, space))
    for railroad in RAILROADS:
        if has_come_to(board, railroad, "black", LENGTH[railroad]):
            found.add((railroad, LENGTH[railroad]))
    if has_come_to(board, KIEV, "black", 7):
        found.add((KIEV, 7))
    if has_come_to(board, TRANS_SIBERIAN, "brown", 3) and in_reach(board, TRANS_SIBERIAN, 3):
        found.add((TRANS_SIBERIAN, 3))
    for railroad, space in ((TRANS_SIBERIAN, 13), (ST_PETERSBURG, 4), (ST_PETERSBURG, 6)):
        if has_come_to(board, railroad, "black", space) and in_reach(board, railroad, space):
            found.add((railroad, space))
    if any(marker >= LANE.index("question") for marker in board.markers):
        found.add(("industry", LANE.index("question")))
    return found


def tracks_earned(board: Board) -> dict[str, set[str]]:
    """The colours that each railroad must have by now (RR-TRACK-08 to -13)."""
    earned: dict[str, set[str]] = {}
    for railroad in RAILROADS:
        earned[railroad] = {"black"}
        for colour, space in UNLOCKED_BY_BLACK_ON.items():
            if colour in COLOURS[railroad] and has_come_to(board, TRANS_SIBERIAN, "black", space):
                earned[railroad].add(colour)
    return earned


# ---------------------------------------------------------------- a scoring phase


def colour_on(board: Board, railroad: str, space: int) -> str:
    """The real or virtual track on a space: that of the next track on it or ahead (RR-SCORE-04), or "" for none."""
    for here in range(space, LENGTH[railroad] + 1):
        for colour, at in board.tracks[railroad].items():
            if at == here:
                return colour
    return ""


def space_points(board: Board, railroad: str, space: int) -> int:
    """The points of one space (RR-SCORE-03, -05 to -07, -09, -14)."""
    if not in_reach(board, railroad, space):
        return 0
    colour = colour_on(board, railroad, space)
    if not colour:
        return 0
    points = REVALUED[colour] if board.revalued else VALUE[colour]
    if railroad == TRANS_SIBERIAN and space in range(1, board.doublers + 1):
        return points + points
    if railroad == ST_PETERSBURG and has_come_to(board, railroad, "gray", 7) and in_reach(board, railroad, 7):
        return points + points  # RR-PBOARD-10
    return points


def railroad_points(board: Board, railroad: str) -> int:
    """The points of the tracks of a railroad."""
    total = 0
    for space in range(1, LENGTH[railroad] + 1):
        total += space_points(board, railroad, space)
    return total


def star_points(board: Board) -> int:
    """The points of the stars of Kiev and of the medal (RR-SCORE-10 to -12)."""
    total = 0
    for space, points in STARS.items():
        if has_come_to(board, KIEV, "black", space) and in_reach(board, KIEV, space):
            total += points
    if board.medal and has_come_to(board, KIEV, "gray", 5) and in_reach(board, KIEV, 5):
        total += 20
    return total


def industry_points(board: Board) -> int:
    """The points of the industry lane: back from each marker to the nearest number (RR-SCORE-13, RR-INDUSTRY-15)."""
    total = 0
    for marker in board.markers:
        space = marker
        while not LANE[space].isdigit():
            space -= 1
        total += int(LANE[space])
    return total


def round_points(board: Board) -> int:
    """The points of a scoring phase (RR-SCORE-02)."""
    railroads = sum(railroad_points(board, railroad) for railroad in RAILROADS)
    return railroads + star_points(board) + industry_points(board)


# ---------------------------------------------------------------- the final scoring


def card_points(board: Board, card: str) -> int:
    """The points of an end bonus card (RR-ENDBONUS-01 to -12)."""
    blacks = {railroad: board.tracks[railroad]["black"] for railroad in RAILROADS}
    if card == "flat":
        return 15
    if card == "extra_workers":
        return min(30, 10 * board.extra_workers)
    if card == "doublers":
        return {4: 20, 5: 20, 6: 20, 7: 30, 8: 30}.get(board.doublers, 0)
    if card == "railroads":
        return 10 * len([railroad for railroad in RAILROADS if blacks[railroad] == LENGTH[railroad]])
    if card == "black_sum":
        return sum(blacks.values())
    if card == "extra_engineer":
        return 0
    if card == "factories":
        return min(20, 4 * board.factories)
    if card == "question_tokens":
        return min(28, 7 * board.tokens)
    if card == "hired_engineers":
        return 6 * len(board.engineers)
    if card == "locomotive_sum":
        return sum(number for numbers in board.locomotives.values() for number in numbers)
    raise ValueError(card)


def beats(one: Board, other: Board) -> bool:
    """Is the first ahead of the second in engineers (RR-FINAL-04, -05, -07, -09, -10)?"""
    if not one.engineers:
        return False
    if not other.engineers:
        return True
    ones = len(one.engineers) + one.cards.count("extra_engineer")
    others = len(other.engineers) + other.cards.count("extra_engineer")
    if ones != others:
        return ones > others
    return max(one.engineers) > max(other.engineers)


def majority(boards: list[Board]) -> list[int]:
    """Points for engineers (RR-FINAL-04, -06, -11): 40 if no other beats one, 20 if one does; 0 without an engineer."""
    points = []
    for board in boards:
        ahead = len([other for other in boards if other is not board and beats(other, board)])
        points.append({0: 40, 1: 20}.get(ahead, 0) if board.engineers else 0)
    return points
