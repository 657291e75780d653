"""`trainshed content add` and `list`, on a server's database and at home."""

from __future__ import annotations

from pathlib import Path

import pytest

from trainshed.cli import run
from trainshed.cli.content import checked
from trainshed.cli.home import store_packs
from trainshed.service.ops.backup import connected
from trainshed.service.packs.pack_store import stored_packs


def test_an_operator_adds_a_pack_and_at_home_the_owner_does(
    own_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def said() -> str:
        return "".join(capsys.readouterr())

    monkeypatch.setenv("TRAINSHED_DATABASE", own_database)
    own = tmp_path / "own.toml"
    assert run(["content", "export", "lok-n-roll", str(own)]) == 0
    own.write_text(own.read_text(encoding="utf-8").replace("hand = 2", "hand = 3"), encoding="utf-8")
    said()
    assert run(["content", "add", str(own), "--name", "My box"]) == 0
    assert ": added." in said()
    assert run(["content", "add", str(own)]) == 0
    assert ": is there already." in said()
    assert run(["content", "list"]) == 0
    assert "lok-n-roll  added  My box\n1 content packs" in said()
    own.write_text(own.read_text(encoding="utf-8").replace("hand = 3", "hand = 4"), encoding="utf-8")
    store_packs(own_database, [(checked(own, None), "at home")])
    with connected(own_database) as connection:
        assert [pack.name for pack in stored_packs(connection)] == ["My box", "at home"]
    own.write_text(own.read_text(encoding="utf-8").replace("hand = 4", "hand = 2"), encoding="utf-8")
    assert run(["content", "add", str(own)]) == 1
    assert "this is the built-in content" in said()
