"""The OpenAPI description of routes in plain ASGI, which cannot be read from the code: streams, probes and metrics."""

from __future__ import annotations

from typing import Any, Final

from trainshed.wire import FullState, NewRows, RematchNews, SeenRow, TableOver, TableStart, TableView, YourTurn

LINES: Final[list[Any]] = [TableStart, YourTurn, TableOver, RematchNews, FullState, NewRows, TableView, SeenRow]
"""The types of the messages that streams send."""

TABLE: Final = {"name": "table", "in": "path", "required": True}
INVITE: Final = {"name": "invite", "in": "query", "required": False, "schema": {"type": "string", "default": ""}}
LAST: Final = {
    "name": "Last-Event-ID",
    "in": "header",
    "required": False,
    "description": "The row that I have seen last: the stream begins with the rows after it.",
    "schema": {"type": "integer"},
}

READS: Final[list[dict[str, list[str]]]] = [{"bearer": ["read"]}, {"cookie": []}]

EVENTS: Final = """\
Stream a table as I see it, as server-sent events.

| event | data |
|---|---|
| `rows` | `{"v": 1, "rows": [SeenRow, …]}`: new rows of the log |
| `state` | `TableView`: the whole table; its `id` is the number of the newest row |
| `resync` | there were too many new rows to send; the state follows |
| `chat` | for players: there are new chat messages |
| `rematch` | for players, after the end: a rematch was offered, accepted or declined |
| `arrived` | for players: somebody who was away looks at the table again |
| `beat` | keep-alive, every 15 seconds |
| `lobby` | before the game: something changed; the stream ends when the game starts |

Reconnect with `Last-Event-ID` to get the rows in between. Rows and states may be sent twice. While the database cannot
be reached, the stream ends at once."""

MY_TABLES: Final = """\
Stream which of my tables start, wait for me or end, as JSON, one object per line.

There is an empty line every 15 seconds. On connection there is a `tableStart` for each running table at which I sit,
and a `yourTurn` for each that waits for me. A line may be sent twice. While the turn stays with me, further decisions
are not announced here, but by the stream of the table. `rematch`, about a game that is over, is sent to people and not
to bot accounts; an offer from before the connection is found at the table."""

ONE_TABLE: Final = """\
Stream one table as I see it, as JSON, one object per line.

There is an empty line every 15 seconds. The first line is `full`, each further one `rows`. Whenever I must decide,
`state.moves` are my legal words; answer with `POST /api/tables/{table}/moves`. A reader that is too slow gets a `full`
line in place of what it missed. The stream ends when the game is over."""


def _lines(*names: str) -> dict[str, Any]:
    """The response of a stream of JSON lines; its schema is that of one line."""
    refs = {name: f"#/components/schemas/{name}" for name in names}
    kinds = {
        "TableStart": "tableStart",
        "YourTurn": "yourTurn",
        "TableOver": "tableOver",
        "RematchNews": "rematch",
        "FullState": "full",
        "NewRows": "rows",
    }
    mapping = {kinds[name]: ref for name, ref in refs.items()}
    schema = {
        "oneOf": [{"$ref": ref} for ref in refs.values()],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }
    return {"200": {"description": "The stream.", "content": {"application/x-ndjson": {"schema": schema}}}}


STREAMS: Final[dict[str, Any]] = {
    "/api/tables/{table}/stream": {
        "get": {
            "operationId": "watch",
            "tags": ["table"],
            "errors": [401, 403, 404],
            "security": [{}, *READS],
            "description": EVENTS,
            "parameters": [TABLE, INVITE, LAST],
            "responses": {
                "200": {
                    "description": "The stream.",
                    "content": {
                        "text/event-stream": {
                            "schema": {"type": "string"},
                            "examples": {"beat": {"value": "event: beat\ndata: 17\n\n"}},
                        }
                    },
                }
            },
        }
    },
    "/api/bot/stream": {
        "get": {
            "operationId": "bot_stream",
            "tags": ["bots"],
            "errors": [401, 403],
            "security": READS,
            "description": MY_TABLES,
            "responses": _lines("TableStart", "YourTurn", "TableOver", "RematchNews"),
        }
    },
    "/api/bot/tables/{table}/stream": {
        "get": {
            "operationId": "bot_table_stream",
            "tags": ["bots"],
            "errors": [401, 403, 404],
            "security": READS,
            "description": ONE_TABLE,
            "parameters": [TABLE],
            "responses": _lines("FullState", "NewRows"),
        }
    },
}


def _text(description: str) -> dict[str, Any]:
    return {"description": description, "content": {"text/plain": {"schema": {"type": "string"}}}}


PROBES: Final[dict[str, Any]] = {
    "/readyz": {
        "get": {
            "operationId": "readyz",
            "tags": ["host"],
            "description": "Check whether this process is ready for requests. If not, the reasons, one per line."
            " Lines that begin with `warning:` tell what else is wrong.",
            "security": [],
            "responses": {"200": _text("It is ready."), "503": _text("It is not ready.")},
        }
    },
    "/metrics": {
        "get": {
            "operationId": "metrics",
            "tags": ["host"],
            "description": "Get metrics for Prometheus.",
            "security": [],
            "responses": {"200": _text("The metrics."), "404": _text("Not available from this address.")},
        }
    },
}

PLAIN: Final[dict[str, Any]] = STREAMS | PROBES
