"""Malformed requests against a web process of its own, in the short form."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_no_malformed_request_is_our_fault() -> None:
    seed = os.environ.get("TRAINSHED_SEED", "1")
    done = subprocess.run(
        [sys.executable, "-m", "bench.malformed", "--short", "--seed", seed],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    print(done.stdout)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr[-4000:]}"
