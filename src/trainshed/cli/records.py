"""`trainshed replay` and `trainshed verify`: print a recorded game in sentences, and check a record."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from trainshed.cli.common import CliError, Narrator, paragraph, plain, read_record, up_to, whole_truth
from trainshed.kernel import record as records
from trainshed.kernel.record import Record, ReplayStep

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
    viewer = None if seat is None else seat - 1
    for step in records.replay(record):
        for sentence in told(step, teller, viewer):
            print("\n".join(paragraph(sentence, "  ")))
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


def told(step: ReplayStep, teller: Narrator, viewer: int | None) -> list[str]:
    """One row in sentences. Without a viewer nothing is hidden."""
    row = step.row
    if row.kind == records.MOVE:
        state = step.before.clone()
        state.listen()
        state.apply(step.move)
        events = whole_truth(state) if viewer is None else state.events(viewer)
        return [teller.sentence(event) for event in events]
    who = teller.name(row.seat)
    if row.kind == records.UNDO:
        return [f"{who} takes back {row.text} moves." if row.text != "1" else f"{who} takes back the last move."]
    if row.kind == records.CONCEDE:
        return [f"{who} concedes."]
    if row.kind == records.FLAG:
        return [f"{who} has run out of time."]
    name = plain(row.text)
    teller.names[row.seat] = name
    return [f"{name} takes the seat of {who}."]


def verify(file: Annotated[Path, FILE]) -> None:
    """Check that a record is valid.

    Every row is checked against the rules, every draw against the secret, the result against the game.
    """
    record = read_record(file)
    proof = records.verify(record)
    print(headline(record))
    print(f"{proof.rows} rows follow the rules.")
    if proof.committed:
        print(f"{proof.draws} draws are those of the secret that was committed to before the game.")
    elif record.commitment:
        print(f"{proof.draws} draws are possible ones; their secret is published when the game is over.")
    else:
        print(f"{proof.draws} draws are possible ones; nobody committed to them.")
    print(f"The game is over: {record.result}." if proof.over else f"The game is not over: {record.result}.")
    print(f"verified: digest {proof.digest}")
