"""Signing in: who is braked after wrong passwords and who is not; passwords that everybody guesses; HSTS."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.support.servers.patience import DATABASE_WAIT
from tests.support.service import FakeClock, open_container, serving
from tests.support.web.rights_world import answered
from tests.support.web.visitors import PASSWORD, http_client, new_address, register, sign_in, unique
from trainshed.service.base.milliseconds import DAY, HOUR, MINUTE
from trainshed.service.base.settings import Settings
from trainshed.service.container import Container
from trainshed.web.app import App

pytestmark = pytest.mark.usefixtures("quick_passwords")

HSTS = "strict-transport-security"
DEPLOY = Path(__file__).parents[2] / "deploy"


async def guess(container: Container, login: str, times: int, address: str = "") -> list[int]:
    """Wrong passwords, from one address or from a new one each time; the statuses."""
    found = []
    for number in range(times):
        async with http_client(container, address or new_address()) as http:
            answer = await http.post("/api/sign-in", json={"login": login, "password": f"guess {number}"})
            found.append(answer.status_code)
    return found


async def try_right(container: Container, login: str, address: str) -> int:
    async with http_client(container, address) as http:
        return (await http.post("/api/sign-in", json={"login": login, "password": PASSWORD})).status_code


@pytest.mark.asyncio
async def test_a_stranger_does_not_lock_the_owner_out(database: str) -> None:
    async with open_container(database, FakeClock()) as container, http_client(container) as http:
        login = unique("ada")
        await register(http, login)
        assert await guess(container, login, 12, new_address()) == [403] * 10 + [429] * 2
        assert await try_right(container, login, new_address()) == 200


@pytest.mark.asyncio
async def test_whoever_is_braked_is_braked_with_the_right_password_too(database: str) -> None:
    clock = FakeClock()
    async with open_container(database, clock) as container, http_client(container) as http:
        login, address = unique("ada"), new_address()
        await register(http, login)
        await guess(container, f" {login.upper()} ", 10, address)
        assert await try_right(container, login, address) == 429
        clock.at += 5 * MINUTE
        assert await try_right(container, login, address) == 200


@pytest.mark.asyncio
async def test_guesses_from_many_addresses_brake_new_ones_but_not_the_known(database: str) -> None:
    clock = FakeClock()
    async with open_container(database, clock) as container, http_client(container) as http:
        login, home = unique("ada"), new_address()
        await register(http, login)
        assert await try_right(container, login, home) == 200
        assert await guess(container, login, 105) == [403] * 99 + [429] * 6, "the first one from home counts too"
        assert await try_right(container, login, new_address()) == 429
        assert await try_right(container, login, home) == 200
        assert await guess(container, login, 11, home) == [403] * 8 + [429] * 3, "two tries of ten were right"
        clock.at += HOUR
        assert await try_right(container, login, new_address()) == 200


@pytest.mark.asyncio
async def test_a_known_address_stays_known_for_weeks_and_is_forgotten_then(database: str) -> None:
    clock = FakeClock()
    async with open_container(database, clock) as container, http_client(container) as http:
        login, home = unique("ada"), new_address()
        await register(http, login)
        await try_right(container, login, home)
        for days, status in ((29, 200), (61, 429)):
            clock.at += days * DAY
            await container.rate_limits.forget_old()
            await guess(container, login, 100)
            assert await try_right(container, login, home) == status


@pytest.mark.asyncio
async def test_whoever_registers_comes_from_a_known_address(database: str) -> None:
    async with open_container(database, FakeClock()) as container:
        login, home = unique("ada"), new_address()
        async with http_client(container, home) as http:
            await register(http, login)
        await guess(container, login, 101)
        assert await try_right(container, login, home) == 200


# ---------------------------------------------------------------- passwords


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "password", ["password", "PASSWORD", "12345678", "iloveyou", "Password1", " qwertyui ", "trustno1"]
)
async def test_passwords_that_everybody_guesses(database: str, password: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        body = {"login": unique("ada"), "password": password}
        answer = await http.post("/api/accounts", json=body)
        assert answer.status_code == 400
        assert answer.json()["message"] == "This password is one of those that are guessed first. Choose another one."
        ada = await register(http, unique("ada"))
        await ada.put("/me/password", 400, old=PASSWORD, new=password)


@pytest.mark.asyncio
async def test_a_password_is_not_the_name(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        login = unique("ada")
        for password in (login, login.upper(), f" {login} ", "Ada Lovelace", "adalovelace"):
            answer = await http.post(
                "/api/accounts", json={"login": login, "password": password, "name": "Ada Lovelace"}
            )
            assert answer.json().get("message") == "A password is not the same as a name of yours.", password
        ada = await register(http, login, name="Ada Lovelace")
        await ada.put("/me/password", 400, old=PASSWORD, new=login)
        await ada.put("/me/password", 400, old=PASSWORD, new="ada lovelace")


@pytest.mark.asyncio
async def test_whoever_has_such_a_password_still_signs_in(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        login = unique("ada")
        await register(http, login)
        hashed = await container.people.passwords.hash("password")
        await container.database.write("UPDATE people SET password = %s WHERE login = %s", (hashed, login))
        answer = await http.post("/api/sign-in", json={"login": login, "password": "password"})
        assert answer.status_code == 200
        headers = {"authorization": f"Bearer {answer.json()['token']}"}
        body = {"old": "password", "new": "a sentence of mine"}
        http.cookies.clear()
        assert (await http.put("/api/me/password", json=body, headers=headers)).status_code == 200


# ---------------------------------------------------------------- HSTS


@pytest.mark.asyncio
async def test_browsers_are_told_to_stay_with_tls(database: str) -> None:
    async with open_container(database) as container, http_client(container, base="https://house") as http:
        for path in ("/", "/api/titles", "/healthz", "/nothing", "/static/000000000000/tokens.css", "/api/me"):
            answer = await http.get(path)
            assert answer.headers.get_list(HSTS) == ["max-age=31536000"], path


@pytest.mark.asyncio
async def test_a_trusted_proxy_tells_of_tls(database: str) -> None:
    """As deploy/nginx.conf and deploy/Caddyfile do; both leave the header to us, so it is there once."""
    container = Container(Settings(database=database, database_wait=DATABASE_WAIT, connections=2), work=False)
    async with serving(container) as url, httpx.AsyncClient(base_url=url) as http:
        answer = await http.get("/", headers={"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.1"})
        assert answer.headers.get_list(HSTS) == ["max-age=31536000"]
        assert HSTS not in (await http.get("/")).headers
    for name in ("nginx.conf", "Caddyfile"):
        settings = (DEPLOY / name).read_text(encoding="utf-8")
        lines = [line.partition("#")[0].lower() for line in settings.splitlines()]
        assert not [line for line in lines if HSTS in line]


@pytest.mark.asyncio
async def test_nothing_of_that_without_tls(database: str) -> None:
    """At home and in a club's network there is no certificate, and a browser could never come back."""
    async with open_container(database) as container, http_client(container) as http:
        for path in ("/", "/api/titles", "/nothing"):
            assert HSTS not in (await http.get(path)).headers
        answer = await answered(App(container), "GET", "/", headers={"host": "house", "x-forwarded-proto": "https"})
        assert HSTS not in answer.headers, "only a trusted proxy may say so, and the server has read that before"
        assert isinstance(answer, httpx.Response)
        await sign_in(http, (await register(http, unique("ada"))).name)
