"""The API reference as HTML: every operation with its parameters, bodies and answers, and every schema."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import TypeAlias

import msgspec

from trainshed.web.api.openapi import TAGS, Json
from trainshed.web.http.authentication import SESSION

Grid: TypeAlias = list[tuple[str, ...]]


def reference(api: Json) -> str:
    """The main part of the API page, as HTML, for an OpenAPI description."""
    parts = [
        f"<h1>{escape(api['info']['title'])} API {escape(api['info']['version'])}</h1>",
        text(api["info"]["description"]),
        '<p>As a file: <a href="/schema/openapi.json">OpenAPI 3.1</a>.</p><nav aria-label="Contents"><ul>',
        *(f'<li><a href="#{tag}">{tag}</a>: {escape(about)}</li>' for tag, about in TAGS.items()),
        '<li><a href="#bodies">schemas</a>: bodies of requests and answers</li></ul></nav>',
    ]
    for tag, about in TAGS.items():
        parts.append(f"<h2 id={tag}>{tag}</h2><p>{escape(about)}</p>")
        for path, item in api["paths"].items():
            for method, operation in item.items():
                if tag in operation["tags"]:
                    parts.append(told(api, path, method, operation))
    parts.append("<h2 id=bodies>bodies</h2>")
    parts += [record(name, schema) for name, schema in api["components"]["schemas"].items()]
    return "\n".join(parts)


def told(api: Json, path: str, method: str, operation: Json) -> str:
    """The HTML of one operation."""
    name = operation["operationId"]
    parts = [
        f"<details id={name}><summary><b>{method.upper()}</b> <code>{escape(path)}</code>"
        f" <span>{escape(operation['summary'])}</span></summary>",
        text(operation["description"]),
        f"<p>{who(operation['security'])}</p>",
    ]
    rows: Grid = [
        (f"<code>{p['name']}</code>", p["in"], kind(p.get("schema", {})), escape(p.get("description", "")))
        for p in operation.get("parameters", [])
    ]
    parts.append(grid("Parameters", rows))
    body = operation.get("requestBody")
    if body is not None:
        content = body["content"]["application/json"]
        parts.append(f"<h3>Body</h3><p>{kind(content['schema'])}</p>")
        parts += examples(content)
    rows = [(status, *answered(api, answer)) for status, answer in operation["responses"].items()]
    parts.append(grid("Answers", rows))
    for answer in operation["responses"].values():
        for content in answer.get("content", {}).values():
            parts += examples(content)
    return "".join(parts) + "</details>"


def who(security: list[Json]) -> str:
    """A sentence that says who may send a request."""
    if not security:
        return "For everybody."
    scopes = ", ".join(f"<code>{scope}</code>" for need in security for scope in need.get("bearer", []))
    session = any(SESSION in need.get("bearer", []) for need in security)
    token = "no token is enough, only a session" if session else f"a token needs the scope {scopes}"
    signed_in = f"signed in; {token}."
    return f"For everybody; more when {signed_in}" if {} in security else f"Only when {signed_in}"


def answered(api: Json, answer: Json) -> tuple[str, str]:
    """The body types of a response, and its description, as HTML."""
    if "$ref" in answer:
        answer = api["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    content = [f"{kind(body['schema'])} <small>{media}</small>" for media, body in answer.get("content", {}).items()]
    return "<br>".join(content), code(answer["description"])


def examples(content: Json) -> Iterator[str]:
    for name, example in content.get("examples", {}).items():
        value = example["value"]
        shown = value if isinstance(value, str) else msgspec.json.format(msgspec.json.encode(value)).decode()
        yield f"<p>{escape(example.get('summary', name))}:</p><pre tabindex=0>{escape(shown)}</pre>"


def record(name: str, schema: Json) -> str:
    """The HTML of one schema: its fields as a table."""
    needed = schema.get("required", [])
    rows: Grid = [
        (
            f"<code>{field}</code>",
            kind(part),
            "" if field in needed else default(part),
            code(part.get("description", "")),
        )
        for field, part in schema.get("properties", {}).items()
    ]
    about = text(schema.get("description", ""))
    return f"<details id=body-{name}><summary><b>{name}</b></summary>{about}{grid('', rows)}</details>"


def default(schema: Json) -> str:
    if "default" not in schema:
        return "may be missing"
    return f"else <code>{escape(msgspec.json.encode(schema['default']).decode())}</code>"


def kind(schema: Json) -> str:
    """The HTML of a type, with links to its schemas."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#body-{name}">{name}</a>'
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(kind(part) for part in schema[several])
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {kind(schema['items'])}" if schema.get("items") else "list"
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {kind(schema['additionalProperties'])}"
    return escape(str(schema.get("type", "anything")))


def grid(title: str, rows: Grid) -> str:
    if not rows:
        return ""
    head = f"<h3>{title}</h3>" if title else ""
    return (
        head
        + '<div class="api-g"><table>'
        + "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
        + "</table></div>"
    )


def text(source: str) -> str:
    """The HTML of a description: paragraphs, tables and code, the Markdown that we use."""
    return "".join(_block(block) for block in source.split("\n\n") if block.strip())


def _block(block: str) -> str:
    if not block.startswith("|"):
        return f"<p>{code(block)}</p>"
    lines = [line.strip("|").split("|") for line in block.split("\n") if not line.startswith("|---")]
    return grid("", [tuple(code(cell.strip()) for cell in cells) for cells in lines])


def code(source: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(source, quote=False))
