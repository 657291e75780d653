"""The features of Spike agree with the table in their module's docstring."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.games.feature_table import FeatureTable, ones
from tests.support.games.words import do
from trainshed.games.spike import features as module
from trainshed.games.spike.features import features, length, longest, utilities
from trainshed.games.spike.game import SpikeGame
from trainshed.games.spike.rules.state import SpikeState
from trainshed.kernel.agenda import NATURE

GAME = SpikeGame()
BOX = GAME.box
TABLE = FeatureTable(GAME, module)
rows, part, place = TABLE.rows, TABLE.part, TABLE.place


def opened(seats: int, options: dict[str, str] | None = None, until: str = "Turn", skip: int = 0) -> SpikeState:
    """The position of a random game in which this question is asked for the first time after so many others."""
    state: SpikeState = GAME.start(seats, {"first_player": "seat-1", **(options or {})})
    rng = Random(7)
    while state.agenda and (skip > 0 or type(state.agenda[-1]).__name__ != until):
        skip -= state.actor != NATURE
        state.apply(rng.choice(state.moves()))
    return state


def test_the_table_is_complete() -> None:
    assert sum(count for _, count in rows()) == length(GAME) == 3781
    assert 4 * sum(count for _, count in rows(within=True)) == dict(rows())["each place: 533 numbers"]


def test_every_effect_is_a_question() -> None:
    assert {kind.__name__ for kind in GAME.effects} == set(module.QUESTIONS)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_always_as_many_numbers_and_all_in_range(seats: int) -> None:
    rng = Random(seats)
    state: SpikeState = GAME.start(seats, {"advanced": "yes"} if seats == 3 else {})
    low, high = utilities(GAME, seats, {})
    count = 0
    while not state.over:
        if count % 9 == 0:
            for seat in [*range(seats), None]:
                values = features(GAME, state.view(seat))
                assert len(values) == length(GAME)
                assert all(0.0 <= value <= 1.0 for value in values)
                assert len(ones(part(state, "the question", seat))) == 1
        count += 1
        state.apply(rng.choice(state.moves()))
    assert part(state, "over") == [1.0]
    assert all(low <= money <= high for money in state.scores())
    assert count <= sum(longest(GAME, seats, {}))


def test_places_are_seen_from_the_seat_that_looks() -> None:
    """What one seat sees at the first place, the seat before it sees at the second."""
    state = opened(4, skip=60)
    for seat in range(4):
        for what, _ in rows(within=True):
            own = place(state, 0, what, seat)
            assert place(state, 1, what, (seat - 1) % 4) == own
    links = part(state, "each link", 2)
    bits = [state.tracks[index // 4] >> ((2 + index % 4) % 4) & 1 for index in range(len(links))]
    assert links == bits
    assert any(links)


def test_cards() -> None:
    state = opened(2)
    state.players[0].hand = [3, 0, 1, 0, 0, 2]
    state.display, state.discards = [0, 0, 4, -1], [1, 0, 0, 0, 0, 0]
    state.players[1].taken = [0, 2, 0, 0, 0, 0]
    assert part(state, "own hand") == [0.3, 0, 0.1, 0, 0, 0.2]
    assert part(state, "face-up") == [0.5, 0, 0, 0, 0.25, 0]
    assert part(state, "discards") == [0.1, 0, 0, 0, 0, 0]
    assert part(state, "cards by colour") == [0.1, 0.5, 0.6, 0.7, 0.6, 0.5]
    assert part(state, "own hand", None) == [0] * 6
    assert place(state, 1, "cards by colour") == [0, 0.2, 0, 0, 0, 0]


def test_the_market() -> None:
    state = opened(3)
    values = part(state, "each commodity")
    for commodity in range(len(BOX.commodities)):
        space = state.market.index(commodity)
        assert values[5 * commodity] == BOX.row_worth[space % 3] / 3
        assert ones(values[5 * commodity + 1 : 5 * commodity + 5]) == [space // 3]


def test_contracts_and_the_train() -> None:
    state = opened(3)
    own = state.players[0]
    face = own.contracts[0]
    own.aboard = 1 << BOX.faces[face].commodity
    own.link, own.node = 5, BOX.net.second_end[5]
    own.delivered = [3]
    assert ones(place(state, 0, "contracts in force")) == own.contracts
    assert ones(place(state, 0, "commodities aboard")) == [BOX.faces[face].commodity]
    assert ones(place(state, 0, "the space of the train")) == [5]
    assert place(state, 0, "does it run") == [1.0]
    own.node = BOX.net.first_end[5]
    assert place(state, 0, "does it run") == [0.0]
    assert ones(place(state, 0, "cities with a delivery")) == [3]


def test_route_cards_are_the_viewers_own() -> None:
    state = opened(4)
    for seat in range(4):
        assert ones(part(state, "own route cards", seat)) == state.players[seat].routes
    assert sum(part(state, "own route cards", None)) == 0


def test_a_route_that_is_being_built_and_paid() -> None:
    state = opened(2)
    seat = state.actor
    state.players[seat].hand = [4, 4, 4, 4, 4, 4]
    state.settle()
    do(state, "build")
    word = GAME.vocabulary.word(state.moves()[0])
    do(state, word)
    while type(state.agenda[-1]).__name__ == "BuildRoute":
        links = state.agenda[-1].links  # type: ignore[attr-defined]
        assert ones(part(state, "links of the route", seat)) == sorted(links)
        state.apply(state.moves()[0])
    assert part(state, "colours that are paid", seat) == [0.0] * 6
    spend = next(move for move in state.moves() if GAME.vocabulary.word(move).startswith("spend:"))
    _, color, count = GAME.vocabulary.word(spend).split(":")
    state.apply(spend)
    at = BOX.colors.index(color)
    if type(state.agenda[-1]).__name__ == "PayRoute":
        assert ones(part(state, "colours that are paid", seat)) == list(range(at + 1))
        assert part(state, "cards played of each", seat)[at] == int(count) / 10


def test_what_may_still_be_drawn() -> None:
    state = opened(2)
    seat = state.actor
    do(state, "pile")
    assert part(state, "cards that may still", seat) == [0.5, 0.0]
    state.apply(state.moves()[0])
    assert part(state, "cards that may still", seat) == [0.25, 0.0]
    assert ones(part(state, "the question", seat)) == [module.QUESTIONS.index("DrawMore")]
