"""`mypyc_attr`, the decorator that compiled base classes need, without a dependency on mypy_extensions at run time.

This module is never compiled. mypyc reads the type-checking branch; Python takes the other one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**marks):
        """Leave the class unchanged: the arguments are for the compiler only."""
        return lambda cls: cls
