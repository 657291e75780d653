"""A table of any title that is played over the API to a wanted position, before a page is opened.

The draws of the server are known (`tests.support.servers.fixed_draws`), so that a game is played in memory first, and
sent gesture by gesture only if the wanted position comes. Once a page has moved, what a gesture leads to is computed in
a world drawn from the view of the seat to move.

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
from tests.support.servers.fixed_draws import fixed_draws
from tests.support.titles import Pick, Wanted, free, keen
from trainshed.kernel.agenda import NATURE

NAMES = ("Ada", "Bob", "Cleo", "Dan")


class NeverCame(AssertionError):
    """The wanted position did not occur."""


class TableInPlay:
    """A table and the people who sit there, in the order of their seats."""

    def __init__(self, site: Site, slug: str, people: Sequence[Person], seed: str = "", **plan: Any) -> None:
        self.game = trainshed.game(slug)
        self.people = list(people)
        self.rng = Random(f"{slug} {seed}")
        self.id = site.started(people[0], people[1:], title=slug, **plan)
        self.draws = fixed_draws(len(people[0].started) - 1)
        self.known: Any = self.game.start(len(people), plan.get("options"))
        """The position of the row `seq`, hidden things included; None once somebody moved whom we cannot follow."""
        self._view = type(self.known.view(0))
        self.seq = self.drawn(self.known, 0)

    def drawn(self, state: Any, seq: int) -> int:
        """Apply the server's draws to the position of a row, until a seat must decide; the number of the last row."""
        while state.actor == NATURE and not state.over:
            seq += 1
            self.draws.seq = seq
            state.apply(self.draws.choose(state))
        return seq

    def world(self) -> Any:
        """The position, or a world drawn from the view of the seat to move; of the first seat, if nobody is."""
        seen = self.people[0].look(self.id)
        if self.known is not None and seen["seq"] == self.seq:
            return self.known.clone()
        self.known = None
        actor = seen.get("actor") or 0
        if 0 < actor < len(self.people):
            seen = self.people[actor].look(self.id)
        self.seq = seen["seq"]
        return self.game.world(msgspec.convert(seen["view"], self._view), self.rng)

    def bring(self, wanted: Wanted = free, pick: Pick = keen, most: int = 2000) -> Any:
        """Play on until a position is as wanted, also between two words of one turn; that position."""
        state, seq, known = self.world(), self.seq, self.known is not None
        said: list[tuple[int, list[str]]] = []
        for _ in range(most):
            if state.over:
                break
            if wanted(state):
                for seat, words in said:
                    self.say(seat, *words)
                return state
            seat, words = state.actor, self.gesture(state, wanted, pick)
            if known:
                said.append((seat, words))
                seq = self.drawn(state, seq + len(words))
            else:
                self.say(seat, *words)
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
        """A seat sends words for the row `seq`."""
        answer = self.people[seat].post(f"/tables/{self.id}/moves", seq=self.seq, words=list(words))
        if self.known is not None:
            for word in words:
                self.known.apply(self.game.vocabulary.id(word))
            self.seq = self.drawn(self.known, self.seq + len(words))
            assert answer["seq"] == self.seq, "the server draws otherwise"

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
        while not (state := self.world()).over:
            self.say(state.actor, *self.gesture(state, lambda state: False, pick))


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
