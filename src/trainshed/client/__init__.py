"""A client of the API: typed responses, moves that are retried safely, streams that reconnect by themselves.

    async with Client("http://127.0.0.1:8000") as client:
        await client.new_guest("Marta")
        card = await client.new_table("lok-n-roll", seats=2)

Needs the extra `client`.
"""

from trainshed.client.client import Client
from trainshed.client.errors import (
    ApiError,
    Forbidden,
    NotFound,
    NotNow,
    NotSignedIn,
    Refused,
    Stale,
    TooMany,
    Unavailable,
    Unreachable,
    Wrong,
)

__all__ = [
    "ApiError",
    "Client",
    "Forbidden",
    "NotFound",
    "NotNow",
    "NotSignedIn",
    "Refused",
    "Stale",
    "TooMany",
    "Unavailable",
    "Unreachable",
    "Wrong",
]
