"""The API described in OpenAPI 3.1: paths and parameters from Litestar, bodies from msgspec, the rest from here.

A new route needs nothing of this, unless it is plain ASGI, which Litestar does not see: that is described by hand in
`schema_streams`.
"""

from __future__ import annotations

import ast
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

from trainshed.web.api.openapi_fields import defined, notes
from trainshed.web.api.openapi_streams import LINES, PLAIN
from trainshed.wire import Problem

Json: TypeAlias = dict[str, Any]

REF: Final = "#/components/schemas/{name}"
TABLE_ID: Final = "^[0-9a-hjkmnp-tv-z]{13}$"

ABOUT: Final = """\
Tables of railway board games, for programs. Whatever a person can do in the browser, a program can do here.

Send `Authorization: Bearer TOKEN`. A guest's session (`POST /api/guests`) is such a token, and so is a token made for
a program (`POST /api/me/tokens`), which may do what its scopes name: `read`, `play`, `host`, `account`. The cookie is
for browsers.

A move answers the row it was chosen after: `POST /api/tables/{table}/moves` with `seq`, and 409 with what happened
since if somebody was first. Send a `mark` of your own with it, and the same gesture may be sent again when its answer
was lost.

Errors have one shape, `Problem`. After 429 and 503 wait as many seconds as `Retry-After` says.

Times are milliseconds since 1970, UTC. Fields may be added to answers; pass over those you do not know."""

TAGS: Final = {
    "people": "Who I am: guests, accounts, sessions, tokens.",
    "lobby": "Tables before and after the game.",
    "table": "At a started table: look, try, move, take back.",
    "bots": "Streams for programs that play.",
    "host": "For whoever runs this server.",
}

WHERE: Final = [
    (r"/api/bot/.*", "bots"),
    (r"/api/(titles|tables|next)", "lobby"),
    (r"/api/tables/\{table\}/(card|join|bots|start|rematch|branch|archive|leave)", "lobby"),
    (r"/api/tables/.*", "table"),
    (r"/api/.*", "people"),
    (r".*", "host"),
]
"""The tag of a path: that of the first pattern that fits."""

ASKS_WHO: Final = {"somebody": True, "anybody": False, "session": False}
"""How a handler finds out who asks, and whether it must be somebody. A word behind it is the scope that is needed."""

PROBLEMS: Final = {
    400: ("Wrong", "The request makes no sense."),
    401: ("NotSignedIn", "Sign in first."),
    403: ("Forbidden", "You may not do this here."),
    404: ("NotFound", "There is no such thing, or you may not know of it."),
    409: ("NotNow", "Not as things stand. `stale`: somebody was first, and `since` tells what happened."),
    408: ("TooSlow", "The body did not arrive in time."),
    413: ("TooLarge", "The body is too large."),
    422: ("Refused", "The rules refuse a word: `clause` says by which rule, `numbers` by which figures."),
    429: ("TooMany", "That was tried too often."),
    503: ("Unavailable", "The database cannot be reached. With the same `mark` a move may be sent again."),
}

PARAMETERS: Final[dict[str, Json]] = {
    "table": {"description": "The id of a table.", "schema": {"type": "string", "pattern": TABLE_ID}},
    "invite": {"description": "The secret of an invitation, for a private table at which I do not sit."},
    "which": {
        "description": "My tables that are `playing`, `open` or `over`; or public tables with free `seats`.",
        "schema": {"type": "string", "enum": ["playing", "open", "over", "seats"], "default": "playing"},
    },
    "after": {"description": "The row, or the saying, that I have seen last."},
    "until": {"description": "The last row that I want."},
    "notice": {"description": "The id of a notice."},
    "number": {"description": "The id of a report."},
    "person": {"description": "The id of a person."},
    "key": {"description": "The id of a session or token."},
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
    "seat_bot": {"thumb": {"value": {"seat": 1, "bot": "thumb"}}},
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
        "stale": {"value": {"error": "stale", "message": "somebody was first", "seq": 18, "since": []}},
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


# ---------------------------------------------------------------- how Litestar serves it


class AsJson(OpenAPIRenderPlugin):
    """The description as a file."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: Json) -> bytes:
        return msgspec.json.encode(described(request.app))


def config() -> OpenAPIConfig:
    """For Litestar: our own rendering only, because its pages load scripts from elsewhere."""
    return OpenAPIConfig(
        title="Trainshed",
        version=version("trainshed"),
        operation_id_creator=lambda handler, _method, _path: handler.handler_name,
        render_plugins=[AsJson(path="/openapi.json", media_type="application/json")],  # type: ignore[arg-type]
    )


def described(app: Litestar) -> Json:
    """The whole description, made when somebody asks for the first time."""
    if "openapi" not in app.state:
        # Through JSON, because defaults are values of Python.
        app.state["openapi"] = msgspec.json.decode(msgspec.json.encode(describe(app)))
    found: Json = app.state["openapi"]
    return found


# ---------------------------------------------------------------- how it is made


def describe(app: Litestar) -> Json:
    """All routes with their bodies, answers and errors."""
    paths: Json = copy.deepcopy(app.openapi_schema.to_schema()["paths"])
    found = [(paths[path][method], handler) for path, method, handler in operations(app)]
    bodies = [answer_of(handler) for _, handler in found] + [question_of(handler) for _, handler in found]
    kinds: list[Any] = [*{kind for kind in bodies if kind is not None}, Problem, *LINES]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REF)
    schema_of = dict(zip(kinds, schemas, strict=True))
    for operation, handler in found:
        _explain(operation, handler.handler_name, inspect.getdoc(handler.fn) or "")
        operation["security"] = who(handler.fn)
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
    """What a handler answers with; None: nothing, or something that is not JSON."""
    kind = handler.parsed_fn_signature.return_type.annotation
    if get_origin(kind) is Response:
        (kind,) = get_args(kind)
    if or_nothing(handler):
        (kind,) = (part for part in get_args(kind) if part is not type(None))
    return None if kind in (None, type(None), str, bytes, Response) else kind


def or_nothing(handler: HTTPRouteHandler) -> bool:
    """May a handler have nothing to answer? Then it says so with 204."""
    kind = handler.parsed_fn_signature.return_type.annotation
    return get_origin(kind) is Response and type(None) in get_args(get_args(kind)[0])


def question_of(handler: HTTPRouteHandler) -> Any:
    """What a handler asks for in the body."""
    return None if handler.parsed_data_field is None else handler.parsed_data_field.annotation


def _explain(operation: Json, name: str, text: str) -> None:
    first, _, _ = text.partition("\n\n")
    operation["operationId"] = name
    operation["summary"] = re.split(r"[.;:](?:\s|$)", " ".join(first.split()), maxsplit=1)[0]
    operation["description"] = text
    operation.pop("deprecated", None)


def who(function: Any) -> list[Json]:
    """Who may ask, as the source of a handler says. Nothing: everybody, and nobody is told more than others."""
    source = defined(function)
    if source is None:
        return [{}, {"bearer": []}, {"cookie": []}]
    tree = list(ast.walk(source))
    asks = [
        (node.func.id, node.args) for node in tree if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    asks = [(name, words) for name, words in asks if name in ASKS_WHO]
    if not asks:
        return []
    scopes = sorted({str(word.value) for _, words in asks for word in words if isinstance(word, ast.Constant)})
    signed_in: list[Json] = [{"bearer": scopes or ["read"]}, {"cookie": []}]
    refuses = any(isinstance(node, ast.Name) and node.id == "NotSignedIn" for node in tree)
    return signed_in if refuses or all(ASKS_WHO[name] for name, _ in asks) else [{}, *signed_in]


def _fill(operation: Json, handler: HTTPRouteHandler, schema_of: dict[Any, Json]) -> None:
    """Bodies and answers as msgspec describes them."""
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
    operation["responses"] = {str(handler.status_code): good}
    if or_nothing(handler):
        operation["responses"]["204"] = {"description": "There is none."}


def _finish(path: str, method: str, operation: Json) -> None:
    """Tag, parameters and errors, which follow from the path and the kind of question."""
    operation["tags"] = [next(tag for pattern, tag in WHERE if re.fullmatch(pattern, path))]
    for parameter in operation.get("parameters", []):
        for noise in ("deprecated", "allowEmptyValue", "allowReserved"):
            parameter.pop(noise, None)
        parameter.update(copy.deepcopy(PARAMETERS.get(parameter["name"], {})))
    if not path.startswith("/api/"):
        return
    statuses = {429, 503}
    if "parameters" in operation or "requestBody" in operation:
        statuses.add(400)
    if operation["security"]:
        statuses |= {401, 403}
    if "{" in path:
        statuses.add(404)
    if method != "get":
        statuses |= {400, 409}  # also a body where none is asked for
    if "requestBody" in operation:
        statuses |= {408, 413}
    if operation["operationId"] in ("moves", "preview"):
        statuses.add(422)
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
