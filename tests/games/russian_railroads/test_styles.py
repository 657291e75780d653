"""Playing styles and beginners' mistakes of Russian Railroads: they differ, and mistakes cost games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

from tests.support.games.russian_railroads.table import GAME
from trainshed.games.russian_railroads.bot import MISTAKES, SOME_MISTAKES, STYLES, weigh, weigher
from trainshed.games.russian_railroads.rules.player import Player
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.rules.turns import Turn
from trainshed.kernel.agenda import NATURE

Weigh = Callable[[RailState, Sequence[int]], list[int]]


def play(weighs: Sequence[Weigh], seed: int) -> tuple[RailState, list[list[str]]]:
    """A whole game of players who take one of the heaviest moves; its end, and the first three spaces of each seat."""
    state: RailState = GAME.start(len(weighs))
    rng = Random(seed)
    first: list[list[str]] = [[] for _ in weighs]
    while not state.over:
        seat = state.actor
        if seat == NATURE:
            state.apply(state.pick(rng.randrange(state.tickets())))
            continue
        moves = state.moves()
        weights = weighs[seat](state, moves)
        heaviest = max(weights)
        move = rng.choice([move for move, weight in zip(moves, weights, strict=True) if weight == heaviest])
        if isinstance(state.top, Turn) and len(first[seat]) < 3:
            first[seat].append(GAME.vocabulary.word(move))
        state.apply(move)
    return state, first


def share(ours: Weigh, theirs: Weigh, games: int) -> float:
    """The share of two-seat games that the first of two wins."""
    won = 0.0
    for seed in range(games):
        seat = seed % 2
        state, _ = play([ours, theirs] if seat == 0 else [theirs, ours], seed)
        ranks = state.standings()
        won += (ranks[seat] == 1) / ranks.count(1)
    return won / games


def test_without_a_style_and_mistakes_a_weigher_is_weigh() -> None:
    state: RailState = GAME.start(3)
    rng = Random(4)
    plain = weigher()
    while not state.over:
        if state.actor == NATURE:
            state.apply(state.pick(rng.randrange(state.tickets())))
            continue
        moves = state.moves()
        weights = weigh(state, moves)
        assert plain(state, moves) == weights
        state.apply(rng.choices(moves, weights)[0])


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match="none of"):
        weigher("tourist")
    with pytest.raises(ValueError, match="none of"):
        weigher("", ["blunder"])


def test_styles_follow_their_plans() -> None:
    """At tables with one of each, every style has most of what its name says."""
    names = list(STYLES)
    seats = len(names)
    assert 3 <= seats <= 4
    games = 4 * seats
    found: dict[str, list[Player]] = {name: [] for name in names}
    openings: set[tuple[str, ...]] = set()
    for seed in range(games):
        order = [names[(seed + seat) % seats] for seat in range(seats)]
        state, first = play([weigher(name) for name in order], seed)
        for name, player, spaces in zip(order, state.players, first, strict=True):
            found[name].append(player)
            openings.add(tuple(sorted(spaces)))

    def most(measure: Callable[[Player], float]) -> str:
        return max(names, key=lambda name: sum(measure(player) for player in found[name]))

    assert most(lambda player: sum(player.markers)) == "industrialist"
    assert most(lambda player: len(player.engineers)) == "engineers"
    assert most(lambda player: sum(player.tracks[:5])) == "trans_siberian"
    assert len(openings) >= 10


def test_mistakes_cost_games() -> None:
    assert set(SOME_MISTAKES) < set(MISTAKES)
    some, every = weigher("", SOME_MISTAKES), weigher("", MISTAKES)
    assert share(weigh, some, 40) >= 0.6
    assert share(some, every, 24) >= 0.6


def test_with_all_mistakes_it_still_beats_who_plays_anything() -> None:
    rng = Random(2)

    def anything(world: RailState, moves: Sequence[int]) -> list[int]:
        return [rng.randrange(1000) for _ in moves]

    assert share(weigher("", MISTAKES), anything, 20) >= 0.9


@pytest.mark.parametrize("mistake", MISTAKES)
def test_every_mistake_changes_how_it_plays(mistake: str) -> None:
    state: RailState = GAME.start(2)
    rng = Random(6)
    mistaken = weigher("", [mistake])
    changed = 0
    while not state.over:
        if state.actor == NATURE:
            state.apply(state.pick(rng.randrange(state.tickets())))
            continue
        moves = state.moves()
        weights = weigh(state, moves)
        changed += mistaken(state, moves) != weights
        state.apply(moves[weights.index(max(weights))])
    assert changed
