"""Computes the capacity model in docs/scale.md from the figures that bench/costs.py measured.

    python bench/scale.py            compare the page with the figures; exit 1 if it is outdated
    python bench/scale.py --write    compute its table anew

`--short` does the same as no option. The last line has the deciding figure, how many lines of the table differ.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from pathlib import Path

FIGURES = Path(__file__).with_name("figures.toml")
PAGE = Path(__file__).resolve().parents[1] / "docs" / "scale.md"
BEGIN, END = "<!-- computed by bench/scale.py -->", "<!-- end -->"

PEOPLE = (100, 1_000, 10_000, 100_000)
SECONDS_A_MOVE = 20.0
"""Seconds between two moves of a person at a live table: 100,000 people make 5,000 moves a second."""
PEOPLE_A_TABLE = 2.5
GAMES_A_PERSON_A_DAY = 2.0
BUSY = 0.6
"""Planned load of a core; the rest is for peaks."""


def line(people: int, cost: dict[str, float]) -> str:
    """A row of the table: what so many people at tables need."""
    moves = people / SECONDS_A_MOVE
    web = moves * (cost["move_web_us"] + PEOPLE_A_TABLE * cost["update_reader_us"]) / 1e6 / BUSY
    postgres = moves * cost["move_postgres_us"] / 1e6 / BUSY
    memory = people * (cost["reader_kb"] + cost["table_kb"] / PEOPLE_A_TABLE) / 1024
    games = people * GAMES_A_PERSON_A_DAY / PEOPLE_A_TABLE
    stored = games * 365 * cost["game_bytes"] / 1e9
    wal = moves * cost["move_wal_bytes"] / 1e6
    return (
        f"| {people:,} | {moves:,.0f} | {web:,.1f} | {postgres:,.1f} | {memory:,.0f} MB | {wal:,.2f} MB/s |"
        f" {games * 365 / 1e6:,.2f} M | {stored:,.0f} GB |"
    )


def table(cost: dict[str, float]) -> list[str]:
    return [
        "| what | measured |",
        "|---|---|",
        f"| a move | {cost['move_web_us']:.0f} µs of a web process, {cost['move_postgres_us']:.0f} µs of PostgreSQL,"
        f" {cost['move_rows']:.1f} rows, {cost['move_wal_bytes']:.0f} bytes of write-ahead log |",
        f"| a watcher | {cost['reader_kb']:.0f} KB, and {cost['update_reader_us']:.0f} µs for each update |",
        f"| an open table | {cost['table_kb']:.0f} KB |",
        f"| a stored game | {cost['game_bytes'] / 1000:.0f} KB: {cost['game_rows']:.0f} rows of"
        f" {cost['row_bytes']:.0f} bytes with their index, {cost['snapshot_bytes'] / 1000:.1f} KB of snapshots |",
        "",
        "| people at tables | moves/s | web cores | PostgreSQL cores | memory of web processes | write-ahead log"
        " | games a year | stored a year |",
        "|---|---|---|---|---|---|---|---|",
        *[line(people, cost) for people in PEOPLE],
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description="Compute the capacity model.")
    parser.add_argument("--write", action="store_true", help="write it into docs/scale.md")
    parser.add_argument("--short", action="store_true", help="the same")
    args = parser.parse_args()
    cost = tomllib.loads(FIGURES.read_text(encoding="utf-8"))
    page = PAGE.read_text(encoding="utf-8")
    head, _, rest = page.partition(BEGIN)
    old, _, tail = rest.partition(END)
    fresh = "\n" + "\n".join(table(cost)) + "\n"
    if args.write:
        PAGE.write_text(f"{head}{BEGIN}{fresh}{END}{tail}", encoding="utf-8")
        old = fresh
    differing = sum(a != b for a, b in zip(old.splitlines(), fresh.splitlines(), strict=False)) + abs(
        len(old.splitlines()) - len(fresh.splitlines())
    )
    print(fresh.strip())
    print(f"{differing} lines of docs/scale.md are old")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
