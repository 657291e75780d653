"""Where things stand and what they are called: helpers, folders, class names, and paths that documents name."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = [file for folder in ("tests", "bench", "tools") for file in sorted((ROOT / folder).rglob("*.py"))]

MOST_MODULES = 16


def nodes(text: str) -> Iterator[ast.Import | ast.ImportFrom | ast.ClassDef]:
    """The imports and classes of a module, wherever they stand. Expressions, which are most of a tree, are left out."""
    bodies: list[ast.AST] = [ast.parse(text)]
    while bodies:
        for node in ast.iter_child_nodes(bodies.pop()):
            if isinstance(node, ast.Import | ast.ImportFrom | ast.ClassDef):
                yield node
            if isinstance(node, ast.stmt | ast.excepthandler | ast.match_case):
                bodies.append(node)


def imported(file: Path) -> set[str]:
    """The modules that a file imports, each with the imported name, which may be a module too."""
    found: set[str] = set()
    for node in nodes(file.read_text(encoding="utf-8")):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{name.name}" for name in node.names}
    return found


def misplaced(file: Path) -> set[str]:
    """Imports of a file from tests that are neither in its own folder nor in tests.support, or that are tests."""
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


SAME_ERRORS = ("service/base/errors.py", "client/errors.py")
"""The client's errors have the names of the service's errors that they stand for."""


def ambiguous(root: Path) -> dict[str, list[str]]:
    """Class names of the package that stand for two things, and where.

    Titles are apart from each other: two of them may both have a `Player`, but none has a name of the rest.
    """
    places: dict[str, list[str]] = {}
    for file in sorted(root.rglob("*.py")):
        for node in nodes(file.read_text(encoding="utf-8")):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(file.relative_to(root).as_posix())

    def title(path: str) -> str:
        folder, _, rest = path.partition("/")
        return rest.partition("/")[0] if folder == "games" else ""

    def clear(paths: list[str]) -> bool:
        titles = [title(path) for path in paths]
        apart = "" not in titles and len(set(titles)) == len(titles)
        return len(paths) == 1 or apart or set(paths) == set(SAME_ERRORS)

    return {name: paths for name, paths in places.items() if not clear(paths)}


def test_a_class_name_means_one_thing(tmp_path: Path) -> None:
    assert ambiguous(ROOT / "src" / "trainshed") == {}
    for path in ("games/one/view.py", "games/two/view.py", "web/app.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("class View: ...\n" if "games" in path else "class App: ...\n")
    assert ambiguous(tmp_path) == {}
    (tmp_path / "web" / "app.py").write_text("class View: ...\nclass App: ...\nclass App: ...\n")
    assert ambiguous(tmp_path) == {
        "View": ["games/one/view.py", "games/two/view.py", "web/app.py"],
        "App": ["web/app.py", "web/app.py"],
    }


STORES = {
    "service/tables/rematches/rematch_store.py",
    "service/tables/seat_store.py",
    "service/tables/table_store.py",
}
SQL_OF_TABLES = re.compile(r"\b(?:FROM|UPDATE|INTO|JOIN) (?:tables|seats|rows|snapshots)\b")
SQL = re.compile(r"\b(?:SELECT [\w.*(]|INSERT INTO|UPDATE \w+ SET|DELETE FROM)")


def sql_elsewhere(root: Path) -> set[str]:
    """Modules with SQL of tables, seats, rows or snapshots that are not its stores, and all modules of web with SQL."""
    texts = {
        file.relative_to(root).as_posix(): file.read_text(encoding="utf-8")
        for file in root.rglob("*.py")
        if "migrations" not in file.parts
    }
    tables = {path for path, text in texts.items() if SQL_OF_TABLES.search(text)} - STORES
    return tables | {path for path, text in texts.items() if path.startswith("web/") and SQL.search(text)}


def test_sql_of_tables_stands_in_its_stores(tmp_path: Path) -> None:
    assert sql_elsewhere(ROOT / "src" / "trainshed") == set()
    for path in ("service/tables/seat_store.py", "service/worker.py", "service/migrations/0001.py", "web/status.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(
            '"SELECT id FROM tables"\n' if "service" in path else '"SELECT name FROM people"\n'
        )
    assert sql_elsewhere(tmp_path) == {"service/worker.py", "web/status.py"}


NAMED_PATH = re.compile(r"(?<![\w/])(?:bench|deploy|docs|examples|src|tests|tools)/[\w./-]*[\w*]")


def test_documents_name_files_that_exist() -> None:
    """Not those of decisions and the change log, which tell how things were."""
    pages = [*sorted(ROOT.glob("*.md")), ROOT / "bench" / "RESULTS.md", *sorted((ROOT / "docs").glob("*.md"))]
    pages.remove(ROOT / "CHANGELOG.md")
    named = {(page.name, path) for page in pages for path in NAMED_PATH.findall(page.read_text(encoding="utf-8"))}
    assert len(named) > 50
    assert {(page, path) for page, path in named if not any(ROOT.glob(path))} == set()
