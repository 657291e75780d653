"""The link of an invitation: from where it works, and what the waiting room says of it."""

from __future__ import annotations

import msgspec
import pytest

from tests.support.service import open_container
from tests.support.web.html_pages import read
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
