"""What the modules of First Class add to the board: marks, panels, lists, and nothing that the core has to know."""

from __future__ import annotations

import importlib
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from tests.support.games.first_class.drawing import (
    asked_of,
    check_options,
    drawn,
    drawn_for,
    pieces,
    preview,
    shown_words,
    texts,
)
from tests.support.games.first_class.positions import (
    BOX,
    GAME,
    carry,
    do,
    give,
    legal,
    position,
    scoring,
    show,
    turn_of,
)
from tests.support.random_games import random_game
from tests.support.seeds import size
from tests.support.svg import SAY, boxes, check_picture, live, parsed
from trainshed.draw.board import Asked
from trainshed.draw.sheet import LAYOUTS, TALL
from trainshed.games.first_class import board as folder
from trainshed.games.first_class.board import board, poster
from trainshed.games.first_class.board.art.cards import card_face
from trainshed.games.first_class.board.company.contract_progress import reached
from trainshed.games.first_class.board.company.train_layout import FIGURE_HIGH, FIGURE_WIDE
from trainshed.games.first_class.board.module import BoardModule, board_module
from trainshed.games.first_class.board.scene import Scene
from trainshed.games.first_class.rules.actions.contracts import reached as reached_by_rules
from trainshed.games.first_class.rules.requirements import OF_MODULE
from trainshed.games.first_class.rules.state import FirstClassState

NAMES = [module.name for module in BOX.modules]


@pytest.mark.parametrize("pair", GAME.options[0].choices)
def test_every_pair_of_modules_can_be_read_and_pressed(pair: str) -> None:
    """Every pair in both layouts, with a look at the boards of others."""
    seats = 2 + GAME.options[0].choices.index(pair) % 3
    for index, (before, state) in enumerate(random_game(GAME, seats, {"modules": pair}, 8)):
        if index % size(day=23, night=2) and not state.over:
            continue
        viewer = max(0, state.actor)
        asked = asked_of(state, viewer)
        for layout in LAYOUTS:
            svg = parsed(board.draw(GAME, before, state.view(viewer), asked, layout, SAY))
            check_options(svg, asked)
            check_picture(svg)
            beside = asked._replace(beside=(viewer + 1) % seats)
            check_picture(parsed(board.draw(GAME, before, state.view(viewer), beside, layout, SAY)))


def test_every_card_has_a_face() -> None:
    for number, card in enumerate(BOX.cards):
        face = card_face(BOX, number, 100, 64)
        assert face.count("<") > 6, card.name


def test_the_core_of_the_board_names_no_module() -> None:
    """A sixth module adds its file, and no other line of the board changes."""
    root = Path(folder.__path__[0])
    core = [path for path in root.rglob("*.py") if "modules" not in path.relative_to(root).parts]
    assert len(core) > 10
    others = [name for name in NAMES if name != "contracts"]  # contracts lie beside every board
    for path in core:
        source = path.read_text()
        assert not [name for name in others if name in source], path
        assert "modules." not in source.replace("board.modules", "").replace("scene.modules.", "").replace(
            "self.modules.", ""
        ).replace("view.modules", "").replace("now.modules", ""), path


@pytest.mark.parametrize("name", NAMES)
def test_clauses_of_a_module_are_in_the_rulebook(name: str) -> None:
    module = board_module(name)
    assert isinstance(module, BoardModule)
    assert importlib.import_module(f"trainshed.games.first_class.board.modules.{name}").MODULE is type(module)
    for clause in (*module.clauses.values(), *module.questions.values()):
        assert clause in GAME.rulebook
    assert set(module.chips) >= set(module.clauses)


# ---------------------------------------------------------------- A, contracts


@pytest.mark.clause("FC-CONTRACT-04", "FC-MODULE-A-10")
def test_contracts_lie_beside_the_board_and_are_fulfilled_there() -> None:
    state = give(position(2, modules="a-b"), 0, contracts="a1-2 a1-1 a2-6", upper="4 4 4", lower="4 4")
    svg = drawn_for(turn_of(state, 0))
    assert {"lying-a1-1", "lying-a1-2", "lying-a2-6"} <= set(pieces(svg, "lying-"))
    assert shown_words(svg, ("fulfil",)) == ["fulfil:a1-1", "fulfil:a2-6"]
    do(state, "fulfil:a2-6")
    assert "lying-a2-6" in pieces(drawn(state.view(0), Asked()), "lying-")


def test_contracts_without_room_are_counted() -> None:
    """Beside the tokens of module C a desktop has room for four; a phone shows all of them."""
    state = give(position(2, modules="a-c"), 0, contracts="a1-1 a1-2 a1-3 a1-4 a1-5 a1-6")
    svg = drawn(state.view(0), Asked())
    assert (len(pieces(svg, "lying-")), "+2" in texts(svg)) == (4, True)
    assert len(pieces(drawn(state.view(0), Asked(), TALL), "lying-")) == 6


@pytest.mark.parametrize("pair", ["a-c", "b-d", "a-e"])
def test_a_contract_has_come_as_far_on_the_board_as_in_the_rules(pair: str) -> None:
    """For every seat and every requirement that there is, also of contracts that nobody has."""
    asked = {wanted for card in BOX.cards if (wanted := card.requirement) is not None}
    differed = set()
    for index, (_, state) in enumerate(random_game(GAME, 2, {"modules": pair}, 6)):
        if index % size(day=9, night=1) and not state.over:
            continue
        view = state.view(None)
        scene = Scene(GAME, view, Asked(), SAY)
        for wanted in asked:
            if wanted.kind == OF_MODULE and state.box.modules[wanted.module].name not in view.modules:
                continue
            for seat in range(2):
                count = reached(scene, view, seat, wanted)
                assert count == reached_by_rules(state, seat, wanted)
                differed.add((wanted.kind, count > 0))
    assert len(differed) > 14


@pytest.mark.clause("FC-CONTRACT-04")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_open_contract_tells_how_far_it_has_come(layout: str) -> None:
    """Two coaches of level 2 or higher, and six of them."""
    state = give(position(2, modules="a-b"), 0, upper="2 1 1", contracts="a1-5 a2-1")
    carry(state, 0, "upgrade-any x2")
    assert {"1 of 2", "1 of 6"} <= set(texts(drawn_for(state, layout)))
    view, asked = preview(state, 0, "upgrade:upper:1")
    said = texts(drawn(view, asked, layout))
    assert "1 → 2 of 6" in said
    assert not [text for text in said if text.endswith("of 2")]  # a tick stands there


@pytest.mark.clause("FC-MODULE-A-10")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_contract_that_pays_later_counts_in_the_next_scoring_and_in_no_other(layout: str) -> None:
    state = give(position(2, modules="a-b"), 0, contracts="a2-6", upper="4 4 4", conductors=(1, 0))
    view, asked = preview(turn_of(state, 0), 0, "fulfil:a2-6")
    assert "next scoring +4 → +14" in texts(drawn(view, asked, layout))
    assert board.ahead(GAME, view, asked, SAY) == "Next scoring as things lie: +4 → +14"
    assert board.gesture(GAME, view, asked, SAY).effect == "+10 in the next scoring"
    do(state, "fulfil:a2-6")
    assert board.seat(GAME, state.view(0), 0, SAY).more == "Next scoring as things lie: +14"
    # when the scoring of the other player comes first, then its table has the points that are still to come
    state.start = 1
    scoring(give(state, 1, coins=(1, 0, 0)), 1, 1, more=True)
    said = texts(drawn(state.view(1), Asked(), layout))
    assert "Contracts" in said
    assert "+10" in said
    # when they are paid, then they are points like all others
    scoring(give(state, 0, coins=(1, 0, 0)), 0, 1, more=True)
    assert state.players[0].points == 10
    said = texts(drawn(state.view(0), Asked(), layout))
    assert "Contracts" not in said
    assert "this scoring +4" in said


# ---------------------------------------------------------------- B, celebrities and postcards


@pytest.mark.clause("FC-MODULE-B-02", "FC-MODULE-B-04")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_celebrity_is_placed_at_a_coach_and_counts_there(layout: str) -> None:
    state = show(give(position(2, modules="b-d"), 0, upper="2 1", lower="1", conductors=(1, 0)), "b1-2")
    do(state, "take:1:1", "use")
    svg = drawn_for(state, layout)
    wanted = ["celebrity:upper:1", "celebrity:upper:2", "celebrity:lower:1"]
    assert sorted(shown_words(svg, ("celebrity",))) == sorted(wanted)
    check_picture(svg)
    do(state, "celebrity:upper:1")
    svg = drawn(state.view(0), Asked(), layout)
    assert pieces(svg, "celebrity-") == ["celebrity-b1-2"]
    assert "next scoring +5" in texts(svg)


HIGHEST = max((card for card in BOX.cards if card.kind == "celebrity"), key=lambda card: card.least).name


def crowded() -> FirstClassState:
    """A celebrity of the highest level and a passenger at first coaches, with both conductors in the station."""
    state = give(position(2, modules="b-d"), 0, upper="4 2", lower="12 2", conductors=(0, 0))
    show(state, f"{HIGHEST} d3-1")
    do(state, "take:1:1", "use", "celebrity:lower:1")
    turn_of(state, 0)
    do(state, "take:1:2", "use", "passenger:1")
    return state


def place_of(svg: ElementTree.Element, id_: str) -> tuple[float, float]:
    """Where a piece stands."""
    node = next(node for node in svg.iter("g") if node.get("id") == id_)
    x, y = node.attrib["transform"].removeprefix("translate(").rstrip(")").split()
    return float(x), float(y)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("reached", [0, 1])
def test_a_conductor_covers_no_mark(layout: str, reached: int) -> None:
    svg = drawn(give(crowded(), 0, conductors=(reached, reached)).view(0), Asked(), layout)
    for train, mark in enumerate(("guest-d3-1", f"celebrity-{HIGHEST}")):
        x, y = place_of(svg, f"cond-blue-{train}")
        frame = next(boxes(next(node for node in svg.iter("g") if node.get("id") == mark)))
        assert frame.x1 <= x or x + FIGURE_WIDE <= frame.x0 or frame.y1 <= y or y + FIGURE_HIGH <= frame.y0


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("reached", [0, 1])
def test_what_stands_on_a_mark_stays_inside_of_it(layout: str, reached: int) -> None:
    svg = drawn(give(crowded(), 0, conductors=(reached, reached)).view(0), Asked(), layout)
    for mark in ("guest-d3-1", f"celebrity-{HIGHEST}"):
        frame, *inside = boxes(next(node for node in svg.iter("g") if node.get("id") == mark))
        assert [box for box in inside if box.x0 < frame.x0 or box.x1 > frame.x1] == []


def test_a_phone_leaves_no_room_for_marks_that_are_not_there() -> None:
    """A row is there while something lies in it or can be laid there, also while the choice is previewed."""
    state = give(position(2, modules="b-d"), 0, upper="2 1", lower="1")
    bare = apart(drawn(state.view(0), Asked(), TALL))
    show(state, HIGHEST)
    do(state, "take:1:1", "use")
    asked_for = apart(drawn_for(state, TALL))
    assert asked_for > bare
    view, asked = preview(state, 0, "celebrity:upper:1")
    assert apart(drawn(view, asked, TALL)) == asked_for


def apart(svg: ElementTree.Element) -> float:
    """How far the lower train is below the upper one."""
    upper, lower = (place_of(svg, f"car-{train}-1")[1] for train in (0, 1))
    return lower - upper


@pytest.mark.parametrize("pair", GAME.options[0].choices)
def test_the_facts_of_a_seat_find_room_in_one_line(pair: str) -> None:
    """The rail has room for seven facts."""
    assert len(board.seat(GAME, position(2, modules=pair).view(0), 0, SAY).facts) <= 7


@pytest.mark.clause("FC-MODULE-B-06", "FC-MODULE-B-07", "FC-MODULE-B-08")
def test_a_postcard_is_placed_at_a_city_or_waits() -> None:
    state = show(give(position(2, modules="a-b"), 0, sections="s1-4", city=4), "b1-5 b3-5")
    do(state, "take:1:1", "use")
    svg = drawn_for(state)
    assert shown_words(svg, ("postcard",)) == ["postcard:4", "postcard:5", "postcard:6"]
    do(state, "postcard:4")
    svg = drawn(state.view(0), Asked())
    assert pieces(svg, "postcard-") == ["postcard-b1-5"]
    assert "next scoring +3" in texts(svg)
    turn_of(state, 0)
    do(state, "take:1:2", "use")
    assert pieces(drawn(state.view(0), Asked()), "lying-") == ["lying-b3-5"]


# ---------------------------------------------------------------- C, the murder


def with_tokens(*rows: list[int], guilty: int = 1) -> FirstClassState:
    """A game with the murder in which the players hold these tokens (1: a fingerprint), each known to its holder."""
    state = position(len(rows), modules="a-c")
    case = state.kept[BOX.modules[NAMES.index("murder")].number]
    assert case is not None
    vars_: dict[str, object] = {
        "guilty": guilty,
        "tokens": [[face | 2 << seat for face in row] for seat, row in enumerate(rows)],
    }
    for name, value in vars_.items():
        setattr(case, name, value)
    return state


@pytest.mark.clause("FC-MODULE-C-04", "FC-MODULE-C-18")
def test_only_those_who_held_a_token_see_its_face() -> None:
    state = with_tokens([1, 0], [1, 1, 0])
    own = board.draw(GAME, None, state.view(0), Asked(), "wide", SAY)
    assert own.count("token-print") == 1
    other = board.draw(GAME, None, state.view(0), Asked(beside=1), "wide", SAY)
    assert "token-print" not in other
    assert len(pieces(parsed(other), "token-1-")) == 3
    assert "token-print" not in board.draw(GAME, None, state.view(None), Asked(), "wide", SAY)


@pytest.mark.clause("FC-MODULE-C-02")
def test_only_the_murderer_knows_who_it_is() -> None:
    state = with_tokens([1], [0], [0], guilty=2)
    said = [texts(drawn(state.view(viewer), Asked())) for viewer in (0, 2, None)]
    assert "You are innocent." in said[0]
    assert "You are the murderer." in said[1]
    assert "The murderer is hidden." in said[2]


@pytest.mark.clause("FC-MODULE-C-07")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("count", [1, 4, 11])
def test_tokens_are_given_and_discarded_by_their_places(layout: str, count: int) -> None:
    state = with_tokens([1, 0] * 6, [0], [1], [0])
    case = state.kept[NAMES.index("murder")]
    setattr(case, "tokens", [[1 | 2] * count, [0 | 4], [], []])  # noqa: B010 - the position is laid by hand
    carry(state, 0, "give 2 to any, discard 1")
    svg = drawn_for(state, layout)
    check_options(svg, asked_of(state, 0))
    check_picture(svg)
    assert len(shown_words(svg, ("give",))) == 3 * count
    assert len(shown_words(svg, ("discard",))) == count


@pytest.mark.clause("FC-MODULE-C-06")
def test_tokens_that_must_be_drawn_are_drawn_by_themselves() -> None:
    state = carry(with_tokens([1], [0]), 0, "upgrade-any x1, draw 1")
    assert board.usual(GAME, state.view(0), legal(state)) == "draw"
    assert "draw" in live(drawn_for(state))
    view, asked = preview(state, 0, "draw")
    bar = board.gesture(GAME, view, asked, SAY)
    left = "left: 1 any-coach upgrade"
    assert (bar.button, bar.effect) == ("Draw", f"{left} · a token that was drawn cannot be put back")


# ---------------------------------------------------------------- D, passengers and luggage


@pytest.mark.clause("FC-MODULE-D-03", "FC-MODULE-D-05")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_passengers_and_luggage_wait_at_coaches_and_are_activated_there(layout: str) -> None:
    state = show(give(position(2, modules="b-d"), 0, upper="2 1", lower="2 0", conductors=(2, 2)), "d1-1 d1-5")
    do(state, "take:1:1", "use")
    svg = drawn_for(state, layout)
    assert shown_words(svg, ("passenger",)) == ["passenger:1", "passenger:2"]
    do(state, "passenger:2")
    svg = drawn_for(state, layout)
    assert pieces(svg, "guest-") == ["guest-d1-1"]
    assert shown_words(svg, ("activate",)) == ["activate:d1-1"]
    check_picture(svg)
    turn_of(state, 0)
    do(state, "take:1:2", "use")
    assert shown_words(drawn_for(state, layout), ("luggage",)) == ["luggage:1", "luggage:2"]


# ---------------------------------------------------------------- E, switches and mechanics


@pytest.mark.clause("FC-MODULE-E-03", "FC-MODULE-E-05", "FC-MODULE-E-06")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_switches_and_mechanics_lie_between_the_trains(layout: str) -> None:
    state = show(give(position(2, modules="c-e"), 0, upper="2 1", lower="1 0", conductors=(2, 1)), "e1-1 e1-4")
    do(state, "take:1:1", "use")
    svg = drawn_for(state, layout)
    columns = [f"column:{column}" for column in (1, 2, 3, 4, 5, 7, 8, 9)]
    assert shown_words(svg, ("column",)) == columns
    check_picture(svg)
    do(state, "column:1")
    turn_of(state, 0)
    do(state, "take:1:2", "use", "column:2")
    svg = drawn_for(state, layout)
    assert pieces(svg, "between-") == ["between-e1-1", "between-e1-4"]
    assert shown_words(svg, ("mechanic",)) == ["mechanic:e1-4"]
    scoring(state)
    assert shown_words(drawn_for(state, layout), ("switch",)) == ["switch:e1-1"]


def test_worlds_of_a_view_draw_the_same_board_with_every_module() -> None:
    rng = Random(5)
    for pair in ("a-c", "b-d", "c-e"):
        for index, (_, state) in enumerate(random_game(GAME, 3, {"modules": pair}, 9)):
            if index % 90 == 40 and not state.over:
                view = state.view(1)
                again = GAME.world(view, rng).view(1)
                both = [board.draw(GAME, None, each, Asked(beside=2), "tall", SAY) for each in (view, again)]
                assert both[0] == both[1]


def test_every_pair_of_modules_has_a_name_in_the_lobby() -> None:
    assert set(GAME.options[0].choices) <= set(poster.CHOICES)
    assert poster.poster().startswith("<rect")
    named = [value for option in GAME.options for value in option.choices if value in poster.CHOICES]
    assert len(named) == len(poster.CHOICES)
