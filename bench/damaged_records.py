"""Runs damaged game files through the `trainshed` command: success or one line on stderr, never a traceback.

How the files are damaged: `tests/support/damaged_records.py`.

    python bench/damaged_records.py            10,000 files
    python bench/damaged_records.py --short    1,000 files

The last line has the deciding figure, the number of files that ended in success or one line. Exit 1 if it is not all.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from tests.support.damaged_records import try_all


def main() -> int:
    parser = argparse.ArgumentParser(description="Send damaged game files through the command.")
    parser.add_argument("--short", action="store_true", help="1,000 files instead of 10,000")
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    count = 1_000 if args.short else 10_000
    counts = try_all(count, args.seed, lambda index, end: print(f"mutant {index} of seed {args.seed}: {end}"))
    print(f"accepted {counts['accepted']}, refused in one line {counts['refused']}, wrong {counts['wrong']}")
    print(f"{count - counts['wrong']} of {count} damaged files ended in one line or success")
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
