"""Rules of thumb of First Class: they use no hidden information, they know every module, and they play well."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean

import pytest

from tests.support.games.first_class.positions import (
    BOX,
    GAME,
    PAIRS,
    after,
    ask,
    card,
    carry,
    do,
    give,
    legal,
    position,
    scoring,
    show,
    turn_of,
)
from trainshed.games.first_class.bot import MISTAKES, SOME_MISTAKES, STYLES, outlook, weigh, weigher
from trainshed.games.first_class.bot.module import ModuleThumb
from trainshed.games.first_class.bot.outlook import Outlook, thumb_of
from trainshed.games.first_class.bot.stage import turns_to_phases
from trainshed.games.first_class.bot.trial import COACHES, CONDUCTORS, THE_LINE, Trial, tastes
from trainshed.games.first_class.rules.actions.in_progress import LINE
from trainshed.games.first_class.rules.actions.trains import ChooseMail
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.nature import Seeded
from trainshed.kernel.shared.weights import HEAVIEST

Weigh = Callable[[FirstClassState, Sequence[int]], list[int]]


def heaviest(state: FirstClassState, by: Weigh = weigh) -> list[str]:
    """The words to which `weigh` gives the largest weight."""
    weights = by(state, state.moves())
    return [word for word, weight in zip(legal(state), weights, strict=True) if weight == max(weights)]


def weight_of(state: FirstClassState, word: str) -> int:
    return weigh(state, state.moves())[legal(state).index(word)]


def game(players: Sequence[Weigh | None], seed: int, modules: str) -> FirstClassState:
    """A whole game: each seat plays by these weights, None plays at random."""
    state: FirstClassState = GAME.start(len(players), {"modules": modules})
    nature = Seeded(seed)
    rng = Random(seed)
    while not state.over:
        if state.actor == NATURE:
            state.apply(nature.choose(state))
            continue
        moves = state.moves()
        player = players[state.actor]
        weights = [1] * len(moves) if player is None else player(state, moves)
        best = max(weights)
        state.apply(rng.choice([move for move, weight in zip(moves, weights, strict=True) if weight == best]))
    return state


def late(state: FirstClassState, round: int = 5) -> FirstClassState:
    """The same position in a later round, with all its turns still to come."""
    state.round = round
    return ask(state)


# ---------------------------------------------------------------- weights


@pytest.mark.parametrize(("number", "pair"), list(enumerate(PAIRS)))
def test_every_question_gets_one_weight_a_move(number: int, pair: str) -> None:
    asked: set[str] = set()
    told_apart: set[str] = set()
    for seed in range(2):
        state: FirstClassState = GAME.start(2 + number % 3, {"modules": pair})
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
    assert told_apart >= {"KeepBonus", "Turn", "UseCard", "Carry", "After", "ScoringPart", "ChooseMail"}
    assert asked - told_apart <= {"MakeRoom", "PayBonus"}


@pytest.mark.parametrize("pair", ["a-c", "b-c", "c-e"])
def test_worlds_of_one_view_get_the_same_weights(pair: str) -> None:
    rng = Random(31)
    changed = 0
    state: FirstClassState = GAME.start(3, {"modules": pair})
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
        state.apply(rng.choice(moves))
    assert changed > 5


def test_a_module_without_rules_of_thumb_is_played_by_its_icons(monkeypatch: pytest.MonkeyPatch) -> None:
    assert thumb_of("unheard_of") is ModuleThumb
    monkeypatch.setattr(outlook, "thumb_of", lambda name: ModuleThumb)
    for seed, pair in enumerate(("b-d", "c-e")):
        state = game([weigh, weigh], seed, pair)
        assert min(state.scores()) > 60
    trial = Trial(position(2, modules="d-e"), 0)
    assert trial.card_gain(card("d3-6")) > trial.card_gain(card("d1-4")) > 0


def test_an_error_inside_a_modules_rules_of_thumb_is_no_missing_module(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(path: str) -> None:
        raise ModuleNotFoundError(name="something.else")

    monkeypatch.setattr(importlib, "import_module", broken)
    with pytest.raises(ModuleNotFoundError):
        thumb_of.__wrapped__("murder")


def test_an_unknown_style_is_refused() -> None:
    with pytest.raises(ValueError, match="coaches, conductors, line"):
        weigher("luck")
    with pytest.raises(ValueError, match="'luck' is none of forgotten_end_bonus"):
        weigher("", ("luck",))


# ---------------------------------------------------------------- time


def test_turns_to_the_scoring_phases() -> None:
    state = position(3, turn=1)
    assert turns_to_phases(state, 0) == [5, 11, 17]
    assert turns_to_phases(state, 2) == [6, 12, 18]
    state.round = 4
    assert turns_to_phases(state, 0) == [2, 8]
    scoring(state, 1, phase=2)
    assert turns_to_phases(state, 1) == [0, 6]
    assert turns_to_phases(state, 0) == [6]
    scoring(state, 2, phase=3)
    assert turns_to_phases(state, 2) == [0]
    assert turns_to_phases(GAME.start(2, {}), 0) == [6, 12, 18]


def test_the_outlook_of_the_last_phase_is_what_it_pays() -> None:
    state = give(position(2), 0, upper="12 4 1", lower="7 2", conductors=(2, 1), city=3)
    scoring(state, 0, phase=3)
    outlook = Outlook(state, 0)
    assert outlook.train_value(0) == 16
    assert outlook.train_value(1) == 7


# ---------------------------------------------------------------- icons


def test_coaches_come_before_what_needs_them() -> None:
    state = give(position(2), 0, upper="1 1", lower="1", conductors=(2, 1))
    assert heaviest(carry(state, 0, "0-coach x1, conductor steps 1"))[0].startswith("coach:")


def test_no_icon_is_given_up() -> None:
    state = give(position(2), 0, upper="1 1 0", lower="1 0", conductors=(1, 1))
    for effect in ("0->1", "conductors both 1", "locomotive 2", "upgrade-any x1", "coins 1, 0->1"):
        assert weight_of(carry(state, 0, effect), "leave") < HEAVIEST


def test_upgrades_go_where_the_conductor_has_been() -> None:
    state = late(give(position(2), 0, upper="4 0", lower="0 0 4", conductors=(2, 0)), 6)
    assert heaviest(carry(state, 0, "upgrade-any x1")) == ["upgrade:upper:4"]


def test_conductors_go_where_points_are() -> None:
    state = late(give(position(2), 0, upper="1 0 0", lower="1 12", conductors=(1, 1)), 6)
    assert heaviest(carry(state, 0, "conductor steps 1")) == ["conductor:lower:1"]


def test_steps_are_shared_well() -> None:
    """One step to the seven, and the other to the twelve."""
    state = late(give(position(2), 0, upper="1 7 0 0", lower="1 12 0 0", conductors=(1, 1)), 6)
    scoring(state, 0, phase=3)
    carry(state, 0, "conductor steps 2", LINE, 2)
    first = heaviest(state)[0]
    assert first in ("conductor:upper:1", "conductor:lower:1")
    do(state, first)
    assert heaviest(state)[0] in {"conductor:upper:1", "conductor:lower:1"} - {first}


def test_a_conductor_goes_to_constantinople() -> None:
    full = "1 0 0 0 0 m1 0 0 0 lt-5"
    state = give(position(2), 0, upper=full, lower="1 2 0", conductors=(9, 1))
    scoring(state, 0, phase=3)
    assert heaviest(carry(state, 0, "conductor steps 1", LINE, 2)) == ["conductor:upper:1"]


def test_the_locomotive_goes_as_far_as_it_can() -> None:
    state = give(position(2), 0, city=0, sections="s1-1")
    assert heaviest(carry(state, 0, "locomotive 3")) == ["locomotive:3"]


def test_the_mail_car_is_one_that_can_be_used() -> None:
    state = give(position(2), 0, upper="12 12 0 0 0", lower="12", conductors=(0, 1), city=3)
    ask(late(state, 6), ChooseMail(0, 0))
    assert weight_of(state, "mail:m1") < HEAVIEST  # the line ends here
    assert heaviest(state) == ["mail:m3"]  # two twelves wait for the conductor


# ---------------------------------------------------------------- cards of the display


def test_a_card_that_end_bonus_cards_pay_for() -> None:
    state = show(give(position(2), 0, bonus="eb-con-6 eb-con-7", upper="1 0 0"), "x1-car-3-1 x1-con-2-1")
    assert heaviest(state) == ["take:1:2"]
    give(state, 0, bonus="eb-car-5 eb-car-6 eb-car-7")
    assert heaviest(state) == ["take:1:1"]


def test_a_card_that_is_of_no_use_is_ignored() -> None:
    state = give(position(2), 0, upper="4 4", lower="4", conductors=(1, 1), city=3)
    show(state, "x1-loc-2-1")
    do(state, "take:1:1")
    assert heaviest(state) == ["ignore"]


def test_the_start_player_tile_when_nothing_else_is_of_use() -> None:
    state = give(position(2), 0, upper="12", lower="12", conductors=(1, 1), city=3, bonus="eb-con-1")
    show(state, "x1-loc-1-1")
    assert heaviest(state) == ["tile"]


def test_a_section_is_worth_less_in_the_end() -> None:
    state = position(2)
    early = Trial(state, 0).card_gain(card("s1-5"))
    assert early > Trial(late(state, 6), 0).card_gain(card("s1-5")) >= 0


def test_contracts_by_what_is_missing() -> None:
    state = late(give(position(2, modules="a-b"), 0, city=3, upper="1 0", lower="0"), 3)
    trial = Trial(state, 0)
    near, far = trial.contract_value(card("a1-4")), trial.contract_value(card("a2-1"))
    assert near > far
    assert Trial(late(state, 6), 0).contract_value(card("a3-1")) == 0


def test_a_contract_is_fulfilled_when_it_pays() -> None:
    state = give(position(2, modules="a-b"), 0, contracts="a1-5", upper="2 2", coins=(0, 0, 0))
    show(state, "x1-car-1-1")
    assert heaviest(state) == ["fulfil:a1-5"]


# ---------------------------------------------------------------- coins and end-bonus cards


def test_coins_are_kept_for_better_things_than_a_point() -> None:
    upper, lower = "1 0 0 0 0 m1 0 0 0 lt-5", "1 0 0 0 0 m2 0 0 0 lt-6"
    state = late(after(give(position(2), 0, coins=(3, 0, 0), upper=upper, lower=lower)), 4)
    assert heaviest(state) == ["done"]


def test_coins_are_spent_before_the_game_ends() -> None:
    state = give(position(2), 0, upper="7", lower="4", conductors=(1, 1), coins=(0, 0, 2), city=0)
    scoring(state, 0, phase=3)
    assert heaviest(state) == ["coin:3:upgrade:upper:7"]
    do(state, "coin:3:upgrade:upper:7")
    assert heaviest(state) == ["coin:3:upgrade:lower:4"]


def test_an_end_bonus_card_is_bought_when_it_pays() -> None:
    taken = "x1-loc-1-1 x1-loc-1-2 x1-loc-1-3 x1-loc-2-1"
    state = give(position(2), 0, coins=(5, 3, 0), taken=taken, upper="0", lower="0", city=0)
    state.display = [BOX.bonus_numbers[name] for name in ("eb-loc-7", "eb-con-7")]
    scoring(state, 0, phase=3)
    assert heaviest(state) == ["buy:eb-loc-7"]
    do(state, "buy:eb-loc-7")
    paid = heaviest(state)[0]
    assert paid.startswith("pay:")


def test_the_draft_keeps_a_card_with_many_points() -> None:
    state: FirstClassState = GAME.start(2, {"first_player": "seat-1"})
    for word in ("draft:eb-car-1", "draft:eb-con-1", "draft:eb-con-7"):
        do(state, word)
    assert heaviest(state) == ["keep:eb-con-7"]


# ---------------------------------------------------------------- modules


def test_a_celebrity_sits_where_it_pays_at_once() -> None:
    state = give(position(2, modules="a-b"), 0, upper="2 0 0", lower="0 2", conductors=(1, 0))
    show(state, "b1-2")
    do(state, "take:1:1", "use")
    assert heaviest(state) == ["celebrity:upper:1"]


def test_a_postcard_goes_to_a_city_that_is_reached() -> None:
    state = give(position(2, modules="a-b"), 0, city=4, sections="s1-1")
    show(state, "b1-4")
    do(state, "take:1:1", "use")
    assert heaviest(state) == ["postcard:3"]


def test_a_passenger_is_activated() -> None:
    state = give(position(2, modules="a-d"), 0, upper="0 1 0", lower="0", conductors=(2, 0))
    show(state, "d1-1")
    do(state, "take:1:1", "use")
    assert heaviest(state) == ["passenger:2"]
    do(state, "passenger:2")
    assert heaviest(state) == ["activate:d1-1"]


def test_a_mechanic_lies_where_the_levels_are_and_is_used() -> None:
    state = give(position(2, modules="a-e"), 0, upper="0 1 0", lower="0 1 0")
    show(state, "e1-6")
    do(state, "take:1:1", "use")
    assert heaviest(state) == ["column:2"]
    do(state, "column:2")
    assert heaviest(state) == ["mechanic:e1-6"]


def test_a_switch_lies_where_both_conductors_have_been() -> None:
    state = give(position(2, modules="a-e"), 0, upper="0 1 0", lower="0 1 0", conductors=(1, 2))
    show(state, "e1-3")
    do(state, "take:1:1", "use")
    assert heaviest(state) == ["column:1"]


def investigated(tokens: Sequence[Sequence[int]], guilty: int, arrest: str = "out") -> FirstClassState:
    """A game with the murder; the tokens of each seat, 1 with a fingerprint, are known to it."""
    state = position(len(tokens), modules="a-c", murder_arrest=arrest)
    murder = next(module for module in BOX.modules if module.name == "murder")
    case = murder.case(state)
    case.guilty = guilty
    case.tokens = [[token | 2 << seat for token in row] for seat, row in enumerate(tokens)]
    prints = sum(sum(row) for row in tokens)
    case.bag = [murder.faces[0] - sum(len(row) for row in tokens) + prints, murder.faces[1] - prints]
    return state


def test_fingerprints_are_given_away_to_the_most_suspected() -> None:
    state = investigated([[0, 1], [0], [1, 0, 1]], guilty=1)
    assert heaviest(carry(state, 0, "give 1 to one")) == ["give:3:2"]
    assert heaviest(carry(state, 0, "discard 1")) == ["discard:2"]


def test_blank_tokens_are_kept() -> None:
    state = investigated([[0, 0], [1, 0]], guilty=1)
    assert heaviest(carry(state, 0, "give 1 to one")) == ["leave"]


def test_who_has_many_fingerprints_draws_no_more() -> None:
    def gain(own: list[int]) -> float:
        return Trial(investigated([own, [1, 0]], guilty=1), 0).card_gain(card("c1-1"))

    assert gain([0, 0]) > gain([1, 1, 0])


def test_tokens_weigh_less_where_an_arrest_costs_only_points() -> None:
    def gain(arrest: str) -> float:
        return Trial(investigated([[1, 1], [1, 0]], 1, arrest), 0).card_gain(card("c1-1"))

    assert gain("penalty") > gain("out")


def test_who_leads_fears_an_arrest_more() -> None:
    state = investigated([[1, 1], [1, 0]], guilty=1)
    level = Trial(state, 0).card_gain(card("c1-1"))
    assert Trial(give(state, 0, points=80), 0).card_gain(card("c1-1")) < level


def test_a_reward_of_a_module_is_claimed() -> None:
    state = give(position(2, modules="a-e"), 0, upper="0 1 0", lower="0 1 0", conductors=(2, 2))
    show(state, "e1-3")
    do(state, "take:1:1", "use", "column:1")
    scoring(state, 0, phase=1)
    assert heaviest(state) == ["switch:e1-3"]


# ---------------------------------------------------------------- plans and styles


def test_the_plan_depends_on_display_end_bonus_cards_and_neighbours() -> None:
    state = give(give(position(3), 0, bonus="eb-con-1"), 1, taken="x1-car-1-1 x1-car-1-2")
    show(state, "x1-loc-1-1 x1-loc-1-2 x1-loc-1-3 x1-loc-2-1 s1-1 s1-2")
    assert favourite(state) == THE_LINE
    show(state, "x1-con-1-1 x1-con-1-2 x1-con-1-3 x1-con-2-1 - -")
    assert favourite(state) == CONDUCTORS
    show(state, "x1-car-2-1 x1-car-3-1 x1-car-3-2 x1-car-4-1 x1-car-4-2 x1-car-5-1")
    give(state, 0, bonus="eb-car-5")
    give(state, 1, taken="x1-con-1-1 x1-con-1-2 x1-con-1-3 x1-con-2-1")
    assert favourite(state) == COACHES


def favourite(state: FirstClassState) -> int:
    liked = tastes(state, 0)
    return liked.index(max(liked))


def test_each_style_takes_its_own_cards() -> None:
    taken: dict[str, list[int]] = {style: [0, 0, 0] for style in STYLES}
    for seed in range(4):
        styles = list(STYLES)[seed:] + list(STYLES)[:seed]
        state = game([weigher(style) for style in styles], seed, PAIRS[seed])
        for seat, style in enumerate(styles):
            taken[style] = [a + b for a, b in zip(taken[style], state.base_cards(seat), strict=True)]
    for plan, style in enumerate(("coaches", "conductors", "line")):
        assert taken[style][plan] == max(own[plan] for own in taken.values())


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize(("number", "pair"), list(enumerate(PAIRS)))
def test_wins_against_random_players(number: int, pair: str) -> None:
    seat = number % 4
    players: list[Weigh | None] = [None] * 4
    players[seat] = weigh
    state = game(players, number, pair)
    assert state.standings()[seat] == 1


def test_scores_among_themselves() -> None:
    scores = [points for seed in range(6) for points in game([weigh] * (2 + seed % 3), seed, PAIRS[seed]).scores()]
    assert fmean(scores) > 125


def test_a_turn_begins_with_free_extras_and_not_with_coins() -> None:
    state = give(position(2, modules="a-d"), 0, coins=(5, 5, 2), upper="4", lower="4", conductors=(1, 1))
    show(state, "x1-car-1-1")
    assert heaviest(turn_of(state, 0)) == ["take:1:1"]


# ---------------------------------------------------------------- mistakes


def test_the_weigher_without_a_style_is_weigh() -> None:
    plain = weigher()
    state: FirstClassState = GAME.start(2, {"modules": "b-d"})
    rng = Random(5)
    asked = 0
    while not state.over:
        if state.actor == NATURE:
            state.apply(state.pick(rng.randrange(state.tickets())))
            continue
        moves = state.moves()
        assert plain(state, moves) == weigh(state, moves)
        asked += 1
        state.apply(rng.choice(moves))
    assert asked > 80


def test_short_sight_sees_no_section() -> None:
    state = give(position(2), 0, upper="1 0", lower="0", conductors=(1, 0))
    show(state, "s1-5 x1-con-1-1")
    near = weigher("", ("short_sight",))(state, state.moves())
    assert near[legal(state).index("take:1:1")] < weight_of(state, "take:1:1")


def test_who_hoards_coins_spends_them_only_in_the_last_phase() -> None:
    hoarding = weigher("", ("hoarded_coins",))
    state = give(position(2), 0, upper="7", lower="4", conductors=(1, 1), coins=(0, 0, 2), city=0)
    assert heaviest(scoring(state, 0, phase=1), hoarding) == ["done"]
    assert heaviest(scoring(state, 0, phase=3), hoarding) == ["coin:3:upgrade:upper:7"]


def test_who_forgets_conductors_lets_them_stand() -> None:
    state = late(give(position(2), 0, upper="12 7 1", lower="7 0", conductors=(0, 0)))
    show(state, "x1-con-1-1 x1-car-4-1")
    assert heaviest(state) == ["take:1:1"]
    assert heaviest(state, weigher("", ("forgotten_conductors",))) != ["take:1:1"]


def test_who_forgets_end_bonus_cards_takes_no_card_for_them() -> None:
    state = show(give(position(2), 0, bonus="eb-con-6 eb-con-7", upper="1 0 0"), "x1-car-3-1 x1-con-2-1")
    assert heaviest(state) == ["take:1:2"]
    forgetting = weigher("", ("forgotten_end_bonus",))(state, state.moves())
    assert forgetting[legal(state).index("take:1:1")] > weight_of(state, "take:1:1")


def test_a_useless_card_is_used_by_who_ignores_none() -> None:
    state = give(position(2), 0, upper="4 4", lower="4", conductors=(1, 1), city=3)
    show(state, "x1-loc-2-1")
    do(state, "take:1:1")
    assert heaviest(state, weigher("", ("nothing_ignored",))) == ["use"]


def test_fewer_mistakes_bring_more_points() -> None:
    points = {"none": 0, "some": 0, "all": 0}
    players = {"none": weigh, "some": weigher("", SOME_MISTAKES), "all": weigher("", MISTAKES)}
    for seed in range(9):
        order = list(players)[seed % 3 :] + list(players)[: seed % 3]
        state = game([players[name] for name in order], seed, PAIRS[seed])
        for seat, name in enumerate(order):
            points[name] += state.scores()[seat]
    assert points["none"] > points["some"] + 90
    assert points["some"] > points["all"] + 90


def test_all_mistakes_together_win_against_random_players() -> None:
    state = game([weigher("", MISTAKES), None, None, None], 3, "a-d")
    assert state.standings()[0] == 1
