"""The analysis on the replay page: chances, choices of each row, margins in the log, turning points, the two charts."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from xml.etree import ElementTree

import msgspec
import pytest

from tests.support.titles import drawn_titles
from tests.support.web.analysed_replay import AnalysedReplay
from tests.support.web.html_pages import INLINE
from trainshed.draw.board import Say
from trainshed.draw.sheet import LAYOUTS
from trainshed.kernel.translation import ENGLISH
from trainshed.locale import LANGUAGES
from trainshed.web.pages.replay.analysis_parts import NO_CHOICES, SHOWN_MOVES, AnalysisParts, compared_moves
from trainshed.web.pages.replay.winner_differences import differences

IDS = re.compile(r'\bid="([^"]+)"')
SEATS = 3


@cache
def replay(title: str, seats: int = SEATS) -> AnalysedReplay:
    return AnalysedReplay(title, seats)


def text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<svg.*?</svg>|<[^>]*>", " ", html, flags=re.S)).split())


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", drawn_titles())
def test_every_part_is_sound_html(slug: str, language: str, layout: str) -> None:
    """No id twice in the whole page, nothing inline, and every tag is closed."""
    game = replay(slug)
    for row in (0, game.last // 2, game.last):
        parts = game.parts(row, layout, language)
        ids = [id_ for part in parts.values() for id_ in IDS.findall(part)]
        assert len(set(ids)) == len(ids)
        assert set(parts) <= set(ids)
        for name in ("seats", "choices-of-row", "analysis", "verdict", "charts", "log-key", "marks"):
            assert INLINE.search(parts[name]) is None
            ElementTree.fromstring(parts[name].replace(" hidden", ' hidden=""'))


@pytest.mark.parametrize("slug", drawn_titles())
def test_chances_are_those_of_the_open_question_and_the_result_at_the_end(slug: str) -> None:
    game = replay(slug)
    decision = game.analysis.decisions[len(game.analysis.decisions) // 2]
    shown = re.findall(r"<em>(\d+)\u202f%</em>", game.parts(decision.row - 1)["seats"])
    assert [int(each) for each in shown] == [round(100 * chance) for chance in decision.judgement.chances]
    ended = re.findall(r"<em>(\d+)\u202f%</em>", game.parts(game.last)["seats"])
    outcome = game.walk.table.outcome
    assert outcome is not None
    assert [int(each) > 0 for each in ended] == [rank == 1 for rank in outcome["standings"]]
    note = "From what the player to move knew then."
    assert note in game.parts(decision.row - 1)["seats"]
    assert note not in game.parts(game.last)["seats"]
    chips = game.parts(decision.row - 1, "tall")["chips"]
    assert all(f"{each}\u202f%" in chips for each in shown)


@pytest.mark.parametrize("slug", drawn_titles())
def test_the_choices_of_a_row_have_the_words_of_the_table(slug: str) -> None:
    game = replay(slug)
    label = game.walk.table.game.part("text.sentences").label
    for decision in game.analysis.decisions[:: max(1, len(game.analysis.decisions) // 12)]:
        panel = game.parts(decision.row)["choices-of-row"]
        view = game.steps[decision.row - 1].before.view(decision.seat)
        names = [holder.name for holder in game.walk.table.holders]
        shown = [text(item) for item in re.findall(r"<li.*?</li>", panel)]
        moves = compared_moves(decision)
        assert len(shown) == len(moves) <= SHOWN_MOVES
        for item, move in zip(shown, moves, strict=True):
            said = label(game.walk.table.game, view, move.move, names=names)
            assert item.startswith(" ".join(said.split()))
            assert ("played" in item.removeprefix(said)) == (move.move == decision.played)
        assert "best found" in shown[0]
        assert f"Row {decision.row} " in panel


def test_before_the_first_decision_there_is_nothing_to_compare() -> None:
    game = replay("lok-n-roll")
    assert game.parts(0)["choices-of-row"] == NO_CHOICES


@pytest.mark.parametrize("slug", drawn_titles())
def test_the_log_says_what_was_gained_or_given_away(slug: str) -> None:
    """A line with decisions has a number, which says the same as the sentence behind it; the others have none."""
    game = replay(slug)
    log = game.parts(game.last // 2)["log"]
    found = re.findall(r'<span class="lg-d( up| down|)" title="([^"]+)">([^<]+)</span>', log)
    assert found
    for cls, title, shown in found:
        assert shown[0] == {" up": "+", " down": "−"}.get(cls, "0")
        assert shown[1:] in title or title == "Another choice was as good."
    assert "<time" not in log
    game_alone = replay("lok-n-roll", 1)
    assert "percentage" not in game_alone.parts(game_alone.last)["log"]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("slug", drawn_titles())
def test_turning_points_are_marked_and_told(slug: str, layout: str) -> None:
    game = replay(slug)
    parts = game.parts(game.last, layout)
    rows = sorted(game.analysis.turning_points)
    assert len(rows) == 3
    for part in (parts["marks"], parts["verdict"]):
        assert [int(row) for row in re.findall(r'data-row="(\d+)"', part)] == rows
        assert [int(row) for row in re.findall(r'<a[^>]* href="(\d+)"', part)] == rows
    losses = {decision.row: 100 * decision.loss for decision in game.analysis.decisions}
    assert re.findall(r"<em>−([0-9.]+)</em>", parts["verdict"]) == [f"{losses[row]:.1f}" for row in rows]
    assert parts["verdict"].count("Better:") == 3


@pytest.mark.parametrize("slug", drawn_titles())
def test_what_the_winner_did_differently(slug: str) -> None:
    """Two sources at most, at which the winner is ahead; and what both sides gave away."""
    game = replay(slug)
    analysed = game.analysed
    parts = AnalysisParts(analysed, game.last, Say(ENGLISH, ["Ada", "Bob", "Cleo"]))
    told = differences(analysed, parts.worth, parts.say)
    assert 1 <= len(told) <= 3
    winner = parts.names[analysed.winners[0]]
    assert all(winner in sentence for sentence in told)
    sign = -1 if analysed.standing.fewest else 1
    for sentence in told[:-1]:
        own, average = (
            float(each.replace("−", "-")) for each in re.findall(r" (−?[0-9.]+)(?=,| on average)", sentence)
        )
        assert sign * (own - average) > 0
    assert "on average" in told[-1]


def test_a_shared_victory_has_no_winner_who_did_something_differently() -> None:
    game = AnalysedReplay("lok-n-roll")
    game.analysed.winners = [0, 1]
    assert "differ-t" not in game.parts(game.last)["verdict"]


@pytest.mark.parametrize("mode", ["solo", "challenge", "rival"])
def test_a_game_for_one_tells_points_and_no_chances(mode: str) -> None:
    game = AnalysedReplay("lok-n-roll", 1, {"mode": mode})
    parts = game.parts(game.last // 2)
    for name in ("seats", "choices-of-row", "verdict", "chips", "log-key"):
        assert "%" not in text(parts[name])
        assert "hance" not in text(parts[name])
    assert "hidden" in parts["charts"]
    assert "Points to expect" in parts["seats"]


def test_two_charts() -> None:
    game = replay("russian-railroads")
    chance, points = (game.parts(40, chart=chart) for chart in ("", "points"))
    assert "Chance to win, row by row" in chance["lines"]
    assert "Lead over the average" in points["lines"]
    assert re.findall(r'data-chart="(\w*)" aria-pressed="true"', chance["charts"] + points["charts"]) == ["", "points"]
    assert chance["marks"] == points["marks"]


def test_what_a_bot_could_expect() -> None:
    """Only below the choices of a bot; the number is that of the best other choice."""
    game = replay("russian-railroads")
    decision = next(each for each in game.analysis.decisions if each.best.move != each.played)
    moment = game.moment(decision.row)
    parts = AnalysisParts(game.analysed, decision.row, Say(ENGLISH, ["Ada", "Agnes", "Bob"]))
    view = game.steps[decision.row - 1].before.view(decision.seat)
    panel = parts.choices(decision, view, bot=True)
    fewer = round(decision.best.points) - round(decision.chosen.points)
    who = parts.names[decision.seat]
    assert f"{who} could expect {round(decision.chosen.points)} points this way, {fewer} fewer than by “" in panel
    assert "could expect" not in parts.choices(decision, view, bot=False)
    judgement = msgspec.structs.replace(decision.judgement, moves=[decision.chosen])
    alone = parts.choices(msgspec.structs.replace(decision, judgement=judgement), view, bot=True)
    assert f"{who} could expect {round(decision.chosen.points)} points this way." in alone
    assert moment.seq == decision.row


def test_names_are_escaped() -> None:
    parts = replay("spike").parts(replay("spike").last)
    told = parts["seats"] + parts["verdict"] + parts["choices-of-row"] + parts["marks"] + parts["log"]
    assert "<b>Álex <b>" not in told
    assert "Álex &lt;b&gt;" in told
