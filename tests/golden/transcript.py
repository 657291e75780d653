"""A recorded game as plain text: every row with its events, by their fields, so that sentences may change freely."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from trainshed.kernel.agenda import NATURE
from trainshed.kernel.record import MOVE, Record, read

HERE = Path(__file__).parent


def recordings() -> list[Path]:
    return sorted(HERE.glob("*/*.train"))


def load(file: Path) -> Record:
    return read(file.read_text(encoding="utf-8"))


def played(record: Record) -> Iterator[tuple[str, str, list[Any]]]:
    """Every row: the actor, the word, and all events."""
    state: Any = record.start()
    state.listen()
    for row in record.rows:
        assert row.kind == MOVE
        state.play(state.game.vocabulary.id(row.text))
        yield "nature" if row.seat == NATURE else f"seat {row.seat + 1}", row.text, list(state.heard)


def event_line(event: Any) -> str:
    """An event by name and fields; seats count from 1, as in the record, and empty fields are left out."""
    parts = [type(event).__name__]
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if field == "seat" and isinstance(value, int):
            parts.append(f"seat={value + 1}")
        elif value not in (0, False, "", None):
            parts.append(f"{field}={plain(value)}")
    return " ".join(parts)


def plain(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "[" + " ".join(plain(part) for part in value) + "]"
    return str(value)


def transcript(record: Record) -> str:
    options = [f"{name}={choice}" for name, choice in sorted(record.options.items())]
    lines = [f"{record.title}, edition {record.edition}, {len(record.seats)} seats", *options]
    for seq, (who, word, happened) in enumerate(played(record), 1):
        events = "; ".join(event_line(event) for event in happened)
        lines.append(f"{seq} {who} {word} -> {events}" if events else f"{seq} {who} {word}")
    lines += [f"result {record.result}", f"standings {' '.join(str(rank) for rank in record.standings)}", ""]
    return "\n".join(lines)
