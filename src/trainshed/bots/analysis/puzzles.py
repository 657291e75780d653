"""Puzzles of a title: positions of real games in which one move is clearly the best, each with its proof.

They are in the file `puzzles.json` of the title's folder, which `trainshed puzzles find` makes. The position follows
from the words of its game; whoever solves it sees no more than the seat that must decide.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec

from trainshed.kernel.game import Game, State, title_file
from trainshed.wire import JudgedMove, Judgement

FILE: Final = "puzzles.json"


class PuzzleError(ValueError):
    """A file of puzzles that does not follow the rules of its title, or a puzzle that does not exist."""


class PuzzleGame(msgspec.Struct, frozen=True):
    """A game from which puzzles were taken, up to its last puzzle."""

    seats: int
    options: dict[str, str]
    words: str
    """All moves in their order, of the seats and of nature, between blanks."""


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question with one move that is clearly the best."""

    game: int
    """The number of its game in the file, from 0."""
    moves: int
    """How many moves of the game come before it."""
    best: str
    """The word of the best move."""
    levels: list[str]
    """The levels of bots that find it: the fewer, the harder it is."""
    proof: Judgement
    """What search says of the moves: the best one, and how far the others are behind."""
    first_look: Judgement
    """What it said before, with other luck and fewer imagined games: the same move."""
    withdrawn: bool = False
    """Taken out of the collection, because another answer is just as good. Its number stays taken."""

    @property
    def margin(self) -> float:
        """How much chance to win the next best move gives away."""
        return margin_of(self.proof)

    def judged(self, word: str) -> JudgedMove | None:
        """What the proof says of a move; None if it was not worth comparing."""
        return next((move for move in self.proof.moves if move.move == word), None)


class PuzzleFile(msgspec.Struct, frozen=True):
    """All puzzles of a title."""

    title: str
    edition: int
    pack: str
    """The digest of the content pack."""
    found: str
    """How they were found."""
    games: list[PuzzleGame]
    puzzles: list[Puzzle]

    @property
    def numbers(self) -> list[int]:
        """The numbers of the puzzles to solve, from 1; those of withdrawn puzzles are missing."""
        return [number for number, puzzle in enumerate(self.puzzles, 1) if not puzzle.withdrawn]


def margin_of(judgement: Judgement) -> float:
    """How much chance to win the best move has more than the next."""
    return judgement.moves[0].chance - judgement.moves[1].chance if len(judgement.moves) > 1 else 0.0


def position_of(game: Game, file: PuzzleFile, puzzle: Puzzle) -> State:
    """The position of a puzzle, by playing its game up to there."""
    played = file.games[puzzle.game]
    state = game.start(played.seats, played.options)
    words = played.words.split()
    if puzzle.moves > len(words):
        raise PuzzleError(f"the game has {len(words)} moves, and {puzzle.moves} should come before the puzzle")
    for word in words[: puzzle.moves]:
        state.play(game.vocabulary.id(word))
    return state


def positions(game: Game, file: PuzzleFile) -> Iterator[tuple[Puzzle, State]]:
    """All puzzles with their positions, in the order of the file."""
    for puzzle in file.puzzles:
        yield puzzle, position_of(game, file, puzzle)


@lru_cache(maxsize=16)
def read_puzzles(package: str) -> PuzzleFile | None:
    """The puzzles in the folder of a title; None if it has none."""
    file = title_file(package, FILE)
    return msgspec.json.decode(file.read_bytes(), type=PuzzleFile) if file.is_file() else None


def puzzles_of(game: Game) -> PuzzleFile | None:
    """The puzzles of a title; None if there are none for this edition and content."""
    if not game.has_part("game"):  # a title that was put together by a program has no folder
        return None
    found = read_puzzles(game.part("game").__name__.rpartition(".")[0])
    return found if found is not None and (found.edition, found.pack) == (game.edition, game.pack.digest) else None
