"""The route handlers of all pages."""

from __future__ import annotations

from litestar.handlers import BaseRouteHandler

from trainshed.web.pages.account.account_pages import ACCOUNT_PAGES
from trainshed.web.pages.account.statistics_page import STATISTICS_PAGES
from trainshed.web.pages.frame.static_files import static_file
from trainshed.web.pages.gallery import KIT_PAGES
from trainshed.web.pages.install import INSTALL_PAGES
from trainshed.web.pages.lobby.lobby_page import LOBBY_PAGES
from trainshed.web.pages.puzzles.puzzle_pages import PUZZLE_PAGES
from trainshed.web.pages.replay.analysis_panel import ANALYSIS_STATE
from trainshed.web.pages.replay.replay_cards import REPLAY_CARDS
from trainshed.web.pages.replay.replay_page import REPLAY_PAGES
from trainshed.web.pages.rulebook.numbers_page import NUMBERS_PAGES
from trainshed.web.pages.rulebook.rules_pages import RULES_PAGES
from trainshed.web.pages.table.hint_route import HINT_ROUTES
from trainshed.web.pages.table.hover.card_routes import CARD_ROUTES
from trainshed.web.pages.table.hover.pointed_parts import POINTED_PARTS
from trainshed.web.pages.table.page_stream import page_stream
from trainshed.web.pages.table.table_page import TABLE_PAGES
from trainshed.web.pages.table.turn_frames import TURN_FRAMES

PAGES: list[BaseRouteHandler] = [
    *LOBBY_PAGES,
    *ACCOUNT_PAGES,
    *STATISTICS_PAGES,
    *INSTALL_PAGES,
    *KIT_PAGES,
    *RULES_PAGES,
    *NUMBERS_PAGES,
    *PUZZLE_PAGES,
    *TABLE_PAGES,
    *TURN_FRAMES,
    *CARD_ROUTES,
    *HINT_ROUTES,
    *POINTED_PARTS,
    *REPLAY_PAGES,
    *REPLAY_CARDS,
    *ANALYSIS_STATE,
    page_stream,
    static_file,
]
