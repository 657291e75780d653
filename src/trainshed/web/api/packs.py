"""Routes of content packs: list those that tables can be made with, and add one."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Router, get, post
from litestar.params import JSONBody

from trainshed.web.http.access import CurrentUser, ServiceContainer, public, signed_in
from trainshed.wire import PackInfo


class PackBody(msgspec.Struct, forbid_unknown_fields=True):
    """A content pack, as `trainshed content export` writes it, corrected by whoever owns the box."""

    title: str
    name: str
    """How it is called at the tables that are made with it."""
    content: str
    """The text of the file, TOML."""


@get("/api/packs", **public())
async def list_packs(container: ServiceContainer) -> list[PackInfo]:
    """List the content packs that administrators have added; tables can be made with them."""
    return await container.packs.list()


@post("/api/packs", status_code=201, **signed_in("account"))
async def add_pack(data: JSONBody[PackBody], container: ServiceContainer, user: CurrentUser) -> PackInfo:
    """Add a content pack, after trial games with it. Administrators only."""
    return await container.packs.add(user, data.title, data.name, data.content, container.tables.now())


PACK_ROUTES: Final = [Router("", route_handlers=[list_packs, add_pack], tags=["lobby"])]
