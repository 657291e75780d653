"""Hints: what the moves of a question are worth, for a person who plays against nobody but bots.

A hint is judged from the view of the person's seat, so it tells nothing that the seat does not know. It is refused
where it would help against other people: where one of them has a seat, also one that a bot plays meanwhile, and at a
branch of a running game of several people.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from random import Random
from typing import Final

from trainshed.bots.bot import Budget
from trainshed.kernel.translation import ENGLISH, Translator, marked
from trainshed.service.accounts.people import Person
from trainshed.service.accounts.rate_limits import RateLimits
from trainshed.service.base.errors import Forbidden, NotNow, TooMany
from trainshed.service.base.fair_queue import FairShare, Urgency, network_group
from trainshed.service.bot_processes.pool import BotProcesses
from trainshed.service.bot_processes.question import JUDGE, question_of
from trainshed.service.tables.commands import Attempt, TableCommands
from trainshed.service.tables.table_state import TableState
from trainshed.wire import Hint, Judgement

WINDOW: Final = 600
MOST_HINTS: Final = 60
"""Hints that one person may ask for within ten minutes."""
MOST_OF_ADDRESS: Final = 240
"""Those that may be asked for from one IP address, by all guests there together."""

THINKING: Final = Budget(seconds=1.8)
MOST_MOVES: Final = 3
"""Moves that a hint names."""

OF_PERSON: Final = marked("You have asked for %(count)d hints within ten minutes. Wait a little.")
OF_ADDRESS: Final = marked("Many hints were asked for from your network within ten minutes. Wait a little.")


class Hints:
    """Gives hints."""

    def __init__(self, commands: TableCommands, rate_limits: RateLimits, bot_processes: BotProcesses) -> None:
        self.commands = commands
        self.tables = commands.tables
        self.rate_limits = rate_limits
        self.bot_processes = bot_processes
        self.thinking: set[int] = set()
        """People whose hint is being judged."""

    async def give(
        self,
        number: int,
        person: Person,
        seq: int,
        words: Sequence[str] = (),
        speech: Translator = ENGLISH,
        address: str = "",
    ) -> Hint:
        """Judge the moves of the question that a person has to answer at row `seq`.

        `words` are steps that the person has chosen and not confirmed yet: the hint is about the question after them.
        """
        tried = await self.commands.attempt(number, person, seq, list(words))
        await self._learns(tried.table, tried.seat)
        self._asked(tried, len(words))
        await self.rate_limits.hit(f"hints of {person.id}", MOST_HINTS, WINDOW, OF_PERSON, count=MOST_HINTS)
        if address:
            await self.rate_limits.hit(f"hints from {address}", MOST_OF_ADDRESS, WINDOW, OF_ADDRESS)
        if person.id in self.thinking:
            raise TooMany(ceil(THINKING.seconds))
        self.thinking.add(person.id)
        try:
            judgement = await self._judged(tried, FairShare(person.id, network_group(address)))
        finally:
            self.thinking.discard(person.id)
        return Hint(seq, judgement.moves[:MOST_MOVES], self._sentence(tried, judgement, speech))

    async def _judged(self, tried: Attempt, share: FairShare) -> Judgement:
        position = tried.table.position
        question = question_of(position, JUDGE, position.moves(), THINKING, Random().getrandbits(62))
        judgement = await self.bot_processes.judge(question, share, Urgency.ATTENDED)
        if judgement is None:
            raise NotNow("There is no hint at the moment. Try again later.")
        return judgement

    async def _learns(self, table: TableState, seat: int) -> None:
        """Refuse a hint where it would help against other people."""
        others = [holder for place, holder in enumerate(table.holders) if place != seat]
        if any(holder.person is not None for holder in others):
            raise Forbidden("There are hints only in games against bots: other people play here.")
        if await self.tables.store.origin_runs(table.config.id):
            raise Forbidden("There are no hints here while the game is running from which this one branched off.")

    def _asked(self, tried: Attempt, words: int) -> None:
        """Refuse a hint to somebody who has nothing to decide."""
        table = tried.table
        if table.over:
            raise NotNow("The game is over.")
        if table.actor != tried.seat or len(tried.steps) < words:
            raise NotNow("You have nothing to decide now.")
        if len(table.position.moves()) == 1:
            raise NotNow("You have only one move.")
        if table.holders[tried.seat].bot:
            raise NotNow("A bot plays your seat; take it back first.")

    def _sentence(self, tried: Attempt, judgement: Judgement, speech: Translator) -> str:
        """The best move in one sentence."""
        table, best = tried.table, judgement.moves[0]
        move, game = best.move, table.game
        if game.has_part("text.sentences"):
            names = [holder.name for holder in table.holders]
            view = table.position.view(tried.seat)
            move = game.part("text.sentences").label(game, view, best.move, speech=speech, names=names)
        if table.seats == 1:
            return speech.phrase("This looks best: %(move)s.", move=move)
        return speech.phrase(
            "This looks best: %(move)s. After it you win %(chance)d of 100 games.",
            move=move,
            chance=round(best.chance * 100),
        )
