"""Writes the golden games of a title anew: `python -m tests.golden.make lok-n-roll`.

Only on demand, when rules, words or printed numbers have changed before the edition's first release. The games follow
from seeds, rules and the bot's rules of thumb: a bot that plays otherwise gives other games, though the old ones hold.

Games are played from seeds, each with random preferences of its own for words, and chosen greedily, so that together
they use as many words and printed components as possible.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from math import exp
from random import Random
from types import MappingProxyType

import trainshed
from tests.golden.transcript import HERE, played, transcript
from trainshed.arena.played import PICKS, GameSetup, tables
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import Game
from trainshed.kernel.nature import Seeded
from trainshed.kernel.record import Record, Recorder, write
from trainshed.kernel.vocabulary import head_of

NAMES = ("Ada", "Bruno", "Clara", "Dmitri")
POOL = 800
NEW = 12
LEAST = 12
LEAST_A_SEAT_COUNT = 3
MOST = 20


def play(
    game: Game,
    table: GameSetup,
    seed: str,
    known: set[str] | None = None,
    well: bool = False,
    leaning: Mapping[str, float] = MappingProxyType({}),
    fancy: float = 2.0,
) -> Record:
    """Play one game with random preferences for words; words that no game has used yet are preferred most.

    With `well` the rules of thumb count too: some words are reached by good players only. `leaning` are more factors,
    by families of words; `fancy` is how strong the preferences are: without any, the likeliest word is said.
    """
    rng = Random(seed)
    liking = [exp(fancy * rng.gauss(0, 1)) for _ in game.vocabulary]
    for move, word in enumerate(game.vocabulary):
        if known is not None and word not in known:
            liking[move] *= NEW
        liking[move] *= leaning.get(head_of(word), 1.0)
    recorder = Recorder(game.start(table.seats, table.options), NAMES[: table.seats], Seeded(seed))
    state = recorder.state
    while not state.over:
        if state.actor == NATURE:
            recorder.draw()
            continue
        moves = state.moves()
        move = moves[0]
        weights = [liking[m] for m in moves]
        if well and len(moves) > 1:
            advice = game.part("bot").weigh(state, moves)
            weights = [1e-9 + weight * liking for weight, liking in zip(advice, weights, strict=True)]
        if not fancy:
            recorder.play(moves[weights.index(max(weights))])
            continue
        for _ in range(PICKS if len(moves) > 1 else 0):
            move = rng.choices(moves, weights)[0]
            if state.reversible(move):
                break
        recorder.play(move)
    return recorder.finish()


def things(record: Record) -> set[str]:
    """What a game covers: its words, the kinds of its events, factories entered, and its number of seats."""
    found = {f"seats {len(record.seats)}"}
    for _, word, happened in played(record):
        found.add(word)
        for event in happened:
            name = type(event).__name__
            found.add(name)
            if name == "FactoryUsed":
                found.add(f"factory {event.factory}")
            elif name == "EngineerHired":
                found.add(f"hired {event.engineer}")
            elif name == "GameEnded" and hasattr(event, "reason"):
                found.add(f"ended by {event.reason}")
    return found


def chosen(game: Game) -> list[Record]:
    """Records that together cover the most, found greedily."""
    every = tables(game)
    usual = [table for table in every if all(o.default == table.options.get(o.name, o.default) for o in game.options)]
    pool = []
    known: set[str] = set()
    for seed in range(POOL):
        table = every[seed % len(every)] if seed % 3 == 0 else usual[seed % len(usual)]
        record = play(game, table, f"golden:{seed}", known, seed % 2 == 1)
        pool.append((record, things(record)))
        known |= pool[-1][1]
    covered: set[str] = set()
    picked: list[Record] = []
    while len(picked) < MOST:
        counts = Counter(len(record.seats) for record in picked)
        lacking = {seats for seats in game.seat_counts if counts[seats] < LEAST_A_SEAT_COUNT}
        left = MOST - len(picked)
        must = sum(LEAST_A_SEAT_COUNT - counts[seats] for seats in lacking)
        allowed = [item for item in pool if must < left or len(item[0].seats) in lacking]
        best = max(allowed, key=lambda item: len(item[1] - covered))
        if len(picked) >= LEAST and not must and not best[1] - covered:
            break
        picked.append(best[0])
        covered |= best[1]
        pool.remove(best)
    return picked


def every_table(game: Game) -> list[Record]:
    """One game for each number of seats and each choice of the option `mode`."""
    found: dict[tuple[str, ...], GameSetup] = {}
    for table in tables(game):
        found.setdefault((str(table.seats), table.options.get("mode", "")), table)
    return [play(game, table, f"golden:{index}") for index, table in enumerate(found.values())]


def write_all(slug: str, records: list[Record]) -> None:
    folder = HERE / slug.replace("-", "_")
    folder.mkdir(exist_ok=True)
    for old in [*folder.glob("*.train"), *folder.glob("*.txt")]:
        old.unlink()
    for number, record in enumerate(sorted(records, key=lambda r: len(r.seats)), 1):
        name = f"{number:02}_{len(record.seats)}_seats"
        (folder / f"{name}.train").write_text(write(record), encoding="utf-8")
        (folder / f"{name}.txt").write_text(transcript(record), encoding="utf-8")
    print(f"{slug}: {len(records)} games, {sum(len(record.rows) for record in records)} rows")


SHUTTLE = MappingProxyType({"start": 1e9, "extra": 1e9, "move": 1e-9, "build": 1e3})
"""Trains that only go to and fro, so that nobody draws: who arrives by a free move would have to."""


def both_games(game: Game) -> list[Record]:
    """Basic and advanced games with each number of seats, well and badly played, and one for each end of a game."""
    every = tables(game)
    usual = [GameSetup(seats, game.chosen(seats, {"advanced": kind})) for seats in game.seat_counts for kind in CHOICES]
    known: set[str] = set()
    records = []
    for number, table in enumerate([*usual, *every[:: len(every) // 4]]):
        records.append(play(game, table, f"golden:{number}", known, well=number % 3 < 2))
        known |= things(records[-1])
    two = GameSetup(2, game.chosen(2, {}))
    records.append(play(game, two, "golden:idle", leaning=SHUTTLE))
    long = (play(game, two, f"golden:special:{seed}", well=True, fancy=0.0) for seed in range(POOL))
    records.append(next(record for record in long if "ended by special" in things(record)))
    return records


def every_pair(game: Game) -> list[Record]:
    """Two games with each pair of modules, chosen from many so that they use as many words as possible.

    Seat counts and options come in turn; every second candidate is played well.
    """
    modules = game.options[0]
    others = [table.options for table in tables(game)]
    known: set[str] = set()
    records = []
    for number, pair in enumerate([*modules.choices, *modules.choices]):
        seats = game.seat_counts[(number + number // len(modules.choices)) % len(game.seat_counts)]
        candidates = []
        for seed in range(CANDIDATES):
            options = others[(number * CANDIDATES + seed) % len(others)] if seed % 3 == 0 else {}
            fitting = {name: choice for name, choice in options.items() if name != "first_player"}
            table = GameSetup(seats, game.chosen(seats, fitting | {"modules": pair}))
            record = play(game, table, f"golden:{number}:{seed}", known, well=seed % 2 == 1)
            candidates.append((record, things(record)))
        best, found = max(candidates, key=lambda item: len(item[1] - known))
        records.append(best)
        known |= found
    return records


CANDIDATES = 30
CHOICES = ("no", "yes")
CHOSEN = {
    "first-class": every_pair,
    "lok-n-roll": every_table,
    "russian-railroads": chosen,
    "spike": both_games,
}
"""How the games of each title are chosen."""


def main() -> int:
    for slug in sys.argv[1:] or CHOSEN:
        if slug not in CHOSEN:
            print(f"no title {slug}; there are {', '.join(CHOSEN)}", file=sys.stderr)
            return 2
        write_all(slug, CHOSEN[slug](trainshed.game(slug)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
