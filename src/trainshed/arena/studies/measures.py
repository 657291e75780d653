"""What is measured of one game: a whole number for each measure, by its name.

Names are `won:seat-1`, `won:driver`, `score`, `score:winner`, `score:seat-1`, `margin`, `tie`, `lost`, `decisions`,
`turns`, `moves`, `lead-changes`, `points:Kiev` and `uses:space:track_1`. Seats are counted in turn order: `seat-1` is
the one that begins. A measure in parts is counted in whole ones: `scale_of` says how many make one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from trainshed.arena.match import Counts
from trainshed.arena.tally import LOST
from trainshed.draw.board import Say
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import Game, State
from trainshed.kernel.nature import Nature
from trainshed.kernel.record import MOVE, Row
from trainshed.kernel.vocabulary import Vocabulary
from trainshed.locale import speech

WIN: Final = 12
"""A victory in parts: two, three or four seats can share it evenly."""


class GameWatch:
    """Watches one game while it is played, and says what was measured."""

    def __init__(
        self, state: State, bots: Sequence[str], responses: Sequence[str], uses: Sequence[str], keeps_rows: bool = False
    ) -> None:
        self.state = state
        self.rows: list[Row] | None = [] if keeps_rows else None
        """The moves, for a record."""
        self.bots = bots
        self.responses = responses
        self.events: list[Any] = []
        self.counted = counted_words(state.game.vocabulary, tuple(uses)) if "uses" in responses else []
        self.used: dict[str, list[int]] = {}
        """How often each seat used a counted word."""
        self.leads = "lead-changes" in responses
        self.leader = -1
        self.lead_changes = 0
        self.order = list(range(state.seats))
        """The seats in turn order."""
        self.asked = NATURE
        self.sources = "sources" in responses and has_sources(state.game)
        if self.sources:
            state.listen()

    def set_up(self, nature: Nature) -> int:
        """Make the draws before the first question, so that the turn order is known; returns how many there were."""
        draws = 0
        while not self.state.over and self.state.actor == NATURE:
            move = nature.choose(self.state)
            self._on_move(NATURE, move)
            self.state.apply(move)
            draws += 1
        self.order = self.state.game.turn_order(self.state)
        return draws

    @property
    def on_move(self) -> Callable[[int, int], None] | None:
        """What is to be called before each move; None where nothing is measured on the way."""
        return self._on_move if self.sources or self.leads or self.counted or self.rows is not None else None

    def _on_move(self, seat: int, move: int) -> None:
        if self.rows is not None:
            self.rows.append(Row(seat, MOVE, self.state.game.vocabulary.word(move)))
        if self.sources:
            self.events += self.state.events(None)
        if self.counted and (word := self.counted[move]):
            owner = seat if seat != NATURE else self._dealt_to(move, word)
            if owner != NATURE:
                self.used.setdefault(word, [0] * self.state.seats)[owner] += 1
        if seat == NATURE:
            return
        if self.leads and seat != self.asked:
            self.asked = seat
            self._look_who_leads()

    def _dealt_to(self, move: int, word: str) -> int:
        """The seat that alone sees what nature draws; NATURE if nobody or everybody does."""
        seats = [seat for seat in range(self.state.seats) if self.state.seen(seat, move) == word]
        return seats[0] if len(seats) == 1 else NATURE

    def _look_who_leads(self) -> None:
        """The lead changes when one seat alone is first, and the last one that was first alone is another."""
        standings = self.state.standings()
        if standings.count(1) == 1:
            first = standings.index(1)
            self.lead_changes += self.leader not in (-1, first)
            self.leader = first

    def measured(self, state: State, counts: Counts) -> Iterator[tuple[str, int]]:
        """All measures of the finished game, each once."""
        standings, scores, lost = state.standings(), state.scores(), state.result() == LOST
        wins = wins_of(standings)
        if "wins" in self.responses:
            for place, seat in enumerate(self.order, 1):
                yield f"won:seat-{place}", wins[seat]
            if len(set(self.bots)) > 1:
                for name in dict.fromkeys(self.bots):
                    yield f"won:{name}", sum([win for win, own in zip(wins, self.bots, strict=True) if own == name])
            yield "tie", int(standings.count(1) > 1)
            if state.seats == 1:
                yield "lost", int(lost)
        if "scores" in self.responses and not lost:
            yield "score", sum(scores)
            for place, seat in enumerate(self.order, 1):
                yield f"score:seat-{place}", scores[seat]
            if 1 in standings:
                best = scores[standings.index(1)]
                yield "score:winner", best
                if state.seats > 1:
                    # Fewer points are better in some titles.
                    others = sorted(zip(standings, scores, strict=True))
                    yield "margin", abs(best - others[1][1])
        if "length" in self.responses:
            yield "decisions", counts.decisions
            yield "turns", counts.turns
            yield "moves", counts.moves
        if self.leads:
            self._look_who_leads()
            yield "lead-changes", self.lead_changes
        if self.sources:
            self.events += state.events(None)
            yield from points_by_source(state, self.events)
        for word, seats in self.used.items():
            yield f"uses:{word}", sum(seats)


def wins_of(standings: Sequence[int]) -> list[int]:
    """The victory of each seat, in `WIN` parts."""
    first = standings.count(1)
    return [WIN // first if rank == 1 else 0 for rank in standings]


def points_by_source(state: State, events: Sequence[Any]) -> Iterator[tuple[str, int]]:
    """The points of all seats together, by where they came from."""
    board = state.game.part("board.board")
    told = board.tally(state.game, state.view(None), events, Say(speech("en"), [""] * state.seats))
    if told is None:
        return
    for at, source in enumerate(told.sources):
        yield f"points:{source}", sum([sum(seat[at]) for seat in told.points])


def has_sources(game: Game) -> bool:
    return game.has_part("board.board") and hasattr(game.part("board.board"), "tally")


@lru_cache(maxsize=64)
def counted_words(vocabulary: Vocabulary, heads: tuple[str, ...]) -> list[str]:
    """By the id of each move, the word if its use is counted, else ""."""
    words = [vocabulary.word(move) for move in range(len(vocabulary))]
    return [word if head_of(word) in heads else "" for word in words]


def head_of(word: str) -> str:
    """The first part of a word: `route` of `route:Houston`."""
    return word.partition(":")[0]


def scale_of(measure: str, seats: int, bots: Sequence[str]) -> int:
    """How many of the whole numbers that are counted make one of the measure."""
    kind, _, rest = measure.partition(":")
    if kind == "won":
        return WIN * (list(bots).count(rest) or 1)
    if measure == "score" or kind == "points":
        return seats  # of all seats together; read as that of a seat on average
    return 1


def even_share(measure: str, seats: int) -> Fraction | None:
    """The share of victories of a seat or a bot if all were equally good, or None for anything else."""
    return Fraction(1, seats) if measure.startswith("won:") and seats > 1 else None


def is_share(measure: str) -> bool:
    """Is the measure a part of the games?"""
    return measure.startswith("won:") or measure in ("tie", "lost")
