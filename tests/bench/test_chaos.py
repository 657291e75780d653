"""The service while servers are killed: runs bench/chaos.py, which has servers of its own and reports what is wrong.

`.ci/nightly` runs it and the others (races, replacements, two hosts, malformed requests), and watches their times.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.seeds import SEED, size

pytestmark = pytest.mark.live

ROOT = Path(__file__).resolve().parents[2]
KILLS = ["--seconds", str(size(day=10, night=60)), "--recovery", "120"]
"""How quickly tables recover is measured on a quiet machine; here it is enough that they do."""


def test_nothing_is_lost() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench.chaos", *KILLS, "--seed", SEED],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )
    print(done.stdout)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr[-4000:]}"
