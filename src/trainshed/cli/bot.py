"""`trainshed bot`: one of the installed bots as a program, for hosts that speak the protocol of bot programs."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def bot(
    name: Annotated[str, typer.Argument(help="The name of an installed bot, such as `driver`.")],
) -> None:
    """Let a bot answer questions on stdin and stdout, one JSON object a line (docs/bot-programs.md)."""
    from trainshed.bots.bot import find
    from trainshed.bots.stdio.serve import serve

    out = sys.stdout.buffer

    def write(line: bytes) -> None:
        out.write(line)
        out.flush()

    serve(find(name), iter(sys.stdin.buffer.readline, b""), write)
