"""The texts and buttons of a rematch in the bar of a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from trainshed.draw.icons import icon
from trainshed.kernel.translation import Translator
from trainshed.phrases import listed
from trainshed.wire import Rematch, TableView

NO_OFFER: Final = Rematch(state="none")


def rematch_texts(
    rematch: Rematch, table_view: TableView, names: Sequence[str], speech: Translator
) -> tuple[str, str, str]:
    """What the bar says to a player, what it says in a second line, and the buttons as HTML."""
    _ = speech.gettext

    def called(seats: Sequence[int]) -> str:
        return listed([names[seat] for seat in seats], speech)

    if rematch.state == "begun":
        link = f'<a class="btn primary" href="/t/{rematch.table}">{escape(_("To the rematch"))}</a>'
        return _("The rematch has begun."), "", link
    offer = button("", _("Offer a rematch") if others(table_view) else _("Play again"), primary=True, sign="undo")
    if rematch.state == "none":
        return _("Another one?"), "", offer
    who = {"who": names[rematch.offered_by or 0]}
    if rematch.state == "declined":
        return _("%(who)s does not want a rematch.") % {"who": called(rematch.declined)}, "", offer
    if rematch.state == "expired":
        return _("The offer of %(who)s has expired.") % who, "", offer
    said = [_("%(who)s has accepted.") % {"who": names[seat]} for seat in rematch.agreed if seat != rematch.offered_by]
    if table_view.seat in rematch.waits_for:
        answers = button("/decline", _("Decline")) + button("", _("Accept"), primary=True, sign="check")
        return _("%(who)s offers a rematch.") % who, " ".join(said), answers
    title = _("You offer a rematch.") if rematch.offered_by == table_view.seat else _("You have accepted the rematch.")
    said.append(_("Waiting for %(who)s.") % {"who": called(rematch.waits_for)})
    return title, " ".join(said), button("/decline", _("Withdraw"))


def others(table_view: TableView) -> bool:
    """Whether anybody but the viewer would be asked."""
    return any(
        place != table_view.seat and (not seat.bot or seat.away) and not seat.robot
        for place, seat in enumerate(table_view.seats)
    )


def button(path: str, label: str, primary: bool = False, sign: str = "") -> str:
    """A button that sends a command about the rematch; `path` follows `rematch` in its address."""
    cls = "btn primary" if primary else "btn"
    return f'<button class="{cls}" data-rematch="{path}">{icon(sign, 14) if sign else ""}{escape(label)}</button>'
