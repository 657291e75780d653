"""`trainshed play` with titles that tell single events, and with bots that fail."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from types import ModuleType

import pytest

from trainshed.cli import run
from trainshed.kernel.registry import game as find

TITLE = "lok-n-roll"


def no_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take all sentences from the title."""
    monkeypatch.setattr(type(find(TITLE)), "has_part", lambda self, name: False)


def sentences_for_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the title the sentences of single events, and take those of whole turns."""
    real = find(TITLE).part
    sentences = ModuleType("sentences")
    for name in ("label", "position", "refusal", "sentence"):
        setattr(sentences, name, getattr(real("text.sentences"), name))
    monkeypatch.setattr(
        type(find(TITLE)), "part", lambda self, name: sentences if name == "text.sentences" else real(name)
    )


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [(no_sentences, "CardPlayed: seat 0, "), (sentences_for_events, "Player plays a straight 4.")],
)
def test_each_event_is_shown_before_the_next_question(
    changed: Callable[[pytest.MonkeyPatch], None],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    changed(monkeypatch)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n2\nq\n"))
    assert run(["play", TITLE, "--bots", "random", "--seed", "1", "--option", "start=seat-1"]) == 0
    out = capsys.readouterr().out
    assert out.partition("> 2\n")[2].startswith(f"  {sentence}"), out
