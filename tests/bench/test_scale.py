"""The capacity model in docs/scale.md is computed from the stored figures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_page_is_as_new_as_the_figures() -> None:
    done = subprocess.run(
        [sys.executable, "bench/scale.py"], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-1] == "0 lines of docs/scale.md are old"
