"""All pages."""

from __future__ import annotations

from litestar.handlers import HTTPRouteHandler

from trainshed.web.pages.account import ACCOUNT_PAGES
from trainshed.web.pages.install import INSTALL_PAGES
from trainshed.web.pages.kit import KIT_PAGES
from trainshed.web.pages.lobby import LOBBY_PAGES
from trainshed.web.pages.replay import REPLAY_PAGES
from trainshed.web.pages.rules import RULES_PAGES
from trainshed.web.pages.table_page import TABLE_PAGES

PAGES: list[HTTPRouteHandler] = [
    *LOBBY_PAGES,
    *ACCOUNT_PAGES,
    *INSTALL_PAGES,
    *KIT_PAGES,
    *RULES_PAGES,
    *TABLE_PAGES,
    *REPLAY_PAGES,
]
