"""Numbers that no person means, far beyond what a date, a seat or a column of the database holds: never our fault."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from tests.support.service import FakeClock, open_container, started
from tests.support.web.visitors import Visitor, arrive, http_client
from trainshed.service.base import ids

NUMBERS = [
    -(10**30), -(10**17), -(2**63) - 1, -(2**63), -(2**31) - 1, -(2**31), -(2**15) - 1, -1,
    2**15, 2**31 - 1, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 10**17, 10**30,
]  # fmt: skip
BIG = 10**17


async def never_our_fault(visitor: Visitor, method: str, path: str, body: Any = None, **query: Any) -> httpx.Response:
    content = None if body is None else _json(body)
    headers = {**visitor.headers, "content-type": "application/json"}
    answer = await visitor.http.request(method, path, content=content, params=query, headers=headers)
    assert answer.status_code < 500, f"{method} {path} {body} {query}: {answer.text[:300]}"
    return answer


def _json(body: Any) -> bytes:
    """JSON with integers of any size."""
    return json.dumps(body).encode()


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "holidays",
    [
        ((-BIG, BIG),),
        ((-(10**30), 10**30),),
        ((-62_135_596_800_001, 1),),
        ((0, 253_402_300_800_000),),
        ((253_402_300_799_999, 253_402_300_800_001),),
    ],
)
@pytest.mark.parametrize(
    "zone", ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Nowhere/Any_More", "../etc/passwd", ""]
)
async def test_the_account_page_is_drawn_whatever_is_stored(
    database: str, holidays: tuple[tuple[int, int], ...], zone: str
) -> None:
    """Older versions stored any number, and a zone may go from the system's list."""
    async with open_container(database) as container, http_client(container) as http:
        ada = await arrive(http, "Ada")
        text = _json({"zone": zone, "start": 10**12, "end": -5, "holidays": holidays}).decode()
        person = ids.number(await ada.person)
        await container.database.write("UPDATE people SET hours = %s WHERE id = %s", (text, person))
        container.people.found.clear()
        container.people.sessions.clear()
        answer = await http.get("/me", headers=ada.headers)
        assert answer.status_code == 200
        assert "Ada" in answer.text


@pytest.mark.asyncio
@pytest.mark.parametrize("number", NUMBERS)
async def test_numbers_in_bodies_and_queries(database: str, number: int) -> None:
    async with open_container(database, FakeClock()) as container, http_client(container) as http:
        ada, bela = await arrive(http, "Ada"), await arrive(http, "Béla")
        table = await started(ada, [bela])
        card = await ada.post("/tables", 201, title="lok-n-roll", seats=3)
        waiting = card["table"]
        for field in ("start", "end"):
            await never_our_fault(ada, "PUT", "/api/me/hours", {"zone": "UTC", field: number})
            await never_our_fault(ada, "GET", "/me")
        for holiday in ([number, number + 1], [0, number], [number, 0]):
            await never_our_fault(ada, "PUT", "/api/me/hours", {"zone": "UTC", "holidays": [holiday]})
            await never_our_fault(ada, "GET", "/me")
        for kind in ("live", "days", "none"):
            for field in ("turn", "bank", "increment"):
                pace = {"kind": kind, "turn": 3_600_000, field: number}
                body = {"title": "lok-n-roll", "seats": 2, "pace": pace}
                await never_our_fault(ada, "POST", "/api/tables", body)
        await never_our_fault(ada, "POST", "/api/tables", {"title": "lok-n-roll", "seats": number})
        bodies: list[tuple[str, dict[str, Any]]] = [
            ("join", {"seat": number}),
            ("bots", {"seat": number, "bot": "thumb"}),
            ("leave", {"seat": number}),
        ]
        for path, seated in bodies:
            await never_our_fault(ada, "POST", f"/api/tables/{waiting}/{path}", seated)
        bodies = [
            ("moves", {"seq": number, "words": ["pass"]}),
            ("moves", {"seq": 1, "words": ["pass"], "mark": number}),
            ("preview", {"seq": number, "words": ["pass"]}),
            ("undo", {"seq": number}),
            ("ask", {"seq": number, "what": "pause"}),
            ("ask", {"seq": (await ada.look(table))["seq"], "what": f"takeback {number}"}),
            ("reply", {"seq": number, "agree": True}),
            ("resume", {"seq": number}),
            ("concede", {"seq": number}),
            ("leave", {"seat": number}),
            ("back", {"seat": number}),
            ("hand", {"seat": number}),
            ("branch", {"seq": number}),
            ("branch", {"seq": 1, "seat": number}),
        ]
        for path, commanded in bodies:
            await never_our_fault(ada, "POST", f"/api/tables/{table}/{path}", commanded)
        for names in (("after",), ("until",), ("after", "until")):
            await never_our_fault(ada, "GET", f"/api/tables/{table}/log", **dict.fromkeys(names, number))
        for where in (f"/t/{table}/replay/{number}", f"/t/{table}/replay/{number}/parts", f"/t/{table}/replay/1"):
            await never_our_fault(ada, "GET", where, seat=number)
        await never_our_fault(ada, "POST", "/api/me/tokens", {"name": "t", "scopes": ["read"], "days": number})
        await never_our_fault(ada, "GET", f"/api/tables/{table}/chat", after=number)
        for word in ("7zzzzzzzzzzzz", "zzzzzzzzzzzzz", "8000000000000", str(number)):
            for where in (f"/api/tables/{word}", f"/api/tables/{word}/log", f"/t/{word}", f"/api/tables/{word}/chat"):
                await never_our_fault(ada, "GET", where)
            await never_our_fault(ada, "PUT", f"/api/people/{word}/mute", {"muted": True})
            await never_our_fault(ada, "POST", f"/api/tables/{table}/chat/read", {"upto": word})
            await never_our_fault(ada, "POST", f"/api/reports/{word}/done", {})
            await never_our_fault(ada, "DELETE", f"/api/me/tokens/{word}")
