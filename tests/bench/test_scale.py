"""The capacity model in docs/scale.md is computed from the stored figures, and says what it leaves out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import trainshed
from bench.parts.capacity import TitleCosts, read
from bench.scale import BEGIN, omitted
from trainshed.kernel.registry import game

ROOT = Path(__file__).parents[2]


def scale() -> str:
    """Run the command that computes the page; what it prints."""
    done = subprocess.run(
        [sys.executable, "bench/scale.py"], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_the_page_is_as_new_as_the_figures() -> None:
    assert scale().splitlines()[-1] == "0 lines of docs/scale.md are old"


def test_note_on_top_names_what_the_model_leaves_out() -> None:
    costs, _ = read()
    note = omitted(costs)
    missing = [game(title).name for title in trainshed.titles() if title not in costs.titles]
    assert missing
    assert "turns_us" not in TitleCosts.__struct_fields__
    for part in (*missing, "`GET /t/…/turns`", "too optimistic"):
        assert part in note
    page = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
    heading, _, rest = page.partition("\n\n")
    assert heading == "# How far it carries"
    assert rest.startswith(f"{BEGIN}\n{note}\n")
    assert scale().startswith(note)
    results = (ROOT / "bench" / "RESULTS.md").read_text(encoding="utf-8")
    section = results.partition("### The capacity model")[2].partition("\n### ")[0]
    assert section.split("\n\n")[1].startswith("**Too optimistic**")
