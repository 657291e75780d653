"""The playing styles that a title offers to its bots: their names, and how each plays."""

from __future__ import annotations

from collections.abc import Mapping

from trainshed.kernel.game import Game


def styles(game: Game) -> list[str]:
    """The playing styles of a title, by name."""
    return list(getattr(game.part("bot"), "STYLES", ())) if game.has_part("bot") else []


def style_sentence(game: Game, bot: str) -> str:
    """How a bot with a playing style, such as `driver/industrialist`, plays a title: one sentence to be translated.

    Empty where the bot has no style, or the title says nothing about it.
    """
    style = bot.partition("/")[2]
    found: Mapping[str, str] = getattr(game.part("bot"), "STYLE_SENTENCES", {}) if game.has_part("bot") else {}
    return found.get(style, "")
