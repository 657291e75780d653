"""All SQL of analyses. An analysis belongs to its table, and is deleted with it by the database.

A process that makes an analysis holds it until the end of its lease, a moment that it moves on from time to time. After
that moment another process takes the analysis over. The holder is a random number, another one for each attempt.
"""

from __future__ import annotations

import logging
import zlib
from secrets import randbits
from typing import Final, TypeVar

import msgspec

from trainshed.service.base.database import Database
from trainshed.service.base.logs import at
from trainshed.wire import Analysis, AnalysisState, Judgement

log = logging.getLogger(__name__)

T = TypeVar("T")

MOST_ATTEMPTS: Final = 3
"""After so many attempts without any progress an analysis has failed."""


class ClaimedAnalysis(msgspec.Struct, frozen=True):
    """An analysis that this process makes, until its lease ends."""

    table: int
    holder: int
    judged: list[Judgement]
    """What was judged before, by a process that did not finish, in the order of the questions."""


class AnalysisStore:
    """Reads and writes analyses."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def state(self, table: int) -> AnalysisState:
        """How far the analysis of a table is; with the analysis itself, if it is there."""
        found = await self.database.fetch(
            "SELECT status, done, total, CASE WHEN status = 'ready' THEN judged END FROM analyses WHERE table_id = %s",
            (table,),
        )
        if not found:
            return AnalysisState("none")
        status, done, total, judged = found[0]
        return AnalysisState(status, done, total, None if judged is None else unpacked(judged, Analysis))

    async def ask(self, table: int, now: int, most: int) -> bool:
        """Queue an analysis, or one that failed again; False if `most` wait already. One that is there is kept."""
        found = await self.database.write(
            "WITH room AS (SELECT count(*) < %(most)s AS free FROM analyses WHERE status IN ('queued', 'running')),"
            " put AS (INSERT INTO analyses (table_id, status, asked) SELECT %(table)s, 'queued', %(now)s FROM room"
            " WHERE free ON CONFLICT (table_id) DO UPDATE SET status = 'queued', asked = excluded.asked, attempts = 0,"
            " lease = 0 WHERE analyses.status = 'failed') SELECT free FROM room",
            {"table": table, "now": now, "most": most},
        )
        return bool(found[0][0])

    # ------------------------------------------------------------ the process that makes it

    async def claim(self, now: int, lease: int) -> ClaimedAnalysis | None:
        """Take the analysis that has waited longest and that no other process makes; None if there is none."""
        holder = randbits(62)
        found = await self.database.write(
            "WITH ended AS (UPDATE analyses SET status = 'failed' WHERE status IN ('queued', 'running')"
            " AND lease <= %(now)s AND attempts >= %(most)s)"
            " UPDATE analyses SET status = 'running', lease = %(lease)s, holder = %(holder)s, attempts = attempts + 1"
            " WHERE table_id ="
            " (SELECT table_id FROM analyses WHERE status IN ('queued', 'running') AND lease <= %(now)s"
            " AND attempts < %(most)s ORDER BY asked LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING table_id, judged",
            {"now": now, "lease": lease, "holder": holder, "most": MOST_ATTEMPTS},
        )
        if not found:
            return None
        table, judged = found[0]
        return ClaimedAnalysis(table, holder, [] if judged is None else judged_before(table, judged))

    async def progress(self, held: ClaimedAnalysis, lease: int, total: int, judged: list[Judgement]) -> bool:
        """Store what is judged so far, and hold the analysis for longer; False if it is not held any more."""
        found = await self.database.write(
            "UPDATE analyses SET lease = %(lease)s, done = %(done)s, total = %(total)s, judged = %(judged)s,"
            " attempts = CASE WHEN done < %(done)s THEN 1 ELSE attempts END"
            " WHERE table_id = %(table)s AND holder = %(holder)s AND status = 'running' RETURNING table_id",
            {
                **{"lease": lease, "done": len(judged), "total": total, "judged": packed(judged)},
                **{"table": held.table, "holder": held.holder},
            },
        )
        return bool(found)

    async def finish(self, held: ClaimedAnalysis, analysis: Analysis) -> bool:
        """Store an analysis that is whole; False if it is not held any more."""
        found = await self.database.write(
            "UPDATE analyses SET status = 'ready', done = total, judged = %s, attempts = 0, lease = 0"
            " WHERE table_id = %s AND holder = %s AND status = 'running' RETURNING table_id",
            (packed(analysis), held.table, held.holder),
        )
        return bool(found)

    async def give_back(self, held: ClaimedAnalysis, again: int, failed: bool) -> None:
        """Let another attempt be made from a moment on. An attempt that failed counts, and the last one ends it."""
        await self.database.write(
            "UPDATE analyses SET lease = %(again)s,"
            " status = CASE WHEN %(failed)s AND attempts >= %(most)s THEN 'failed' ELSE 'queued' END,"
            " attempts = CASE WHEN %(failed)s THEN attempts ELSE attempts - 1 END"
            " WHERE table_id = %(table)s AND holder = %(holder)s AND status = 'running'",
            {"again": again, "failed": failed, "most": MOST_ATTEMPTS, "table": held.table, "holder": held.holder},
        )


def judged_before(table: int, body: bytes) -> list[Judgement]:
    """The judgements of an attempt that did not finish; none if they cannot be read, as of another release."""
    try:
        return unpacked(body, list[Judgement])
    except (zlib.error, msgspec.MsgspecError):
        log.warning("the judgements of an earlier attempt cannot be read", extra=at(table), exc_info=True)
        return []


def packed(value: object) -> bytes:
    """A value as compressed MessagePack, a small part of its JSON."""
    return zlib.compress(msgspec.msgpack.encode(value))


def unpacked(body: bytes, kind: type[T]) -> T:
    """What `packed` has packed."""
    return msgspec.msgpack.decode(zlib.decompress(body), type=kind)
