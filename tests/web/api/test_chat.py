"""Chat at the table with unread marks, private notes, mutes and reports."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest

from tests.support.service import Guest, open_container, started
from trainshed.service.base import ids
from trainshed.service.container import Container
from trainshed.web.app import App


@asynccontextmanager
async def evening(database: str) -> AsyncIterator[tuple[Container, Guest, Guest, Guest, str]]:
    """A container, two people who play, one who does not, and the table."""
    async with open_container(database) as container:
        transport = httpx.ASGITransport(App(container))
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as http:
            marta, ugo, eve = [await Guest.arrive(http, name) for name in ("Marta", "Ugo", "Eve")]
            yield container, marta, ugo, eve, await started(marta, [ugo], visibility="public")


@pytest.mark.asyncio
async def test_what_is_said_is_heard_by_those_who_sit_here(database: str) -> None:
    async with evening(database) as (_, marta, ugo, eve, table):
        await marta.post(f"/tables/{table}/chat", 204, text="  Good luck!  ")
        heard = await ugo.get(f"/tables/{table}/chat")
        assert [(said["name"], said["text"]) for said in heard["said"]] == [("Marta", "Good luck!")]
        assert "mine" not in heard["said"][0]
        assert (await marta.get(f"/tables/{table}/chat"))["said"][0]["mine"]
        await eve.get(f"/tables/{table}/chat", 404)
        await eve.post(f"/tables/{table}/chat", 404, text="Let me in")
        for text in ("", "   ", "x" * 1001, "\x00"):
            await ugo.post(f"/tables/{table}/chat", 400, text=text)


@pytest.mark.asyncio
async def test_unread_marks(database: str) -> None:
    async with evening(database) as (_, marta, ugo, _, table):
        for text in ("one", "two", "three"):
            await marta.post(f"/tables/{table}/chat", 204, text=text)
        heard = await ugo.get(f"/tables/{table}/chat")
        assert heard["unread"] == 3
        assert (await marta.get(f"/tables/{table}/chat"))["unread"] == 0
        await ugo.post(f"/tables/{table}/chat/read", 204, upto=heard["said"][1]["id"])
        assert (await ugo.get(f"/tables/{table}/chat"))["unread"] == 1
        await ugo.post(f"/tables/{table}/chat/read", 204, upto=heard["said"][0]["id"])
        again = await ugo.get(f"/tables/{table}/chat", after=heard["said"][1]["id"])
        assert again["unread"] == 1
        assert [said["text"] for said in again["said"]] == ["three"]
        await ugo.post(f"/tables/{table}/chat", 204, text="four")
        assert (await ugo.get(f"/tables/{table}/chat"))["unread"] == 0


@pytest.mark.asyncio
async def test_notes_are_for_oneself(database: str) -> None:
    async with evening(database) as (_, marta, ugo, eve, table):
        assert await marta.get(f"/tables/{table}/note") == {"text": ""}
        for text in ("buy the blue engineer", "or not"):
            answer = await marta.http.put(f"/api/tables/{table}/note", json={"text": text}, headers=marta.headers)
            assert answer.status_code == 204
        assert await marta.get(f"/tables/{table}/note") == {"text": "or not"}
        assert await ugo.get(f"/tables/{table}/note") == {"text": ""}
        await eve.get(f"/tables/{table}/note", 404)


@pytest.mark.asyncio
async def test_somebody_muted_is_not_heard(database: str) -> None:
    async with evening(database) as (_, marta, ugo, _, table):
        await marta.post(f"/tables/{table}/chat", 204, text="bla")
        who = (await marta.get("/me"))["person"]
        for muted, heard in ((True, 0), (False, 1)):
            answer = await ugo.http.put(f"/api/people/{who}/mute", json={"muted": muted}, headers=ugo.headers)
            assert answer.status_code == 204
            talk = await ugo.get(f"/tables/{table}/chat")
            assert len(talk["said"]) == talk["unread"] == heard
        answer = await marta.http.put(f"/api/people/{who}/mute", json={"muted": True}, headers=marta.headers)
        assert answer.status_code == 404


async def person_of(guest: Guest) -> str:
    return str((await guest.get("/me"))["person"])


@pytest.mark.asyncio
async def test_only_people_at_my_table_can_be_reported(database: str) -> None:
    """A person elsewhere, the sender and an id of nobody get the same answer: it does not tell who exists."""
    async with evening(database) as (container, marta, ugo, eve, table):
        elsewhere = await started(eve, [await Guest.arrive(eve.http, "Ivo")])
        await eve.post(f"/tables/{elsewhere}/chat", 204, text="Not at their table")
        before = await container.database.fetch("SELECT count(*) FROM reports")
        answers = [
            await ugo.post(f"/tables/{table}/report", 404, about=about, text="x")
            for about in (await person_of(eve), await person_of(ugo), "0000000000000", "nobody", "")
        ]
        assert all(answer == answers[0] for answer in answers)
        assert answers[0]["message"] == "You can only report people at your table or in its chat."
        assert await container.database.fetch("SELECT count(*) FROM reports") == before
        await ugo.post(f"/tables/{table}/report", 204, about=await person_of(marta), text="x")


@pytest.mark.asyncio
async def test_author_of_message_is_reported_after_leaving(database: str) -> None:
    """Whoever stood up before the game can be reported for what everybody there can read, muted or not."""
    async with evening(database) as (_, marta, ugo, eve, _):
        card = await marta.post("/tables", 201, title="lok-n-roll", seats=4, visibility="public")
        table = card["table"]
        silent = await Guest.arrive(eve.http, "Ivo")
        for guest in (ugo, eve, silent):
            await guest.post(f"/tables/{table}/join")
        await eve.post(f"/tables/{table}/chat", 204, text="Rude")
        for guest in (eve, silent):
            await guest.post(f"/tables/{table}/leave", 204)
        await ugo.post(f"/tables/{table}/report", 204, about=await person_of(eve), text="Rude")
        answer = await ugo.http.put(
            f"/api/people/{await person_of(eve)}/mute", json={"muted": True}, headers=ugo.headers
        )
        assert answer.status_code == 204
        await ugo.post(f"/tables/{table}/report", 204, about=await person_of(eve), text="Rude")
        await ugo.post(f"/tables/{table}/report", 404, about=await person_of(silent), text="Rude")
        await eve.post(f"/tables/{table}/report", 404, about=await person_of(ugo), text="Rude")


@pytest.mark.asyncio
async def test_reports_are_for_those_who_keep_the_house(database: str) -> None:
    async with evening(database) as (container, marta, ugo, eve, table):
        who = (await marta.get("/me"))["person"]
        await container.database.write("UPDATE reports SET done = true")  # those of other tests
        await ugo.post(f"/tables/{table}/report", 204, about=who, text="She wins too often.")
        await eve.post(f"/tables/{table}/report", 404, about=who, text="Me too.")
        await ugo.get("/reports", 403)
        keeper = ids.number((await eve.get("/me"))["person"])
        assert keeper is not None
        await container.database.write("UPDATE people SET admin = true WHERE id = %s", (keeper,))
        container.people.forget(keeper)
        (report,) = [report for report in await eve.get("/reports") if report["table"] == table]
        assert report["text"] == "She wins too often."
        assert report["name"] == "Marta"
        await ugo.post(f"/reports/{report['id']}/done", 403)
        await eve.post(f"/reports/{report['id']}/done", 204)
        assert [report for report in await eve.get("/reports") if report["table"] == table] == []
