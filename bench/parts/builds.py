"""The compiled build of this tree, made once for each state of its source.

`python -m bench.parts.builds` prints the folder to put on PYTHONPATH.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "build" / "compiled"


def source_digest() -> str:
    """Everything that a wheel is made of."""
    files = sorted(path for path in (ROOT / "src").rglob("*") if path.suffix in (".py", ".toml"))
    text = hashlib.sha256(sys.version.encode())
    for path in [ROOT / "pyproject.toml", *files]:
        text.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return text.hexdigest()[:16]


def compiled_site() -> Path:
    """A folder with the compiled package, built outside the tree so that no module is left in `src`."""
    site = KEPT / source_digest()
    if site.is_dir():
        return site
    with tempfile.TemporaryDirectory() as scratch:
        build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", f"{scratch}/dist", str(ROOT)]
        environment = {**os.environ, "HATCH_BUILD_HOOK_ENABLE_MYPYC": "1"}
        made = subprocess.run(build, env=environment, capture_output=True, text=True, check=False)
        if made.returncode:
            raise SystemExit(made.stdout + made.stderr)
        (wheel,) = Path(scratch, "dist").glob("*.whl")
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
        subprocess.run([*install, "--target", f"{scratch}/site", str(wheel)], check=True)
        shutil.rmtree(KEPT, ignore_errors=True)
        KEPT.mkdir(parents=True)
        shutil.move(f"{scratch}/site", site)
    return site


if __name__ == "__main__":
    print(compiled_site())
