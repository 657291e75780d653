"""The link of an invitation: from where it works, and what the waiting room says of it."""

from __future__ import annotations

import re

import msgspec
import pytest

from tests.support.service import open_container, started
from tests.support.web.html_pages import BROWSER, read
from tests.support.web.visitors import arrive, http_client
from trainshed.web.pages.lobby.reach import COMPUTER, EVERYWHERE, NETWORK, reach

ONLY_HERE = "This link works only on this computer."
ONLY_NETWORK = "This link works only in the network of this server"


@pytest.mark.parametrize(
    ("found", "sites"),
    [
        (COMPUTER, "http://localhost:8000 //127.0.0.1:8000 http://127.8.9.1 http://[::1]:8000 https://shed.localhost"),
        (NETWORK, "http://192.168.1.7:8000 //10.0.0.3 http://172.20.1.1 http://169.254.3.4 http://[fe80::1%25eth0]:80"),
        (NETWORK, "http://[fd12::7] http://raspberrypi:8000 http://shed.local http://shed.lan/ http://SHED.local./"),
        (EVERYWHERE, "https://trains.example.org http://trains.example.org:8000 http://8.8.8.8 http://172.217.0.1"),
        (EVERYWHERE, "// http://[bad http://[2a00:1450::1]"),
    ],
)
def test_from_where_an_address_can_be_opened(found: str, sites: str) -> None:
    assert {site: reach(site) for site in sites.split()} == dict.fromkeys(sites.split(), found)


@pytest.mark.asyncio
async def test_a_link_that_works_only_here_says_so(database: str) -> None:
    """By the address of the page; the public address in the settings comes before it."""
    async with open_container(database) as container:
        for base, said in (
            ("http://127.0.0.1:8000", ONLY_HERE),
            ("http://192.168.1.7:8000", ONLY_NETWORK),
            ("https://trains.example.org", ""),
        ):
            async with http_client(container, base=base) as http:
                ann = await arrive(http, "Ann")
                card = await ann.post("/tables", 201, title="lok-n-roll", seats=2)
                text = await read(http, f"/t/{card['table']}", ann)
                assert [each for each in (ONLY_HERE, ONLY_NETWORK) if each in text] == ([said] if said else [])
        site = "https://trains.example.org"
        container.settings = msgspec.structs.replace(container.settings, site=site)
        async with http_client(container, base="http://127.0.0.1:8000") as http:
            text = await read(http, f"/t/{card['table']}?invite={card['invite']}", ann)
            assert ONLY_HERE not in text
            assert f'data-copy="{site}/t/{card["table"]}?invite=' in text


def shown_address(page: str) -> str:
    """The path that a page writes into the address bar."""
    found = re.search(r'data-address="([^"]*)"', page)
    assert found is not None
    return found[1]


@pytest.mark.asyncio
async def test_only_the_host_of_an_open_table_gets_the_invitation(database: str) -> None:
    """Who has which address in the address bar, before and after the start, whatever address was opened."""
    async with open_container(database) as container, http_client(container) as http:
        ann, bob, eve = [await arrive(http, name) for name in ("Ann", "Bob", "Eve")]
        card = await ann.post("/tables", 201, title="lok-n-roll", seats=2)
        plain = f"/t/{card['table']}"
        link = f"{plain}?invite={card['invite']}"
        await bob.post(f"/tables/{card['table']}/join", invite=card["invite"])
        for who, path, address in ((ann, plain, link), (ann, link, link), (bob, link, plain), (eve, link, link)):
            page = await read(http, path, who)
            assert shown_address(page) == address, who.name
            assert '<meta name="robots" content="noindex">' in page
        await ann.post(f"/tables/{card['table']}/leave", 204)  # a host without a seat is still the host
        assert shown_address(await read(http, plain, ann)) == link
        await ann.post(f"/tables/{card['table']}/bots", seat=0)
        await ann.post(f"/tables/{card['table']}/start")
        for who, path, address in ((ann, plain, plain), (ann, link, plain), (bob, link, plain), (eve, link, link)):
            page = await read(http, path, who)
            assert shown_address(page) == address, who.name
            assert '<meta name="robots" content="noindex">' in page
        public = await ann.post("/tables", 201, title="lok-n-roll", seats=2, visibility="public")
        for reader in (ann, eve, None):
            page = await read(http, f"/t/{public['table']}?invite={public['invite']}", reader)
            assert shown_address(page) == f"/t/{public['table']}"
            assert "noindex" not in page


@pytest.mark.asyncio
async def test_refusal_without_invitation_tells_nothing_else(database: str) -> None:
    """The same page for a table that waits, that is played and that is over; a table that is gone is not found."""
    async with open_container(database) as container, http_client(container) as http:
        ann, bob, eve = [await arrive(http, name) for name in ("Annabel", "Bobby", "Eve")]
        waiting = (await ann.post("/tables", 201, title="lok-n-roll", seats=3))["table"]
        playing, over = await started(ann, [bob]), await started(ann, [bob])
        await bob.post(f"/tables/{over}/concede", seq=(await bob.look(over))["seq"])
        for who in (None, eve):
            headers = BROWSER if who is None else {**BROWSER, **who.headers}
            pages = set()
            for table in (waiting, playing, over):
                answer = await http.get(f"/t/{table}", headers=headers)
                assert answer.status_code == 403
                assert answer.headers["referrer-policy"] == "no-referrer"
                assert answer.headers["cache-control"] == "no-store"
                pages.add(answer.text)
            (page,) = pages
            assert "This table is by invitation. Ask for the link." in page
            assert not [word for word in ("Annabel", "Bobby", "lok-n-roll", "Roll", waiting, playing) if word in page]
            assert ('href="/sign-in"' in page) == (who is None)
        await ann.delete(f"/tables/{waiting}")
        assert "This table is by invitation" not in await read(http, f"/t/{waiting}", eve, 404)
