"""A bot in plain Python that knows no rules: it plays each move to the end in a few worlds, and takes the best one.

trainshed sim lok-n-roll --games 10 --bots mine,thumb --program "mine=python examples/stdio_bot/bot.py"
"""

import json
import sys
from random import Random
from time import monotonic
from typing import Any

MOST_PLAYOUTS = 60
"""Games played to the end for one question, unless the budget is smaller."""

Message = dict[str, Any]


def say(**message: Any) -> None:
    """Write a message to the host."""
    print(json.dumps(message), flush=True)


def hear() -> Message:
    """Read the next message of the host; an empty one when it has no more questions."""
    line = sys.stdin.readline()
    message: Message = json.loads(line) if line else {}
    if message.get("type") == "refused":
        raise RuntimeError(f"the host refused: {message}")
    return message


def ask(**message: Any) -> Message:
    """Ask the host for something."""
    say(**message)
    return hear()


def choose(question: Message) -> str:
    """Flat Monte Carlo: every move is followed by random moves to the end, in the same worlds for all of them."""
    moves: list[str] = question["moves"]
    seat, budget = question["seat"], question["budget"]
    playouts = min(MOST_PLAYOUTS, budget["nodes"] or MOST_PLAYOUTS)
    # A number of playouts repeats with its seed; the clock does not, so it counts only where no number is given.
    timed = budget["nodes"] is None and budget["seconds"] is not None
    stop = monotonic() + budget["seconds"] * 0.8 if timed else float("inf")
    gains = dict.fromkeys(moves, 0.0)
    for world in ask(type="world", count=max(1, playouts // len(moves)))["worlds"]:
        for word in moves:
            ends = ask(type="playout", world=world["world"], words=[word])["returns"]
            gains[word] += sum(margin(returns, seat) for returns in ends)
        if monotonic() > stop:
            break
    best = max(gains.values())
    return Random(question["seed"]).choice([word for word in moves if gains[word] == best])


def margin(returns: list[float], seat: int) -> float:
    """By how much a seat is ahead of the best other seat."""
    others = [value for place, value in enumerate(returns) if place != seat]
    return returns[seat] - max(others, default=0.0)


while message := hear():
    if message["type"] == "hello":
        say(type="ready", protocol=1, name="Flat Monte Carlo")
    elif message["type"] == "choose":
        say(type="move", id=message["id"], word=choose(message))
