"""Measures how well the rules of thumb (`thumb`) play, by their share of wins and the winner's points.

Each title is played by `thumb` in all seats at every number of seats, and by one `thumb` against `random` seats. Two
processes play the games; seeds are fixed, so the figures repeat.

    python bench/thumb.py            200 games a line
    python bench/thumb.py --short    as many games as fit into 50 s

The last line has the deciding figures. Exit 1 if one of them is missed.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Self

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

import trainshed
from bench.parts.titles import add_title_option, goals, measured, narrow
from trainshed.arena.jobs import ProcessRunner, run
from trainshed.arena.match import play_game
from trainshed.bots.bot import Budget, find
from trainshed.kernel.game import Game
from trainshed.kernel.nature import Seeded

FULL = 200
SECONDS = 40.0
"""In a short run no further games are started after so many seconds."""


class ThumbTotals(msgspec.Struct):
    """Totals of the games of one line."""

    games: int = 0
    won: int = 0
    """Games that the seat of `thumb` won."""
    points: int = 0
    """Sum of the winners' points."""

    def merge(self, other: ThumbTotals) -> None:
        self.games += other.games
        self.won += other.won
        self.points += other.points

    def encode(self) -> bytes:
        return msgspec.json.encode(self)

    @classmethod
    def decode(cls, data: bytes) -> Self:
        return msgspec.json.decode(data, type=cls)


class Goal(msgspec.Struct, frozen=True):
    """One line of the measurement, and what is wanted of it."""

    title: str
    seats: int
    rivals: str
    """The bot in the other seats."""
    share: float = 0.0
    """Share of the games that `thumb` must win; victories that are shared count."""
    points: float = 0.0
    """Mean points that the winner must have."""
    vary: str = ""
    """An option whose choices take turns, game by game."""
    chunk: int = 6
    """Games at a time: more where they decide, or are quick."""

    def __str__(self) -> str:
        return f"{self.title}, {self.seats} seats, against {self.rivals}"

    def empty(self) -> ThumbTotals:
        return ThumbTotals()

    def play(self, index: int, summary: ThumbTotals) -> None:
        """Play one game: has the seat of `thumb` won, and how many points has the winner?"""
        seed = f"thumb:{index}"
        seat = index % self.seats
        bots = [find("thumb" if other == seat else self.rivals) for other in range(self.seats)]
        game = trainshed.game(self.title)
        state = game.start(self.seats, varied(game, self.vary, index))
        state, _ = play_game(state, bots, Seeded(seed), Random(seed), Budget())
        ranks = state.standings()
        summary.merge(ThumbTotals(1, int(ranks[seat] == 1), state.scores()[ranks.index(1)]))


def lines_of(title: str) -> list[Goal]:
    """The lines of a title: those of `bench/goals.toml`, or `thumb` in all seats at every number of seats."""
    game = trainshed.game(title)
    usual = [{"seats": seats, "rivals": "thumb"} for seats in game.seat_counts if seats > 1]
    rows = goals("thumb").get(title, usual if game.has_part("bot") else [])
    return [msgspec.convert({"title": title, **row}, Goal) for row in rows]


def varied(game: Game, name: str, number: int) -> dict[str, str]:
    """The options of a game: the choices of one option take turns; "": all defaults."""
    choices = next((option.choices for option in game.options if option.name == name), ())
    return {name: choices[number % len(choices)]} if choices else {}


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the rules of thumb.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    load = f", load {os.getloadavg()[0]:.1f} before" if hasattr(os, "getloadavg") else ""
    print(f"{os.cpu_count()} cores{load}; the winner's mean points, and the share that one thumb wins")

    begin = perf_counter()
    played = {goal: goal.empty() for title in measured() for goal in lines_of(title)}
    with ProcessRunner(2) as runner:
        first_round = True
        while any(totals.games < FULL for totals in played.values()):
            for goal, totals in played.items():
                if args.short and not first_round and perf_counter() - begin > SECONDS:
                    break
                totals.merge(run(goal, min(goal.chunk, FULL - totals.games), first=totals.games, runner=runner))
            first_round = False
            if args.short and perf_counter() - begin > SECONDS:
                break

    missed = False
    figures: list[str] = []
    for goal, totals in played.items():
        share = totals.won / totals.games
        points = totals.points / totals.games
        text = f"{goal}: {totals.games} games, winner {points:.1f} points, thumb wins {100 * share:.1f} %"
        if goal.share:
            figures.append(
                f"{goal.title} {100 * share:.1f} % of {goal.seats}-seat games (wanted: {100 * goal.share:g})"
            )
        if goal.points:
            figures.append(f"winner {points:.1f} points with {goal.seats} seats (wanted: {goal.points:g})")
        missed = missed or share < goal.share or points < goal.points
        print(text)
    print("; ".join(figures))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
