"""`python -m trainshed` is the `trainshed` command."""

from __future__ import annotations

from trainshed.cli import main

main()
