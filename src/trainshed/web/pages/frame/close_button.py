"""The button that closes a message on a page."""

from __future__ import annotations

from html import escape

from trainshed.draw.icons import icon
from trainshed.kernel.translation import Translator


def close_button(speech: Translator, id_: str = "") -> str:
    """The button as HTML; `id_` keeps its focus when the message is drawn again."""
    named = f' id="{id_}"' if id_ else ""
    label = escape(speech.gettext("Close"))
    return f'<button type="button" class="x"{named} data-dismiss aria-label="{label}">{icon("x", 12)}</button>'
