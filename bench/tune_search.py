"""Tunes the parameters of search by matches: a changed value stays only if it wins against the one before.

    python bench/tune_search.py --title lok-n-roll            60 games for each value that is tried
    python bench/tune_search.py --title lok-n-roll --short    one value, as many games as fit into 50 s

Every value of GRID is tried against the parameters so far, with the same nodes and, in mirrored seats, the same luck. A
longer horizon takes more time for a node: it gets fewer nodes, by the time that both take on the same positions. The
result is printed as `search.toml`, with every match that was played; `--write` puts it into the title's folder.

The last line has the share that the tuned parameters win against those of the title before. Exit 1 if it is less than a
half.
"""

from __future__ import annotations

import argparse
import math
import sys
from fractions import Fraction
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any, Final, Self

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

import trainshed
from bench.parts.titles import add_title_option, measured, narrow
from trainshed.arena.jobs import Runner, open_runner, run
from trainshed.arena.match import play_game
from trainshed.arena.tally import wilson
from trainshed.bots.bot import Budget, find
from trainshed.bots.search.bot import SearchBot
from trainshed.bots.search.title import Parameters, search_of, title_tables
from trainshed.kernel.nature import Seeded

GRID: Final[dict[str, list[Any]]] = {
    "horizon": [0, 2, 5, 12],
    "loose": [0.0, 0.1, 0.4],
    "explore": [0.03, 0.1, 0.3],
    "width": [4, 8, 16],
    "trust": [0.0, 0.05, 0.15],
    "win": [0.0, 0.3, 0.6],
    "spread": [0.5, 1.0, 2.0],
}
SECONDS: Final = 40.0
BUDGET: Final = Budget(seconds=math.inf)
SHARES: Final = 12
"""First places are counted in twelfths: two to four seats may share one."""


class MatchTally(msgspec.Struct):
    """First places of one set of parameters, in twelfths."""

    games: int = 0
    won: int = 0

    def merge(self, other: Self) -> None:
        self.games += other.games
        self.won += other.won

    def encode(self) -> bytes:
        return msgspec.msgpack.encode(self)

    @classmethod
    def decode(cls, data: bytes) -> Self:
        return msgspec.msgpack.decode(data, type=cls)


class ParameterMatch(msgspec.Struct, frozen=True):
    """Games of two sets of parameters against each other."""

    title: str
    seats: int
    seed: str
    one: Parameters
    one_nodes: int
    other: Parameters
    other_nodes: int

    def empty(self) -> MatchTally:
        return MatchTally()

    def play(self, index: int, summary: MatchTally) -> None:
        """Play one game; the next one has the same luck with the seats exchanged."""
        luck = f"{self.seed}:{index // 2}"
        bots = [SearchBot("one", self.one_nodes, self.one), SearchBot("other", self.other_nodes, self.other)]
        seated = [(seat + index) % 2 for seat in range(self.seats)]
        state, _ = play_game(
            trainshed.game(self.title).start(self.seats),
            [bots[who] for who in seated],
            Seeded(luck),
            [Random(f"{luck}:{seat}") for seat in range(self.seats)],
            BUDGET,
        )
        ranks = state.standings()
        first = sum(ranks[seat] == 1 for seat in range(self.seats) if seated[seat] == 0)
        summary.merge(MatchTally(1, SHARES * first // ranks.count(1)))


def cost(title: str, seats: int, parameters: Parameters, nodes: int) -> float:
    """The time that search takes on fixed positions of a game of `thumb`."""
    bot, thumb = SearchBot("timed", nodes, parameters), find("thumb")
    state, nature, rng = trainshed.game(title).start(seats), Seeded("cost"), Random("cost")
    total, asked = 0.0, 0
    while not state.over:
        if state.actor == trainshed.NATURE:
            state.apply(nature.choose(state))
            continue
        moves = state.moves()
        if len(moves) > 1:
            view, game = state.view(state.actor), state.game
            asked += 1
            if asked % 10 == 0:
                begin = process_time()
                bot.choose(view, moves, BUDGET, Random(asked), lambda: game.world(view, Random(asked)))  # noqa: B023
                total += process_time() - begin
            state.apply(thumb.choose(view, moves, BUDGET, rng, lambda: game.world(view, rng)))  # noqa: B023
        else:
            state.apply(moves[0])
    return total


def tune(
    title: str, seats: int, nodes: int, games: int, short: bool, runner: Runner
) -> tuple[Parameters, list[str], float]:
    """Try every value of the grid in turn; returns the best parameters, a line for each match, and the last share."""
    best = before = search_of(trainshed.game(title)).parameters
    lines: list[str] = []
    begin = perf_counter()

    def match(one: Parameters, other: Parameters, what: str) -> Fraction:
        ratio = cost(title, seats, other, nodes) / cost(title, seats, one, nodes) if one.horizon != other.horizon else 1
        mine = max(2, round(nodes * min(ratio, 4.0)))
        task = ParameterMatch(title, seats, "tune", one, mine, other, nodes)
        tally = run(task, games, runner=runner)
        share = wilson(Fraction(tally.won, SHARES), tally.games)
        lines.append(
            f"{what}: {share.share:.1%} ({share.low:.1%} - {share.high:.1%}) of {tally.games} games, "
            f"{mine} against {nodes} nodes, {seats} seats"
        )
        print(lines[-1], flush=True)
        return Fraction(tally.won, SHARES * tally.games)

    for name, values in GRID.items():
        for value in values:
            if value == getattr(best, name) or (short and perf_counter() - begin > SECONDS):
                continue
            changed = msgspec.structs.replace(best, **{name: value})
            share = match(changed, best, f"{name} {value} against {getattr(best, name)}")
            if share > Fraction(1, 2) + Fraction(math.isqrt(10**6 // (4 * games)), 1000):  # one standard error
                best = changed
    share = match(best, before, "tuned against before") if best != before else Fraction(1, 2)
    return best, lines, float(share)


def main() -> int:
    parser = argparse.ArgumentParser(description="Tune the parameters of search.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    parser.add_argument("--nodes", type=int, default=16)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--on", default="local", help="where games are played: local, ray or ray://HOST:PORT")
    parser.add_argument("--write", action="store_true", help="write search.toml into the title's folder")
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    worst = 1.0
    with open_runner(args.on, 2) as runner:
        for title in measured():
            games = 4 if args.short else args.games
            best, lines, share = tune(title, args.seats, args.nodes, games, args.short, runner)
            worst = min(worst, share)
            values = "\n".join(f"{name} = {value}" for name, value in msgspec.to_builtins(best).items())
            record = "\n".join(f'  "{line}",' for line in lines)
            text = f"# Found by bench/tune_search.py.\n[parameters]\n{values}\n\n[tuning]\nmatches = [\n{record}\n]\n"
            chance = title_tables(trainshed.game(title).part("game").__name__.rpartition(".")[0]).get("chance")
            if chance is not None:  # of bench/win_chance.py
                text += "\n[chance]\n" + "".join(f"{name} = {value}\n" for name, value in chance.items())
            print(text)
            if args.write:
                package = Path(str(trainshed.game(title).part("game").__file__)).parent
                (package / "search.toml").write_text(text, encoding="utf-8")
    print(f"tuned parameters win {worst:.1%} against those before")
    return 0 if worst >= 0.5 else 1


if __name__ == "__main__":
    sys.exit(main())
