"""The figures of a study in a folder: one table each as Parquet and as CSV, and the exact totals as JSON."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final, get_type_hints

import msgspec

from trainshed.arena.studies.results import Figures, figures
from trainshed.arena.studies.run import StudyResult
from trainshed.kernel.options import SetupError

TOTALS: Final = "totals.json"


def needs_tables() -> None:
    """Refuse to begin what could not be written at its end: tables need the extra `arena`."""
    if find_spec("polars") is None:
        raise SetupError('a study needs Polars: pip install "trainshed[arena]"')


def write_tables(result: StudyResult, folder: Path) -> Figures:
    """Write everything that a study has found; files of before are replaced."""
    needs_tables()
    import polars  # noqa: PLC0415 - only who writes tables needs it

    folder.mkdir(parents=True, exist_ok=True)
    found = figures(result)
    (folder / TOTALS).write_bytes(result.encode() + b"\n")
    for name in msgspec.structs.asdict(found):
        rows = [msgspec.structs.asdict(row) for row in getattr(found, name)]
        if not rows:
            for ending in ("parquet", "csv"):
                (folder / f"{name}.{ending}").unlink(missing_ok=True)
            continue
        frame = polars.DataFrame(rows, infer_schema_length=None)
        frame.write_parquet(folder / f"{name}.parquet")
        frame.write_csv(folder / f"{name}.csv", float_precision=6)
    return found


def read_tables(folder: Path) -> Figures:
    """The figures that were written to a folder."""
    needs_tables()
    import polars  # noqa: PLC0415

    found = {}
    for name, kind in get_type_hints(Figures).items():
        file = folder / f"{name}.parquet"
        rows = polars.read_parquet(file).to_dicts() if file.is_file() else []
        found[name] = msgspec.convert(rows, kind)
    return Figures(**found)
