"""Tables before and after the game, through the API: create, join, visibility, start, lists, archive."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.service import Guest, open_container, started
from trainshed.bots.characters import bot_of, cast, find_character, level_of
from trainshed.kernel.nature import commitment
from trainshed.kernel.registry import game as find_game
from trainshed.service.base.ids import new_id, number, written
from trainshed.service.container import Container
from trainshed.service.tables.open_tables import system_now
from trainshed.web.app import App

PLAN = {"title": "lok-n-roll", "seats": 2}


@asynccontextmanager
async def lobby(database: str, *names: str) -> AsyncIterator[tuple[Container, list[Guest]]]:
    """A container, and guests with these names."""
    async with open_container(database) as container:
        transport = httpx.ASGITransport(App(container))
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as http:
            yield container, [await Guest.arrive(http, name) for name in names]


async def over(guests: list[Guest], **plan: Any) -> str:
    """A table of these people whose game is over."""
    table = await started(guests[0], guests[1:], **plan)
    for guest in guests[1:]:
        seq = (await guest.look(table))["seq"]
        await guest.post(f"/tables/{table}/concede", seq=seq)
    return table


# ---------------------------------------------------------------- making


@pytest.mark.asyncio
async def test_a_new_table(database: str) -> None:
    async with lobby(database, "Ada") as (_, [ada]):
        plan = {**PLAN, "seats": 3, "options": {"start": "seat-2"}, "language": "es", "visibility": "public"}
        card = await ada.post("/tables", 201, **plan)
        assert card["seats"] == [{"name": "Ada", "mine": True}, {"free": True}, {"free": True}]
        assert card["options"] == {"start": "seat-2", "forbid_dead_end": "no"}
        assert (card["status"], card["host"], card["language"]) == ("open", True, "es")
        assert len(card["invite"]) >= 20
        assert "commitment" not in card
        assert await ada.get(f"/tables/{card['table']}/card") == card


WRONG: list[dict[str, Any]] = [
    {"title": "chess"},
    {"title": None},
    {"seats": 0},
    {"seats": 5},
    {"seats": 10**30},
    {"title": "russian-railroads", "seats": 1},
    {"options": {"colour": "red"}},
    {"options": {"start": "seat-3"}},
    {"options": {"start": 1}},
    {"pace": {"kind": "live", "turn": 1_000}},
    {"pace": {"kind": "live", "turn": 60_000, "bank": -1}},
    {"pace": {"kind": "days", "turn": 60_000}},
    {"pace": {"kind": "none", "bank": 1}},
    {"pace": {"kind": "blitz"}},
    {"pace": {"kind": "live", "turn": 60_000, "on_flag": "explode"}},
    {"seats": 1, "pace": {"kind": "live", "turn": 60_000}},
    {"language": "fr"},
    {"visibility": "secret"},
]


@pytest.mark.asyncio
async def test_plans_that_cannot_be(database: str) -> None:
    async with lobby(database, "Ada") as (_, [ada]):
        for wrong in WRONG:
            problem = await ada.post("/tables", 400, **{**PLAN, **wrong})
            assert problem["error"] == "wrong", wrong
            assert len(problem["message"]) > 5, wrong
        assert await ada.get("/tables", which="open") == []


@pytest.mark.asyncio
async def test_nobody_in_particular_makes_no_table(database: str) -> None:
    async with lobby(database, "Ada") as (_, [ada]):
        stranger = Guest(ada.http, "?", "no such token")
        assert (await stranger.post("/tables", 401, **PLAN))["error"] == "not_signed_in"
        card = await ada.post("/tables", 201, **PLAN, visibility="public")
        for path in ("join", "start", "leave", "archive", "rematch"):
            await stranger.post(f"/tables/{card['table']}/{path}", 401)
        await stranger.get("/tables", 401)
        await ada.post("/sign-out", 204)
        await ada.get("/me", 401)


# ---------------------------------------------------------------- hidden tables

GETS = ["", "/card", "/log", "/export", "/stream"]
POSTS: dict[str, dict[str, Any]] = {
    "join": {},
    "bots": {"seat": 1, "bot": "thumb"},
    "start": {},
    "rematch": {},
    "rematch/decline": {},
    "archive": {},
    "moves": {"seq": 1, "words": ["pass"], "mark": 1},
    "preview": {"seq": 1, "words": ["pass"]},
    "undo": {"seq": 1},
    "ask": {"seq": 1, "what": "pause"},
    "reply": {"seq": 1, "agree": True},
    "resume": {"seq": 1},
    "concede": {"seq": 1},
    "leave": {"seat": 0},
    "back": {"seat": 0},
    "hand": {"seat": 0},
}


@pytest.mark.asyncio
@pytest.mark.parametrize("status", ["open", "playing", "over"])
async def test_private_table_tells_strangers_it_is_by_invitation(database: str, status: str) -> None:
    async with lobby(database, "Ada", "Béla", "Eve") as (_, [ada, bela, eve]):
        table, none = "", written(new_id(system_now()))
        if status == "open":
            table = (await ada.post("/tables", 201, **PLAN))["table"]
        elif status == "playing":
            table = await started(ada, [bela])
        else:
            table = await over([ada, bela])
        assert (await ada.get(f"/tables/{table}/card"))["status"] == status

        async def answers(which: str) -> dict[str, tuple[int, Any]]:
            found = {}
            for who, headers in (("eve", eve.headers), ("nobody", {})):
                for path in [*GETS, "/why-not?word=pass", "/card?invite=wrong", "?invite=%C3%A9"]:
                    answer = await ada.http.get(f"/api/tables/{which}{path}", headers=headers)
                    found[f"{who} {path}"] = answer.status_code, answer.json()
            for path, body in POSTS.items():
                answer = await ada.http.post(f"/api/tables/{which}/{path}", json=body, headers=eve.headers)
                found[f"post {path}"] = answer.status_code, answer.json()
            for invite in ("", "wrong", "né"):
                body = {"invite": invite}
                answer = await ada.http.post(f"/api/tables/{which}/join", json=body, headers=eve.headers)
                found[f"join {invite}"] = answer.status_code, answer.json()
            return found

        told, of_none = await answers(table), await answers(none)
        by_invitation = {"error": "forbidden", "message": "This table is by invitation. Ask for the link."}
        for asked, answer in told.items():
            opens = asked.removeprefix("nobody ").removeprefix("eve ").partition("?")[0] in ("", "/card", "/stream")
            opens |= asked.startswith(("join", "post join"))  # what an invitation opens; all else is hidden
            assert answer == ((403, by_invitation) if opens else of_none[asked]), asked
        codes = {asked: code for asked, (code, _) in told.items()}
        assert set(codes.values()) == {401, 403, 404, 409}
        assert [asked for asked, code in codes.items() if code == 409] == ["post archive"]
        assert [asked for asked, code in codes.items() if code == 401] == ["nobody /why-not?word=pass"]
        for which in ("open", "playing", "over", "seats"):
            assert table not in str(await eve.get("/tables", which=which))


@pytest.mark.asyncio
async def test_an_invitation_opens_a_private_table(database: str) -> None:
    async with lobby(database, "Ada", "Béla", "Eve") as (_, [ada, bela, eve]):
        card = await ada.post("/tables", 201, **PLAN)
        table, invite = card["table"], card["invite"]
        seen = await bela.get(f"/tables/{table}/card", invite=invite)
        assert "invite" not in seen
        assert not seen.get("host")
        joined = await bela.post(f"/tables/{table}/join", invite=invite)
        assert joined["invite"] == invite
        assert [seat["name"] for seat in joined["seats"]] == ["Ada", "Béla"]
        await ada.post(f"/tables/{table}/start")
        watched = await eve.get(f"/tables/{table}", invite=invite)
        assert watched["seat"] is None
        assert "moves" not in watched
        await eve.get(f"/tables/{table}", 403, invite=invite + "x")
        assert invite not in str(await eve.get(f"/tables/{table}/card", invite=invite))


# ---------------------------------------------------------------- filling


@pytest.mark.asyncio
async def test_sitting_down_and_standing_up(database: str) -> None:
    async with lobby(database, "Ada", "Béla", "Cem") as (_, [ada, bela, cem]):
        card = await ada.post("/tables", 201, **{**PLAN, "seats": 4})
        table, invite = card["table"], card["invite"]

        async def seats() -> list[str]:
            return [seat.get("name", "-") for seat in (await ada.get(f"/tables/{table}/card"))["seats"]]

        await bela.post(f"/tables/{table}/join", seat=2, invite=invite)
        await cem.post(f"/tables/{table}/join", invite=invite)
        assert await seats() == ["Ada", "Cem", "Béla", "-"]
        for seat in (0, 2, 4, -1, 10**20):
            assert (await cem.post(f"/tables/{table}/join", 409, seat=seat))["error"] == "not_now"
        await cem.post(f"/tables/{table}/join")
        assert await seats() == ["Ada", "Cem", "Béla", "Cem"]
        await cem.post(f"/tables/{table}/join", 409)
        await cem.post(f"/tables/{table}/leave", 403, seat=2)
        for seat in (4, -1):
            await cem.post(f"/tables/{table}/leave", 400, seat=seat)
        await cem.post(f"/tables/{table}/leave", 204)
        assert await seats() == ["Ada", "Cem", "Béla", "-"]
        await ada.post(f"/tables/{table}/leave", 204, seat=2)  # the host may ask anybody to
        await bela.post(f"/tables/{table}/leave", 404)
        await ada.post(f"/tables/{table}/leave", 204)
        assert await seats() == ["-", "Cem", "-", "-"]
        assert (await ada.get(f"/tables/{table}/card"))["host"]


@pytest.mark.asyncio
async def test_two_who_want_the_same_seat(database: str) -> None:
    async with lobby(database, "Ada", *"BCDEFG") as (_, [ada, *others]):
        table = (await ada.post("/tables", 201, **PLAN, visibility="public"))["table"]
        answers = await asyncio.gather(
            *(ada.http.post(f"/api/tables/{table}/join", json={}, headers=guest.headers) for guest in others)
        )
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5


@pytest.mark.asyncio
async def test_no_request_starts_a_program(database: str, tmp_path: Path) -> None:
    """Programs as bots are for the command line: a request finds only what is installed."""
    trace = tmp_path / "started"
    async with lobby(database, "Ada") as (_, [ada]):
        table = (await ada.post("/tables", 201, **PLAN))["table"]
        for bot in (f"mine=touch {trace}", f"touch {trace}", "mine", "trainshed.bots.stdio.stdio_bot:StdioBot"):
            problem = await ada.post(f"/tables/{table}/bots", 400, seat=1, bot=bot)
            assert problem["error"] == "wrong"
            assert problem["message"].startswith("There is no bot ")
        await ada.post(f"/tables/{table}/bots", 400, seat=1, bot="mine", program=[f"mine=touch {trace}"])
        assert not (await ada.get(f"/tables/{table}/card"))["seats"][1].get("bot")
    assert not trace.exists()


@pytest.mark.asyncio
async def test_bots_sit_where_the_host_puts_them(database: str) -> None:
    async with lobby(database, "Ada", "Béla") as (_, [ada, bela]):
        table = (await ada.post("/tables", 201, **{**PLAN, "seats": 3}, visibility="public"))["table"]
        await bela.post(f"/tables/{table}/join")
        assert "hal" in (await ada.post(f"/tables/{table}/bots", 400, seat=2, bot="hal"))["message"]
        await bela.post(f"/tables/{table}/bots", 403, seat=2, bot="thumb")
        for seat in (0, 1, 3, -1):
            await ada.post(f"/tables/{table}/bots", 409, seat=seat, bot="thumb")
        card = await ada.post(f"/tables/{table}/bots", seat=2, bot="thumb")
        driver = {"name": "Otto", "bot": "thumb", "character": "driver"}
        assert find_character(card["seats"][2]["character"]) in cast("thumb")
        card = await ada.post(f"/tables/{table}/bots", seat=2, bot="random")
        assert card["seats"][2]["bot"] == "random"
        for wrong in ("apprentice", "hal"):
            said = await ada.post(f"/tables/{table}/bots", 400, seat=2, bot="thumb", character=wrong)
            assert wrong in said["message"]
        card = await ada.post(f"/tables/{table}/bots", seat=2, bot="thumb", character="driver")
        assert card["seats"][2] == driver
        said = await ada.post(f"/tables/{table}/bots", 409, seat=2, bot="thumb", character="driver")
        assert said["message"] == "Otto sits here already."
        await bela.post(f"/tables/{table}/leave", 403, seat=2)
        await ada.post(f"/tables/{table}/leave", 204, seat=2)
        assert (await ada.get(f"/tables/{table}/card"))["seats"][2] == {"free": True}


@pytest.mark.asyncio
async def test_levels_play_in_the_styles_of_their_characters(database: str) -> None:
    async with lobby(database, "Ada") as (container, [ada]):
        table = (await ada.post("/tables", 201, title="russian-railroads", seats=4))["table"]
        game = find_game("russian-railroads")
        for seat in (1, 2):
            card = await ada.post(f"/tables/{table}/bots", seat=seat)
        for said, wrong in (("tourist", "driver/tourist"), ("no style", "random/kiev"), ("hal", "hal/kiev")):
            assert said in (await ada.post(f"/tables/{table}/bots", 400, seat=3, bot=wrong))["message"]
        card = await ada.post(f"/tables/{table}/bots", seat=3, bot="director/trans_siberian")
        seats = card["seats"][1:]
        found = [find_character(seat["character"]) for seat in seats]
        assert [character.name for character in found if character] == [seat["name"] for seat in seats]
        assert [bot_of(character, game) for character in found if character] == [seat["bot"] for seat in seats]
        assert [level_of(seat["bot"]) for seat in seats] == ["driver", "driver", "director"]
        assert seats[0]["bot"] != seats[1]["bot"]
        free = next(one for one in cast("driver") if one not in found)  # a style of the host's choice, not its own
        await ada.post(f"/tables/{table}/bots", seat=3, bot="driver/kiev", character=free.id)
        await ada.post(f"/tables/{table}/start")
        now = (await container.tables.current(number(table) or 0)).table
        assert [holder.bot for holder in now.holders] == ["", seats[0]["bot"], seats[1]["bot"], "driver/kiev"]


# ---------------------------------------------------------------- starting


@pytest.mark.asyncio
async def test_who_starts_and_when(database: str) -> None:
    async with lobby(database, "Ada", "Ada", "Eve") as (container, [ada, other, eve]):
        table = (await ada.post("/tables", 201, **PLAN, visibility="public"))["table"]
        assert "Not every seat is taken" in (await ada.post(f"/tables/{table}/start", 409))["message"]
        await other.post(f"/tables/{table}/join")
        await other.post(f"/tables/{table}/start", 403)
        await eve.post(f"/tables/{table}/start", 403)
        card = await ada.post(f"/tables/{table}/start")
        opened = await container.tables.current(number(table) or 0)
        assert (card["status"], card["commitment"]) == ("playing", commitment(opened.secret))
        assert [seat["name"] for seat in (await eve.look(table))["seats"]] == ["Ada", "Ada 2"]
        assert card["turn"] == (await eve.look(table))["actor"]
        for path in ("start", "join"):
            assert (await ada.post(f"/tables/{table}/{path}", 409))["message"] == "The game has started."
        await ada.post(f"/tables/{table}/bots", 409, seat=1, bot="thumb")


@pytest.mark.asyncio
async def test_a_game_starts_once(database: str) -> None:
    async with lobby(database, "Ada", "Béla") as (container, [ada, bela]):
        table = (await ada.post("/tables", 201, **PLAN, visibility="public"))["table"]
        await bela.post(f"/tables/{table}/join")
        answers = await asyncio.gather(
            *(ada.http.post(f"/api/tables/{table}/start", headers=ada.headers) for _ in range(4))
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
        rows = await ada.get(f"/tables/{table}/log")
        assert {row["seat"] for row in rows} == {-1}
        await asyncio.gather(*(container.lobby.begin(number(table) or 0) for _ in range(4)))
        assert await ada.get(f"/tables/{table}/log") == rows


# ---------------------------------------------------------------- finding


@pytest.mark.asyncio
async def test_what_lists_show(database: str) -> None:
    async with lobby(database, "Ada", "Béla") as (_, [ada, bela]):
        public = (await ada.post("/tables", 201, **PLAN, visibility="public"))["table"]
        private = (await ada.post("/tables", 201, **PLAN))["table"]

        async def listed(guest: Guest, which: str) -> set[str]:
            return {card["table"] for card in await guest.get("/tables", which=which)} & {public, private}

        assert await listed(bela, "seats") == {public}
        assert await listed(ada, "open") == {public, private}
        assert await listed(bela, "open") == set()
        await bela.post(f"/tables/{public}/join")
        assert await listed(ada, "seats") == set()
        assert await listed(bela, "open") == {public}
        await ada.post(f"/tables/{public}/start")
        assert (await listed(bela, "playing"), await listed(bela, "open")) == ({public}, set())
        anybody = await ada.http.get("/api/tables", params={"which": "seats"})
        assert private not in anybody.text
        assert "invite" not in anybody.text


@pytest.mark.asyncio
async def test_archive(database: str) -> None:
    async with lobby(database, "Ada", "Béla", "Eve") as (_, [ada, bela, eve]):
        table = await started(ada, [bela], visibility="public")
        await ada.post(f"/tables/{table}/archive", 409)
        await bela.post(f"/tables/{table}/concede", seq=(await bela.look(table))["seq"])
        await eve.post(f"/tables/{table}/archive", 409)
        await ada.post(f"/tables/{table}/archive", 204)
        assert await ada.get("/tables", which="over") == []
        assert [card["table"] for card in await bela.get("/tables", which="over")] == [table]
        assert (await ada.get(f"/tables/{table}/card"))["status"] == "over"
        await ada.post(f"/tables/{table}/archive", 204, archived=False)
        assert [card["table"] for card in await ada.get("/tables", which="over")] == [table]


# ---------------------------------------------------------------- again
