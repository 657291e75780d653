"""The installed titles as pages show them: poster, number of players, duration and options of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from trainshed.bots.analysis.puzzles import puzzles_of
from trainshed.draw.poster import framed_poster, plain
from trainshed.kernel.coaching import coach_of
from trainshed.kernel.options import Option, basis_of
from trainshed.kernel.registry import game, titles
from trainshed.kernel.rulebook import Basis, Rulebook
from trainshed.kernel.translation import Translator, marked
from trainshed.locale import speech
from trainshed.web.pages.rulebook.study import study_of
from trainshed.web.pages.rulebook.summary import summaries

SOLO: Final = "mode"
"""The name of the option by which a title offers solo games."""

CHOICES: Final = {"yes": marked("Yes"), "no": marked("No"), "random": marked("Drawn by lot")}
"""Labels of the option values that all titles share; a title's own are in its `board/poster.py`."""


MARKS: Final[dict[Basis, tuple[str, str]]] = {
    "rulebook": (marked("as in the rulebook"), marked("differs from the rulebook")),
    "ruling": (marked("our ruling"), marked("differs from our ruling")),
    "offered": ("", ""),
}
"""What stands behind the default of an option and behind another choice, by where the default comes from."""


class OptionChoice(NamedTuple):
    """One value of an option."""

    value: str
    label: str
    seat: int
    """Offered only at tables with at least this many seats; 0: at all tables."""


class OptionField(NamedTuple):
    """An option in the new-table form."""

    name: str
    sentence: str
    clause: str
    seats: Sequence[int]
    choices: Sequence[OptionChoice]
    default: str
    basis: Basis
    """Where the default comes from."""
    mark: str
    """What stands behind the default; empty where the rulebook offers every choice."""
    changed: str
    """What stands behind another choice."""
    beside: str
    """The option beside which it matters, with the choices below; empty: it always does."""
    beside_choices: Sequence[str]

    def matters(self, options: Mapping[str, str]) -> bool:
        """Whether it changes anything at a table with these options."""
        return not self.beside or options.get(self.beside) in self.beside_choices


class TitleCard(NamedTuple):
    """A title in the lobby."""

    slug: str
    name: str
    poster: Markup
    pitch: str
    players: str
    minutes: int
    seats: Sequence[int]
    fields: Sequence[OptionField]
    summary: bool
    """Whether there is a one-page summary."""
    coached: bool
    """Whether there is a coach."""
    puzzles: bool
    """Whether there are puzzles."""
    numbers: bool
    """Whether there is a page of what many games have shown."""
    odds: bool
    """Whether its board shows the odds of a coming roll, which a table may hide."""

    @property
    def solo(self) -> Sequence[OptionChoice]:
        """The solo modes; empty if there are none."""
        return next((field.choices for field in self.fields if field.name == SOLO and 1 in field.seats), ())

    @property
    def against_bots(self) -> int:
        """The number of seats of a first game against bots: the smallest that is more than one."""
        return next((count for count in self.seats if count > 1), self.seats[0])


@cache
def all_titles(language: str) -> tuple[TitleCard, ...]:
    """All installed titles, the longest game first."""
    found = [title_of(slug, speech(language)) for slug in titles()]
    return tuple(sorted(found, key=lambda title: (-title.minutes, title.name)))


def title_of(slug: str, said: Translator) -> TitleCard:
    found = game(slug)
    own: Any = found.part("board.poster") if found.has_part("board.poster") else None
    choices = CHOICES if own is None else CHOICES | own.CHOICES
    fields = [field_of(option, said, found.seat_counts, choices, found.rulebook) for option in found.options]
    return TitleCard(
        slug,
        found.name,
        Markup(framed_poster(plain() if own is None else own.poster())),
        "" if own is None else said.gettext(own.PITCH),
        players(found.seat_counts, said),
        0 if own is None else own.MINUTES,
        list(found.seat_counts),
        fields,
        bool(summaries(slug)),
        coach_of(found) is not None,
        puzzles_of(found) is not None,
        study_of(found) is not None,
        getattr(own, "ODDS", False),
    )


def players(counts: Sequence[int], said: Translator) -> str:
    """The number of players of a title as a text."""
    if len(counts) == 1:
        return said.ngettext("%(count)d player", "%(count)d players", counts[0]) % {"count": counts[0]}
    return said.gettext("%(fewest)d to %(most)d players") % {"fewest": counts[0], "most": counts[-1]}


def field_of(
    option: Option, said: Translator, counts: Sequence[int], named: Mapping[str, str], book: Rulebook
) -> OptionField:
    choices = [
        OptionChoice(value, choice_label(value, said, named, option.name), seat_of(value)) for value in option.choices
    ]
    sentence = said.gettext(option.sentence)
    seats = list(option.seats or counts)
    basis = basis_of(option, book)
    mark, changed = (said.gettext(text) if text else "" for text in MARKS[basis])
    known = (option.name, sentence, option.clause, seats, choices, option.default)
    return OptionField(*known, basis, mark, changed, *option.beside)


def choice_label(value: str, said: Translator, named: Mapping[str, str] = CHOICES, option: str = "") -> str:
    """The label of an option value, by `option:value` or by the value alone; one without a label is shown as it is."""
    if seat := seat_of(value):
        return said.gettext("Seat %(number)d") % {"number": seat}
    known = named.get(f"{option}:{value}") or named.get(value, "")
    return said.gettext(known) if known else value.replace("_", " ")


def seat_of(value: str) -> int:
    """The seat in an option value such as `seat-2`; 0 if it names none."""
    number = value.removeprefix("seat-")
    return int(number) if number != value and number.isdigit() else 0


def name_of(slug: str) -> str:
    """The name of a title, also of one that is not installed any more."""
    return game(slug).name if slug in titles() else slug
