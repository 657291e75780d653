"""Names without an account: guests say who they are, and so does everybody who shares a device."""

from __future__ import annotations

import pytest

from tests.support.service import open_container, started
from tests.support.web.html_pages import read
from tests.support.web.visitors import arrive, http_client, register, unique

NAME_OF_ME = 'data-api="/api/me" data-method="PATCH"'


@pytest.mark.asyncio
async def test_a_guest_is_asked_for_a_name_and_can_change_it(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        assert "data-name" in await read(http, "/"), "asked before the first game"
        ann, bob = await arrive(http, "Traveller"), await arrive(http, "Bob")
        room = await ann.post("/tables", 201, title="lok-n-roll", seats=3)
        table = room["table"]
        await bob.post(f"/tables/{table}/join", invite=room["invite"])
        for path in ("/", f"/t/{table}"):
            assert NAME_OF_ME in await read(http, path, ann), path
        for wrong in ("", "   ", "x" * 41, "two\nlines\x07"):
            assert "1 to 40 characters" in (await ann.patch("/me", 400, name=wrong))["message"]
        await ann.patch("/me", name="  Ann ")
        seats = (await bob.get(f"/tables/{table}/card"))["seats"]
        assert [seat.get("name", "") for seat in seats] == ["Ann", "Bob", ""]
        assert "<b>Ann</b>" in await read(http, "/", ann)


@pytest.mark.asyncio
@pytest.mark.usefixtures("quick_passwords")
async def test_everybody_at_one_device_has_a_name(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ann = await register(http, unique("ann"))
        bob = await arrive(http, "Bob")
        room = await ann.post("/tables", 201, title="lok-n-roll", seats=4)
        table, field = room["table"], f'data-api="/api/tables/{room["table"]}/name"'
        assert field not in await read(http, f"/t/{table}", ann)
        said = (await ann.post(f"/tables/{table}/name", 409, seat=0, name="Eva"))["message"]
        assert said == "Your only seat here has your own name. Several seats on one device can be named."
        await ann.post(f"/tables/{table}/join", seat=1)
        await ann.post(f"/tables/{table}/join", seat=2)
        await bob.post(f"/tables/{table}/join", invite=room["invite"])
        assert (await read(http, f"/t/{table}", ann)).count(field) == 3
        assert field not in await read(http, f"/t/{table}", bob)
        for seat in (0, 3, 4, -1):
            await bob.post(f"/tables/{table}/name", 409 if seat == 3 else 403, seat=seat, name="Eve")
        await ann.post(f"/tables/{table}/name", 400, seat=1, name="\x07")
        await ann.post(f"/tables/{table}/name", seat=1, name=" Eva  Marie ")
        card = await ann.post(f"/tables/{table}/name", seat=2, name="Bob")
        assert [seat["name"] for seat in card["seats"]][1:] == ["Eva Marie", "Bob", "Bob"]
        await ann.patch("/me", name="Anna")
        await ann.post(f"/tables/{table}/start")
        seats = (await ann.look(table))["seats"]
        assert [seat["name"] for seat in seats] == ["Anna", "Eva Marie", "Bob", "Bob 2"]
        assert "Eva Marie" in await read(http, f"/t/{table}", ann)
        await ann.post(f"/tables/{table}/name", 409, seat=1, name="Late")


@pytest.mark.asyncio
async def test_a_name_at_a_started_table_stays(database: str) -> None:
    """The others know a player by it."""
    async with open_container(database) as container, http_client(container) as http:
        ann, bob = await arrive(http, "Ann"), await arrive(http, "Bob")
        table = await started(ann, [bob])
        await ann.patch("/me", name="Somebody else")
        assert [seat["name"] for seat in (await bob.look(table))["seats"]] == ["Ann", "Bob"]
