"""Durations and paces as short texts."""

from __future__ import annotations

from trainshed.kernel.translation import Translator
from trainshed.service.base.milliseconds import DAY, HOUR, MINUTE, SECOND
from trainshed.service.tables.clock import DAYS, LIVE
from trainshed.wire import Pace


def span(amount: int, speech: Translator) -> str:
    """A duration in milliseconds, in one or two units such as days and hours; a negative one counts as zero."""
    amount = max(0, amount)
    hours = amount // HOUR
    parts = {
        "days": hours // 24,
        "hours": hours % 24,
        "minutes": amount % HOUR // MINUTE,
        "seconds": amount % MINUTE // SECOND,
    }
    if parts["days"]:
        text = speech.gettext("%(days)d d %(hours)d h" if parts["hours"] else "%(days)d d")
    elif parts["hours"]:
        text = speech.gettext("%(hours)d h %(minutes)d min" if parts["minutes"] else "%(hours)d h")
    else:
        text = speech.gettext("%(minutes)d min" if parts["minutes"] else "%(seconds)d s")
    return text % parts


def pace_words(pace: Pace, speech: Translator) -> tuple[str, str]:
    """A pace as two texts: the time for a move, and the reserve (empty if there is none)."""
    if pace.kind == DAYS:
        days = pace.turn / DAY
        if days != int(days):
            return speech.gettext("%(time)s a move") % {"time": span(pace.turn, speech)}, reserve(pace, speech)
        text = speech.ngettext("%(count)d day a move", "%(count)d days a move", int(days))
        return text % {"count": int(days)}, reserve(pace, speech)
    if pace.kind == LIVE:
        return speech.gettext("%(time)s a move") % {"time": span(pace.turn, speech)}, reserve(pace, speech)
    return speech.gettext("No clock"), ""


def reserve(pace: Pace, speech: Translator) -> str:
    return speech.gettext("%(time)s in reserve") % {"time": span(pace.bank, speech)} if pace.bank else ""
