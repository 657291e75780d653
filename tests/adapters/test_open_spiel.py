"""OpenSpiel's own tests, bots and searches on every title."""

from __future__ import annotations

import copy
import math
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

np = pytest.importorskip("numpy")
pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

import trainshed  # noqa: E402
from tests.support.games.title_tables import PLAIN, TABLES, Table, answer, two_of_each  # noqa: E402
from tests.support.seeds import NIGHT  # noqa: E402
from trainshed.adapters import features  # noqa: E402
from trainshed.adapters import open_spiel as adapter  # noqa: E402
from trainshed.kernel.nature import Seeded  # noqa: E402
from trainshed.kernel.options import SetupError  # noqa: E402
from trainshed.kernel.rulebook import Illegal  # noqa: E402

SERIALIZED = TABLES if NIGHT else two_of_each(TABLES)
"""Where every position of a game is written and read again, which replays the game up to there each time."""


@pytest.fixture(autouse=True)
def _quiet(capfd: pytest.CaptureFixture[str]) -> None:
    """Captures output, as OpenSpiel's tests print every position."""


def play(table: Table, seed: int, well: bool = False) -> Iterator[Any]:
    """The states of a game played at random or `well`; each is changed by the next step."""
    rng, lots = np.random.RandomState(seed), Random(seed)
    state = pyspiel.load_game(table.open_spiel()).new_initial_state()
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            moves, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(moves, p=odds)))
        else:
            state.apply_action(answer(state.position, lots, well))
    yield state


def test_every_title_is_registered() -> None:
    names = [f"trainshed_{slug.replace('-', '_')}" for slug in trainshed.titles()]
    assert names == adapter.NAMES
    assert set(names) <= set(pyspiel.registered_names())
    assert adapter.register() == names  # again, without harm


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_random_simulation(table: Table) -> None:
    game = pyspiel.load_game(table.open_spiel())
    assert game.num_players() == table.seats
    pyspiel.random_sim_test(game, num_sims=1, serialize=table in SERIALIZED, verbose=False)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_same_words_give_the_same_position(table: Table) -> None:
    """The history in OpenSpiel is the log of the game."""
    title = trainshed.game(table.slug)
    kernel = title.start(table.seats, dict(table.options))
    state = pyspiel.load_game(table.open_spiel()).new_initial_state()
    nature, rng, words = Seeded(5), Random(5), []
    while not kernel.over:
        natural = kernel.actor == trainshed.NATURE
        assert state.is_chance_node() == natural
        assert state.current_player() == (pyspiel.PlayerId.CHANCE if natural else kernel.actor)
        assert state.legal_actions() == kernel.moves()
        move = nature.choose(kernel) if natural else rng.choice(kernel.moves())
        words.append(title.vocabulary.word(move))
        assert state.action_to_string(move) == words[-1]
        kernel.play(move)
        state.apply_action(move)
        assert state.position.digest() == kernel.digest()
    assert state.is_terminal()
    assert state.returns() == title.returns(kernel)
    assert [title.vocabulary.word(move) for move in state.history()] == words


@pytest.mark.parametrize("table", PLAIN, ids=str)
def test_odds_are_exact(table: Table) -> None:
    for state in play(table, seed=6):
        if state.is_chance_node():
            odds, total = state.position.odds(), state.position.tickets()
            assert state.chance_outcomes() == [(move, weight / total) for move, weight in odds]
            assert math.isclose(sum(p for _, p in state.chance_outcomes()), 1.0)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_seat_is_told_its_view_and_its_log(table: Table) -> None:
    logs: list[list[str]] = [[] for _ in range(table.seats)]
    told: set[tuple[int, str]] = set()
    before: Any = None
    for state in play(table, seed=7):
        if before is not None:
            move = state.history()[-1]
            for seat, log in enumerate(logs):
                log.append(before.seen(seat, move))
        before = state.position.clone()
        for seat, log in enumerate(logs):
            view = msgspec.json.encode(state.position.view(seat), order="deterministic").decode()
            assert state.observation_string(seat) == view
            assert state.information_state_string(seat) == "".join(f"{word}\n" for word in log) + view
            told.add((seat, state.information_state_string(seat)))
    assert len(told) == table.seats * (len(logs[0]) + 1)  # perfect recall: no two moments look alike


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_twins_are_told_the_same(table: Table) -> None:
    rng, told_apart = Random(8), 0
    for count, state in enumerate(play(table, seed=8, well=True)):
        if count % 9:
            continue
        for seat in range(table.seats):
            twin = state.redraw(seat, rng)
            told_apart += twin.position.digest() != state.position.digest()
            assert twin.position.view(seat) == state.position.view(seat)
            assert twin.information_state_string(seat) == state.information_state_string(seat)
            assert twin.observation_string(seat) == state.observation_string(seat)
            assert twin.observation_tensor(seat) == state.observation_tensor(seat)
            assert twin.current_player() == state.current_player()
            if state.current_player() == seat:
                assert twin.legal_actions() == state.legal_actions()
    assert told_apart or table.seats == 1


@pytest.mark.parametrize("table", PLAIN, ids=str)
def test_a_world_has_no_past_but_the_one_its_seat_saw(table: Table) -> None:
    title = trainshed.game(table.slug)
    public: list[str] = []
    before: Any = None
    for count, state in enumerate(play(table, seed=9)):
        if before is not None:
            public.append(before.seen(None, state.history()[-1]))
        before = state.position.clone()
        if count % 11:
            continue
        seat = count % table.seats
        world = state.resample_from_infostate(seat, pyspiel.UniformProbabilitySampler(0.0, 1.0))
        words = state.information_state_string(seat).splitlines()[:-1]
        assert world.move_number() == state.move_number()
        assert world.history() == [title.vocabulary.ids.get(word, pyspiel.INVALID_ACTION) for word in words]
        for other in range(table.seats):
            told = world.information_state_string(other).splitlines()[:-1]
            assert told == (words if other == seat else public)
        while not world.is_terminal():  # and it can be played on
            world.apply_action(world.legal_actions()[0])


@pytest.mark.parametrize("table", PLAIN, ids=str)
def test_copies_are_independent(table: Table) -> None:
    kept: list[tuple[Any, str, list[int], str]] = []
    for state in play(table, seed=10):
        kept.append((state.clone(), str(state), state.history(), state.information_state_string(0)))
    for copied, text, history, told in kept:
        assert (str(copied), copied.history(), copied.information_state_string(0)) == (text, history, told)
    for copied, text, history, told in kept[::13]:
        for again in (pickle.loads(pickle.dumps(copied)), copy.deepcopy(copied)):
            assert (str(again), again.history(), again.information_state_string(0)) == (text, history, told)


def search(game: Any, seed: int, simulations: int) -> Any:
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed)),
        uct_c=30.0,
        max_simulations=simulations,
        random_state=np.random.RandomState(seed),
    )
    bot.set_resampler(adapter.resampler(seed))
    return bot


TWO = [table for table in PLAIN if table.seats == 2]


@pytest.mark.parametrize("table", TWO, ids=str)
def test_ismcts_plays_a_whole_game(table: Table) -> None:
    game = pyspiel.load_game(table.open_spiel())
    worlds = 0

    class Watched(ismcts.ISMCTSBot):  # type: ignore[misc]
        """Checks every world against the view of the player who searches."""

        def resample_from_infostate(self, state: Any) -> Any:
            nonlocal worlds
            worlds += 1
            world = super().resample_from_infostate(state)
            seat = state.current_player()
            assert world.position.view(seat) == state.position.view(seat)
            return world

    luck = np.random.RandomState(11)
    bots = [
        Watched(game, mcts.RandomRolloutEvaluator(1, luck), uct_c=30.0, max_simulations=4, random_state=luck),
        pyspiel.make_uniform_random_bot(1, 11),
    ]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            moves, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(luck.choice(moves, p=odds)))
        else:
            state.apply_action(int(bots[state.current_player()].step(state)))
    assert worlds
    assert all(game.min_utility() <= value <= game.max_utility() for value in state.returns())


@pytest.mark.parametrize("table", TWO, ids=str)
def test_ismcts_thinks_the_same_whatever_is_hidden(table: Table) -> None:
    """Two games that look the same to the player give the same search, whatever is hidden, to the last visit count."""
    tried = 0
    for seed in range(12, 18):  # there are games in which nobody comes to hide anything
        for count, state in enumerate(play(table, seed=seed, well=True)):
            seat = state.current_player()
            if count % 11 or seat < 0 or len(state.legal_actions()) < 2:
                continue
            twin = state.redraw(seat, Random(count))
            if twin.position.digest() == state.position.digest():
                continue
            tried += 1
            game = state.get_game()
            assert search(game, count, 12).get_policy(state) == search(game, count, 12).get_policy(twin)
        if tried:
            return
    raise AssertionError("nothing was hidden in six games")


def test_options_are_parameters() -> None:
    for table in TABLES:
        game = pyspiel.load_game(table.open_spiel())
        options = game.new_initial_state().position.options
        assert all(options[name] == choice for name, choice in table.options)
        again = pyspiel.load_game(str(game))
        assert again.new_initial_state().position.options == options


def test_what_the_rules_refuse_is_refused() -> None:
    table = PLAIN[0]
    most = max(trainshed.game(table.slug).seat_counts)
    with pytest.raises(SetupError):
        pyspiel.load_game(Table(table.slug, most + 1).open_spiel())
    state = next(state for state in play(table, seed=13) if state.current_player() >= 0)
    before = (str(state), state.information_state_string(0), state.history())
    illegal = next(move for move in range(state.num_distinct_actions()) if move not in state.legal_actions())
    with pytest.raises(Illegal):
        state.apply_action(illegal)
    assert (str(state), state.information_state_string(0), state.history()) == before


def test_observers() -> None:
    table = TWO[0]
    state = next(state for state in play(table, seed=14) if state.current_player() >= 0)
    game = state.get_game()
    seen = make_observation(game)
    for seat in range(2):
        seen.set_from(state, seat)
        view = state.position.view(seat)
        assert seen.tensor.tolist() == features.vector(state.position.game, view).tolist()
        assert seen.string_from(state, seat) == state.observation_string(seat)
    public = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    spectator = make_observation(game, public)
    assert spectator.string_from(state, 0) == spectator.string_from(state, 1)
    every = pyspiel.PrivateInfoType.ALL_PLAYERS
    with pytest.raises(ValueError, match="one seat or a spectator"):
        make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, private_info=every))


def test_a_process_that_used_it_ends_well(tmp_path: Any) -> None:
    """OpenSpiel frees its registry after Python has ended."""
    code = "import pyspiel, trainshed.adapters.open_spiel as a; pyspiel.load_game(a.NAMES[0]).new_initial_state()"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=dict(os.environ), check=False)
    assert done.returncode == 0
