"""Studies: a question about a title as a TOML file, answered by many games that are measured and compared.

- `study_file`: what a study file says, read and checked.
- `content_path`: one value of a content pack, found by a path and replaced.
- `arms`: the settings that are compared, and at which tables.
- `measures`: what is measured of one game.
- `totals`: exact sums over all games.
- `task`: one game of every arm with the same luck, for `trainshed.arena.jobs`.
- `student`: Student's t distribution.
- `intervals`: estimated means, their intervals and p-values.
- `family`: all answers of a study, whose intervals hold at once.
- `stopping`: after how many games a study checks whether its answers are narrow enough.
- `run`: plays a study.
- `results`: the figures of a study, as tables in Parquet and CSV.
"""
