"""Content packs: what a publisher printed, as TOML with sources; loading, checking, digest, differences.

A pack that is not built in comes from somebody's file: it is read within limits (`MOST_BYTES` …), and compared with the
built-in pack of its title (`check_like`) before the rules read it.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any, Final, TypeVar

import msgspec

from trainshed.kernel.rulebook import Readable

T = TypeVar("T")

SAYINGS = frozenset({"source", "confidence", "clauses", "note"})
"""Keys with information about the content (metadata). The digest ignores them."""

MOST_BYTES: Final = 200_000
"""The longest file of a pack; the longest built-in one has 52,000 bytes."""
MOST_VALUES: Final = 10_000
DEEPEST: Final = 12
LONGEST_TEXT: Final = 1_000
LONGEST_KEY: Final = 60


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
        self.released = False
        """It was the built-in pack of some release, and need not be like that of another one."""

    @classmethod
    def read(cls, file: Readable) -> Pack:
        """The pack of a file, which must be within the limits."""
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ContentError(f"{file}: {error}") from error
        return cls.parse(text, str(file))

    @classmethod
    def parse(cls, text: str, name: str) -> Pack:
        """The pack of a TOML text, which must be within the limits."""
        _check_length(text, name)
        try:
            # A line that ends in CR LF means the same, also inside of a text of several lines.
            data = tomllib.loads(text.replace("\r\n", "\n"))
        except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
            raise ContentError(f"{name}: {_first_line(error)}") from error
        _check_limits(data, name)
        return cls(data, name)

    @classmethod
    def unpack(cls, text: str, name: str) -> Pack:
        """The pack that `packed` has written, which must be within the limits."""
        _check_length(text, name)
        try:
            data = json.loads(text, parse_constant=_no_number)
        except (RecursionError, ValueError) as error:
            raise ContentError(f"{name}: {_first_line(error)}") from error
        if not isinstance(data, dict):
            raise ContentError(f"{name}: not a content pack")
        _check_limits(data, name)
        return cls(data, name)

    def packed(self) -> str:
        """The content as one line of JSON, with the clauses that boards cite, without what else is only said of it."""
        return json.dumps(_without(self.data, SAYINGS - {"clauses"}), separators=(",", ":"), ensure_ascii=False)

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
            raise ContentError(f"{self.name}: {_located(path, str(error))}") from error

    def origins(self) -> Iterator[Origin]:
        """Every part of the pack that names its source."""
        yield from _origins(self.data, "")


def without_sayings(value: Any) -> Any:
    """The same content without its metadata, the keys in `SAYINGS`."""
    return _without(value, SAYINGS)


def _without(value: Any, keys: frozenset[str]) -> Any:
    if isinstance(value, dict):
        return {k: _without(v, keys) for k, v in value.items() if k not in keys}
    if isinstance(value, list):
        return [_without(v, keys) for v in value]
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


# ---------------------------------------------------------------- errors and limits

WHERE: Final = re.compile(r"(.*) - at `\$(.*)`", re.DOTALL)
"""How msgspec says where an error is."""


def _located(path: str, error: str) -> str:
    """An error of msgspec with its place in the pack: `card, row 3, count: Expected `int`, got `str``."""
    found = WHERE.fullmatch(error)
    if found is None:
        return f"{path}: {error}"
    return f"{_place(path + found[2])}: {found[1]}"


def _place(path: str) -> str:
    """A path as people count: `card[2].count` is in row 3."""
    parts = re.sub(r"\[(\d+)\]", lambda index: f", row {int(index[1]) + 1}, ", path).replace("[...]", "")
    return parts.replace(", .", ", ").replace(", , ", ", ").rstrip(", ")


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0][:200]


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number of a pack")


def _check_length(text: str, name: str) -> None:
    if len(text) > MOST_BYTES or len(text.encode(errors="replace")) > MOST_BYTES:
        raise ContentError(f"{name}: a content pack has at most {MOST_BYTES:,} bytes")


def _check_limits(data: dict[str, Any], name: str) -> None:
    """Refuse what could not be a pack: too deep, too much of it, or values of other types."""
    left = MOST_VALUES

    def check(value: Any, path: str, depth: int) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise ContentError(f"{name}: a content pack has at most {MOST_VALUES:,} values")
        if depth > DEEPEST:
            raise ContentError(f"{name}: {_place(path)[:80]}: nested too deeply")
        if isinstance(value, dict):
            for key, inner in value.items():
                if not isinstance(key, str) or not 0 < len(key) <= LONGEST_KEY or not key.isprintable():
                    raise ContentError(f"{name}: {_place(path)[:80]}: {str(key)[:20]!r} is no name")
                check(inner, f"{path}.{key}" if path else key, depth + 1)
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                check(inner, f"{path}[{index}]", depth + 1)
        elif isinstance(value, str):
            if len(value) > LONGEST_TEXT or not value.isprintable():
                raise ContentError(
                    f"{name}: {_place(path)}: a text has at most {LONGEST_TEXT:,} characters, on one line"
                )
        elif not isinstance(value, bool) and not (isinstance(value, int) and abs(value) < 2**31):
            raise ContentError(
                f"{name}: {_place(path)}: {str(value)[:20]} is neither a text, a whole number nor a flag"
            )

    check(data, "", 0)


# ---------------------------------------------------------------- likeness to the built-in pack


class Likeness:
    """What the built-in pack has at one place, all rows of a list taken together."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.lowest = 0
        self.highest = 0
        self.length = 0
        """The longest list, or the most keys of a table."""

    def see(self, value: Any) -> None:
        self.kinds.add(_kind(value))
        if isinstance(value, bool):
            return
        if isinstance(value, int):
            self.lowest, self.highest = min(self.lowest, value), max(self.highest, value)
        elif isinstance(value, (list, dict)):
            self.length = max(self.length, len(value))

    @property
    def least(self) -> int:
        return 10 * self.lowest

    @property
    def most(self) -> int:
        return max(10, 10 * self.highest)

    @property
    def longest(self) -> int:
        return 10 + 3 * self.length


KINDS: Final = {bool: "a flag", int: "a whole number", str: "a text", list: "a list", dict: "a table"}


def _kind(value: Any) -> str:
    return KINDS.get(type(value), "something else")


def check_like(pack: Pack, built_in: Pack) -> None:
    """Refuse a pack whose values differ from the built-in pack in kind, or by more than ten times in size.

    Whether the rules can play with it is another question: this bounds what they are given.
    """
    known: dict[str, Likeness] = {}
    for path, value in _values(without_sayings(built_in.data), ""):
        known.setdefault(_general(path), Likeness()).see(value)
    for key in built_in.data:
        if key not in pack.data:
            raise ContentError(f"{pack.name}: {key} is missing")
    for key in pack.data:
        if key not in built_in.data and key not in SAYINGS:
            raise ContentError(f"{pack.name}: {key[:40]} is no part of this content")
    for path, value in _values(without_sayings(pack.data), ""):
        like = known.get(_general(path), OTHER)
        if like is not OTHER and _kind(value) not in like.kinds:
            raise ContentError(
                f"{pack.name}: {_place(path)}: {_kind(value)}, and not {' or '.join(sorted(like.kinds))}"
            )
        if isinstance(value, bool):
            continue
        if isinstance(value, int) and not like.least <= value <= like.most:
            raise ContentError(f"{pack.name}: {_place(path)}: {value} is not from {like.least} to {like.most}")
        if isinstance(value, (list, dict)) and len(value) > like.longest:
            raise ContentError(f"{pack.name}: {_place(path)}: {len(value)} entries are more than {like.longest}")


OTHER: Final = Likeness()
"""What is expected where the built-in pack has nothing."""


def _general(path: str) -> str:
    """A path without the numbers of rows: all rows of a list are alike."""
    return re.sub(r"\[\d+\]", "[]", path)


def _values(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Every value inside of another one, with its path: tables and lists before what they hold."""
    if path:
        yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _values(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _values(inner, f"{path}[{index}]")


# ---------------------------------------------------------------- differences


class Difference(msgspec.Struct, frozen=True):
    """A place where two packs differ: what stands there in the one and in the other; empty where there is nothing."""

    place: str
    was: str
    now: str

    def __str__(self) -> str:
        return f"{self.place}: {self.was or '-'} → {self.now or '-'}"


def differences(before: Pack, after: Pack) -> list[Difference]:
    """Where the content of two packs differs, in the order of the first."""
    return list(_differences(without_sayings(before.data), without_sayings(after.data), ""))


def _differences(was: Any, now: Any, path: str) -> Iterator[Difference]:
    if type(was) is type(now) and was == now:
        return
    if isinstance(was, dict) and isinstance(now, dict):
        for key in [*was, *(key for key in now if key not in was)]:
            inner = f"{path}.{key}" if path else key
            yield from _differences(was.get(key, NOTHING), now.get(key, NOTHING), inner)
    elif isinstance(was, list) and isinstance(now, list) and any(isinstance(row, dict) for row in [*was, *now]):
        yield from _different_rows(was, now, path)
    else:
        yield Difference(_place(path), _short(was), _short(now))


def _different_rows(was: list[Any], now: list[Any], path: str) -> Iterator[Difference]:
    """Rows are compared one by one; where some were added or removed, those that stayed are found first."""
    if len(was) == len(now):
        for index, (old, new) in enumerate(zip(was, now, strict=True)):
            yield from _differences(old, new, f"{path}[{index}]")
        return
    old, new = ([json.dumps(row, sort_keys=True) for row in rows] for rows in (was, now))
    for kind, begin, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        for offset in range(max(end - begin, last - first)):
            has, gets = begin + offset < end, first + offset < last
            index = first + offset if gets else begin + offset
            yield from _differences(
                was[begin + offset] if has else NOTHING, now[first + offset] if gets else NOTHING, f"{path}[{index}]"
            )


NOTHING: Final = object()


def _short(value: Any) -> str:
    if value is NOTHING:
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else f"{text[:39]}…"
