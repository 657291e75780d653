"""The hint panel: shown where nobody but bots would lose by it, and what a hint looks like."""

from __future__ import annotations

import asyncio
import re
from html import unescape

import msgspec
import pytest

from tests.support.servers.patience import PATIENCE
from tests.support.service import open_container, started
from tests.support.table_walk import Walk
from tests.support.titles import drawn_titles
from tests.support.web.html_pages import INLINE
from tests.support.web.visitors import arrive, http_client
from trainshed.bots.bot import Budget
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.translation import ENGLISH
from trainshed.locale import LANGUAGES, speech
from trainshed.service.analyses import hints
from trainshed.service.tables.player_view import table_view
from trainshed.web.pages.table.coach.hint_panel import NO_HINT, hint_html, hint_panel
from trainshed.wire import JudgedMove, SeatView, TableView

ITEM = re.compile(r'<button type="button" data-find="([^"]+)">(.*?)</button><b>(.*?)</b>')


def seen(*others: SeatView, seat: int | None = 0) -> TableView:
    """What the first seat sees at a table with these others."""
    view = table_view(Walk("hints", 2).table, seat)
    return msgspec.structs.replace(view, seats=[SeatView("Ada"), *others])


def test_only_against_bots_and_on_the_own_turn() -> None:
    bot = SeatView("Agnes", bot="thumb", character="agnes")
    assert "data-hint" in hint_panel(seen(bot, bot), True, ENGLISH)
    assert "data-hint" in hint_panel(seen(), True, ENGLISH)
    assert hint_panel(seen(bot), False, ENGLISH) == NO_HINT
    person, robot = SeatView("Bob"), SeatView("Robby", robot=True)
    away = SeatView("Cleo", bot="thumb", away=True)
    for other in (person, robot, away):
        assert hint_panel(seen(bot, other), True, ENGLISH) == NO_HINT
    assert hint_panel(seen(bot, seat=None), True, ENGLISH) == NO_HINT
    over = msgspec.structs.replace(seen(bot), outcome={"standings": [1, 2]})
    assert hint_panel(over, True, ENGLISH) == NO_HINT


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", drawn_titles())
def test_moves_are_called_as_on_the_board(slug: str, language: str) -> None:
    walk = Walk("hint", 2, title=slug)
    while walk.table.actor == NATURE or len(walk.table.position.moves()) < 2:
        walk.play()
    game, position = walk.table.game, walk.table.position
    words = [game.vocabulary.word(move) for move in position.moves()][:3]
    moves = [JudgedMove(word, 0.5 - 0.1 * place, 20, 9) for place, word in enumerate(words)]
    view, names = position.view(walk.table.actor), ["Ada", "<b>"]
    html = hint_html(game, view, moves, 2, speech(language), names)
    assert INLINE.search(html) is None
    found = ITEM.findall(html)
    label = game.part("text.sentences").label
    assert [unescape(word) for word, _, _ in found] == words
    assert [unescape(said) for _, said, _ in found] == [
        label(game, view, word, speech=speech(language), names=names) for word in words
    ]
    assert [worth for _, _, worth in found] == ["50\u202f% · 20", "40\u202f% · 20", "30\u202f% · 20"][: len(words)]


@pytest.mark.asyncio
async def test_a_page_gets_a_hint(own_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The moves are legal ones of the row; where other people play, the page is told why there is none."""
    monkeypatch.setattr(hints, "THINKING", Budget(seconds=0.05))
    async with open_container(own_database, work=True) as container, http_client(container) as http:
        ada, bob = await arrive(http, "Ada"), await arrive(http, "Bob")
        card = await ada.post("/tables", 201, title="lok-n-roll", seats=1)
        table = card["table"]
        await ada.post(f"/tables/{table}/start")
        async with asyncio.timeout(PATIENCE):
            while not (view := await ada.look(table)).get("moves"):
                await asyncio.sleep(0.01)  # the cards are being dealt
        answer = await http.post(f"/t/{table}/hint", json={"seq": view["seq"]}, headers=ada.headers)
        assert answer.status_code == 200, answer.text
        words = [word for word, _, _ in ITEM.findall(answer.json()["hint"])]
        assert 1 <= len(words) <= 3
        assert set(words) <= set(view["moves"])
        shared = await started(ada, [bob])
        seq = (await ada.look(shared))["seq"]
        refused = await http.post(f"/t/{shared}/hint", json={"seq": seq}, headers=ada.headers)
        assert refused.status_code == 403
        assert "other people play here" in refused.json()["message"]
