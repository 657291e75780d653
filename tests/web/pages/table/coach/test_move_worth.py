"""What moves are worth, in percent or in points, and how it is written."""

from __future__ import annotations

import pytest

from trainshed.kernel.translation import ENGLISH, Translator
from trainshed.web.pages.table.coach.move_worth import MoveWorth, decimal, percent, signed_decimal
from trainshed.wire import JudgedDecision, JudgedMove, Judgement

MANY = MoveWorth(False, False, ENGLISH)
ALONE = MoveWorth(True, True, ENGLISH)


def decision(played: str, *moves: tuple[str, float, float]) -> JudgedDecision:
    judged = [JudgedMove(word, chance, points, 10) for word, chance, points in moves]
    return JudgedDecision(1, played, Judgement(0, [0.5, 0.5], [0.0, 0.0], judged, 10 * len(moves)))


def test_a_margin_is_over_the_best_of_the_others() -> None:
    moves = ("a", 0.40, 12.0), ("b", 0.36, 14.5), ("c", 0.30, 20.0)
    assert MANY.margin(decision("a", *moves)) == pytest.approx(4.0)
    assert MANY.margin(decision("c", *moves)) == pytest.approx(-10.0)
    assert MANY.loss(decision("a", *moves)) == 0
    assert ALONE.margin(decision("a", *moves)) == pytest.approx(2.5)  # the fewest points win
    assert ALONE.loss(decision("b", *moves)) == pytest.approx(2.5)
    assert MANY.margin(decision("a", moves[0])) == 0


def test_what_is_told_together_gives_away_what_its_worst_part_does() -> None:
    moves = ("a", 0.40, 12.0), ("b", 0.36, 14.5), ("c", 0.30, 20.0)
    good, bad, worse = (decision(word, *moves) for word in "abc")
    assert MANY.of_several([good, bad, worse, bad]) == pytest.approx(-10.0)
    assert MANY.of_several([bad, good, bad]) == pytest.approx(-4.0)
    assert MANY.of_several([good, good]) == pytest.approx(4.0)


def test_bars_are_as_long_as_what_they_show() -> None:
    moves = decision("a", ("a", 0.4, 10.0), ("b", 0.2, 20.0)).judgement.moves
    assert [MANY.share(move, moves) for move in moves] == [1.0, 0.5]
    assert [ALONE.share(move, moves) for move in moves] == [0.5, 1.0]
    nothing = decision("a", ("a", 0.0, -1.0), ("b", 0.0, -2.0)).judgement.moves
    assert [worth.share(nothing[0], nothing) for worth in (MANY, ALONE)] == [0.0, 0.0]


def test_a_small_chance_is_not_none() -> None:
    assert [percent(chance)[:-2] for chance in (0.0, 0.001, 0.316, 0.999, 1.0)] == ["0", "1", "32", "99", "100"]


def test_numbers_are_written_as_the_language_does() -> None:
    spanish = Translator(language="es")
    assert decimal(-1.26, ENGLISH) == "−1.3"
    assert decimal(1.26, spanish) == "1,3"
    assert [signed_decimal(number, ENGLISH) for number in (0.44, -0.01, -2.3)] == ["+0.4", "0.0", "−2.3"]


@pytest.mark.parametrize("worth", [MANY, ALONE])
def test_a_margin_is_explained(worth: MoveWorth) -> None:
    told = [worth.explained(margin) for margin in (3.0, 0.0, -3.0)]
    assert len(set(told)) == 3
    assert "3.0" in told[0]
    assert "3.0" in told[2]
    assert all(("points" if worth.alone else "chance") in sentence for sentence in (told[0], told[2]))
