"""Collects found puzzles into the file of a title: as different as can be, from easy to hard."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from trainshed.arena.jobs import Runner, run
from trainshed.arena.puzzles.hunt import (
    CLEAR,
    NODES,
    FoundPuzzles,
    HuntedGame,
    PuzzleHunt,
    PuzzleProof,
    levels_that_find,
)
from trainshed.bots.analysis.puzzles import Puzzle, PuzzleFile, PuzzleGame, positions
from trainshed.bots.levels import LEVELS
from trainshed.kernel.game import Game

AT_ONCE: Final = 8
"""Games between two counts of what was found."""
MOST_GAMES: Final = 20_000
"""After so many games without enough puzzles the search is given up."""


class TooFewPuzzles(ValueError):
    """Not enough questions with one clearly best move were found."""


def find_puzzles(
    game: Game,
    count: int,
    seed: str,
    jobs: int,
    kept: Path | None = None,
    nodes: int = NODES,
    progress: Callable[[int, int], None] | None = None,
    proved: Sequence[HuntedGame] = (),
    *,
    runner: Runner | None = None,
) -> PuzzleFile:
    """Look through games until there are enough puzzles, with those that are `proved` already.

    `progress` is told how many there are, and how many games were looked through. `runner` plays them instead of `jobs`
    local processes.
    """
    hunt = PuzzleHunt(game.slug, seed, nodes)
    total = FoundPuzzles()
    games = 0
    known = sum(len(hunted.puzzles) for hunted in proved)
    while known + sum(len(hunted.puzzles) for hunted in total.games.values()) < count:
        if games >= MOST_GAMES:
            raise TooFewPuzzles(f"{games} games of {game.name} have fewer than {count} puzzles")
        total.merge(run(hunt, AT_ONCE, jobs, kept, first=games, runner=runner))
        games += AT_ONCE
        if progress is not None:
            progress(known + sum(len(hunted.puzzles) for hunted in total.games.values()), games)
    verb = "prove" if proved else "find"
    before = f"{known} of before, proved again, and " if proved else ""
    how = (
        f"trainshed puzzles {verb} {game.slug} --count {count} --seed {seed} --nodes {nodes}: "
        f"{before}{total.looked_at} questions of {games} games of drivers, three looks with "
        f"{', '.join(map(str, hunt.looks))} imagined games, the next best move at least {CLEAR:.0%} behind in each"
    )
    return collected(game, [*proved, *(hunted for _, hunted in sorted(total.games.items()))], count, how)


def proved_again(
    game: Game,
    file: PuzzleFile,
    jobs: int,
    kept: Path | None = None,
    nodes: int = NODES,
    progress: Callable[[int], None] | None = None,
    *,
    runner: Runner | None = None,
) -> list[HuntedGame]:
    """The games of a file with the puzzles in which search still finds one move clearly the best.

    `progress` is told how many games were added.
    """
    found = run(PuzzleProof(game.slug, file, nodes), len(file.games), jobs, kept, progress, runner=runner)
    return [hunted for _, hunted in sorted(found.games.items())]


def collected(game: Game, hunted: list[HuntedGame], count: int, how: str) -> PuzzleFile:
    """So many of the found puzzles, all grades in turn as far as there are any, the easiest first."""
    by_grade: dict[int, list[tuple[HuntedGame, Puzzle]]] = defaultdict(list)
    for each in hunted:
        for puzzle in each.puzzles:
            by_grade[len(puzzle.levels)].append((each, puzzle))
    chosen: list[tuple[HuntedGame, Puzzle]] = []
    while len(chosen) < count and any(by_grade.values()):
        for grade in range(len(LEVELS), -1, -1):
            if by_grade[grade] and len(chosen) < count:
                chosen.append(by_grade[grade].pop(0))
    chosen.sort(key=lambda each: (-len(each[1].levels), hunted.index(each[0]), each[1].moves))
    numbers: dict[int, int] = {}
    games: list[PuzzleGame] = []
    puzzles: list[Puzzle] = []
    for each, puzzle in chosen:
        if id(each) not in numbers:
            numbers[id(each)] = len(games)
            games.append(each.game)
        puzzles.append(msgspec.structs.replace(puzzle, game=numbers[id(each)]))
    return PuzzleFile(game.slug, game.edition, game.pack.digest, how, games, puzzles)


def regraded(game: Game, file: PuzzleFile, progress: Callable[[int], None] | None = None) -> PuzzleFile:
    """The same puzzles, graded by the levels as they play now, the easiest first; `progress` is told how many."""
    puzzles: list[Puzzle] = []
    for puzzle, position in positions(game, file):
        luck = f"{puzzle.game}:{puzzle.moves}"
        puzzles.append(msgspec.structs.replace(puzzle, levels=levels_that_find(position, puzzle.best, luck, 1.0)))
        if progress is not None:
            progress(len(puzzles))
    return msgspec.structs.replace(file, puzzles=sorted(puzzles, key=lambda puzzle: -len(puzzle.levels)))


def written(file: PuzzleFile) -> bytes:
    """The file as text: one line for each game and each puzzle, so that changes can be read."""
    head = msgspec.json.encode({"title": file.title, "edition": file.edition, "pack": file.pack, "found": file.found})
    games = b",\n".join(msgspec.json.encode(each) for each in file.games)
    puzzles = b",\n".join(msgspec.json.encode(rounded(each)) for each in file.puzzles)
    return head[:-1] + b',\n"games":[\n' + games + b'\n],\n"puzzles":[\n' + puzzles + b"\n]}\n"


def rounded(puzzle: Puzzle) -> Puzzle:
    """Chances and points with as many digits as mean something."""
    rows = msgspec.to_builtins(puzzle)
    for look in (rows["proof"], rows["first_look"]):
        look["chances"] = [round(chance, 4) for chance in look["chances"]]
        look["points"] = [round(points, 2) for points in look["points"]]
        for move in look["moves"]:
            move["chance"], move["points"] = round(move["chance"], 4), round(move["points"], 2)
    return msgspec.convert(rows, Puzzle)
