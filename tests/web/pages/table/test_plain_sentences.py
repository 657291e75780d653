"""A title without sentences is shown by its words, events and fields; one that tells single events, a line for each."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import trainshed
from trainshed.kernel.rulebook import Refusal
from trainshed.web.pages.table.plain_sentences import say_of

GAME: Any = trainshed.game("lok-n-roll")


class Moved(msgspec.Struct, tag=True):
    seat: int
    steps: int


class Over(msgspec.Struct, tag=True):
    pass


class SilentTitle:
    """A title with this module of sentences, or with none."""

    def __init__(self, sentences: Any = None) -> None:
        self.sentences = sentences

    def has_part(self, name: str) -> bool:
        return name == "text.sentences" and self.sentences is not None

    def part(self, name: str) -> Any:
        return self.sentences


@pytest.mark.parametrize("title", [SilentTitle(), SilentTitle(SimpleNamespace(sentence=lambda game, event, **_: "x"))])
def test_every_event_is_a_line_of_its_own(title: Any) -> None:
    assert say_of(title).opens(Moved(0, 3), Moved(0, 2))


def test_words_events_and_fields_as_they_are() -> None:
    say: Any = say_of(SilentTitle())  # type: ignore[arg-type]
    assert say.label(GAME, None, "lay:straight") == "lay:straight"
    assert say.tell(GAME, [Moved(0, 3), Over()]) == "Moved: seat 0, steps 3. Over."
    assert say.refusal(GAME, Refusal("LR-TURN-02")) == "The rules forbid it (LR-TURN-02)."
    assert say.position(GAME, Moved(1, 2)) == ["type: Moved", "seat: 1", "steps: 2"]


def test_single_events_are_told_one_after_the_other() -> None:
    told = SimpleNamespace(sentence=lambda game, event, **_: f"{type(event).__name__}.", label=lambda *_: "label")
    say: Any = say_of(SilentTitle(told))  # type: ignore[arg-type]
    assert say.tell(GAME, [Moved(0, 3), Over()]) == "Moved. Over."
    assert say.label() == "label"
