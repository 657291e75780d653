"""Our own bots as programs: `trainshed bot NAME`, asked by our own host, plays as the bot itself does."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest

import trainshed
from tests.support.games.bot_programs import question
from trainshed.arena.match import play_game
from trainshed.bots.bot import Bot, Budget, Worlds, find
from trainshed.bots.stdio.messages import (
    ChooseRequest,
    Hello,
    MoveAnswer,
    ProgramError,
    Ready,
    ToldBudget,
    from_bot,
    line_of,
)
from trainshed.bots.stdio.serve import seeded_choice, serve
from trainshed.bots.stdio.stdio_bot import SEED_BITS, StdioBot
from trainshed.kernel.content import Pack
from trainshed.kernel.nature import Seeded
from trainshed.kernel.record import embedded
from trainshed.kernel.registry import game as find_game
from trainshed.kernel.vocabulary import UnknownWord

TITLES = ["lok-n-roll", "russian-railroads", "spike", "first-class"]


class InThisProcess:
    """A bot that is given, for each question, the seed that a program would be given; no line is written."""

    name = "here"

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, view: Any, moves: Sequence[int], budget: Budget, rng: Random, worlds: Worlds) -> int:
        seed = rng.getrandbits(SEED_BITS)
        return seeded_choice(self.bot, worlds().game, view, moves, budget, seed)


@pytest.mark.parametrize("title", TITLES)
def test_a_bot_plays_the_same_game_as_a_program(title: str) -> None:
    """Views, words and seeds come through the pipes as they are: every move of a game is the same."""
    there = StdioBot("there", [sys.executable, "-m", "trainshed", "bot", "thumb"], start=60.0)
    games: list[list[tuple[int, int]]] = []
    for bot in (InThisProcess(find("thumb")), there):
        made: list[tuple[int, int]] = []
        state = trainshed.game(title).start(3)
        play_game(state, [bot] * 3, Seeded(4), Random(4), Budget(1.0, 1), lambda *move: made.append(move))  # noqa: B023
        games.append(made)
    there.close()
    assert len(games[0]) > 50
    assert games[0] == games[1]


def heard(bot: Bot, *messages: bytes) -> list[Any]:
    """What a bot answers to these lines."""
    lines: list[bytes] = []
    serve(bot, messages, lines.append)
    return [from_bot(line) for line in lines]


def greeting(slug: str = "lok-n-roll", **changes: Any) -> bytes:
    game = trainshed.game(slug)
    hello = Hello(1, slug, game.edition, game.pack.digest, 2, {}, 1000)
    return line_of(msgspec.structs.replace(hello, **changes))


def asked(title: str = "lok-n-roll", **changes: Any) -> bytes:
    state = question(title)
    words = [state.game.vocabulary.word(move) for move in state.moves()]
    view = msgspec.Raw(msgspec.json.encode(state.view(state.actor)))
    return line_of(
        msgspec.structs.replace(ChooseRequest(9, state.actor, 5, ToldBudget(1.0, None), words, view), **changes)
    )


def test_a_dialogue() -> None:
    ready, move = heard(find("random"), greeting(), asked())
    assert ready == Ready(name="random")
    assert isinstance(move, MoveAnswer)
    assert move.id == 9
    assert heard(find("random"), greeting(), asked())[1] == move, "the seed decides"
    words = {heard(find("random"), greeting(), asked(seed=seed))[1].word for seed in range(20)}
    assert len(words) > 1


def test_another_title_after_another_hello() -> None:
    answers = heard(find("thumb"), greeting(), asked(), greeting("spike"), asked("spike"))
    assert [type(answer) for answer in answers] == [Ready, MoveAnswer, Ready, MoveAnswer]


def test_the_content_of_the_host_is_played_with() -> None:
    usual = trainshed.game("lok-n-roll")
    data = msgspec.msgpack.decode(msgspec.msgpack.encode(usual.pack.data))
    data["options"]["forbid_dead_end"] = not data["options"]["forbid_dead_end"]
    own = find_game("lok-n-roll", 1, Pack(data, "own"))
    assert embedded(own)
    seen: list[Any] = []

    class Spy:
        name = "spy"

        def choose(self, view: Any, moves: Sequence[int], budget: Budget, rng: Random, worlds: Worlds) -> int:
            seen.append(worlds().game)
            return moves[0]

    state = own.start(2)
    nature = Seeded(1)
    while state.actor == trainshed.NATURE or len(state.moves()) < 2:
        state.apply(nature.choose(state) if state.actor == trainshed.NATURE else state.moves()[0])
    words = [own.vocabulary.word(move) for move in state.moves()]
    view = msgspec.Raw(msgspec.json.encode(state.view(state.actor)))
    heard(Spy(), greeting(pack=own.pack.digest, content=embedded(own)), asked(view=view, moves=words))
    assert [game.pack.digest for game in seen] == [own.pack.digest]


@pytest.mark.parametrize(
    ("lines", "error", "said"),
    [
        ([asked()], ProgramError, "has asked before it said hello"),
        ([greeting(protocol=2)], ProgramError, "the host speaks version 2 of the protocol, not 1"),
        ([greeting(title="chess")], ValueError, "no title 'chess'"),
        ([greeting(seats=9)], ValueError, "not for 9"),
        ([b"hello\n"], ProgramError, "the host has written what is no message: 'hello"),
        ([b'{"type": "dance"}\n'], ProgramError, "'dance'"),
        ([greeting(), asked(moves=["fly"])], UnknownWord, "fly"),
        ([greeting(), asked(view=msgspec.Raw(b"{}"))], ProgramError, "the view cannot be read: "),
        ([greeting(), asked(moves=[])], ProgramError, "has asked without moves"),
    ],
)
def test_hosts_that_do_not_keep_to_the_protocol(lines: list[bytes], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        heard(find("random"), *lines)
