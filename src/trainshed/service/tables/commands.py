"""Commands of people at started tables: view, preview, play, undo, consent, leave and come back; clocks and bots."""

from __future__ import annotations

import logging
from collections import OrderedDict
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from trainshed.arena.match import answer
from trainshed.bots.bot import Budget, find, names, searches
from trainshed.bots.characters import bot_of, seated
from trainshed.bots.levels import USUAL
from trainshed.kernel import record
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import Game, State
from trainshed.kernel.nature import Committed, commitment
from trainshed.kernel.record import AGREE, ASK, CONCEDE, DECLINE, FLAG, PAUSE, RESUME, Record, Row
from trainshed.kernel.registry import knows_pack, pack_of
from trainshed.service.accounts.people import Person
from trainshed.service.base import ids
from trainshed.service.base.errors import Forbidden, NotFound, NotLoadable, NotNow, Refused, Stale, Wrong, sentence
from trainshed.service.base.logs import at
from trainshed.service.base.metrics import METRICS
from trainshed.service.bot_processes.question import Question, question_of
from trainshed.service.tables.draft import Draft
from trainshed.service.tables.lobby import check_bot
from trainshed.service.tables.log_rows import LogRow
from trainshed.service.tables.open_tables import NO_TABLE, OVER, OpenTable, OpenTables
from trainshed.service.tables.player_view import table_view
from trainshed.service.tables.subjects import HAND, table_subject
from trainshed.service.tables.table_state import Step, TableState, effective_moves, seen_row
from trainshed.wire import CommandResult, Legality, Preview, SeenRow, TableView

log = logging.getLogger(__name__)

MOST_WORDS: Final = 64
MOST_FINISHED_LOGS: Final = 30
MOST_SINCE: Final = 500
"""A client that missed more rows than this gets the present position instead."""

GONE_MS: Final = 2 * 24 * 3600 * 1000
"""After so long a wait the host may let a bot play for a player; a table without clocks would wait for ever."""

THINKING_TIME: Final = 1.5
"""Seconds that a bot which searches thinks in all its turns, from the move of a person to the next. The page promises
two: the rest is for many short answers in a row."""
QUESTION_SHARE: Final = 1 / 3
"""Share of the remaining seconds for the next question. A bot may answer 30 in a row after a person has passed."""
LEAST_THINKING: Final = 0.02
"""Seconds for a question when none remain: the bot then plays almost by the rules of thumb, where a search starts."""

LONGEST_TURN: Final = 500
"""Most rows of a bot in one gesture, before the others see what it did."""


class Attempt(NamedTuple):
    """A gesture tried without storing it, as far as it can be taken back. Holds the whole table: not to be sent."""

    seq: int
    seat: int
    table: TableState
    steps: list[Step]
    before: State
    """The position before the last word."""
    after: Any = None
    """The seat's view after the last word, if that word was not taken because it cannot be taken back; None if it
    shows something hidden or ends the game."""


class TableCommands:
    """Commands at started tables."""

    def __init__(self, tables: OpenTables) -> None:
        self.tables = tables
        self.finished_logs: OrderedDict[tuple[OpenTable, int | None, int, int], list[SeenRow]] = OrderedDict()
        """Rows of finished games that were read last. A table that is read anew is another `OpenTable`."""

    # ------------------------------------------------------------ viewers and seats

    async def viewer(self, table: TableState, person: Person | None, invite: bool = False) -> int | None:
        """The seat whose view this person gets, None for a spectator; strangers do not find a private table."""
        seats = [] if person is None else table.seats_of(*person.ids)
        if not seats:
            if table.config.visibility != "public" and not invite:
                raise NotFound(NO_TABLE)
            return None
        return seats[0] if len(seats) == 1 else await self.hand(table, seats)

    async def hand(self, table: TableState, seats: list[int]) -> int:
        """The seat that a person with several seats plays now (hot seat)."""
        found = await self.tables.store.seats.in_hand(table.config.id)
        return next((seat for seat in found if seat in seats), seats[0])

    async def hand_over(self, number: int, person: Person, seat: int) -> None:
        """Hot seat: switch to another seat of this person. From now on its view is shown, and no other."""
        opened = await self.tables.current(number)
        if seat not in await self._mine(opened.table, person):
            raise Forbidden("This is not your seat.")
        await self.tables.store.seats.take_in_hand(number, person.id, seat)
        self.tables.bus.publish(table_subject(number), HAND + ids.written(person.id).encode())

    async def _seat(self, table: TableState, person: Person) -> int:
        """The seat that this person plays right now."""
        seats = await self._mine(table, person)
        return seats[0] if len(seats) == 1 else await self.hand(table, seats)

    async def _mine(self, table: TableState, person: Person) -> list[int]:
        """The seats of a person; refuses one who does not sit here."""
        seats = table.seats_of(*person.ids)
        if not seats:
            await self.viewer(table, person)
            raise Forbidden("You do not sit at this table.")
        return seats

    # ------------------------------------------------------------ viewing

    async def look(self, number: int, person: Person | None, invite: bool = False) -> TableView:
        """The table now, as this person may see it."""
        opened = await self.tables.current(number)
        return table_view(opened.table, await self.viewer(opened.table, person, invite))

    async def log(self, number: int, person: Person | None, after: int, until: int | None = None) -> list[SeenRow]:
        """Rows as this person may know them."""
        opened = await self.tables.current(number)
        viewer = await self.viewer(opened.table, person)
        last = min(opened.table.seq, after + MOST_SINCE, opened.table.seq if until is None else until)
        if last <= after:
            return []
        if not opened.table.over:
            return [seen_row(step, viewer) for step in await self.tables.history(number, after, last)]
        key = opened, viewer, after, last
        rows = self.finished_logs.pop(key, None)
        if rows is None:
            rows = [seen_row(step, viewer) for step in await self.tables.history(number, after, last)]
        self.finished_logs[key] = rows
        if len(self.finished_logs) > MOST_FINISHED_LOGS:
            self.finished_logs.popitem(last=False)
        return rows

    async def since(self, opened: OpenTable, seq: int, viewer: int | None) -> list[SeenRow]:
        """The rows after a row as this viewer may know them; empty if there are more than MOST_SINCE."""
        last = opened.table.seq
        if not 0 <= last - seq <= MOST_SINCE or last == seq:
            return []
        return [seen_row(step, viewer) for step in await self.tables.history(opened.table.config.id, seq, last)]

    async def attempt(self, number: int, person: Person, seq: int, said: list[str]) -> Attempt:
        """Try words without storing anything, and stop before the first that cannot be taken back."""
        opened = await self.tables.opened(number)
        seat = await self._seat(opened.table, person)
        await self._fresh(opened, seq, seat)
        draft = await self.tables.draft(opened)
        self._not_paused(draft.table)
        before, after = draft.table.position, None
        for index, word in enumerate(said):
            move = self._legal(draft.table, seat, word, index)
            before = draft.table.position
            taken, after = draft.preview(seat, word, move, last=index == len(said) - 1)
            if not taken:
                break
        if len(draft.steps) < len(said) - 1:
            raise Wrong("A step that cannot be taken back ends the gesture.")
        return Attempt(seq, seat, draft.table, draft.steps, before, after)

    async def preview(self, number: int, person: Person, seq: int, said: list[str]) -> Preview:
        """The table as it would be after a gesture."""
        tried = await self.attempt(number, person, seq, self._words(said))
        steps = [seen_row(step, tried.seat) for step in tried.steps]
        return Preview(seq, len(steps), steps, table_view(tried.table, tried.seat), tried.after)

    async def why_not(self, number: int, person: Person, word: str) -> Legality:
        """Why a word is not legal now."""
        opened = await self.tables.current(number)
        table = opened.table
        seat = await self._seat(table, person)
        if word not in table.game.vocabulary:
            raise Wrong("There is no word %(word)s.", word=repr(word[:60]))
        refusal = table.position.why_not(table.game.vocabulary.id(word), seat)
        if refusal is None:
            return Legality(word, True)
        said = sentence(table.game, refusal)
        return Legality(word, False, refusal.clause, refusal.numbers, refusal.generic, said)

    # ------------------------------------------------------------ playing

    async def play(
        self, number: int, person: Person, seq: int, said: list[str], mark: int | None = None
    ) -> CommandResult:
        """Play the words of a gesture, all or none, if the table is still at row `seq`."""
        try:
            done = await self._play(number, person, seq, said, mark)
        except Stale:
            METRICS.stale += 1
            raise
        except Refused:
            METRICS.refused += 1
            raise
        METRICS.acknowledged += 1
        return done

    async def _play(self, number: int, person: Person, seq: int, said: list[str], mark: int | None) -> CommandResult:
        opened = await self.tables.opened(number)
        words = self._words(said)
        if mark is not None and not -(1 << 63) <= mark < 1 << 63:
            raise Wrong("A mark is a number of at most 64 bits.")
        async with opened.lock:
            seat = await self._seat(opened.table, person)
            if mark is not None and opened.table.seq != seq:
                again = await self._done_before(opened, seq, seat, mark)
                if again is not None:
                    return again
            await self._fresh(opened, seq, seat)
            draft = await self.tables.draft(opened, mark)
            self._not_paused(draft.table)
            for index, word in enumerate(words):
                free = draft.attempt(seat, word, self._legal(draft.table, seat, word, index))
                if not free and index < len(words) - 1:
                    raise Wrong("A step that cannot be taken back ends the gesture.")
            self._draw(opened, draft)
            if not await self.tables.commit(opened, draft):
                again = None if mark is None else await self._done_before(opened, seq, seat, mark)
                if again is not None:
                    return again
                raise Stale(opened.table.seq, await self.since(opened, seq, seat))
            return CommandResult(draft.table.seq, [seen_row(step, seat) for step in draft.steps])

    async def undo(self, number: int, person: Person, seq: int, whole: bool) -> CommandResult:
        """Take back the last step, or all back to where something was drawn or shown or the turn passed."""
        opened = await self.tables.opened(number)
        async with opened.lock:
            seat = await self._seat(opened.table, person)
            await self._fresh(opened, seq, seat)
            self._playing(opened.table)
            draft = await self.tables.draft(opened)
            self._not_paused(draft.table)
            count = len(draft.table.run)
            if draft.table.actor != seat or count == 0 or draft.table.holders[seat].bot:
                raise NotNow("Nothing can be taken back without asking the others.")
            draft.take_back(seat, count if whole else 1, [])
            return await self._finish(opened, draft, seq, seat)

    async def concede(self, number: int, person: Person, seq: int) -> CommandResult:
        """Give up. With two seats the other has won; with more a bot plays on, ranked behind everybody else."""
        opened = await self.tables.opened(number)
        async with opened.lock:
            seat = await self._seat(opened.table, person)
            await self._fresh(opened, seq, seat)
            self._playing(opened.table)
            if seat in opened.table.out:
                raise NotNow("You have given up already.")
            draft = await self.tables.draft(opened)
            draft.say(seat, Row(seat, CONCEDE).said)
            if not draft.table.over and not draft.table.holders[seat].bot:
                draft.sit_bot(seat, stand_in_at(draft.table, seat))
            return await self._finish(opened, draft, seq, seat)

    async def leave(self, number: int, person: Person, seat: int | None = None, bot: str = "") -> CommandResult:
        """Let a bot play a seat until its player is back: the usual one, or one of the given name.

        The host may do this for a player who is gone (GONE_MS).
        """
        opened = await self.tables.current(number)
        async with opened.lock:
            table = opened.table
            host = table.config.host in person.ids
            mine = table.seats_of(*person.ids) if host else await self._mine(table, person)
            seat = await self._seat(table, person) if seat is None else seat
            if not 0 <= seat < table.seats:
                raise Wrong("There is no such seat.")
            gone = table.running == seat and self.tables.now() - table.at >= GONE_MS
            if seat not in mine and not host:
                raise Forbidden("This is not your seat.")
            if seat not in mine and not gone:
                raise NotNow("The host may do this once everybody has waited two days for this seat.")
            self._playing(table)
            if table.holders[seat].bot:
                raise NotNow("A bot plays this seat already.")
            if bot:
                check_bot(bot, table.game)
            log = [] if table.proposal is None else await self._takeback_log(table, table.proposal.what)
            draft = await self.tables.draft(opened)
            draft.sit_bot(seat, stand_in_at(table, seat, bot))
            self._carry_out(draft, log)  # a bot is not asked: all others may have agreed
            return await self._finish(opened, draft, table.seq, seat)

    async def choose_stand_in(self, number: int, person: Person, seat: int, bot: str) -> CommandResult:
        """Let another bot play for a player who is away. The host chooses it, or the player."""
        opened = await self.tables.current(number)
        async with opened.lock:
            table = opened.table
            if table.config.host not in person.ids and seat not in await self._mine(table, person):
                raise Forbidden("Only the host seats bots.")
            if not 0 <= seat < table.seats:
                raise Wrong("There is no such seat.")
            self._playing(table)
            check_bot(bot, table.game)
            holder = table.holders[seat]
            if not holder.bot or holder.person is None:
                raise NotNow("No bot plays this seat for somebody who is away.")
            draft = await self.tables.draft(opened)
            draft.sit_bot(seat, stand_in_at(table, seat, bot))
            return await self._finish(opened, draft, table.seq, seat)

    async def come_back(self, number: int, person: Person, seat: int | None = None) -> CommandResult:
        """Take a seat back from the bot that plays for this person."""
        opened = await self.tables.current(number)
        async with opened.lock:
            table = opened.table
            seat = await self._seat(table, person) if seat is None else seat
            if seat not in await self._mine(table, person):
                raise Forbidden("This is not your seat.")
            self._playing(table)
            if seat in table.out:
                raise NotNow("After giving up or running out of time you cannot come back.")
            if not table.holders[seat].bot:
                raise NotNow("You sit there already.")
            if table.actor == seat and table.config.pace.kind != "none":
                # Otherwise one could go away and come back for a fresh turn's time.
                raise NotNow("The bot is about to move; come back after that.")
            draft = await self.tables.draft(opened)
            draft.sit_person(seat, table.holders[seat].name, person.id)
            return await self._finish(opened, draft, table.seq, seat)

    # ------------------------------------------------------------ consent

    async def ask(self, number: int, person: Person, seq: int, what: str) -> CommandResult:
        """Ask all others for a pause, or to take back everything from a row on."""
        opened = await self.tables.opened(number)
        async with opened.lock:
            seat = await self._seat(opened.table, person)
            await self._fresh(opened, seq, seat)
            self._playing(opened.table)
            if record.ASKED.fullmatch(what) is None:
                raise Wrong("You can ask for `pause` or `takeback ROW`.")
            if what == "pause" and opened.table.config.pace.kind == "none":
                raise NotNow("This table has no clocks.")
            log = await self._takeback_log(opened.table, what)
            draft = await self.tables.draft(opened)
            self._not_paused(draft.table)
            draft.say(seat, Row(seat, ASK, what).said)
            self._carry_out(draft, log)
            return await self._finish(opened, draft, seq, seat)

    async def reply(self, number: int, person: Person, seq: int, agree: bool) -> CommandResult:
        """Agree to a proposal or decline it; the last agreement carries it out."""
        opened = await self.tables.opened(number)
        async with opened.lock:
            seat = await self._seat(opened.table, person)
            await self._fresh(opened, seq, seat)
            table = opened.table
            if table.proposal is None or seat not in table.asked:
                raise NotNow("There is no request for you to answer.")
            log = await self._takeback_log(table, table.proposal.what)
            draft = await self.tables.draft(opened)
            draft.say(seat, Row(seat, AGREE if agree else DECLINE).said)
            self._carry_out(draft, log)
            return await self._finish(opened, draft, seq, seat)

    async def resume(self, number: int, person: Person, seq: int) -> CommandResult:
        """End a pause: the clocks run again. Every player may do this."""
        opened = await self.tables.opened(number)
        async with opened.lock:
            seat = await self._seat(opened.table, person)
            await self._fresh(opened, seq, seat)
            self._playing(opened.table)
            if not opened.table.clock.paused:
                raise NotNow("The table is not paused.")
            draft = await self.tables.draft(opened)
            draft.say(seat, Row(seat, RESUME).said)
            return await self._finish(opened, draft, seq, seat)

    async def _takeback_log(self, table: TableState, what: str) -> list[LogRow]:
        """The whole log if a takeback is proposed, else empty; refuses a row that is not a move that stands."""
        if not what.startswith("takeback "):
            return []
        log = await self.tables.store.rows(table.config.id, 0, table.seq)
        first = int(what.removeprefix("takeback "))
        if not any(row.seq == first and row.seat != NATURE for row in effective_moves(log)):
            raise NotNow("Row %(row)d is not a move that can be taken back.", row=first)
        return log

    def _carry_out(self, draft: Draft, log: list[LogRow]) -> None:
        proposal = draft.table.proposal
        if proposal is None or draft.table.asked:
            return
        if proposal.what == "pause":
            draft.say(proposal.seat, Row(proposal.seat, PAUSE).said)
            return
        first = int(proposal.what.removeprefix("takeback "))
        count = sum(row.seq >= first for row in effective_moves(log))
        draft.take_back(proposal.seat, count, log)

    # ------------------------------------------------------------ time and bots

    async def hours_changed(self, person: int) -> None:
        """After a change of a person's hours: check the clocks that run for them now, before a sweeper does."""
        for number, deadline in await self.tables.store.due_for(person, self.tables.now()):
            with suppress(NotLoadable):  # no clock runs there
                await self.flag(number, deadline)

    async def flag(self, number: int, known: int) -> bool:
        """Flag the seat to move if its time has run out, and do as the table's pace says. False if it has not.

        `known` is the deadline that the table had when it was found or claimed. It is corrected, unless another process
        has written a newer one meanwhile. A deadline that is too early does no harm: it leads here.
        """
        opened = await self.tables.current(number)
        async with opened.lock:
            while True:
                table = opened.table
                seat = table.clock.seat
                deadline = await self.tables.deadline(table)
                if deadline is None or self.tables.now() < deadline:
                    await self.tables.store.correct_deadline(number, known, deadline)
                    return False
                draft = await self.tables.draft(opened)
                draft.say(seat, Row(seat, FLAG).said)
                if table.config.pace.on_flag == "skip":
                    self._skip(opened, draft, seat)
                elif not draft.table.over:
                    draft.sit_bot(seat, stand_in_at(table, seat))
                if await self.tables.commit(opened, draft):
                    METRICS.flags += 1
                    log.info("flag", extra=at(number, draft.rows[0].seq, seat=seat))
                    return True

    def _skip(self, opened: OpenTable, draft: Draft, seat: int) -> None:
        """Play the word by which the title skips a turn; where it is not legal, a bot plays this turn."""
        bot, rng = known_bot(stand_in(draft.table.game)), Random()
        skip = draft.table.game.skip
        clock = draft.table.clock
        while clock.seat == seat and clock.fallen and len(draft.steps) < LONGEST_TURN:
            position = draft.table.position
            words = position.game.vocabulary
            if skip and words.id(skip) in position.moves():
                move = words.id(skip)
            else:
                move = answer(position, bot, position.moves(), rng, Budget())
            draft.say(seat, words.word(move))
            self._draw(opened, draft)

    def think(self, opened: OpenTable, draft: Draft) -> Question | None:
        """Work of a worker at a table: make draws that are due, and play a bot's whole turn. May take long.

        Stops at a question to a bot that searches, and returns it. The worker has it answered in another process, and
        calls `go_on` with the answer.
        """
        self._draw(opened, draft)
        return self._play_on(opened, draft, draft.table.actor)

    def in_time(self, draft: Draft, question: Question) -> Question:
        """Give the question its share of the seconds that the bot's seat may still let people wait.

        So many questions in a row take hardly longer than a few, and bots think less on a busy machine.
        """
        waited = draft.table.waited[draft.table.actor] + max(0, self.tables.now() - draft.table.at)
        seconds = max(LEAST_THINKING, (THINKING_TIME - waited / 1000) * QUESTION_SHARE)
        return msgspec.structs.replace(question, budget=Budget(seconds))

    def go_on(self, opened: OpenTable, draft: Draft, move: int | None) -> Question | None:
        """Go on with a turn after the answer to the question that `think` returned; as `think` it may return another.

        Without an answer the bot that stands in for absent players chooses the move, so that the game goes on.
        """
        position, seat = draft.table.position, draft.table.actor
        if move is None:
            move = answer(position, known_bot(stand_in(position.game)), position.moves(), Random(), Budget())
        self._say_for_bot(opened, draft, move)
        return self._play_on(opened, draft, seat)

    def _play_on(self, opened: OpenTable, draft: Draft, seat: int) -> Question | None:
        """Play the turn of a bot up to a question that another process must answer, which is returned."""
        table, rng = draft.table, Random()
        while table.work and table.actor == seat and len(draft.steps) < LONGEST_TURN:
            position = table.position
            moves = position.moves()
            name = table.holders[seat].bot
            bot = known_bot(name)
            if len(moves) > 1 and searches(bot):
                return question_of(position, name, moves, Budget(), rng.getrandbits(62))
            move = moves[0] if len(moves) == 1 else answer(position, bot, moves, rng, Budget())
            self._say_for_bot(opened, draft, move)
        return None

    def _say_for_bot(self, opened: OpenTable, draft: Draft, move: int) -> None:
        table = draft.table
        draft.at = max(draft.at, self.tables.now())  # the thinking time of a bot is not charged to the next seat
        draft.say(table.actor, table.game.vocabulary.word(move))
        self._draw(opened, draft)

    def _draw(self, opened: OpenTable, draft: Draft) -> None:
        draft.draw(self.tables.nature(draft.table.config, opened.secret))

    # ------------------------------------------------------------ records

    async def export(self, number: int, person: Person | None) -> str:
        """The record of the game: complete once it is over, before that what this person may know."""
        try:
            opened = await self.tables.current(number)
        except NotLoadable as error:
            return record.write(await self._stored_record(number, person, error))
        table = opened.table
        viewer = await self.viewer(table, person)
        if table.config.origin is not None:
            raise NotNow("A branch has no record: it begins in the middle of another game.")
        full = await self.record(opened)
        return record.write(full if table.over else record.as_seen(full, viewer))

    async def record(self, opened: OpenTable) -> Record:
        """The complete record, hidden information included; the caller must not send it before the end."""
        table = opened.table
        config = table.config
        rows = await self.tables.store.rows(config.id, 0, table.seq)
        nature = self.tables.nature(config, opened.secret)
        full = Record(
            title=config.title,
            edition=config.edition,
            pack=config.pack,
            seats=[holder.recorded for holder in config.players],
            options=config.options,
            rows=[Row.of(row.seat, row.said) for row in rows],
            content=record.embedded(table.game),
        )
        if isinstance(nature, Committed):
            full.table = ids.written(config.id)
            full.commitment = commitment(opened.secret)
        if table.over:
            assert table.outcome is not None
            full.result = table.outcome["result"]
            full.secret = opened.secret.hex() if full.commitment else ""
            if table.refused:
                pass  # the rest follows from the rules with which it was played
            elif table.position.over:
                full.standings = table.position.standings()
                full.position = table.position.digest()
            elif Row(table.out[-1], CONCEDE) not in full.rows:
                full.result = record.UNFINISHED  # ended by the clock; the rules know no such end
        return full

    async def _stored_record(self, number: int, person: Person | None, error: NotLoadable) -> Record:
        """The record of a game that is over, of which nothing is hidden, although this server cannot open it."""
        known = error.known_to is None or (person is not None and any(one in error.known_to for one in person.ids))
        stored = await self.tables.store.record(number)
        if not known or stored is None or stored.status != OVER or stored.origin is not None:
            raise error
        return Record(
            title=stored.title,
            edition=stored.edition,
            pack=stored.pack,
            seats=[holder.recorded for holder in stored.config().players],
            options=stored.options,
            rows=[Row.of(row.seat, row.said) for row in await self.tables.store.rows(number, 0)],
            content=pack_of(stored.title, stored.pack).packed() if knows_pack(stored.title, stored.pack) else "",
            table=ids.written(number) if stored.secret else "",
            commitment=commitment(stored.secret) if stored.secret else "",
            secret=stored.secret.hex() if stored.secret else "",
        )

    # ------------------------------------------------------------ shared steps

    async def _fresh(self, opened: OpenTable, seq: int, seat: int) -> None:
        """Refuse a command that was not made for the present position."""
        if seq > opened.table.seq:
            await self.tables.catch_up(opened)
        if seq > opened.table.seq or seq < 0:
            raise Wrong("There is no such row yet.")
        if seq < opened.table.seq:
            raise Stale(opened.table.seq, await self.since(opened, seq, seat))

    async def _finish(self, opened: OpenTable, draft: Draft, seq: int, seat: int) -> CommandResult:
        if not await self.tables.commit(opened, draft):
            raise Stale(opened.table.seq, await self.since(opened, seq, seat))
        return CommandResult(draft.table.seq, [seen_row(step, seat) for step in draft.steps])

    async def _done_before(self, opened: OpenTable, seq: int, seat: int, mark: int) -> CommandResult | None:
        """The answer to a gesture that was stored before and is sent again; None if it was not stored."""
        if seq > opened.table.seq:
            await self.tables.catch_up(opened)
        rows = await self.tables.store.rows(opened.table.config.id, seq, seq + 1)
        if not rows or rows[0].mark != mark or rows[0].seat != seat:
            return None
        return CommandResult(opened.table.seq, await self.since(opened, seq, seat))

    def _words(self, said: list[str]) -> list[str]:
        if not 1 <= len(said) <= MOST_WORDS:
            raise Wrong("A gesture has 1 to %(most)d words.", most=MOST_WORDS)
        return said

    def _legal(self, table: TableState, seat: int, word: str, index: int) -> int:
        if word not in table.game.vocabulary:
            raise Wrong("There is no word %(word)s.", word=repr(word[:60]))
        self._playing(table)
        move = table.game.vocabulary.id(word)
        refusal = table.position.why_not(move, seat)
        if refusal is not None:
            raise Refused(word, index, refusal, table.game)
        if table.holders[seat].bot:
            raise NotNow("A bot plays your seat; take it back first.")
        return move

    def _playing(self, table: TableState) -> None:
        if table.over:
            raise NotNow("The game is over.")

    def _not_paused(self, table: TableState) -> None:
        if table.clock.paused:
            raise NotNow("The table is paused.")


known_bot, known_names = cache(find), cache(names)
"""Cached: looking through all installed packages takes longer than most bots think."""


def stand_in(game: Game) -> str:
    """The name of the bot that plays for a player who is away, without a style."""
    return USUAL if game.has_part("bot") and USUAL in known_names() else "random"


def stand_in_at(table: TableState, seat: int, bot: str = "") -> str:
    """The bot that plays a seat for its player, in the style of the character whose face is shown there.

    `bot` is the choice of the host or the player, with or without a style; "": the usual bot.
    """
    if "/" in bot:
        return bot
    others = [holder.name for holder in table.holders]
    return bot_of(seated(bot or stand_in(table.game), table.config.id, seat, taken=others), table.game)
