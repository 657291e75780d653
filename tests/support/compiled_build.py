"""The compiled build of this tree, made once for each state of its source.

`python -m tests.support.compiled_build` prints the folder to put on PYTHONPATH. With `--quick` the compiler optimises
less, which takes it half of the time: for checks, not for measurements.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import trainshed.kernel.game

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "build" / "compiled"
OPTIMISED = 'opt_level = "3"'


def source_digest() -> str:
    """A digest of everything that a wheel is made of."""
    files = sorted(path for path in (ROOT / "src").rglob("*") if path.suffix in (".py", ".toml"))
    text = hashlib.sha256(sys.version.encode())
    for path in [ROOT / "pyproject.toml", *files]:
        text.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return text.hexdigest()[:16]


def compiled_site(quick: bool = False) -> Path:
    """A folder with the compiled package, built outside the tree so that no module is left in `src`."""
    site = KEPT / (source_digest() + ("-quick" if quick else ""))
    if site.is_dir():
        return site
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch, "tree")
        shutil.copytree(ROOT / "src", tree / "src", ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE"):
            shutil.copy(ROOT / name, tree / name)
        if quick:
            settings = (tree / "pyproject.toml").read_text(encoding="utf-8")
            assert OPTIMISED in settings
            (tree / "pyproject.toml").write_text(settings.replace(OPTIMISED, 'opt_level = "1"'), encoding="utf-8")
        build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", f"{scratch}/dist", str(tree)]
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


def is_compiled() -> bool:
    """Whether the rules that this process has loaded were compiled."""
    return str(trainshed.kernel.game.__file__).endswith((".so", ".pyd"))


def own_fields(kind: type) -> set[str]:
    """The attributes that a class of the rules declares itself, on either build: mypyc keeps no `__slots__`."""
    compiled: tuple[str, ...] | None = getattr(kind, "__mypyc_attrs__", None)
    if compiled is None:
        return set(kind.__dict__["__slots__"])
    return set(compiled) - {name for base in kind.__mro__[1:] for name in getattr(base, "__mypyc_attrs__", ())}


if __name__ == "__main__":
    print(compiled_site(quick="--quick" in sys.argv[1:]))
