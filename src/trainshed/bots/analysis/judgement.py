"""What an analysis of a game says: the types of its result, as they are stored and sent."""

from __future__ import annotations

import msgspec


class JudgedMove(msgspec.Struct, frozen=True):
    """A move that the player could make, and what it is worth."""

    move: str
    """Its word."""
    chance: float
    """The player's chance to win after it, 0 to 1. In a game for one, the share of games that it betters."""
    points: float
    """The points that the player is expected to end with, as they are counted on the table."""
    tried: int
    """Number of imagined games that began with it."""


class Judgement(msgspec.Struct, frozen=True):
    """What the search says of one question, from what the seat knew that had to answer it."""

    seat: int
    chances: list[float]
    """The chance of each seat to win before the answer, if the best move is played; together 1."""
    points: list[float]
    """The points that each seat is expected to end with."""
    moves: list[JudgedMove]
    """The moves that were compared, the best first; the played one is always there."""
    nodes: int
    """Number of imagined games."""


class JudgedDecision(msgspec.Struct, frozen=True):
    """A decision of a game, and what the analysis says of it."""

    row: int
    """The row of the log that answers the question; rows count from 1."""
    played: str
    """The word that was played."""
    judgement: Judgement

    @property
    def seat(self) -> int:
        return self.judgement.seat

    @property
    def best(self) -> JudgedMove:
        return self.judgement.moves[0]

    @property
    def chosen(self) -> JudgedMove:
        """The move that was played."""
        return next(move for move in self.judgement.moves if move.move == self.played)

    @property
    def loss(self) -> float:
        """How much chance to win the played move gave away; 0 if it was the best."""
        return max(0.0, self.best.chance - self.chosen.chance)


class Analysis(msgspec.Struct, frozen=True):
    """The analysis of a whole game."""

    rows: int
    """Number of rows of the log that it covers."""
    decisions: list[JudgedDecision]
    """All questions with a choice, in the order of their rows."""
    turning_points: list[int]
    """Rows of at most three decisions that gave away most, the greatest loss first."""
    version: int = 1
