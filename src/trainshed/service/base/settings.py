"""What a host decides, read from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Literal

import msgspec


class SettingsError(ValueError):
    """An environment that cannot be used."""


class Settings(msgspec.Struct, frozen=True):
    """`TRAINSHED_DATABASE`, `TRAINSHED_NATS`, `TRAINSHED_CONNECTIONS` and so on; the defaults fit one machine."""

    database: str = "postgresql://127.0.0.1:5432/trainshed"
    nats: str = ""
    """Servers between commas; empty: this process is alone."""
    connections: int = 8
    """To the database, from this process."""
    site: str = ""
    """Where this house is found from outside, for links in notices."""
    mail: str = ""
    """The server for outgoing mail: `smtp://`, `smtp+starttls://` or `smtps://`, `user:password@` if it wants them."""
    mail_from: str = "trainshed@localhost"
    guests_an_hour: int = 200
    """New guests from one address; a club or a school behind one address needs some."""

    log: Literal["", "debug", "info", "warning", "error"] = ""
    """Which lines are written; debug has one for every gesture. Empty: whatever is usual for the command."""
    metrics: Literal["private", "open"] = "private"
    """Who may read `/metrics`: machines nearby, or everybody."""
    drain: float = 0.0
    """Seconds between the wish to stop and the closing of the door: `/readyz` says so meanwhile."""

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        given = {
            name: environment[f"TRAINSHED_{name.upper()}"]
            for name in cls.__struct_fields__
            if f"TRAINSHED_{name.upper()}" in environment
        }
        try:
            settings = msgspec.convert(given, cls, strict=False)
        except msgspec.ValidationError as error:
            raise SettingsError(f"TRAINSHED settings: {error}") from error
        if not settings.database.startswith("postgresql://"):
            raise SettingsError("TRAINSHED_DATABASE begins with postgresql://")
        if settings.connections < 2:
            raise SettingsError("TRAINSHED_CONNECTIONS is 2 or more")
        return settings
