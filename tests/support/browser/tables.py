"""A table of any title that is played over the API to a wanted position, before a page is opened.

What a gesture leads to is computed here, in a world drawn from the view of the seat to move; so a whole gesture is one
request, and a position is reached within a second or two.

    table = TableInPlay(site, "russian-railroads", people)
    state = table.bring(free, clever)
    Player(page_at(who=table.asked(state)), table.id).open()
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

import trainshed
from tests.support.browser.site import Person, Site
from tests.support.games.words import legal
from tests.support.titles import Pick, Wanted, free, keen

NAMES = ("Ada", "Bob", "Cleo", "Dan")


class NeverCame(AssertionError):
    """The wanted position did not occur."""


class TableInPlay:
    """A table and the people who sit there, in the order of their seats."""

    def __init__(self, site: Site, slug: str, people: Sequence[Person], seed: str = "", **plan: Any) -> None:
        self.game = trainshed.game(slug)
        self.people = list(people)
        self.rng = Random(f"{slug} {seed}")
        self.seq = 0
        self.id = site.started(people[0], people[1:], title=slug, **plan)
        self._view = type(self.game.start(len(people), plan.get("options")).view(0))

    def world(self) -> Any:
        """A world drawn from the view of the seat to move; of the first seat, if nobody is."""
        seen = self.people[0].look(self.id)
        actor = seen.get("actor") or 0
        if 0 < actor < len(self.people):
            seen = self.people[actor].look(self.id)
        self.seq = seen["seq"]
        return self.game.world(msgspec.convert(seen["view"], self._view), self.rng)

    def bring(self, wanted: Wanted = free, pick: Pick = keen, most: int = 2000) -> Any:
        """Play on until a position is as wanted, also between two words of one turn; that position."""
        state = self.world()
        for _ in range(most):
            if not state.over and wanted(state):
                return state
            if state.over:
                break
            actor, words = state.actor, self.gesture(state, wanted, pick)
            self.say(actor, *words)
            state = self.world()
        raise NeverCame

    def gesture(self, state: Any, wanted: Wanted, pick: Pick) -> list[str]:
        """Words of the seat to move, until the turn is handed on or the position is as wanted."""
        actor, words = state.actor, list[str]()
        while True:
            words.append(pick(state, legal(state), self.rng))
            move = self.game.vocabulary.id(words[-1])
            held = not state.reversible(move)
            state.apply(move)
            if held or state.over or state.actor != actor or wanted(state):
                return words

    def say(self, seat: int, *words: str) -> None:
        """A seat sends words for the row of the last `world`."""
        self.people[seat].post(f"/tables/{self.id}/moves", seq=self.seq, words=list(words))

    def asked(self, state: Any) -> Person:
        """The person to move."""
        seat: int = state.actor
        return self.people[seat]

    def play_on(self, gestures: int, pick: Pick = keen) -> Any:
        """Play so many gestures, and on until a turn with a choice begins; that position."""
        for _ in range(gestures):
            state = self.world()
            if state.over:
                raise NeverCame
            self.say(state.actor, *self.gesture(state, lambda state: False, pick))
        return self.bring(free, pick)

    def end(self, pick: Pick = keen) -> None:
        """Play to the end."""
        try:
            self.bring(lambda state: False, pick)
        except NeverCame:
            return


def brought(
    site: Site,
    slug: str,
    wanted: Wanted = free,
    pick: Pick = keen,
    people: Sequence[Person] = (),
    seats: int = 2,
    tables: int = 20,
    **plan: Any,
) -> tuple[TableInPlay, Any]:
    """A table whose position is as wanted, and that position; if it does not come at one table, at the next."""
    people = people or [site.guest(name) for name in NAMES[:seats]]
    for number in range(tables):
        table = TableInPlay(site, slug, people, str(number), **plan)
        try:
            return table, table.bring(wanted, pick)
        except NeverCame:
            continue
    raise NeverCame
