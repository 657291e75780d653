"""Rules of thumb of Lok'n'Roll: they use no hidden information, and they play well."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.games.lok_n_roll.table import BOX, GAME, TABLES, card, do, legal, position, s
from trainshed.games.lok_n_roll.bot import weigh
from trainshed.games.lok_n_roll.bot.open_end import shares
from trainshed.games.lok_n_roll.bot.pile import pile_cost
from trainshed.games.lok_n_roll.bot.turn_plan import wheel_odds
from trainshed.games.lok_n_roll.rules.effects import Discard
from trainshed.games.lok_n_roll.rules.state import LokState
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.nature import Seeded
from trainshed.kernel.shared.weights import HEAVIEST


def heaviest(state: LokState) -> list[str]:
    """The words to which `weigh` gives the largest weight."""
    weights = weigh(state, state.moves())
    return [word for word, weight in zip(legal(state), weights, strict=True) if weight == max(weights)]


def game(seats: int, options: dict[str, str], seed: int, thumbs: set[int]) -> LokState:
    """A whole game: these seats play by rules of thumb, the others at random."""
    state: LokState = GAME.start(seats, options)
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
    state: LokState = GAME.start(seats, options)
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


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_worlds_of_one_view_get_the_same_weights(seats: int, options: dict[str, str]) -> None:
    state: LokState = GAME.start(seats, options)
    rng = Random(31)
    changed = 0
    while not state.over:
        if state.actor == NATURE:
            state.apply(state.pick(rng.randrange(state.tickets())))
            continue
        weights = weigh(state, state.moves())
        for _ in range(2):
            world = state.redraw(state.actor, rng)
            changed += world.digest() != state.digest()
            assert weigh(world, world.moves()) == weights
        state.apply(rng.choice(state.moves()))
    assert changed or seats == 1


# ---------------------------------------------------------------- what it reckons with


def test_the_odds_of_the_dice_are_exact() -> None:
    assert wheel_odds(BOX, 1) == pytest.approx((1 / 3, 2 / 3))
    assert wheel_odds(BOX, 2) == pytest.approx((1 / 9, 4 / 9, 4 / 9))
    six = wheel_odds(BOX, 6)
    assert len(six) == 7
    assert sum(six) == pytest.approx(1)
    assert sum(wheels * likely for wheels, likely in enumerate(six)) == pytest.approx(4)


def test_the_shares_of_the_forms_add_up() -> None:
    assert sum(share for _, share in shares(BOX)) == pytest.approx(1)
    assert len(shares(BOX)) == 6


@pytest.mark.parametrize(
    ("pile", "taken", "cost"),
    [
        ([], [], 0),
        ([], [3], 3),
        ([3], [3], -3),
        ([3], [2], 2),
        ([1, 2], [2, 1], -3),
        ([2], [3, 3], 0),
        ([2], [3, 2, 3], -2),
        ([3, 2, 3], [3, 3, 2], -8),
        ([1], [4, 4, 4], 4),
        ([4, 1], [2, 3, 1], 4),
    ],
)
def test_penalty_cards_are_reckoned_in_the_best_order(pile: list[int], taken: list[int], cost: int) -> None:
    cards = [card(s(value)) for value in taken]
    assert pile_cost(BOX, [card(s(value)) for value in pile], cards, 0, 0.5) == cost


@pytest.mark.parametrize(("pile", "taken"), [([3, 2, 3], [3, 3, 2]), ([1, 2], [1, 2, 4]), ([2, 4], [1, 3, 1, 4])])
def test_discarding_by_thumb_costs_what_was_reckoned(pile: list[int], taken: list[int]) -> None:
    cards = [s(value) for value in taken]
    state = position([*cards, s(1), s(1)], len(cards), piles=[[s(value) for value in pile]], pending=[])
    state.track, state.engine = state.track[len(cards) :], 0
    state.penalties = [card(name) for name in cards]
    state.over = False
    state.set_agenda([Discard(0)])
    state.settle()
    before = state.points(state.players[0])
    while state.actor == 0 and state.penalties:
        do(state, heaviest(state)[0])
    while state.actor == 0:
        do(state, heaviest(state)[0])
    reckoned = pile_cost(BOX, [card(s(v)) for v in pile], [card(name) for name in cards], 0, 0.0)
    assert state.points(state.players[0]) - before == reckoned


# ---------------------------------------------------------------- what it likes


def test_it_always_combines() -> None:
    state = position([s(1), s(2)], 0, [["chaos:4", s(1)], []], piles=[[s(4)]])
    do(state, "chaos:4")
    assert heaviest(state) == ["combine"]


def test_it_passes_for_a_match_rather_than_lay_a_low_card() -> None:
    state = position([s(4), s(1), s(1)], 2, [[s(1), s(2)], []], piles=[[s(4)]])
    assert heaviest(state) == ["pass"]


def test_it_lays_a_high_card_where_the_way_is_free() -> None:
    state = position([s(2), s(1), s(1), s(1), s(1), s(1)], 1, [[s(4), s(2)], []])
    assert heaviest(state) == [f"lay:{s(4)}"]


def test_it_discards_a_chaos_card_that_matches() -> None:
    state = position([s(3), s(2), s(2)], 2, [["chaos:4", s(3)], []], piles=[[s(4)]])
    assert heaviest(state) == ["chaos:4"]


def test_it_does_not_risk_a_lost_challenge() -> None:
    state = position([s(2), s(3), s(3)], 2, [[s(4), s(3)]], mode="challenge")
    state.players[0].derailments = BOX.challenge_derailments
    assert heaviest(state) == ["pass"]


def test_in_the_last_turn_the_whole_hand_counts() -> None:
    state = position([s(1), s(1), s(1)], 0, [[s(2), s(2)], []], deck=0)
    do(state, f"lay:{s(2)}")
    assert heaviest(state) == [f"lay:{s(2)}"]


# ---------------------------------------------------------------- how it plays


def test_it_beats_chance() -> None:
    won = 0
    points = 0
    games = 60
    for seed in range(games):
        state = game(2, {}, seed, {seed % 2})
        won += state.standings()[seed % 2] == 1
        points += state.scores()[seed % 2]
    assert won >= 0.95 * games
    assert points / games < 15


def test_it_plays_well_alone() -> None:
    scores = [game(1, {"mode": "solo"}, seed, {0}).scores()[0] for seed in range(30)]
    assert sum(scores) / len(scores) < 20


def test_it_does_not_lose_the_challenge() -> None:
    games = [game(1, {"mode": "challenge"}, seed, {0}) for seed in range(30)]
    assert sum(state.lost for state in games) <= 1
    assert sum(state.scores()[0] for state in games) / len(games) < 28


def test_it_beats_laura_now_and_then() -> None:
    games = [game(1, {"mode": "rival"}, seed, {0}) for seed in range(60)]
    assert sum(state.standings() == [1] for state in games) >= 12


# ---------------------------------------------------------------- fixed weights


@pytest.mark.parametrize(
    ("state", "weights"),
    [
        (
            position([s(4), s(1), s(1)], 2, [[s(1), s(2)], []], piles=[[s(4)]]),
            {"pass": 1000, f"lay:{s(1)}": 183, f"lay:{s(2)}": 98},
        ),
        (
            position([s(2), s(3), s(3), s(2)], 2, [[s(2), s(3), "chaos:4"], [s(1)]], piles=[[s(4)], [s(2)]], deck=5),
            {"pass": 0, "chaos:4": 1000, f"lay:{s(2)}": 1, f"lay:{s(3)}": 1},
        ),
        (
            position([s(2), s(3), s(3)], 2, [[s(4), s(3)]], mode="challenge"),
            {"pass": 1000, f"lay:{s(3)}": 0, f"lay:{s(4)}": 0},
        ),
        (
            position([s(2), s(3), s(3), s(2)], 2, [[s(2), s(3), s(3)]], mode="rival", deck=1),
            {"pass": 3, f"lay:{s(2)}": 157, f"lay:{s(3)}": 1000},
        ),
    ],
    ids=["table", "few turns", "challenge", "rival, last turn"],
)
def test_weights_stay_as_they_were(state: LokState, weights: dict[str, int]) -> None:
    assert dict(zip(legal(state), weigh(state, state.moves()), strict=True)) == weights
