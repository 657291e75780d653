"""Hover cards over HTTP: they are asked for the board as it is shown, also while a gesture is previewed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.service import Guest, open_container, started
from tests.support.web.visitors import http_client
from trainshed.service.base.ids import number


def legal(state: Any) -> list[str]:
    return [state.game.vocabulary.word(move) for move in state.moves()]


def begun(state: Any) -> list[str]:
    """Words that lay a first card, after which more can be laid; empty where there are none."""
    for word in legal(state):
        if word.startswith("lay:") and state.reversible(state.game.vocabulary.id(word)):
            said, after = [word], state.clone()
            after.apply(state.game.vocabulary.id(word))
            if "stop" not in legal(after):  # a curve: which way?
                said.append(legal(after)[0])
                after.apply(after.moves()[0])
            if after.actor == state.actor and "stop" in legal(after) and len(after.moves()) > 1:
                return said
    return []


@pytest.mark.asyncio
async def test_a_card_follows_the_chosen_words(database: str) -> None:
    """After a card is laid, the roll is told with it; after a stop, which cannot be taken back, a pass says why not."""
    async with open_container(database) as container, http_client(container) as http:
        guests = [await Guest.arrive(http, name) for name in ("Ada", "Béla")]
        table = await started(guests[0], guests[1:], "lok-n-roll")
        while True:  # hands grow until somebody has two cards of one value that fit
            now = (await container.tables.current(number(table) or 0)).table
            said = begun(now.position)
            if said:
                break
            words = legal(now.position)
            await guests[now.actor].play(table, "pass" if "pass" in words else words[0], seq=now.seq)
        seat = guests[now.actor]

        async def card(thing: str, *chosen: str) -> str:
            asked = await http.get(
                f"/t/{table}/about",
                params={"thing": thing, "seq": now.seq, "words": " ".join(chosen)},
                headers=seat.headers,
            )
            assert asked.status_code == 200, asked.text
            told: str = asked.json()["card"]
            return told

        for index, word in enumerate(said):
            assert "For you now" in await card(word, *said[:index])
        stop = await card("stop", *said)
        assert "Stop and roll" in stop
        assert "For you now" in stop
        assert "Not now" in await card("pass", *said, "stop")
        assert "Deck" in await card("deck", *said, "stop")
