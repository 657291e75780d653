"""The parts of a table page as HTML, each with an id: made only from what one viewer may see."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from html import escape
from typing import Any, Final, NamedTuple

from trainshed.bots.characters import level_of
from trainshed.bots.levels import offered
from trainshed.draw.board import (
    Asked,
    AutomaLine,
    BarChoice,
    ConfirmBar,
    Count,
    MarkedTurn,
    PointSources,
    Say,
    SeatLine,
    Standing,
)
from trainshed.draw.icons import icon, seat_icon
from trainshed.draw.seats import SEATS
from trainshed.draw.sheet import TALL
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import Game
from trainshed.kernel.record import PAUSE, Row
from trainshed.kernel.translation import Translator
from trainshed.locale import speech
from trainshed.phrases import Automa, listed
from trainshed.service.tables.commands import GONE_MS
from trainshed.service.tables.table_state import effective_moves
from trainshed.web.pages.frame.automa import automa_chip, automa_of, automa_panel
from trainshed.web.pages.frame.close_button import close_button
from trainshed.web.pages.frame.portraits import level_name, portrait
from trainshed.web.pages.rulebook.book import address
from trainshed.web.pages.rulebook.clause_search import ASIDE, SearchQuery, shown
from trainshed.web.pages.rulebook.summary import summary_in
from trainshed.web.pages.table.coach.coach_panel import coach_part
from trainshed.web.pages.table.coach.hint_panel import hint_panel
from trainshed.web.pages.table.ending.ending_part import HIDDEN, EndingPart, ending_part
from trainshed.web.pages.table.ending.rematch_bar import NO_OFFER, rematch_texts
from trainshed.web.pages.table.ending.turning_points import GameCourse
from trainshed.web.pages.table.game_end import reasons
from trainshed.web.pages.table.log_lines import LogLine, log_lines
from trainshed.web.pages.table.plain_board import board_of
from trainshed.web.pages.table.plain_sentences import say_of
from trainshed.web.pages.table.presence_marks import presence_mark
from trainshed.web.pages.table.score_panels import count_panel, result_panel
from trainshed.wire import Rematch, SeenRow, TableView

SHOWN_LINES: Final = 40
HEARD_LINES: Final = 6
BEGINNING: Final = 2
"""Until a player has moved so often, the rule slip says what the game is about."""

NEWS_ROWS: Final = 40
MOST_NEWS: Final = 2
"""A strip tells so many things that happened at the table, if they are among the last rows."""


class DisplayMode(NamedTuple):
    """How a table is shown: in which language, and for which kind of screen."""

    language: str
    layout: str
    beside: int | None = None
    """The seat whose board is looked at in place of the viewer's own."""

    @property
    def speech(self) -> Translator:
        return speech(self.language)


class TablePage(NamedTuple):
    """What one viewer sees of a table, and a gesture that is being tried."""

    game: Game
    table_view: TableView
    before: Any
    """The view before the gesture that is being tried, or None."""
    rows: Sequence[SeenRow]
    chosen: Sequence[str] = ()
    instead: Sequence[str] = ()
    whole: Sequence[SeenRow] = ()
    """All moves that were not taken back, once the game is over."""
    course: GameCourse = GameCourse()
    after: Any = None
    """The view after the last chosen word, if that is not taken yet because it cannot be taken back (`Asked.after`)."""
    answered: Sequence[int] = ()
    """The places of the chosen words that the page has answered for its player."""
    only: Sequence[str] = ()
    """The chosen words that had no alternative."""
    group: Sequence[str] = ()
    """The words of the last press, if it said several."""
    closing: str = ""
    """The word that Confirm adds to the gesture, or empty (`Title.close`)."""
    since: Sequence[MarkedTurn] = ()
    """The turns that are marked on the board (`Asked.since`)."""
    host: bool = False
    """Whether the viewer is the host of the table."""
    waits: int = 0
    """Since when everybody waits for the seat that must decide."""

    @property
    def asked(self) -> Asked:
        moves = self.table_view.moves if self.mine else ()
        before = self.before if self.chosen else None
        return Asked(
            moves,
            self.chosen,
            self.instead,
            self.table_view.odds,
            before=before,
            after=self.after,
            only=self.only,
            group=self.group,
            closing=self.closing,
            since=self.since,
        )

    @property
    def mine(self) -> bool:
        """Whether the viewer must decide now; not while the table is paused or a bot plays the viewer's seat."""
        table_view = self.table_view
        return table_view.seat is not None and table_view.actor == table_view.seat and not self.paused and not self.away

    @property
    def paused(self) -> bool:
        return self.table_view.clock is not None and self.table_view.clock.paused

    @property
    def away(self) -> bool:
        """Does a bot play the viewer's seat?"""
        return self.table_view.seat is not None and bool(self.table_view.seats[self.table_view.seat].bot)


def has_boards(game: Game, seats: int) -> bool:
    """Whether the board of any seat can be shown in place of the viewer's own."""
    return bool(getattr(board_of(game), "BESIDE", False)) and seats > 1


def names_of(table_view: TableView) -> list[str]:
    """The name of each seat: its player's or its bot's."""
    return [seat.name or seat.bot for seat in table_view.seats]


def render_parts(look: TablePage, display: DisplayMode) -> dict[str, str]:
    """All parts of the page that change, by their ids."""
    parts = PartsRenderer(look, display)
    return {
        "now": parts.now(),
        "phase": parts.phase(),
        "chips": parts.chips(),
        "scoring": parts.scoring(),
        "ending": parts.ending(),
        "result": parts.result(),
        "stage": parts.stage(),
        "seats": parts.seats(),
        "slip": parts.slip(),
        "log": parts.log(),
        "since": parts.since(),
        "described": parts.described(),
        "commands": parts.commands(),
        "proposal": parts.proposal(),
        "confirm": parts.confirm(),
        "said": parts.said(),
        "coach": parts.coach(),
        "hint": hint_panel(look.table_view, look.mine, display.speech),
    }


def render_preview(look: TablePage, display: DisplayMode) -> dict[str, str]:
    """The parts that a gesture changes before it is confirmed."""
    parts = PartsRenderer(look, display)
    return {
        "stage": parts.stage(),
        "seats": parts.seats(),
        "chips": parts.chips(),
        "slip": parts.slip(),
        "confirm": parts.confirm(),
        "coach": parts.coach(),
    }


class PartsRenderer:
    """Renders the parts of a table page."""

    live = True
    """Whether the page shows the present, and not a past row."""

    def __init__(self, look: TablePage, display: DisplayMode) -> None:
        self.look = look
        self.table_view = look.table_view
        self.display = display
        self.speech = display.speech
        self.names = names_of(look.table_view)
        self.say = Say(self.speech, self.names)
        self.board = board_of(look.game)
        self.lines: list[SeatLine] = [
            self.board.seat(look.game, self.table_view.view, seat, self.say) for seat in range(len(self.names))
        ]
        self.beside = self.looked_at()
        own = self.table_view.seat
        if look.chosen and own is not None and hasattr(self.board, "ahead"):
            more = self.board.ahead(look.game, self.table_view.view, look.asked, self.say)
            self.lines[own] = self.lines[own]._replace(more=more)

    def looked_at(self) -> int | None:
        """The seat whose board is shown in place of the viewer's own; None: the viewer's own is."""
        beside = self.display.beside
        there = beside is not None and beside < len(self.names) and beside != self.table_view.seat
        return beside if there and self.has_boards else None

    @property
    def has_boards(self) -> bool:
        """Whether the board of any seat can be shown."""
        return has_boards(self.look.game, len(self.names))

    # ------------------------------------------------------------ the board

    def stage(self) -> str:
        look, asked = self.look, self.look.asked._replace(beside=self.beside)
        svg = self.board.draw(look.game, look.before, self.table_view.view, asked, self.display.layout, self.say)
        return f'<section class="stage" id="stage" tabindex="-1" aria-label="{self._("The board")}">{svg}</section>'

    def phase(self) -> str:
        text = escape(self.board.progress(self.look.game, self.table_view.view, self.say))
        standing: Standing = self.board.standing(self.look.game, self.table_view.view)
        line = round_line(standing.round, standing.rounds) if self.display.layout != TALL else ""
        return f'<div class="phase" id="phase">{line}<span class="phase-t">{text}</span></div>'

    def now(self) -> str:
        """A hidden element with the facts that `static/table.js` needs, such as row, seat and whose turn it is."""
        table_view = self.table_view
        facts: dict[str, object] = {
            "seq": table_view.seq,
            "seat": "" if table_view.seat is None else table_view.seat,
            "mine": int(self.look.mine),
            "undo": table_view.undo,
            "over": int(table_view.outcome is not None),
            "moves": len(table_view.moves),
            "news": max((row.seq for row in self.look.rows if self.is_news(row)), default=0),
            "only": table_view.moves[0]
            if self.look.mine and len(table_view.moves) == 1 and not self.look.chosen
            else "",
        }
        data = "".join(f' data-{name}="{escape(str(value))}"' for name, value in facts.items())
        return f'<i id="now" hidden{data}></i>'

    def is_news(self, row: SeenRow) -> bool:
        """Did somebody else make this row? Then a page may tell it before it shows the present."""
        return row.seat != self.table_view.seat and not row.said.startswith("/")

    # ------------------------------------------------------------ points

    def scoring(self) -> str:
        """The last scoring since the viewer's last gesture, step by step."""
        return count_panel(self.counted(), self.names, self.speech)

    def counted(self) -> Count | None:
        """The scoring to tell; where seats score one after the other, it may begin before the viewer's last gesture."""
        if not hasattr(self.board, "count"):
            return None
        new = since_own(self.look.rows, self.table_view)
        found = self.count_of(new)
        if found is not None or not getattr(self.board, "SCORED_IN_TURNS", False):
            return found
        rows = effective_moves(self.look.rows)
        found, told = self.count_of(rows), self.count_of(rows[: len(rows) - len(new)])
        return None if found is None or (told is not None and told.key == found.key) else found

    def count_of(self, rows: Sequence[SeenRow]) -> Count | None:
        """The last scoring that is whole in these rows."""
        events = [event for row in rows for event in row.events]
        count: Count | None = self.board.count(self.look.game, self.table_view.view, events, self.say)
        return count

    def result(self) -> str:
        """Where the points of the whole game came from."""
        tally, outcome = self.tally(), self.table_view.outcome
        if outcome is None or tally is None or len(tally.columns) < 2:
            return result_panel(None, [], self.names, self.speech)
        return result_panel(tally, outcome["standings"], self.names, self.speech)

    def tally(self) -> PointSources | None:
        """All points of a game that was played to its end, by seat, source and round."""
        look, outcome = self.look, self.table_view.outcome
        if outcome is None or not outcome["finished"] or not look.whole or not hasattr(self.board, "tally"):
            return None
        told = [event for row in look.whole for event in row.events]
        tally: PointSources | None = self.board.tally(look.game, self.table_view.view, told, self.say)
        return tally

    def ending(self) -> str:
        """The end of the game above its board; hidden before."""
        look, outcome = self.look, self.table_view.outcome
        if outcome is None:
            return HIDDEN
        part = EndingPart(look.game, self.table_view, self.speech, self.names, self.display.layout, self.automa)
        shown = [line.points for line in self.lines]
        sources = part.sources(self.tally(), shown)
        return ending_part(
            part,
            self.why_over(outcome, part.headline(), not sources and len(self.names) > 1),
            look.course,
            look.whole,
            sources,
        )

    # ------------------------------------------------------------ seats

    def seats(self) -> str:
        panels = "".join(self.seat(seat) for seat in range(len(self.names)))
        if self.automa is not None:
            panels += automa_panel(*self.automa, self.speech)
        return f'<ol class="seats" id="seats" aria-label="{self._("Players")}">{panels}</ol>'

    @cached_property
    def automa(self) -> tuple[Automa, AutomaLine] | None:
        """The virtual opponent and what its panel shows, or None without one."""
        if not hasattr(self.board, "automa"):
            return None
        automa = automa_of(self.look.game, self.table_view.view.options, self.speech)
        if automa is None:
            return None
        line: AutomaLine | None = self.board.automa(self.look.game, self.table_view.view, self.say)
        return None if line is None else (automa, line)

    def seat(self, seat: int) -> str:
        table_view, line = self.table_view, self.lines[seat]
        color, state = SEATS[seat], "now" if table_view.actor == seat else ""
        facts = "".join(self.fact(*fact) for fact in line.facts)
        more = f'<span class="you-n">{escape(line.more)}</span>' if line.more and seat == table_view.seat else ""
        spark = self.look_at(seat, f'<span class="seat-spark">{line.spark}</span>' if line.spark else "")
        return (
            f'<li class="seat s-{color} {state}" id="seat-{seat}"><div class="seat-h">'
            f'<span class="seat-b">{seat_icon(color, 22)}</span>'
            f'<span class="seat-n"><b>{escape(self.names[seat])}</b>'
            f'<small><span class="standing">{escape(self.standing(seat))}</span>{self.mark(seat)}</small></span>'
            f'{self.clock(seat)}<span class="seat-s">{escape(line.points)}</span></div>'
            f'{spark}<div class="facts">{facts}{more}</div></li>'
        )

    def look_at(self, seat: int, face: str, cls: str = "seat-look") -> str:
        """`face` as a button that shows the seat's board in place of the viewer's own, and hides it again."""
        shown, own = seat == self.beside, seat == self.table_view.seat
        if not self.has_boards or (own and self.beside is None):
            return face
        names = {"who": self.names[seat]}
        label = self.speech.gettext("My own board") if own else self.speech.gettext("The board of %(who)s") % names
        return (
            f'<button type="button" class="{cls}" id="{cls}-{seat}" data-beside="{"" if own or shown else seat}" '
            f'aria-pressed="{str(shown).lower()}" aria-label="{escape(label)}">{face}</button>'
        )

    def fact(self, sign: str, value: str, name: str) -> str:
        return (
            f'<span class="fact" data-told="{escape(name)}">{icon(sign, 15, "ink2")}<b>{escape(value)}</b>'
            f'<span class="sr">{escape(name)}</span></span>'
        )

    def standing(self, seat: int) -> str:
        """The state of a seat, shown with its name: place, out, to move or away."""
        table_view, _ = self.table_view, self.speech.gettext
        if table_view.outcome is not None:
            if len(self.names) == 1 and self.automa is None:
                return ""
            rank = table_view.outcome["standings"][seat]
            return _("place %(rank)d") % {"rank": rank}
        if table_view.seats[seat].out:
            bot = table_view.seats[seat].bot
            return _("out: a bot plays on") if bot else _("out")
        if table_view.actor == seat:
            return _("your turn") if seat == table_view.seat else _("to move")
        if table_view.seats[seat].away:
            return _("away: a bot plays")
        return _("you") if seat == table_view.seat else ""

    def clock(self, seat: int) -> str:
        table_view = self.table_view
        if table_view.seats[seat].bot:
            return portrait(table_view.seats[seat], self.speech, 24, "seat-c", self.look.game)
        if table_view.seats[seat].robot:
            return f'<span class="seat-c" data-told="{self._("bot")}">{icon("bot", 15, "ink3")}</span>'
        clock = table_view.clock
        if clock is None or table_view.outcome is not None:
            return ""
        if clock.paused:
            return f'<span class="seat-c" data-told="{self._("paused")}">{icon("lock", 15, "ink3")}</span>'
        since = f' data-since="{clock.since}"' if seat == clock.seat else ""
        return f'<span class="seat-c clock" data-left="{clock.remaining(seat)}"{since}></span>'

    def mark(self, seat: int, kind: str = "") -> str:
        """Where the page writes whether the player of a seat is here, and how long the seat has been thinking."""
        return presence_mark(self.table_view, self.look.rows, seat, kind) if self.live else ""

    def chips(self) -> str:
        """The seats in one line, for a phone."""
        items = []
        for seat in range(len(self.names)):
            color = SEATS[seat]
            state = "now" if self.table_view.actor == seat else ""
            items.append(
                f'<li class="chip s-{color} {state}">{self.look_at(seat, seat_icon(color, 18), "chip-look")}'
                f"<span><b>{escape(self.lines[seat].points)}</b>{self.chip_clock(seat)}{self.mark(seat, 'brief')}"
                f"<small>{self.chip_text(seat)}</small></span></li>"
            )
        if self.automa is not None:
            items.append(automa_chip(*self.automa))
        return (
            f'<section class="chipbar" id="chips" aria-label="{self._("Points")}">'
            f'<ol class="chips chips-{len(items)}">{"".join(items)}</ol></section>'
        )

    def chip_text(self, seat: int) -> str:
        """What stands below the points of a seat: who plays it."""
        shown = self._("you") if seat == self.table_view.seat else escape(self.names[seat])
        if self.table_view.seats[seat].bot:
            return f"{portrait(self.table_view.seats[seat], self.speech, 16, 'chip-f', self.look.game)}{shown}"
        return shown

    def chip_clock(self, seat: int) -> str:
        """The clock of a seat that no bot of the server plays; what the rail shows is far away on a phone."""
        clock = self.table_view.clock
        shown = clock is not None and not clock.paused
        return self.clock(seat) if shown and not self.table_view.seats[seat].bot else ""

    # ------------------------------------------------------------ the rule slip

    def slip(self) -> str:
        look, outcome = self.look, self.table_view.outcome
        if outcome is not None and not outcome["finished"]:  # somebody gave up: by the rules the game would go on
            return slip(look.game, self.over_because(outcome), "", self.speech)
        title, clause = self.board.question(look.game, self.table_view.view, look.asked, self.say)
        if outcome is not None:
            clause = self.reasons()[-1][1] or clause  # what has decided the game
        elif self.heard:  # the confirm bar has the question
            return self.since_slip(self.heard, self.again(self.own_row) + citation(look.game, clause))
        elif self.gestures < BEGINNING and look.mine and not look.chosen and self.aim:
            return self.aim_slip(title, clause)
        return slip(look.game, title, clause, self.speech)

    @cached_property
    def own_row(self) -> int:
        """The last row of the viewer; 0 if there is none."""
        return next((row.seq for row in reversed(self.moves) if row.seat == self.table_view.seat), 0)

    @cached_property
    def gestures(self) -> int:
        """How often the viewer has moved in this game; the rows of one gesture have the same time."""
        rows, seat = self.look.rows, self.table_view.seat
        if rows and rows[0].seq > 1:  # earlier rows are not known: the game has gone on for long
            return BEGINNING
        return len({row.at for row in self.moves if row.seat == seat})

    @cached_property
    def heard(self) -> str:
        """What the others did since the viewer's last move, if the viewer is asked now and has chosen nothing."""
        look, seat = self.look, self.table_view.seat
        waits = look.mine and not look.chosen and look.since and look.since[-1].seat != seat
        if not waits or not self.own_row:  # on the first turn its rule is more important
            return ""
        return self.told_after(self.own_row)

    def told_after(self, row: int) -> str:
        """What the others did after a row."""
        heard = [line for line in self.told if line.last > row and line.seat not in (NATURE, self.table_view.seat)]
        return " ".join(line.sentence for line in heard[-HEARD_LINES:])

    @cached_property
    def aim(self) -> str:
        """What one wants in this title, in the words of its summary; empty if it has none."""
        found = summary_in(self.look.game.slug, self.speech.language)
        return "" if found is None else " ".join(item.text for item in found[0].goal)

    def aim_slip(self, title: str, clause: str) -> str:
        """What is asked, and what the game is about, for a player who sees it for the first time."""
        link = f'<a href="/rules/{self.look.game.slug}/summary"{ASIDE}>{self._("A first game on one page")}</a>'
        return (
            f'<section class="slip" id="slip" aria-live="polite"><b>{escape(title)}</b><p>{escape(self.aim)}</p>'
            f'<span class="slip-l">{link}{citation(self.look.game, clause)}</span></section>'
        )

    def again(self, mine: int) -> str:
        """A link that plays again what the others did since the viewer's last move."""
        replay = f"/t/{self.table_view.table}/replay/{mine}?play"
        return f'<a id="since-mine" data-after="{mine}" href="{replay}">{icon("play", 11)} {self._("Watch again")}</a>'

    def since_slip(self, told: str, links: str = "") -> str:
        """What the others did since the viewer's last move, and links below it, as HTML."""
        return (
            f'<section class="slip since-slip" id="slip" aria-live="off"><b>{self._("Since your last turn")}</b>'
            f"<p>{linked(self.look.game, told)}</p>"
            f'<span class="slip-l">{links}</span></section>'
        )

    def coach(self) -> str:
        return coach_part(self.look.game, self.table_view, self.look.asked, self.speech.language)

    # ------------------------------------------------------------ the log

    @cached_property
    def told(self) -> list[LogLine]:
        """The latest rows as sentences; several parts of the page need them, and they take longer than the board."""
        return log_lines(self.look.game, self.look.rows, self.speech, self.names)

    def log(self) -> str:
        shown = self.told[-SHOWN_LINES:]
        lines = "".join(self.line(line, line is shown[-1]) for line in reversed(shown))
        return f'<ol class="log" id="log" tabindex="0" aria-label="{self._("Log")}">{lines}</ol>'

    def since(self) -> str:
        """A link to the replay."""
        replay = f"/t/{self.table_view.table}/replay/{self.table_view.seq}"
        return f'<span class="log-l" id="since"><a href="{replay}">{icon("back", 11)} {self._("Replay")}</a></span>'

    @property
    def moves(self) -> list[SeenRow]:
        """The latest moves of players."""
        return [row for row in self.look.rows if row.seat >= 0 and not row.said.startswith("/")]

    def line(self, line: LogLine, latest: bool) -> str:
        sign = seat_icon(SEATS[line.seat], 14) if 0 <= line.seat < len(SEATS) else ""
        mover = f' data-mover="{line.seat}" data-last="{line.last}"' if sign and line.moved else ""
        return (
            f'<li id="{line.id}"{mover}{" class=latest" if latest else ""}><span class="lg-s">{sign}</span>'
            f'<span class="lg-t">{linked(self.look.game, line.sentence)}</span>'
            f'<time data-at="{line.at}"></time></li>'
        )

    def said(self) -> str:
        """The latest log lines of others, for screen readers."""
        rows = self.look.rows
        mover = next((row.seat for row in reversed(rows) if row.seat != NATURE), NATURE)
        before = next((row.seq for row in reversed(rows) if row.seat not in (mover, NATURE)), -1)
        heard = [line.sentence for line in self.told if line.last > before and line.seat != self.table_view.seat]
        text = escape(" ".join(heard[-HEARD_LINES:]))
        return f'<div class="sr" id="said" role="log" aria-live="polite">{text}</div>'

    def described(self) -> str:
        """The whole position in words."""
        say = say_of(self.look.game)
        lines = say.position(self.look.game, self.table_view.view, speech=self.speech, names=self.names)
        body = "".join(f"<p>{escape(line)}</p>" for line in joined(lines))
        return f'<div id="described">{body}</div>'

    # ------------------------------------------------------------ proposals and the confirm bar

    def proposal(self) -> str:
        """What a seat asks of all others (a pause or an undo), who has not answered yet, and buttons to answer; without
        a proposal, what else has happened at the table since the viewer's last row."""
        proposal, _ = self.table_view.proposal, self.speech.gettext
        if proposal is None:
            told = escape(" ".join(self.news()))
            state = "" if told else " hidden"
            return (
                f'<div id="proposal" class="strip"{state}><span role="status">{told}</span>'
                f"{close_button(self.speech)}</div>"
            )
        facts = {"who": self.names[proposal.seat], "row": proposal.what.partition(" ")[2]}
        text = (
            _("%(who)s asks for a pause.")
            if proposal.what == PAUSE
            else _("%(who)s asks to take back everything from row %(row)s on.")
        ) % facts
        if proposal.waits_for:
            waiting = listed([self.names[seat] for seat in proposal.waits_for], self.speech)
            text += " " + _("Waiting for %(who)s.") % {"who": waiting}
        buttons = ""
        if self.table_view.seat in proposal.waits_for:
            buttons = (
                f'<button class="btn" data-reply="no">{self._("No")}</button>'
                f'<button class="btn primary" data-reply="yes">{self._("Agree")}</button>'
            )
        return f'<div id="proposal" class="strip" role="status"><span>{escape(text)}</span>{buttons}</div>'

    def news(self) -> list[str]:
        """Sentences about who gave up, left, came back, paused or declined since the viewer's last row."""
        table_view, rows = self.table_view, self.look.rows[-NEWS_ROWS:]
        if table_view.outcome is not None or not rows:
            return []
        own = max([row.seq for row in rows if row.seat == table_view.seat], default=0)
        told = [line for line in self.told if line.seq >= rows[0].seq]
        return [line.sentence for line in told if not line.moved and line.seq > own][-MOST_NEWS:]

    def pause(self) -> tuple[str, str]:
        """How a pause ends, as text, and since when it lasts, as HTML; empty if the table is not paused."""
        if not self.look.paused:
            return "", ""
        _ = self.speech.gettext
        rows = [row for row in self.look.rows if Row.of(row.seat, row.said).kind == PAUSE]
        how = _("Every player can let the game go on; until then no clock runs.")
        if not rows:
            return how, ""
        asked = escape(_("%(who)s asked for it.") % {"who": self.names[rows[-1].seat]})
        return how, f'{asked} {icon("clock", 12)} <time data-at="{rows[-1].at}"></time>'

    def confirm(self) -> str:
        table_view, look = self.table_view, self.look
        if table_view.outcome is not None:
            return self.ended()
        if not look.mine:
            how, since = self.pause()
            waited = "" if table_view.actor is None else self.mark(table_view.actor, "bar")
            return self.bar("idle", [], self.waiting(), how, waited + self.returning(), why=since)
        gesture: ConfirmBar = self.board.gesture(look.game, table_view.view, look.asked, self.say)
        if look.chosen:
            steps = [step for place, step in enumerate(gesture.steps) if not place or place not in look.answered]
            steps += self.closing()
            return self.bar("", steps, self.doing(gesture), gesture.effect, self.buttons(gesture))
        title = gesture.title or self.board.question(look.game, table_view.view, look.asked, self.say)[0]
        return self.bar("asks", [], title, gesture.effect, self.answers(gesture.ending), news=self.beneath())

    def answers(self, ending: BarChoice | None) -> str:
        """The buttons beside a question: take back the last gesture, or end the question."""
        back = end = ""
        if self.table_view.undo:
            back = f'<button class="btn" id="take-back">{icon("undo", 14)}{self._("Take back")}</button>'
        if ending is not None:
            word, label = map(escape, ending)
            end = f'<button class="btn primary" id="end-question" data-press="{word}">{label}</button>'
        return back + end

    def beneath(self) -> str:
        """What stands below the question on a phone, where the rule slip is out of sight, as HTML: what the others did,
        or, before the first move, what the game is about."""
        if self.display.layout != TALL:
            return ""
        if self.heard:
            return f'<span class="cf-news">{escape(self.heard)}</span>'
        return "" if self.gestures or not self.aim else f'<span class="cf-news aim">{escape(self.aim)}</span>'

    def doing(self, gesture: ConfirmBar) -> str:
        """What confirming does; or what is still to be chosen before there is anything to confirm."""
        look = self.look
        if look.asked.moves and not look.closing:
            return str(self.board.question(look.game, self.table_view.view, look.asked, self.say)[0])
        last = look.chosen[-1]
        if last in look.only and last not in look.asked.group:  # a press that says several words was a choice
            return self.speech.gettext("%(what)s (the only choice)") % {"what": gesture.title}
        return gesture.title

    def bar(
        self,
        state: str,
        steps: Sequence[str],
        title: str,
        effect: str,
        buttons: str,
        cited: str = "",
        why: str = "",
        sign: str = "",
        news: str = "",
    ) -> str:
        """The confirm bar; `sign`, before the title, `cited`, after it, `why`, a line before the effect, and `news`,
        below all of it, are HTML."""
        chips = "".join(f'<li class="done">{icon("check", 12)}<span>{escape(step)}</span></li>' for step in steps)
        all_steps = f' title="{escape(" → ".join(steps))}"' if steps else ""  # the page folds what does not fit
        choices = '<button class="btn primary choices" id="choices" hidden></button>'  # shown where none is in sight
        return (
            f'<section class="confirm {state}" id="confirm" aria-label="{self._("My move")}">'
            f'<ol class="steps"{all_steps}>{chips}</ol>'
            f'<div class="cf-t" id="doing" role="status"><b>{sign}{escape(title)}{cited}</b>'
            f"{f'<span>{why}</span>' if why else ''}<span>{escape(effect)}</span>"
            f"{news}</div>"
            f'<div class="cf-b">{buttons}{choices}</div></section>'
        )

    def closing(self) -> list[str]:
        """The step that Confirm adds, by its label."""
        return [self.label(self.look.closing)] if self.look.closing else []

    def label(self, word: str) -> str:
        """What an option says of itself."""
        said = say_of(self.look.game).label
        return str(said(self.look.game, self.table_view.view, word, speech=self.speech, names=self.names))

    def buttons(self, gesture: ConfirmBar) -> str:
        """Confirm is live only when nothing more is asked; `doing` then says what is missing. What had no alternative
        cannot be undone."""
        look = self.look
        confirm = escape(gesture.button) or self._("Confirm")
        missing = ' disabled aria-describedby="doing"' if look.asked.moves and not look.closing else ""
        close = f' data-close="{escape(look.closing)}"' if look.closing else ""
        back = (
            f'<button class="btn quiet" id="start-over">{self._("Start over")}</button>'
            f'<button class="btn" id="undo-step">{icon("undo", 14)}{self._("Undo step")}<kbd>⌫</kbd></button>'
        )
        return (
            f"{back if look.instead else ''}"
            f'<button class="btn primary" id="send"{close}{missing}>{icon("check", 14)}'
            f'<span class="label">{confirm}</span>'
            f'<span class="later">{self._("Send when back")}</span><kbd>↵</kbd></button>'
        )

    def waiting(self) -> str:
        _, table_view = self.speech.gettext, self.table_view
        if self.look.paused:
            return _("The table is paused.")
        if self.look.away:
            return _("A bot plays your seat.")
        if table_view.actor is None:
            return _("The cards are being dealt.")
        name = self.names[table_view.actor]
        if table_view.seats[table_view.actor].bot:
            return _("%(who)s is thinking.") % {"who": name}
        return _("Waiting for %(who)s.") % {"who": name}

    def returning(self) -> str:
        """The button that resumes a paused table, or takes the seat back from a bot."""
        if self.table_view.seat is None:
            return ""
        if self.look.paused:
            return f'<button class="btn" data-command="resume">{self._("Go on")}</button>'
        if self.look.away and not self.table_view.seats[self.table_view.seat].out:
            return f'<button class="btn" data-command="back">{self._("Take my seat back")}</button>'
        return ""

    def commands(self) -> str:
        """Buttons for what a player may do beside moves: ask for a pause, leave, give up."""
        table_view, items = self.table_view, []
        if table_view.seat is not None and table_view.outcome is None:
            if table_view.clock is not None and not self.look.paused and table_view.proposal is None:
                items.append(f'<button type="button" data-ask="pause">{self._("Ask for a pause")}</button>')
            if not self.look.away:
                sure = self._("A bot plays on for you until you are back. Press again to leave.")
                items.append(self.command("leave", self._("Leave, a bot plays on"), sure))
            if not table_view.seats[table_view.seat].out:
                stay = sum(not seat.out for seat in table_view.seats) > 2
                sure = (
                    self._("A bot plays on for you, behind all others. Press again to give up the game.")
                    if stay
                    else self._("The game ends with it. Press again to give up the game.")
                )
                items.append(self.command("concede", self._("Give up"), sure))
            items += [self.stand_in(seat) for seat in range(len(table_view.seats))]
        return f'<div id="commands">{"".join(items)}</div>'

    def stand_in(self, seat: int) -> str:
        """What the host can do about the seat of a player who is away or gone, and players about their own seat: choose
        the bot that plays it. For a player who is gone the button comes once everybody has waited long enough."""
        table_view, mine = self.table_view, seat == self.table_view.seat
        shown = table_view.seats[seat]
        who = {"who": self.names[seat]}
        if shown.away and (mine or self.look.host):
            marks = {level_of(shown.bot): ' aria-current="true"'}
            buttons = "".join(
                f'<button type="button" data-command="bots" data-seat="{seat}" data-bot="{escape(bot)}"'
                f"{marks.get(bot, '')}>{escape(level_name(bot, self.speech))}</button>"
                for bot in offered()
            )
            label = self._("The bot that plays for you") if mine else self._("The bot that plays for %(who)s") % who
            return f'<details class="menu-d" id="stand-in-{seat}"><summary>{escape(label)}</summary>{buttons}</details>'
        if self.look.host and not mine and not shown.bot and table_view.actor == seat:
            label = escape(self._("Let a bot play for %(who)s") % who)
            after = f'data-from="{self.look.waits + GONE_MS}" hidden'
            return f'<button type="button" data-command="leave" data-seat="{seat}" {after}>{label}</button>'
        return ""

    def command(self, name: str, label: str, sure: str) -> str:
        """A button that must be pressed twice; `sure` is shown after the first time."""
        return f'<button type="button" data-command="{name}" data-sure="{sure}">{label}</button>'

    def over_because(self, outcome: dict[str, Any]) -> str:
        """That the game is over, and why, if it is because of a later release."""
        if "refused" not in outcome:
            return self.speech.gettext("The game is over.")
        said = self.speech.gettext(
            "The rules of %(title)s were corrected since, and by them row %(row)d is not possible:"
            " the game ends before it. Its record is kept."
        )
        return said % {"title": self.look.game.name, "row": outcome["refused"]}

    def reasons(self) -> list[tuple[str, str]]:
        """Why the game is over and who has won: sentences with their clauses, the deciding one last."""
        return reasons(self.look.game, self.table_view, self.look.rows, self.speech, self.names)

    def why_over(self, outcome: dict[str, Any], headline: str, ranks: bool) -> str:
        """What has decided the game, as paragraphs of HTML, each with its clause, and all places.

        What the headline says already is left out. Without `ranks` the places are for screen readers only.
        """
        game = self.look.game
        told = [(self.over_because(outcome), "")] if "refused" in outcome else self.reasons()
        lines = [
            f"<p>{escape(text)} {citation(game, clause)}</p>"
            for text, clause in reversed(told)
            if text != f"{headline}."
        ]
        order = sorted(range(len(self.names)), key=lambda seat: outcome["standings"][seat])
        places = [f"{outcome['standings'][s]}. {self.names[s]} {self.lines[s].points}" for s in order]
        if self.automa is not None and self.automa[1].rank:
            places.append(f"{self.automa[1].rank}. {self.automa[0].name} {self.automa[1].line.points}")
        lines.append(f"<p{'' if ranks else ' class=sr'}>{escape(', '.join(sorted(places)))}</p>")
        return "".join(lines)

    def ended(self, rematch: Rematch = NO_OFFER) -> str:
        """The bar after the end: a rematch, the replay and the lobby. The banner says who has won."""
        table_view = self.table_view
        replay = f"/t/{table_view.table}/replay/{table_view.seq}"
        buttons = (
            f'<a class="btn" href="/">{self._("Lobby")}</a>'
            f'<a class="btn" href="{replay}">{icon("back", 13)}{self._("Replay")}</a>'
        )
        if table_view.seat is None:
            return self.bar("over", [], self.speech.gettext("The game is over."), "", buttons)
        title, effect, answers = rematch_texts(rematch, table_view, self.names, self.speech)
        return self.bar("over", [], title, effect, buttons + answers)

    def _(self, text: str) -> str:
        """A translated text, escaped for HTML."""
        return escape(self.speech.gettext(text))


def round_line(now: int, rounds: int) -> str:
    """The rounds of a game as stations of a line: those that are over, the one that is played, and those to come. The
    text beside it says the same, so it is hidden from screen readers."""
    states = ["now" if each == now else "gone" if each < now else "" for each in range(1, rounds + 1)]
    stops = "".join(f'<i class="{state}">{each}</i>' for each, state in enumerate(states, 1))
    return f'<span class="rounds" aria-hidden="true">{stops}</span>' if rounds else ""


def slip(game: Game, title: str, clause: str, speech: Translator, bad: bool = False) -> str:
    """The rule slip: a sentence, the clause in our own words, and its number."""
    text, language = game.rulebook.text_in(clause, speech.language) if clause in game.rulebook.by_id else ("", "")
    told = f' lang="{language}"' if language and language != speech.language else ""
    body = f"<p{told}>{linked(game, text)}</p>" if text else ""
    state, link = " bad" if bad else "", citation(game, clause)
    close = close_button(speech, "slip-close") if bad else ""
    return (
        f'<section class="slip{state}" id="slip" aria-live="polite"><b>{escape(title)}</b>{body}{link}{close}</section>'
    )


def citation(game: Game, clause: str) -> str:
    """The number of a clause, with a link to the rulebook if it is there; empty without a clause."""
    if reference(game, clause):
        return f'<a class="slip-id" href="{reference(game, clause)}"{ASIDE}>{icon("book", 12)} {escape(clause)}</a>'
    return f'<span class="slip-id">{icon("book", 12)} {escape(clause)}</span>' if clause else ""


def linked(game: Game, text: str) -> str:
    """A text as HTML, with clause ids as links to the rulebook."""
    return shown(text, SearchQuery(), lambda clause: reference(game, clause), aside=True)


def reference(game: Game, clause: str) -> str | None:
    """Path of a clause in the rulebook; None if it is not there."""
    return address(game.slug, clause) if clause in game.rulebook else None


def since_own(rows: Sequence[SeenRow], table_view: TableView) -> Sequence[SeenRow]:
    """The moves not taken back, from the viewer's last gesture on; for a spectator, from the last of the seat to move.

    The rows of one gesture have the same time; it may go on after a scoring, where all others have passed.
    """
    seat = table_view.actor if table_view.seat is None else table_view.seat
    stand = effective_moves(rows)
    at = next((row.at for row in reversed(stand) if row.seat == seat), 0)
    return [row for row in stand if row.at >= at]


def joined(lines: Sequence[str]) -> list[str]:
    """Join wrapped lines into whole sentences: a line that begins with blanks continues the one before."""
    whole: list[str] = []
    for line in lines:
        if line.startswith(" ") and whole:
            whole[-1] += " " + line.strip()
        else:
            whole.append(line)
    return whole
