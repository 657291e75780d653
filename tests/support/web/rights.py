"""Access rights: the status of every route for every kind of person and table. `test_rights` checks them all."""

from __future__ import annotations

from typing import Any

import msgspec

WHO = ("nobody", "stranger", "invited", "other", "own", "host", "bot", "admin")
"""In order: not signed in; without a seat at the table (a spectator, if it is public); the same with the invitation;
seated, but not to move; seated and to move; the host; a bot account by its token, seated too, except where the game has
not begun; an administrator without a seat."""


class Row(msgspec.Struct, frozen=True):
    """The statuses of a route, in the order of `WHO`; one line for each kind of table, or one if it needs no table."""

    scope: str
    """The scope that a token needs; empty if the route needs none; `session` if no token is enough."""
    rights: dict[str, str]
    body: Any = None
    query: str = ""
    spoils: bool = False
    """A success changes the world, which must be made anew before the next person asks."""


def row(scope: str, rights: str | dict[str, str], body: Any = None, query: str = "", spoils: bool = False) -> Row:
    return Row(scope, {"": rights} if isinstance(rights, str) else rights, body, query, spoils)


MINE = "401 200 200 200 200 200 403 200"
OWN = "401 404 404 404 204 404 403 404"
SIGNED_IN = "401 200 200 200 200 200 200 200"
MAKES = "401 201 201 201 201 201 403 201"
PUSH_KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}

ALL = "200 200 200 200 200 200 200 200"

RECORDS = {
    "private": "404 404 404 200 200 200 200 404",
    "public": "200 200 200 200 200 200 200 200",
    "open": "404 404 404 404 404 404 404 404",
    "public open": "404 404 404 404 404 404 404 404",
    "over": "404 404 404 200 200 200 200 404",
}
"""Log, export and replay: for seats, and for everybody at a public table. An invitation shows the present only."""

COMMANDS = {
    "private": "401 404 404 409 409 409 409 404",
    "public": "401 403 403 409 409 409 409 403",
    "open": "401 404 404 404 404 404 404 404",
    "public open": "401 404 404 404 404 404 404 404",
    "over": "401 404 404 409 409 409 409 404",
}
"""Commands that seats may give, but there is nothing to undo, to answer or to resume: 409."""

HEARS = {
    "private": "401 404 404 200 200 200 200 404",
    "public": "401 404 404 200 200 200 200 404",
    "open": "401 404 404 200 200 200 404 404",
    "public open": "401 404 404 200 200 200 404 404",
    "over": "401 404 404 200 200 200 200 404",
}
"""Reading chat and notes: only for seats."""

SAYS = {
    "private": "401 404 404 204 204 204 204 404",
    "public": "401 404 404 204 204 204 204 404",
    "open": "401 404 404 204 204 204 404 404",
    "public open": "401 404 404 204 204 204 404 404",
    "over": "401 404 404 204 204 204 204 404",
}
"""Writing chat, notes and notification settings: only for seats."""

LOOKS = {
    "private": "403 403 200 200 200 200 200 403",
    "public": "200 200 200 200 200 200 200 200",
    "open": "403 403 200 200 200 200 403 403",
    "public open": "200 200 200 200 200 200 200 200",
    "over": "403 403 200 200 200 200 200 403",
}
"""What an invitation opens, such as the table's page: for seats, for holders of an invitation, and for everybody at a
public table. Everybody else is told that the table is by invitation: 403. What no invitation opens is hidden: 404."""

REMATCH = {
    "private": "401 404 404 409 409 409 409 404",
    "public": "401 403 403 409 409 409 409 403",
    "open": "401 404 404 409 409 409 404 404",
    "public open": "401 403 403 409 409 409 403 403",
    "over": "401 404 404 200 200 200 200 404",
}
"""A rematch: for seats of a game that is over. Nobody has offered one, so there is nothing to decline: 409."""

ANALYSIS = {
    "private": "401 404 404 403 403 403 403 404",
    "public": "401 403 403 403 403 403 403 403",
    "open": "401 404 404 404 404 404 404 404",
    "public open": "401 404 404 404 404 404 404 404",
    "over": "401 404 404 404 404 404 404 404",
}
"""An analysis: for whoever sees the replay of a game that is over, if somebody has asked for it. Nobody has."""

RIGHTS: dict[str, Row] = {
    "GET /": row("read", ALL),
    "GET /sign-in": row("read", ALL),
    "GET /me": row("account", "303 200 200 200 200 200 403 200"),
    "GET /me/games": row("account", "303 200 200 200 200 200 403 200"),
    "GET /next": row("read", "303 303 303 303 303 303 303 303"),
    "GET /components": row("read", ALL),
    "GET /components/map": row("read", ALL),
    "GET /offline": row("", ALL),
    "GET /manifest.webmanifest": row("", ALL),
    "GET /sw.js": row("", ALL),
    "GET /static/000000000000/tokens.css": row("", ALL),
    "GET /rules": row("read", ALL),
    "GET /rules/lok-n-roll": row("read", ALL),
    "GET /rules/lok-n-roll/board": row("read", ALL),
    "GET /rules/lok-n-roll/summary": row("read", ALL),
    "GET /rules/lok-n-roll/numbers": row("read", ALL),
    "GET /puzzles": row("read", ALL),
    "GET /puzzles/today": row("read", ALL.replace("200", "303")),
    "GET /puzzles/lok-n-roll/1": row("read", ALL),
    "GET /puzzles/lok-n-roll/1/about": row("read", ALL, query="thing=LR-TURN-04"),
    "GET /t/{table}": row("read", LOOKS),
    "GET /t/{table}/stream": row("read", LOOKS),
    "GET /t/{table}/about": row(
        "read",
        {**LOOKS, "open": LOOKS["open"].replace("200", "404"), "public open": RECORDS["public open"]},
        query="thing=LR-TURN-04&seq={seq}",
    ),
    "GET /t/{table}/places": row("read", RECORDS, query="clauses=LR-TURN-04"),
    "GET /t/{table}/turns": row("read", RECORDS),
    "GET /t/{table}/rematch": row("read", RECORDS),
    "GET /t/{table}/replay": row("read", {kind: line.replace("200", "303") for kind, line in RECORDS.items()}),
    "GET /t/{table}/replay/{seq}": row("read", RECORDS),
    "GET /t/{table}/replay/{seq}/parts": row("read", RECORDS),
    "GET /t/{table}/replay/{seq}/about": row("read", RECORDS, query="thing=LR-TURN-04"),
    "GET /t/{table}/replay/analysis": row("read", RECORDS),
    "POST /t/{table}/try": row(
        "play",
        {
            "private": "401 404 404 422 200 422 422 404",
            "public": "401 403 403 422 200 422 422 403",
            "open": "401 404 404 404 404 404 404 404",
            "public open": "401 404 404 404 404 404 404 404",
            "over": "401 404 404 409 409 409 409 404",
        },
        {"seq": "{seq}", "words": ["{word}"]},
    ),
    "POST /t/{table}/hint": row(
        "play",
        {
            "private": "401 404 404 403 403 403 403 404",
            "public": "401 403 403 403 403 403 403 403",
            "open": "401 404 404 404 404 404 404 404",
            "public open": "401 404 404 404 404 404 404 404",
            "over": "401 404 404 403 403 403 403 404",
        },
        {"seq": "{seq}"},
    ),
    "GET /api/titles": row("", ALL),
    "GET /api/characters": row("", ALL),
    "GET /api/docs": row("", ALL),
    "GET /schema": row("", ALL),
    "GET /schema/openapi.json": row("", ALL),
    "GET /schema/{path}": row("", "404 404 404 404 404 404 404 404"),
    "GET /healthz": row("", ALL),
    "GET /readyz": row("", ALL),
    "GET /metrics": row("", ALL),
    "POST /api/guests": row("session", "201 201 201 201 201 201 403 201", {"name": "New"}),
    "POST /api/accounts": row(
        "session", "201 409 409 409 409 409 403 409", {"login": "{new}", "password": "{password}"}
    ),
    "POST /api/sign-in": row(
        "session", "200 200 200 200 200 200 403 200", {"login": "{login}", "password": "{password}"}, spoils=True
    ),
    "POST /api/sign-out": row("session", "204 204 204 204 204 204 403 204", spoils=True),
    "GET /api/me": row("read", SIGNED_IN),
    "PATCH /api/me": row("account", MINE, {"name": "Other"}),
    "DELETE /api/me": row("session", "401 204 204 204 204 204 403 204", {"password": "{password}"}, spoils=True),
    "PUT /api/me/hours": row("account", MINE, {"zone": "Europe/Rome"}),
    "PATCH /api/me/preferences": row("account", MINE, {"pace": "quick"}),
    "PUT /api/me/password": row("session", MINE, {"old": "{password}", "new": "another password"}, spoils=True),
    "GET /api/me/export": row("account", MINE),
    "GET /api/me/tokens": row("account", MINE),
    "POST /api/me/tokens": row("account", MAKES, {"name": "t", "scopes": ["account"]}),
    "DELETE /api/me/tokens/{key}": row("account", OWN, spoils=True),
    "DELETE /api/me/sessions/{session_id}": row("session", OWN, spoils=True),
    "POST /api/me/bots": row("session", MAKES, {"name": "Bot"}),
    "GET /api/me/notices": row("account", MINE),
    "POST /api/me/notices": row("account", MAKES, {"kind": "webhook", "address": "https://example.org/hook"}),
    "POST /api/me/notices/{notice}/confirm": row("account", OWN, {"code": "12345678"}, spoils=True),
    "POST /api/me/notices/{notice}/test": row("account", "401 404 404 404 409 404 403 404"),
    "DELETE /api/me/notices/{notice}": row("account", OWN, spoils=True),
    "GET /api/me/push": row("account", MINE),
    "POST /api/me/push": row("account", MAKES, {"endpoint": "https://push.example/{new}", "keys": PUSH_KEYS}),
    "GET /api/waiting": row("read", SIGNED_IN),
    "GET /api/next": row("read", "401 204 204 204 204 204 204 204"),
    "GET /api/tables": row("read", SIGNED_IN),
    "POST /api/tables": row("host", "401 201 201 201 201 201 201 201", {"title": "lok-n-roll", "seats": 2}),
    "PUT /api/people/{person}/mute": row("play", "401 204 204 404 204 204 204 204", {"muted": True}),
    "GET /api/packs": row("", ALL),
    "POST /api/packs": row(
        "account", "401 403 403 403 403 403 403 400", {"title": "lok-n-roll", "name": "own", "content": ""}
    ),
    "GET /api/reports": row("account", "401 403 403 403 403 403 403 200"),
    "POST /api/reports/{report}/done": row("account", {"private": "401 403 403 403 403 403 403 204"}, spoils=True),
    "GET /api/bot/stream": row("read", SIGNED_IN),
    "GET /api/tables/{table}/card": row("read", LOOKS),
    "POST /api/tables/{table}/join": row(
        "play",
        {
            "private": "401 403 409 409 409 409 409 403",
            "public": "401 409 409 409 409 409 409 409",
            "open": "401 403 200 200 200 200 403 403",
            "public open": "401 200 200 409 409 409 200 200",
            "over": "401 403 409 409 409 409 409 403",
        },
        {"seat": 3},
        spoils=True,
    ),
    "POST /api/tables/{table}/bots": row(
        "host",
        {
            "private": "401 404 404 403 403 409 409 404",
            "public": "401 403 403 403 403 409 409 403",
            "open": "401 404 404 403 403 200 404 404",
            "public open": "401 403 403 403 403 200 403 403",
            "over": "401 404 404 409 409 409 409 404",
        },
        {"seat": 3, "bot": "thumb"},
        spoils=True,
    ),
    "POST /api/tables/{table}/name": row(
        "play",
        {
            "private": "401 404 404 409 409 409 409 404",
            "public": "401 409 409 409 409 409 409 409",
            "open": "401 404 404 403 403 409 404 404",
            "public open": "401 403 403 403 403 409 403 403",
            "over": "401 404 404 409 409 409 409 404",
        },
        {"seat": 0, "name": "Eva"},
    ),
    "POST /api/tables/{table}/start": row(
        "host",
        {
            "private": "401 404 404 409 409 409 409 404",
            "public": "401 409 409 409 409 409 409 409",
            "open": "401 404 404 403 403 409 404 404",
            "public open": "401 403 403 403 403 409 403 403",
            "over": "401 404 404 409 409 409 409 404",
        },
    ),
    "POST /api/tables/{table}/rematch": row("host", REMATCH, spoils=True),
    "GET /api/tables/{table}/rematch": row("read", REMATCH),
    "POST /api/tables/{table}/rematch/decline": row("play", {**REMATCH, "over": REMATCH["over"].replace("200", "409")}),
    "POST /api/tables/{table}/branch": row(
        "host",
        {
            "private": "401 404 404 201 201 201 201 404",
            "public": "401 403 403 201 201 201 201 403",
            "open": "401 404 404 404 404 404 404 404",
            "public open": "401 404 404 404 404 404 404 404",
            "over": "401 404 404 201 201 201 201 404",
        },
        {"seq": 1},
    ),
    "POST /api/tables/{table}/archive": row(
        "play",
        {
            "private": "401 409 409 409 409 409 409 409",
            "public": "401 409 409 409 409 409 409 409",
            "open": "401 409 409 409 409 409 409 409",
            "public open": "401 409 409 409 409 409 409 409",
            "over": "401 409 409 204 204 204 204 409",
        },
        {},
    ),
    # The host might delete a table that has not begun, if `own` had not reported somebody there.
    "DELETE /api/tables/{table}": row(
        "host",
        {
            "private": "401 404 404 409 409 409 409 404",
            "public": "401 403 403 409 409 409 409 403",
            "open": "401 404 404 403 403 409 404 404",
            "public open": "401 403 403 403 403 409 403 403",
            "over": "401 404 404 409 409 409 409 404",
        },
    ),
    "GET /api/tables/{table}": row(
        "read",
        {
            **LOOKS,
            "open": LOOKS["open"].replace("200", "404"),
            "public open": RECORDS["public open"],
        },
    ),
    "GET /api/tables/{table}/stream": row("read", LOOKS),
    "GET /api/bot/tables/{table}/stream": row(
        "read",
        {
            "private": "401 404 404 200 200 200 200 404",
            "public": "401 200 200 200 200 200 200 200",
            "open": "401 404 404 409 409 409 404 404",
            "public open": "401 409 409 409 409 409 409 409",
            "over": "401 404 404 200 200 200 200 404",
        },
    ),
    "GET /api/tables/{table}/log": row("read", RECORDS),
    "GET /api/tables/{table}/export": row("read", RECORDS),
    "POST /api/tables/{table}/analysis": row("play", {**ANALYSIS, "over": "401 404 404 200 200 200 200 404"}),
    "GET /api/tables/{table}/analysis": row(
        "read",
        {kind: line.replace("401", "403" if kind == "public" else "404") for kind, line in ANALYSIS.items()},
    ),
    "POST /api/tables/{table}/hint": row(
        "play", {**ANALYSIS, "over": "401 404 404 403 403 403 403 404"}, {"seq": "{seq}"}
    ),
    "POST /api/tables/{table}/moves": row(
        "play",
        {
            "private": "401 404 404 422 200 422 422 404",
            "public": "401 403 403 422 200 422 422 403",
            "open": "401 404 404 404 404 404 404 404",
            "public open": "401 404 404 404 404 404 404 404",
            "over": "401 404 404 409 409 409 409 404",
        },
        {"seq": "{seq}", "words": ["{word}"]},
        spoils=True,
    ),
    "POST /api/tables/{table}/preview": row(
        "play",
        {
            "private": "401 404 404 422 200 422 422 404",
            "public": "401 403 403 422 200 422 422 403",
            "open": "401 404 404 404 404 404 404 404",
            "public open": "401 404 404 404 404 404 404 404",
            "over": "401 404 404 409 409 409 409 404",
        },
        {"seq": "{seq}", "words": ["{word}"]},
    ),
    "GET /api/tables/{table}/why-not": row(
        "read",
        {
            "private": "401 404 404 200 200 200 200 404",
            "public": "401 403 403 200 200 200 200 403",
            "open": "401 404 404 404 404 404 404 404",
            "public open": "401 404 404 404 404 404 404 404",
            "over": "401 404 404 200 200 200 200 404",
        },
        query="word={word}",
    ),
    "POST /api/tables/{table}/undo": row("play", COMMANDS, {"seq": "{seq}"}),
    "POST /api/tables/{table}/ask": row("play", COMMANDS, {"seq": "{seq}", "what": "takeback 1"}),
    "POST /api/tables/{table}/reply": row("play", COMMANDS, {"seq": "{seq}", "agree": True}),
    "POST /api/tables/{table}/resume": row("play", COMMANDS, {"seq": "{seq}"}),
    "POST /api/tables/{table}/concede": row(
        "play",
        {
            "private": "401 404 404 200 200 200 200 404",
            "public": "401 403 403 200 200 200 200 403",
            "open": "401 404 404 404 404 404 404 404",
            "public open": "401 404 404 404 404 404 404 404",
            "over": "401 404 404 409 409 409 409 404",
        },
        {"seq": "{seq}"},
        spoils=True,
    ),
    "POST /api/tables/{table}/leave": row(
        "play",
        {
            "private": "401 404 404 403 204 409 403 404",
            "public": "401 403 403 403 204 409 403 403",
            "open": "401 404 404 403 204 204 404 404",
            "public open": "401 403 403 403 204 204 403 403",
            "over": "401 404 404 403 409 409 403 404",
        },
        {"seat": 1},
        spoils=True,
    ),
    "POST /api/tables/{table}/back": row(
        "play",
        {
            "private": "401 404 404 403 409 403 403 404",
            "public": "401 403 403 403 409 403 403 403",
            "open": "401 404 404 404 404 404 404 404",
            "public open": "401 404 404 404 404 404 404 404",
            "over": "401 404 404 403 409 403 403 404",
        },
        {"seat": 1},
    ),
    "POST /api/tables/{table}/hand": row(
        "play",
        {
            "private": "401 404 404 403 204 403 403 404",
            "public": "401 403 403 403 204 403 403 403",
            "open": "401 404 404 404 404 404 404 404",
            "public open": "401 404 404 404 404 404 404 404",
            "over": "401 404 404 403 204 403 403 404",
        },
        {"seat": 1},
    ),
    "PUT /api/tables/{table}/notices": row("play", SAYS, {"silent": True}),
    "POST /api/tables/{table}/seen": row("read", {"private": "401 204 204 204 204 204 204 204"}),
    "GET /api/tables/{table}/presence": row("read", HEARS),
    "GET /api/tables/{table}/chat": row("read", HEARS),
    "POST /api/tables/{table}/chat": row("play", SAYS, {"text": "Hello"}),
    "POST /api/tables/{table}/chat/read": row("read", SAYS, {"upto": "0000000000000"}),
    "GET /api/tables/{table}/note": row("read", HEARS),
    "PUT /api/tables/{table}/note": row("play", SAYS, {"text": "x"}),
    "POST /api/tables/{table}/report": row(
        "play",
        {
            "private": "401 404 404 404 204 204 204 404",
            "public": "401 404 404 404 204 204 204 404",
            "open": "401 404 404 404 204 204 404 404",
            "public open": "401 404 404 404 204 204 404 404",
            "over": "401 404 404 404 204 204 204 404",
        },
        {"about": "{person}", "text": "x"},
    ),
}
"""Names in braces are filled in from a world: its table, row and a legal word, people, tokens and notices of `own`."""

PATHS = {route.split()[1] for route in RIGHTS}
