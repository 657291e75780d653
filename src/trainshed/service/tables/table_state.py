"""State of a started table, folded from its log row by row: position, seats, clocks, proposals, outcome."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar

import msgspec

from trainshed.kernel.agenda import NATURE
from trainshed.kernel.content import ContentError
from trainshed.kernel.game import Game, State
from trainshed.kernel.options import SetupError
from trainshed.kernel.record import AGREE, ASK, CONCEDE, FLAG, MOVE, PAUSE, RESUME, SEAT, UNDO, UNFINISHED, Row
from trainshed.kernel.registry import UnknownPack, UnknownTitle
from trainshed.kernel.registry import game as find_game
from trainshed.kernel.translation import marked
from trainshed.kernel.vocabulary import UnknownWord
from trainshed.service.base.errors import NotLoadable
from trainshed.service.base.fair_queue import FairShare
from trainshed.service.tables.clock import TURN_OF_RULES, Clock
from trainshed.service.tables.log_rows import LogRow, TableStatus
from trainshed.wire import Pace, SeenRow

SLOT: Final = 256
"""Rows of one slot: of each slot only the last snapshot is kept."""

TAIL: Final = 64
"""Rows after a snapshot until the next one is taken, even if the turn has not changed."""


class OutOfReach(Exception):
    """An undo goes back further than `TableState.run`: `deep_undo` folds it, with the whole log."""


class OtherRules(Exception):
    """A snapshot was taken by other rules than those of this release."""


UNUSABLE: Final = marked(
    "The rules of this game were corrected since, and cannot use the printed content of this table:"
    " the game has ended. Its record is kept."
)


def rules_missing(title: str, edition: int, pack: str) -> NotLoadable | None:
    """Why this server lacks the rules or the content with which a table was made; None if it has them.

    Packs that are not built in must have been loaded (`PackStore.load`).
    """
    reason = _edition_missing(title, edition)
    if reason is not None:
        return NotLoadable(reason[0], **reason[1])
    try:
        find_game(title, edition, pack)
    except UnknownPack:
        return NotLoadable(marked("The table was made with other printed content than this server has."))
    except ContentError:
        return NotLoadable(UNUSABLE)
    return None


@lru_cache(maxsize=1_000)
def _edition_missing(title: str, edition: int) -> tuple[str, dict[str, object]] | None:
    """Cached: to ask a title for an edition that it does not have, its content must be read."""
    try:
        find_game(title, edition)
    except UnknownTitle:
        return marked("This game needs the title %(title)s, which this server does not have."), {"title": title}
    except SetupError:
        facts = {"edition": edition, "title": find_game(title).name}
        return marked(
            "This game was made with edition %(edition)d of %(title)s, which this server does not have."
        ), facts
    return None


class Holder(msgspec.Struct, frozen=True):
    """Who plays a seat: a person, a bot, or a bot for a person who is away."""

    name: str
    person: int | None = None
    bot: str = ""
    robot: bool = False
    """The person is a bot account."""

    @property
    def recorded(self) -> str:
        """The name in a record: that of the bot, by which a program finds it again, and not that of its character."""
        return self.bot or self.name


def attended(holders: Iterable[Holder]) -> bool:
    """Does a person play at least one of these seats?"""
    return any(holder.person is not None and not holder.bot for holder in holders)


class Proposal(msgspec.Struct, frozen=True):
    """A request of a seat that needs the consent of all others, and the seats that have agreed."""

    what: str
    """`pause`, or `takeback` and the first row to be taken back."""
    seat: int
    agreed: tuple[int, ...] = ()


class BranchPoint(msgspec.Struct, frozen=True):
    """Where a branch begins: a row of another table, and the position there, with all that its player could not know
    drawn anew."""

    table: int
    seq: int
    position: bytes


class TableConfig(msgspec.Struct, frozen=True):
    """Configuration of a started table, fixed when it was made and when it was started."""

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
    """The table shows the exact odds of a coming roll."""
    origin: BranchPoint | None = None
    """Where a branch begins; None: not a branch."""
    clock_rules: int = TURN_OF_RULES
    """The rules by which the clocks are folded, those of the time when the game began."""
    revision: int = 1
    """The revision of the title's rules by which the game began."""
    network: int = 0
    """The group of networks that the table was made from (`network_group`)."""

    @property
    def game(self) -> Game:
        """The title with the content pack of this table, which must have been loaded."""
        return find_game(self.title, self.edition, self.pack)

    @property
    def share(self) -> FairShare:
        """Whose time the bots of this table use."""
        return FairShare(self.host, self.network)

    def first_position(self) -> State:
        """The position before the first row."""
        if self.origin is not None:
            return self.game.load(self.origin.position)
        return self.game.start(len(self.players), self.options)


class Step(msgspec.Struct, frozen=True):
    """A row, and the positions before and after it; folded with `listen`, the later one has the events."""

    row: LogRow
    before: State
    after: State
    refused: bool = False
    """The rules of this release refuse this row, or one before it: nothing has happened."""


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
    revision: int = 1
    """The revision of the title's rules; those that are older do not say."""
    waited: list[int] = []
    """Milliseconds that people have waited for each seat; empty in older snapshots."""


class TableState:
    """The state of a started table. `fold` changes it; copies are cheap."""

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
        "refused",
        "run",
        "seq",
        "stored_outcome",
        "waited",
    )

    def __init__(self, config: TableConfig, position: State | None = None, game: Game | None = None) -> None:
        self.config = config
        self.game = config.game if game is None else game
        self.position: State = config.first_position() if position is None else position
        self.holders = list(config.players)
        self.clock = Clock.start(config.pace, len(config.players), config.clock_rules)
        self.seq = 0
        self.at = config.started
        self.waited = [0] * len(config.players)
        """Milliseconds that people have waited for the bot in each seat since a person last moved."""
        self.out: list[int] = []
        """Seats that gave up or ran out of time, in the order in which they did."""
        self.run: list[tuple[int, State]] = []
        """The rows that can be taken back freely, each with the position before it."""
        self.proposal: Proposal | None = None
        self.refused = 0
        """The first row that the rules of this release refuse: the game has ended before it. 0: none."""
        self.stored_outcome: dict[str, Any] | None = None
        """The outcome of such a game, if it was over by the rules with which it was played."""
        self.kept = 0
        """The row of the last snapshot."""
        self.lent = False
        """A copy shares the position: it must not be changed in place."""
        if position is None:
            self.pass_on(self.at)

    def copy(self) -> TableState:
        """An independent table; positions are shared until one of the two moves on."""
        other = TableState(self.config, self.position, self.game)
        other.refused, other.stored_outcome = self.refused, self.stored_outcome
        self.lent = other.lent = True
        other.holders = self.holders[:]
        other.clock = self.clock.clone()
        other.seq, other.at, other.kept = self.seq, self.at, self.kept
        other.waited = self.waited[:]
        other.out = self.out[:]
        other.run = self.run[:]
        other.proposal = self.proposal
        return other

    def own(self) -> None:
        """Stop sharing the position with copies, so that a bot may use it in another thread."""
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
        """The game has ended, or all others have given up or run out of time: no seat must decide any more."""
        return self.position.over or len(self.out) >= max(self.seats - 1, 1) or self.refused > 0

    @property
    def running(self) -> int:
        """The seat whose time runs, that of a person who must decide; -1: none."""
        actor = self.position.actor
        return actor if actor >= 0 and not self.over and not self.holders[actor].bot else -1

    @property
    def attended(self) -> bool:
        """Does at least one person play here, and not bots alone?"""
        return attended(self.holders)

    @property
    def work(self) -> bool:
        """Is there something to do for a worker: a bot's decision, or a draw?"""
        actor = self.position.actor
        if self.over or self.clock.paused:
            return False
        return actor == NATURE or (actor >= 0 and self.holders[actor].bot != "")

    def seats_of(self, *people: int) -> list[int]:
        """The seats of a person, given all ids of that person."""
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
        """Ranks at the end; seats that are out rank behind all others, the first of them last."""
        ranks = self.position.standings() if self.position.over else [1] * self.seats
        if not self.out:
            return ranks
        keys = [(self.seats - self.out.index(s), 0) if s in self.out else (0, ranks[s]) for s in range(self.seats)]
        return [1 + sum(other < own for other in keys) for own in keys]

    @property
    def outcome(self) -> dict[str, Any] | None:
        """Result, scores and ranks of a game that is over; None before."""
        if not self.over:
            return None
        if self.refused:
            ranks = {"standings": [1] * self.seats, "finished": False}
            unfinished = {"result": UNFINISHED, "scores": self.position.scores(), **ranks}
            return {**(self.stored_outcome or unfinished), "refused": self.refused}
        finished = self.position.over
        result = self.position.result() if finished else f"conceded {self.out[-1] + 1}"
        return {"result": result, "scores": self.position.scores(), "standings": self.standings, "finished": finished}

    def turn(self, deadline: int | None) -> TableStatus:
        """The columns that are queried without reading the log."""
        return TableStatus(
            turn=None if self.over else self.actor,
            work=self.work,
            deadline=deadline,
            touched=self.at,
            status="over" if self.over else "playing",
            outcome=self.outcome,
            attended=self.attended,
        )

    # ------------------------------------------------------------ folding

    def fold(self, row: LogRow, listen: bool = False, after: State | None = None) -> Step:
        """Apply the next row of the log. With `listen` the position after it has the events.

        A caller that has played the row's move on a copy of the position passes that as `after`. Any other move may
        have been made by the rules of an earlier release: one that is not legal ends the game before it.
        """
        if row.seq != self.seq + 1:
            raise AssertionError(f"row {row.seq} after row {self.seq}")
        before = self.position
        said = Row.of(row.seat, row.said)
        if self.refused or (said.kind == MOVE and after is None and not self._legal(row)):
            return self._pass_over(row, said)
        if row.spent is not None:
            self.clock.charge(row.spent, row.at)
        if said.kind not in (AGREE, SEAT):
            self.proposal = None  # the table has moved on, or a seat has declined
        if said.kind == MOVE:
            self._count_wait(row)
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
        if not self.pass_on(row.at) and said.kind == MOVE and self._begins_turn():
            self.clock.next_turn(self.config.pace, row.seq, row.at, row.free)
        self.seq, self.at = row.seq, row.at
        return Step(row, before, self.position)

    def _legal(self, row: LogRow) -> bool:
        """May this move be made by the rules of this release? A word that they never had is an error, and no move."""
        words = self.game.vocabulary
        if row.said not in words and self.config.revision == self.game.revision:
            raise UnknownWord(f"row {row.seq}: there is no word {row.said[:60]!r}")
        if row.said not in words or row.seat != self.position.actor or self.position.over:
            return False
        return self.position.why_not(words.id(row.said)) is None

    def _pass_over(self, row: LogRow, said: Row) -> Step:
        """Take a row that the rules refuse, or one after it: nothing changes but the names of seats."""
        self.refused = self.refused or row.seq
        self.run, self.proposal = [], None
        if said.kind == SEAT:
            self._sit(row.seat, said.text, row.who)
        self.pass_on(row.at)
        self.seq, self.at = row.seq, row.at
        return Step(row, self.position, self.position, refused=True)

    def pass_on(self, at: int) -> bool:
        """Let the time of the seat to move run, if it is another. A draw is part of the turn in which it is made."""
        if self.running == self.clock.seat or (self.actor == NATURE and not self.over):
            return False
        self.clock.pass_to(self.config.pace, self.running, at)
        return True

    def _count_wait(self, row: LogRow) -> None:
        """Add to what people have waited for a bot, or begin anew after the move of a person."""
        if row.seat == NATURE:
            return
        if self.holders[row.seat].bot:
            self.waited[row.seat] += row.at - self.at
        else:
            self.waited = [0] * self.seats

    def _begins_turn(self) -> bool:
        """Does the seat whose time runs begin another turn, by the rules of the title?"""
        return self.config.clock_rules >= TURN_OF_RULES and not self.over and self.position.begins_turn

    def _move(self, row: LogRow, listen: bool, after: State | None) -> None:
        before = self.position
        if after is None:
            # A position is changed in place, unless it is needed again.
            after = before.clone() if row.free or listen or self.lent else before
            if listen:
                after.listen()
            after.apply(self.game.vocabulary.id(row.said))
        self.lent = self.lent and after is before
        if row.free:
            self.run.append((row.seq, before))
        else:
            self.run = []
            self.clock.ended = ()
        self.position = after

    def _undo(self, count: int) -> None:
        if count > len(self.run):
            raise OutOfReach
        self.clock.take_back(self.run[-count][0])
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
        moved_on = moved_on or self.clock.turn != before.clock.turn
        return moved_on or self.seq - self.kept >= TAIL

    def snapshot(self) -> tuple[int, int, bytes]:
        """Make a snapshot: slot, row and bytes."""
        run = [(seq, position.dump()) for seq, position in self.run]
        # Names are stored in the configuration alone, so that they can be anonymised.
        holders = [Holder("", holder.person, holder.bot, holder.robot) for holder in self.holders]
        kept = Snapshot(
            *(self.seq, self.at, self.position.dump(), holders, self.clock, self.out, run, self.proposal),
            revision=self.game.revision,
            waited=self.waited,
        )
        self.kept = self.seq
        return self.seq // SLOT, self.seq, msgspec.msgpack.encode(kept)

    @classmethod
    def restored(cls, config: TableConfig, body: bytes) -> TableState:
        """The table as a snapshot has it; raises OtherRules if it does not hold by the rules of this release."""
        kept = msgspec.msgpack.decode(body, type=Snapshot)
        if kept.revision != config.game.revision:
            raise OtherRules
        table = cls(config, config.game.load(kept.position))
        table.seq = table.kept = kept.seq
        table.at = kept.at
        pairs = zip(config.players, kept.holders, strict=True)
        table.holders = [msgspec.structs.replace(holder, name=player.name) for player, holder in pairs]
        table.clock = kept.clock
        table.out = kept.out
        table.run = [(seq, config.game.load(position)) for seq, position in kept.run]
        table.proposal = kept.proposal
        table.waited = kept.waited or table.waited
        return table


# ---------------------------------------------------------------- rows


def seen_row(step: Step, viewer: int | None) -> SeenRow:
    """A row as a viewer may know it (None: a spectator)."""
    row = step.row
    if row.said.startswith("/") or step.refused:  # after a refused row the game is over, and nothing is hidden
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
    """Fold an undo that goes back further than `run`; it needs the whole log up to and with its row."""
    row = rows[-1]
    before = table.position
    position = table.config.first_position()
    words = table.game.vocabulary
    for move in effective_moves(rows):
        position.apply(words.id(move.said))
    table.position = position
    table.lent = False
    table.run = []
    table.clock.ended = ()
    table.pass_on(row.at)
    table.seq, table.at = row.seq, row.at
    return Step(row, before, position)
