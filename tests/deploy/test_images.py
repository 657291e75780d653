"""What the Containerfiles in deploy/ copy into their images: what installing needs, and nothing else of the tree."""

from __future__ import annotations

import re
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
FILES = sorted([*DEPLOY.rglob("*Containerfile"), *DEPLOY.rglob("*Dockerfile")])

NEEDED = ("LICENSE", "NOTICE", "README.md", "pyproject.toml", "src/trainshed/__init__.py", "src/trainshed/locale/x.mo")
UNWANTED = (
    *(
        ".git/config",
        ".venv/bin/python",
        ".venv-3.12/lib/big.so",
        ".mypy_cache/x.json",
        ".ci/run",
        ".env",
        "deploy/.env",
    ),
    *("deploy/compose.yaml", "tests/conftest.py", "docs/img/big.png", "runs/games/000000000-000000100.parquet"),
    *("build/lib.so", "bench/costs.py", "studies/x/games/x.parquet", "dist/trainshed-0.1.0.tar.gz"),
    *("src/trainshed/__pycache__/wire.pyc", "src/trainshed/kernel/__pycache__/game.pyc", "requirements/ci.txt"),
)
WHEEL = "dist/trainshed-0.1.0-py3-none-any.whl"


def sources(file: Path) -> list[str]:
    """The sources of all COPY and ADD instructions that take files from the build context."""
    text = file.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = re.findall(r"^\s*(?:COPY|ADD)\s+(.*)$", text, re.M | re.I)
    return [
        source
        for line in lines
        if "--from=" not in line
        for source in [word for word in line.split() if not word.startswith("--")][:-1]
    ]


def pattern(text: str) -> re.Pattern[str]:
    """A pattern of an ignore file: `*` stays in one folder, `**` does not, and a folder includes its files."""
    made = re.escape(text.strip("/")).replace(r"\*\*/", "(?:.*/)?").replace(r"\*", "[^/]*")
    return re.compile(rf"{made}(?:/.*)?")


def in_context(file: Path, path: str) -> bool:
    """Whether a path is in the build context: the last pattern of the Containerfile's ignore file decides, if any."""
    ignore = file.with_name(f"{file.name}.dockerignore")
    kept = True
    for line in ignore.read_text(encoding="utf-8").split() if ignore.is_file() else []:
        if pattern(line.removeprefix("!")).fullmatch(path):
            kept = line.startswith("!")
    return kept


def copied(file: Path, paths: tuple[str, ...]) -> set[str]:
    """The paths of a source tree that end up in the image."""
    found = set()
    for source in sources(file):
        for path in paths:
            folders = [path, *map(str, Path(path).parents)]
            if any(fnmatchcase(each, source) and each.count("/") == source.count("/") for each in folders):
                found |= {path} if in_context(file, path) else set()
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(DEPLOY)))
def test_image_has_nothing_but_what_installing_needs(file: Path) -> None:
    (pinned,) = [source for source in sources(file) if source.startswith("requirements/")]
    needed = {*NEEDED, pinned}
    tree = (*needed, *UNWANTED, WHEEL)
    assert copied(file, tree) - {WHEEL} == needed
    for path in UNWANTED:
        assert not in_context(file, path), f"{path} is sent to the builder"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(DEPLOY)))
def test_copied_files_exist(file: Path) -> None:
    for source in sources(file):
        assert (ROOT / source).exists() or "*" in source, source
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {build["readme"], *build["license-files"]} <= set(sources(file))


def test_both_images_are_tested() -> None:
    assert [str(file.relative_to(DEPLOY)) for file in FILES] == ["Containerfile", "ray/Containerfile"]


def test_cluster_image_can_install_a_built_wheel() -> None:
    file = DEPLOY / "ray" / "Containerfile"
    assert copied(file, (WHEEL,)) == {WHEEL}
    text = file.read_text(encoding="utf-8")
    assert "--build-arg TRAINSHED=trainshed-….whl" in text
    assert re.search(r"^COPY .* dist/\*\.whl \./$", text, re.M), "the wheel lies where pip looks for it"
