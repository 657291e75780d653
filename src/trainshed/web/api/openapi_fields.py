"""Reads source code for the OpenAPI description: definitions, and the strings below the fields of Structs."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec


def notes(kinds: Iterable[Any]) -> dict[str, dict[str, str]]:
    """The descriptions of fields, by the name of the Struct, for every Struct that these types are made of."""
    found = {}
    for record in records(kinds):
        explained = _fields(record)
        if explained:
            found[record.__name__] = explained
    return found


def records(kinds: Iterable[Any]) -> set[type]:
    """Every Struct that these types are made of."""
    found: set[type] = set()
    for kind in kinds:
        _collect(msgspec.inspect.type_info(kind), found)
    return found


def _collect(node: Any, found: set[type]) -> None:
    if isinstance(node, msgspec.inspect.StructType):
        if node.cls in found:
            return
        found.add(node.cls)
    for part in _parts(node):
        _collect(part, found)


def _parts(node: Any) -> Iterator[Any]:
    if isinstance(node, msgspec.inspect.Type | msgspec.inspect.Field):
        for name in node.__struct_fields__:
            value = getattr(node, name)
            yield from value if isinstance(value, tuple) else (value,)


def _fields(record: type) -> dict[str, str]:
    tree = defined(record)
    if not isinstance(tree, ast.ClassDef):
        return {}
    found = {}
    for field, below in pairwise(tree.body):
        if not (isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)):
            continue
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) and isinstance(below.value.value, str):
            found[field.target.id] = inspect.cleandoc(below.value.value)
    return found


def defined(thing: Any) -> ast.stmt | None:
    """The syntax tree of a class or function of a module; None where there is no source."""
    return _definitions(thing.__module__).get(thing.__name__)


@cache
def _definitions(module: str) -> dict[str, ast.stmt]:
    # inspect.getsource(thing) would read and parse the whole module again for each thing in it.
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (OSError, TypeError):
        return {}
    kinds = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    return {node.name: node for node in tree.body if isinstance(node, kinds)}
