"""The worlds that a program holds during one question: it names them by numbers, and the rules are played here."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import monotonic

import msgspec

from trainshed.bots.bot import Worlds
from trainshed.bots.stdio.messages import (
    MOST_PLAYOUTS,
    MOST_WORLDS,
    DropRequest,
    PlayoutRequest,
    PlayoutReturns,
    PlayRequest,
    RequestRefused,
    ViewRequest,
    WorldAnswer,
    WorldList,
    WorldPosition,
    WorldRequest,
    WorldsDropped,
    WorldsWork,
    WorldView,
    quoted,
)
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import State


class _Refused(Exception):
    """A request that cannot be carried out, with its answer."""

    def __init__(self, reason: str, word: str = "", clause: str = "") -> None:
        super().__init__(reason)
        self.answer = RequestRefused(reason, word, clause)


class HeldWorlds:
    """Worlds by number, from 1. `rng` makes nature's draws in them and the moves of playouts."""

    def __init__(self, first: State, worlds: Worlds, rng: Random, deadline: float) -> None:
        self._drawn = [first]
        """Worlds that were drawn and not yet asked for."""
        self._worlds = worlds
        self._rng = rng
        self._deadline = deadline
        self._held: dict[int, State] = {}
        self._last = 0

    def answer(self, request: WorldsWork) -> WorldAnswer:
        """Carry out a request of the program, or say why not."""
        try:
            match request:
                case WorldRequest(count=count):
                    return self._draw(count)
                case PlayRequest():
                    return self._play(request)
                case PlayoutRequest():
                    return self._playout(request)
                case ViewRequest(world=number, seat=seat):
                    world = self._find(number)
                    if seat is not None and not 0 <= seat < world.seats:
                        raise _Refused(f"there is no seat {seat}: seats count from 0 to {world.seats - 1}")
                    return WorldView(number, msgspec.Raw(msgspec.json.encode(world.view(seat))))
                case DropRequest(worlds=numbers):
                    for number in numbers:
                        self._find(number)
                    for number in numbers:
                        self._held.pop(number, None)
                    return WorldsDropped(len(self._held))
        except _Refused as refused:
            return refused.answer

    def _draw(self, count: int) -> WorldList:
        self._room(count)
        new: list[WorldPosition] = []
        for _ in range(count):
            self._check_time()
            new.append(self._keep(self._drawn.pop() if self._drawn else self._worlds()))
        return WorldList(new)

    def _play(self, request: PlayRequest) -> WorldPosition:
        world = self._find(request.world)
        if request.copy:
            self._room(1)
        tried = self._after(world, request.words)
        if request.copy:
            return self._keep(tried)
        self._held[request.world] = tried
        return self._position(request.world)

    def _playout(self, request: PlayoutRequest) -> PlayoutReturns:
        world = self._find(request.world)
        if request.count > MOST_PLAYOUTS:
            raise _Refused(f"{request.count} playouts in one request; at most {MOST_PLAYOUTS}")
        ends: list[list[float]] = []
        for _ in range(request.count):
            self._check_time()
            end = self._after(world, request.words)
            self._finish(end)
            ends.append(end.game.returns(end))
        return PlayoutReturns(request.world, ends)

    def _find(self, number: int) -> State:
        world = self._held.get(number)
        if world is None:
            raise _Refused(f"there is no world {number}")
        return world

    def _room(self, more: int) -> None:
        if len(self._held) + more > MOST_WORLDS:
            raise _Refused(f"{more} worlds more; at most {MOST_WORLDS} may be held, and {len(self._held)} are")

    def _keep(self, world: State) -> WorldPosition:
        self._last += 1
        self._held[self._last] = world
        return self._position(self._last)

    def _position(self, number: int) -> WorldPosition:
        world = self._held[number]
        words = world.game.vocabulary.word
        moves = [words(move) for move in world.moves()]
        return WorldPosition(number, world.actor, world.over, moves, world.scores(), world.game.returns(world))

    def _after(self, world: State, words: Sequence[str]) -> State:
        """A copy of a world in which these words were played."""
        after = world.clone()
        ids = world.game.vocabulary.ids
        self._settle(after)
        for word in words:
            move = ids.get(word, -1)
            if move not in after.moves():
                refusal = after.why_not(move)
                clause = refusal.clause if refusal is not None else ""
                raise _Refused(f"{quoted(word)} is not legal there", word[:80], clause)
            after.apply(move)
            self._settle(after)
        return after

    def _settle(self, world: State) -> None:
        while world.actor == NATURE:
            world.apply(world.pick(int(self._rng.random() * world.tickets())))

    def _finish(self, world: State) -> None:
        random = self._rng.random
        while not world.over:
            if world.actor == NATURE:
                move = world.pick(int(random() * world.tickets()))
            else:
                moves = world.moves()
                move = moves[int(random() * len(moves))]
            world.apply(move)

    def _check_time(self) -> None:
        if monotonic() > self._deadline:
            raise TimeoutError
