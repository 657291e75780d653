"""The part of the page that a finished game shows above its board: banner, turning points, points by source."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, Final

from trainshed.draw.board import AutomaLine, PointSources, Standing
from trainshed.draw.ending.arrival import Ending, arrival
from trainshed.draw.ending.lead_chart import lead_chart, signed
from trainshed.draw.ending.scenery import PLAIN, PosterScenery
from trainshed.draw.icons import icon, seat_icon
from trainshed.draw.seats import SEATS
from trainshed.draw.sheet import TALL
from trainshed.draw.svg import element, rect
from trainshed.kernel.game import Game
from trainshed.kernel.translation import Translator
from trainshed.phrases import Automa, victory
from trainshed.web.pages.frame.automa import MARK
from trainshed.web.pages.table.ending.turning_points import (
    GameCourse,
    TurningPoint,
    leads,
    line_gains,
    scored_lines,
    turning_points,
)
from trainshed.web.pages.table.log_lines import log_lines
from trainshed.web.pages.table.plain_board import board_of
from trainshed.web.pages.table.plain_sentences import say_of
from trainshed.wire import SeenRow, TableView

HIDDEN: Final = '<section class="ending" id="ending" hidden></section>'


class EndingPart:
    """Renders the end of a game for one viewer."""

    def __init__(
        self,
        game: Game,
        table_view: TableView,
        speech: Translator,
        names: Sequence[str],
        layout: str,
        automa: tuple[Automa, AutomaLine] | None = None,
    ) -> None:
        assert table_view.outcome is not None
        self.game = game
        self.table_view = table_view
        self.outcome: dict[str, Any] = table_view.outcome
        self.speech = speech
        self.names = names
        self.layout = layout
        self.automa = automa
        self.board = board_of(game)
        self.standing: Standing = self.board.standing(game, table_view.view)

    # ------------------------------------------------------------ who has won

    @property
    def refused(self) -> bool:
        """Whether the game ended because a later release of the rules refuses one of its rows: nobody has won."""
        return "refused" in self.outcome

    @property
    def finished(self) -> bool:
        """Whether it was played to its end by the rules."""
        return bool(self.outcome["finished"]) and not self.refused

    @property
    def ranked(self) -> list[int]:
        """The seats, the best first."""
        return sorted(range(len(self.names)), key=lambda seat: self.outcome["standings"][seat])

    @property
    def winners(self) -> list[int]:
        """The seats that have won, or share the victory."""
        if self.refused or (len(self.names) == 1 and not self.finished):
            return []
        return [seat for seat in self.ranked if self.outcome["standings"][seat] == 1]

    @property
    def alone(self) -> tuple[str, Ending] | None:
        """Headline and picture of a game for one, from its title; None for others."""
        say = say_of(self.game)
        if len(self.names) > 1 or not self.finished or not hasattr(say, "ended_alone"):
            return None
        text, won, stranger = say.ended_alone(self.game, self.table_view.view, speech=self.speech, names=self.names)
        if stranger:
            return text, Ending([], [0], stranger=True)
        return text, Ending([0], derailed=not won)

    def headline(self) -> str:
        """Who has won, and by how much if that is what has decided."""
        if self.alone is not None:
            return self.alone[0]
        winners, points = self.winners, self.standing.points
        if not winners:
            return self.speech.gettext("The game is over")
        if len(winners) > 1:
            return victory(self.outcome["standings"], self.speech, self.names).rstrip(".")
        seats = self.table_view.seats
        others = (
            [points[seat] for seat, each in enumerate(seats) if seat not in winners and not each.out] if points else []
        )
        best = min if self.standing.fewest else max
        margin = abs(points[winners[0]] - best(others)) if others and self.finished else 0
        facts = {"who": self.names[winners[0]], "margin": f"{margin}{self.standing.unit}"}
        return self.speech.gettext("%(who)s wins by %(margin)s" if margin else "%(who)s wins") % facts

    def picture(self) -> str:
        """The train of the winners, before the scenery of the title."""
        scenery: PosterScenery = PLAIN
        if self.game.has_part("board.poster"):
            scenery = getattr(self.game.part("board.poster"), "SCENERY", PLAIN)
        winners = self.winners
        ending = Ending(winners, [seat for seat in self.ranked if seat not in winners])
        return arrival(scenery, self.alone[1] if self.alone is not None else ending, self.layout)

    def banner(self, why: str) -> str:
        """The picture with the headline and the sentences of `why`, which is HTML."""
        title = escape(self.headline())
        return (
            f'<div class="banner">{self.picture()}<div class="banner-t"><h2 id="ending-t">{title}</h2>{why}</div></div>'
        )

    # ------------------------------------------------------------ turning points

    def turns(self, course: GameCourse, whole: Sequence[SeenRow]) -> str:
        """Up to three log lines that changed the lead most, each with a link to the replay; empty if there is none."""
        seat = (self.winners or [0])[0]
        if self.refused or not course.start or not hasattr(self.board, "scored"):
            return ""
        told = [line for line in log_lines(self.game, whole, self.speech, self.names) if line.moved]
        lines = scored_lines(told, [line_gains(self.board, line, len(self.names)) for line in told])
        lead = leads(course.start, lines, seat, self.standing.fewest)
        found = turning_points(lines, lead, course.rounds)
        if not found:
            return ""
        _ = self.speech.gettext
        facts = {"who": self.names[seat]}
        title = _("Three turning points") if len(found) == 3 else _("Turning points")
        many = len(self.names) > 1
        about = _("The lead of %(who)s over the best of the others") if many else _("The points of %(who)s")
        items = "".join(self.turn(point, lead, seat) for point in found)
        return (
            f'<div class="end-turns"><h3>{escape(title)} <small>{escape(about % facts)}</small></h3>'
            f"<ol>{items}</ol></div>"
        )

    def turn(self, point: TurningPoint, lead: Sequence[int], seat: int) -> str:
        """One turning point: a chart, the log line, how it changed the lead, and the link to the replay."""
        _, line = self.speech.gettext, point.line
        for_winner = point.swing > 0 if len(self.names) > 1 or not self.standing.fewest else point.swing < 0
        gains = seat if for_winner else line.seat if line.seat != seat else -1
        color = f" s-{SEATS[gains]}" if gains >= 0 else ""
        old, new = lead[point.at - 1], lead[point.at]
        ends = {"old": signed(old), "new": signed(new)}
        label = _("From %(old)s to %(new)s") % ends
        change = (_("Lead from %(old)s to %(new)s") if len(self.names) > 1 else label) % ends
        chart = lead_chart(lead, point.at, seat, gains, self.layout, label)
        sign = seat_icon(SEATS[line.seat], 14) if 0 <= line.seat < len(SEATS) else ""
        where = _("Row %(row)d") % {"row": line.seq}
        if point.round:
            where = f"{_('Round %(round)d') % {'round': point.round}} · {where}"
        replay = f"/t/{self.table_view.table}/replay/{line.seq}"
        return (
            f'<li><div class="turn-c">{chart}</div><div class="turn-t"><small>{sign}{escape(where)}</small>'
            f'<p title="{escape(line.sentence)}">{escape(line.sentence)}</p>'
            f'<span class="turn-l">{escape(change)}</span>'
            f'<a href="{replay}">{icon("play", 11)} {escape(_("Replay from here"))}</a></div>'
            f'<em class="swing{color}">{signed(point.swing)}</em></li>'
        )

    # ------------------------------------------------------------ points by source

    def sources(self, tally: PointSources | None, shown: Sequence[str]) -> str:
        """All points by source, a row for each seat, or a column on a phone; `shown` are the totals as text."""
        if tally is None:
            return ""
        _ = self.speech.gettext
        sums = [[sum(source) for source in seat] for seat in tally.points]
        table = self.tall_table(tally, sums, shown) if self.layout == TALL else self.wide_table(tally, sums, shown)
        best = f"<small>{escape(_('the best of each source is bold'))}</small>"
        return (
            f'<div class="end-src"><h3>{escape(_("Points by source"))} '
            f"{best if len(self.names) > 1 else ''}</h3>{table}</div>"
        )

    def best(self, sums: Sequence[Sequence[int]], source: int) -> int | None:
        """The best number of a source; None where all are equal."""
        found = [seat[source] for seat in sums]
        if len(set(found)) < 2:
            return None
        return min(found) if self.standing.fewest else max(found)

    def cell(self, sums: Sequence[Sequence[int]], seat: int, source: int, bar: str = "") -> str:
        value = sums[seat][source]
        best = ' class="best"' if value == self.best(sums, source) else ""
        return f"<td{best}><b>{number(value)}</b>{bar}</td>"

    def wide_table(self, tally: PointSources, sums: Sequence[Sequence[int]], shown: Sequence[str]) -> str:
        most = max([abs(value) for seat in sums for value in seat], default=0) or 1
        heads = "".join(f'<th scope="col">{escape(source)}</th>' for source in tally.sources)
        rows = []
        for seat in self.ranked:
            cells = "".join(self.cell(sums, seat, source, bar(value, most)) for source, value in enumerate(sums[seat]))
            place, name = self.outcome["standings"][seat], escape(self.names[seat])
            won = " win" if seat in self.winners else ""
            rows.append(
                f'<tr class="s-{SEATS[seat]}{won}"><th scope="row"><span>{place}</span>{seat_icon(SEATS[seat], 20)}'
                f'<b title="{name}">{name}</b></th>{cells}<td class="sum">{escape(shown[seat])}</td></tr>'
            )
        if self.automa is not None:
            automa, own = self.automa
            won = ' class="win"' if own.rank == 1 else ""
            row = (
                f'<tr{won}><th scope="row"><span>{own.rank}</span>{seat_icon(MARK, 20)}'
                f"<b>{escape(automa.name)}</b></th>"
                f'<td colspan="{len(tally.sources)}">{escape(counted(own))}</td>'
                f'<td class="sum">{escape(own.line.points)}</td></tr>'
            )
            rows.insert(0 if own.rank < min(self.outcome["standings"]) else len(rows), row)
        points = escape(self.speech.gettext("Points"))
        return (
            f'<table class="src"><thead><tr><td></td>{heads}<th scope="col">{points}</th></tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table>"
        )

    def tall_table(self, tally: PointSources, sums: Sequence[Sequence[int]], shown: Sequence[str]) -> str:
        order = self.ranked
        heads = "".join(
            f'<th scope="col" class="s-{SEATS[seat]}">{seat_icon(SEATS[seat], 16)}'
            f"<span>{escape(self.names[seat])}</span></th>"
            for seat in order
        )
        cells = ["".join(self.cell(sums, seat, source) for seat in order) for source in range(len(tally.sources))]
        totals = "".join(f"<td>{escape(shown[seat])}</td>" for seat in order)
        columns = len(order)
        if self.automa is not None:
            automa, line = self.automa
            columns += 1
            heads += f'<th scope="col">{seat_icon(MARK, 16)}<span>{escape(automa.name)}</span></th>'
            cells[0] += f'<td rowspan="{len(cells)}">{escape(counted(line))}</td>'
            totals += f"<td>{escape(line.line.points)}</td>"
        rows = "".join(
            f'<tr><th scope="row">{escape(name)}</th>{each}</tr>'
            for name, each in zip(tally.sources, cells, strict=True)
        )
        points = escape(self.speech.gettext("Points"))
        return (
            f'<table class="src-p of-{columns}"><thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody>'
            f'<tfoot><tr><th scope="row">{points}</th>{totals}</tr></tfoot></table>'
        )


def counted(automa: AutomaLine) -> str:
    """How the points of a virtual opponent are counted."""
    return automa.line.facts[0][1]


def number(value: int) -> str:
    """A number of points as text; a dash for none."""
    return str(value).replace("-", "−") if value else "–"


def bar(value: int, most: int) -> str:
    """A bar as long as a number of points; nothing for none and for points that are lost."""
    if value <= 0:
        return ""
    body = rect(0, 0, 100 * value / most, 9)
    return element("svg", body, cls="src-b", viewBox="0 0 100 9", preserveAspectRatio="none", aria_hidden="true")


def ending_part(part: EndingPart, why: str, course: GameCourse, whole: Sequence[SeenRow], sources: str) -> str:
    """The whole part; `why` and `sources` are HTML."""
    return (
        f'<section class="ending" id="ending" aria-labelledby="ending-t">{part.banner(why)}'
        f"{part.turns(course, whole)}{sources}</section>"
    )
