"""docs/a-move.md names functions that exist, none of which knows its caller."""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

from tests.support.readme import ROOT

PAGE = ROOT / "docs" / "a-move.md"
SOURCE = ROOT / "src" / "trainshed"
MOST_HOPS = 28


class Hop(NamedTuple):
    """A row of the page's tables."""

    number: int
    caller: str
    """The number of the hop that calls it; with an arrow, where its message comes from."""
    file: str
    function: str


ROW = re.compile(r"^\| (\d+) \| ([⇢ \d]*?) ?\| `([^`]+)` \| `([^`]+)` \|", re.M)
HOPS = [Hop(int(number), *rest) for number, *rest in ROW.findall(PAGE.read_text(encoding="utf-8"))]


def defined(hop: Hop) -> bool:
    """Is there such a function in the file?"""
    text = (SOURCE / hop.file).read_text(encoding="utf-8")
    if hop.file.endswith(".js"):
        return re.search(rf"function {hop.function}\(", text) is not None
    scope: list[ast.stmt] = ast.parse(text).body
    *classes, name = hop.function.split(".")
    for each in classes:
        found = [node for node in scope if isinstance(node, ast.ClassDef) and node.name == each]
        scope = found[0].body if found else []
    return any(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name for node in scope)


def imports(file: str) -> set[str]:
    """The modules of ours that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse((SOURCE / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return found


def module(file: str) -> str:
    return f"trainshed.{file.removesuffix('.py').replace('/', '.')}"


def test_there_are_few_hops() -> None:
    assert [hop.number for hop in HOPS] == list(range(1, len(HOPS) + 1))
    assert 20 < len(HOPS) <= MOST_HOPS


def test_every_function_exists() -> None:
    assert [hop for hop in HOPS if not defined(hop)] == []
    assert not defined(Hop(0, "", "web/app.py", "App.nothing"))


def test_no_hop_knows_its_caller() -> None:
    calls = [(HOPS[int(hop.caller) - 1], hop) for hop in HOPS if hop.caller.isdigit()]
    assert len(calls) > 20
    assert all(caller.number < hop.number for caller, hop in calls)
    python = [(caller, hop) for caller, hop in calls if caller.file.endswith(".py") and caller.file != hop.file]
    assert [hop for caller, hop in python if module(caller.file) in imports(hop.file)] == []
    assert module("web/http/authentication.py") in imports("web/api/fast_path.py"), "imports are found"
