"""The page of a study: it stands alone, tells the answer in words, and has no number that the figures do not have."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest

from tests.arena.studies.studies import study
from tests.support.odds.known_odds import known_odds
from trainshed.arena.jobs import InlineRunner
from trainshed.arena.studies.report import colors, pictures, words
from trainshed.arena.studies.report.answer import (
    MOST_CLEAR,
    MOST_SENTENCES,
    about_difference,
    about_differences,
    about_mean,
    about_means,
    about_word,
    about_words,
    table_name,
)
from trainshed.arena.studies.report.page import page
from trainshed.arena.studies.report.sections import LEFT_OUT, axes
from trainshed.arena.studies.results import DifferenceRow, Figures, MeanRow, UseRow, figures
from trainshed.arena.studies.run import StudyResult, run_study
from trainshed.arena.studies.study_file import Factor

COMMAND = "trainshed study first-seat.toml --games 200"
VOID = {"meta", "br", "path", "line", "rect"}


class Page(HTMLParser):
    """Reads a page: its elements in balance, its text, and what it asks for from elsewhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] != "style":
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


@pytest.fixture(scope="module")
def result() -> StudyResult:
    with known_odds():
        made = study(
            question="Is it <good> to sit first?",
            about="Points & wins.",
            games=200,
            responses=("wins", "scores", "length", "uses", "lead-changes"),
            uses=["die"],
        )
        return run_study(made, InlineRunner())


@pytest.fixture(scope="module")
def found(result: StudyResult) -> Figures:
    return figures(result)


@pytest.fixture(scope="module")
def text(result: StudyResult, found: Figures) -> str:
    with known_odds():
        return page(result, found, COMMAND)


def test_the_page_stands_alone(text: str) -> None:
    read = Page(text)
    assert not {"script", "link", "iframe", "img", "object"} & set(read.tags)
    assert "style" not in dict(read.attributes)
    assert not [value for name, value in read.attributes if name in ("href", "src") and value]
    assert not [name for name, _ in read.attributes if name.startswith("on")]
    for address in re.findall(r"(?:https?:)?//[\w.]+", re.sub(r"base64,[^)]*", "", text)):
        assert address == "http://www.w3.org"
    assert "url(data:font/woff2" in text


def test_the_page_tells_question_answer_and_command(text: str, found: Figures) -> None:
    said = Page(text).text
    assert "Is it <good> to sit first?" in said
    assert "Points & wins." in said
    assert COMMAND in said
    row = next(row for row in found.differences if row.arm == "bonus: 3" and row.measure == "won:seat-1")
    assert f"bonus: 3: more, {words.signed(row.measure, row.difference)}" in said
    for heading in ("The answer", "Who wins", "Points of the winner", "What goes together with success", "All numbers"):
        assert heading in said
    assert "--record" in said


def test_every_mean_is_in_the_page(text: str, found: Figures) -> None:
    said = Page(text).text
    for row in found.means:
        if not row.measure.startswith("uses:"):
            assert words.value(row.measure, row.mean, 2) in said


def test_pictures_are_drawn_twice_in_colours_of_the_themes(text: str) -> None:
    assert text.count('class="wide"') == text.count('class="narrow"') > 3
    assert not colors.STAND_IN.search(text)
    drawn = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    used = {found for svg in drawn for found in re.findall(r'(?:fill|stroke)="(#[0-9a-fA-F]+|[a-z]+)"', svg)}
    assert used <= {"none", "transparent"}, used
    sheet = text[: text.index("</style>")]
    for name in set(re.findall(r"var\(--([\w-]+)\)", text)):
        assert sheet.count(f"--{name}:") == 2, name


def test_a_study_of_several_tables_and_measures_says_which_is_which() -> None:
    made = study(
        title="",
        titles=["lok-n-roll", "spike"],
        bots=["random"],
        seats=[2, 3],
        games=12,
        answer=["won:seat-1", "won:seat-3", "score:winner"],
        factors=[],
    )
    result = run_study(made, InlineRunner())
    said = Page(page(result, figures(result), COMMAND)).text
    for table in ("Lok'n'Roll, 2 seats", "Lok'n'Roll, 3 seats", "Spike, 2 seats", "Spike, 3 seats"):
        assert f"{table}. Games won by who begins:" in said
    assert "Lok'n'Roll, 3 seats. Games won by who is third in turn order:" in said
    assert "Lok'n'Roll, 2 seats. Games won by who is third" not in said
    assert "How to read this page" in said
    assert "same luck" not in said  # nothing was compared


def test_settings_that_are_not_compared_tell_their_own_answers() -> None:
    made = study(
        title="lok-n-roll",
        bots=["thumb", "random"],
        games=24,
        answer=["won:thumb", "won:random"],
        factors=[Factor("dead ends", ["no", "yes"], option="forbid_dead_end", labels=["are allowed", "are forbidden"])],
        compare=False,
    )
    result = run_study(made, InlineRunner())
    found = figures(result)
    said = Page(page(result, found, COMMAND)).text
    for row in found.means:
        if row.measure in ("won:thumb", "won:random"):
            assert f"{row.arm}. {words.measure_name(row.measure)}: {words.value(row.measure, row.mean)}" in said
    assert "dead ends: are allowed. Games won by thumb" in said
    assert "as usual" not in said
    assert "Differences" not in said


def test_words_can_answer_a_question(odds: None) -> None:
    made = study(games=600, responses=("wins", "uses"), uses=["die"], answer="ahead:die")
    result = run_study(made, InlineRunner())
    found = figures(result)
    said = Page(page(result, found, COMMAND)).text
    row = next(row for row in found.uses if (row.arm, row.word) == ("as usual", "die:bold"))
    assert f"die:bold: ahead of the mean of the table, {words.decimal(row.ahead, 1, '+')} points" in said
    assert "Points ahead of the mean of the table; in percent" in said
    assert said.count("die:bold") == said.count("die:plain")


def test_measures_of_different_units_have_their_own_axis(odds: None) -> None:
    answers = ["score:winner", "won:seat-1", "lead-changes", "margin", "tie"]
    made = study(games=40, answer=answers, responses=("wins", "scores", "lead-changes"))
    result = run_study(made, InlineRunner())
    assert [axis.measures for axis in axes(result)] == [
        ["won:seat-1", "tie"],
        ["score:winner", "margin"],
        ["lead-changes"],
    ]
    labels = re.findall(r'aria-label="(Differences: [^"]*)"', page(result, figures(result), COMMAND))
    assert len(labels) == 2 * 3  # on a desk and on a phone
    assert not [label for label in labels if "Points" in label and "lead" in label]


def test_points_of_different_titles_have_their_own_axis() -> None:
    made = study(title="", titles=["lok-n-roll", "spike"], bots=["random"], seats=[2], games=4, factors=[],
                 answer=["score:winner", "won:seat-1"])  # fmt: skip
    result = run_study(made, InlineRunner())
    assert [axis.titles for axis in axes(result)] == [["lok-n-roll", "spike"], ["lok-n-roll"], ["spike"]]
    said = Page(page(result, figures(result), COMMAND)).text
    assert "Spike: Points of the winner." in said


def test_page_says_how_many_answers_hold_at_once(text: str, odds: None) -> None:
    assert "This study gives 2 answers" in Page(text).text
    one = run_study(study(factors=[], games=40), InlineRunner())
    said = Page(page(one, figures(one), COMMAND)).text
    assert "This study gives" not in said
    assert "The answer is clear if its interval excludes" in said


def test_a_study_of_one_title_does_not_repeat_its_name() -> None:
    made = study(title="lok-n-roll", bots=["random"], seats=[2, 3], games=12, factors=[])
    result = run_study(made, InlineRunner())
    said = Page(page(result, figures(result), COMMAND)).text
    assert "2 seats. Games won by who begins:" in said
    assert "Lok'n'Roll, 2 seats" not in said.replace("(Lok'n'Roll, 2 seats)", "").partition("Remarkable games")[0]


# ---------------------------------------------------------------- sentences


def nowhere(title: str, seats: int) -> str:
    """There is only one table."""
    return ""


def mean_row(**changes: Any) -> MeanRow:
    made = MeanRow("spike", 2, "as usual", "won:seat-1", 100, 0.5, 0.4, 0.6, 0.38, 0.62, 1, 0.5, 0, 0, 0, 0, 1, 1, 1)
    return msgspec.structs.replace(made, **changes)


def difference_row(**changes: Any) -> DifferenceRow:
    made = DifferenceRow("spike", 2, "a: 2", "won:seat-1", 100, 0.1, 0.05, 0.15, 0.02, 0.18, 0.001, 0.001, 2.0)
    return msgspec.structs.replace(made, **changes)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "50.0 % (40.0 % to 60.0 %); even would be 50.0 %, which is within the interval."),
        ({"mean": 0.6, "low": 0.55, "high": 0.65, "low_together": 0.51, "high_together": 0.69},
         "60.0 % (55.0 % to 65.0 %), clearly more than the even 50.0 %."),
        ({"mean": 0.6, "low": 0.55, "high": 0.65, "low_together": 0.49, "high_together": 0.71},
         "60.0 % (55.0 % to 65.0 %), perhaps more than the even 50.0 %; among all that are told that may be luck."),
        ({"mean": 0.4, "low": 0.35, "high": 0.45, "low_together": 0.31, "high_together": 0.49},
         "40.0 % (35.0 % to 45.0 %), clearly less than the even 50.0 %."),
    ],
)  # fmt: skip
def test_a_victory_is_compared_with_what_would_be_even(changes: dict[str, Any], said: str) -> None:
    assert about_mean(mean_row(**changes), nowhere) == f"Games won by who begins: {said}"


def test_other_means_are_told_as_they_are() -> None:
    row = mean_row(measure="score:winner", mean=123.456, low=120.0, high=126.9)
    assert about_mean(row, table_name) == "Spike, 2 seats. Points of the winner: 123.5 (120.0 to 126.9)."


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "a: 2: more, +10.0 of 100 (+5.0 to +15.0)."),
        ({"difference": -0.1, "low": -0.15, "high": -0.05, "low_together": -0.2, "high_together": -0.01},
         "a: 2: less, −10.0 of 100 (−15.0 to −5.0)."),
        ({"low_together": -0.01},
         "a: 2: perhaps more, +10.0 of 100 (+5.0 to +15.0); among all that are compared that may be luck."),
        ({"low": -0.01, "low_together": -0.02}, "a: 2: no clear difference, +10.0 of 100 (−1.0 to +15.0)."),
        ({"difference": 0.0, "low": 0.0, "high": 0.0, "low_together": 0.0, "high_together": 0.0},
         "a: 2: no difference in any of 100 games."),
    ],
)  # fmt: skip
def test_a_difference_is_called_clear_only_if_it_is(changes: dict[str, Any], said: str) -> None:
    assert about_difference(difference_row(**changes), nowhere, False) == said


def test_of_many_differences_only_the_clear_ones_are_told() -> None:
    unclear = [difference_row(arm=str(at), low=-0.02, low_together=-0.1) for at in range(MOST_SENTENCES)]
    told = about_differences([*unclear, difference_row()], nowhere, False)
    assert told == [
        "a: 2: more, +10.0 of 100 (+5.0 to +15.0).",
        f"Not clear: {MOST_SENTENCES} more of the settings; what they change is not more than 18.0 of 100.",
    ]
    points = difference_row(measure="score", low=-1.0, high=20.0, low_together=-2.0)
    told = about_differences([*unclear, points], nowhere, True)
    assert [sentence.partition("; ")[0] for sentence in told] == [
        f"Not clear of “Games won by who begins”: {MOST_SENTENCES} more of the settings",
        "Not clear of “Points of a seat, on average”: 1 more of the settings",
    ]


def test_of_many_clear_differences_the_largest_come_first() -> None:
    rows = [difference_row(arm=str(at), difference=at / 100) for at in range(1, MOST_SENTENCES + 3)]
    told = about_differences(rows, nowhere, False)
    assert [sentence.partition(":")[0] for sentence in told[:-1]] == [str(at) for at in range(16, 7, -1)]
    assert told[-1] == "Clear too, but smaller: 7 more, in the table of differences below."


def test_of_many_means_those_furthest_from_even_come_first() -> None:
    def won(arm: int, mean: float) -> MeanRow:
        return mean_row(arm=f"a: {arm}", mean=mean, low=mean - 0.1, high=mean + 0.1,
                        low_together=mean - 0.16, high_together=mean + 0.16)  # fmt: skip

    rows = [won(at, 0.1 + at / 20) for at in range(MOST_SENTENCES + 3)]
    told = about_means(rows, nowhere)
    assert told[0].startswith("a: 0. Games won by who begins: 10.0 %")
    assert told[1].startswith("a: 16. Games won by who begins: 90.0 %")
    assert told[-2:] == [
        "Clear too, but nearer to even: 1 more, in the table of means below.",
        "Not clear: 7, which may be even.",
    ]
    assert len(told) == MOST_CLEAR + 2
    points = [*rows, mean_row(measure="score")]
    assert len(about_means(points, nowhere)) == len(points)  # of points nothing is even


def use_row(**changes: Any) -> UseRow:
    made = UseRow(
        "spike", 2, "as usual", "route:Houston", 0.5, 0.25, 1.5, 1.0, 2.0, 0.5, 2.5, 0.001, 0.6, 0.5, 0.7, 0.01
    )
    return msgspec.structs.replace(made, **changes)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "ROUTE:HOUSTON: ahead of the mean of the table, +1.50 points (+1.00 to +2.00); 60 % of these seats won."),
        ({"ahead": -1.5, "ahead_low": -2.0, "ahead_high": -1.0, "ahead_low_together": -2.5,
          "ahead_high_together": -0.5},
         "ROUTE:HOUSTON: behind the mean of the table, −1.50 points (−2.00 to −1.00); 60 % of these seats won."),
        ({"ahead_low_together": -0.1}, "ROUTE:HOUSTON: perhaps ahead of the mean of the table, +1.50 points"
         " (+1.00 to +2.00); among all that are told that may be luck."),
        ({"ahead_low": -0.1, "ahead_low_together": -0.2},
         "ROUTE:HOUSTON: not clearly ahead or behind, +1.50 points (−0.10 to +2.00)."),
    ],
)  # fmt: skip
def test_words_tell_what_they_are_worth(changes: dict[str, Any], said: str) -> None:
    assert about_word(use_row(**changes), "", str.upper) == said
    assert about_words([use_row(**changes)], "2 seats. ", str.upper) == [f"2 seats. {said}"]


def test_of_many_words_the_clear_ones_are_told() -> None:
    clear = [use_row(word=str(at), ahead=float(at)) for at in range(MOST_SENTENCES + 1)]
    unclear = [use_row(word=f"u{at}", ahead_low=-1.0, ahead_low_together=-2.0) for at in range(3)]
    told = about_words([*unclear, *clear], "", str)
    assert [sentence.partition(":")[0] for sentence in told] == [
        *[str(at) for at in range(MOST_SENTENCES, MOST_SENTENCES - MOST_CLEAR, -1)],
        "Clear too, but smaller",
        "Not clear",
    ]
    assert told[-2] == "Clear too, but smaller: 6 more, in the table below."
    assert told[-1] == "Not clear: 3 more, each worth at most 2.50 points."


@pytest.mark.parametrize(
    ("measure", "number", "said", "signed"),
    [
        ("won:seat-1", 0.123, "12.3 %", "+12.3 of 100"),
        ("score", 123.456, "123.5", "+123.5"),
        ("score", 1.234, "1.23", "+1.23"),
        ("score", -0.001, "0.00", "0.00"),
        ("score", -7.5, "−7.50", "−7.50"),
        ("score", None, "–", "–"),
    ],
)
def test_numbers_are_written_as_people_read_them(measure: str, number: float | None, said: str, signed: str) -> None:
    assert words.value(measure, number) == said
    assert words.signed(measure, number) == signed


def test_words_of_titles_are_called_as_on_their_buttons() -> None:
    from tests.arena.studies.studies import tasks  # noqa: PLC0415

    (task,) = tasks(study(title="russian-railroads", seats=[2], factors=[]))
    assert words.word_label(task, 0, "space:track_black_1") == "2 black steps (1 worker)"
    with known_odds():
        (plain,) = tasks(study(factors=[]))
        assert words.word_label(plain, 0, "die:bold") == "die:bold"


@pytest.mark.parametrize("title", ["lok-n-roll", "russian-railroads", "first-class", "spike"])
def test_every_word_has_a_name(title: str) -> None:
    """Also words that no button says at the beginning of a game."""
    from tests.arena.studies.studies import tasks  # noqa: PLC0415
    from trainshed.kernel.registry import game  # noqa: PLC0415

    (task,) = tasks(study(title=title, seats=[2], factors=[]))
    vocabulary = game(title).vocabulary
    for move in range(0, len(vocabulary), 5):
        assert words.word_label(task, 0, vocabulary.word(move))


# ---------------------------------------------------------------- pictures


def test_bins_are_round_and_hold_every_game() -> None:
    assert pictures.bin_width(0, 30) == 1
    assert pictures.bin_width(100, 400) == 10
    bins = pictures.binned([(101, 3), (109, 1), (131, 6)], 10)
    assert [at for at, _ in bins] == [100, 110, 120, 130, 140]
    assert [share for _, share in bins] == [0.4, 0.0, 0.0, 0.6, 0.0]


def test_labels_are_not_wider_than_the_picture() -> None:
    assert pictures.fitted("short", 300) == "short"
    assert pictures.fitted("a very long name of a setting", 60) == "a very l…"


def test_factors_with_more_arms_than_colours_are_drawn_without_the_rest(found: Figures) -> None:
    bots = Factor("n", [str(at) for at in range(4)], option="bonus")
    with known_odds():
        made = study(factors=[bots, Factor("b", ["random", "thumb"], bots=True)], combine=True, games=4)
        result = run_study(made, InlineRunner())
        said = Page(page(result, figures(result), COMMAND)).text
    assert len(result.tables[0].task.arms) == len(colors.SERIES) == 8
    assert "n: 3, b: thumb" in said
    assert LEFT_OUT not in said
    with known_odds():
        made = study(factors=[bots, Factor("b", ["random", "thumb", "driver"], bots=True)], combine=True, games=4)
        result = run_study(made, InlineRunner())
        said = Page(page(result, figures(result), COMMAND)).text
    assert "n: 3, b: driver" in said
    assert said.count(LEFT_OUT) == 2  # who wins, and the points of the winner
