"""PettingZoo's own tests, and the environment compared with the kernel."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test  # noqa: E402

import trainshed  # noqa: E402
from tests.support.games.title_tables import PLAIN, TABLES, Table, answer  # noqa: E402
from trainshed.adapters import features  # noqa: E402
from trainshed.adapters import pettingzoo as adapter  # noqa: E402
from trainshed.kernel.nature import Seeded  # noqa: E402
from trainshed.kernel.options import SetupError  # noqa: E402
from trainshed.kernel.rulebook import Illegal  # noqa: E402


def make(table: Table, **more: Any) -> Any:
    return adapter.env(table.slug, seats=table.seats, **dict(table.options), **more)


@pytest.mark.filterwarnings("ignore::UserWarning")  # a dict of observation and mask is advised against, and usual
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_api(table: Table) -> None:
    api_test(make(table), num_cycles=120)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_seed_is_a_game(table: Table) -> None:
    seed_test(lambda: make(table), num_cycles=100)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_same_words_give_the_same_position(table: Table) -> None:
    title = trainshed.game(table.slug)
    kernel, nature, rng = title.start(table.seats, dict(table.options)), Seeded(5), Random(5)
    env = make(table)
    env.reset(seed=5)
    raw = env.unwrapped
    while not kernel.over:
        if kernel.actor == trainshed.NATURE:
            kernel.play(nature.choose(kernel))
            continue
        observation, reward, terminated, truncated, info = env.last()
        assert env.agent_selection == f"seat_{kernel.actor + 1}"
        assert raw.position.digest() == kernel.digest()
        assert (reward, terminated, truncated) == (0.0, False, False)
        assert np.flatnonzero(observation["action_mask"]).tolist() == kernel.moves()
        assert (info["action_mask"] == observation["action_mask"]).all()
        assert (observation["observation"] == features.vector(title, kernel.view(kernel.actor))).all()
        for agent in env.agents:
            if agent != env.agent_selection:
                assert not env.observe(agent)["action_mask"].any()
        move = rng.choice(kernel.moves())
        kernel.play(move)
        env.step(move)
    assert raw.position.digest() == kernel.digest()
    returns: dict[str, float] = {}
    for agent in env.agent_iter():
        _, reward, terminated, _, _ = env.last()
        assert terminated
        returns[agent] = reward
        env.step(None)
    assert [returns[agent] for agent in env.possible_agents] == title.returns(kernel)


@pytest.mark.parametrize("table", PLAIN, ids=str)
def test_twins_are_observed_alike(table: Table) -> None:
    env = adapter.raw_env(table.slug, table.seats)
    env.reset(seed=6)
    rng, told_apart = Random(6), 0
    while not env.position.over:
        real, agent = env.position, env.agent_selection
        before = env.observe(agent)
        env.position = real.redraw(real.actor, rng)
        told_apart += env.position.digest() != real.digest()
        after = env.observe(agent)
        assert all((before[key] == after[key]).all() for key in before)
        env.position = real
        env.step(answer(real, rng, well=True))
    assert told_apart or table.seats == 1


def test_resets_without_a_seed_follow_the_last_seed() -> None:
    table = PLAIN[-1]

    def games() -> list[str]:
        env = adapter.raw_env(table.slug, table.seats)
        found = []
        for seed in (7, None, None):
            env.reset(seed=seed)
            found.append(env.position.digest())
        return found

    assert games() == games()
    assert len(set(games())) == 3


def test_illegal_actions() -> None:
    table = PLAIN[-1]
    raw = adapter.raw_env(table.slug, table.seats)
    raw.reset(seed=8)
    before = raw.position.digest()
    illegal = next(move for move in range(len(raw.game.vocabulary)) if move not in raw.position.moves())
    with pytest.raises(Illegal):
        raw.step(illegal)
    assert raw.position.digest() == before
    env = make(table)
    env.reset(seed=8)
    agent = env.agent_selection
    env.step(illegal)
    assert all(env.terminations.values())
    assert env.rewards[agent] < env.unwrapped.worst


def test_impossible_tables() -> None:
    table = PLAIN[0]
    with pytest.raises(SetupError):
        adapter.env(table.slug, seats=99)
    with pytest.raises(SetupError):
        adapter.env(table.slug, no_such_option="yes")
    with pytest.raises(ValueError, match="rendered"):
        adapter.env(table.slug, render_mode="human")


def test_an_environment_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(make(PLAIN[-1])))
    env.reset(seed=9)
    assert len(env.agents) == PLAIN[-1].seats


def test_a_position_in_words() -> None:
    spoken = [table for table in PLAIN if adapter.speaks(trainshed.game(table.slug))]
    for table in spoken:
        env = make(table, render_mode="ansi")
        env.reset(seed=10)
        assert env.render().strip()
    assert adapter.raw_env(PLAIN[0].slug, PLAIN[0].seats).render() is None
