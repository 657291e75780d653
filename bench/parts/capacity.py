"""The capacity model of docs/scale.md: from what people do, and what each thing costs, to processors and bandwidth.

`bench/costs.py` measures the costs, `bench/scale.py` computes the page from them, and `bench/scale_check.py` holds the
same functions against a real load. Nothing here measures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import exp
from pathlib import Path
from statistics import fmean, median
from typing import Final

import msgspec

FIGURES: Final = Path(__file__).resolve().parents[1] / "figures.toml"
MICRO: Final = 1e-6


class TitleCosts(msgspec.Struct, frozen=True, kw_only=True):
    """What things cost at tables of one title: CPU microseconds of the web process, unless the name says otherwise."""

    move_us: float
    """A move of one word that nobody watches, with the web process's share of the database work."""
    update_us: float
    """One page, after a move: fold, draw, compare and compress it for its viewer, and send it."""
    reader_us: float
    """One more reader of a page that is drawn anyway: a second window, or a spectator with the same settings."""
    preview_us: float
    """A preview on the page (`POST /t/…/try`)."""
    api_preview_us: float
    """A preview of the API (`POST /api/tables/…/preview`)."""
    load_us: float
    """The document of a table (`GET /t/…`)."""
    open_us: float
    """The beginning of a page's stream after its document was loaded: nothing is drawn."""
    first_us: float
    """The first update of such a page, or of one that came back after a restart: drawn whole, with its history."""
    join_us: float
    """The beginning of a page's stream if somebody else has the same page open."""
    same_us: float
    """A reconnect while nothing has changed."""
    late_us: float
    """A reconnect after a move that the browser has missed."""
    return_us: float
    """A reconnect after the web process was restarted: the table is opened as well."""
    bot_turn_us: float
    """A turn of the bot `thumb`, of a worker."""
    move_postgres_us: float
    load_postgres_us: float
    open_postgres_us: float
    preview_postgres_us: float
    update_bytes: float
    """An update of a page, as sent."""
    open_bytes: float
    """The beginning of a page's stream, as sent."""
    same_bytes: float
    """A reconnect while nothing has changed, as sent."""
    late_bytes: float
    load_bytes: float
    preview_bytes: float


class ServiceCosts(msgspec.Struct, frozen=True, kw_only=True):
    """What does not depend on the title."""

    busy_move_us: float
    """A move among 300 a second on 48 connections, both titles."""
    lobby_us: float
    """The lobby (`GET /`), with one's tables."""
    page_second_us: float
    """A second of an open page on which nothing happens: keep-alives, and the look for rows whose message was lost."""
    page_kb: float
    """Memory of the web process for an open page and its stream."""
    start_ms: float
    """CPU time of a web process until it answers."""
    move_wal_bytes: float
    move_rows: float
    game_rows: float
    row_bytes: float
    snapshot_bytes: float
    game_bytes: float
    table_kb: float
    reader_kb: float
    """Memory for a reader of the API's stream, all with the same view."""
    json_reader_us: float
    """An update for one of 1,000 readers of the API's stream."""


class Load(msgspec.Struct, frozen=True, kw_only=True):
    """What happens in one second, and how many pages are open meanwhile."""

    moves: float = 0.0
    updates: float = 0.0
    """Pages that are drawn again: those open at the table, for each move and each turn of a bot."""
    readers: float = 0.0
    """Updates that go to one more reader of a page that is drawn anyway."""
    previews: float = 0.0
    api_previews: float = 0.0
    documents: float = 0.0
    """Documents of tables (`GET /t/…`)."""
    openings: float = 0.0
    """Streams that begin after their document was loaded."""
    reconnects: float = 0.0
    """Streams that come back after having missed a move."""
    unchanged: float = 0.0
    """Streams that come back while nothing has changed."""
    lobbies: float = 0.0
    bot_turns: float = 0.0
    pages: float = 0.0
    """Pages that are open."""

    def times(self, factor: float) -> Load:
        return Load(**{name: getattr(self, name) * factor for name in self.__struct_fields__})


class Habits(msgspec.Struct, frozen=True, kw_only=True):
    """What is assumed of people who sit at live tables."""

    seconds_a_move: float = 20.0
    """Between two moves of one person."""
    people_a_table: float = 2.5
    """Each has the table's page open."""
    previews_a_move: float = 2.0
    """As in bench/pages.py, where two people who press options at random made 1.8."""
    bot_turns_a_move: float = 0.5
    spectators_a_table: float = 0.5
    """Of one language and layout: they share one page, drawn for the first of them."""
    loads_an_hour: float = 4.0
    """A person's first loads of a table, and as many visits of the lobby."""
    reconnects_an_hour: float = 12.0
    """A person's: trains, tunnels, locked telephones."""
    seconds_away: float = 5.0
    """How long a stream is interrupted before it comes back."""

    def load(self, people: float) -> Load:
        """What so many people at tables do in a second."""
        moves = people / self.seconds_a_move
        bots = moves * self.bot_turns_a_move
        pages = self.people_a_table + min(1.0, self.spectators_a_table)
        shared = max(0.0, self.spectators_a_table - 1.0)
        changes_a_second = self.people_a_table / self.seconds_a_move * (1 + self.bot_turns_a_move)
        missed = 1 - exp(-self.seconds_away * changes_a_second)
        reconnects = people * self.reconnects_an_hour / 3600
        return Load(
            moves=moves,
            updates=(moves + bots) * pages,
            readers=(moves + bots) * shared,
            previews=moves * self.previews_a_move,
            documents=people * self.loads_an_hour / 3600,
            openings=people * self.loads_an_hour / 3600,
            reconnects=reconnects * missed,
            unchanged=reconnects * (1 - missed),
            lobbies=people * self.loads_an_hour / 3600,
            bot_turns=bots,
            pages=people / self.people_a_table * pages,
        )


class Costs(msgspec.Struct, frozen=True):
    """All costs: of the service, and of each title."""

    service: ServiceCosts
    titles: dict[str, TitleCosts]

    def mean(self, name: str) -> float:
        """The mean of all titles: tables are half of one, half of the other."""
        return fmean(getattr(costs, name) for costs in self.titles.values())

    @property
    def first_more(self) -> float:
        """Microseconds by which the first update of a page costs more than the others."""
        return max(0.0, self.mean("first_us") - self.mean("update_us"))

    def web_parts(self, load: Load) -> dict[str, float]:
        """Cores of web processes by what they are needed for."""
        service = self.service
        return {
            "moves": load.moves * self.mean("move_us") * MICRO,
            "pages": (load.updates * self.mean("update_us") + load.readers * self.mean("reader_us")) * MICRO,
            "previews": (load.previews * self.mean("preview_us") + load.api_previews * self.mean("api_preview_us"))
            * MICRO,
            "arrivals": (
                load.documents * self.mean("load_us")
                + load.openings * (self.mean("open_us") + self.first_more)
                + load.reconnects * self.mean("late_us")
                + load.unchanged * self.mean("same_us")
                + load.lobbies * service.lobby_us
            )
            * MICRO,
            "waiting": load.pages * service.page_second_us * MICRO,
        }

    def web(self, load: Load) -> float:
        """Cores of web processes, if they were busy all the time."""
        return sum(self.web_parts(load).values())

    def workers(self, load: Load) -> float:
        return load.bot_turns * self.mean("bot_turn_us") * MICRO

    def postgres(self, load: Load) -> float:
        """Cores of PostgreSQL; a bot's turn is written as a move is, and each stream reads what an opening reads."""
        return (
            (load.moves + load.bot_turns) * self.mean("move_postgres_us")
            + load.previews * self.mean("preview_postgres_us")
            + load.documents * self.mean("load_postgres_us")
            + (load.openings + load.reconnects + load.unchanged) * self.mean("open_postgres_us")
        ) * MICRO

    def bandwidth(self, load: Load) -> float:
        """Bytes a second to browsers, without fonts, pictures and scripts, which they keep."""
        return (
            (load.updates + load.readers) * self.mean("update_bytes")
            + load.previews * self.mean("preview_bytes")
            + load.documents * self.mean("load_bytes")
            + load.openings * self.mean("open_bytes")
            + load.reconnects * self.mean("late_bytes")
            + load.unchanged * self.mean("same_bytes")
        )

    def restart(self, pages: float) -> float:
        """Seconds for which one core is busy after a web process with so many pages was restarted."""
        return self.service.start_ms / 1000 + pages * (self.mean("return_us") + self.first_more) * MICRO


Samples = dict[str, dict[str, list[float]]]
"""Every value that was measured, by title (or `service`) and name."""


def add(samples: Samples, part: str, found: Mapping[str, float]) -> None:
    """Add the values of one round."""
    for name, value in found.items():
        samples.setdefault(part, {}).setdefault(name, []).append(value)


def costs_of(samples: Samples, stored: Costs | None = None, middle: Callable[[list[float]], float] = median) -> Costs:
    """The costs from measured values, their medians or means; what was not measured is as stored."""
    found: dict[str, dict[str, float]] = {}
    if stored is not None:
        found = {"service": msgspec.to_builtins(stored.service), **msgspec.to_builtins(stored.titles)}
    for part, named in samples.items():
        found.setdefault(part, {}).update({name: middle(values) for name, values in named.items()})
    service = found.pop("service")
    return msgspec.convert({"service": service, "titles": found}, Costs)


def written(samples: Samples) -> str:
    """The text of the file of figures: median, least and most of each."""
    lines = ["# Written by `python bench/costs.py --write`: median, least and most of the rounds.\n"]
    for part, named in samples.items():
        lines.append(f"\n[{part}]\n")
        lines += [
            f"{name} = [{median(values):.1f}, {min(values):.1f}, {max(values):.1f}]\n" for name, values in named.items()
        ]
    return "".join(lines)


def read(path: Path = FIGURES) -> tuple[Costs, Samples]:
    """The stored costs, and of each the median, the least and the most."""
    figures = msgspec.toml.decode(path.read_bytes(), type=Samples)
    return costs_of(
        {part: {name: values[:1] for name, values in named.items()} for part, named in figures.items()}
    ), figures
