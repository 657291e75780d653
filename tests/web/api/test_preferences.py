"""Preferences of a person, through the API and on pages: chosen, kept, merged, exported and deleted."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.support.service import open_container
from tests.support.web.html_pages import read
from tests.support.web.visitors import PASSWORD, arrive, http_client, register, sign_in, unique
from trainshed.service.accounts.preferences import CHOICES, stored_preferences
from trainshed.service.base import ids
from trainshed.wire import Preferences

pytestmark = pytest.mark.usefixtures("quick_passwords")

ROOT = re.compile(r"<html [^>]*>")
USUAL = {
    "pace": "calm",
    "sound": "off",
    "motion": "system",
    "confirm": "always",
    "colors": "standard",
    "type": "normal",
}


def on_page(text: str) -> dict[str, str]:
    """The preferences that a page has as attributes of its root."""
    root = ROOT.search(text)
    assert root is not None
    told = dict(re.findall(r'data-([a-z]+)="([a-z]+)"', root[0]))
    return {name: told[name] for name in CHOICES}


@pytest.mark.asyncio
async def test_what_is_chosen_is_kept_and_all_else_is_usual(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada = await arrive(http, "Ada")
        assert (await ada.get("/me"))["preferences"] == {}
        assert on_page(await read(http, "/", ada)) == USUAL
        await ada.patch("/me/preferences", pace="quick", sound="on")
        me = await ada.patch("/me/preferences", pace="off", type="large", colors=None)
        assert me["preferences"] == {"pace": "off", "sound": "on", "type": "large"}
        assert (await ada.get("/me"))["preferences"] == me["preferences"]
        for path in ("/", "/me", "/rules", "/rules/lok-n-roll"):
            assert on_page(await read(http, path, ada)) == {**USUAL, **me["preferences"]}


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "wrong", [{"pace": "fast"}, {"sound": True}, {"volume": "on"}, {"type": 20}, {"colors": "Standard"}, {"motion": []}]
)
async def test_preferences_that_cannot_be(database: str, wrong: dict[str, Any]) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada = await arrive(http, "Ada")
        await ada.patch("/me/preferences", 400, **wrong)
        assert (await ada.get("/me"))["preferences"] == {}


@pytest.mark.asyncio
async def test_a_cookie_holds_where_nobody_has_chosen(database: str) -> None:
    """Given a browser with cookies, when somebody chooses, then the choice wins, and cookies hold for all else."""
    async with open_container(database) as container, http_client(container) as http:
        ada = await arrive(http, "Ada")
        for name, value in {"pace": "off", "type": "large", "colors": "pink", "motion": "none"}.items():
            http.cookies.set(name, value)
        cookies = {**USUAL, "pace": "off", "type": "large", "motion": "none"}
        assert on_page(await read(http, "/")) == cookies
        assert on_page(await read(http, "/", ada)) == cookies
        await ada.patch("/me/preferences", pace="calm", sound="on")
        assert on_page(await read(http, "/", ada)) == {**cookies, "pace": "calm", "sound": "on"}


@pytest.mark.asyncio
async def test_a_guest_brings_preferences_into_the_account(database: str) -> None:
    """Given a guest and an account with preferences, when the guest signs in, then the account's own ones win."""
    async with open_container(database) as container, http_client(container) as http:
        login = unique("ada")
        account, guest = await register(http, login), await arrive(http, "Ada")
        number = (await guest.get("/me"))["person"]
        await account.patch("/me/preferences", pace="quick")
        await guest.patch("/me/preferences", pace="off", colors="tritan")
        account = await sign_in(http, login, guest)
        assert (await account.get("/me"))["preferences"] == {"pace": "quick", "colors": "tritan"}
        left = await container.people.person(ids.number(number) or 0)
        assert left.preferences == Preferences()


@pytest.mark.asyncio
async def test_preferences_are_exported_and_deleted(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ada = await register(http, unique("ada"))
        number = ids.number((await ada.get("/me"))["person"]) or 0
        await ada.patch("/me/preferences", confirm="final", colors="deutan")
        assert (await ada.get("/me/export"))["person"]["preferences"] == {"confirm": "final", "colors": "deutan"}
        await ada.delete("/me", password=PASSWORD)
        assert await container.database.fetch("SELECT preferences::text FROM people WHERE id = %s", (number,)) == [
            ("{}",)
        ]


def test_what_another_version_has_stored_is_not_chosen() -> None:
    assert stored_preferences('{"pace": "glacial", "smell": "on", "sound": "on", "type": 7}') == Preferences(sound="on")
