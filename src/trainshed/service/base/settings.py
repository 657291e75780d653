"""Settings of a server, read from environment variables."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Literal

import msgspec


class SettingsError(ValueError):
    """Environment variables with invalid values."""


class Settings(msgspec.Struct, frozen=True):
    """`TRAINSHED_DATABASE`, `TRAINSHED_NATS`, `TRAINSHED_CONNECTIONS` and so on; the defaults fit one machine."""

    database: str = "postgresql://127.0.0.1:5432/trainshed"
    nats: str = ""
    """Addresses of NATS servers, separated by commas; empty: there is only this process."""
    connections: int = 8
    """Size of the pool of database connections of this process."""
    database_wait: float = 2.0
    """Seconds that a request waits for a connection to the database, before it says that there is none."""
    site: str = ""
    """The public URL of this server, for links in notifications and invitations."""
    mail: str = ""
    """The server for outgoing mail: `smtp://`, `smtp+starttls://` or `smtps://`, `user:password@` if it wants them."""
    mail_from: str = "trainshed@localhost"
    push_contact: str = ""
    """Whom push services of browsers may write to, `mailto:` or `https://`; empty: the site, or the sender of mail."""
    guests_an_hour: int = 200
    """Most new guests from one IP address; a club or a school behind one address needs some."""
    tables_an_hour: int = 300
    """Most new tables from one IP address in an hour; of them a fifth public, and a fifth by one person."""
    tables_a_person: int = 20
    """Most tables of one person that wait for players, a quarter of them public; and as many that run with nobody else
    but bots."""
    address_share: float = 0.15
    """The part of a process's time that requests of one IP address may take; 0: no limit."""
    address_streams: int = 300
    """Most streams that one IP address may have open in a process at the same time."""

    keep_unstarted: int = 60
    """Days after which a table is deleted that has not started and was not changed; 0: never. So the next ones."""
    keep_branches: int = 90
    """Days for which a branch is kept that nobody touches."""
    keep_solo: int = 365
    """Days for which a game without other people is kept that nobody touches, running or over."""
    keep_guests: int = 120
    """Days for which a guest is kept who cannot sign in any more and sits at no table."""

    bot_processes: int = 0
    """Processes in which bots that search think, started when the first one does; 0: one less than there are cores."""

    log: Literal["", "debug", "info", "warning", "error"] = ""
    """The level of logging; debug writes a line for every gesture. Empty: the default of the command."""
    metrics: Literal["private", "open"] = "private"
    """Who may read `/metrics`: clients with a private address, or everybody."""
    drain: float = 0.0
    """Seconds between the signal to stop and the end of accepting requests; meanwhile `/readyz` answers 503."""

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
        if not settings.push_contact.startswith(("mailto:", "https://")) and settings.push_contact:
            raise SettingsError("TRAINSHED_PUSH_CONTACT begins with mailto: or https://")
        if settings.connections < 2:
            raise SettingsError("TRAINSHED_CONNECTIONS is 2 or more")
        if settings.bot_processes < 0:
            raise SettingsError("TRAINSHED_BOT_PROCESSES is a number of processes, or 0")
        if not 0 < settings.database_wait <= 60:
            raise SettingsError("TRAINSHED_DATABASE_WAIT is a number of seconds, up to 60")
        for name in ("keep_unstarted", "keep_branches", "keep_solo", "keep_guests"):
            if getattr(settings, name) < 0:
                raise SettingsError(f"TRAINSHED_{name.upper()} is a number of days, or 0")
        if not 0 <= settings.address_share <= 1:
            raise SettingsError("TRAINSHED_ADDRESS_SHARE is from 0 to 1")
        return settings
