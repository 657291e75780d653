"""Plays Shunting Yard as an installed title and prints a digest of all games; a script, takes the number of games."""

from __future__ import annotations

import hashlib
import os
import sys
from random import Random

import trainshed
from trainshed.kernel import agenda
from trainshed.kernel.game import Game

LONGEST = 200


def play(game: Game, index: int) -> list[str]:
    """Digests of one random game. At every move dump and load, the pieces and the worlds of all seats are checked."""
    rng = Random(index)
    seats = game.seat_counts[index % len(game.seat_counts)]
    state = game.start(seats, {"ascent": ("steep", "gentle")[index // 2 % 2]})
    pieces = game.census(state)
    digests = [state.digest()]
    while not state.over:
        assert len(digests) < LONGEST, "the game does not end"
        moves = state.moves()
        state.play(state.pick(rng.randrange(state.tickets())) if state.actor == trainshed.NATURE else rng.choice(moves))
        digests.append(state.digest())
        assert game.load(state.dump()).digest() == digests[-1]
        assert game.census(state) == pieces
        for seat in (*range(seats), None):
            assert state.redraw(seat, rng).view(seat) == state.view(seat)
    assert len(state.scores()) == len(state.standings()) == len(game.returns(state)) == seats
    return digests


def main(games: int) -> None:
    assert "shunting-yard" in trainshed.titles()
    compiled = not str(agenda.__file__).endswith(".py")
    if os.environ.get("TRAINSHED_EXPECT_COMPILED") == "1":
        assert compiled, f"the kernel is not compiled: {agenda.__file__}"
    game = trainshed.game("shunting-yard")
    digests = [digest for index in range(games) for digest in play(game, index)]
    print(hashlib.sha256("".join(digests).encode()).hexdigest())


if __name__ == "__main__":
    main(int(sys.argv[1]))
