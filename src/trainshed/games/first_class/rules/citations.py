"""The clauses that the rules of First Class cite in refusals, by small numbers."""

from __future__ import annotations

from typing import Final

from trainshed.kernel.rulebook import Citations

CITE: Final = Citations()
