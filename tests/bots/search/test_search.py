"""Search over the titles: repeatable, bounded, honest about chance, better than the rules of thumb it starts from."""

from __future__ import annotations

import gc
from collections import Counter
from random import Random
from time import process_time
from typing import cast

import pytest

import trainshed
from trainshed.arena.match import play_game
from trainshed.bots.bot import Budget, find
from trainshed.bots.search.bot import SearchBot
from trainshed.bots.search.evaluation import Evaluation
from trainshed.bots.search.luck import TurnLuck
from trainshed.bots.search.root import Root
from trainshed.bots.search.title import search_of
from trainshed.bots.search.tree import Node, Tree
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import Position, State
from trainshed.kernel.nature import Seeded
from trainshed.kernel.registry import titles

ALWAYS = Budget(seconds=1e9)
SIMULATIONS = 2_000
GAMES = 14


def position(slug: str, seats: int, questions: int, seed: int) -> State:
    """A position of a random game, at a question with a choice."""
    state = trainshed.game(slug).start(seats)
    nature, rng = Seeded(seed), Random(seed)
    while questions or state.actor == NATURE or len(state.moves()) == 1:
        assert not state.over
        if state.actor == NATURE:
            state.apply(nature.choose(state))
        else:
            moves = state.moves()
            questions -= len(moves) > 1 and questions > 0
            state.apply(moves[rng.randrange(len(moves))])
    return state


def position_of(state: State) -> Position:
    """The same, as the class that search works on."""
    return cast(Position, state)


def asked(bot: SearchBot, state: State, seed: int, budget: Budget = ALWAYS) -> int:
    """The answer of a bot, as at every table: from the view, and worlds drawn from it."""
    view, rng = state.view(state.actor), Random(seed)
    return bot.choose(view, state.moves(), budget, rng, lambda: state.game.world(view, rng))


@pytest.mark.parametrize("slug", titles())
def test_equal_luck_gives_equal_moves(slug: str) -> None:
    bot = SearchBot("search", 24)
    for seed in range(4):
        state = position(slug, 2, 12 + 5 * seed, seed)
        assert asked(bot, state, 1) == asked(bot, state, 1)


@pytest.mark.parametrize("slug", titles())
def test_search_changes_nothing_in_the_position(slug: str) -> None:
    state = position(slug, 3, 20, 5)
    before = state.digest()
    asked(SearchBot("search", 16), state, 2)
    assert state.digest() == before


@pytest.mark.parametrize("slug", titles())
def test_a_budget_of_time_ends_the_search(slug: str) -> None:
    state = position(slug, 4, 10, 3)
    bot = SearchBot("search", 10**9)
    asked(bot, state, 1, Budget(seconds=0.05))  # imports and tables that are made once
    begin = process_time()  # of this process: others on the same machine do not count
    assert asked(bot, state, 1, Budget(seconds=0.2)) in state.moves()
    assert process_time() - begin < 1.2


def test_the_nodes_of_a_budget_and_its_scale_replace_those_of_the_bot() -> None:
    bot = SearchBot("search", 200)
    assert bot.simulations(Budget()) == 200
    assert bot.simulations(Budget(nodes=64)) == 64
    assert bot.simulations(Budget(scale=0.125)) == 25
    assert bot.simulations(Budget(scale=0.0001)) == 1


@pytest.mark.parametrize("slug", titles())
def test_no_more_games_are_imagined_than_the_budget_says(slug: str) -> None:
    state = position(slug, 2, 15, 8)
    title, moves = search_of(state.game), state.moves()
    for nodes in (1, 2, 5, 9, 40):
        evaluation = Evaluation(title.margin, 0.3, 0.0)
        tree = Tree(state.actor, title.quick_weigh, title.expected, evaluation, 0.2, 0, 0.0, 1e18)
        root = Root(tree, moves, title.weigh(state, moves), 12, 0.1, Random(nodes))
        assert root.search(nodes, state.clone, 4) in moves
        assert 0 < sum(candidate.tried for candidate in root.candidates) <= nodes


@pytest.mark.parametrize("slug", titles())
def test_imagined_draws_follow_the_stated_odds(slug: str) -> None:
    """χ² of the draws that simulations begin with against the odds that the rules state, for each chance of a game."""
    state = trainshed.game(slug).start(2)
    nature, rng, title = Seeded(4), Random(4), search_of(state.game)
    met: set[str] = set()
    while not state.over:
        if state.actor == NATURE and state.chance not in met and len(state.odds()) > 2:
            met.add(state.chance)
            tree = Tree(0, title.weigh, lambda _: [0.0, 0.0], Evaluation(10.0, 0.0, 0.0), 0.2, 0, 0.0, 1e18)
            root = Node()
            names = {move: state.seen(0, move) for move, _ in state.odds()}
            words = state.game.vocabulary.words
            odds: Counter[str] = Counter()
            for move, weight in state.odds():
                odds[names[move]] += weight
            for number in range(SIMULATIONS):
                tree.simulate(root, position_of(state.clone()), TurnLuck(f"odds:{number}"))
            counts = {key if isinstance(key, str) else words[key]: node.entered for key, node in root.children.items()}
            assert sum(counts.values()) == SIMULATIONS
            whole = sum(odds.values())
            expected = {name: SIMULATIONS * weight / whole for name, weight in odds.items()}
            distance = sum((counts.get(name, 0) - mean) ** 2 / mean for name, mean in expected.items())
            free = len(odds) - 1
            assert distance <= free + 5 * (2 * free) ** 0.5, state.chance
        state.apply(nature.choose(state) if state.actor == NATURE else rng.choice(state.moves()))
    assert met


def test_search_beats_the_rules_of_thumb_it_starts_from() -> None:
    wins = 0.0
    for number in range(GAMES):
        state = trainshed.game("lok-n-roll").start(2)
        bots = [SearchBot("search", 32), find("thumb")]
        seat = number % 2
        state, _ = play_game(state, bots[::-1] if seat else bots, Seeded(number), Random(number), ALWAYS)
        standings = state.standings()
        wins += (standings[seat] == 1) / standings.count(1)
    assert wins >= GAMES * 0.6


@pytest.mark.parametrize("slug", titles())
def test_thinking_leaves_no_circles_behind_and_looks_for_garbage_again_afterwards(slug: str) -> None:
    """Python does not look for circles of objects while a bot thinks: there must be none, or memory would grow."""
    state, bot = position(slug, 2, 12, 1), SearchBot("here", 24)

    def think(number: int) -> None:
        seat, rng = state.actor, Random(number)
        view = state.view(seat)
        bot.choose(view, state.moves(), ALWAYS, rng, lambda: state.game.world(view, rng))

    think(0)  # what is made once and kept

    def left_behind(number: int) -> int:
        gc.collect()
        gc.disable()
        try:
            think(number)
            return gc.collect()
        finally:
            gc.enable()

    # A cache may give up something large that an earlier test needed, once.
    assert min(left_behind(number) for number in range(1, 4)) == 0
    think(4)
    assert gc.isenabled()
