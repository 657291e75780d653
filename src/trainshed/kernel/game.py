"""The contract of every title (`Game`, `State`), and base classes that implement most of it (`Title`, `Position`)."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from random import Random
from types import ModuleType
from typing import Any, ClassVar, Protocol

import msgspec

from trainshed.kernel.agenda import NATURE, NOBODY, OTHER_QUESTION, Effect
from trainshed.kernel.compiled import mypyc_attr
from trainshed.kernel.content import Pack
from trainshed.kernel.options import Option, SetupError, UnfitOptions, chosen_options
from trainshed.kernel.rulebook import Citations, Illegal, Refusal, Rulebook
from trainshed.kernel.vocabulary import Vocabulary


class State(Protocol):
    """A position: whose question it is, what may be answered, and what each seat may know."""

    @property
    def game(self) -> Game: ...
    @property
    def seats(self) -> int: ...
    @property
    def options(self) -> Mapping[str, str]: ...
    @property
    def actor(self) -> int: ...
    @property
    def over(self) -> bool: ...
    @property
    def begins_turn(self) -> bool: ...
    @property
    def chance(self) -> str: ...
    def moves(self) -> list[int]: ...
    def odds(self) -> list[tuple[int, int]]: ...
    def tickets(self) -> int: ...
    def pick(self, ticket: int) -> int: ...
    def play(self, move: int) -> None: ...
    def apply(self, move: int) -> None: ...
    def why_not(self, move: int, seat: int | None = None) -> Refusal | None: ...
    def copies(self, move: int) -> int: ...
    def shows(self, move: int, after: Any = None) -> bool: ...
    def reveals(self, move: int, after: Any = None) -> bool: ...
    def hands_on(self, move: int, after: Any = None) -> bool: ...
    def reversible(self, move: int, after: Any = None) -> bool: ...
    def view(self, seat: int | None) -> Any: ...
    def seen(self, seat: int | None, move: int) -> str: ...
    def listen(self) -> None: ...
    def events(self, seat: int | None) -> list[Any]: ...
    def redraw(self, seat: int | None, rng: Random) -> State: ...
    def clone(self) -> State: ...
    def dump(self) -> bytes: ...
    def digest(self) -> str: ...
    def scores(self) -> list[int]: ...
    def standings(self) -> list[int]: ...
    def result(self) -> str: ...


class Game(Protocol):
    """A title in one edition with one content pack: everything that is the same in all its games."""

    @property
    def slug(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def edition(self) -> int: ...
    @property
    def revision(self) -> int: ...
    @property
    def skip(self) -> str: ...
    @property
    def close(self) -> str: ...
    @property
    def seat_counts(self) -> Sequence[int]: ...
    @property
    def vocabulary(self) -> Vocabulary: ...
    @property
    def options(self) -> Sequence[Option]: ...
    @property
    def pack(self) -> Pack: ...
    @property
    def rulebook(self) -> Rulebook: ...
    def check_options(self, seats: int, options: Mapping[str, str]) -> str: ...
    def chosen(self, seats: int, given: Mapping[str, str]) -> dict[str, str]: ...
    def start(self, seats: int, options: Mapping[str, str] | None = None) -> State: ...
    def load(self, data: bytes) -> State: ...
    def world(self, view: Any, rng: Random) -> State: ...
    def returns(self, state: Any) -> list[float]: ...
    def turn_order(self, state: Any) -> list[int]: ...
    def census(self, state: Any) -> dict[str, int]: ...
    def has_part(self, name: str) -> bool: ...
    def part(self, name: str) -> ModuleType: ...


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """Base class of positions with an agenda of effects. A title adds its own fields, `clone`, `facts` and scoring."""

    __slots__ = ("_depth", "_moves", "_stack", "actor", "game", "heard", "options", "over", "seats")

    def __init__(
        self,
        game: Any,
        seats: int,
        options: dict[str, str],
        agenda: list[Effect],
        actor: int = NOBODY,
        over: bool = False,
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        # The agenda is the first `_depth` effects of `_stack`: a list that is never shortened is not reallocated.
        self._stack: list[Effect] = agenda
        self._depth: int = len(agenda)
        self.actor: int = actor
        self.over: bool = over
        self.heard: list[Any] | None = None
        self._moves: list[int] | None = None

    # ------------------------------------------------------------ what a title supplies

    def facts(self) -> list[Any]:
        """Everything the position holds beside the agenda, as plain values in a fixed order."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Points now, one number a seat."""
        raise NotImplementedError

    def clone(self) -> Any:
        """An independent copy that records no events. Simple but slow; a title may copy its lists by hand instead."""
        return self.game.load(self.dump())

    def standings(self) -> list[int]:
        """Final ranks by returns, 1 for the winner; ties share a rank. A title with tie-breaks overrides this."""
        returns: list[float] = self.game.returns(self)
        return [1 + sum([other > own for other in returns]) for own in returns]

    def result(self) -> str:
        """The result as a record states it: the points, unless a title has another form."""
        return " ".join([str(points) for points in self.scores()])

    # ------------------------------------------------------------ the agenda

    @property
    def agenda(self) -> tuple[Effect, ...]:
        """The pending effects, the next one last; `push` adds to it."""
        return tuple(self._stack[: self._depth])

    def set_agenda(self, agenda: list[Effect]) -> None:
        """Replace all pending effects with these."""
        self._stack = agenda[:]
        self._depth = len(agenda)

    def pending(self) -> list[list[Any]]:
        """The agenda as plain values, for dumps and views: each effect's name and arguments."""
        names = self.game.effect_names
        return [[names[type(effect)], *effect.args()] for effect in self._stack[: self._depth]]

    def push(self, effect: Effect) -> None:
        """Put an effect on top: it is the next to resolve or to ask."""
        depth = self._depth
        if depth < len(self._stack):
            self._stack[depth] = effect
        else:
            self._stack.append(effect)
        self._depth = depth + 1

    def clear(self) -> None:
        """Remove all pending effects, which ends the game."""
        self._depth = 0

    @property
    def top(self) -> Effect:
        """The effect that asks."""
        return self._stack[self._depth - 1]

    @property
    def begins_turn(self) -> bool:
        """Does a seat begin a turn with the question that is asked now? Also if the turn before was its own."""
        return self.actor >= 0 and self.top.begins_turn(self)

    # ------------------------------------------------------------ play

    def settle(self) -> None:
        """Let effects resolve themselves until one of them asks, or none is left."""
        while self._depth:
            top = self._stack[self._depth - 1]
            actor = top.asks(self)
            if actor != NOBODY:
                self.actor = actor
                return
            self._depth -= 1
            top.resolve(self)
        self.actor = NOBODY
        self.over = True

    def moves(self) -> list[int]:
        """Legal move ids, ascending. The list belongs to the position: do not change it."""
        moves = self._moves
        if moves is None:
            if self.over:
                moves = []
            elif self.actor == NATURE:
                moves = [move for move, _ in self.top.odds(self)]
            else:
                moves = self._stack[self._depth - 1].legal(self)
            self._moves = moves
        return moves

    def apply(self, move: int) -> None:
        """Make a move without checking it: the caller knows that it is legal."""
        before: Any = None
        if self.heard is not None:
            self.heard = []
            before = self.before_events()
        self._moves = None
        self._depth -= 1
        self._stack[self._depth].answer(self, move)
        self.settle()
        if self.heard is not None:
            self.after_events(before)

    def before_events(self) -> Any:
        """What a title wants to compare after a move, while somebody listens."""
        return None

    def after_events(self, before: Any) -> None:
        """Add events that follow from the whole move; `before` is what `before_events` gave."""

    def play(self, move: int) -> None:
        """Make a move if it is legal; an illegal one is refused with its clause and changes nothing."""
        if move not in self.moves():
            refusal = self.why_not(move)
            assert refusal is not None
            words = self.game.vocabulary
            raise Illegal(refusal, words.word(move) if 0 <= move < len(words) else str(move))
        self.apply(move)

    def why_not(self, move: int, seat: int | None = None) -> Refusal | None:
        """None if the move is legal, else the refusal. A seat that is not asked learns only that it is not asked."""
        game = self.game
        if self.over:
            return Refusal(game.clause_over, generic=True)
        if seat is not None and seat != self.actor:
            return Refusal(game.clause_not_yours, generic=True)
        if not 0 <= move < len(game.vocabulary):
            return Refusal(game.clause_other, generic=True)
        if self.actor == NATURE:
            legal = move in self.moves()
            return None if legal else Refusal(game.clause_other, generic=True)
        top = self.top
        index = top.forbids(self, move)
        if index == 0:
            return None
        if index == OTHER_QUESTION:
            return Refusal(game.clause_other, generic=True)
        return Refusal(game.citations.ids[index], top.numbers(self, move))

    def copies(self, move: int) -> int:
        """Among how many equal pieces of its seat a legal move chooses one, if the word does not tell them apart."""
        return self.top.copies(self, move)

    # ------------------------------------------------------------ what a move leads to; `after`: the position after it

    def reveals(self, move: int, after: Any = None) -> bool:
        """Does the move, or what follows at once, roll, draw or show something?"""
        after = self.following(move, after)
        return self.actor == NATURE or bool(after.actor == NATURE) or self.shows(move, after)

    def shows(self, move: int, after: Any = None) -> bool:
        """Does the move itself show something hidden that is not drawn, such as a pile that is looked through?

        A title that has such looks overrides this.
        """
        return False

    def hands_on(self, move: int, after: Any = None) -> bool:
        """Does the move end what its seat has to decide: another seat is asked, or the game is over?"""
        if self.actor == NATURE:
            return False
        then: int = self.following(move, after).actor
        return then not in (self.actor, NATURE)

    def reversible(self, move: int, after: Any = None) -> bool:
        """Can the move be taken back without asking anybody: it neither reveals anything nor hands the turn on?"""
        after = self.following(move, after)
        return not self.reveals(move, after) and not self.hands_on(move, after)

    def following(self, move: int, after: Any = None) -> Any:
        """The position after a legal move: `after` if that is known, else a copy on which it is made."""
        if after is None:
            after = self.clone()
            after.apply(move)
        return after

    # ------------------------------------------------------------ nature

    @property
    def chance(self) -> str:
        """The name of the draw at nature's turn, else ""."""
        return self.top.chance(self) if self.actor == NATURE else ""

    def odds(self) -> list[tuple[int, int]]:
        """Moves and weights at nature's turn."""
        return self.top.odds(self)

    def tickets(self) -> int:
        """The sum of the weights at nature's turn."""
        return self._stack[self._depth - 1].tickets(self)

    def pick(self, ticket: int) -> int:
        """The move that holds a ticket, 0 <= ticket < tickets()."""
        return self._stack[self._depth - 1].pick(self, ticket)

    # ------------------------------------------------------------ views and events

    def view(self, seat: int | None) -> Any:
        """All, and only, what a seat may know (None: a spectator)."""
        return self.game.look(self, seat)

    def seen(self, seat: int | None, move: int) -> str:
        """The word of a move that is about to be made, as a seat may read it."""
        word = self.top.hidden(self, -1 if seat is None else seat, move)
        return word or str(self.game.vocabulary.word(move))

    def listen(self) -> None:
        """Record events from now on: `events` then gives those of the last move."""
        self.heard = []

    def events(self, seat: int | None) -> list[Any]:
        """The events of the last move, as a seat may know them; empty unless listening."""
        heard = self.heard
        return [] if heard is None else [event.as_seen(seat) for event in heard]

    def redraw(self, seat: int | None, rng: Random) -> Any:
        """A world for this seat: a position with the same view, its hidden parts drawn anew."""
        return self.game.world(self.view(seat), rng)

    # ------------------------------------------------------------ bytes

    def dump(self) -> bytes:
        """The position as bytes, the same on every machine, build and hash seed."""
        game = self.game
        options = sorted(self.options.items())
        head = [game.slug, game.edition, game.pack.digest, self.seats, options, self.pending()]
        return msgspec.msgpack.encode([*head, self.facts()])

    def digest(self) -> str:
        """A stable hash of the whole position. Never show it before the end: hands could be found from it by trial."""
        return hashlib.blake2b(self.dump(), digest_size=16).hexdigest()


@mypyc_attr(allow_interpreted_subclasses=True)
class Title:
    """Base class of a title, in one edition with one pack: names, words, options, and how positions are made."""

    slug: ClassVar[str] = ""
    name: ClassVar[str] = ""
    editions: ClassVar[tuple[int, ...]] = (1,)
    revision: ClassVar[int] = 1
    """Counts changes of rules inside of an edition. Games that run are folded anew then: see `docs/service.md`."""
    seat_counts: ClassVar[tuple[int, ...]] = ()
    package: ClassVar[str] = ""
    """The package of the title: `rules.toml`, `content.toml` and the parts are found there."""

    effects: ClassVar[tuple[type[Effect], ...]] = ()
    """Every class of effect that can be on the agenda: dumps and views refer to them by name."""

    skip: ClassVar[str] = ""
    """The word with which a seat passes, if the rules have one; else empty."""

    close: ClassVar[str] = ""
    """The word that ends a turn whose window stays open, if the rules have one. On a page Confirm says it after a
    gesture that leaves the window open; programs say it themselves."""

    clause_over: ClassVar[str] = ""
    clause_not_yours: ClassVar[str] = ""
    clause_other: ClassVar[str] = ""

    def __init__(
        self,
        edition: int,
        pack: Pack,
        vocabulary: Vocabulary,
        options: tuple[Option, ...],
        citations: Citations,
    ) -> None:
        if edition not in self.editions:
            raise SetupError(f"{self.slug} has no edition {edition}")
        self.edition = edition
        self.pack = pack
        self.vocabulary = vocabulary
        self.options = options
        self.citations = citations
        self.effect_names: dict[type[Effect], str] = {e: e.__name__ for e in self.effects}
        self.effects_by_name: dict[str, type[Effect]] = {e.__name__: e for e in self.effects}
        self._rulebook: Rulebook | None = None

    # ------------------------------------------------------------ what a title supplies

    def open(self, seats: int, options: dict[str, str]) -> Any:
        """The position before the set-up, with the first effects on its agenda."""
        raise NotImplementedError

    def restore(self, seats: int, options: dict[str, str], agenda: list[Effect], facts: list[Any]) -> Any:
        """A position from its agenda and facts: the inverse of `Position.facts`."""
        raise NotImplementedError

    def look(self, state: Any, seat: int | None) -> Any:
        """The view of a seat (None: a spectator)."""
        raise NotImplementedError

    def world(self, view: Any, rng: Random) -> Any:
        """A full position consistent with a view, hidden things drawn with their exact odds."""
        raise NotImplementedError

    def census(self, state: Any) -> dict[str, int]:
        """How many pieces of each kind the position holds: the same in every position of a game."""
        raise NotImplementedError

    def returns(self, state: Any) -> list[float]:
        """One utility a seat, higher is better: the points, unless a title counts otherwise."""
        return [float(points) for points in state.scores()]

    def turn_order(self, state: Any) -> list[int]:
        """The seats in the order of their turns, the one that begins first; asked when the set-up has been drawn.

        A title that draws who begins, or the whole order, overrides this.
        """
        return clockwise(0, state.seats)

    def check_options(self, seats: int, options: Mapping[str, str]) -> str:
        """Why these options do not fit together, as a sentence that is a key of the translations; "" if they do.

        Each has one of its choices already. A title whose options depend on each other overrides this.
        """
        return ""

    # ------------------------------------------------------------ what every title gets

    def chosen(self, seats: int, given: Mapping[str, str]) -> dict[str, str]:
        """Every option of a table, given or by its default; refuses what cannot be chosen, alone or together."""
        options = chosen_options(self.options, seats, given)
        unfit = self.check_options(seats, options)
        if unfit:
            raise UnfitOptions(unfit)
        return options

    def start(self, seats: int, options: Mapping[str, str] | None = None) -> Any:
        """A new game. The draws of the set-up are nature's moves."""
        if seats not in self.seat_counts:
            counts = ", ".join([str(n) for n in self.seat_counts])
            raise SetupError(f"{self.name} is for {counts} seats, not for {seats}")
        state = self.open(seats, self.chosen(seats, options or {}))
        state.settle()
        return state

    def load(self, data: bytes) -> Any:
        """A position from its dump."""
        try:
            slug, edition, digest, seats, options, pending, facts = msgspec.msgpack.decode(data)
        except (msgspec.DecodeError, ValueError, TypeError) as error:
            raise SetupError("not the dump of a position") from error
        if (slug, edition, digest) != (self.slug, self.edition, self.pack.digest):
            raise SetupError(f"a position of {slug}, edition {edition}, pack {str(digest)[:12]}")
        state = self.restore(seats, dict(options), self.agenda_of(pending), facts)
        state.settle()
        return state

    def agenda_of(self, pending: list[list[Any]]) -> list[Effect]:
        """The inverse of `Position.pending`."""
        return [self.effects_by_name[name](*args) for name, *args in pending]

    @property
    def rulebook(self) -> Rulebook:
        """The clauses, read when they are first needed."""
        if self._rulebook is None:
            self._rulebook = Rulebook.read(
                title_file(self.package, "rules.toml"),
                lambda language: title_file(self.package, f"text/rules.{language}.toml"),
            )
        return self._rulebook

    def has_part(self, name: str) -> bool:
        """Whether the title has this module; see `part`."""
        try:
            return importlib.util.find_spec(f"{self.package}.{name}") is not None
        except ModuleNotFoundError as error:
            if error.name != f"{self.package}.{name.partition('.')[0]}":
                raise
            return False  # the folder that should hold the part is missing too

    def part(self, name: str) -> ModuleType:
        """A module of the title that the rules never import: `bot`, `features`, `board.board`, `text.sentences` …"""
        return importlib.import_module(f"{self.package}.{name}")


def clockwise(first: int, seats: int) -> list[int]:
    """All seats from one of them on."""
    return [(first + place) % seats for place in range(seats)]


def title_file(package: str, name: str) -> Any:
    """A file of a title: `rules.toml`, `content.toml`, `text/guide.toml` …"""
    from importlib.resources import files  # noqa: PLC0415 - costs 10 ms, and simulations never need it

    return files(package).joinpath(name)


def view_after(state: State, move: int, seat: int | None, after: State | None = None) -> Any:
    """The view of a seat after a legal move, before anything is drawn; it tells nothing that the seat does not know.

    None if the move shows something hidden, if it is nature's, or if it ends the game, when hands are opened.
    `after`: the position after the move, if it is known.
    """
    if state.actor == NATURE:
        return None
    if after is None:
        after = state.clone()
        after.apply(move)
    return None if after.over or state.shows(move, after) else after.view(seat)


def playout(state: Position, rng: Random) -> int:
    """Play random legal moves to the end; returns the number of questions that had two answers or more."""
    decisions = 0
    random = rng.random
    while not state.over:
        if state.actor == NATURE:
            move = state.pick(int(random() * state.tickets()))
        else:
            moves = state.moves()
            count = len(moves)
            if count > 1:
                decisions += 1
                move = moves[int(random() * count)]
            else:
                move = moves[0]
        state.apply(move)
    return decisions
