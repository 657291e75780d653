"""Runs the examples of the documentation page about adapters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "adapters.md"
EXAMPLES: list[str] = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)


@pytest.mark.parametrize("example", EXAMPLES, ids=["open_spiel", "pettingzoo", "features"])
def test_an_example_runs(example: str) -> None:
    pytest.importorskip("pyspiel")
    pytest.importorskip("pettingzoo")
    assert len(example.splitlines()) <= 20
    exec(compile(example, str(PAGE), "exec"), {})
