"""The service under kills, races and replacements; each measurement has servers of its own and says what is wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "options"),
    [("bench.chaos", ["--seconds", "60"]), ("bench.race", ["--short"]), ("bench.rolling", ["--short"])],
)
def test_nothing_is_lost(module: str, options: list[str]) -> None:
    seed = os.environ.get("TRAINSHED_SEED", "1")
    done = subprocess.run(
        [sys.executable, "-m", module, *options, "--seed", seed],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    print(done.stdout)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr[-4000:]}"
