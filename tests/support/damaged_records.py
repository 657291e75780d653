"""Runs damaged game files through the `trainshed` command: success or one clear line, never a traceback.

A valid record is damaged at random: bytes flipped, lines deleted, doubled or exchanged, words and numbers changed, huge
numbers, empty and binary files, very many rows. Every other file gets a new matching seal, so that the damage passes
the seal's check and reaches the rules. Each goes through `trainshed replay`, `verify` or `sim --from`, in this process.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import re
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import trainshed
from trainshed.cli import run
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.nature import Committed
from trainshed.kernel.record import UNDO, Recorder, Row, as_seen, write

TITLE = "lok-n-roll"


# ---------------------------------------------------------------- valid records


def true_record(seed: str) -> bytes:
    """The record of a random game, finished or cut short, sometimes only as a spectator saw it."""
    rng = Random(seed)
    seats = rng.randrange(1, 5)
    game = trainshed.game(TITLE)
    options = {"mode": rng.choice(["solo", "challenge", "rival"])} if seats == 1 else {}
    nature = Committed(hashlib.sha256(seed.encode()).digest(), "mutants")
    recorder = Recorder(game.start(seats, options), ["Ada", "Béla", "Cem", "Dora"][:seats], nature)
    stop = rng.choice([20, 60, 10_000, 10_000])
    while not recorder.state.over and len(recorder.record.rows) < stop:
        seat = recorder.state.actor
        if seat == NATURE:
            recorder.draw()
            continue
        move = rng.choice(recorder.state.moves())
        before = recorder.state.clone()
        recorder.play(move)
        if rng.random() < 0.05:
            recorder.state = before
            recorder.record.rows.append(Row(seat, UNDO, "1"))
    record = recorder.finish()
    if rng.random() < 0.05:
        record = as_seen(record, None)
    return write(record).encode()


# ---------------------------------------------------------------- damage


def flip(data: bytes, rng: Random) -> bytes:
    raw = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 5, 50])):
        raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    return bytes(raw)


def cut(data: bytes, rng: Random) -> bytes:
    return data[: rng.randrange(len(data))]


def splice(data: bytes, rng: Random) -> bytes:
    at, length = rng.randrange(len(data)), rng.randrange(1, 40)
    junk = rng.choice([rng.randbytes(length), b"\xff\xfe", b"\r", b"\x00", b"\xc2\x85", "\u2028\u200b\ud7ff".encode()])
    return data[:at] + junk + data[at:]


def delete_line(data: bytes, rng: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    del lines[rng.randrange(len(lines))]
    return b"".join(lines)


def double_line(data: bytes, rng: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    at = rng.randrange(len(lines))
    lines.insert(rng.choice([at, rng.randrange(len(lines))]), lines[at])
    return b"".join(lines)


def exchange_lines(data: bytes, rng: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    return b"".join(lines)


def replace_one(pattern: bytes, data: bytes, new: Callable[[bytes], bytes], rng: Random) -> bytes:
    found = list(re.finditer(pattern, data, re.MULTILINE))
    if not found:
        return data
    match = rng.choice(found)
    return data[: match.start()] + new(match.group()) + data[match.end() :]


def other_word(data: bytes, rng: Random) -> bytes:
    """Replace the word of a row, mostly by another one of the vocabulary."""
    words = trainshed.game(TITLE).vocabulary.words
    strange = ["", "?", "draw:?", "/undo", "/undo 0", "/undo 3", "/concede", "/flag", "/seat", "/seat X", "-1", ":"]
    word = rng.choice(words) if rng.random() < 0.8 else rng.choice(strange)
    return replace_one(rb"(?<=^)(\d+ [\d*]) .*$", data, lambda row: b" ".join([*row.split()[:2], word.encode()]), rng)


def other_seat(data: bytes, rng: Random) -> bytes:
    seat = rng.choice([b"*", b"0", b"1", b"2", b"4", b"9", b"-1", b"", "²".encode()])
    return replace_one(rb"^\d+ [\d*]", data, lambda row: row.split()[0] + b" " + seat, rng)


def other_number(data: bytes, rng: Random) -> bytes:
    number = rng.choice([b"0", b"1", b"-1", b"7", b"00", b"1e9", b"0x10", b"1_0", b"9" * 9, b"9" * 30, b"9" * 4999])
    return replace_one(rb"\d+", data, lambda _: number, rng)


def other_value(data: bytes, rng: Random) -> bytes:
    value = rng.choice(
        [b"", b" ", b"x", b"unfinished", b"lost", b"conceded 1", b"0 0", b"spectator", b"A" * 81, b"\x1b[2J"]
    )
    return replace_one(rb"(?<=: ).*$", data, lambda _: value, rng)


def other_key(data: bytes, rng: Random) -> bytes:
    key = rng.choice(
        [b"title", b"seat 1", b"seat 3", b"option x", b"option mode", b"seen", b"seal", b"result", b"", b"#"]
    )
    return replace_one(rb"^[a-z][a-z_ 0-9]*(?=: )", data, lambda _: key, rng)


def other_option(data: bytes, rng: Random) -> bytes:
    option = rng.choice([b"option mode: rival", b"option start: seat-4", b"option forbid_dead_end: yes", b"option : "])
    return replace_one(rb"^option .*$", data, lambda _: option, rng)


def many_rows(data: bytes, rng: Random) -> bytes:
    """Append many equal rows to the game: a flag, an undo, a pass, a draw or a seat change."""
    head, _, tail = data.partition(b"\nresult: ")
    rows = len(re.findall(rb"^\d+ [\d*] ", head, re.MULTILINE))
    more = rng.choice([10, 1000, 3000])
    row = rng.choice([b"1 /flag", b"1 /undo 1", b"1 pass", b"* wheels:1", b"1 /seat Zed"])
    text = b"".join(b"%d %s\n" % (rows + n, row) for n in range(1, more + 1))
    return head.rstrip(b"\n") + b"\n" + text + b"\nresult: " + tail


def empty(data: bytes, rng: Random) -> bytes:
    return rng.choice([b"", b"\n", b"\n" * 1000, b"trainshed 1", b"trainshed 1\n", b"\xef\xbb\xbf" + data])


def binary(data: bytes, rng: Random) -> bytes:
    return rng.choice(
        [
            rng.randbytes(500),
            data.decode(errors="replace").encode("utf-16"),
            b"\x00" * 2000,
            b"[" * 20_000,
            b"A" * 50_000,
        ]
    )


DAMAGE: tuple[Callable[[bytes, Random], bytes], ...] = (
    flip,
    cut,
    splice,
    delete_line,
    double_line,
    exchange_lines,
    other_word,
    other_word,
    other_seat,
    other_number,
    other_value,
    other_key,
    other_option,
    many_rows,
    empty,
    binary,
)


def sealed(data: bytes) -> bytes:
    """The same file with a matching seal."""
    body, seal, _ = data.rpartition(b"seal: ")
    if not seal:
        return data
    return body + b"seal: " + hashlib.sha256(body.replace(b"\r\n", b"\n")).hexdigest().encode() + b"\n"


def mutant(index: int, seed: str, originals: Sequence[bytes]) -> bytes:
    """Damaged file number `index`; every other one gets a new matching seal."""
    rng = Random(f"{seed}:{index}")
    data = rng.choice(originals)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        data = rng.choice(DAMAGE)(data or b"\n", rng)
    return sealed(data) if index % 2 else data


# ---------------------------------------------------------------- the command


def command(index: int, file: Path) -> list[str]:
    """The command line that reads this file."""
    return (
        ["verify", str(file)],
        ["replay", str(file)],
        ["replay", str(file), "--seat", "1", "--at", "30"],
        ["verify", str(file)],
        ["sim", TITLE, "--from", str(file), "--games", "1", "--bots", "random", "--jobs", "1", "--json"],
        ["sim", TITLE, "--from", str(file), "--at", "25", "--games", "1", "--bots", "random", "--jobs", "1", "--json"],
    )[index // 2 % 6]


def outcome(index: int, data: bytes, folder: Path) -> str:
    """Run the command on a file: `accepted`, `refused`, or a description of what went wrong."""
    file = folder / "mutant.train"
    file.write_bytes(data)
    out, err = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(command(index, file))
    except BaseException:
        return traceback.format_exc()
    said = err.getvalue()
    if code == 0:
        return "accepted" if said == "" else f"exit 0, but said: {said[:300]}"
    if code == 1 and said.startswith("trainshed: ") and said.count("\n") == 1 and len(said) < 700:
        return "refused"
    return f"exit {code}: {said[:300]!r}"


def try_all(count: int, seed: str, on_wrong: Callable[[int, str], None]) -> Counter[str]:
    """Make and try mutants; how many were accepted, refused, wrong."""
    originals = [true_record(f"{seed}:{number}") for number in range(12)]
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for index in range(count):
            end = outcome(index, mutant(index, seed, originals), Path(folder))
            if end not in ("accepted", "refused"):
                on_wrong(index, end)
                end = "wrong"
            counts[end] += 1
    return counts
