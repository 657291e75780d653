"""Content packs: what a publisher printed, as TOML with sources; loading, checking, digest."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from trainshed.kernel.rulebook import Readable

T = TypeVar("T")

SAYINGS = frozenset({"source", "confidence", "clauses", "note"})
"""Keys with information about the content (metadata). The digest ignores them."""


class ContentError(ValueError):
    """A content pack that cannot be used."""


class Origin(msgspec.Struct, frozen=True):
    """Where a piece of content comes from, and how sure we are of it."""

    path: str
    source: str
    confidence: str
    note: str

    @property
    def reconstructed(self) -> bool:
        return "reconstructed" in self.source


class Pack:
    """The parsed content of a title. Values are read by dotted paths, and every error names the path."""

    def __init__(self, data: dict[str, Any], name: str = "content") -> None:
        self.data = data
        self.name = name
        self.digest = digest(data)

    @classmethod
    def read(cls, file: Readable) -> Pack:
        try:
            return cls(tomllib.loads(file.read_text(encoding="utf-8")), str(file))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise ContentError(f"{file}: {error}") from error

    def get(self, path: str) -> Any:
        value: Any = self.data
        for key in path.split("."):
            if not isinstance(value, dict) or key not in value:
                raise ContentError(f"{self.name}: {path} is missing")
            value = value[key]
        return value

    def number(self, path: str) -> int:
        return self.take(path, int)

    def text(self, path: str) -> str:
        return self.take(path, str)

    def flag(self, path: str) -> bool:
        return self.take(path, bool)

    def take(self, path: str, kind: type[T]) -> T:
        """A value of exactly this type, which may be a Struct or a container such as list[int]."""
        value = self.get(path)
        try:
            return msgspec.convert(without_sayings(value), kind, strict=True)
        except msgspec.ValidationError as error:
            raise ContentError(f"{self.name}: {path}: {error}") from error

    def origins(self) -> Iterator[Origin]:
        """Every part of the pack that names its source."""
        yield from _origins(self.data, "")


def without_sayings(value: Any) -> Any:
    """The same content without its metadata, the keys in `SAYINGS`."""
    if isinstance(value, dict):
        return {k: without_sayings(v) for k, v in value.items() if k not in SAYINGS}
    if isinstance(value, list):
        return [without_sayings(v) for v in value]
    return value


def digest(data: dict[str, Any]) -> str:
    """The digest that identifies a pack: SHA-256 of its canonical JSON without metadata."""
    plain = json.dumps(without_sayings(data), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(plain.encode()).hexdigest()


def _origins(value: Any, path: str) -> Iterator[Origin]:
    if isinstance(value, dict):
        if "source" in value and "confidence" in value:
            yield Origin(
                path or "(all)",
                str(value["source"]),
                str(value["confidence"]),
                str(value.get("note", "")),
            )
        for key, inner in value.items():
            yield from _origins(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _origins(inner, f"{path}[{index}]")
