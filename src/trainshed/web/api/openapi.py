"""The API described in OpenAPI 3.1: paths and parameters from Litestar, bodies from msgspec, the rest from here.

A new route is described by its docstring and types, and needs no change here. Only plain ASGI, which Litestar does not
see, is described by hand in `openapi_streams`.
"""

from __future__ import annotations

import copy
import inspect
import re
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any, Final, TypeAlias, get_args, get_origin

import msgspec
from litestar import Litestar, Request, Response
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.routes import HTTPRoute

from trainshed.web.api.openapi_fields import notes
from trainshed.web.api.openapi_streams import LINES, PLAIN
from trainshed.web.http.access import ALWAYS
from trainshed.wire import Problem

Json: TypeAlias = dict[str, Any]

REF: Final = "#/components/schemas/{name}"
TABLE_ID: Final = "^[0-9a-hjkmnp-tv-z]{13}$"

ABOUT: Final = """\
Play railway board games from a program. Everything that a person can do in the browser, a program can do here.

Send `Authorization: Bearer TOKEN`. The token comes from a guest's session (`POST /api/guests`), or is made for a
program (`POST /api/me/tokens`) and may do what its scopes allow: `read`, `play`, `host`, `account`. Where the scope is
called `session`, no token is enough: a session has all rights, and begins with `POST /api/guests`, `/api/accounts` or
`/api/sign-in`. The cookie is for browsers.

| term | meaning |
|---|---|
| title | a board game, such as `lok-n-roll` |
| table | one game, from the moment when its host creates it |
| seat | a player's place at a table, counted from 0 |
| word | one atomic move, such as `pass` |
| gesture | the words that a player confirms together; they are played all or none |
| row | one entry of a table's log, numbered by `seq`: a word, a draw, an undo and so on |
| nature | who answers dice and draws; its seat is -1 |
| clause | one numbered rule, such as `LR-TURN-04`; refusals cite it |

A move names the row after which it was chosen: `POST /api/tables/{table}/moves` with `seq`. If there are newer rows,
the response is a 409 with these rows. Send a `mark`, a number of your choice, with the move: then the same gesture may
be sent again if the response was lost, and is not made twice.

All errors have one format, `Problem`. After 429 and 503 wait for as many seconds as `Retry-After` says.

Times are milliseconds since 1970, UTC. Fields may be added to responses; ignore those that you do not know."""

TAGS: Final = {
    "people": "Guests, accounts, sessions, tokens, notifications, reports.",
    "lobby": "Tables before and after the game.",
    "table": "Started tables: read, preview, move, take back, chat.",
    "bots": "Streams for bots.",
    "host": "Probes and metrics, for operators of the server.",
}

PROBLEMS: Final = {
    400: ("Wrong", "The request is not valid."),
    401: ("NotSignedIn", "Nobody is signed in, or the token is not valid."),
    403: ("Forbidden", "You may not do this, or the token lacks a scope."),
    404: ("NotFound", "It does not exist, or you may not know of it."),
    409: ("NotNow", "Not possible in the current state. `stale`: the table has newer rows, which `since` lists."),
    408: ("TooSlow", "The body did not arrive in time."),
    413: ("TooLarge", "The body is too large."),
    422: ("Refused", "A word is not legal: `clause` is the rule that forbids it, `numbers` are the figures behind it."),
    429: ("TooMany", "Too many requests of this kind."),
    503: ("Unavailable", "The database cannot be reached. A move may be sent again with the same `mark`."),
}

PARAMETERS: Final[dict[str, Json]] = {
    "table": {"description": "The id of a table.", "schema": {"type": "string", "pattern": TABLE_ID}},
    "invite": {"description": "The secret of an invitation, for a private table at which I do not sit."},
    "which": {
        "description": "`playing`, `open` or `over`: my tables in this state; `seats`: public tables with a free seat.",
        "schema": {"type": "string", "enum": ["playing", "open", "over", "seats"], "default": "playing"},
    },
    "after": {"description": "The row, or the chat message, that I have seen last: only later ones are returned."},
    "until": {"description": "The last row to return."},
    "notice": {"description": "The id of an address for notifications."},
    "report": {"description": "The id of a report."},
    "person": {"description": "The id of a person."},
    "key": {"description": "The id of a token."},
    "session_id": {"description": "The id of a session, from the list of my sessions and tokens."},
    "word": {"description": "A word of the title's vocabulary."},
}

GESTURE: Final = {"seq": 17, "words": ["start:black", "advance:trans_siberian:black"], "mark": 4711}
EXAMPLES: Final[dict[str, Json]] = {
    "moves": {
        "gesture": {"summary": "Two words, all or none", "value": GESTURE},
        "word": {"summary": "One word, without a mark", "value": {"seq": 17, "words": ["pass"]}},
    },
    "preview": {"gesture": {"summary": "The same body as for a move", "value": GESTURE}},
    "new_guest": {"guest": {"value": {"name": "Marta", "language": "es", "zone": "Europe/Madrid"}}},
    "new_table": {"alone": {"summary": "Two seats, one for a bot", "value": {"title": "lok-n-roll", "seats": 2}}},
    "seat_bot": {"driver": {"value": {"seat": 1, "bot": "driver"}}},
}
ANSWERS: Final[dict[str, Json]] = {
    "moves": {
        "done": {
            "value": {"seq": 18, "since": [{"seq": 18, "seat": 0, "at": 1800000000000, "said": "pass", "events": []}]}
        }
    },
}
REFUSALS: Final[dict[int, Json]] = {
    409: {
        "stale": {"value": {"error": "stale", "message": "somebody else moved first", "seq": 18, "since": []}},
        "not_now": {"value": {"error": "not_now", "message": "The game is over."}},
    },
    422: {
        "refused": {
            "value": {
                "error": "refused",
                "message": "A turn has one action: pass, extend the track, or discard chaos cards.",
                "word": "stop",
                "clause": "LR-TURN-04",
            }
        }
    },
}


# ---------------------------------------------------------------- serving


class AsJson(OpenAPIRenderPlugin):
    """Serves the description as a JSON file."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: Json) -> bytes:
        return msgspec.json.encode(described(request.app))


def config() -> OpenAPIConfig:
    """The OpenAPI configuration of Litestar: only our own rendering, because its pages load scripts from elsewhere."""
    return OpenAPIConfig(
        title="Trainshed",
        version=version("trainshed"),
        operation_id_creator=lambda handler, _method, _path: handler.handler_name,
        render_plugins=[AsJson(path="/openapi.json", media_type="application/json")],  # type: ignore[arg-type]
    )


def described(app: Litestar) -> Json:
    """The description of the API, built at the first request and kept."""
    if "openapi" not in app.state:
        # Through JSON, because defaults are Python objects.
        app.state["openapi"] = msgspec.json.decode(msgspec.json.encode(describe(app)))
    found: Json = app.state["openapi"]
    return found


# ---------------------------------------------------------------- building


def describe(app: Litestar) -> Json:
    """Build the description of all routes with their bodies, responses and errors."""
    paths: Json = copy.deepcopy(app.openapi_schema.to_schema()["paths"])
    found = [(paths[path][method], handler) for path, method, handler in operations(app)]
    bodies = [answer_of(handler) for _, handler in found] + [question_of(handler) for _, handler in found]
    kinds: list[Any] = [*{kind for kind in bodies if kind is not None}, Problem, *LINES]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REF)
    schema_of = dict(zip(kinds, schemas, strict=True))
    for operation, handler in found:
        operation.setdefault("security", [])
        _explain(operation, handler.handler_name, inspect.getdoc(handler.fn) or "")
        _fill(operation, handler, schema_of)
    plain: Json = copy.deepcopy(PLAIN)
    for operation in (operation for item in plain.values() for operation in item.values()):
        _explain(operation, operation["operationId"], operation["description"])
    paths.update(plain)
    for path, item in paths.items():
        for method, operation in item.items():
            _finish(path, method, operation)
    for name, fields in notes(kinds).items():
        for field, note in fields.items():
            components[name]["properties"][field]["description"] = note
    return {
        "openapi": "3.1.0",
        "info": {"title": "Trainshed", "version": version("trainshed"), "description": ABOUT},
        "servers": [{"url": "/"}],
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": {name: _tidy(schema) for name, schema in sorted(components.items())},
            "responses": dict(_problems()),
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer", "description": "A session, or a token with scopes."},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "trainshed", "description": "For browsers."},
            },
        },
    }


def operations(app: Litestar) -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    """Path, method and handler of each described route."""
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for method, (handler, _) in route.route_handler_map.items():
                if handler.resolve_include_in_schema():
                    yield route.path_format or "/", method.lower(), handler


def answer_of(handler: HTTPRouteHandler) -> Any:
    """The type of a handler's response; None if it is empty or not JSON."""
    kind = handler.parsed_fn_signature.return_type.annotation
    if get_origin(kind) is Response:
        (kind,) = get_args(kind)
    if or_nothing(handler):
        (kind,) = (part for part in get_args(kind) if part is not type(None))
    return None if kind in (None, type(None), str, bytes, Response) else kind


def or_nothing(handler: HTTPRouteHandler) -> bool:
    """Whether a handler may also return an empty response, with status 204."""
    kind = handler.parsed_fn_signature.return_type.annotation
    return get_origin(kind) is Response and type(None) in get_args(get_args(kind)[0])


def question_of(handler: HTTPRouteHandler) -> Any:
    """The type of a handler's request body, or None."""
    return None if handler.parsed_data_field is None else handler.parsed_data_field.annotation


def _explain(operation: Json, name: str, text: str) -> None:
    first, _, _ = text.partition("\n\n")
    operation["operationId"] = name
    operation["summary"] = re.split(r"[.;:](?:\s|$)", " ".join(first.split()), maxsplit=1)[0]
    operation["description"] = text
    operation.pop("deprecated", None)


def _fill(operation: Json, handler: HTTPRouteHandler, schema_of: dict[Any, Json]) -> None:
    """Add request and response bodies, as msgspec describes them."""
    name = handler.handler_name
    asked, answered = question_of(handler), answer_of(handler)
    if asked is not None:
        content: Json = {"schema": schema_of[asked]}
        if name in EXAMPLES:
            content["examples"] = EXAMPLES[name]
        operation["requestBody"] = {"required": True, "content": {"application/json": content}}
    good: Json = {"description": "Done."}
    if answered is not None:
        good["content"] = {"application/json": {"schema": schema_of[answered]}}
        if name in ANSWERS:
            good["content"]["application/json"]["examples"] = ANSWERS[name]
    elif handler.status_code != 204:
        good["content"] = {"text/plain": {"schema": {"type": "string"}}}
    operation["errors"] = [int(status) for status in operation["responses"] if int(status) >= 400]
    operation["responses"] = {str(handler.status_code): good}
    if or_nothing(handler):
        operation["responses"]["204"] = {"description": "There is nothing to return."}


def _finish(path: str, method: str, operation: Json) -> None:
    """Describe the parameters, and refer to the errors that the route declares or that follow from having a body."""
    for parameter in operation.get("parameters", []):
        for noise in ("deprecated", "allowEmptyValue", "allowReserved"):
            parameter.pop(noise, None)
        parameter.update(copy.deepcopy(PARAMETERS.get(parameter["name"], {})))
    declared = operation.pop("errors", [])
    if not path.startswith("/api/"):
        return
    statuses = {*ALWAYS, *declared}
    if "parameters" in operation or method != "get":
        statuses.add(400)  # also for a body where none is expected
    if "requestBody" in operation:
        statuses |= {408, 413}
    for status in sorted(statuses):
        ref = f"#/components/responses/{PROBLEMS[status][0]}"
        operation["responses"].setdefault(str(status), {"$ref": ref})


def _problems() -> Iterator[tuple[str, Json]]:
    for status, (name, text) in PROBLEMS.items():
        content: Json = {"schema": {"$ref": REF.format(name="Problem")}}
        if status in REFUSALS:
            content["examples"] = REFUSALS[status]
        answer: Json = {"description": text, "content": {"application/json": content}}
        if status in (429, 503):
            answer["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."}}
        yield name, answer


def _tidy(schema: Json) -> Json:
    if "description" in schema:
        schema["description"] = inspect.cleandoc(schema["description"])
    return schema
