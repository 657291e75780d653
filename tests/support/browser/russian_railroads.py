"""Tables of Russian Railroads at which something is about to happen, brought there over the API.

What a gesture leads to is worked out here, in a world drawn from the view of whoever is asked; so a whole gesture is
one request, and a table is wherever a test wants it after a second or two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec

from tests.support.browser.lok_n_roll import NeverCame
from tests.support.browser.site import Person, Site
from trainshed.games.russian_railroads.bot import weigh
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.view import View
from trainshed.kernel.registry import game

SLUG = "russian-railroads"
GAME = game(SLUG)
IDLE = ("pass", "done")
"""What brings nobody anywhere."""

Wanted = Callable[[RailState], object]
Pick = Callable[[RailState, Sequence[str], Random], str]


def legal(state: RailState) -> list[str]:
    """The words that whoever is asked may say."""
    return [GAME.vocabulary.word(move) for move in state.moves()]


def keen(state: RailState, words: Sequence[str], rng: Random) -> str:
    """Anything but nothing."""
    return rng.choice([word for word in words if word not in IDLE] or list(words))


def clever(state: RailState, words: Sequence[str], rng: Random) -> str:
    """As the rules of thumb have it, by lot."""
    return rng.choices(words, weigh(state, state.moves()))[0]


def lazy(state: RailState, words: Sequence[str], rng: Random) -> str:
    """Whatever ends the round soonest."""
    return next((word for word in IDLE if word in words), words[0])


class Rails:
    """A table and the people who sit there, in the order of their seats."""

    def __init__(self, site: Site, people: Sequence[Person], seed: str = "", **plan: Any) -> None:
        self.people = list(people)
        self.rng = Random(f"rails {seed}")
        self.table = site.started(people[0], people[1:], title=SLUG, **plan)

    def world(self) -> RailState:
        """A position as whoever is asked may think it is."""
        actor = self.people[0].look(self.table).get("actor") or 0
        table_view = self.people[actor].look(self.table)
        self.seq = table_view["seq"]
        state: Any = GAME.world(msgspec.convert(table_view["view"], View), self.rng)
        found: RailState = state
        return found

    def bring(self, wanted: Wanted, pick: Pick = keen, most: int = 2000) -> RailState:
        """Play on until somebody is asked and that is what is wanted; a gesture stops before it, too."""
        state = self.world()
        for _ in range(most):
            if wanted(state):
                return state
            if state.over:
                break
            actor, words = state.actor, self.gesture(state, wanted, pick)
            self.people[actor].post(f"/tables/{self.table}/moves", seq=self.seq, words=words)
            state = self.world()
        raise NeverCame

    def gesture(self, state: RailState, wanted: Wanted, pick: Pick) -> list[str]:
        """The words of whoever is asked, until the turn is handed on or something wanted has come."""
        actor, words = state.actor, list[str]()
        while True:
            words.append(pick(state, legal(state), self.rng))
            move = GAME.vocabulary.id(words[-1])
            held = not state.reversible(move)
            state.apply(move)
            if held or state.over or state.actor != actor or wanted(state):
                return words

    def asked(self, state: RailState) -> Person:
        """Who is asked."""
        return self.people[state.actor]


def scoring_near(state: RailState) -> bool:
    """One pass ends the round: all others have passed."""
    waiting = [player for player in state.players if not player.passed]
    return state.round > 0 and len(waiting) == 1 and "pass" in legal(state)


def in_round(number: int) -> Wanted:
    """The first turn of a round."""
    return lambda state: state.round == number and not state.stacks and "pass" in legal(state)
