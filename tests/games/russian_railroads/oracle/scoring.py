"""Scoring: the phase of every round (pp. 18, 19), and the end of the game (pp. 20, 21, 23)."""

from __future__ import annotations

from tests.games.russian_railroads.oracle.model import Player, Position
from tests.games.russian_railroads.oracle.printed import Printed


def railroad_points(printed: Printed, player: Player, railroad: int) -> int:
    """The tracks of one railroad: every space within reach counts for the track that stands on or ahead of it."""
    values = printed.values[1 if player.revalued else 0]
    total = 0
    for space in range(1, min(player.reach(railroad), printed.lengths[railroad]) + 1):
        standing = [c for c in range(5) if player.tracks[railroad * 5 + c] >= space]
        if not standing:
            continue
        worth = values[max(standing)]
        if railroad == 0 and space <= player.doublers:
            worth *= 2
        total += worth
    for star in printed.stars:
        if star.points == 0 and star.railroad == railroad and has_reached(player, railroad, star.space, star.colour):
            total *= 2
    return total


def has_reached(player: Player, railroad: int, space: int, colour: int) -> bool:
    return player.tracks[railroad * 5 + colour] >= space and player.reach(railroad) >= space


def star_points(printed: Printed, player: Player) -> int:
    return sum(
        star.points
        for star in printed.stars
        if has_reached(player, star.railroad, star.space, star.colour) and (player.medal or not star.medal)
    )


def industry_points(printed: Printed, player: Player) -> int:
    return sum(printed.lane_scores[marker] for marker in player.markers if marker >= 0)


def score_round(p: Position) -> None:
    p.scored = []
    for player in p.players:
        railroads = [railroad_points(p.printed, player, railroad) for railroad in range(3)]
        line = [*railroads, star_points(p.printed, player), industry_points(p.printed, player)]
        p.scored.append(line)
        player.points += sum(line)


def bonus_points(printed: Printed, player: Player, name: str) -> int:
    """One end bonus card (p. 23)."""
    row = printed.bonus[name]
    black = [player.tracks[0], player.tracks[5], player.tracks[10]]
    counts = {
        "extra_workers": player.gained_workers,
        "railroads": sum(at == length for at, length in zip(black, printed.lengths, strict=True)),
        "black_sum": sum(black),
        "factories": len(player.factories),
        "question_tokens": len(player.tokens),
        "hired_engineers": len(player.engineers),
        "locomotive_sum": sum(player.locomotives),
    }
    if row["method"] == "majority":
        return 0
    if row["method"] == "flat":
        return int(row["points"])
    if row["method"] == "steps":
        return max([0, *(int(step["points"]) for step in row["steps"] if player.doublers >= step["from"])])
    points: int = row["points"] * counts[name]
    return min(points, int(row.get("max", points)))


def score_end(p: Position) -> None:
    """End bonus cards, then the majority of engineers; ranks 1 and 2 score, with an engineer (p. 20)."""
    for player in p.players:
        player.points += sum(bonus_points(p.printed, player, name) for name in player.bonus)
    ranked = sorted(
        (player for player in p.players if player.engineers),
        key=lambda player: (len(player.engineers) + ("extra_engineer" in player.bonus), max(player.engineers)),
        reverse=True,
    )
    for player, points in zip(ranked, p.printed.majority, strict=False):
        player.points += points
    p.scores = [player.points for player in p.players]
    p.standings = [1 + sum(other > own for other in p.scores) for own in p.scores]
    p.over = True
