"""Playing styles and mistakes of Spike: other weights in the same positions, and mistakes cost games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

from trainshed.games.spike.bot import MISTAKES, SOME_MISTAKES, STYLES, quick_weigh, weigh, weigher
from trainshed.games.spike.bot.habits import changed_habits
from trainshed.games.spike.bot.surroundings import networks
from trainshed.games.spike.game import SpikeGame
from trainshed.games.spike.rules.state import SpikeState
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.nature import Seeded
from trainshed.kernel.shared.weights import HEAVIEST

GAME = SpikeGame()
Weigh = Callable[[SpikeState, Sequence[int]], list[int]]


def positions(seed: int, every: int, seats: int = 3, options: dict[str, str] | None = None) -> list[SpikeState]:
    """Questions with several answers of a game whose moves are drawn by weight."""
    state: SpikeState = GAME.start(seats, options or {})
    nature = Seeded(seed)
    rng = Random(seed)
    found: list[SpikeState] = []
    asked = 0
    while not state.over:
        if state.actor == NATURE:
            state.apply(nature.choose(state))
            continue
        moves = state.moves()
        if len(moves) > 1:
            asked += 1
            if asked % every == 0:
                found.append(state.clone())
        state.apply(rng.choices(moves, weigh(state, moves))[0])
    return found


def points(players: list[Weigh], seed: int) -> list[int]:
    """The points at the end of a game in which everybody plays the heaviest move."""
    state: SpikeState = GAME.start(len(players))
    nature = Seeded(seed)
    while not state.over:
        if state.actor == NATURE:
            state.apply(nature.choose(state))
        else:
            moves = state.moves()
            weights = players[state.actor](state, moves)
            state.apply(moves[weights.index(max(weights))])
    return state.scores()


ASKED = positions(4, 9)


def test_without_style_and_mistakes_it_is_weigh() -> None:
    plain = weigher()
    assert all(plain(state, state.moves()) == weigh(state, state.moves()) for state in ASKED)


@pytest.mark.parametrize("name", [*STYLES, *MISTAKES])
def test_every_style_and_mistake_changes_weights(name: str) -> None:
    own = weigher(name) if name in STYLES else weigher("", [name])
    weights = [own(state, state.moves()) for state in ASKED]
    assert all(max(given) == HEAVIEST for given in weights)
    assert weights != [weigh(state, state.moves()) for state in ASKED]


def test_a_style_has_its_mistakes_too() -> None:
    both = weigher("contracts", MISTAKES)
    weights = [both(state, state.moves()) for state in ASKED]
    assert weights != [weigher("contracts")(state, state.moves()) for state in ASKED]
    assert weights != [weigher("", MISTAKES)(state, state.moves()) for state in ASKED]


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match="contracts"):
        weigher("hurry")
    with pytest.raises(ValueError, match="short_sight"):
        weigher("", ["hurry"])
    with pytest.raises(ValueError, match="hurry"):
        changed_habits({"hurry": 1.0})


def test_there_are_styles_and_mistakes_to_choose_from() -> None:
    assert 3 <= len(STYLES) <= 5
    assert 3 <= len(MISTAKES) <= 5
    assert "short_sight" in MISTAKES
    assert 0 < len(SOME_MISTAKES) < len(MISTAKES)
    assert set(SOME_MISTAKES) < set(MISTAKES)


def test_mistakes_cost_games() -> None:
    clumsy = weigher("", MISTAKES)
    won = 0
    for seed in range(6):
        players = [weigh, clumsy] if seed % 2 else [clumsy, weigh]
        scores = points(players, seed)
        won += scores[players.index(weigh)] > max(scores[players.index(clumsy)], 0)
    assert won >= 5


def test_quick_weights_are_weights_of_the_same_answers() -> None:
    agree = 0
    for state in ASKED:
        moves = state.moves()
        quick, full = quick_weigh(state, moves), weigh(state, moves)
        assert len(quick) == len(moves)
        assert max(quick) == HEAVIEST
        agree += quick.index(HEAVIEST) == full.index(HEAVIEST)
    assert agree > 0.7 * len(ASKED)


@pytest.mark.parametrize("options", [{}, {"one_track_per_space": "no", "joker_mixed": "yes"}])
def test_what_is_remembered_of_networks_changes_no_weight(options: dict[str, str]) -> None:
    # given positions that follow each other, so that networks are carried on from one to the next
    asked = positions(8, 5, 4, options)
    carried = [weigh(state, state.moves()) for state in asked]
    # when each is asked about alone, then the weights are the same
    for state, weights in zip(asked, carried, strict=True):
        known = networks(GAME.box)
        known.by_tracks.clear()
        known.last = [None] * len(known.last)
        assert weigh(state, state.moves()) == weights


KNOWN: list[tuple[int, str, list[int]]] = [
    (0, "BuildRoute", [1000, 91, 135, 111, 8, 91, 273, 91]),
    (1, "BuildRoute", [55, 333, 1000]),
    (2, "Turn", [20, 1000, 17, 19, 17, 0, 5]),
    (3, "DrawMore", [1000, 276, 768]),
    (4, "Turn", [0, 0, 0, 0, 0, 0, 0, 0, 368, 0, 0, 0, 0, 1000, 0, 0, 0, 0]),
    (6, "DrawMore", [1000, 232, 646, 721, 646]),
]
"""Some questions of one game by their place, and their weights: they change only if the rules of thumb are changed."""


def test_weights_are_as_known() -> None:
    asked = positions(21, 29)
    assert [
        (place, type(asked[place].top).__name__, weigh(asked[place], asked[place].moves())) for place, _, _ in KNOWN
    ] == KNOWN
