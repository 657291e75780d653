"""Security headers of every response."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Final

from trainshed.web.http.asgi import Application

POLICY: Final = (b"content-security-policy", b"default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
CACHE: Final = (b"cache-control", b"no-store")
ALWAYS: Final = [(b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer")]
HSTS: Final = (b"strict-transport-security", b"max-age=31536000")
"""Only over TLS: a browser that has read it never again connects to this host without."""
OWN: Final = frozenset({POLICY[0], CACHE[0], HSTS[0], ALWAYS[0][0], ALWAYS[1][0]})
PLAIN: Final = [POLICY, CACHE, *ALWAYS]
OVER_TLS: Final = [*PLAIN, HSTS]


class SecurityHeaders:
    """ASGI middleware that adds the security headers to every response."""

    def __init__(self, app: Application) -> None:
        self.app = app

    def __call__(self, scope: Any, receive: Any, send: Any) -> Awaitable[None]:
        if scope["type"] != "http":
            return self.app(scope, receive, send)
        # The scheme of the reader, if a trusted proxy tells it: uvicorn has read the proxy's headers before.
        return self.app(scope, receive, with_security_headers(send, scope.get("scheme") == "https"))


def with_security_headers(send: Any, tls: bool = False) -> Any:
    """Wrap `send` so that every response has the security headers. Those that a response sets itself are kept."""
    more = OVER_TLS if tls else PLAIN

    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            headers = message["headers"]
            own = [key for key, _ in headers if key in OWN]
            message["headers"] = [*headers, *([one for one in more if one[0] not in own] if own else more)]
        await send(message)

    return sending
