"""Measures whether the characters of a level differ: openings, wins and sources of points of whole games.

At every table the characters sit as the lobby seats them: each in the style that the title has for it.

- Russian Railroads, tables of two and of four seats: how many different sets of first three placements there are in 50
  games, of the seat that begins; also those of all seats together are told.
- Every title, four seats: how many games each character of the level wins, and which share of its points came from
  which source. A victory that is shared counts in parts.

Two processes play the games; seeds are fixed, so the figures repeat. A run with `--keep` goes on where it was stopped.

    python bench/variety.py                             50 games for openings, 400 of each title for wins
    python bench/variety.py --short                     as many games for wins as fit into 50 s
    python bench/variety.py --level director --nodes-scale 1/16 --games 48 --keep FOLDER

The last line has the deciding figures. Exit 1 if one of them is missed; in a short run, which has few games, a share of
wins is missed where its 95 % interval is.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from fractions import Fraction
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final, Self

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

import trainshed
from bench.parts.titles import add_title_option, measured, narrow
from bench.thumb import varied
from trainshed.arena.jobs import ProcessRunner, run
from trainshed.arena.match import play_game
from trainshed.arena.tally import Side, wilson
from trainshed.bots.bot import Budget, find
from trainshed.bots.characters import Character, bot_of, cast
from trainshed.bots.levels import LEVELS, USUAL
from trainshed.draw.board import Say
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.events import Event
from trainshed.kernel.nature import Seeded
from trainshed.locale import speech

OPENINGS: Final = "russian-railroads"
OPENING_GAMES: Final = 50
PLACEMENTS: Final = 3
LEAST_OPENINGS: Final = 10
SEATS: Final = 4
LEAST_WINS: Final = 0.15
MOST_WINS: Final = 0.6
FULL: Final = 400
CHUNK: Final = 24
"""Games at a time: every order in which four characters can sit."""
SECONDS: Final = 40.0
"""In a short run no further games are started after so many seconds."""


class CharacterTotals(msgspec.Struct):
    """Totals of each character of a level, and the openings of the games."""

    sides: list[Side]
    sources: list[dict[str, int]]
    """The points of each character by their source."""
    first: dict[str, int] = {}
    """How often the seat that begins placed its first three workers like this."""
    together: dict[str, int] = {}
    """How often the first three workers of a game were placed like this, whoever placed them."""
    games: int = 0

    def merge(self, other: CharacterTotals) -> None:
        self.games += other.games
        for mine, theirs in zip(self.sides, other.sides, strict=True):
            mine.merge(theirs)
        pairs = [(self.first, other.first), (self.together, other.together)]
        for counts, more in pairs + list(zip(self.sources, other.sources, strict=True)):
            for name, count in more.items():
                counts[name] = counts.get(name, 0) + count

    def encode(self) -> bytes:
        return msgspec.json.encode(self, order="deterministic")

    @classmethod
    def decode(cls, data: bytes) -> Self:
        return msgspec.json.decode(data, type=cls)


class CharacterGames(msgspec.Struct, frozen=True):
    """Games of the characters of one level at one title, at tables of so many seats."""

    title: str
    level: str
    seats: int
    scale: float = 1.0
    """Multiplies the nodes of levels that search."""
    seed: str = "variety"

    def empty(self) -> CharacterTotals:
        players = cast(self.level)
        return CharacterTotals([Side() for _ in players], [{} for _ in players])

    def seated(self, index: int) -> list[int]:
        """Which of the characters sit where, in all orders and as often as the others."""
        players = list(range(len(cast(self.level))))
        Random(f"{self.seed}:{index // len(players)}").shuffle(players)
        shift = index % len(players)
        return (players[shift:] + players[:shift])[: self.seats]

    def play(self, index: int, summary: CharacterTotals) -> None:
        """Play one game, and count openings, wins and points by source."""
        luck = f"{self.seed}:{index}"
        game = trainshed.game(self.title)
        seated = self.seated(index)
        bots = [find(bot_of(cast(self.level)[at], game)) for at in seated]
        # First Class has pairs of modules, which take turns.
        state = game.start(self.seats, varied(game, "modules", index))
        state.listen()
        events: list[Event] = []
        placed: list[tuple[int, str]] = []

        def on_move(seat: int, move: int) -> None:
            events.extend(state.events(None))
            word = game.vocabulary.word(move)
            if seat != NATURE and word.startswith(("space:", "engineer:")):
                placed.append((seat, word))

        rngs = [Random(f"{luck}:{seat}") for seat in range(self.seats)]
        play_game(state, bots, Seeded(luck), rngs, Budget(seconds=math.inf, scale=self.scale), on_move)
        events.extend(state.events(None))
        ranks, scores = state.standings(), state.scores()
        told = game.part("board.board").tally(game, state.view(None), events, Say(speech("en"), [""] * self.seats))
        summary.games += 1
        for seat, at in enumerate(seated):
            side, sources = summary.sides[at], summary.sources[at]
            side.played += 1
            side.scores.add(scores[seat])
            if ranks[seat] == 1:
                side.add_first(ranks.count(1))
            for source, points in zip(told.sources, told.points[seat], strict=True):
                sources[source] = sources.get(source, 0) + sum(points)
        if self.title == OPENINGS:
            begins = placed[0][0]
            for counts, words in (
                (summary.first, [word for seat, word in placed if seat == begins]),
                (summary.together, [word for _, word in placed]),
            ):
                opening = " ".join(sorted(words[:PLACEMENTS]))
                counts[opening] = counts.get(opening, 0) + 1


def style_of(character: Character, title: str) -> str:
    return bot_of(character, trainshed.game(title)).partition("/")[2] or "no style"


def shares(sources: dict[str, int]) -> str:
    """The sources of a character's points, those that bring most first; where points are bad, costs are negative."""
    whole = sum(abs(points) for points in sources.values()) or 1
    found = sorted(sources.items(), key=lambda item: -abs(item[1]))
    return ", ".join(f"{name} {100 * points / whole:.0f} %" for name, points in found if abs(points) >= 0.02 * whole)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how the characters of a level differ.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    parser.add_argument("--level", choices=[level.name for level in LEVELS], default=USUAL)
    parser.add_argument("--nodes-scale", type=Fraction, default=Fraction(1), help="for levels that search, such as 1/8")
    parser.add_argument("--games", type=int, default=FULL, help="games of each title for wins")
    parser.add_argument("--keep", type=Path, help="a folder in which finished games are kept")
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    load = f", load {os.getloadavg()[0]:.1f} before" if hasattr(os, "getloadavg") else ""
    print(f"{os.cpu_count()} cores{load}; characters of the level {args.level}, nodes times {args.nodes_scale}")

    def kept(task: CharacterGames, what: str) -> Path | None:
        return args.keep / f"{task.title}-{what}-{task.seats}-{task.level}" if args.keep else None

    begin = perf_counter()
    missed = False
    figures: list[str] = []
    with ProcessRunner(2) as runner:
        for seats in (2, 4) if OPENINGS in measured() else ():
            task = CharacterGames(OPENINGS, args.level, seats, float(args.nodes_scale))
            found = run(task, OPENING_GAMES, runner=runner, kept=kept(task, "openings"))
            print(
                f"{OPENINGS}, {seats} seats: {len(found.first)} sets of first {PLACEMENTS} placements of the seat that"
                f" begins, {len(found.together)} of all seats together, in {OPENING_GAMES} games"
            )
            figures.append(f"{len(found.first)} openings at {seats} seats (wanted: {LEAST_OPENINGS})")
            missed = missed or len(found.first) < LEAST_OPENINGS
        tasks = [CharacterGames(title, args.level, SEATS, float(args.nodes_scale)) for title in measured()]
        totals = {task: task.empty() for task in tasks}
        rounds = 0
        while any(total.games < args.games for total in totals.values()):
            for task, total in totals.items():
                late = args.short and rounds and perf_counter() - begin > SECONDS
                if not late and total.games < args.games:
                    more = min(CHUNK, args.games - total.games)
                    total.merge(run(task, more, first=total.games, runner=runner, kept=kept(task, "wins")))
            rounds += 1
            if args.short and perf_counter() - begin > SECONDS:
                break
    for task, total in totals.items():
        won = []
        for character, side, sources in zip(cast(task.level), total.sides, total.sources, strict=True):
            share = wilson(side.wins, side.played)
            won.append(share.share)
            low, high = (share.low, share.high) if args.short else (share.share, share.share)
            missed = missed or high < LEAST_WINS or low > MOST_WINS
            print(
                f"{task.title}, {character.name} ({style_of(character, task.title)}): wins {100 * share.share:.1f} %"
                f" ({100 * share.low:.0f} to {100 * share.high:.0f}) of {side.played},"
                f" {side.scores.mean or 0:.1f} points: {shares(sources)}"
            )
        figures.append(f"{task.title} {100 * min(won):.0f} to {100 * max(won):.0f} % of {total.games} games")
    print("; ".join(figures) + f" (wanted: {100 * LEAST_WINS:g} to {100 * MOST_WINS:g})")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
