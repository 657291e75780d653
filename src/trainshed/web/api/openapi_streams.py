"""What is plain ASGI, as OpenAPI describes it: nobody can read this out of the code. Streams, and what machines ask."""

from __future__ import annotations

from typing import Any, Final

from trainshed.wire import FullState, NewRows, SeenRow, TableOver, TableStart, TableView, YourTurn

LINES: Final[list[Any]] = [TableStart, YourTurn, TableOver, FullState, NewRows, TableView, SeenRow]
"""What comes along the streams."""

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
What happens at a table, as I see it, as server-sent events.

| event | data |
|---|---|
| `rows` | `{"v": 1, "rows": [Told, …]}`: what happened |
| `state` | `Sight`: the whole table; its `id` is the row |
| `resync` | too much happened to tell; the state follows |
| `beat` | every 15 seconds: the line lives |
| `lobby` | before the game: something changed; the stream ends when the game begins |

Come back with `Last-Event-ID` for the rows in between. While the database cannot be reached the stream ends at once."""

CALLS: Final = """\
My tables, as JSON, one object a line; an empty line every 15 seconds.

On connection there is a `tableStart` for each running table at which I sit, and a `yourTurn` for each that waits for
me. A line may be said twice. A turn that passes from me to me is not told here: the table's own stream tells it."""

LINES_OF_A_TABLE: Final = """\
One table as I see it, as JSON, one object a line; an empty line every 15 seconds.

The first line is `full`, each further one `rows`. `state.moves` are my legal words wherever I am asked; answer with
`POST /api/tables/{table}/moves`. A reader that is too slow gets a `full` line in place of what it missed. The stream
ends when the game is over."""


def _lines(*names: str) -> dict[str, Any]:
    """A body of lines: the schema is that of one of them."""
    refs = {name: f"#/components/schemas/{name}" for name in names}
    kinds = {
        "TableStart": "tableStart",
        "YourTurn": "yourTurn",
        "TableOver": "tableOver",
        "Full": "full",
        "Rows": "rows",
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
            "security": READS,
            "description": CALLS,
            "responses": _lines("TableStart", "YourTurn", "TableOver"),
        }
    },
    "/api/bot/tables/{table}/stream": {
        "get": {
            "operationId": "bot_table_stream",
            "security": READS,
            "description": LINES_OF_A_TABLE,
            "parameters": [TABLE],
            "responses": _lines("Full", "Rows"),
        }
    },
}


def _text(description: str) -> dict[str, Any]:
    return {"description": description, "content": {"text/plain": {"schema": {"type": "string"}}}}


MACHINES: Final[dict[str, Any]] = {
    "/readyz": {
        "get": {
            "operationId": "readyz",
            "description": "Should this process get requests? If not, the reasons, one a line.",
            "security": [],
            "responses": {"200": _text("It should."), "503": _text("It should not.")},
        }
    },
    "/metrics": {
        "get": {
            "operationId": "metrics",
            "description": "Figures for Prometheus.",
            "security": [],
            "responses": {"200": _text("The figures."), "404": _text("Not for those who ask from afar.")},
        }
    },
}

PLAIN: Final[dict[str, Any]] = STREAMS | MACHINES
