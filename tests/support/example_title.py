"""Makes the example of `docs/new-title.md` a title of this process and of those that it starts, without installing it.

So whatever runs over `trainshed.titles()` is tried with a title that has rules and sentences and nothing else: no
board, no bot, no module of hints.
"""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from importlib import invalidate_caches
from pathlib import Path

from trainshed.kernel import plugins
from trainshed.kernel.registry import GROUP

SLUG = "shunting-yard"
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "shunting_yard"


def add_example() -> None:
    """Put the example and its entry point on the path."""
    known = Path(tempfile.mkdtemp(prefix="trainshed_example_"))
    atexit.register(shutil.rmtree, known, ignore_errors=True)
    facts = known / "shunting_yard-0.1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: shunting-yard\nVersion: 0.1.0\n", encoding="utf-8")
    points = f"[{GROUP}]\n{SLUG} = shunting_yard.game:YardGame\n"
    (facts / "entry_points.txt").write_text(points, encoding="utf-8")
    for folder in (str(EXAMPLE), str(known)):
        sys.path.insert(0, folder)
    before = os.environ.get("PYTHONPATH", "")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(known), str(EXAMPLE), *([before] if before else [])])
    invalidate_caches()
    plugins.installed.cache_clear()
