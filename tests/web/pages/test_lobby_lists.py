"""The lobby for those who return: games to begin at once, bots with names, and public games to watch."""

from __future__ import annotations

import re

import pytest
from psycopg.types.json import Jsonb

from tests.support.service import open_container, started
from tests.support.web.html_pages import read
from tests.support.web.visitors import Visitor, arrive, http_client
from trainshed.bots.characters import cast, seated
from trainshed.kernel.registry import titles
from trainshed.service.base import ids
from trainshed.service.container import Container

THUMB = {character.name for character in cast("thumb")}


async def public_game(host: Visitor, bots: int = 1) -> str:
    return await started(host, [], bots=bots, visibility="public")


def section(text: str, id_: str) -> str:
    """A section of a page."""
    return text[text.index(f'id="{id_}"') :].partition("</section>")[0]


async def explained(container: Container) -> str:
    """How the database reads the public games, where it may not read all tables."""
    async with container.database.transaction() as connection:
        await connection.execute("SET LOCAL enable_seqscan = off")
        found = await connection.execute(
            "EXPLAIN SELECT * FROM tables t WHERE t.status = 'playing' AND t.visibility = 'public'"
            " AND t.origin IS NULL ORDER BY t.touched DESC LIMIT 200"
        )
        return "\n".join(line for (line,) in await found.fetchall())


@pytest.mark.asyncio
async def test_those_who_return_can_begin_a_game_at_once_below_their_trains(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ann = await arrive(http, "Ann")
        table = await started(ann, [], bots=1)
        text = await read(http, "/", ann)
        again = section(text, "play")
        for title in titles():
            assert again.count(f'data-play data-title="{title}"') >= 2, "to play, and to learn it"
        assert 'data-title="lok-n-roll" data-seats="1" data-mode="rival"' in again
        assert text.index(f"/t/{table}") < text.index('id="play"') < text.index('id="departures"')
        assert 'id="play"' not in await read(http, "/"), "a newcomer has posters"


@pytest.mark.asyncio
async def test_bots_are_called_by_their_names(database: str) -> None:
    """At the table, in the lobby and in the waiting room; the record goes on naming the bot."""
    async with open_container(database) as container, http_client(container) as http:
        otto = await arrive(http, "Otto")
        room = (await otto.post("/tables", 201, title="lok-n-roll", seats=4))["table"]
        for seat in (1, 2):
            await otto.post(f"/tables/{room}/bots", seat=seat, bot="thumb")
        for path in (f"/t/{room}", "/"):
            text = await read(http, path, otto)
            assert text.count('class="face"') >= 2, path
            assert ">thumb<" not in text, path
        table = await started(otto, [], bots=3)
        names = [seat["name"] for seat in (await otto.look(table))["seats"]]
        assert names[0] == "Otto"
        assert len(set(names)) == 4, "also none that a person has"
        assert set(names[1:]) < THUMB
        text = await read(http, f"/t/{table}", otto)
        for name in names[1:]:
            assert f"<b>{name}</b>" in section(text, "seats").replace("</ol>", "</section>")
        assert text.count('class="face"') == 6, "in the panels and, on a phone, in the chips"
        assert "Plays by rules of thumb" in text
        assert re.findall(r"^seat .*", await otto.get(f"/tables/{table}/export"), re.M)[1:4] == [
            f"seat {seat}: thumb" for seat in (2, 3, 4)
        ]
        characters = {one["character"]: one for one in await otto.get("/characters")}
        seats = (await otto.look(table))["seats"]
        assert [characters[seat["character"]]["name"] for seat in seats[1:]] == names[1:]


@pytest.mark.asyncio
async def test_the_waiting_room_says_how_each_character_plays(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada = await arrive(http, "Ada")
        room = (await ada.post("/tables", 201, title="russian-railroads", seats=3))["table"]
        card = await ada.post(f"/tables/{room}/bots", seat=1, bot="director/trans_siberian")
        text = await read(http, f"/t/{room}", ada)
        plays = "Builds the Trans-Siberian Railroad first."
        about = section(text, "place-1").partition("</li>")[0]
        assert "Director. Imagines many games" in about
        assert plays in about
        offered = section(text, "place-2").partition("</li>")[0]
        assert offered.count('name="character"') == 4 * 5 - 1, "whoever sits there is not offered again"
        assert card["seats"][1]["name"] not in offered
        assert offered.count(plays) == 4
        [title] = [one for one in await ada.get("/titles") if one["title"] == "russian-railroads"]
        assert {"style": "trans_siberian", "plays": plays} in title["styles"]
        [character] = [one for one in await ada.get("/characters") if one["name"] == card["seats"][1]["name"]]
        assert character["plays_as"]["russian-railroads"] == "director/trans_siberian"


@pytest.mark.asyncio
async def test_a_game_from_before_bots_had_names_is_shown_with_names(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ann = await arrive(http, "Ann")
        table = await started(ann, [], bots=2)
        number = ids.number(table) or 0
        record = await container.store.record(number)
        assert record is not None
        players = record.players or []
        for seat, name in ((1, "thumb"), (2, "thumb 2")):
            players[seat]["name"] = name
            await container.database.write(
                "UPDATE seats SET name = 'thumb' WHERE table_id = %s AND seat = %s", (number, seat)
            )
        await container.database.write("UPDATE tables SET players = %s WHERE id = %s", (Jsonb(players), number))
        container.tables.forget(number)
        wanted = [seated("thumb", number, seat).name for seat in (1, 2)]
        assert [seat["name"] for seat in (await ann.look(table))["seats"]] == ["Ann", *wanted]
        assert [seat["name"] for seat in (await ann.get(f"/tables/{table}/card"))["seats"]] == ["Ann", *wanted]
        assert f"with {', '.join(wanted)}" in await read(http, "/", ann)


@pytest.mark.asyncio
async def test_public_games_can_be_watched_and_private_ones_are_not_named(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ann, bob = await arrive(http, "Ann"), await arrive(http, "Bob")
        public, private = await public_game(ann), await started(ann, [], bots=1)
        invite = (await ann.get(f"/tables/{public}/card"))["invite"]
        for who in (bob, None):
            text = await read(http, "/", who)
            assert f'href="/t/{public}"' in section(text, "watch")
            assert "Ann, " in section(text, "watch")
            assert private not in text
            assert invite not in text
        assert public not in section(await read(http, "/", ann), "watch"), "my own are my trains"
        cards = await bob.get("/tables", which="watch")
        assert public in {card["table"] for card in cards}
        assert not {"invite", "deadline"} & {name for card in cards for name in card}
        assert all(card["visibility"] == "public" and card["status"] == "playing" for card in cards)
        seen = await bob.look(public)
        assert (seen["seat"], seen.get("moves", [])) == (None, [])
        await ann.post(f"/tables/{public}/concede", seq=(await ann.look(public))["seq"])
        assert public not in {card["table"] for card in await bob.get("/tables", which="watch")}
        assert "tables_watch" in await explained(container)


@pytest.mark.asyncio
async def test_one_host_does_not_fill_the_list_of_public_games(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        await container.database.write("UPDATE tables SET visibility = 'private' WHERE status = 'playing'")
        bob = await arrive(http, "Bob")
        assert "No public games are running" in await read(http, "/", bob)
        ann, cleo = await arrive(http, "Ann"), await arrive(http, "Cleo")
        first = await public_game(cleo)
        hers = [await public_game(ann) for _ in range(5)]
        listed = [card["table"] for card in await bob.get("/tables", which="watch")]
        assert sorted(listed) == sorted([first, *hers[2:]])
        assert set(listed[:2]) == {hers[-1], first}
