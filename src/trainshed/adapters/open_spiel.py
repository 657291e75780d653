"""Every title as a game of OpenSpiel.

Importing this module registers `trainshed_` and the slug with underscores, for each installed title; parameters are
`seats` and the title's options. Actions and chance outcomes are the ids of the title's vocabulary, so `state.history()`
is the log of the game.

What a player observes: `observation_string` is the seat's view as JSON, `observation_tensor` the view's features, and
`information_state_string` every word of the log as the seat may read it, followed by its view, which is perfect recall.
"""

from __future__ import annotations

import base64
import pickle
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import msgspec
import numpy as np
import pyspiel

import trainshed
from trainshed.adapters import features
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import Game, State
from trainshed.kernel.options import Option

PREFIX = "trainshed_"
SEATS = "seats"
NOTHING_PICKLED = base64.b64encode(pickle.dumps({})).decode()


def short_name(slug: str) -> str:
    """The name of a title in OpenSpiel."""
    return PREFIX + slug.replace("-", "_")


# ---------------------------------------------------------------- the position


class Core:
    """A position and the log as each seat reads it, the spectator's last. Deep copies use the kernel's `clone`."""

    __slots__ = ("logs", "pasts", "position")

    def __init__(self, position: State, logs: list[str]) -> None:
        self.position = position
        self.logs = logs
        self.pasts: dict[int, str] = {}
        """Cached results of `TrainshedState.past` by player; emptied at every move."""

    def __deepcopy__(self, memo: object) -> Core:
        return Core(self.position.clone(), self.logs[:])

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.position.game
        return restored, (game.slug, game.edition, self.position.dump(), self.logs)

    def play(self, move: int) -> None:
        position = self.position
        seats = position.seats
        if move in position.moves():
            for seat, log in enumerate(self.logs):
                self.logs[seat] = f"{log}{position.seen(seat if seat < seats else None, move)}\n"
            self.pasts = {}
        position.play(move)


def restored(slug: str, edition: int, dump: bytes, logs: list[str]) -> Core:
    return Core(trainshed.game(slug, edition).load(dump), logs)


class TrainshedState(pyspiel.State):
    """A position of any title as a state of OpenSpiel."""

    def __init__(self, game: TrainshedGame) -> None:
        super().__init__(game)
        self.core = Core(game.opening.clone(), [""] * (game.seats + 1))

    @property
    def position(self) -> State:
        """The kernel's position, with everything that is hidden from players."""
        return self.core.position

    def current_player(self) -> int:
        position = self.core.position
        if position.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if position.actor == NATURE else position.actor

    def is_terminal(self) -> bool:
        return self.core.position.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.core.position.moves()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        position = self.core.position
        tickets = position.tickets()
        return [(move, weight / tickets) for move, weight in position.odds()]

    def _apply_action(self, action: int) -> None:
        self.core.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.core.position.game.vocabulary.word(action)

    def returns(self) -> list[float]:
        position = self.core.position
        return position.game.returns(position) if position.over else [0.0] * position.seats

    def __str__(self) -> str:
        position = self.core.position
        asked = "over" if position.over else "nature" if position.actor == NATURE else f"seat {position.actor + 1}"
        return f"{position.game.slug}, {self.core.logs[-1].count(chr(10))} moves, {asked}, {position.digest()}"

    # ------------------------------------------------------------ worlds

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TrainshedState:
        """A position that this player cannot tell from this one; the sampler gives numbers from 0 to 1."""
        return self.redraw(player, Random(int(sampler() * (1 << 53))))

    def redraw(self, player: int, rng: Random) -> TrainshedState:
        """A position that this player cannot tell from this one, drawn with a random generator.

        Nothing but the player's view and log goes into it. Its history has INVALID_ACTION for every draw that the
        player did not see, and the other players remember only what everybody saw, besides their new view.
        """
        core = self.core
        state: TrainshedState = self.get_game().deserialize_state(self.past(player))
        logs = [core.logs[-1]] * len(core.logs)
        logs[player] = core.logs[player]
        state.core = Core(core.position.redraw(player, rng), logs)
        return state

    def past(self, player: int) -> str:
        """The history as a player knows it, in OpenSpiel's own notation for states."""
        past = self.core.pasts.get(player)
        if past is None:
            ids = self.core.position.game.vocabulary.ids
            words = self.core.logs[player].splitlines()
            rows = [
                f"{row.player}:{ids.get(word, pyspiel.INVALID_ACTION)}"
                for row, word in zip(self.full_history(), words, strict=True)
            ]
            past = f"history={','.join(rows)}\nmove_number={self.move_number()}\n__dict__={NOTHING_PICKLED}"
            self.core.pasts[player] = past
        return past


def resampler(seed: int) -> Callable[[TrainshedState, int], TrainshedState]:
    """For `ISMCTSBot.set_resampler`: worlds that are the same in every run. By default OpenSpiel seeds by the clock."""
    rng = Random(seed)
    return lambda state, player: state.redraw(player, rng)


# ---------------------------------------------------------------- observations


class Observer:
    """An OpenSpiel observer: a seat's view (a spectator's, if public only), and the log for perfect recall."""

    def __init__(self, game: Game, kind: Any) -> None:
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("a view is what one seat or a spectator knows, and never less or more")
        self.game = game
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.recalls = bool(kind.perfect_recall)
        self.tensor = None if self.recalls else np.zeros(features.length(game), np.float32)
        self.dict = {} if self.tensor is None else {"features": self.tensor}

    def view(self, state: TrainshedState, player: int) -> Any:
        return state.position.view(player if self.private else None)

    def set_from(self, state: TrainshedState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = features.features(self.game, self.view(state, player))

    def string_from(self, state: TrainshedState, player: int) -> str:
        view = msgspec.json.encode(self.view(state, player), order="deterministic").decode()
        return state.core.logs[player if self.private else -1] + view if self.recalls else view


# ---------------------------------------------------------------- the game


def parameter(option: Option) -> int | str:
    """An option's default in the type in which OpenSpiel reads its choices."""
    return int(option.default) if all(choice.isdecimal() for choice in option.choices) else option.default


def game_type(game: Game) -> Any:
    """A title as OpenSpiel's registry lists it."""
    counts = game.seat_counts
    return pyspiel.GameType(
        short_name=short_name(game.slug),
        long_name=game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            SEATS: default_seats(game),
            **{option.name: parameter(option) for option in game.options},
        },
    )


def default_seats(game: Game) -> int:
    return 2 if 2 in game.seat_counts else min(game.seat_counts)


class TrainshedGame(pyspiel.Game):
    """An OpenSpiel game: a title with a number of seats and its options. Each title has a subclass that sets `slug`."""

    slug = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        title = trainshed.game(self.slug)
        given = dict(params or {})
        self.seats = int(given.get(SEATS, default_seats(title)))
        options = {
            option.name: str(given[option.name])
            for option in title.options
            if option.name in given and (option.applies(self.seats) or str(given[option.name]) != option.default)
        }
        self.title = title
        self.opening = title.start(self.seats, options)
        low, high = features.utilities(title, self.seats, self.opening.options)
        decisions, self.draws = features.longest(title, self.seats, self.opening.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(title.vocabulary),
            max_chance_outcomes=len(title.vocabulary),
            num_players=self.seats,
            min_utility=low,
            max_utility=high,
            max_game_length=decisions,
        )
        super().__init__(game_type(title), info, given)

    def new_initial_state(self, *_: Any) -> TrainshedState:
        return TrainshedState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.draws

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        if params or (isinstance(kind, dict) and kind):
            raise ValueError("observers of Trainshed have no parameters")
        if kind is None or isinstance(kind, dict):
            kind = pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.title, kind)


def register() -> list[str]:
    """Register every installed title that is not registered yet; returns the names of all of them.

    The factory of a game has to be a class: OpenSpiel releases it after Python has ended, and a function would then be
    freed without an interpreter.
    """
    known = set(pyspiel.registered_names())
    names = []
    for slug in trainshed.titles():
        kind = game_type(trainshed.game(slug))
        if kind.short_name not in known:
            pyspiel.register_game(kind, type(kind.short_name, (TrainshedGame,), {"slug": slug}))
        names.append(kind.short_name)
    return names


NAMES = register()
