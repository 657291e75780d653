"""The libraries that the adapters need are optional extras."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_trainshed_needs_none_of_them(tmp_path: Path) -> None:
    code = (
        "import sys, trainshed\n"
        "for slug in trainshed.titles(): trainshed.game(slug)\n"
        "assert not {'numpy', 'pyspiel', 'pettingzoo', 'gymnasium'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
