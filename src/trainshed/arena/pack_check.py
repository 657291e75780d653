"""Checks a content pack from outside by playing with it: random games with every number of seats, drawn and told.

`check_pack` does this here, `check_apart` in a process of its own, with limits on its time and memory.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from random import Random
from typing import Final

from trainshed.draw.board import Asked, Say
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.content import MOST_BYTES, ContentError, Pack
from trainshed.kernel.game import Game, State
from trainshed.kernel.registry import game as find_game
from trainshed.kernel.registry import unusable
from trainshed.kernel.translation import ENGLISH

MOST_MOVES: Final = 6_000
"""Moves of a trial game: random games with the built-in packs have at most 1,000."""
LOOK_EVERY: Final = 60
"""Moves between two positions that are drawn."""
LONGEST: Final = 60
"""Seconds that a check apart may take."""
MOST_MEMORY: Final = 1_500_000_000
"""Bytes of address space that a check apart may take."""


def check_pack(slug: str, pack: Pack, seed: str = "trial") -> Game:
    """The title with this pack, after trial games that show that it can be played; else ContentError, in one line."""
    game = find_game(slug, None, pack)
    for seats in game.seat_counts:
        try:
            _trial(game, seats, Random(f"{seed}:{seats}"))
        except ContentError:
            raise
        except Exception as error:
            why = unusable(find_game(slug).pack, pack, error)
            raise ContentError(f"{pack.name}: with {seats} seats {why}") from error
    return game


def _trial(game: Game, seats: int, rng: Random) -> None:
    """Play one random game, and look at it now and then as a page does."""
    state = game.start(seats)
    made = 0
    while not state.over:
        if made % LOOK_EVERY == 0:
            _look(state)
        if made == MOST_MOVES:
            raise ContentError(f"{game.pack.name}: with {seats} seats a game has not ended after {made:,} moves")
        state.listen()
        if state.actor == NATURE:
            moves, weights = zip(*state.odds(), strict=True)
            move = rng.choices(moves, weights)[0]
        else:
            move = rng.choice(state.moves())
        state.apply(move)
        made += 1
        _tell(state)
    _look(state)
    state.scores()
    state.standings()


def _look(state: State) -> None:
    """Draw a position for the seat to move and for spectators, in both layouts, and pack it into bytes and back."""
    game = state.game
    if game.load(state.dump()).digest() != state.digest():
        raise ValueError("a stored position is another one when it is read")
    words = [game.vocabulary.word(move) for move in state.moves()] if state.actor >= 0 else []
    say = Say(ENGLISH, [f"Seat {seat + 1}" for seat in range(state.seats)])
    for seat, asked in ((None, Asked()), (max(state.actor, 0), Asked(words))):
        view = state.view(seat)
        if game.has_part("board.board"):
            board = game.part("board.board")
            for layout in ("wide", "tall"):
                board.draw(game, None, view, asked, layout, say)
            for place in range(state.seats):
                board.seat(game, view, place, say)
            board.progress(game, view, say)
        if game.has_part("text.sentences"):
            sentences = game.part("text.sentences")
            sentences.position(game, view, names=say.names)
            for word in asked.moves:
                sentences.label(game, view, word, names=say.names)


def _tell(state: State) -> None:
    game = state.game
    if game.has_part("text.sentences"):
        for event in state.events(None):
            game.part("text.sentences").sentence(game, event, names=["?"] * state.seats)


# ---------------------------------------------------------------- apart


def check_apart(slug: str, text: str, name: str) -> Pack:
    """The pack of a TOML text, after it was checked in another process; ContentError, in one line, if it is refused."""
    pack = Pack.parse(text, name)
    try:
        done = subprocess.run(
            [sys.executable, "-m", __name__, slug, name],
            input=text.encode(),
            capture_output=True,
            timeout=LONGEST,
            check=False,
            preexec_fn=_limit,
        )
    except subprocess.TimeoutExpired as error:
        raise ContentError(f"{name}: a trial game has not ended after {LONGEST} seconds") from error
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise ContentError(said[-1] if said else f"{name}: the trial games ended with {done.returncode}")
    return pack


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def main() -> int:
    """Check the pack on standard input; title and name are the arguments. A refusal is one line on standard error."""
    slug, name = sys.argv[1:3]
    try:
        check_pack(slug, Pack.parse(sys.stdin.buffer.read(4 * MOST_BYTES).decode(), name))
    except (ValueError, MemoryError) as error:
        print(" ".join(str(error).split()) or f"{name}: it needs too much memory", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
