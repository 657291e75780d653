"""Parts of the page: sections, paragraphs, legends, and tables that open when they are pressed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

from trainshed.arena.studies.report import pictures


def section(heading: str, *body: str) -> str:
    return f"<section><h2>{escape(heading)}</h2>{''.join(body)}</section>"


def paragraph(text: str, cls: str = "") -> str:
    return f'<p class="{cls}">{escape(text)}</p>' if cls else f"<p>{escape(text)}</p>"


def legend(series: Sequence[str], shown: Collection[str]) -> str:
    """The marks of those series that are shown and their names; nothing where there is only one."""
    if len(series) < 2:
        return ""
    marks = "".join(
        f"<li>{pictures.mark(index)}{escape(name)}</li>" for index, name in enumerate(series) if name in shown
    )
    return f'<ul class="legend">{marks}</ul>'


def folded(summary: str, head: Sequence[str], lines: Sequence[Sequence[str]], names: tuple[int, ...] = (0,)) -> str:
    """A table that opens when its line is pressed; the columns of `names` are text."""

    def cells(tag: str, line: Sequence[str]) -> str:
        return "".join(
            f'<{tag} class="name">{escape(cell)}</{tag}>' if at in names else f"<{tag}>{escape(cell)}</{tag}>"
            for at, cell in enumerate(line)
        )

    body = "".join(f"<tr>{cells('td', line)}</tr>" for line in lines)
    table = f"<table><thead><tr>{cells('th', head)}</tr></thead><tbody>{body}</tbody></table>"
    # A table may be wider than a phone: keys scroll it only if it can have the focus.
    scroll = f'class="scroll" tabindex="0" role="group" aria-label="{escape(summary)}"'
    return f"<details><summary>{escape(summary)}</summary><div {scroll}>{table}</div></details>"
