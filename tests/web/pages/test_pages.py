"""The pages around the table as the server sends them: statuses, languages, escaping, and access."""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files
from typing import Any

import httpx
import pytest
from litestar import get
from litestar.handlers import HTTPRouteHandler

from tests.support.service import FakeClock, open_container, started
from tests.support.web.html_pages import BROWSER, read
from tests.support.web.visitors import Visitor, arrive, http_client, register, unique
from trainshed.draw.poster import framed_poster, plain
from trainshed.kernel.registry import game
from trainshed.kernel.translation import ENGLISH
from trainshed.locale import LANGUAGES
from trainshed.service.base.milliseconds import DAY, HOUR, MINUTE
from trainshed.web.app import App, litestar
from trainshed.web.pages.account.account_pages import holidays, inside
from trainshed.web.pages.frame import static_files
from trainshed.web.pages.frame.reader import wanted
from trainshed.web.pages.frame.shell import POLICY
from trainshed.web.pages.lobby.durations import pace_words, span
from trainshed.web.pages.rulebook.titles import all_titles, choice_label
from trainshed.wire import Hours, Pace

NASTY = "<b>Ann</b> \"&' <script>"
RULES = (
    "/rules",
    "/rules/lok-n-roll",
    "/rules/lok-n-roll/board?part=dice",
    "/rules/lok-n-roll/summary",
    "/rules/lok-n-roll/numbers",
)
PAGES = (
    "/",
    "/puzzles",
    "/puzzles/lok-n-roll/71",
    "/sign-in",
    "/components",
    "/components/map",
    "/offline",
    "/nowhere",
    *RULES,
)
SAID = re.compile(r"<[^>]*>|\s+")


async def open_table(host: Visitor, **plan: Any) -> Any:
    return await host.post("/tables", 201, **{"title": "lok-n-roll", "seats": 3, **plan})


async def begun(host: Visitor, other: Visitor, pace: Pace | None = None) -> str:
    """A table whose host is to move. Whose turn it is at the start is random, so several may be started."""
    while True:
        table = await started(host, [other], pace=pace)
        if (await host.look(table))["actor"] == 0:
            return table
        await host.post(f"/tables/{table}/concede", seq=(await host.look(table))["seq"])


@pytest.mark.asyncio
async def test_everybody_finds_the_pages_in_every_language(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ann = await arrive(http, "Ann")
        for path in (*PAGES, "/me"):
            said = []
            for language in LANGUAGES:
                status = 404 if path == "/nowhere" else 200
                http.cookies.set("language", language)
                text = await read(http, path, ann, status)
                assert f'<html lang="{language}"' in text
                said.append(SAID.sub(" ", text[text.index("<main") :]))
            assert len(set(said)) == len(LANGUAGES), path
            http.cookies.clear()
        text = await read(http, "/", languages="de, it;q=0.8, es;q=0.5")
        assert '<html lang="it"' in text


@pytest.mark.asyncio
async def test_a_first_visit_offers_a_game_at_once(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        text = await read(http, "/")
        for title in all_titles("en"):
            assert f'data-play data-title="{title.slug}" data-seats="{title.against_bots}"' in text
        assert 'data-title="lok-n-roll" data-seats="1" data-mode="rival"' in text
        assert 'data-me="1"' not in text
        ann = await arrive(http, "Ann")
        assert 'data-me="1"' in await read(http, "/", ann)


@pytest.mark.asyncio
async def test_names_are_names_and_not_markup(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ann = await arrive(http, NASTY)
        bob = await arrive(http, NASTY)
        card = await open_table(ann, visibility="public")
        await started(ann, [bob])
        link = f"/t/{card['table']}"
        for path, who in (
            ("/", ann),
            ("/", bob),
            ("/", None),
            ("/me", ann),
            ("/sign-in", ann),
            (link, ann),
            (link, None),
        ):
            text = await read(http, path, who)
            assert "<b>Ann" not in text, path
            assert "&lt;b&gt;Ann&lt;/b&gt;" in text, path


@pytest.mark.asyncio
async def test_the_lobby_puts_first_what_waits_for_me(database: str) -> None:
    clock = FakeClock()
    async with open_container(database, clock) as container, http_client(container) as http:
        ann, bob = await arrive(http, "Ann"), await arrive(http, "Bob")
        late = await begun(ann, bob, Pace("days", 3 * DAY))
        soon = await begun(ann, bob, Pace("live", 4 * MINUTE))
        his = await begun(bob, ann, Pace("live", 4 * MINUTE))
        waiting = await open_table(ann)
        clock.at += MINUTE
        text = await read(http, "/", ann)
        places = [text.index(f"/t/{table}") for table in (soon, late, his, waiting["table"])]
        assert places == sorted(places)
        assert "2 wait for you" in text
        assert "3 min" in text
        assert "2 d 23 h" in text
        assert "1 of 3" in text


@pytest.mark.asyncio
async def test_departures_are_for_those_who_do_not_sit_there(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ann, bob = await arrive(http, "Ann"), await arrive(http, "Bob")
        public = (await open_table(ann, visibility="public"))["table"]
        private = (await open_table(ann))["table"]
        join = f'data-api="/api/tables/{public}/join"'
        assert join in await read(http, "/", bob)
        assert join in await read(http, "/")
        own = await read(http, "/", ann)
        assert join not in own
        assert f'href="/t/{public}"' in own
        assert private not in await read(http, "/", bob)


@pytest.mark.asyncio
async def test_what_has_arrived_says_how_it_ended(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ann, bob = await arrive(http, "Ann"), await arrive(http, "Bob")
        table = await started(ann, [bob])
        await bob.post(f"/tables/{table}/concede", seq=(await bob.look(table))["seq"])
        text = await read(http, "/", ann)
        assert "ended early" in text
        assert f'href="/t/{table}"' in text


@pytest.mark.asyncio
async def test_the_waiting_room_shows_each_what_he_may_do(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ann, bob = await arrive(http, "Ann"), await arrive(http, "Bob")
        card = await open_table(ann, options={"forbid_dead_end": "yes"})
        table, invite = card["table"], card["invite"]
        link, api = f"/t/{table}?invite={invite}", f'data-api="/api/tables/{table}'
        host = await read(http, f"/t/{table}", ann)
        assert escape(link) in host
        assert f'{api}/bots"' in host
        assert f'{api}/start"' in host
        assert "differs from our ruling" in host
        nobody = await read(http, link)
        assert 'data-kind="guest"' in nobody
        assert f'{api}/start"' not in nobody
        assert "%3Finvite%3D" in nobody
        guest = await read(http, link, bob)
        assert f'{api}/join"' in guest
        assert f'{api}/bots"' not in guest
        await bob.post(f"/tables/{table}/join", invite=invite)
        seated = await read(http, f"/t/{table}", bob)
        assert f'{api}/leave"' in seated
        await read(http, f"/t/{table}", None, 403)
        await read(http, f"/t/{table}?invite=wrong", None, 403)


@pytest.mark.asyncio
async def test_my_page_is_mine(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        answer = await http.get("/me", headers=BROWSER)
        assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in?to=/me")
        ann = await arrive(http, "Ann")
        text = await read(http, "/me", ann)
        assert 'data-api="/api/me/password"' not in text
        assert 'data-api="/api/me/bots"' not in text
        ann = await register(http, unique("ann"), ann, email="ann@example.org")
        await ann.post("/me/bots", 201, name="Robot")
        await ann.post("/me/notices", 201, kind="webhook", address="https://example.org/hook")
        begin = (container.tables.now() // DAY + 10) * DAY
        await ann.put("/me/hours", zone="Europe/Rome", start=480, end=1320, holidays=[[begin, begin + 2 * DAY]])
        text = await read(http, "/me", ann)
        for said in ("Robot", "https://example.org/hook", "ann@example.org", 'value="08:00"', 'value="22:00"'):
            assert said in text
        assert "<option selected>Europe/Rome</option>" in text
        assert text.count("data-holiday>") == 2  # and the one that is copied for a new holiday


@pytest.mark.asyncio
async def test_the_next_table(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        ann, bob = await arrive(http, "Ann"), await arrive(http, "Bob")
        assert (await http.get("/next")).headers["location"] == "/sign-in?to=/next"
        assert (await http.get("/next", headers=ann.headers)).headers["location"] == "/"
        table = await begun(bob, ann)
        assert (await http.get("/next", headers=bob.headers)).headers["location"] == f"/t/{table}"


def test_signing_in_leads_to_our_own_pages_only() -> None:
    assert inside("/t/abc?invite=x") == "/t/abc?invite=x"
    for foreign in ("https://example.org", "//example.org", "/\\example.org", "javascript:alert(1)", "", "/\n/x"):
        assert inside(foreign) == "/"


# ---------------------------------------------------------------- errors


@pytest.mark.asyncio
async def test_errors_are_pages_for_browsers_and_json_for_programs(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        assert "Page not found" in await read(http, "/nowhere", None, 404)
        page = await read(http, "/t/0000000000000", None, 404)
        assert "There is no such table" in page
        for path, headers in (("/nowhere", {}), ("/api/nowhere", BROWSER), ("/api/tables/x/card", BROWSER)):
            answer = await http.get(path, headers=headers)
            assert (answer.status_code, answer.json()["error"]) == (404, "not_found"), path
        answer = await http.get("/api/tables/x/card", headers={"accept-language": "es"})
        assert answer.json()["message"] != "There is no such table."


@get("/broken", include_in_schema=False)
async def broken() -> None:
    raise RuntimeError("<secret>")


@pytest.mark.asyncio
async def test_a_fault_of_our_own_has_a_number(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    routes: list[HTTPRouteHandler] = [broken]
    monkeypatch.setattr("trainshed.web.app.ROUTES", routes)
    monkeypatch.setattr("trainshed.web.app.litestar", litestar.__wrapped__)  # made anew, with these routes
    async with open_container(database) as container:
        transport = httpx.ASGITransport(App(container), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as http:
            answer = await http.get("/broken", headers={**BROWSER, "x-request-id": "abcdef0123456789"})
            assert answer.status_code == 500
            assert "abcdef0123456789" in answer.text
            assert answer.headers["x-request-id"] == "abcdef0123456789"
            assert "secret" not in answer.text
            assert (await http.get("/broken")).json()["error"] == "our_fault"


# ---------------------------------------------------------------- the app


@pytest.mark.asyncio
async def test_the_app_can_be_installed(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        answer = await http.get("/manifest.webmanifest")
        assert answer.headers["content-type"].startswith("application/manifest+json")
        for icon in answer.json()["icons"]:
            found = await http.get(icon["src"])
            assert found.status_code == 200
            assert found.headers["content-type"] == icon["type"]
        worker = await http.get("/sw.js")
        assert worker.headers["service-worker-allowed"] == "/"
        assert worker.headers["content-security-policy"] == POLICY
        assert static_files.present_digest() in worker.text
        files = re.findall(r'"(/static/[^"]+)"', worker.text)
        assert files
        for file in files:
            assert (await http.get(file)).status_code == 200, file
        assert "Ann" not in await read(http, "/offline", await arrive(http, "Ann"))


@pytest.mark.asyncio
async def test_static_files_are_kept_by_browsers(database: str) -> None:
    """A file under the present digest may be kept for ever; an old digest gets the present file, asked for again."""
    async with open_container(database) as container, http_client(container) as http:
        css = static_files.address("tokens.css")
        answer = await http.get(css)
        assert answer.headers["content-type"] == "text/css; charset=utf-8"
        assert answer.headers["content-encoding"] == "gzip"
        assert "immutable" in answer.headers["cache-control"]
        plain = await http.get(css, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.content == answer.content
        old = await http.get("/static/000000000000/tokens.css")
        assert (old.status_code, old.headers["cache-control"]) == (200, "no-cache")
        head = await http.head(css)
        assert (head.status_code, head.content) == (200, b"")
        script = await http.get(static_files.address("table.js"))
        assert script.headers["content-type"] == "text/javascript; charset=utf-8"
        for missing in ("/static/nodigest/tokens.css", "/static/000000000000/nothing.css", "/static/tokens.css"):
            assert (await http.get(missing)).status_code == 404
        assert (await http.post(css)).status_code == 405


@pytest.mark.asyncio
async def test_scenery_is_a_static_file(database: str) -> None:
    """The pictures behind a board come from an address with their own digest, and are kept like every static file."""
    async with open_container(database) as container, http_client(container) as http:
        scenery = game("lok-n-roll").part("board.scenery").SCENERY
        for file in scenery.files():
            answer = await http.get(scenery.address(file))
            assert answer.headers["content-type"] == "image/svg+xml"
            assert "immutable" in answer.headers["cache-control"]
            assert answer.content == scenery.file(file)
        old = await http.get(f"/static/000000000000/scenery/lok-n-roll/{scenery.files()[0]}")
        assert (old.status_code, old.headers["cache-control"]) == (200, "no-cache")
        for missing in ("lok-n-roll/nothing-day.svg", "lok-n-roll", "nothing/wide-day.svg"):
            assert (await http.get(f"/static/000000000000/scenery/{missing}")).status_code == 404


def test_the_scripts_of_a_page_are_small() -> None:
    """Our own scripts of a page, with the map of Spike: 22 KB."""
    sizes = {name: len(file.packed or b"") for name, file in static_files.everything().items() if name.endswith(".js")}
    every_page = scripts_of("shell.js") | {"theme.js", "sw.js"}
    for own in ("lobby.js", "table.js", "replay.js"):
        ours = (scripts_of(own) | scripts_of("map.js") | every_page) - {"idiomorph.js"}
        assert sum(sizes[name] for name in ours) <= 22 * 1024, own
    assert sizes["lobby.js"] <= 2.5 * 1024
    assert sizes["map.js"] < 3 * 1024  # loaded only by pages with a map, beside the others
    assert scripts_of("map.js") == {"map.js"}


def test_comments_are_not_sent() -> None:
    """Comments are cut off by a simple rule, which holds as long as no string in a script looks like one."""
    for name, file in static_files.everything().items():
        if name.endswith(".js") and name != "idiomorph.js":
            source = files("trainshed.web").joinpath("static", name).read_text(encoding="utf-8")
            assert not re.search(r"""["'`][^"'`\n]*[;{}(),\[\]] // [^\n]*["'`]\s*[;,)]""", source), name
            assert b" // " not in file.body, name


def scripts_of(name: str) -> set[str]:
    """A script and the scripts that it imports."""
    text = static_files.everything()[name].body.decode()
    return {name}.union(*[scripts_of(other) for other in re.findall(r'from "\./([\w.]+)"', text)])


# ---------------------------------------------------------------- parts


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        (-5, "0 s"),
        (42_000, "42 s"),
        (4 * MINUTE + 3000, "4 min"),
        (2 * HOUR, "2 h"),
        (2 * HOUR + 5 * MINUTE, "2 h 5 min"),
        (DAY, "1 d"),
        (DAY + 20 * HOUR + MINUTE, "1 d 20 h"),
    ],
)
def test_an_amount_of_time_in_words(amount: int, said: str) -> None:
    assert span(amount, ENGLISH) == said


def test_a_pace_in_words() -> None:
    assert pace_words(Pace("days", DAY), ENGLISH) == ("1 day a move", "")
    assert pace_words(Pace("days", 36 * HOUR, HOUR), ENGLISH) == ("1 d 12 h a move", "1 h in reserve")
    assert pace_words(Pace("live", MINUTE, 5 * MINUTE), ENGLISH) == ("1 min a move", "5 min in reserve")
    assert pace_words(Pace(), ENGLISH) == ("No clock", "")


def test_a_holiday_is_whole_days_of_its_owner() -> None:
    midnight = 1_785_535_200_000  # 2026-08-01 in Rome
    hours = Hours("Europe/Rome", holidays=((midnight, midnight + 14 * DAY),))
    assert holidays(hours, midnight) == [("2026-08-01", "2026-08-14")]
    assert holidays(hours, midnight + 14 * DAY) == []


def test_languages_of_a_browser() -> None:
    assert wanted("de-DE, es-AR;q=0.8, en;q=0.9") == "en"
    assert wanted("fr;q=x, it-CH") == "it"
    assert wanted("") == "en"


def test_every_choice_of_every_title_has_a_name() -> None:
    for title in all_titles("en"):
        for field in title.fields:
            for choice in field.choices:
                assert choice.value.isdigit() or choice.label != choice.value.replace("_", " "), choice
    assert choice_label("something_new", ENGLISH) == "something new"
    spike = {field.name: field for title in all_titles("en") if title.slug == "spike" for field in title.fields}
    labels = [spike[name].choices for name in ("time_replacement", "builds_per_action")]
    assert [choice.label for choices in labels for choice in choices if choice.value == "any"] == [
        "Pile or face up",
        "As many as can be paid",
    ]


def test_posters_carry_no_style() -> None:
    for poster in [framed_poster(plain()), *[title.poster for title in all_titles("en")]]:
        assert "style=" not in poster
        assert poster.startswith("<svg")
