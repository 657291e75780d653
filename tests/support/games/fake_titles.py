"""Titles that are installed only for a test."""

from __future__ import annotations

from typing import Any

import pytest

from trainshed.kernel import registry
from trainshed.kernel.plugins import installed


class LoadedTitle:
    """An entry point whose class of a title is loaded already."""

    def __init__(self, title: Any) -> None:
        self.title = title

    def load(self) -> Any:
        return self.title


def install(monkeypatch: pytest.MonkeyPatch, **made: Any) -> None:
    """Install classes of titles by their slugs (with `_` for `-`) beside those that are there, for one test."""
    more = {slug.replace("_", "-"): LoadedTitle(title) for slug, title in made.items()}
    points: dict[str, Any] = {**installed(registry.GROUP), **more}
    monkeypatch.setattr(registry, "installed", lambda group: points)
    for slug in more:
        monkeypatch.delitem(registry._titles, slug, raising=False)
    monkeypatch.setattr(registry, "_titles", {**registry._titles})
    monkeypatch.setattr(registry, "_built_in", {k: v for k, v in registry._built_in.items() if k[0] not in more})
