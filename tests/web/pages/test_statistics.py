"""A person's own games: places, points by source and title, best games with replays; kept, exported and deleted."""

from __future__ import annotations

import itertools
from html import escape
from random import Random
from typing import Any

import pytest

from tests.support.seeds import SEED
from tests.support.service import open_container, started
from tests.support.web.html_pages import read
from tests.support.web.visitors import Visitor, arrive, http_client
from trainshed.service import statistics
from trainshed.service.accounts.people import Person, Session
from trainshed.service.base import ids
from trainshed.service.container import Container
from trainshed.service.statistics import CountedPoints, OwnGame, by_title

NUMBERS = itertools.count(1)


async def play_out(table: str, people: list[Visitor]) -> Any:
    """Play a game to its end with random words; its outcome."""
    rng = Random(f"{SEED} statistics")
    seat = 0
    while "outcome" not in (seen := await people[seat].look(table)):
        if seen["actor"] != seat:
            seat = seen["actor"]
            continue
        await people[seat].play(table, rng.choice(seen["moves"]), seq=seen["seq"])
    return seen["outcome"]


async def person_of(container: Container, who: Visitor) -> Person:
    return await container.people.person(ids.number(await who.person) or 0)


def game(points: int, place: int = 1, **more: Any) -> OwnGame:
    facts = {"table": ids.written(next(NUMBERS)), "title": "spike", "at": 0, "how": "played", "seat": 0, "players": 2}
    return OwnGame(**{**facts, "others": [], "points": points, "place": place, **more})


@pytest.mark.asyncio
async def test_own_games_with_points_by_source(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ann, bob = await arrive(http, "Ann"), await arrive(http, "Bob")
        assert "No game of yours is over yet" in await read(http, "/me/games", ann)
        table = await started(ann, [bob], title="russian-railroads")
        outcome = await play_out(table, [ann, bob])
        short = await started(ann, [bob])
        await bob.post(f"/tables/{short}/concede", seq=(await bob.look(short))["seq"])
        card = await ann.post("/tables", 201, title="lok-n-roll", seats=1, options={"mode": "solo"})
        await ann.post(f"/tables/{card['table']}/start")
        await play_out(card["table"], [ann])

        monkeypatch.setattr(statistics, "MOST_COUNTED", 0)
        text = await read(http, "/me/games", ann)
        assert "The points of 2 games are still being counted by source." in text
        monkeypatch.undo()
        text = await read(http, "/me/games", ann)
        assert "3 games are over." in text
        assert "1 ended early or was left" in text
        assert f'href="/t/{table}/replay"' in text
        assert f'href="/t/{card["table"]}/replay"' in text
        assert "still being counted" not in text
        names = {}
        for language in ("en", "es"):
            http.cookies.set("language", language)
            text = await read(http, "/me/games", ann)
            shown = (await container.statistics.of(await person_of(container, ann), language)).titles[0].sources
            names[language] = [share.source for share in shown]
            assert all(f"<span>{escape(name)}</span>" in text for name in names[language])
        http.cookies.clear()
        assert names["en"] != names["es"]
        assert 'href="/me/games"' in await read(http, "/", ann)

        for seat, who in enumerate((ann, bob)):
            found = await container.statistics.of(await person_of(container, who), "en")
            own = found.titles[0]
            assert (own.title, own.alone, own.games, own.counted) == ("russian-railroads", False, 1, 1)
            assert own.places == [int(outcome["standings"][seat] == place) for place in range(1, len(own.places) + 1)]
            assert own.average == outcome["scores"][seat]
            assert sum(share.points for share in own.sources) == outcome["scores"][seat]
        [(kept,)] = await container.database.fetch(
            "SELECT count(*) FROM game_points WHERE table_id = %s", (ids.number(table),)
        )
        assert kept == 1

        told = (await ann.get("/me/export"))["statistics"]
        assert [title["title"] for title in told["titles"]] == ["russian-railroads", "lok-n-roll"]
        assert told["titles"][0]["sources"]
        await ann.delete("/me")
        left = await container.statistics.of(await person_of(container, bob), "en")
        assert left.titles[0].best[0].others == ["Somebody who left"]


@pytest.mark.asyncio
async def test_statistics_of_a_guest_go_over_to_the_account(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ann, bob = await arrive(http, "Ann"), await arrive(http, "Bob")
        table = await started(ann, [bob])
        await play_out(table, [ann, bob])
        account, token = await container.people.register(
            None, f"ann-{table}", "correct horse battery", "Ann", "en", "UTC", ""
        )
        session = await container.people.by_token(ann.token)
        assert isinstance(session, Session)
        await container.people.merge(session, account, token)
        assert (await container.statistics.of(account, "en")).games == 1


def test_titles_are_summed_up_alone_and_with_others_apart() -> None:
    first = CountedPoints({"en": ["Cargo", "Goods"], "es": ["Carga", "Bienes"]}, [[6, 4], [0, 0]])
    second = CountedPoints({"en": ["Goods"], "es": ["Bienes"]}, [[20], [3]])
    games = [game(10, 2, counted=first), game(20, counted=second), game(5, 3, players=3), game(7, players=1)]
    several, alone = by_title(games, "es")
    assert (several.games, several.places, several.counted) == (3, [1, 1, 1], 2)
    assert [(share.source, share.points) for share in several.sources] == [("Bienes", 12.0), ("Carga", 3.0)]
    assert [each.points for each in several.best] == [20, 10, 5]
    assert (alone.alone, alone.games, alone.places, alone.average) == (True, 1, [], 7.0)


def test_where_the_fewest_points_win_they_are_the_best() -> None:
    [several] = by_title([game(points, title="lok-n-roll") for points in (9, 3, 5)], "en")
    assert [each.points for each in several.best] == [3, 5, 9]
    assert not statistics.fewest_win("russian-railroads")
    assert not statistics.fewest_win("a-title-that-is-gone")
