"""Random games at tables in memory, to draw pages from them without a database or a server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from trainshed.kernel.nature import Seeded
from trainshed.kernel.registry import game
from trainshed.service.accounts.hours import Calendar
from trainshed.service.tables.draft import Draft
from trainshed.service.tables.player_view import table_view
from trainshed.service.tables.table_state import Holder, Step, TableConfig, TableState
from trainshed.web.pages.table.table_parts import TablePage
from trainshed.wire import Pace

NAMES = ("Marta", "Álex <b>", "Inés & Bruno", "Zoë")
"""Names of players; two of them would break a page that did not escape them."""

START = 1_800_000_000_000
THINKING = 1_000
ENDLESS = 5_000


class Walk:
    """A random game at one table. `steps` has every row with the positions before and after it."""

    def __init__(
        self,
        seed: str,
        seats: int = 2,
        options: dict[str, str] | None = None,
        pace: Pace | None = None,
        title: str = "lok-n-roll",
        names: Sequence[str] = NAMES,
        odds: bool = True,
    ) -> None:
        title_game = game(title)
        self.rng = Random(f"{title} {seed}")
        self.nature = Seeded(f"{title} {seed}")
        self.now = START
        config = TableConfig(
            id=7,
            title=title,
            edition=title_game.edition,
            pack=title_game.pack.digest,
            options=options or {},
            pace=pace or Pace(),
            visibility="public",
            language="en",
            host=1,
            created=START,
            started=START,
            players=tuple(Holder(name, person) for person, name in enumerate(names[:seats], 1)),
            odds=odds,
        )
        self.table = TableState(config)
        self.steps: list[Step] = []
        draft = self.draft()
        draft.draw(self.nature)
        self.take(draft)

    def draft(self) -> Draft:
        self.now += THINKING
        return Draft(self.table, self.now, Calendar())

    def take(self, draft: Draft) -> list[Step]:
        """Make the draft the table's state; its steps."""
        self.table = draft.table
        self.steps += draft.steps
        return draft.steps

    def play(self, choose: str = "") -> list[Step]:
        """The seat to move plays a random word, or this one; then nature draws."""
        draft, position = self.draft(), self.table.position
        move = position.game.vocabulary.id(choose) if choose else self.rng.choice(position.moves())
        draft.attempt(position.actor, position.game.vocabulary.word(move), move)
        draft.draw(self.nature)
        return self.take(draft)

    def say(self, seat: int, said: str, who: int | None = None) -> list[Step]:
        """Add a row that is no move."""
        draft = self.draft()
        draft.say(seat, said, who=who)
        return self.take(draft)

    def undo(self) -> list[Step]:
        """The seat to move undoes one step, which must be reversible."""
        draft = self.draft()
        draft.take_back(self.table.actor, 1, [])
        return self.take(draft)

    def to_the_end(self, undo: float = 0.0) -> Iterator[list[Step]]:
        """Play to the end, word by word; where something can be undone, it is with the probability `undo`."""
        while not self.table.over and len(self.steps) < ENDLESS:
            if self.table.run and self.rng.random() < undo:
                yield self.undo()
            else:
                yield self.play()


def tried(table: TableState, seat: int, words: Sequence[str]) -> TablePage:
    """The page's preview of a gesture before it is confirmed, as the route makes it."""
    draft = Draft(table, table.at, Calendar())
    instead: list[str] = []
    after: Any = None
    vocabulary = table.game.vocabulary
    for place, word in enumerate(words, 1):
        moves = draft.table.position.moves()
        instead = [vocabulary.word(move) for move in moves if vocabulary.word(move) != word]
        taken, after = draft.preview(seat, word, vocabulary.id(word), last=place == len(words))
        if not taken:
            break
    seen = table_view(draft.table, seat)
    if len(draft.steps) < len(words):
        seen = msgspec.structs.replace(seen, moves=[])
    before: Any = draft.steps[0].before.view(seat) if draft.steps else None
    return TablePage(table.game, seen, before, [], list(words), instead, after=after)
