"""1,000 damaged content packs: each must end in one line or in a game that can be played to its end.

python bench/packs.py [--packs 1000] [--from 0]
python bench/packs.py --short    100 packs
"""

from __future__ import annotations

import argparse
import resource
import signal
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from bench.parts.titles import add_title_option, in_turn, narrow
from tests.support.packs.damaged import damaged
from trainshed.arena.pack_check import LONGEST, check_pack
from trainshed.kernel.content import ContentError


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--packs", type=int, default=1_000)
    parser.add_argument("--from", type=int, default=0, dest="first")
    add_title_option(parser)
    args = parser.parse_args()
    narrow(args)
    if args.short:
        args.packs = 100
    ends: Counter[str] = Counter()
    longest, begin = 0.0, perf_counter()
    signal.signal(signal.SIGALRM, _too_long)
    for number in range(args.first, args.first + args.packs):
        slug = in_turn(number)
        since = perf_counter()
        signal.alarm(LONGEST)
        try:
            check_pack(slug, damaged(slug, number))
            ends["playable"] += 1
        except ContentError as error:
            if "\n" in str(error) or len(str(error)) > 600:
                ends["more than a line"] += 1
                print(number, slug, str(error))
            else:
                ends["one line"] += 1
        except Exception as error:
            ends["other"] += 1
            print(number, slug, repr(error))
        finally:
            signal.alarm(0)
        longest = max(longest, perf_counter() - since)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{args.packs:,} damaged packs: {dict(ends)}; {perf_counter() - begin:.0f} s, the longest {longest:.1f} s,"
        f" {memory:.0f} MB"
    )
    return 1 if ends["other"] or ends["more than a line"] else 0


def _too_long(*_: object) -> None:
    raise TimeoutError(f"longer than {LONGEST} s")


if __name__ == "__main__":
    sys.exit(main())
