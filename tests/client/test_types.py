"""The client agrees with the OpenAPI description: every operation, its arguments, and its result."""

from __future__ import annotations

import inspect
from collections.abc import AsyncGenerator
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pytest

from trainshed import wire
from trainshed.client import Client
from trainshed.client.errors import NAMED
from trainshed.service.base import errors
from trainshed.web.api.openapi import REF, described
from trainshed.web.app import litestar

API = described(litestar())
OPERATIONS = {
    op["operationId"]: (path, method, op) for path, item in API["paths"].items() for method, op in item.items()
}
OWN = {"close", "headers", "reading", "send"}
"""Methods of the client that are no operations."""


def plain(schema: Any) -> Any:
    """A schema without titles and descriptions."""
    if isinstance(schema, dict):
        return {key: plain(part) for key, part in schema.items() if key not in ("description", "title")}
    return [plain(part) for part in schema] if isinstance(schema, list) else schema


def properties(schema: Any) -> Any:
    """The fields of a body, and which are required; fields named `title` and `description` too."""
    found = API["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return found["properties"], found.get("required", [])


def good(operation: Any) -> Any:
    """The schema of a success; None for no body or one that is not JSON."""
    answer = next(part for status, part in operation["responses"].items() if status.startswith("2"))
    for media, content in answer.get("content", {}).items():
        if media not in ("text/plain", "text/event-stream"):
            return content["schema"]
    return None


def test_every_operation_is_a_method() -> None:
    methods = {name for name, _ in inspect.getmembers(Client, inspect.isfunction) if not name.startswith("_")}
    assert methods - OWN == set(OPERATIONS)


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_it_takes_what_the_operation_asks_for(name: str) -> None:
    _, _, operation = OPERATIONS[name]
    signature = inspect.signature(getattr(Client, name))
    takes = {key: part for key, part in signature.parameters.items() if key != "self"}
    asked = {part["name"].lower().replace("-", "_") for part in operation.get("parameters", [])}
    needed = {part["name"] for part in operation.get("parameters", []) if part.get("required")}
    if "requestBody" in operation:
        fields, required = properties(operation["requestBody"]["content"]["application/json"]["schema"])
        asked |= set(fields)
        needed |= set(required)
    assert set(takes) == asked
    assert {key for key, part in takes.items() if part.default is inspect.Parameter.empty} == needed


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_it_gives_what_the_operation_answers(name: str) -> None:
    """Given the client's type of an answer, when it is described as the server's is, then nothing differs."""
    _, _, operation = OPERATIONS[name]
    gives: Any = get_type_hints(getattr(Client, name))["return"]
    if get_origin(gives) is AsyncGenerator:
        gives = get_args(gives)[0]
        if name == "watch":
            gives = wire.TableView  # events have no schema of their own
    expected = good(operation)
    if expected is None and name != "watch":
        assert gives in (type(None), str)
        return
    if "204" in operation["responses"]:
        gives = msgspec.inspect.type_info(gives)
        assert isinstance(gives, msgspec.inspect.UnionType)
        gives = next(part.cls for part in gives.types if isinstance(part, msgspec.inspect.StructType))
    (schema,), components = msgspec.json.schema_components([gives], ref_template=REF)
    if expected is not None and "discriminator" not in expected:
        assert plain(schema) == plain(expected)
    for component, mine in components.items():
        same(mine, API["components"]["schemas"][component], component)


def same(mine: Any, theirs: Any, name: str) -> None:
    mine = msgspec.json.decode(msgspec.json.encode(mine))  # defaults as they are in JSON
    assert sorted(mine["properties"]) == sorted(theirs["properties"]), name
    for field, part in mine["properties"].items():
        assert plain(part) == plain(theirs["properties"][field]), (name, field)
    assert sorted(mine.get("required", [])) == sorted(theirs.get("required", [])), name


def test_every_line_and_problem_is_known() -> None:
    for kind in [wire.Problem, *get_args(wire.PersonMessage), *get_args(wire.TableMessage)]:
        _, components = msgspec.json.schema_components([kind], ref_template=REF)
        for component, mine in components.items():
            same(mine, API["components"]["schemas"][component], component)


def test_every_error_has_a_class() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.ServiceError)]
    assert {kind.name for kind in kinds if kind is not errors.ServiceError} == set(NAMED)
