"""Tables of Russian Railroads that are played over the API to a wanted position.

What a gesture leads to is computed here, in a world drawn from the view of the seat to move; so a whole gesture is one
request, and a position is reached within a second or two.
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
"""Words that end something without doing anything."""

Wanted = Callable[[RailState], object]
Pick = Callable[[RailState, Sequence[str], Random], str]


def legal(state: RailState) -> list[str]:
    """The legal words of the seat to move."""
    return [GAME.vocabulary.word(move) for move in state.moves()]


def keen(state: RailState, words: Sequence[str], rng: Random) -> str:
    """A random word, `pass` or `done` only if nothing else is legal."""
    return rng.choice([word for word in words if word not in IDLE] or list(words))


def clever(state: RailState, words: Sequence[str], rng: Random) -> str:
    """A random word, with the weights of the rules of thumb."""
    return rng.choices(words, weigh(state, state.moves()))[0]


def lazy(state: RailState, words: Sequence[str], rng: Random) -> str:
    """The word that ends the round soonest: `pass` or `done` if legal."""
    return next((word for word in IDLE if word in words), words[0])


class Rails:
    """A table and the people who sit there, in the order of their seats."""

    def __init__(self, site: Site, people: Sequence[Person], seed: str = "", **plan: Any) -> None:
        self.people = list(people)
        self.rng = Random(f"rails {seed}")
        self.table = site.started(people[0], people[1:], title=SLUG, **plan)

    def world(self) -> RailState:
        """A world drawn from the view of the seat to move."""
        actor = self.people[0].look(self.table).get("actor") or 0
        table_view = self.people[actor].look(self.table)
        self.seq = table_view["seq"]
        state: Any = GAME.world(msgspec.convert(table_view["view"], View), self.rng)
        found: RailState = state
        return found

    def bring(self, wanted: Wanted, pick: Pick = keen, most: int = 2000) -> RailState:
        """Play on until a position is as wanted, also between two words of one turn."""
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
        """Words of the seat to move, until the turn is handed on or the position is as wanted."""
        actor, words = state.actor, list[str]()
        while True:
            words.append(pick(state, legal(state), self.rng))
            move = GAME.vocabulary.id(words[-1])
            held = not state.reversible(move)
            state.apply(move)
            if held or state.over or state.actor != actor or wanted(state):
                return words

    def asked(self, state: RailState) -> Person:
        """The person to move."""
        return self.people[state.actor]


def scoring_near(state: RailState) -> bool:
    """One pass ends the round: all others have passed."""
    waiting = [player for player in state.players if not player.passed]
    return state.round > 0 and len(waiting) == 1 and "pass" in legal(state)


def in_round(number: int) -> Wanted:
    """The first turn of a round."""
    return lambda state: state.round == number and not state.stacks and "pass" in legal(state)
