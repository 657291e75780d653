"""Content packs: typed reading, sources, and a digest of the content only."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from trainshed.kernel.content import ContentError, Pack, without_sayings

DATA: dict[str, Any] = {
    "dice": {"count": 4, "faces": [1, 1, 0], "source": "rulebook", "confidence": "high"},
    "names": {"first": "Ada", "loud": True},
    "card": [
        {"value": 1, "source": "reconstructed: a guess", "confidence": "low", "note": "replace it"},
        {"value": 2},
    ],
}


class Card(msgspec.Struct, forbid_unknown_fields=True):
    value: int


def pack() -> Pack:
    return Pack(DATA, "test")


def test_typed_reading() -> None:
    assert pack().number("dice.count") == 4
    assert pack().text("names.first") == "Ada"
    assert pack().flag("names.loud") is True
    assert pack().take("dice.faces", list[int]) == [1, 1, 0]
    assert pack().take("card", list[Card]) == [Card(1), Card(2)]


@pytest.mark.parametrize(
    ("path", "kind", "said"),
    [
        ("dice.colour", int, "test: dice.colour is missing"),
        ("dice.count.more", int, "test: dice.count.more is missing"),
        ("dice.count", str, "test: dice.count: "),
        ("names.first", int, "test: names.first: "),
        ("names.loud", int, "test: names.loud: "),
        ("card", list[int], "test: card, row 1: "),
    ],
)
def test_errors_name_the_path(path: str, kind: type[Any], said: str) -> None:
    with pytest.raises(ContentError) as error:
        pack().take(path, kind)
    assert str(error.value).startswith(said)


def test_origins() -> None:
    origins = list(pack().origins())
    assert [(origin.path, origin.confidence, origin.reconstructed) for origin in origins] == [
        ("dice", "high", False),
        ("card[0]", "low", True),
    ]
    assert origins[1].note == "replace it"


def test_the_digest_passes_over_what_is_only_said() -> None:
    said = {**DATA, "dice": {**DATA["dice"], "source": "another", "clauses": ["X-Y-01"]}, "note": "new"}
    changed = {**DATA, "dice": {**DATA["dice"], "count": 5}}
    ordered = dict(reversed(list(DATA.items())))
    assert Pack(said).digest == pack().digest == Pack(ordered).digest
    assert Pack(changed).digest != pack().digest
    assert without_sayings(DATA)["card"] == [{"value": 1}, {"value": 2}]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("a = [", encoding="utf-8")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")
    for file in (broken, binary, tmp_path / "missing.toml", tmp_path):
        with pytest.raises(ContentError):
            Pack.read(file)
