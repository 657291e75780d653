"""The example of docs/many-games.md runs as it stands, with the same result on one process and on two."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.support.readme import BLOCK, ROOT


def test_the_example_runs(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "many-games.md").read_text(encoding="utf-8")
    (example,) = [match["text"] for match in BLOCK.finditer(page) if match["kind"] == "python"]
    assert "jobs=2" in example
    printed = []
    for jobs in ("jobs=1", "jobs=2"):
        script = tmp_path / "study.py"
        script.write_text(example.replace("jobs=2", jobs), encoding="utf-8")
        done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stderr
        printed.append(done.stdout)
    assert printed[0] == printed[1]
    assert printed[0].startswith("[(")
