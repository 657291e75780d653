"""What the published study of a title tells its players: who begins, points of the winner, and playing styles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

from trainshed.arena.studies.published import PublishedStudy, SeatCount, WinShare, published
from trainshed.bots.characters import CHARACTERS, ORDER, bot_of, cast
from trainshed.bots.styles import style_sentence
from trainshed.kernel.game import Game
from trainshed.kernel.translation import Translator, marked
from trainshed.service.statistics import fewest_win
from trainshed.web.pages.frame.figures import rounded
from trainshed.web.pages.frame.portraits import level_name
from trainshed.web.pages.rulebook.numbers_pictures import Bins, bins_of, histogram, share_row, span_of

PLACES: Final = (marked("Begins"), marked("Second"), marked("Third"), marked("Fourth"))
"""Names of the seats in turn order; further ones have a number."""

BEST: Final = 5
"""A very good win is among the best so many of 100."""


class ShareRow(NamedTuple):
    """The games that one seat or one style won, of 100, as a row with a picture."""

    name: str
    played_by: str
    """Who plays so, in the lobby; empty for seats."""
    won: str
    low: str
    high: str
    clear: str
    """Whether it is clearly more or less than even, for those who do not see the picture."""
    picture: Markup


class BeginTable(NamedTuple):
    """Who wins at tables with one number of seats, by who begins."""

    seats: int
    sentence: str
    verdict: str
    rows: Sequence[ShareRow]


class PointsPicture(NamedTuple):
    """The points of the winner at tables with one number of seats."""

    seats: int
    games: int
    sentence: str
    best: str
    """Which points are among the best; empty where too few games were played to tell."""
    picture: Markup


class BinRow(NamedTuple):
    """A range of points, and how many of 100 games were won with it, by the number of seats."""

    points: str
    of_100: Sequence[str]


class LevelLine(NamedTuple):
    """A bot that played, and how well it plays."""

    name: str
    plays: str


class StudyFigures(NamedTuple):
    """All that the page shows of a study, as texts and pictures in the reader's language."""

    begins: Sequence[BeginTable]
    points: Sequence[PointsPicture]
    bins: Sequence[BinRow]
    styles: Sequence[ShareRow]
    styles_seats: int
    styles_games: int
    even: str
    """The games of 100 that each style would win if none were better."""
    fewest: bool
    """The fewest points win."""
    games: int
    levels: Sequence[LevelLine]
    commands: Sequence[str]
    earlier: bool
    """Played with another edition, or with other content than the built-in one."""


def study_of(game: Game) -> PublishedStudy | None:
    """The published study of a title; None if there is none."""
    package = getattr(game, "package", "")
    return published(package) if package else None


def figures_of(game: Game, found: PublishedStudy, speech: Translator) -> StudyFigures:
    """A study as its page shows it."""
    span = span_of([(share, 1 / count.seats) for count in found.seats for share in count.won])
    bins = bins_of([points for count in found.seats for points, _ in count.points])
    top = max((most for count in found.seats for most in bins.of_100(count.points)), default=1)
    fewest = fewest_win(game.slug)
    styles_games = round(sum(style.games for style in found.styles) / max(found.styles_seats, 1))
    return StudyFigures(
        begins=[begin_table(count, span, speech) for count in found.seats],
        points=[points_picture(count, bins, top, fewest, speech) for count in found.seats],
        bins=bin_rows(found.seats, bins, speech),
        styles=style_rows(game, found, speech),
        styles_seats=found.styles_seats,
        styles_games=styles_games,
        even=rounded(100 / found.styles_seats, speech) if found.styles_seats else "",
        fewest=fewest,
        games=sum(count.games for count in found.seats) + styles_games,
        levels=[
            LevelLine(level_name(bot, speech), speech.gettext(cast(bot)[0].plays)) for bot in found.bots.split(", ")
        ],
        commands=found.commands,
        earlier=(found.edition, found.pack) != (game.edition, game.pack.digest),
    )


# ---------------------------------------------------------------- shares of games


def share_line(
    name: str, share: WinShare, even: float, span: float, speech: Translator, played_by: str = ""
) -> ShareRow:
    if share.low > even:
        clear = speech.gettext("clearly more than even")
    elif share.high < even:
        clear = speech.gettext("clearly less than even")
    else:
        clear = speech.gettext("not clearly different from even")
    low, won, high = (rounded(100 * value, speech) for value in (share.low, share.mean, share.high))
    return ShareRow(name, played_by, won, low, high, clear, share_row(share, even, span))


def begin_table(count: SeatCount, span: float, speech: Translator) -> BeginTable:
    even = 1 / count.seats
    first = count.won[0]
    sentence = speech.gettext(
        "With %(seats)d players who begins wins %(won)d of 100 games (%(low)d to %(high)d); even would be %(even)d."
    ) % {
        "seats": count.seats,
        "won": round(100 * first.mean),
        "low": round(100 * first.low),
        "high": round(100 * first.high),
        "even": round(100 * even),
    }
    if first.low > even:
        verdict = speech.gettext("So it is better to begin.")
    elif first.high < even:
        verdict = speech.gettext("So it is better not to begin.")
    else:
        verdict = speech.gettext("These games do not show whether it is better to begin.")
    rows = [share_line(place(seat, speech), won, even, span, speech) for seat, won in enumerate(count.won)]
    return BeginTable(count.seats, sentence, verdict, rows)


def place(seat: int, speech: Translator) -> str:
    """The name of a seat by its place in turn order."""
    if seat < len(PLACES):
        return speech.gettext(PLACES[seat])
    return speech.gettext("Seat %(number)d") % {"number": seat + 1}


def style_rows(game: Game, found: PublishedStudy, speech: Translator) -> list[ShareRow]:
    """The styles of a title, the one that wins most first."""
    if not found.styles_seats:
        return []
    even = 1 / found.styles_seats
    span = span_of([(style.won, even) for style in found.styles])
    rows = []
    for style in found.styles:
        sentence = style_sentence(game, f"/{style.style}")
        name = speech.gettext(sentence) if sentence else style.style.replace("_", " ")
        rows.append(share_line(name, style.won, even, span, speech, players_of(game, style.style)))
    return rows


def players_of(game: Game, style: str) -> str:
    """The names of the characters that play a title in a style, from the weakest level to the strongest."""
    return ", ".join(
        character.name
        for level in ORDER
        for character in CHARACTERS
        if character.bot == level and bot_of(character, game) == f"{level}/{style}"
    )


# ---------------------------------------------------------------- points


def points_picture(count: SeatCount, bins: Bins, top: float, fewest: bool, speech: Translator) -> PointsPicture:
    median, low, high = (rounded(value, speech) for value in (count.median, count.p05, count.p95))
    half = (
        speech.gettext("Half of the wins have %(median)s points or fewer, 90 of 100 have %(low)s to %(high)s.")
        if fewest
        else speech.gettext("Half of the wins have %(median)s points or more, 90 of 100 have %(low)s to %(high)s.")
    )
    sentence = half % {"median": median, "low": low, "high": high}
    return PointsPicture(
        count.seats,
        count.games,
        sentence,
        best_sentence(count, fewest, speech),
        histogram(count, bins, top, sentence, speech),
    )


def best_sentence(count: SeatCount, fewest: bool, speech: Translator) -> str:
    limit = best_limit(count, fewest)
    if limit is None:
        return ""
    said = (
        speech.ngettext(
            "A win with at most %(points)d point is among the best %(best)d of 100.",
            "A win with at most %(points)d points is among the best %(best)d of 100.",
            limit,
        )
        if fewest
        else speech.ngettext(
            "A win with at least %(points)d point is among the best %(best)d of 100.",
            "A win with at least %(points)d points is among the best %(best)d of 100.",
            limit,
        )
    )
    return said % {"points": limit, "best": BEST}


def best_limit(count: SeatCount, fewest: bool) -> int | None:
    """The points from which on at most `BEST` of 100 wins are as good; None if even the best points are more common.

    Counted from the games, and not taken from the quantiles: with few points many wins share the one of a quantile.
    """
    most, limit = BEST / 100 * sum(games for _, games in count.points), None
    for points, games in sorted(count.points, reverse=not fewest):
        most -= games
        if most < 0:
            break
        limit = points
    return limit


def bin_rows(counts: Sequence[SeatCount], bins: Bins, speech: Translator) -> list[BinRow]:
    """The numbers of the histograms as rows of a table."""
    shares = [bins.of_100(count.points) for count in counts]
    return [
        BinRow(bins.name(place), [rounded(share[place], speech) for share in shares]) for place in range(bins.number)
    ]
