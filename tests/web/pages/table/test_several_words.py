"""One press may say several words, and Confirm may add the word that closes a window: the server's side of both."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from tests.support.service import Guest, open_container, started
from tests.support.svg import live, parsed
from tests.support.table_walk import Walk, tried
from tests.support.web.visitors import http_client
from trainshed.draw.pieces import option
from trainshed.kernel.game import Game
from trainshed.service.base.ids import number
from trainshed.web.pages.table.table_page import closing_word
from trainshed.web.pages.table.table_parts import DisplayMode, render_preview


def test_an_option_of_several_words() -> None:
    one = option("a", 0, 0, 9, 9, "One", "city:rome", "SP-ROUTE-01")
    several = option("b", 0, 0, 9, 9, "Several", "city:rome route:3 pay:2", "SP-ROUTE-01")
    assert 'data-word="city:rome"' in one
    assert "data-words" not in one
    assert 'data-word="city:rome"' in several
    assert 'data-words="city:rome route:3 pay:2"' in several


def test_what_closes_a_window() -> None:
    """Only after a gesture, and only where the word is offered next."""
    game = cast(Game, SimpleNamespace(close="stop"))
    assert closing_word(game, ["lay:a"], ["stop", "lay:b"]) == "stop"
    assert closing_word(game, ["lay:a"], ["lay:b"]) == ""
    assert closing_word(game, ["stop"], []) == ""
    assert closing_word(game, [], ["stop", "lay:b"]) == ""
    assert closing_word(cast(Game, SimpleNamespace(close="")), ["lay:a"], ["stop"]) == ""


def test_confirm_shows_and_says_the_closing_word() -> None:
    walk = Walk("closing", 2)
    while not (words := free(walk)):
        walk.play()
    look = tried(walk.table, walk.table.actor, words[:1])
    mode = DisplayMode("en", "wide")
    plain = render_preview(look, mode)["confirm"]
    closed = render_preview(look._replace(closing=look.table_view.moves[0]), mode)["confirm"]
    assert "data-close" not in plain
    assert f'id="send" data-close="{look.table_view.moves[0]}"' in closed
    assert closed.count('<li class="done">') == plain.count('<li class="done">') + 1


@pytest.mark.asyncio
async def test_another_press_replaces_all_words_of_the_last(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        guests = [await Guest.arrive(http, name) for name in ("Ada", "Béla")]
        table = await started(guests[0], guests[1:], "russian-railroads")
        while True:
            now = (await container.tables.current(number(table) or 0)).table
            state, vocabulary = now.position, now.game.vocabulary
            free = [move for move in state.moves() if state.reversible(move)]
            if free and len(state.moves()) > 3:
                break
            await guests[now.actor].play(table, vocabulary.word(state.moves()[0]), seq=now.seq)
        then = state.clone()
        then.apply(free[0])
        pair = [vocabulary.word(free[0]), vocabulary.word(then.moves()[0])]
        seat = guests[now.actor]

        async def tried_words(words: list[str], **more: str) -> dict[str, str]:
            body = {"seq": now.seq, "words": words, **more}
            answer = await http.post(f"/t/{table}/try?layout=wide", json=body, headers=seat.headers)
            assert answer.status_code == 200, answer.text
            parts: dict[str, str] = answer.json()
            return parts

        pressed = await tried_words([], press=" ".join(pair))
        assert pressed["words"].split()[:2] == pair
        assert pressed["group"] == " ".join(pair)
        first = {vocabulary.word(move) for move in state.moves()} - {pair[0]}
        assert first & set(shown(pressed)), "the alternatives to the whole press are offered"
        single = await tried_words(pair)
        assert single["group"] == ""
        assert not first & set(shown(single)), "said one by one, only the last word can be replaced"

        other = next(word for word in shown(pressed) if word in first)
        instead = await tried_words(pressed["words"].split(), press=other, group=pressed["group"])
        assert instead["words"].split()[0] == other
        assert pair[1] not in instead["words"].split()
        stale = await tried_words(pair[:1], group="no such words")
        assert stale["group"] == ""
        nothing = await tried_words(pair[:1], press=" ", group=" ")
        assert nothing["words"] == (await tried_words(pair[:1]))["words"]


def shown(parts: dict[str, str]) -> list[str]:
    """The words of the drawn alternatives."""
    svg = parts["stage"]
    return live(parsed(svg[svg.index("<svg") : svg.index("</svg>") + 6]), "alt")


def free(walk: Walk) -> list[str]:
    """The legal words that can be taken back."""
    position = walk.table.position
    return [walk.table.game.vocabulary.word(move) for move in position.moves() if position.reversible(move)]


def test_each_turn_is_a_gesture_of_its_own() -> None:
    """Who goes on alone, because everybody else has passed, confirms turn by turn (RR-TURN-10)."""
    walk = Walk("alone", 2, title="russian-railroads")
    while not (found := ends_own_turn(walk)):
        walk.play()
    look = tried(walk.table, walk.table.actor, [found])
    assert look.after is not None
    assert not look.asked.moves
    confirm = render_preview(look, DisplayMode("en", "wide"))["confirm"]
    assert "disabled" not in confirm


def ends_own_turn(walk: Walk) -> str:
    """A word after which the same seat begins its next turn, or ""."""
    position = walk.table.position
    for move in position.moves() if position.actor >= 0 else []:
        after = position.clone()
        after.apply(move)
        if after.actor == position.actor and after.begins_turn:
            return walk.table.game.vocabulary.word(move)
    return ""
