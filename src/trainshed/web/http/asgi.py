"""The type of an ASGI application, as middlewares wrap it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

Application: TypeAlias = Callable[[Any, Any, Any], Awaitable[None]]
"""Called with scope, receive and send."""
