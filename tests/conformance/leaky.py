"""Titles broken on purpose, one fault each, which the suite must find: Lok'n'Roll, unless it says another one.

Rules are wrapped, not subclassed: a compiled title has no interpreted subclasses.
"""

from __future__ import annotations

from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any, ClassVar, cast

import msgspec

import trainshed
from trainshed.games.lok_n_roll import events
from trainshed.games.lok_n_roll.view import View
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import Game
from trainshed.kernel.rulebook import Refusal


class Position:
    """A wrapper of a position that changes nothing; each subclass breaks one thing."""

    def __init__(self, game: Broken, inner: Any) -> None:
        self.game = game
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def moves(self) -> list[int]:
        return cast(list[int], self.inner.moves())

    def why_not(self, move: int, seat: int | None = None) -> Refusal | None:
        return cast("Refusal | None", self.inner.why_not(move, seat))

    def view(self, seat: int | None) -> Any:
        return self.inner.view(seat)

    def events(self, seat: int | None) -> list[Any]:
        return cast(list[Any], self.inner.events(seat))

    def seen(self, seat: int | None, move: int) -> str:
        return str(self.inner.seen(seat, move))

    def apply(self, move: int) -> None:
        self.inner.apply(move)

    def play(self, move: int) -> None:
        if move not in self.moves():
            self.inner.play(-1)
        self.apply(move)

    def clone(self) -> Position:
        return type(self)(self.game, self.inner.clone())

    def shows(self, move: int, after: Any = None) -> bool:
        return bool(self.inner.shows(move))

    def redraw(self, seat: int | None, rng: Random) -> Position:
        return self.game.world(self.view(seat), rng)

    # ------------------------------------------------------------ for breaking

    def word(self, move: int) -> str:
        return str(self.inner.game.vocabulary.word(move))

    def others_hold_chaos(self, seat: int | None) -> bool:
        """Whether another seat holds a chaos card: hidden information for the leaks below."""
        kind = self.inner.box.kind
        return any(kind[card] == 2 for s, p in enumerate(self.inner.players) if s != seat for card in p.hand)


class Broken:
    """A wrapper of a game that makes broken positions."""

    slug: ClassVar[str] = "lok-n-roll"

    def __init__(self, position: type[Position] = Position) -> None:
        self.inner: Any = trainshed.game(self.slug)
        self.position = position

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def start(self, seats: int, options: dict[str, str] | None = None) -> Position:
        return self.position(self, self.inner.start(seats, options))

    def load(self, data: bytes) -> Position:
        return self.position(self, self.inner.load(data))

    def world(self, view: Any, rng: Random) -> Position:
        return self.position(self, self.inner.world(view, rng))

    def census(self, state: Position) -> dict[str, int]:
        return cast(dict[str, int], self.inner.census(state.inner))

    def returns(self, state: Position) -> list[float]:
        return cast(list[float], self.inner.returns(state.inner))


class CountsNothing(Broken):
    """The census has no pieces, so that none can be missed."""

    def census(self, state: Position) -> dict[str, int]:
        return {}


class CountsZero(Broken):
    """The census knows every piece, and finds none."""

    def census(self, state: Position) -> dict[str, int]:
        return dict.fromkeys(super().census(state), 0)


def broken(position: type[Position] = Position, game: type[Broken] = Broken) -> Game:
    return cast(Game, game(position))


# ---------------------------------------------------------------- leaks


class Hints(View, frozen=True):
    """A view with an additional field that looks harmless."""

    hints: tuple[str, ...] = ()


class LeakyView(Position):
    """The order of the hints in the view depends on the hands of others."""

    def view(self, seat: int | None) -> Any:
        hints = ("lay", "pass") if self.others_hold_chaos(seat) else ("pass", "lay")
        return Hints(**msgspec.structs.asdict(self.inner.view(seat)), hints=() if self.inner.over else hints)


class LeakyOrder(Position):
    """The order inside a dict depends on the hands of others: equal values, other bytes."""

    def view(self, seat: int | None) -> Any:
        view = self.inner.view(seat)
        items = list(view.options.items())
        return msgspec.structs.replace(view, options=dict(items[::-1] if self.others_hold_chaos(seat) else items))


class LeakyMoves(Position):
    """A seat may pass only if nobody else holds chaos."""

    def may_pass(self) -> bool:
        return len(self.inner.moves()) == 1 or not self.others_hold_chaos(self.inner.actor)

    def moves(self) -> list[int]:
        moves: list[int] = self.inner.moves()
        if self.inner.actor >= 0 and not self.may_pass():
            return [move for move in moves if self.word(move) != "pass"]
        return moves

    def why_not(self, move: int, seat: int | None = None) -> Refusal | None:
        refusal = super().why_not(move, seat)
        if refusal is None and move not in self.moves():
            return Refusal("LR-PASS-01")
        return refusal


class LeakyRefusals(Position):
    """A refusal's numbers show whether others hold chaos cards."""

    def why_not(self, move: int, seat: int | None = None) -> Refusal | None:
        refusal = super().why_not(move, seat)
        if refusal is not None and not refusal.generic and self.others_hold_chaos(self.inner.actor):
            return Refusal(refusal.clause, {**refusal.numbers, "chaos": 1})
        return refusal


class LeakyEvents(Position):
    """All events go to everybody, also which card was drawn."""

    def events(self, seat: int | None) -> list[Any]:
        return list(self.inner.heard or [])


class LeakySeen(Position):
    """The `seen` form of a draw shows everybody the kind of the card."""

    def seen(self, seat: int | None, move: int) -> str:
        reading = super().seen(seat, move)
        return ":".join([*self.word(move).split(":")[:2], "?"]) if "?" in reading else reading


# ---------------------------------------------------------------- a pile that somebody may look through


class Rails(Broken):
    """A wrapper of Russian Railroads."""

    slug: ClassVar[str] = "russian-railroads"


class LeakyPile(Position):
    """The size of the end bonus pile shows everybody whether a certain card is still in it."""

    def view(self, seat: int | None) -> Any:
        view = self.inner.view(seat)
        return msgspec.structs.replace(view, pile_size=view.pile_size - (10 if self.inner.pile & 2 else 0))


class LeakyPass(Position):
    """A seat may not pass while another one holds a certain end bonus card."""

    def moves(self) -> list[int]:
        moves: list[int] = self.inner.moves()
        held = any(1 in player.bonus for seat, player in enumerate(self.inner.players) if seat != self.inner.actor)
        return [move for move in moves if self.word(move) != "pass"] if held and len(moves) > 1 else moves

    def why_not(self, move: int, seat: int | None = None) -> Refusal | None:
        refusal = super().why_not(move, seat)
        return Refusal("RR-TURN-01") if refusal is None and move not in self.moves() else refusal


class LeakyTake(Position):
    """All events go to everybody, also which end bonus card was taken."""

    def events(self, seat: int | None) -> list[Any]:
        return list(self.inner.heard or [])


# ---------------------------------------------------------------- positions


class SharingClone(Position):
    """A clone shares the list of cards in the box."""

    def clone(self) -> Position:
        copy = super().clone()
        copy.inner.boxed = self.inner.boxed
        return copy


class LosesCard(Position):
    """A combination leaves one card only."""

    def apply(self, move: int) -> None:
        super().apply(move)
        if self.word(move) == "combine":
            self.inner.boxed.pop()


class SilentPiles(Position):
    """There is no event when a card goes to a pile."""

    def events(self, seat: int | None) -> list[Any]:
        return [event for event in super().events(seat) if not isinstance(event, events.Discarded)]


class UnmarkedSeen(Position):
    """The `seen` form of a hidden word has no `?`."""

    def seen(self, seat: int | None, move: int) -> str:
        return super().seen(seat, move).replace("?", "hidden")


class Tattling(Position):
    """`why_not` tells the other seats what the actor may do."""

    def why_not(self, move: int, seat: int | None = None) -> Refusal | None:
        return super().why_not(move)


class Unsorted(Position):
    """Moves in descending order."""

    def moves(self) -> list[int]:
        return super().moves()[::-1]


class NoSuchClause(Position):
    """Refusals cite a clause that no rulebook has."""

    def why_not(self, move: int, seat: int | None = None) -> Refusal | None:
        refusal = super().why_not(move, seat)
        return refusal and Refusal("LR-NONE-99", generic=refusal.generic)


class OpenDoor(Position):
    """The checked `play` ignores an illegal move instead of refusing it."""

    def play(self, move: int) -> None:
        if move in self.moves():
            self.apply(move)


class WrongTickets(Position):
    """One ticket too many."""

    def tickets(self) -> int:
        return int(self.inner.tickets()) + 1


class DrawsComeBack(Position):
    """A draw is said to reveal nothing."""

    def reveals(self, move: int, after: Any = None) -> bool:
        return bool(self.inner.actor != NATURE and self.inner.reveals(move))


class HidesRolls(Position):
    """A word that leads to a roll or a draw is said to reveal nothing."""

    def reveals(self, move: int, after: Any = None) -> bool:
        return bool(self.inner.actor == NATURE)


class KeepsTurn(Position):
    """No word is said to hand the turn on."""

    def hands_on(self, move: int, after: Any = None) -> bool:
        return False


class TakesBackAll(Position):
    """A seat may take back everything, even what handed the turn on."""

    def reversible(self, move: int, after: Any = None) -> bool:
        return bool(self.inner.actor != NATURE)


class HidesLooks(Position):
    """Russian Railroads: a look through the end bonus pile is said to show nothing."""

    def shows(self, move: int, after: Any = None) -> bool:
        return False

    def reveals(self, move: int, after: Any = None) -> bool:
        then = self.inner.clone()
        then.apply(move)
        return NATURE in (self.inner.actor, then.actor)

    def reversible(self, move: int, after: Any = None) -> bool:
        return not self.reveals(move) and not self.inner.hands_on(move)


class Endless(Position):
    """Moves of seats change nothing, so the game never ends."""

    def apply(self, move: int) -> None:
        if self.inner.actor == NATURE:
            super().apply(move)


class Chatter(Broken):
    """Sentences that are never the same twice."""

    numbers = count()

    def part(self, name: str) -> Any:
        if name != "text.sentences":
            return self.inner.part(name)
        return SimpleNamespace(
            label=lambda game, view, word: word,
            sentence=lambda game, event: f"event {next(self.numbers)}",
            refusal=lambda game, refusal: refusal.clause,
        )


# ---------------------------------------------------------------- worlds


class IgnoresView(Broken):
    """A world deals the observer other cards than it holds."""

    def world(self, view: Any, rng: Random) -> Position:
        return super().world(msgspec.structs.replace(view, seat=None, hand=[]), rng)


class Unshuffled(Random):
    """A random generator that does not shuffle."""

    def shuffle(self, x: Any) -> None:
        pass


class OneWorld(Broken):
    """Hidden cards are always dealt in the same way."""

    def world(self, view: Any, rng: Random) -> Position:
        return super().world(view, Unshuffled(0))


class Loaded(Random):
    """A biased random generator: it shuffles, then prefers low cards at the end, where hands are dealt from."""

    def shuffle(self, x: Any) -> None:
        super().shuffle(x)
        for at in range(len(x) // 2):
            if x[at] < x[-1 - at] and self.random() < 0.5:
                x[at], x[-1 - at] = x[-1 - at], x[at]


class UnfairWorlds(Broken):
    """Hidden cards are drawn, with wrong odds."""

    def world(self, view: Any, rng: Random) -> Position:
        return super().world(view, Loaded(rng.getrandbits(64)))


class Forgetful(Broken):
    """Loading puts the engine on the track before it is there."""

    def load(self, data: bytes) -> Position:
        loaded = super().load(data)
        loaded.inner.engine = max(loaded.inner.engine, 0)
        return loaded


# ---------------------------------------------------------------- worlds of Spike


class Spike(Broken):
    """A wrapper of Spike."""

    slug: ClassVar[str] = "spike"


class OnePool(Spike):
    """All railway cards that the viewer has not seen are dealt from one pool, whatever the round they were drawn in."""

    def world(self, view: Any, rng: Random) -> Position:
        world = super().world(view, rng)
        state = world.inner
        if view.over:
            return world
        colors = len(state.pile)
        others = [player for seat, player in enumerate(state.players) if seat != view.seat]
        kept = [played_first(player.draws, player.spent, colors) for player in others]
        loose = [list(map(int.__sub__, player.draws, own)) for player, own in zip(others, kept, strict=True)]
        pool = [at % colors for cards in (state.pile, *loose) for at, count in enumerate(cards) for _ in range(count)]
        rng.shuffle(pool)
        for player, own, free in zip(others, kept, loose, strict=True):
            draws = own[:]
            for at, cards in enumerate(free):
                for _ in range(cards):
                    draws[at - at % colors + pool.pop()] += 1
            hand = player.hand[:]
            for at, change in enumerate(map(int.__sub__, draws, player.draws)):
                hand[at % colors] += change
            player.draws, player.hand = draws, hand
        state.pile = [pool.count(color) for color in range(colors)]
        return world


def played_first(draws: list[int], spent: list[int], colors: int) -> list[int]:
    """Of the cards drawn, by round and colour, as many as were played of each colour: the earliest ones."""
    left = [sum(spent[color::colors]) for color in range(colors)]
    played: list[int] = []
    for at, cards in enumerate(draws):
        played.append(min(cards, left[at % colors]))
        left[at % colors] -= played[-1]
    return played


class OneDeal(Spike):
    """Hidden railway cards and route cards are always dealt in the same way."""

    def world(self, view: Any, rng: Random) -> Position:
        return super().world(view, Unshuffled(0))


# ---------------------------------------------------------------- a draft, a murderer and face-down tokens


class Express(Broken):
    """A wrapper of First Class."""

    slug: ClassVar[str] = "first-class"


class LeakyDraft(Position):
    """The size of the end-bonus deck shows everybody who has kept a certain kind of card in the draft."""

    def view(self, seat: int | None) -> Any:
        view = self.inner.view(seat)
        kept = [player.bonus[:1] for player in self.inner.players]
        more = sum(10**place for place, own in enumerate(kept, 2) for card in own if self.inner.box.bonus[card].type)
        return msgspec.structs.replace(view, bonus_deck=view.bonus_deck + more)


class LeakyGuilt(Position):
    """Whoever sits before the murderer may not ignore a card."""

    def moves(self) -> list[int]:
        moves: list[int] = self.inner.moves()
        guilty = next(own.guilty for own in self.inner.kept if hasattr(own, "guilty"))
        before = self.inner.actor >= 0 and guilty == (self.inner.actor + 1) % self.inner.seats
        return [move for move in moves if self.word(move) != "ignore"] if before and len(moves) > 1 else moves

    def why_not(self, move: int, seat: int | None = None) -> Refusal | None:
        refusal = super().why_not(move, seat)
        return Refusal("FC-TURN-07") if refusal is None and move not in self.moves() else refusal


class LeakyTokens(Position):
    """Whoever looks at the back of a token sees by one more bit what it shows."""

    def view(self, seat: int | None) -> Any:
        view = self.inner.view(seat)
        case = next(own for own in self.inner.kept if hasattr(own, "guilty"))
        shown = [
            [{**token, "knows": token["knows"] | (true & 1) << 4} for token, true in zip(row, faces, strict=True)]
            for row, faces in zip(view.modules["murder"]["tokens"], case.tokens, strict=True)
        ]
        modules = view.modules | {"murder": view.modules["murder"] | {"tokens": shown}}
        return view if self.inner.over else msgspec.structs.replace(view, modules=modules)


class LeakyFaces(Position):
    """All events go to everybody, also what a token shows."""

    def events(self, seat: int | None) -> list[Any]:
        return list(self.inner.heard or [])


class OneDraft(Express):
    """Cards of the draft, the murderer and tokens are always dealt in the same way."""

    def world(self, view: Any, rng: Random) -> Position:
        return super().world(view, Unshuffled(0))
