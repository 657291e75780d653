"""Reads the headers of a request from its ASGI scope."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Scope = Mapping[str, Any]


def header(scope: Scope, name: bytes) -> str:
    """The value of a request header, repeated ones joined by commas; empty if it is missing."""
    return ",".join(value.decode("latin-1") for key, value in scope["headers"] if key == name)


def takes_gzip(scope: Scope) -> bool:
    """Whether Accept-Encoding allows gzip, by name or else by `*`, with a weight above 0."""
    weights: dict[str, float] = {}
    for item in header(scope, b"accept-encoding").lower().split(","):
        name, _, weight = item.replace(" ", "").replace("\t", "").partition(";q=")
        try:
            weights[name] = float(weight or 1)
        except ValueError:
            weights[name] = 0.0
    return weights.get("gzip", weights.get("*", 0.0)) > 0
