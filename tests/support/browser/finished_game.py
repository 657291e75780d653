"""Checks after a whole game in browsers: the log, the pages and the record agree."""

from __future__ import annotations

from typing import Any

from tests.support.browser.player import Player
from tests.support.browser.site import Person
from trainshed.kernel import record
from trainshed.kernel.nature import commitment


def check_finished(host: Person, players: list[Player], seats: int) -> None:
    """Check that the log of the API, the pages and the record agree, and that the record can be replayed."""
    table = players[0].table
    table_view = host.look(table)
    rows = log_of(host, table)
    assert [row["seq"] for row in rows] == list(range(1, table_view["seq"] + 1))
    assert {player.seq for player in players} == {table_view["seq"]}
    told = record.read(host.get(f"/tables/{table}/export"))
    assert commitment(bytes.fromhex(told.secret)) == told.commitment
    told.commitment = told.secret = ""  # the draws follow from the seed of the test run: see `servers.fixed_draws`
    proof = record.verify(told)
    assert proof.over
    assert proof.rows == table_view["seq"]
    assert told.standings == table_view["outcome"]["standings"]
    assert len(told.standings) == seats
    for player in players:
        shown = player.page.locator("#log li").first
        assert int((shown.get_attribute("id") or "").split("-")[1]) <= table_view["seq"]
        for place, seat in zip(told.standings, table_view["seats"], strict=True):
            assert f"{place}. {seat['name']}" in player.said
        assert player.page.locator("#options .opt").count() == 0


def log_of(person: Person, table: str) -> list[Any]:
    """All rows of the log, by as many requests as it takes."""
    rows: list[Any] = []
    while more := person.get(f"/tables/{table}/log?after={len(rows)}"):
        rows += more
    return rows
