"""Points by their sources: a scoring that is shown step by step, and the table of a whole game."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.seeds import size
from trainshed.draw.board import Count, Say
from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.board import board, score_sheet
from trainshed.games.russian_railroads.view import View
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.events import Event
from trainshed.kernel.game import State
from trainshed.kernel.nature import Seeded
from trainshed.kernel.registry import game
from trainshed.kernel.translation import ENGLISH
from trainshed.locale import LANGUAGES, speech

RAILS = game("russian-railroads")
NAMES = ("Ada", "Bob", "Cleo", "Dan")
SAY = Say(ENGLISH, NAMES)
GAMES = size(day=20, night=60)
"""Games of each number of players."""


class Played:
    """A random game; `told` has the events of each row."""

    def __init__(self, seats: int, seed: str, passes: float = 0.0) -> None:
        rng, nature = Random(seed), Seeded(seed)
        self.state: State = RAILS.start(seats)
        self.state.listen()
        self.moves: list[int] = []
        self.told: list[list[Event]] = []
        self.counts: list[tuple[int, Count]] = []
        """Every scoring, with its row."""
        pass_ = RAILS.vocabulary.id("pass")
        while not self.state.over:
            moves = self.state.moves()
            if self.state.actor == NATURE:
                move = nature.choose(self.state)
            else:
                move = pass_ if pass_ in moves and rng.random() < passes else rng.choice(moves)
            self.moves.append(move)
            self.state.apply(move)
            self.told.append(list(self.state.events(None)))
            if any(isinstance(event, events.RoundScored) for event in self.told[-1]):
                found = board.count(RAILS, self.view, self.told[-1], SAY)
                assert found is not None
                self.counts.append((len(self.told), found))

    @property
    def view(self) -> View:
        view: View = self.state.view(None)
        return view

    @property
    def events(self) -> list[Event]:
        return [event for row in self.told for event in row]


@pytest.mark.clause("RR-SCORE-01", "RR-FINAL-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_points_have_a_source(seats: int) -> None:
    """The sums of the table are the final scores, in every game."""
    for number in range(GAMES):
        played = Played(seats, f"tally {seats} {number}", passes=number % 3 * 0.1)
        tally = board.tally(RAILS, played.view, played.events, SAY)
        sums = [sum(sum(source) for source in seat) for seat in tally.points]
        assert sums == played.state.scores()
        assert len(tally.columns) == played.view.round + 1
        assert all(len(source) == len(tally.columns) for seat in tally.points for source in seat)
        assert all(len(seat) == len(tally.sources) for seat in tally.points)


@pytest.mark.clause("RR-SCORE-01", "RR-ROUND-09", "RR-FINAL-02")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_scoring_begins_and_ends_with_the_points_of_then(seats: int) -> None:
    for number in range(GAMES // 4):
        played = Played(seats, f"count {seats} {number}")
        rounds = played.view.round
        keys = [count.key for _row, count in played.counts]
        assert keys == [f"round-{number}" for number in range(1, rounds)] + ["final"]
        scored = [0] * seats
        for row, count in played.counts:
            won = [0] * seats
            for event in [event for told in played.told[:row] for event in told]:
                if isinstance(event, events.PointsScored | events.Passed):
                    won[event.seat] += event.points
            assert list(count.before) == [sum(pair) for pair in zip(scored, won, strict=True)]
            for _label, points in count.sources:
                scored = [sum(pair) for pair in zip(scored, points, strict=True)]
        assert [sum(pair) for pair in zip(scored, won, strict=True)] == played.state.scores()


def test_points_since_a_scoring_are_none_of_it() -> None:
    """Whoever has not moved since then still sees the scoring as it was."""
    played = Played(3, "since")
    row, count = played.counts[1]
    state = RAILS.start(3)
    state.listen()
    later: list[Event] = []
    for number, move in enumerate(played.moves[: played.counts[2][0] - 1], 1):
        state.apply(move)
        if number >= row:
            later += state.events(None)
    assert any(isinstance(event, events.PointsScored | events.Passed) for event in later)
    assert board.count(RAILS, state.view(None), later, SAY) == count


def test_nothing_is_told_of_a_round_that_runs() -> None:
    played = Played(2, "runs")
    first = played.counts[0][0]
    before = [event for row in played.told[: first - 1] for event in row]
    assert board.count(RAILS, played.view, before, SAY) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_source_has_a_name(language: str) -> None:
    names = [score_sheet.source_name(source, speech(language)) for source in score_sheet.SOURCES]
    assert len(set(names)) == len(score_sheet.SOURCES)
    assert not set(names[3:]) & set(score_sheet.SOURCES)
