"""Tables of points: a scoring step by step, and where the points of a whole game came from."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from trainshed.draw.board import Count, PointSources
from trainshed.draw.icons import icon, seat_icon
from trainshed.draw.seats import SEATS
from trainshed.kernel.translation import Translator


def seat_head(seat: int, name: str) -> str:
    """The column header of a seat."""
    color, said = SEATS[seat], escape(name)
    return f'<th scope="col" class="s-{color}" title="{said}">{seat_icon(color, 14)}<span>{said}</span></th>'


# ---------------------------------------------------------------- a scoring


def count_panel(count: Count | None, names: Sequence[str], speech: Translator) -> str:
    """The panel of a scoring: a row for each source, a column for each seat, every cell with the points so far.

    The whole table is sent at once; a CSS animation shows it cell by cell. Screen readers announce the sums.
    """
    _ = speech.gettext
    if count is None:
        return '<div class="scoring" id="scoring"><p class="sr" role="status"></p></div>'
    points = list(count.before)
    rows = [row(_("So far"), [f"<b>{number}</b>" for number in points], "from")]
    for label, brought in count.sources:
        points = [number + new for number, new in zip(points, brought, strict=True)]
        rows.append(row(label, [cell(new, number) for new, number in zip(brought, points, strict=True)]))
    rows.append(row(_("Points"), [f"<b>{number}</b>" for number in points], "sum"))
    heads = "".join(seat_head(seat, name) for seat, name in enumerate(names))
    title = escape(count.title)
    return (
        f'<div class="scoring" id="scoring"><p class="sr" role="status">'
        f"{escape(spoken(count, points, names, speech))}</p>"
        f'<section class="count" id="count" data-key="{escape(count.key)}" aria-label="{title}">'
        f'<div class="count-h"><h2>{title}</h2><button type="button" class="btn" id="count-go">'
        f'<span class="skip-it">{escape(_("Skip"))}</span><span class="close-it">{escape(_("Close"))}</span>'
        f"<kbd>Esc</kbd></button></div>"
        f'<table class="count-t of-{len(names)}" id="count-{escape(count.key)}">'
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table></section></div>"
    )


def row(label: str, cells: Sequence[str], cls: str = "") -> str:
    told = "".join(f"<td>{each}</td>" for each in cells)
    return f'<tr{f" class={cls}" if cls else ""}><th scope="row">{escape(label)}</th>{told}</tr>'


def cell(brought: int, points: int) -> str:
    """The points that a source brings, and the points of the seat after it."""
    return f"<b>{brought:+d}</b> <small>{points}</small>" if brought else "–"


def spoken(count: Count, points: Sequence[int], names: Sequence[str], speech: Translator) -> str:
    """The sums as a sentence, for screen readers."""
    said = speech.gettext("%(who)s +%(points)d, now %(total)d")
    lines = [
        said % {"who": name, "points": total - before, "total": total}
        for name, before, total in zip(names, count.before, points, strict=True)
    ]
    return f"{count.title}. {'; '.join(lines)}."


# ---------------------------------------------------------------- a whole game


def result_panel(tally: PointSources | None, standings: Sequence[int], names: Sequence[str], speech: Translator) -> str:
    """A game that is over: for each seat, in the order of the result, its points by source and round."""
    if tally is None:
        return '<section class="result" id="result" hidden></section>'
    order = sorted(range(len(names)), key=lambda seat: standings[seat])
    tables = "".join(seat_tally(tally, seat, standings[seat], names[seat], speech) for seat in order)
    title = escape(speech.gettext("Points by round"))
    return (
        f'<section class="result" id="result" aria-label="{title}"><details>'
        f"<summary>{icon('grid', 14)} {title}</summary>"
        f'<div class="tallies">{tables}</div></details></section>'
    )


def seat_tally(tally: PointSources, seat: int, place: int, name: str, speech: Translator) -> str:
    """The table of one seat: a row for each source, a column for each round, with the sums of both."""
    _, points = speech.gettext, tally.points[seat]
    total = sum(sum(source) for source in points)
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in (*tally.columns, _("Sum")))
    rows = [source_row(label, [*source, sum(source)]) for label, source in zip(tally.sources, points, strict=True)]
    rounds = [sum(source[column] for source in points) for column in range(len(tally.columns))]
    rows.append(row(_("Sum"), [str(number) for number in (*rounds, total)], "sum"))
    sign = seat_icon(SEATS[seat], 16)
    return (
        f'<table class="tally s-{SEATS[seat]}" id="tally-{seat}"><caption><span class="tally-p">{place}.</span>{sign}'
        f"<b>{escape(name)}</b><strong>{total}</strong></caption>"
        f'<thead><tr><th scope="col">{escape(_("Round"))}</th>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def source_row(label: str, points: Sequence[int]) -> str:
    """The points that a source brought, round by round; a dot where it brought none."""
    return row(label, [str(number) if number else "·" for number in points])
