"""Whole games of Lok'n'Roll in browsers, from the first card to the result line, by pressing what the pages show.

Afterwards the log, the pages and the record must agree: nothing may be lost or doubled on the way. Two games are played
at each landing, one at desks and one on a phone; the other kinds of tables follow in the nightly run.
"""

from __future__ import annotations

import pytest

from tests.support.browser.finished_game import check_finished
from tests.support.browser.pages import PageAt
from tests.support.browser.player import Player, together
from tests.support.browser.site import Site

pytestmark = pytest.mark.live


def test_two_people_and_a_bot(site: Site, page_at: PageAt) -> None:
    ada, bob = site.guest("Ada"), site.guest("Bob")
    table = site.started(ada, [bob], bots=1)
    players = [Player(page_at(who=who), table, seed=seed) for seed, who in enumerate((ada, bob), 1)]
    for player in players:
        player.open()
    together(*players)
    assert players[0].said == players[1].said
    assert sum(player.undone for player in players) > 0
    check_finished(ada, players, 3)


def test_against_a_bot_on_a_phone(site: Site, page_at: PageAt) -> None:
    ada = site.guest("Ada")
    table = site.started(ada, bots=1)
    player = Player(page_at(width=390, height=844, touch=True, who=ada), table, touch=True, seed=3)
    player.open()
    player.play()
    check_finished(ada, [player], 2)


@pytest.mark.night
@pytest.mark.parametrize("mode", ["solo", "challenge", "rival"])
def test_alone_at_a_desk(site: Site, page_at: PageAt, mode: str) -> None:
    ada = site.guest("Ada")
    table = site.started(ada, options={"mode": mode})
    player = Player(page_at(who=ada), table, seed=3)
    player.open()
    player.play()
    check_finished(ada, [player], 1)


@pytest.mark.night
def test_a_desk_and_a_phone(site: Site, page_at: PageAt) -> None:
    ada, bob = site.guest("Ada"), site.guest("Bob")
    table = site.started(ada, [bob])
    players = [
        Player(page_at(who=ada), table, seed=4),
        Player(page_at(width=390, height=844, touch=True, who=bob), table, touch=True, seed=5),
    ]
    for player in players:
        player.open()
    together(*players)
    check_finished(ada, players, 2)
