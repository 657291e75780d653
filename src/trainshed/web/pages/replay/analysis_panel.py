"""The panel of the replay page that starts an analysis, and says how far it is; and the route that it asks."""

from __future__ import annotations

from html import escape

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from trainshed.draw.icons import icon
from trainshed.kernel.translation import Translator
from trainshed.web.http.access import ServiceContainer, anyone, table_number
from trainshed.web.pages.frame.reader import PageReader
from trainshed.web.pages.replay.analysis_parts import meter
from trainshed.web.pages.table.table_page import answer
from trainshed.wire import AnalysisState


def analysis_panel(found: AnalysisState | None, person: bool, speech: Translator) -> str:
    """The panel for a state; hidden when the analysis is there, and for a game that runs (None).

    `person` says whether the reader may ask for an analysis; somebody without a name may only read one.
    """
    if found is None or found.state == "ready":
        state = "" if found is None else found.state
        return f'<section class="panel analysis" id="analysis" data-state="{state}" hidden></section>'
    body = working(found, speech) if found.state in ("queued", "running") else offer(found, person, speech)
    title = escape(speech.gettext("Analysis"))
    return (
        f'<section class="panel analysis" id="analysis" data-state="{found.state}" tabindex="-1"'
        f' aria-labelledby="analysis-t">'
        f'<h2 id="analysis-t">{title}</h2>{body}</section>'
    )


def offer(found: AnalysisState, person: bool, speech: Translator) -> str:
    """What an analysis is, and the button that starts it."""
    _ = speech.gettext
    failed = f"<p><b>{escape(_('The analysis could not be made.'))}</b></p>" if found.state == "failed" else ""
    about = escape(
        _(
            "Every choice of this game is compared with others, by imagined games from what its player knew."
            " It takes some minutes; you need not wait here."
        )
    )
    button = (
        f'<button type="button" class="btn" id="analyse">{icon("star", 14)}{escape(_("Analyse this game"))}</button>'
    )
    if not person:
        button = f'<a href="/sign-in">{escape(_("Sign in to have it analysed"))}</a>'
    return f'{failed}<p>{about}</p>{button}<p class="bad-note" id="analysis-bad" role="alert"></p>'


def working(found: AnalysisState, speech: Translator) -> str:
    """How far it is."""
    _ = speech.gettext
    text = _("Waiting for its turn.")
    if found.total:
        text = _("%(done)d of %(total)d steps") % {"done": found.done, "total": found.total}
    total = max(found.total, 1)
    facts = f'aria-valuemin="0" aria-valuemax="{total}" aria-valuenow="{found.done}" aria-valuetext="{escape(text)}"'
    return (
        f'<div role="progressbar" aria-label="{escape(_("Analysis"))}" {facts}>'
        f"{meter(found.done / total, 'worth')}</div>"
        f"<p>{escape(text)}</p>"
    )


@get("/t/{table:str}/replay/analysis", include_in_schema=False, **anyone())
async def analysis_state(table: FromPath[str], container: ServiceContainer, reader: PageReader) -> Response[bytes]:
    """How far the analysis of a game is, as the panel that says so."""
    number = table_number(table)
    opened = await container.tables.current(number)
    await container.commands.viewer(opened.table, reader.person)
    found = await container.analyses.of(number) if opened.table.over else None
    return answer({"analysis": analysis_panel(found, reader.person is not None, reader.speech)})


ANALYSIS_STATE: list[HTTPRouteHandler] = [analysis_state]
