"""`trainshed content`, and `--pack`: an owner copies a pack, corrects it, and plays with it."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from trainshed.cli import run
from trainshed.cli.content import checked
from trainshed.kernel.record import read, verify
from trainshed.kernel.registry import game, titles

RELEASED = Path("tests/golden/packs.txt")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A pack as its owner has corrected it: each player gets three cards."""
    file = tmp_path / "own.toml"
    assert run(["content", "export", "lok-n-roll", str(file)]) == 0
    file.write_text(file.read_text(encoding="utf-8").replace("hand = 2", "hand = 3"), encoding="utf-8")
    return file


Said = Callable[[], str]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """What was printed since, on either stream."""
    return lambda: "".join(capsys.readouterr())


def test_export_never_overwrites_corrections(own: Path, said: Said) -> None:
    assert run(["content", "export", "lok-n-roll"]) == 0
    assert "hand = 2" in said()
    assert run(["content", "export", "lok-n-roll", str(own)]) == 1
    assert "hand = 3" in own.read_text(encoding="utf-8")
    assert run(["content", "export", "chess"]) == 1
    assert "no title 'chess'" in said()


def test_check_lists_what_differs_and_names_file_row_and_field(own: Path, said: Said) -> None:
    said()
    assert run(["content", "check", str(own)]) == 0
    out = said()
    assert "  setup.hand: 2 → 3\n" in out
    assert "Lok'n'Roll with 1 change, digest " in out
    text = own.read_text(encoding="utf-8")
    for old, new, fault in (
        ("hand = 3", 'hand = "three"', "setup.hand: a text, and not a whole number"),
        ("count = 4\n", "count = 4000\n", "dice.count: 4000 is not from 0 to"),
        ('game = "lok_n_roll"', 'game = "whist"', "meta.game is not that of a title"),
        ("[dice]", "[dice", "(at line "),
    ):
        own.write_text(text.replace(old, new, 1), encoding="utf-8")
        assert run(["content", "check", str(own)]) == 1
        line = said()
        assert line.startswith(f"trainshed: {own}: ")
        assert fault in line
        assert line.count("\n") == 1


def test_games_and_studies_with_an_own_pack_name_it_and_embed_it(
    own: Path, said: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
    save = tmp_path / "game.train"
    assert run(["play", "lok-n-roll", "--pack", str(own), "--seed", "1", "--save", str(save)]) == 0
    assert "Not the built-in content:\n  setup.hand: 2 → 3\n" in said()
    assert verify(read(save.read_text(encoding="utf-8"))).rows
    assert run(["verify", str(save)]) == 0
    assert "setup.hand: 2 → 3" in said()
    games = tmp_path / "games"
    args = ["--games", "2", "--jobs", "1", "--bots", "random", "--json", "--save", str(games)]
    assert run(["sim", "lok-n-roll", "--pack", str(own), *args]) == 0
    digest = json.loads(said().splitlines()[0])["pack"]
    assert digest == checked(own, None).pack.digest
    assert {read(file.read_text(encoding="utf-8")).pack for file in games.iterdir()} == {digest}
    assert run(["sim", "lok-n-roll", "--from", str(save), "--pack", str(own)]) == 1
    assert "seats, options and content come from the record" in said()


def test_the_pack_of_every_release_is_found_by_its_digest() -> None:
    """A corrected `content.toml` is a new line here; the old file goes to `former/DIGEST.toml` beside it."""
    lines = [line.split() for line in RELEASED.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    known = {(slug, digest) for slug, digest in lines}
    for slug in titles():
        if slug in {title for title, _ in known}:
            assert (slug, game(slug).pack.digest) in known, f"{slug}: its content has changed, and RELEASED lacks it"
    for slug, digest in known:
        assert game(slug, 1, digest).pack.digest == digest
