"""Helpers stand in tests/support, no test imports another test, no folder is crowded, and .ci/run forgets none."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = [file for folder in ("tests", "bench", "tools") for file in sorted((ROOT / folder).rglob("*.py"))]

MOST_MODULES = 16


def imported(file: Path) -> set[str]:
    """The modules that a file imports, with what is taken from each: it may be a module too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{name.name}" for name in node.names}
    return found


def misplaced(file: Path) -> set[str]:
    """What a file takes from tests that stands neither in its own folder nor in tests.support, or is itself a test."""
    folder = ".".join(file.parent.relative_to(ROOT).parts)
    allowed = ("tests.support.", *([f"{folder}."] if "." in folder else []))
    return {
        name
        for name in imported(file)
        if name.startswith("tests.") and (not name.startswith(allowed) or ".test_" in name)
    }


def test_shared_code_stands_in_support() -> None:
    found = {str(file.relative_to(ROOT)): names for file in FILES if (names := misplaced(file))}
    assert found == {}


def test_misplaced_imports_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.test_structure.ROOT", tmp_path)
    file = tmp_path / "tests" / "web" / "test_pages.py"
    file.parent.mkdir(parents=True)
    file.write_text("from tests.web.test_rights import World\nimport tests.browser.site\nimport tests.support.seeds\n")
    assert misplaced(file) == {"tests.web.test_rights.World", "tests.browser.site"}


def test_every_folder_of_tests_is_run() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    folders = {file.relative_to(ROOT).parts[1] for file in (ROOT / "tests").rglob("test_*.py")}
    named = set(re.findall(r"\btests/([\w.]+)", script))
    assert folders - named == set()


def crowded(root: Path) -> dict[str, int]:
    """The folders of src and tests with more modules than one can look over, and how many they have."""
    counts = Counter(file.parent.relative_to(root) for part in ("src", "tests") for file in (root / part).rglob("*.py"))
    return {str(folder): count for folder, count in counts.items() if count > MOST_MODULES}


def test_no_folder_is_crowded(tmp_path: Path) -> None:
    assert crowded(ROOT) == {}
    for number in range(17):
        (tmp_path / "src" / "shop").mkdir(parents=True, exist_ok=True)
        (tmp_path / "src" / "shop" / f"module_{number}.py").touch()
    assert crowded(tmp_path) == {"src/shop": 17}
