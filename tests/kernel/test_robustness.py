"""Damaged game files end in success or one clear line, never a traceback; `bench/damaged_records.py` tries 10,000."""

from __future__ import annotations

from tests.support.damaged_records import mutant, sealed, true_record, try_all
from tests.support.seeds import SEED, size
from trainshed.kernel.record import RecordError, read, verify


def test_damaged_files_end_in_one_line_or_success() -> None:
    wrong: list[str] = []
    counts = try_all(
        size(day=50, night=2000), SEED, lambda index, end: wrong.append(f"mutant {index} of seed {SEED}: {end}")
    )
    assert not wrong, "\n".join(wrong)
    assert counts["refused"] > counts.total() / 2


def test_the_true_files_are_accepted() -> None:
    originals = [true_record(f"{SEED}:{number}") for number in range(12)]
    for data in originals:
        record = read(data.decode())
        if not record.seen:
            verify(record)
        assert sealed(data) == data


def test_half_of_the_damage_gets_past_the_seal() -> None:
    originals = [true_record(f"{SEED}:{number}") for number in range(12)]
    broken = {0: 0, 1: 0}
    for index in range(300):
        try:
            read(mutant(index, SEED, originals).decode())
        except UnicodeDecodeError:
            continue
        except RecordError as error:
            broken[index % 2] += "the seal is broken" in str(error)
    assert broken[1] == 0
    assert broken[0] > 10
