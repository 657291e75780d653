"""Whole games in browsers, from the first card to the result line, by pressing what the pages show.

Afterwards the log, the pages and the record must tell the same game: nothing may be lost or doubled on the way.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.pages import PageAt
from tests.browser.player import Player, together
from tests.browser.site import Person, Site
from trainshed.kernel import record

pytestmark = pytest.mark.slow


def check(site: Site, host: Person, players: list[Player], seats: int) -> None:
    """The log of the API, the pages and the record agree, and the record proves itself."""
    table = players[0].table
    sight = host.look(table)
    rows = log_of(host, table)
    assert [row["seq"] for row in rows] == list(range(1, sight["seq"] + 1))
    assert {player.seq for player in players} == {sight["seq"]}
    told = record.read(host.get(f"/tables/{table}/export"))
    proof = record.verify(told)
    assert proof.over
    assert proof.committed
    assert proof.rows == sight["seq"]
    assert told.standings == sight["outcome"]["standings"]
    assert len(told.standings) == seats
    for player in players:
        shown = player.page.locator("#log li").first
        assert int(shown.locator(".lg-n").inner_text()) <= sight["seq"]
        for place, name in zip(told.standings, told.seats, strict=True):
            assert f"{place}. {name}" in player.said
        assert player.page.locator("#options .opt").count() == 0


def log_of(person: Person, table: str) -> list[Any]:
    """All rows, however many answers they take."""
    rows: list[Any] = []
    while more := person.get(f"/tables/{table}/log?after={len(rows)}"):
        rows += more
    return rows


def test_two_people_in_two_browsers(site: Site, page_at: PageAt) -> None:
    ada, bob = site.guest("Ada"), site.guest("Bob")
    table = site.started(ada, [bob])
    players = [Player(page_at(who=ada), table, seed=1), Player(page_at(who=bob), table, seed=2)]
    for player in players:
        player.open()
    together(*players)
    assert players[0].said == players[1].said
    assert sum(player.undone for player in players) > 0
    check(site, ada, players, 2)


@pytest.mark.parametrize("mode", ["solo", "challenge", "rival"])
def test_alone(site: Site, page_at: PageAt, mode: str) -> None:
    """For the record one plays on a phone, with a finger; the other ways at a desk."""
    ada = site.guest("Ada")
    table = site.started(ada, options={"mode": mode})
    touch = mode == "solo"
    page = page_at(width=390, height=844, touch=True, who=ada) if touch else page_at(who=ada)
    player = Player(page, table, touch, seed=3)
    player.open()
    player.play()
    check(site, ada, [player], 1)


def test_three_seats_with_a_bot(site: Site, page_at: PageAt) -> None:
    """One of the people sits at a desk, the other holds a phone, and the third seat thinks for itself."""
    ada, bob = site.guest("Ada"), site.guest("Bob")
    table = site.started(ada, [bob], bots=1)
    players = [
        Player(page_at(who=ada), table, seed=4),
        Player(page_at(width=390, height=844, touch=True, who=bob), table, touch=True, seed=5),
    ]
    for player in players:
        player.open()
    together(*players)
    check(site, ada, players, 3)
