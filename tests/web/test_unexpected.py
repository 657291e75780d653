"""Requests that the OpenAPI description allows or forbids: no 5xx, and every response is as described.

Schemathesis makes them from the document that the server serves, for a person who is to move at a running table. The
seed is TRAINSHED_SEED; `TRAINSHED_EXAMPLES=200` tries more. bench/malformed.py sends 100,000 requests that are broken
in other ways.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from argon2 import PasswordHasher
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.support.seeds import SEED
from tests.support.service import open_container
from tests.support.web.rights import RIGHTS
from tests.support.web.rights_world import World, answered
from trainshed.web.app import App

EXAMPLES = int(os.environ.get("TRAINSHED_EXAMPLES", "4"))

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


class Bench:
    """The application and a person at a table, in an event loop of their own, as Hypothesis calls no coroutines."""

    def __init__(self, runner: asyncio.Runner, world: World) -> None:
        self.runner = runner
        self.world = world
        self.sent = 0

    def document(self) -> dict[str, Any]:
        answer = self.runner.run(answered(self.world.app, "GET", "/schema/openapi.json"))
        assert answer.status_code == 200
        document: dict[str, Any] = answer.json()
        return document

    def send(self, case: schemathesis.Case[Any], real: bool) -> httpx.Response:
        """Send a request as generated, or with `real` ids and row."""
        world = self.world
        if real:
            for name in case.path_parameters:
                case.path_parameters[name] = world.fill.get(name, "nothing")
            if isinstance(case.body, dict) and "seq" in case.body:
                case.body["seq"] = world.fill["seq"]
        asked = requests.Request(**case.as_transport_kwargs(base_url="http://house")).prepare()
        ours = ("authorization", "accept-encoding")
        headers = {key.lower(): value for key, value in asked.headers.items() if key.lower() not in ours}
        body = asked.body.encode() if isinstance(asked.body, str) else asked.body or b""
        assert isinstance(body, bytes)
        answer = self.runner.run(self._send(asked.method or "GET", asked.url or "", headers, body))
        spoils = RIGHTS[f"{case.method.upper()} {case.operation.path}"].spoils
        self.sent += 1
        if self.sent % 20 == 0 or (spoils and answer.status_code < 300):
            self.runner.run(self.again())
        return answer

    async def _send(self, method: str, url: str, headers: dict[str, Any], body: bytes) -> httpx.Response:
        where = httpx.URL(url)
        await self.world.container.database.write("DELETE FROM limits")
        headers["authorization"] = f"Bearer {self.world.tokens['own']}"
        path, _, query = where.raw_path.decode().partition("?")
        return await answered(self.world.app, method, path, query, headers, body)

    async def again(self) -> None:
        """Make the people and the table anew."""
        await self.world.make(people=True)


@pytest.fixture(scope="module")
def bench(database: str) -> Iterator[Bench]:
    async def opened() -> tuple[AsyncExitStack, World]:
        stack = AsyncExitStack()
        container = await stack.enter_async_context(open_container(database))
        container.people.passwords.hasher = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
        return stack, await World(App(container), "private").make()

    with asyncio.Runner() as runner:
        stack, world = runner.run(opened())
        yield Bench(runner, world)
        runner.run(stack.aclose())


def test_no_answer_is_our_fault_and_each_is_described(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print(f"TRAINSHED_SEED={SEED} TRAINSHED_EXAMPLES={EXAMPLES}")
    schema = schemathesis.openapi.from_dict(bench.document())
    found = [operation.ok() for operation in schema.get_all_operations() if isinstance(operation, Ok)]
    assert len(found) > 40
    wrong = [
        line for operation in found for mode in schemathesis.GenerationMode for line in looked(bench, operation, mode)
    ]
    assert not wrong, "\n\n".join(wrong)


def looked(bench: Bench, operation: Any, mode: schemathesis.GenerationMode) -> list[str]:
    """Faults in the responses of one route."""

    @seed(f"{SEED} {operation.label} {mode}")
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode), real=st.booleans())
    def check(case: schemathesis.Case[Any], real: bool) -> None:
        answer = bench.send(case, real)
        # Of a stream of events the description says that it is text; Schemathesis wants a schema of each.
        events = answer.headers.get("content-type", "").startswith("text/event-stream")
        case.validate_response(answer, checks=CHECKS[:-1] if events else CHECKS)

    try:
        check()
    except Unsatisfiable:
        return []  # nothing can be wrong with a request that has no parts
    except FailureGroup as group:
        return [f"{operation.label}: {failure}" for failure in group.exceptions]
    return []
