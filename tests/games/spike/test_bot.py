"""Rules of thumb of Spike: they use no hidden information, and they play well."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean

import pytest

from trainshed.games.spike.bot import weigh
from trainshed.games.spike.bot.plan import plan_of, start_plan
from trainshed.games.spike.bot.remaining_turns import turns_left
from trainshed.games.spike.bot.turn_plan import TurnPlan
from trainshed.games.spike.game import SpikeGame
from trainshed.games.spike.rules.state import NONE, SpikeState
from trainshed.games.spike.rules.turns import Turn
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.nature import Seeded
from trainshed.kernel.shared.weights import HEAVIEST

GAME = SpikeGame()
BOX = GAME.box
TABLES: list[tuple[int, dict[str, str]]] = [
    (2, {}),
    (3, {"advanced": "yes", "allow_reverse": "no", "start_full_speed": "yes"}),
    (4, {"joker_mixed": "yes", "one_track_per_space": "no", "builds_per_action": "any"}),
]


def city(name: str) -> int:
    return BOX.node_names.index(name)


def link(name: str) -> int:
    return BOX.space_names.index(name)


def face(name: str) -> int:
    return [each.name for each in BOX.faces].index(name)


def legal(state: SpikeState) -> list[str]:
    return [GAME.vocabulary.word(move) for move in state.moves()]


def heaviest(state: SpikeState) -> list[str]:
    """The words to which `weigh` gives the largest weight."""
    weights = weigh(state, state.moves())
    return [word for word, weight in zip(legal(state), weights, strict=True) if weight == max(weights)]


def weight_of(state: SpikeState, word: str) -> int:
    return weigh(state, state.moves())[legal(state).index(word)]


def do(state: SpikeState, word: str) -> None:
    state.apply(GAME.vocabulary.id(word))


def at_turn(
    start: str,
    hand: Sequence[int] = (0, 0, 0, 0, 0, 0),
    contracts: Sequence[str] = (),
    tracks: Sequence[str] = (),
    seats: int = 2,
) -> SpikeState:
    """The first turn of seat 1 in a game of which only this is chosen; the other players are far away."""
    state: SpikeState = GAME.start(seats, {"first_player": "seat-1"})
    rng = Random(5)
    while type(state.top).__name__ != "PlaceTrain":
        state.apply(rng.choice(state.moves()))
    do(state, f"place:{start}")
    for _ in range(seats - 1):
        do(state, "place:houston")
    own = state.players[0]
    own.hand, own.contracts, own.routes = list(hand), sorted([face(name) for name in contracts]), []
    state.tracks, state.nodes = state.tracks[:], state.nodes[:]
    for name in tracks:
        state.tracks[link(name)] |= 1
        for node in (BOX.net.first_end[link(name)], BOX.net.second_end[link(name)]):
            state.nodes[node] |= 1
    return refresh(state)


def refresh(state: SpikeState) -> SpikeState:
    """Ask for the turn of seat 1 again, after something was changed."""
    state.set_agenda([Turn(0, 0, 0, 0)])
    state._moves = None
    state.settle()
    return state


def game(seats: int, seed: int, thumbs: Sequence[int], options: dict[str, str] | None = None) -> SpikeState:
    """A whole game: these seats play by rules of thumb, the others at random."""
    state: SpikeState = GAME.start(seats, options or {})
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


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_question_gets_one_weight_a_move(seats: int, options: dict[str, str]) -> None:
    asked: set[str] = set()
    told_apart: set[str] = set()
    for seed in range(2):
        state: SpikeState = GAME.start(seats, options)
        rng = Random(9 + seed)
        while not state.over:
            if state.actor == NATURE:
                state.apply(state.pick(rng.randrange(state.tickets())))
                continue
            moves = state.moves()
            before = state.digest()
            weights = weigh(state, moves)
            assert len(weights) == len(moves)
            assert all(type(weight) is int and weight >= 0 for weight in weights)
            assert max(weights) == HEAVIEST
            assert state.digest() == before
            if len(moves) > 1:
                asked.add(type(state.top).__name__)
                if len(set(weights)) > 1:
                    told_apart.add(type(state.top).__name__)
            state.apply(rng.choices(moves, weights)[0] if seed else rng.choice(moves))
    assert asked == told_apart
    assert asked >= {"Turn", "DrawMore", "BuildRoute", "PayRoute", "GiveCard", "PlaceTrain"}


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_worlds_of_one_view_get_the_same_weights(seats: int, options: dict[str, str]) -> None:
    rng = Random(31 + seats)
    changed = 0
    state: SpikeState = GAME.start(seats, options)
    while not state.over:
        if state.actor == NATURE:
            state.apply(state.pick(rng.randrange(state.tickets())))
            continue
        moves = state.moves()
        weights = weigh(state, moves)
        if rng.random() < 0.3:
            world = state.redraw(state.actor, rng)
            changed += world.digest() != state.digest()
            assert weigh(world, moves) == weights
        state.apply(rng.choices(moves, weights)[0])
    assert changed


# ---------------------------------------------------------------- what it likes

WHEAT = "wheat-1-b"  # among others from Columbus to Indianapolis, two links


def wheat() -> tuple[str, int]:
    """The nearest destination of a wheat contract from Columbus, and its pay."""
    card = BOX.faces[face(WHEAT)]
    index = card.pay.index(min(card.pay))
    return BOX.node_names[card.cities[index]], card.pay[index]


def test_it_starts_where_its_contracts_are() -> None:
    state: SpikeState = GAME.start(2, {"first_player": "seat-1"})
    rng = Random(5)
    while type(state.top).__name__ != "PlaceTrain":
        state.apply(rng.choice(state.moves()))
    own = state.players[0]
    values = {BOX.node_names[start]: start_plan(state, 0, start).value for start in range(BOX.net.cities)}
    (chosen,) = heaviest(state)
    ranked = sorted(values.values(), reverse=True)
    # In the best quarter, not always the very best: only some cities are planned for, and a cargo at once counts too.
    assert values[chosen.removeprefix("place:")] >= ranked[len(ranked) // 4]
    assert own.node == NONE


def test_it_loads_what_it_can_deliver() -> None:
    state = at_turn("columbus", contracts=[WHEAT])
    assert heaviest(state) == ["load:wheat"]


def test_it_does_not_unload_what_it_needs() -> None:
    state = at_turn("columbus", contracts=[WHEAT])
    do(state, "load:wheat")
    assert weight_of(state, "unload:wheat") < HEAVIEST / 100


def test_it_delivers() -> None:
    where, pay = wheat()
    state = at_turn(where, contracts=[WHEAT])
    state.players[0].aboard = 1 << BOX.commodities.index("wheat")
    assert heaviest(refresh(state)) == ["deliver:wheat"]
    do(state, "deliver:wheat")
    assert state.players[0].money == pay


def test_the_train_starts_for_a_supplier_and_passes_other_cities() -> None:
    line = ["cleveland-columbus", "cleveland-pittsburgh"]
    state = at_turn("pittsburgh", contracts=[WHEAT], tracks=line)
    state.players[0].speed = 2
    assert heaviest(refresh(state)) == ["start:columbus"]
    state.players[0].speed = 0
    assert heaviest(refresh(state)) == ["start:cleveland-pittsburgh"]
    own = state.players[0]
    own.speed, own.link, own.node = 1, link("cleveland-pittsburgh"), city("cleveland")
    assert heaviest(refresh(state)) == ["move:columbus"]


def test_a_train_on_the_line_moves_on_and_enters_the_city_of_its_goal() -> None:
    line = ["cleveland-columbus", "cleveland-pittsburgh"]
    state = at_turn("pittsburgh", contracts=[WHEAT], tracks=line)
    own = state.players[0]
    own.link, own.node = link("cleveland-pittsburgh"), city("cleveland")
    assert heaviest(refresh(state)) == ["move:cleveland-columbus"]
    own.link, own.node = link("cleveland-columbus"), city("columbus")
    assert heaviest(refresh(state)) == ["move:columbus"]


@pytest.mark.clause("SP-MOVE-02")
@pytest.mark.parametrize("contracts", [[], [WHEAT]])
def test_bot_never_spends_the_free_move_on_waiting(contracts: list[str]) -> None:
    state = at_turn("pittsburgh", contracts=contracts, tracks=["cleveland-columbus", "cleveland-pittsburgh"])
    own = state.players[0]
    own.link, own.node = link("cleveland-columbus"), city("columbus")
    assert weight_of(refresh(state), "move:cleveland-columbus") == 0


def test_it_builds_towards_what_it_plans() -> None:
    state = at_turn("pittsburgh", hand=[2, 2, 2, 2, 2, 2], contracts=[WHEAT])
    before = TurnPlan(state, 0)
    assert city("columbus") in before.plan.targets
    assert heaviest(state) == ["build"]
    do(state, "build")
    while type(state.top).__name__ == "BuildRoute":
        do(state, heaviest(state)[0])
    while type(state.top).__name__ == "PayRoute":
        do(state, heaviest(state)[0])
    laid = BOX.tracks - state.players[0].stock
    assert laid > 0
    assert sum(state.players[0].hand) == 12 - laid  # all by matching cards
    far = plan_of(state, 0).far
    assert before.plan.tree([far[target] for target in before.plan.targets]) == before.plan.tree_links - laid


def test_a_payment_keeps_the_cards_that_are_needed() -> None:
    state = at_turn("pittsburgh", hand=[0, 3, 0, 1, 0, 0], contracts=[WHEAT])
    do(state, "build")
    do(state, "link:columbus-pittsburgh")
    assert heaviest(state) == ["match"]  # the yellow card, rather than two blue ones


def test_it_draws_the_colour_that_its_route_lacks() -> None:
    state = at_turn("pittsburgh", contracts=[WHEAT])
    wishes = TurnPlan(state, 0).wishes()
    lacking = wishes.index(max(wishes))
    useless = [color for color, wish in enumerate(wishes) if wish == min(wishes)]
    state.display = [useless[0], lacking, useless[1], useless[0]]
    assert heaviest(refresh(state)) == [f"take:{BOX.colors[lacking]}"]
    do(state, f"take:{BOX.colors[lacking]}")
    assert weight_of(state, "stop") < min(weight_of(state, "pile"), weight_of(state, f"take:{BOX.colors[useless[0]]}"))


def test_money_for_upgrades_is_spent_early() -> None:
    contracts = [WHEAT, "cattle-1-a", "oil-1-a"]
    state = at_turn("topeka", contracts=contracts)
    state.players[0].money = 3
    early = heaviest(refresh(state))
    state.round, state.pile, state.pile_times, state.upper = 3, [1, 0, 0, 0, 0, 0], 3, 0
    assert turns_left(state) < 3
    late = weight_of(refresh(state), "upgrade:locomotive")
    assert early in (["load:wheat"], ["upgrade:locomotive"], ["upgrade:tender"])
    assert late < HEAVIEST / 10


def test_less_time_makes_smaller_plans() -> None:
    state = at_turn("topeka", contracts=[WHEAT, "cattle-1-a", "oil-1-a"])
    many = len(plan_of(state, 0).aims)
    state.round, state.pile, state.pile_times, state.upper = 3, [1, 0, 0, 0, 0, 0], 3, 0
    assert many > len(plan_of(refresh(state), 0).aims)


# ---------------------------------------------------------------- how it plays


def test_it_beats_three_players_who_play_anything() -> None:
    count = 20
    won = [game(4, seed, [seed % 4]).standings()[seed % 4] == 1 for seed in range(count)]
    assert sum(won) >= 0.95 * count


@pytest.mark.parametrize(("seats", "money", "deliveries"), [(2, 80, 4), (3, 75, 3), (4, 58, 2.3)])
def test_it_scores_well_among_its_own_kind(seats: int, money: float, deliveries: float) -> None:
    ends = [game(seats, seed, range(seats)) for seed in range(3)]
    assert fmean(score for state in ends for score in state.scores()) >= money
    assert fmean(len(player.delivered) for state in ends for player in state.players) >= deliveries
