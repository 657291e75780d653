"""Every title as a turn-based environment (AEC) of PettingZoo, one agent a seat.

`env(slug, seats=3, some_option="yes")`. An observation is `{"observation": features, "action_mask": mask}`;
the mask is in the infos too, and is all zeros for agents that are not asked. Actions are the ids of the title's
vocabulary. The environment makes nature's moves itself, from the seed of `reset`. Rewards are zero until the end, and
then the utility of each seat (`game.returns`).
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import trainshed
from trainshed.adapters import features
from trainshed.kernel.game import Game, State
from trainshed.kernel.nature import Seeded, choose_all

Observation = dict[str, Any]


def env(slug: str, seats: int | None = None, render_mode: str | None = None, **options: str) -> Any:
    """The environment for learning: an illegal action ends the game, with a reward lower than that of any game."""
    raw = RawEnv(slug, seats, render_mode, **options)
    inner = wrappers.TerminateIllegalWrapper(raw, illegal_reward=raw.worst - 1.0)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


def raw_env(slug: str, seats: int | None = None, render_mode: str | None = None, **options: str) -> RawEnv:
    """The environment without wrappers: an illegal action is refused with its clause and changes nothing."""
    return RawEnv(slug, seats, render_mode, **options)


class RawEnv(AECEnv, EzPickle):
    """The PettingZoo environment of any title, with a number of seats and its options."""

    def __init__(self, slug: str, seats: int | None = None, render_mode: str | None = None, **options: str) -> None:
        EzPickle.__init__(self, slug, seats, render_mode, **options)
        AECEnv.__init__(self)
        game = trainshed.game(slug)
        if seats is None:
            seats = 2 if 2 in game.seat_counts else min(game.seat_counts)
        self.game: Game = game
        self.seats = seats
        self.given = options
        self.position: State = game.start(seats, options)
        self.worst, _ = features.utilities(game, seats, self.position.options)
        self.luck = Random()
        self.nature = Seeded(0)
        modes = ["ansi"] if speaks(game) else []
        if render_mode is not None and render_mode not in modes:
            raise ValueError(f"{slug} cannot be rendered as {render_mode!r}")
        self.metadata = {"name": f"{slug.replace('-', '_')}_v{game.edition}", "render_modes": modes}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(seats)]
        self.agents = self.possible_agents[:]
        words, width = len(game.vocabulary), features.length(game)
        self.action_spaces = {agent: spaces.Discrete(words) for agent in self.agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, (width,), np.float32),
                    "action_mask": spaces.Box(0, 1, (words,), np.int8),
                }
            )
            for agent in self.agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game with draws from the seed; without a seed, from a number drawn after the last seed."""
        if seed is None:
            seed = self.luck.getrandbits(31)
        else:
            self.luck = Random(seed)
        self.nature = Seeded(seed)
        self.position = self.game.start(self.seats, self.given)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self._skip_agent_selection = None
        self.settle()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.settle()
        self._accumulate_rewards()

    def settle(self) -> None:
        """Let nature answer until a seat is asked or the game is over; then update agent, rewards and infos."""
        choose_all(self.position, self.nature)
        if self.position.over:
            returns = self.game.returns(self.position)
            self.rewards = dict(zip(self.agents, returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.position.actor]
        self.infos = {agent: {"action_mask": self.mask(agent)} for agent in self.agents}

    def mask(self, agent: str) -> NDArray[np.int8]:
        """The legal actions of the agent that is asked; all zeros for the others."""
        mask = np.zeros(len(self.game.vocabulary), np.int8)
        if not self.position.over and agent == self.possible_agents[self.position.actor]:
            mask[self.position.moves()] = 1
        return mask

    def observe(self, agent: str) -> Observation:
        view = self.position.view(self.possible_agents.index(agent))
        return {"observation": features.vector(self.game, view), "action_mask": self.mask(agent)}

    def render(self) -> str | None:
        """The position as text, as the agent that is asked sees it."""
        if self.render_mode is None:
            return None
        view = self.position.view(self.possible_agents.index(self.agent_selection))
        lines: list[str] = self.game.part("text.sentences").position(self.game, view)
        return "\n".join(lines)

    def close(self) -> None:
        """Do nothing: no resource is held open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def speaks(game: Game) -> bool:
    """Whether the title can describe a position in text."""
    return game.has_part("text.sentences") and hasattr(game.part("text.sentences"), "position")
