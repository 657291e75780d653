"""Computes the tables in docs/scale.md from the figures that bench/costs.py measured.

    python bench/scale.py            compare the page with the figures; exit 1 if it is outdated
    python bench/scale.py --write    compute its tables anew

`--short` does the same as no option. The last line has the deciding figure, how many lines of the tables differ.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts.capacity import Costs, Habits, Load, Samples, read
from trainshed.kernel.registry import game, titles

PAGE = Path(__file__).resolve().parents[1] / "docs" / "scale.md"
BEGIN, END = "<!-- computed by bench/scale.py -->", "<!-- end -->"

PEOPLE = (100, 1_000, 10_000, 100_000)
PAGES = (100, 500, 2_000)
"""Pages that a restarted process had open."""
HABITS = Habits()
GAMES_A_PERSON_A_DAY = 2.0
BUSY = 0.6
"""Planned load of a core; the rest is for peaks."""
CORES = 2
"""Of the machine on which the figures were measured; PostgreSQL, workers and web processes share them."""

COSTS = {
    "move_us": "a move that nobody watches",
    "update_us": "**a page's update, for each viewer, after each move**",
    "reader_us": "one more reader of the same page (a second window, spectators)",
    "preview_us": "a preview on the page",
    "api_preview_us": "a preview of the API",
    "load_us": "the document of a table, `GET /t/…`",
    "open_us": "the beginning of its stream",
    "first_us": "its first update",
    "join_us": "the same, if this page is open elsewhere",
    "same_us": "a reconnect while nothing has changed",
    "late_us": "a reconnect after a missed move",
    "return_us": "a reconnect after the process was restarted",
    "bot_turn_us": "a turn of the bot `thumb` (of a worker)",
    "move_postgres_us": "a move, of PostgreSQL",
    "open_postgres_us": "the beginning of a stream, of PostgreSQL",
}
BYTES = {
    "update_bytes": "a page's update",
    "late_bytes": "a whole page in the stream, after a missed move",
    "load_bytes": "the document",
    "preview_bytes": "a preview",
}


def omitted(costs: Costs) -> str:
    """What the model leaves out: a note for the top of the page."""
    missing = [game(title).name for title in titles() if title not in costs.titles]
    modelled = " or ".join(game(title).name for title in costs.titles)
    return f"""\
> **These figures are too optimistic.** The model leaves out:
>
> - {" and ".join(missing)}: it assumes that all tables are of {modelled}.
> - `GET /t/…/turns`: after a move, each page of another player asks for it and gets a board for each row, to play the
>   move. Players who have switched this off do not ask.
>
> Until both are measured, plan for more cores than the tables say, and watch the load of your own processes."""


def assumed() -> list[str]:
    """What the model assumes, in the figures that it uses."""
    habits = HABITS
    return [
        f"Assumed of a person at a live table: a move every {habits.seconds_a_move:g} seconds,"
        f" {habits.previews_a_move:g} previews before each, {habits.loads_an_hour:g} first loads and"
        f" {habits.reconnects_an_hour:g} reconnects of {habits.seconds_away:g} seconds an hour,"
        f" {GAMES_A_PERSON_A_DAY:g} games a day. Of a table: {habits.people_a_table:g} people with their pages open,"
        f" {habits.spectators_a_table:g} spectators, {habits.bot_turns_a_move:g} turns of bots for each move. Half of"
        f" the tables are of each title. A core is planned to be busy for {100 * BUSY:.0f} % of its time.",
    ]


def measured(costs: Costs, figures: Samples) -> list[str]:
    """Two tables: what things cost, and how large they are."""
    head = " | ".join(game(title).name for title in costs.titles)
    line = "|---" * (1 + len(costs.titles)) + "|"

    def ms(title: str, name: str) -> str:
        median, least, most = (value / 1000 for value in figures[title][name])
        return f"{median:.2f} ({least:.2f} to {most:.2f})"

    found = [f"| CPU time of the web process, ms | {head} |", line]
    for name, meaning in COSTS.items():
        found.append(f"| {meaning} | {' | '.join(ms(title, name) for title in costs.titles)} |")
    found += ["", f"| bytes, as sent | {head} |", line]
    for name, meaning in BYTES.items():
        found.append(f"| {meaning} | {' | '.join(f'{getattr(c, name):,.0f}' for c in costs.titles.values())} |")
    service = costs.service
    found += [
        "",
        "| for all titles | |",
        "|---|---|",
        f"| a move among 300 a second | {service.busy_move_us / 1000:.2f} ms of the web process,"
        f" {service.move_rows:.1f} rows, {service.move_wal_bytes:.0f} bytes of write-ahead log |",
        f"| the lobby | {service.lobby_us / 1000:.2f} ms |",
        f"| an open page | {service.page_kb:.0f} KB, and {service.page_second_us:.0f} µs a second while nothing"
        " happens |",
        f"| a reader of the API's stream | {service.reader_kb:.0f} KB, and {service.json_reader_us:.0f} µs an update,"
        " of 1,000 with the same view |",
        f"| an open table | {service.table_kb:.0f} KB |",
        f"| the start of a web process | {service.start_ms / 1000:.1f} s |",
        f"| a stored game | {service.game_bytes / 1000:.0f} KB: {service.game_rows:.0f} rows of"
        f" {service.row_bytes:.0f} bytes with their index, {service.snapshot_bytes / 1000:.1f} KB of snapshots |",
    ]
    return found


def city(costs: Costs) -> list[str]:
    """What people at tables need."""
    found = [
        "| people at tables | moves/s | web cores | of them moves | pages | previews | arrivals | worker cores"
        " | PostgreSQL cores | to browsers | memory of pages | write-ahead log | stored a year |",
        "|---" * 13 + "|",
    ]
    for people in PEOPLE:
        load = HABITS.load(people)
        parts = costs.web_parts(load)
        shares = [f"{100 * part / sum(parts.values()):.0f} %" for name, part in parts.items() if name != "waiting"]
        memory = load.pages * costs.service.page_kb / 1024 / 1024
        games = people * GAMES_A_PERSON_A_DAY / HABITS.people_a_table * 365
        cells = [
            f"{people:,}",
            f"{load.moves:,.0f}",
            f"**{costs.web(load) / BUSY:,.1f}**",
            *shares,
            f"{costs.workers(load) / BUSY:,.1f}",
            f"{costs.postgres(load) / BUSY:,.1f}",
            f"{costs.bandwidth(load) * 8 / 1e6:,.1f} Mbit/s",
            f"{memory:,.2f} GB",
            f"{(load.moves + load.bot_turns) * costs.service.move_wal_bytes / 1e6:,.2f} MB/s",
            f"{games * costs.service.game_bytes / 1e9:,.0f} GB",
        ]
        found.append(f"| {' | '.join(cells)} |")
    return found


def here(costs: Costs) -> list[str]:
    """What one web process and the whole machine carry."""

    def all_cores(load: Load) -> float:
        return costs.web(load) + costs.workers(load) + costs.postgres(load)

    one = HABITS.load(1)
    process, machine = BUSY / costs.web(one), CORES * BUSY / all_cores(one)
    return [
        f"One web process, which is one core of Python, carries {process:,.0f} people at tables at {100 * BUSY:.0f} %"
        f" ({process / BUSY:,.0f} if it never rested). The machine of {CORES} cores on which this was measured, with"
        f" PostgreSQL and a worker beside it, carries {machine:,.0f}.",
    ]


def restarts(costs: Costs) -> list[str]:
    """What the restart of a process costs, and what one stream that comes back."""
    found = ["| open pages of the process | CPU time until all are back | of it pages |", "|---|---|---|"]
    for pages in PAGES:
        whole = costs.restart(pages)
        found.append(f"| {pages:,} | {whole:,.1f} s | {whole - costs.restart(0):,.1f} s |")

    def times(name: str) -> str:
        return " and ".join(f"{getattr(one, name) / 1000:.1f}" for one in costs.titles.values())

    found += [
        "",
        f"A stream that comes back ({' and '.join(game(title).name for title in costs.titles)}):"
        f" while nothing has changed {times('same_us')} ms,"
        f" because the browser has the page; after a missed move {times('late_us')} ms.",
    ]
    return found


def tables(costs: Costs, figures: Samples) -> list[str]:
    return [
        *omitted(costs).splitlines(),
        "",
        *assumed(),
        "",
        *measured(costs, figures),
        "",
        "What people at tables need:",
        "",
        *city(costs),
        "",
        *here(costs),
        "",
        "What a restart of a web process costs, during which its pages stand still:",
        "",
        *restarts(costs),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description="Compute the capacity model.")
    parser.add_argument("--write", action="store_true", help="write it into docs/scale.md")
    parser.add_argument("--short", action="store_true", help="the same")
    args = parser.parse_args()
    page = PAGE.read_text(encoding="utf-8")
    head, _, rest = page.partition(BEGIN)
    old, _, tail = rest.partition(END)
    fresh = "\n" + "\n".join(tables(*read())) + "\n"
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
