"""A table as its log tells it: position, seats and clocks, folded row by row, and whatever can be said of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar

import msgspec

from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import Game, State
from trainshed.kernel.record import AGREE, ASK, CONCEDE, FLAG, MOVE, PAUSE, RESUME, SEAT, UNDO, Row
from trainshed.kernel.registry import game as find_game
from trainshed.service.tables.clock import Clock
from trainshed.service.tables.writer import LogRow, TableStatus
from trainshed.wire import Pace, SeenRow

SLOT: Final = 256
"""Of so many rows, one snapshot is kept; it is the last that was taken among them."""

TAIL: Final = 64
"""So many rows after a snapshot the next one is taken, even if the turn has not changed."""


class OutOfReach(Exception):
    """An undo goes back behind the snapshot that the fold began with: fold from an earlier one."""


class Holder(msgspec.Struct, frozen=True):
    """Who plays a seat: a person, a bot, or a bot for a person who is away."""

    name: str
    person: int | None = None
    bot: str = ""
    robot: bool = False
    """The person is a program: the account of a bot."""

    @property
    def shown(self) -> str:
        """The name at the table."""
        return self.bot or self.name


class Proposal(msgspec.Struct, frozen=True):
    """What a seat asks of all others, and who has agreed."""

    what: str
    """`pause`, or `takeback` and the first row to be taken back."""
    seat: int
    agreed: tuple[int, ...] = ()


class BranchPoint(msgspec.Struct, frozen=True):
    """The row of another table at which a branch begins, and the position there, in which everything is drawn anew
    that its player could not know."""

    table: int
    seq: int
    position: bytes


class TableConfig(msgspec.Struct, frozen=True):
    """What was agreed when the table was made and when it was started; it never changes again."""

    id: int
    title: str
    edition: int
    pack: str
    options: dict[str, str]
    pace: Pace
    visibility: str
    language: str
    host: int
    created: int
    started: int
    players: tuple[Holder, ...]
    odds: bool = True
    """Does the table show the exact odds of a coming roll?"""
    origin: BranchPoint | None = None
    """Where it branched off; nothing: it began at the beginning."""

    @property
    def game(self) -> Game:
        return find_game(self.title, self.edition)

    def first_position(self) -> State:
        """The position before the first row."""
        if self.origin is not None:
            return self.game.load(self.origin.position)
        return self.game.start(len(self.players), self.options)


class Step(msgspec.Struct, frozen=True):
    """A row, and the positions around it; the later one has heard what happened."""

    row: LogRow
    before: State
    after: State


class Snapshot(msgspec.Struct, frozen=True, array_like=True):
    """A snapshot: everything that folding the log up to its row would give."""

    seq: int
    at: int
    position: bytes
    holders: list[Holder]
    clock: Clock
    out: list[int]
    run: list[tuple[int, bytes]]
    proposal: Proposal | None


class TableState:
    """A running table. `fold` changes it; copies are cheap."""

    __slots__ = (
        "at",
        "clock",
        "config",
        "game",
        "holders",
        "kept",
        "lent",
        "out",
        "position",
        "proposal",
        "run",
        "seq",
    )

    def __init__(self, config: TableConfig, position: State | None = None) -> None:
        self.config = config
        self.game = config.game
        self.position: State = config.first_position() if position is None else position
        self.holders = list(config.players)
        self.clock = Clock.start(config.pace, len(config.players))
        self.seq = 0
        self.at = config.started
        self.out: list[int] = []
        """Seats that gave up or ran out of time, the first first."""
        self.run: list[tuple[int, State]] = []
        """The rows that can be taken back freely, each with the position before it."""
        self.proposal: Proposal | None = None
        self.kept = 0
        """The row of the last snapshot."""
        self.lent = False
        """Somebody else has the same position: it must not be changed in place."""
        if position is None:
            self.pass_on(self.at)

    def copy(self) -> TableState:
        """An independent table; positions are shared until one of the two moves on."""
        other = TableState(self.config, self.position)
        self.lent = other.lent = True
        other.holders = self.holders[:]
        other.clock = self.clock.clone()
        other.seq, other.at, other.kept = self.seq, self.at, self.kept
        other.out = self.out[:]
        other.run = self.run[:]
        other.proposal = self.proposal
        return other

    def own(self) -> None:
        """Share the position with nobody, so that another thread may think about it."""
        if self.lent:
            self.position = self.position.clone()
            self.lent = False

    # ------------------------------------------------------------ facts

    @property
    def seats(self) -> int:
        return len(self.holders)

    @property
    def actor(self) -> int:
        return self.position.actor

    @property
    def over(self) -> bool:
        """Nobody is asked any more: the game has ended, or all others have given up."""
        return self.position.over or len(self.out) >= max(self.seats - 1, 1)

    @property
    def running(self) -> int:
        """The seat whose time runs: a person who is asked; -1 for nobody."""
        actor = self.position.actor
        return actor if actor >= 0 and not self.over and not self.holders[actor].bot else -1

    @property
    def work(self) -> bool:
        """Is there something to do for a worker: a bot's question, or a draw that nobody made?"""
        actor = self.position.actor
        if self.over or self.clock.paused:
            return False
        return actor == NATURE or (actor >= 0 and self.holders[actor].bot != "")

    def seats_of(self, *people: int) -> list[int]:
        """The seats of somebody, under whichever of his numbers he sat down."""
        return [seat for seat, holder in enumerate(self.holders) if holder.person in people]

    @property
    def asked(self) -> list[int]:
        """The seats of people who have not answered the proposal yet."""
        if self.proposal is None:
            return []
        asking = self.holders[self.proposal.seat].person
        return [
            seat
            for seat, holder in enumerate(self.holders)
            if holder.person not in (None, asking)
            and not holder.bot
            and seat not in self.out
            and seat not in self.proposal.agreed
        ]

    @property
    def standings(self) -> list[int]:
        """Ranks at the end; whoever gave up stands behind everybody who did not, the first who did last of all."""
        ranks = self.position.standings() if self.position.over else [1] * self.seats
        if not self.out:
            return ranks
        keys = [(self.seats - self.out.index(s), 0) if s in self.out else (0, ranks[s]) for s in range(self.seats)]
        return [1 + sum(other < own for other in keys) for own in keys]

    @property
    def outcome(self) -> dict[str, Any] | None:
        """How it ended."""
        if not self.over:
            return None
        finished = self.position.over
        result = self.position.result() if finished else f"conceded {self.out[-1] + 1}"
        return {"result": result, "scores": self.position.scores(), "standings": self.standings, "finished": finished}

    def turn(self, deadline: int | None) -> TableStatus:
        """What is looked for without reading the log."""
        return TableStatus(
            turn=None if self.over else self.actor,
            work=self.work,
            deadline=deadline,
            touched=self.at,
            status="over" if self.over else "playing",
            outcome=self.outcome,
        )

    # ------------------------------------------------------------ folding

    def fold(self, row: LogRow, listen: bool = False, after: State | None = None) -> Step:
        """Take the next row of the log. With `listen` the position after it knows what happened.

        Whoever has made the row's move on a copy of the position passes that as `after`.
        """
        if row.seq != self.seq + 1:
            raise AssertionError(f"row {row.seq} after row {self.seq}")
        before = self.position
        if row.spent is not None:
            self.clock.charge(row.spent, row.at)
        said = Row.of(row.seat, row.said)
        if said.kind not in (AGREE, SEAT):
            self.proposal = None  # the table has moved on, or somebody said no
        if said.kind == MOVE:
            self._move(row, listen, after)
        elif said.kind == UNDO:
            self._undo(int(said.text))
        elif said.kind == SEAT:
            self._sit(row.seat, said.text, row.who)
        elif said.kind == FLAG:
            self.clock.flag(row.at)
            if self.config.pace.on_flag == "out":
                self.out.append(row.seat)
        elif said.kind == CONCEDE:
            self.out.append(row.seat)
        elif said.kind == PAUSE:
            self.clock.pause(row.at)
        elif said.kind == RESUME:
            self.clock.resume(row.at)
        elif said.kind == ASK:
            self.proposal = Proposal(said.text, row.seat)
        elif said.kind == AGREE and self.proposal is not None:
            agreed = (*self.proposal.agreed, row.seat)
            self.proposal = Proposal(self.proposal.what, self.proposal.seat, agreed)
        self.pass_on(row.at)
        self.seq, self.at = row.seq, row.at
        return Step(row, before, self.position)

    def pass_on(self, at: int) -> None:
        """Let the time of whoever is asked now run. A draw is part of the turn in which it is made."""
        if self.running != self.clock.seat and (self.actor != NATURE or self.over):
            self.clock.pass_to(self.config.pace, self.running, at)

    def _move(self, row: LogRow, listen: bool, after: State | None) -> None:
        before = self.position
        if after is None:
            # A position is changed in place, unless somebody must find it again.
            after = before.clone() if row.free or listen or self.lent else before
            if listen:
                after.listen()
            after.apply(self.game.vocabulary.id(row.said))
        self.lent = self.lent and after is before
        if row.free:
            self.run.append((row.seq, before))
        else:
            self.run = []
        self.position = after

    def _undo(self, count: int) -> None:
        if count > len(self.run):
            raise OutOfReach
        self.position = self.run[-count][1].clone()
        self.lent = False
        del self.run[-count:]

    def _sit(self, seat: int, name: str, who: int | None) -> None:
        holder = self.holders[seat]
        if who is None:
            self.holders[seat] = Holder(holder.name, holder.person, name, holder.robot)
        else:
            self.holders[seat] = Holder(name, who, robot=holder.robot)

    # ------------------------------------------------------------ snapshots

    def due(self, before: TableState) -> bool:
        """Is a snapshot to be kept after a gesture that began at `before`?"""
        moved_on = self.actor != before.actor or self.over or self.holders != before.holders
        return moved_on or self.seq - self.kept >= TAIL

    def snapshot(self) -> tuple[int, int, bytes]:
        """Slot, row and bytes."""
        run = [(seq, position.dump()) for seq, position in self.run]
        # Names stand in the charter alone, so that they can be forgotten.
        holders = [Holder("", holder.person, holder.bot, holder.robot) for holder in self.holders]
        kept = Snapshot(self.seq, self.at, self.position.dump(), holders, self.clock, self.out, run, self.proposal)
        self.kept = self.seq
        return self.seq // SLOT, self.seq, msgspec.msgpack.encode(kept)

    @classmethod
    def restored(cls, config: TableConfig, body: bytes) -> TableState:
        """The table as a snapshot has it."""
        kept = msgspec.msgpack.decode(body, type=Snapshot)
        table = cls(config, config.game.load(kept.position))
        table.seq = table.kept = kept.seq
        table.at = kept.at
        pairs = zip(config.players, kept.holders, strict=True)
        table.holders = [msgspec.structs.replace(holder, name=player.name) for player, holder in pairs]
        table.clock = kept.clock
        table.out = kept.out
        table.run = [(seq, config.game.load(position)) for seq, position in kept.run]
        table.proposal = kept.proposal
        return table


# ---------------------------------------------------------------- what is told


def seen_row(step: Step, viewer: int | None) -> SeenRow:
    """A row as a viewer may know it (None: a spectator)."""
    row = step.row
    if row.said.startswith("/"):
        return SeenRow(row.seq, row.seat, row.at, row.said)
    move = step.before.game.vocabulary.id(row.said)
    return SeenRow(row.seq, row.seat, row.at, step.before.seen(viewer, move), step.after.events(viewer))


RowT = TypeVar("RowT", LogRow, SeenRow)


def effective_moves(rows: Sequence[RowT]) -> list[RowT]:
    """The moves of a log that were not taken back."""
    moves: list[RowT] = []
    for row in rows:
        said = Row.of(row.seat, row.said)
        if said.kind == MOVE:
            moves.append(row)
        elif said.kind == UNDO:
            del moves[-int(said.text) :]
    return moves


def folded(config: TableConfig, rows: Sequence[LogRow]) -> TableState:
    """The table that a whole log folds to, however far its undos go back."""
    table = TableState(config)
    for index, row in enumerate(rows):
        try:
            table.fold(row)
        except OutOfReach:
            deep_undo(table, rows[: index + 1])
    return table


def deep_undo(table: TableState, rows: Sequence[LogRow]) -> Step:
    """Fold an undo that goes back behind the run; it needs the whole log up to and with its row."""
    row = rows[-1]
    before = table.position
    position = table.config.first_position()
    words = table.game.vocabulary
    for move in effective_moves(rows):
        position.apply(words.id(move.said))
    table.position = position
    table.lent = False
    table.run = []
    table.pass_on(row.at)
    table.seq, table.at = row.seq, row.at
    return Step(row, before, position)
