"""Studies: a question about a title as a TOML file, answered by many games that are measured and compared.

- `study_file`: what a study file says, read and checked.
- `content_path`: one value of a content pack, found by a path and replaced.
- `arms`: the settings that are compared, and at which tables.
- `measures`: what is measured of one game.
- `totals`: exact sums over all games.
- `task`: one game of every arm with the same luck, for `trainshed.arena.jobs`.
- `intervals`: estimates with their intervals, and corrections for many comparisons.
- `stopping`: after how many games it is looked at whether the answer is narrow enough.
- `run`: plays a study.
- `results`: the figures of a study, as tables in Parquet and CSV.
"""
