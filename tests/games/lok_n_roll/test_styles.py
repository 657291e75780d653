"""Playing styles of Lok'n'Roll are about equally strong and play differently; mistakes of beginners cost games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import pytest

from tests.support.games.lok_n_roll.table import GAME, position, s
from trainshed.games.lok_n_roll.bot import MISTAKES, SOME_MISTAKES, STYLES, weigh, weigher
from trainshed.games.lok_n_roll.rules.effects import Action
from trainshed.games.lok_n_roll.rules.state import LokState
from trainshed.kernel.agenda import NATURE

Weigh = Callable[[LokState, Sequence[int]], list[int]]


def at_random(world: LokState, moves: Sequence[int]) -> list[int]:
    return [1] * len(moves)


def game(players: Sequence[Weigh], seed: str, passes: Counter[int] | None = None) -> LokState:
    """A whole game; each seat plays the move of the highest weight. Counts the actions in which a seat passed."""
    state: LokState = GAME.start(len(players))
    rng = Random(seed)
    while not state.over:
        if state.actor == NATURE:
            state.apply(state.pick(rng.randrange(state.tickets())))
            continue
        moves = state.moves()
        weights = players[state.actor](state, moves)
        move = rng.choice([move for move, weight in zip(moves, weights, strict=True) if weight == max(weights)])
        if passes is not None and isinstance(state.agenda[-1], Action):
            passes[state.actor] += move == state.box.word_pass
        state.apply(move)
    return state


def wins(one: Weigh, other: Weigh, games: int) -> float:
    """The share of games of two seats that one player wins, sitting first in every second game."""
    won = 0.0
    for number in range(games):
        seat = number % 2
        ranks = game([one, other] if seat == 0 else [other, one], f"duel {number // 2}").standings()
        won += 0.5 if ranks[0] == ranks[1] else ranks[seat] == 1
    return won / games


def test_no_style_and_no_mistakes_are_the_rules_of_thumb() -> None:
    plain = weigher()
    for seed in range(3):
        state: LokState = GAME.start(2)
        rng = Random(seed)
        while not state.over:
            if state.actor != NATURE:
                assert plain(state, state.moves()) == weigh(state, state.moves())
            state.apply(
                state.pick(rng.randrange(state.tickets())) if state.actor == NATURE else rng.choice(state.moves())
            )


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match="flying"):
        weigher("flying")
    with pytest.raises(ValueError, match="sleeping"):
        weigher("", ["sleeping"])


@pytest.mark.parametrize(
    ("better", "worse"),
    [((), SOME_MISTAKES), (SOME_MISTAKES, MISTAKES)],
    ids=["none against some", "some against all"],
)
def test_more_mistakes_lose(better: Sequence[str], worse: Sequence[str]) -> None:
    assert wins(weigher("", better), weigher("", worse), 240) > 0.57


def test_even_all_mistakes_beat_chance() -> None:
    assert wins(weigher("", MISTAKES), at_random, 60) > 0.75


def test_styles_are_about_equally_strong_and_play_differently() -> None:
    names = list(STYLES)
    players = [weigher(name) for name in names]
    won = [0.0] * len(names)
    passes: Counter[str] = Counter()
    derailments: Counter[str] = Counter()
    games = 240
    for number in range(games):
        order = [(seat + number) % len(names) for seat in range(len(names))]
        counted: Counter[int] = Counter()
        state = game([players[at] for at in order], f"styles {number}", counted)
        ranks = state.standings()
        for seat, at in enumerate(order):
            won[at] += (ranks[seat] == 1) / ranks.count(1)
            passes[names[at]] += counted[seat]
            derailments[names[at]] += state.players[seat].derailments
    assert all(0.14 < count / games < 0.4 for count in won)
    assert passes["passing"] > 1.2 * passes["extending"]
    assert derailments["derailing"] > 1.1 * derailments["passing"]


# ---------------------------------------------------------------- single mistakes


def chosen(state: LokState, mistakes: Sequence[str]) -> str:
    weights = weigher("", mistakes)(state, state.moves())
    return GAME.vocabulary.word(state.moves()[weights.index(max(weights))])


@pytest.mark.parametrize(
    ("mistake", "right", "wrong"),
    [("no_combining", "pass", f"lay:{s(1)}"), ("early_chaos", "pass", "chaos:3")],
)
def test_a_mistake_changes_the_choice(mistake: str, right: str, wrong: str) -> None:
    hand = [s(1), "chaos:3"] if mistake == "early_chaos" else [s(1), s(2)]
    state = position([s(4), s(1), s(1)], 2, [hand, []], piles=[[s(4)]])
    assert chosen(state, ()) == right
    assert chosen(state, (mistake,)) == wrong
