"""Sixteen clients post a move for the same row of the same table at once, round after round: exactly one must win.

    python bench/race.py            1,000 rounds
    python bench/race.py --short    100 rounds

The clients have a connection each, half of them to each of two web processes, and one session: that of the seat to
move. In every round each sends a legal word with a mark of its own, for the row that its own last answer named.
Exactly one must get 200; all others must get 409 with the rows of the winner, which bring them to the row of the next
round. In the end the log must have the words of the winners, and nothing of the others.

The last line counts the rounds with a single winner, the deciding figure. Exit 1 if a round had none or several, or if
a client did not catch up.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections import Counter
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import uvloop

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts.audit import Audit
from bench.parts.http import Answer, Front, Web
from bench.parts.players import Gesture, Plan, Players, Seated
from bench.parts.titles import add_title_option, in_turn, narrow
from tests.support.servers.cluster import Cluster

CLIENTS = 16


class Client:
    """One connection, and the row up to which it knows the table."""

    def __init__(self, url: str) -> None:
        self.web = Web(url)
        self.seq = 0

    async def say(self, gesture: Gesture, token: str) -> Answer:
        body = {"seq": gesture.seq, "words": gesture.words, "mark": gesture.mark}
        return await self.web.ask("POST", f"/api/tables/{gesture.table}/moves", token, body)


class Race:
    """One run of the measurement."""

    def __init__(self, cluster: Cluster, rounds: int, seed: int) -> None:
        self.rng = Random(seed)
        self.rounds = rounds
        self.players = Players(Front(cluster.web_urls, self.rng), self.rng)
        self.clients = [Client(cluster.web_urls[number % 2]) for number in range(CLIENTS)]
        self.audit = Audit(cluster.database)
        self.journal: list[Gesture] = []
        self.tables: list[Seated] = []
        self.singles = 0
        self.won_at: Counter[int] = Counter()
        self.seconds = 0.0

    async def run(self) -> None:
        await self.players.arrive(2)
        begin = monotonic()
        done = 0
        while done < self.rounds:
            title = in_turn(len(self.tables))
            table = await self.players.new_table(Plan(title, 2, 2, "", public=False))
            self.tables.append(table)
            done += await self.play(table, self.rounds - done)
        self.seconds = monotonic() - begin
        await asyncio.to_thread(self.audit.check_log, self.journal)

    async def play(self, table: Seated, rounds: int) -> int:
        """Play so many rounds, or until the game is over; how many were played."""
        seen = await self.players.look(table, table.people[0])
        for client in self.clients:
            client.seq = seen["seq"]
        for done in range(rounds):
            if "outcome" in seen:
                return done
            seat = seen["actor"]
            token = table.people[seat].token
            words = (await self.players.look(table, table.people[seat]))["moves"]
            await self.round(table.table, seat, token, words)
            seen = await self.players.look(table, table.people[seat])
            if any(client.seq != seen["seq"] for client in self.clients):
                self.audit.wrong("behind", f"{[client.seq for client in self.clients]} at row {seen['seq']}")
                for client in self.clients:
                    client.seq = seen["seq"]
        return rounds

    async def round(self, table: str, seat: int, token: str, words: list[str]) -> None:
        """One round: all clients post at once."""
        gestures = [
            Gesture(table, client.seq, seat, [self.rng.choice(words)], self.rng.getrandbits(62), monotonic())
            for client in self.clients
        ]
        self.journal += gestures
        order = self.rng.sample(range(CLIENTS), CLIENTS)
        said = await asyncio.gather(*[self.clients[index].say(gestures[index], token) for index in order])
        answers = dict(zip(order, said, strict=True))
        winners = [index for index, answer in answers.items() if answer.status == 200]
        told: list[Any] = []
        for index in winners:
            told = answers[index].json()["since"]
            gestures[index].state = "acknowledged"
            gestures[index].until, gestures[index].since = answers[index].json()["seq"], told
        if len(winners) == 1:
            self.singles += 1
            self.won_at[winners[0] % 2] += 1
        else:
            statuses = [answer.status for answer in answers.values()]
            self.audit.wrong("rounds", f"{len(winners)} winners at row {gestures[0].seq} of {table}: {statuses}")
        for index, answer in answers.items():
            self.clients[index].seq = answer.json().get("seq", -1)
            if index not in winners:
                gestures[index].state = "refused"
                self.check_loser(answer, told)

    def check_loser(self, answer: Answer, told: list[Any]) -> None:
        """Check that a loser's answer is a 409 with the rows of the winner."""
        body = answer.json()
        if answer.status != 409 or body["error"] != "stale":
            self.audit.wrong("answers", f"{answer.status} {body}")
        elif body["since"] != told or not told:
            self.audit.wrong("answers", f"{body['since']} in place of {told}")

    def report(self) -> bool:
        for case in self.audit.cases:
            print(case)
        wrong = dict(self.audit.counts)
        rate = len(self.journal) / self.seconds
        print(
            f"{len(self.tables)} tables, {len(self.journal):,} posts, {rate:.0f}/s;"
            f" won through web1 {self.won_at[0]}, web2 {self.won_at[1]}; wrong: {wrong or 'nothing'}"
        )
        print(f"race: {self.rounds} rounds, {self.singles} single winners")
        return self.singles == self.rounds and not wrong


def main() -> int:
    parser = argparse.ArgumentParser(description="Sixteen clients at one row.")
    parser.add_argument("--short", action="store_true", help="100 rounds")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("TRAINSHED_SEED", "1")))
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before; seed {args.seed}")
    with Cluster(webs=2) as cluster:
        cluster.wait_ready()
        race = Race(cluster, 100 if args.short else 1000, args.seed)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(race.run())
    return 0 if race.report() else 1


if __name__ == "__main__":
    sys.exit(main())
