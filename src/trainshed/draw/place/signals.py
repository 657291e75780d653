"""Signals on a board, which tell something and so are no scenery."""

from __future__ import annotations

from functools import cache

from trainshed.draw.svg import circle, group, moved, number, path


@cache
def semaphore(x: float, y: float, h: float, clear: bool) -> str:
    """A semaphore at the end of a stretch, with its foot at a point: its arm is level where a train has to stop,
    although the line goes on, and raised where there is reach to spare."""
    top = y - h + 3
    face = path("M0-2.5H-15.5V2.5H0Z", "sig-arm") + path("M-12.5-2.1h3v4.2h-3Z", "sig-band")
    arm = moved(x, top, face, turn=45 if clear else 0)
    return group(
        path(f"M{number(x)} {number(y)}v{number(-h)}M{number(x - 3.5)} {number(y)}h7", "post"),
        arm,
        circle(x, top, 1.9, "ink"),
        circle(x + 3.6, top, 1.9, "sig-go" if clear else "sig-stop"),
        cls="signal",
    )
