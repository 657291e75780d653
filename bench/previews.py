"""Compares what a preview shows with what is there after confirming, on the words of random games of each title.

At every decision the word that is played, and some other legal ones, are previewed as the table page and the API do it,
and then confirmed on a copy of the table. A word that can be taken back must lead to the same view; of any other word
the view after it (`Asked.after`) must be the view that its row of the log leads to, before anything is drawn. Only a
word that ends the game or shows something hidden has none.

    python bench/previews.py             200 games of each title
    python bench/previews.py --short     10 games of each title

The last line has the counts. Exit 1 if anything differs.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from tests.support.table_walk import Walk
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.registry import game, titles

OTHERS = 3
"""So many legal words are compared beside the one that is played."""


def compare(walk: Walk, move: int, counts: Counter[str]) -> str:
    """Preview a legal move and confirm it on copies of the table; returns what differs, or ""."""
    seat, word = walk.table.actor, walk.table.game.vocabulary.word(move)
    tried, confirmed = walk.draft(), walk.draft()
    taken, after = tried.preview(seat, word, move, last=True)
    confirmed.say(seat, word)
    there = confirmed.steps[0].after
    counts["words"] += 1
    if taken:
        counts["taken back"] += 1
        same = tried.table.position.view(seat) == there.view(seat)
    elif after is None:
        counts["without a view"] += 1
        same = there.over or tried.table.position.shows(move)
    else:
        counts["shown ahead"] += 1
        counts["shown before a draw"] += there.actor == NATURE
        same = after == there.view(seat) and not there.over
    return "" if same else f"{walk.table.config.title}, row {walk.table.seq + 1}: {word}"


def play(title: str, number: int, counts: Counter[str]) -> list[str]:
    """Compare previews all through one random game; returns what differs."""
    seats = game(title).seat_counts[number % len(game(title).seat_counts)]
    rng = Random(f"previews {title} {number}")
    walk = Walk(f"previews {number}", seats, title=title)
    wrong = []
    while not walk.table.over:
        moves = walk.table.position.moves()
        chosen = rng.choice(moves)
        others = [move for move in moves if move != chosen]
        for move in [chosen, *rng.sample(others, min(OTHERS, len(others)))]:
            wrong.append(compare(walk, move, counts))
        walk.play(walk.table.game.vocabulary.word(chosen))
    counts["games"] += 1
    return [each for each in wrong if each]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    games = 10 if parser.parse_args().short else 200
    wrong: list[str] = []
    lines = []
    for title in titles():
        counts: Counter[str] = Counter()
        for number in range(games):
            wrong += play(title, number, counts)
        said = ", ".join(f"{count:,} {name}" for name, count in counts.items())
        lines.append(f"{title}: {said}")
    for each in wrong[:20]:
        print(each)
    print(f"{'; '.join(lines)}; {len(wrong)} differ")
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
