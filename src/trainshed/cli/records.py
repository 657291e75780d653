"""`trainshed replay` and `trainshed verify`: print a recorded game in sentences, and check a record."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from trainshed.cli.common import (
    CliError,
    Narrator,
    own_content_lines,
    paragraph,
    plain,
    read_record,
    up_to,
    whole_truth,
)
from trainshed.kernel import record as records
from trainshed.kernel.record import Record, ReplayStep, Row
from trainshed.wire import SeenRow

FILE = typer.Argument(help="A game file (.train).")


def replay(
    file: Annotated[Path, FILE],
    seat: Annotated[int | None, typer.Option(min=1, help="Tell it as this seat saw it.")] = None,
    at: Annotated[int | None, typer.Option(min=0, help="Stop after this row.")] = None,
) -> None:
    """Print a recorded game in sentences.

    The last position is printed at the end.
    """
    record = up_to(read_record(file), at)
    if seat is not None and seat > len(record.seats):
        raise CliError(f"there is no seat {seat}: the game has {len(record.seats)}")
    teller = Narrator(record.game, record.seats)
    print(headline(record))
    print("".join(f"{line}\n" for line in own_content_lines(record.game)), end="")
    viewer = None if seat is None else seat - 1
    rows: list[SeenRow] = []
    for number, step in enumerate(records.replay(record), 1):
        if step.row.kind == records.SEAT:  # what follows is told with the new name
            print_lines(teller, rows)
            rows = []
            print("\n".join(paragraph(takes_seat(step.row, teller), "  ")))
        else:
            rows.append(seen(step, number, viewer))
    print_lines(teller, rows)
    state = records.final(record)
    print()
    print("\n".join(teller.position(state.view(viewer))))
    if state.over:
        print("\n".join(teller.ending(state)))


def headline(record: Record) -> str:
    """One line with the title, the players and the options."""
    options = ", ".join(f"{name} {choice}" for name, choice in sorted(record.options.items()))
    players = ", ".join(plain(name) for name in record.seats)
    return f"{record.game.name}: {players}" + (f" ({options})" if options else "")


def print_lines(teller: Narrator, rows: Sequence[SeenRow]) -> None:
    for line in teller.lines(rows):
        print("\n".join(paragraph(line.sentence, "  ")))


def takes_seat(row: Row, teller: Narrator) -> str:
    """Somebody else plays a seat from now on."""
    before, teller.names[row.seat] = teller.names[row.seat], plain(row.text)
    return f"{teller.names[row.seat]} takes the seat of {before}."


def seen(step: ReplayStep, number: int, viewer: int | None) -> SeenRow:
    """One row with what it made happen. Without a viewer nothing is hidden."""
    row = step.row
    if row.kind != records.MOVE:
        return SeenRow(number, row.seat, 0, row.said)
    state = step.before.clone()
    state.listen()
    state.apply(step.move)
    return SeenRow(number, row.seat, 0, row.text, whole_truth(state) if viewer is None else state.events(viewer))


def verify(file: Annotated[Path, FILE]) -> None:
    """Check that a record is valid.

    Every row is checked against the rules, every draw against the secret, the result against the game.
    """
    record = read_record(file)
    proof = records.verify(record)
    print(headline(record))
    print("".join(f"{line}\n" for line in own_content_lines(record.game)), end="")
    print(f"{proof.rows} rows follow the rules.")
    if proof.committed:
        print(f"{proof.draws} draws are those of the secret that was committed to before the game.")
    elif record.commitment:
        print(f"{proof.draws} draws are possible ones; their secret is published when the game is over.")
    else:
        print(f"{proof.draws} draws are possible ones; nobody committed to them.")
    print(f"The game is over: {record.result}." if proof.over else f"The game is not over: {record.result}.")
    print(f"verified: digest {proof.digest}")
