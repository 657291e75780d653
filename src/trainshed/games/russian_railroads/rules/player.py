"""A player of Russian Railroads: board and supply, and the functions of one player: steps, reach and points."""

from __future__ import annotations

from typing import Any, Final

from trainshed.games.russian_railroads.rules.components import KIEV, ST_PETERSBURG, TRANS_SIBERIAN, Components
from trainshed.games.russian_railroads.rules.effect_notation import BLACK, DOUBLE_RAILROAD, STAR
from trainshed.kernel.shared.fields import reader

NONE: Final = -1
"""A track that was not earned, or a marker that is not in play."""

PER_RAILROAD: Final = 5
"""Tracks are one flat list: five entries per railroad, one per colour."""


LISTS: Final = ("tracks", "locomotives", "factories", "markers", "engineers", "bonus")
NUMBERS: Final = (
    "points",
    "workers",
    "reserve",
    "turquoise",
    "black",
    "roubles",
    "doublers",
    "gained",
    "tokens",
    "gained_workers",
    "due",
    "revalued",
    "medal",
    "passed",
)
"""The fields of a player, in the order of `Player`'s arguments and of a dump: dumps, restoring and views follow."""

lists_of: Final = reader(LISTS)
numbers_of: Final = reader(NUMBERS)


class Player:
    """What one player owns. Numbers of pieces are those in the personal supply, not those placed on spaces."""

    __slots__ = (*LISTS, *NUMBERS)

    def __init__(
        self,
        tracks: list[int],
        locomotives: list[int],
        factories: list[int],
        markers: list[int],
        engineers: list[int],
        bonus: list[int],
        points: int,
        workers: int,
        reserve: int,
        turquoise: int,
        black: int,
        roubles: int,
        doublers: int,
        gained: int,
        tokens: int,
        gained_workers: int,
        due: int,
        revalued: int,
        medal: int,
        passed: int,
    ) -> None:
        self.tracks = tracks
        """Positions: NONE not earned, 0 waiting, else the space."""
        self.locomotives = locomotives
        """Numbers on the four places, 0 for none; the two of the Trans-Siberian in descending order."""
        self.factories = factories
        """Numbers of the factories from the leftmost slot on."""
        self.markers = markers
        self.engineers = engineers
        self.bonus = bonus
        """End bonus cards held."""
        self.points = points
        self.workers = workers
        self.reserve = reserve
        self.turquoise = turquoise
        self.black = black
        self.roubles = roubles
        self.doublers = doublers
        self.gained = gained
        """Special spaces whose reward is gained, as bits; the industry question space comes after the last of them."""
        self.tokens = tokens
        """Question tokens used, as bits."""
        self.gained_workers = gained_workers
        """Workers gained in the game, the black one too."""
        self.due = due
        """End bonus choices to be made at the end of the turn."""
        self.revalued = revalued
        self.medal = medal
        self.passed = passed

    def facts(self) -> list[Any]:
        """Everything a player owns, as plain values: the lists, then the numbers in a list of their own."""
        return [*lists_of(self), numbers_of(self)]

    def clone(self) -> Player:
        return Player(
            self.tracks[:],
            self.locomotives[:],
            self.factories[:],
            self.markers[:],
            self.engineers[:],
            self.bonus[:],
            self.points,
            self.workers,
            self.reserve,
            self.turquoise,
            self.black,
            self.roubles,
            self.doublers,
            self.gained,
            self.tokens,
            self.gained_workers,
            self.due,
            self.revalued,
            self.medal,
            self.passed,
        )


# ---------------------------------------------------------------- railroads


def reach(player: Player, railroad: int) -> int:
    """How many spaces the locomotives of a railroad reach (RR-LOCO-05, -06)."""
    locomotives = player.locomotives
    if railroad == TRANS_SIBERIAN:
        return locomotives[0] + locomotives[1]
    return locomotives[railroad + 1]


def can_step(box: Components, tracks: list[int], railroad: int, colour: int) -> bool:
    """May this track move one space forward (RR-TRACK-05 to -08, -17)?"""
    if colour >= box.colours[railroad]:
        return False
    at = railroad * PER_RAILROAD + colour
    to = tracks[at] + 1
    if to == 0:
        return False
    if colour == BLACK:
        return to <= box.length[railroad]
    return to < tracks[at - 1]


def step(box: Components, tracks: list[int], railroad: int, colour: int) -> int:
    """Move a track one space; the colour that this unlocks, or 0 (RR-TRACK-09 to -13, -22)."""
    at = railroad * PER_RAILROAD + colour
    tracks[at] += 1
    if railroad != TRANS_SIBERIAN or colour != BLACK:
        return 0
    unlocked = box.unlocks[tracks[at]]
    if unlocked and tracks[unlocked] == NONE:
        for other in range(len(box.length)):
            if unlocked < box.colours[other]:
                tracks[other * PER_RAILROAD + unlocked] = 0
        return unlocked
    return 0


def reached(player: Player, railroad: int, colour: int, space: int, locomotive: bool) -> bool:
    """Is a special space reached, and by a locomotive if it needs one (RR-PBOARD-01, -02)?"""
    if player.tracks[railroad * PER_RAILROAD + colour] < space:
        return False
    return not locomotive or reach(player, railroad) >= space


def track_points(box: Components, player: Player, railroad: int) -> int:
    """Points of the tracks of a railroad, before stars (RR-SCORE-03 to -07, -09)."""
    values = box.revalued if player.revalued else box.values
    limit = reach(player, railroad)
    doubled = player.doublers if railroad == TRANS_SIBERIAN else 0
    points = 0
    behind = 0
    base = railroad * PER_RAILROAD
    for colour in range(box.colours[railroad] - 1, -1, -1):
        front = player.tracks[base + colour]
        front = min(front, limit)
        if front > behind:
            value = values[colour]
            points += value * (front - behind)
            if doubled > behind:
                points += value * ((front if front < doubled else doubled) - behind)
            behind = front
    if railroad == ST_PETERSBURG:
        for special in box.scoring_specials:
            doubles = special.parts[0].verb == DOUBLE_RAILROAD and special.railroad == railroad
            if doubles and reached(player, railroad, special.colour, special.space, special.locomotive):
                points *= 2
    return points


def star_points(box: Components, player: Player, railroad: int) -> int:
    """Stars and the medal, which nothing doubles (RR-SCORE-10 to -12)."""
    if railroad != KIEV:
        return 0
    points = 0
    for special in box.scoring_specials:
        if special.railroad == railroad and special.parts[0].verb == STAR:
            if special.medal and not player.medal:
                continue
            if reached(player, railroad, special.colour, special.space, special.locomotive):
                points += special.parts[0].count
    return points


def industry_points(box: Components, player: Player) -> int:
    """Each marker scores its space, or the nearest numbered one before it (RR-INDUSTRY-15)."""
    points = 0
    for marker in player.markers:
        if marker != NONE:
            points += box.lane_scores[marker]
    return points


def round_points(box: Components, player: Player) -> int:
    """Points of one scoring phase: railroads, stars and industry (RR-SCORE-02)."""
    points = industry_points(box, player)
    for railroad in range(len(box.length)):
        points += track_points(box, player, railroad) + star_points(box, player, railroad)
    return points


# ---------------------------------------------------------------- locomotives, factories, industry


def locomotive_fits(player: Player, number: int) -> bool:
    """Is there an empty place, or a lower locomotive to replace (RR-LOCO-12)?"""
    return any(other < number for other in player.locomotives)


def all_places_full(player: Player) -> bool:
    return all(number != 0 for number in player.locomotives)


def industry_room(box: Components, player: Player, factories: int) -> int:
    """How many industry steps are possible with so many factories (RR-INDUSTRY-03, -05, -14, -17)."""
    end = box.lane_reach[factories]
    first, second = player.markers[0], player.markers[1]
    if second == NONE:
        return end - first
    leader, follower = (first, second) if first > second else (second, first)
    return (end - leader) + (end - 1 - follower)


def can_advance(box: Components, player: Player, marker: int) -> bool:
    """May this industry marker move one space (RR-INDUSTRY-03, -06, -14)?"""
    at = player.markers[marker]
    if at == NONE or at >= box.lane_reach[len(player.factories)]:
        return False
    return player.markers[1 - marker] != at + 1


# ---------------------------------------------------------------- end of the game


def bonus_points(box: Components, player: Player, card: int) -> int:
    """Points of an end bonus card (RR-ENDBONUS-01 to -12)."""
    row = box.bonuses[card]
    if row.method == "majority":
        return 0
    if row.method == "flat":
        return row.points
    count = bonus_count(box, player, row.id)
    if row.method == "steps":
        points = 0
        for stage in row.steps:
            if count >= stage.least:
                points = stage.points
        return points
    points = count * row.points
    return row.max if row.max and points > row.max else points


def bonus_count(box: Components, player: Player, name: str) -> int:
    """The number by which an end bonus card is scored, such as doublers or factories owned."""
    if name == "extra_workers":
        return player.gained_workers
    if name == "doublers":
        return player.doublers
    if name == "railroads":
        done = 0
        for railroad, length in enumerate(box.length):
            if player.tracks[railroad * PER_RAILROAD] == length:
                done += 1
        return done
    if name == "black_sum":
        return sum([player.tracks[railroad * PER_RAILROAD] for railroad in range(len(box.length))])
    if name == "factories":
        return len(player.factories)
    if name == "question_tokens":
        return player.tokens.bit_count()
    if name == "hired_engineers":
        return len(player.engineers)
    return sum(player.locomotives)


def engineer_rank(box: Components, player: Player) -> tuple[int, int]:
    """Number of engineers and the highest of them; (0, 0) without one (RR-FINAL-05, -07, -09, -10)."""
    if not player.engineers:
        return (0, 0)
    count = len(player.engineers)
    for card in player.bonus:
        count += box.bonuses[card].engineers
    return (count, max(player.engineers))


def majority_points(box: Components, players: list[Player]) -> list[int]:
    """40 and 20 points for the two with most engineers (RR-FINAL-04 to -07, -11)."""
    points = [0] * len(players)
    ranked = sorted([(engineer_rank(box, player), seat) for seat, player in enumerate(players)], reverse=True)
    for award, (rank, seat) in zip(box.majority, ranked, strict=False):
        if rank[0] > 0:
            points[seat] = award
    return points
