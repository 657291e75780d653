"""Looks through games of bots for questions in which one move is clearly the best, and proves it."""

from __future__ import annotations

from random import Random
from typing import Final, Self

import msgspec

from trainshed.arena.match import answer, play_game
from trainshed.bots.analysis.judge import judge
from trainshed.bots.analysis.puzzles import Puzzle, PuzzleFile, PuzzleGame, margin_of, position_of
from trainshed.bots.analysis.turn_orders import same_turn_answers
from trainshed.bots.bot import Budget
from trainshed.bots.levels import DRIVER, LEVELS
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import State
from trainshed.kernel.nature import Seeded
from trainshed.kernel.registry import game as find_game
from trainshed.wire import Judgement

FOREVER: Final = float("inf")
LOOKED_AT: Final = 16
"""So many questions of a game are looked at, drawn by chance."""
FEWEST_MOVES: Final = 3
"""A question with fewer answers is no puzzle."""
MOST_OF_A_GAME: Final = 2
CLEAR: Final = 0.05
"""The next best move must give away so much chance to win, at every look."""
NODES: Final = 768
"""Imagined games of the last of three looks, which is the proof; each look has other luck."""
EARLIER: Final = (12, 4)
"""The looks before have so many times fewer: most questions are no puzzles, and a quick look shows it."""
TRIES: Final = 3
"""How often each level is asked; it finds the move if it does so more often than not."""


class HuntedGame(msgspec.Struct, frozen=True):
    """A game with the puzzles that were found in it."""

    game: PuzzleGame
    puzzles: list[Puzzle]
    """Their `game` is 0: the number follows when they are collected."""


class FoundPuzzles(msgspec.Struct):
    """Games in which puzzles were found, by their index; and how many questions were looked at."""

    games: dict[int, HuntedGame] = {}
    looked_at: int = 0

    def merge(self, other: Self) -> None:
        self.games.update(other.games)
        self.looked_at += other.looked_at

    def encode(self) -> bytes:
        return msgspec.json.encode((self.looked_at, sorted(self.games.items())))

    @classmethod
    def decode(cls, data: bytes) -> Self:
        looked_at, games = msgspec.json.decode(data, type=tuple[int, list[tuple[int, HuntedGame]]])
        return cls(dict(games), looked_at)


class PuzzleHunt(msgspec.Struct, frozen=True):
    """The search for puzzles in games of one title. Tables of all sizes with rivals take turns."""

    title: str
    seed: str
    nodes: int = NODES

    def empty(self) -> FoundPuzzles:
        return FoundPuzzles()

    def play(self, index: int, summary: FoundPuzzles) -> None:
        """Play one game, and look through it."""
        game = find_game(self.title)
        counts = [count for count in game.seat_counts if count > 1]
        seats = counts[index % len(counts)]
        luck = f"{self.seed}:{index}"
        rng = Random(luck)
        state = game.start(seats)
        words: list[str] = []
        asked: list[tuple[int, State]] = []

        def see(actor: int, move: int) -> None:
            if actor != NATURE and len(state.moves()) >= FEWEST_MOVES:
                asked.append((len(words), state.clone()))
            words.append(game.vocabulary.word(move))

        play_game(state, [DRIVER] * seats, Seeded(luck), rng, Budget(FOREVER), on_move=see)
        chosen = sorted(rng.sample(range(len(asked)), min(LOOKED_AT, len(asked))))
        found: list[Puzzle] = []
        for number in chosen:
            moves, position = asked[number]
            summary.looked_at += 1
            puzzle = self.puzzle_at(position, moves, f"{luck}:{moves}")
            if puzzle is not None:
                found.append(puzzle)
            if len(found) == MOST_OF_A_GAME:
                break
        if found:
            played = PuzzleGame(seats, dict(state.options), " ".join(words[: found[-1].moves]))
            summary.games[index] = HuntedGame(played, found)

    @property
    def looks(self) -> list[int]:
        """The imagined games of each look."""
        return [*[max(2, self.nodes // less) for less in EARLIER], self.nodes]

    @property
    def scale(self) -> float:
        """How much the levels search less than they do at a table, if the proof is shorter than usual."""
        return min(1.0, self.nodes / NODES)

    def puzzle_at(self, position: State, moves: int, luck: str) -> Puzzle | None:
        """A puzzle, if every look at the question finds the same move clearly the best, and no other answer can still
        lead to the same position within the turn."""
        looks: list[Judgement] = []
        for number, nodes in enumerate(self.looks):
            # The next best move is told as the played one: then it is compared to the end, and again in fresh games.
            second = looks[-1].moves[1].move if looks else None
            judged = look(position, second, nodes, Random(f"{luck}:{number}"))
            if margin_of(judged) < CLEAR or (looks and judged.moves[0].move != looks[-1].moves[0].move):
                return None
            looks.append(judged)
        best, second = looks[-1].moves[0].move, looks[-1].moves[1].move
        if same_turn_answers(position, best, second):
            return None
        return Puzzle(0, moves, best, levels_that_find(position, best, luck, self.scale), looks[2], looks[1])


class PuzzleProof(msgspec.Struct, frozen=True):
    """The puzzles of a file once more, as search judges them now: an index is that of a game of the file."""

    title: str
    file: PuzzleFile
    nodes: int = NODES

    def empty(self) -> FoundPuzzles:
        return FoundPuzzles()

    def play(self, index: int, summary: FoundPuzzles) -> None:
        """Prove the puzzles of one game again, with other luck; those without a clearly best move fall away."""
        game, hunt = find_game(self.title), PuzzleHunt(self.title, "", self.nodes)
        found: list[Puzzle] = []
        for puzzle in self.file.puzzles:
            if puzzle.game == index and not puzzle.withdrawn:
                summary.looked_at += 1
                position = position_of(game, self.file, puzzle)
                proved = hunt.puzzle_at(position, puzzle.moves, f"again:{index}:{puzzle.moves}")
                if proved is not None:
                    found.append(proved)
        if found:
            summary.games[index] = HuntedGame(self.file.games[index], found)


def look(position: State, played: str | None, nodes: int, rng: Random) -> Judgement:
    """Judge the moves of a question from what the seat knows that must answer it."""
    game, view = position.game, position.view(position.actor)
    move = None if played is None else game.vocabulary.id(played)
    return judge(view, position.moves(), move, Budget(FOREVER, nodes), rng, lambda: game.world(view, rng))


def levels_that_find(position: State, best: str, luck: str, scale: float) -> list[str]:
    """The names of the levels of bots that play the best move more often than not, the weakest first."""
    move = position.game.vocabulary.id(best)
    found: list[str] = []
    for level in LEVELS:
        right = 0
        for attempt in range(TRIES):
            rng = Random(f"{luck}:{level.name}:{attempt}")
            right += answer(position, level, position.moves(), rng, Budget(FOREVER, scale=scale)) == move
        if 2 * right > TRIES:
            found.append(level.name)
    return found
