"""Mutation tests of clauses: break one rule after another, and check that a test which cites its clause fails.

    python tests/mutations/run.py lok_n_roll [--only N] [--jobs 2]

`tests/mutations/TITLE.toml` lists breaks of a title's code or content: a file, a piece of one line that stands in it
exactly once, what to write instead, and the clause which that breaks. Each break is made in a copy of the title. It is
caught if all tests that cite the clause pass on the unbroken copy, and at least one of them fails on the broken one by
itself; a broken module that cannot even be imported proves nothing.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SECONDS = 180


@dataclass(frozen=True)
class Break:
    """A mutation: a wrong piece of one line in a title's rules."""

    number: int
    clause: str
    file: str
    old: str
    new: str


@dataclass(frozen=True)
class Verdict:
    """Whether a break was caught, and by which test, or why not."""

    broken: Break
    caught: bool
    reason: str

    def __str__(self) -> str:
        b = self.broken
        return f"{b.number:3} {b.clause:15} {b.file:12} {'caught' if self.caught else 'NOT CAUGHT'}: {self.reason}"


@dataclass
class Outcome:
    """The result of one run of pytest."""

    passed: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    failed_clauses: set[str] = field(default_factory=set)
    passed_clauses: set[str] = field(default_factory=set)
    trouble: str = ""
    """Why the run proves nothing."""


class Unusable(ValueError):
    """A break that cannot be made."""


def titles() -> list[str]:
    """The titles that have a list of breaks."""
    return sorted(file.stem for file in HERE.glob("*.toml"))


def read(title: str) -> list[Break]:
    """The breaks of a title, numbered from 1."""
    rows = tomllib.loads((HERE / f"{title}.toml").read_text(encoding="utf-8"))["break"]
    return [Break(n, row["clause"], row["file"], row["old"], row["new"]) for n, row in enumerate(rows, 1)]


def copy_source(title: str, folder: Path) -> Path:
    """A copy of src in a folder: a title's package is copied, of all the rest, which no break changes, there are links.

    The bytecode comes along, or each run of the tests would make it anew.
    """
    source = folder / "src"
    package = source / "trainshed" / "games" / title
    for parent in (source / "trainshed", package.parent):
        parent.mkdir(parents=True)
        for entry in (ROOT / parent.relative_to(folder)).iterdir():
            if entry.name not in ("games", title):
                (parent / entry.name).symlink_to(entry)
    shutil.copytree(ROOT / package.relative_to(folder), package)
    return source


def apply(title: str, broken: Break, source: Path) -> None:
    """Make a break in a copy of src."""
    file = source / "trainshed" / "games" / title / broken.file
    text = file.read_text(encoding="utf-8")
    times = text.count(broken.old)
    if times != 1:
        raise Unusable(f"the old text stands {times} times in the file")
    if "\n" in broken.old or broken.old == broken.new:
        raise Unusable("a break changes a piece of one line")
    file.write_text(text.replace(broken.old, broken.new), encoding="utf-8")
    # Python tells old bytecode by the size and the second of its source, and a break may leave both as they were.
    for bytecode in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
        bytecode.unlink()


def run_tests(title: str, clauses: Sequence[str], source: Path, report: Path, first_only: bool) -> Outcome:
    """Run the tests of a title that cite one of these clauses, with this copy of src."""
    tests = [
        str(file)
        for file in sorted((ROOT / "tests" / "games" / title).rglob("test_*.py"))
        if any(clause in file.read_text(encoding="utf-8") for clause in clauses)
    ]
    outcome = Outcome()
    if not tests:
        outcome.trouble = "no test cites the clause"
        return outcome
    command = [sys.executable, "-m", "pytest", *tests, "-p", "no:cacheprovider", "-p", "no:xdist"]
    command += [f"--junitxml={report}", "--tb=no", *(["-x"] if first_only else [])]
    for clause in clauses:
        command += ["--clause", clause]
    # Options of a pytest around this one are not meant for it.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment |= {"PYTHONPATH": str(source), "PYTHONHASHSEED": "0"}
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        outcome.trouble = f"the tests did not end within {SECONDS} s"
        return outcome
    if done.returncode not in (0, 1) or not report.exists():
        last = (done.stdout + done.stderr).strip().splitlines()
        outcome.trouble = f"pytest ended with {done.returncode}: {last[-1] if last else ''}"
        return outcome
    for case in ElementTree.parse(report).iter("testcase"):
        name = str(case.get("name"))
        cited = {str(p.get("value")) for p in case.iter("property") if p.get("name") == "clause"}
        if case.find("error") is not None:
            outcome.trouble = f"{name}: an error outside of the test"
        elif case.find("failure") is not None:
            outcome.failed.append(name)
            outcome.failed_clauses |= cited
        elif case.find("skipped") is None:
            outcome.passed.append(name)
            outcome.passed_clauses |= cited
    return outcome


def judge_one(title: str, broken: Break, unbroken: Outcome) -> Verdict:
    """Make one break in a fresh copy, and run the tests of its clause."""
    if unbroken.trouble:
        return Verdict(broken, False, f"on the unbroken tree {unbroken.trouble}")
    if broken.clause in unbroken.failed_clauses:
        return Verdict(broken, False, "a test of the clause fails on the unbroken tree too")
    if broken.clause not in unbroken.passed_clauses:
        return Verdict(broken, False, "no test cites the clause")
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        source = copy_source(title, Path(folder))
        try:
            apply(title, broken, source)
        except (Unusable, OSError) as error:
            return Verdict(broken, False, str(error))
        outcome = run_tests(title, [broken.clause], source, Path(folder) / "report.xml", first_only=True)
    if outcome.trouble:
        return Verdict(broken, False, outcome.trouble)
    if not outcome.failed:
        return Verdict(broken, False, f"{len(outcome.passed)} tests of the clause pass all the same")
    return Verdict(broken, True, outcome.failed[0])


def judge(title: str, breaks: Sequence[Break], jobs: int = 1) -> Iterator[Verdict]:
    """One verdict for each break, in their order."""
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        clauses = sorted({broken.clause for broken in breaks})
        source = copy_source(title, Path(folder))
        unbroken = run_tests(title, clauses, source, Path(folder) / "report.xml", first_only=False)
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(lambda broken: judge_one(title, broken, unbroken), breaks)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Break one rule after another, and see that a test catches it.")
    parser.add_argument("title", choices=titles())
    parser.add_argument("--only", type=int, metavar="N", help="only the break of this number")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="so many breaks at the same time")
    given = parser.parse_args(arguments)
    breaks = [broken for broken in read(given.title) if given.only in (None, broken.number)]
    if not breaks:
        parser.error(f"there is no break {given.only}")
    caught = 0
    for verdict in judge(given.title, breaks, max(1, given.jobs)):
        print(verdict, flush=True)
        caught += verdict.caught
    print(f"{caught} of {len(breaks)} breaks caught")
    return 0 if caught == len(breaks) else 1


if __name__ == "__main__":
    sys.exit(main())
