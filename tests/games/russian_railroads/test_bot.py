"""Rules of thumb of Russian Railroads: they use no hidden information, and they play well."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from tests.support.games.russian_railroads.table import BOX, GAME, do, effect, legal, position, put, refresh, tracks
from trainshed.games.russian_railroads.bot import weigh
from trainshed.games.russian_railroads.rules.actions.cards import UseCard
from trainshed.games.russian_railroads.rules.actions.tiles import PlaceLocomotive, ReplaceFactory
from trainshed.games.russian_railroads.rules.actions.tokens import UseToken
from trainshed.games.russian_railroads.rules.bonus import LookOrTen, LookThrough
from trainshed.games.russian_railroads.rules.rounds import NextTurn
from trainshed.games.russian_railroads.rules.set_up import ChooseStart
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.rules.turns import Relocate
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.nature import Seeded
from trainshed.kernel.shared.weights import HEAVIEST


def heaviest(state: RailState) -> list[str]:
    """The words to which `weigh` gives the largest weight."""
    weights = weigh(state, state.moves())
    return [word for word, weight in zip(legal(state), weights, strict=True) if weight == max(weights)]


def weight_of(state: RailState, word: str) -> int:
    return weigh(state, state.moves())[legal(state).index(word)]


def game(seats: int, seed: int, thumbs: Sequence[int]) -> RailState:
    """A whole game: these seats play by rules of thumb, the others at random."""
    state: RailState = GAME.start(seats)
    nature = Seeded(seed)
    rng = Random(seed)
    while not state.over:
        if state.actor == NATURE:
            state.apply(nature.choose(state))
            continue
        moves = state.moves()
        weights = weigh(state, moves) if state.actor in thumbs else [1] * len(moves)
        best = max(weights)
        state.apply(rng.choice([move for move, weight in zip(moves, weights, strict=True) if weight == best]))
    return state


# ---------------------------------------------------------------- weights


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"limited_supplies": "no", "flip_rule": "only_if_no_lower"}])
def test_every_question_gets_one_weight_a_move(seats: int, options: dict[str, str]) -> None:
    state: RailState = GAME.start(seats, options)
    rng = Random(9)
    while not state.over:
        if state.actor == NATURE:
            state.apply(state.pick(rng.randrange(state.tickets())))
            continue
        before = state.digest()
        weights = weigh(state, state.moves())
        assert len(weights) == len(state.moves())
        assert all(type(weight) is int and weight >= 0 for weight in weights)
        assert max(weights) == HEAVIEST
        assert state.digest() == before
        state.apply(rng.choice(state.moves()))


def test_every_kind_of_question_is_weighed() -> None:
    asked: set[str] = set()
    told_apart: set[str] = set()
    for seed in range(12):
        state: RailState = GAME.start(2 + seed % 3)
        rng = Random(seed)
        while not state.over:
            if state.actor == NATURE:
                state.apply(state.pick(rng.randrange(state.tickets())))
                continue
            name = type(state.top).__name__
            moves = state.moves()
            asked.add(name)
            if len(set(weigh(state, moves))) > 1:
                told_apart.add(name)
            state.apply(rng.choice(moves))
    assert asked - told_apart <= {"Exchange"}
    assert asked >= {"Turn", "Pay", "Carry", "PlaceLocomotive", "UseToken", "Relocate", "Repeat", "ChooseBonus"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_worlds_of_one_view_get_the_same_weights(seats: int) -> None:
    rng = Random(31 + seats)
    changed = 0
    for _ in range(3):
        state: RailState = GAME.start(seats)
        while not state.over:
            if state.actor == NATURE:
                state.apply(state.pick(rng.randrange(state.tickets())))
                continue
            moves = state.moves()
            weights = weigh(state, moves)
            if state.looks:
                world = state.redraw(state.actor, rng)
                changed += world.digest() != state.digest()
                assert weigh(world, moves) == weights
            state.apply(rng.choices(moves, weights)[0])
    assert changed


# ---------------------------------------------------------------- what it likes


def test_it_does_not_pass_while_workers_are_idle() -> None:
    state = position()
    assert weight_of(state, "pass") == 0


def test_it_keeps_its_roubles_rather_than_spend_them_on_a_poor_step() -> None:
    state = position(round=2)
    own = state.players[0]
    own.workers, own.roubles = 0, 1
    own.tracks = tracks(ts=(4, 2))
    for space in BOX.space_names:
        if space != "track_bottom":
            put(state, space, 1)
    assert heaviest(refresh(state)) == ["pass"]


def test_in_the_last_round_roubles_are_for_spending() -> None:
    state = position(round=7)
    own = state.players[0]
    own.workers, own.roubles = 0, 1
    own.tracks, own.locomotives = tracks(ts=(6, 2)), [4, 3, 0, 0]
    assert heaviest(refresh(state)) != ["pass"]


def test_it_goes_for_the_first_gray_tracks() -> None:
    state = position(pending=[NextTurn(0), effect(0, "track:black:1")])
    assert heaviest(state) == ["advance:trans_siberian:black"]


def test_in_the_last_round_it_takes_the_step_that_scores() -> None:
    state = position(round=7)
    own = state.players[0]
    own.tracks, own.locomotives = tracks(ts=(9, 4, 2), sp=(5, 3), kv=(4, 1)), [6, 1, 1, 4]
    refresh(state, [NextTurn(0), effect(0, "track:gray:1", full=True)])
    # Kiev reaches 4; St Petersburg 1 only, so gray scores nothing there.
    assert weight_of(state, "advance:kiev:gray") > weight_of(state, "advance:st_petersburg:gray")
    assert weight_of(state, "advance:trans_siberian:gray") > weight_of(state, "advance:st_petersburg:gray")


def test_a_doubled_space_is_worth_more() -> None:
    state = position(round=7)
    own = state.players[0]
    own.tracks, own.locomotives, own.doublers = tracks(ts=(9, 2), sp=(9, 2)), [9, 0, 9, 0], 8
    refresh(state, [NextTurn(0), effect(0, "track:gray:1", full=True)])
    assert heaviest(state) == ["advance:trans_siberian:gray"]


def test_a_locomotive_goes_where_tracks_wait_for_it() -> None:
    state = position()
    own = state.players[0]
    own.tracks, own.locomotives = tracks(ts=(3, 1), sp=(1,), kv=(4, 3)), [3, 1, 0, 0]
    refresh(state, [NextTurn(0), PlaceLocomotive(0, 4, 0)])
    assert heaviest(state) == ["place:kiev"]


def test_the_medal_is_taken_by_who_can_use_it_at_once() -> None:
    state = position(round=3)
    own = state.players[0]
    own.tracks, own.locomotives = tracks(ts=(6, 1, 0), kv=(7, 5, 0)), [3, 1, 0, 6]
    state.cards = 0
    refresh(state, [NextTurn(0), UseToken(0)])
    assert heaviest(state) == ["token:kiev_medal"]


def test_three_doublers_are_no_use_to_who_has_eight() -> None:
    state = position(round=3)
    state.players[0].doublers = 8
    refresh(state, [NextTurn(0), UseToken(0)])
    assert weight_of(state, "token:three_doublers") == min(weigh(state, state.moves()))


def test_payment_keeps_roubles_and_uses_turquoise_workers_first() -> None:
    state = position()
    own = state.players[0]
    own.turquoise, own.roubles = 2, 2
    refresh(state)
    do(state, "space:loco_2")
    assert heaviest(state) == ["pay:t2"]


def test_the_black_worker_goes_where_it_earns_a_step() -> None:
    state = position()
    state.players[0].black = 1
    refresh(state)
    do(state, "space:track_black_1")
    assert heaviest(state) == ["pay:b1"]
    state = position()
    state.players[0].black = 1
    refresh(state)
    do(state, "space:aux_doubler")
    assert heaviest(state) == ["pay:w1"]


def test_a_relocated_worker_is_used() -> None:
    state = position()
    put(state, "order_1", 0)
    refresh(state, [NextTurn(0), Relocate(0)])
    assert "stay" not in heaviest(state)


def test_a_better_factory_goes_where_a_marker_will_still_come() -> None:
    state = position(round=5)
    own = state.players[0]
    own.factories, own.markers = [6, 6, 6, 6, 6], [10, -1]
    refresh(state, [NextTurn(0), ReplaceFactory(0, 9)])
    assert set(heaviest(state)) == {"slot:4", "slot:5"}


def test_end_bonus_cards_are_chosen_by_what_they_will_bring() -> None:
    state = position(round=7, pending=[NextTurn(0), LookThrough(0)])
    own = state.players[0]
    own.doublers, own.factories, own.tokens = 7, [], 0
    do(state, "removed:flat:extra_workers")
    assert heaviest(state) == ["bonus:doublers"]
    state = position(round=7, pending=[NextTurn(0), LookOrTen(0)])
    assert heaviest(state) == ["ten"]
    state.players[0].doublers, state.players[0].engineers = 7, [3, 4, 5]
    refresh(state)
    assert heaviest(state) == ["look"]


def test_starting_cards_are_told_apart() -> None:
    state = position()
    state.starts = 0b1111
    refresh(state, [NextTurn(0), ChooseStart(0)])
    assert len(set(weigh(state, state.moves()))) > 2


def test_an_early_question_card_brings_an_engineer() -> None:
    state = position(pending=[NextTurn(0), UseCard(0)])
    assert heaviest(state) == ["card:engineer"]


# ---------------------------------------------------------------- how it plays


def test_it_beats_three_players_who_play_anything() -> None:
    count = 40
    won = [game(4, seed, [seed % 4]).standings()[seed % 4] == 1 for seed in range(count)]
    assert sum(won) >= 0.99 * count


@pytest.mark.parametrize(("seats", "wanted"), [(2, 270), (3, 280), (4, 300)])
def test_it_scores_well_among_its_own_kind(seats: int, wanted: int) -> None:
    best = [max(game(seats, seed, range(seats)).scores()) for seed in range(15)]
    assert sum(best) / len(best) >= wanted
