"""Recorded random games for tests of the kernel, with committed draws."""

from __future__ import annotations

import hashlib
from random import Random

import trainshed
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.nature import Committed
from trainshed.kernel.record import UNDO, Record, Recorder, Row

GAME = trainshed.game("lok-n-roll")


def secret(seed: int | str) -> bytes:
    return hashlib.sha256(f"secret {seed}".encode()).digest()


def played(seed: int | str, seats: int = 2, undo: bool = False, stop: int | None = None, **options: str) -> Record:
    """The record of a random game; with `undo` some moves are undone, with `stop` it has only so many rows."""
    rng = Random(f"table {seed}")
    names = ["Ada", "Béla", "Cem", "Dora"][:seats]
    recorder = Recorder(GAME.start(seats, options), names, Committed(secret(seed), f"table {seed}"))
    while not recorder.state.over and (stop is None or len(recorder.record.rows) < stop):
        seat = recorder.state.actor
        if seat == NATURE:
            recorder.draw()
            continue
        move = rng.choice(recorder.state.moves())
        if undo and recorder.state.reversible(move) and rng.random() < 0.5:
            before = recorder.state.clone()
            recorder.play(move)
            recorder.state = before
            recorder.record.rows.append(Row(seat, UNDO, "1"))
        else:
            recorder.play(move)
    return recorder.finish()
