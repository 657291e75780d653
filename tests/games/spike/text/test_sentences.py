"""Every word, event and refusal of Spike has a sentence of its own."""

from __future__ import annotations

import re
from gettext import NullTranslations
from itertools import pairwise
from random import Random

import pytest

from tests.games.spike.text.tables import BOX, GAME, begun, give, lay, put, walks
from tests.support.games.spike.junctions import NAMED_JUNCTION
from tests.support.games.words import do, legal, refusal
from trainshed.games.spike import events
from trainshed.games.spike.rules.building import BuildRoute, PayRoute
from trainshed.games.spike.rules.drawing import DrawMore
from trainshed.games.spike.rules.state import SpikeState
from trainshed.games.spike.rules.turns import After
from trainshed.games.spike.text import sentences
from trainshed.games.spike.text.names import space_name, towards
from trainshed.kernel.events import Event
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import ENGLISH, Translator
from trainshed.locale import LANGUAGES, speech

NAMES = ["Ada", "Bo", "Cy", "Di"]
HIDDEN = ("draw:?", "give:?", "route:?", "keep:?")
KINDS = [
    kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
]
TABLES: list[tuple[int, dict[str, str]]] = [
    (2, {}),
    (3, {"advanced": "yes", "builds_per_action": "any"}),
    (4, {"joker_mixed": "yes", "start_full_speed": "yes", "one_track_per_space": "no"}),
]


def sound(text: str) -> bool:
    """Whether a text is not empty and has no placeholder left in it."""
    return bool(text.strip()) and "%" not in text and "None" not in text and "_" not in text


def told(state: SpikeState, seat: int | None = 0) -> str:
    """The position in words, as one line."""
    return " ".join(" ".join(sentences.position(GAME, state.view(seat), names=NAMES)).split())


def why(state: SpikeState, word: str) -> str:
    """Why a word is refused."""
    return sentences.refusal(GAME, refusal(state, word))


# ---------------------------------------------------------------- labels


@pytest.mark.parametrize("seats", [2, 4])
def test_every_word_has_a_label_of_its_own(seats: int) -> None:
    view = begun(seats).view(0)
    labels = {word: sentences.label(GAME, view, word) for word in [*GAME.vocabulary, *HIDDEN]}
    assert all(sound(text) and text != word for word, text in labels.items())
    assert len(set(labels.values())) == len(labels)


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("pile", "Draw from the pile"),
        ("take:red", "Take the red card"),
        ("draw:blue", "Draw a blue card"),
        ("draw:?", "Draw a card"),
        ("give:green", "Give a green card to Cy"),
        ("build", "Build a route"),
        ("link:albany-boston", "Build Albany – Boston for 1 blue card"),
        ("match", "Pay with matching cards"),
        ("spend:white:2", "Pay with 2 white cards"),
        ("spend:black:1", "Pay with 1 black card"),
        ("start:albany-boston", "Start towards Boston"),
        ("start:boston-portland", "Start, as far as Boston – Portland"),
        ("start:boston", "Start, and stop in Boston"),
        ("move:albany-boston", "Move the train to Albany – Boston"),
        ("move:boston", "Move the train into Boston"),
        ("extra:albany-boston", "Extra space: on to Albany – Boston"),
        ("extra:st_louis", "Extra space: into St. Louis"),
        ("load:coal", "Load coal"),
        ("unload:coal", "Unload coal"),
        ("deliver:coal", "Deliver coal for 5$"),
        ("deliver:pigs", "Deliver pigs"),
        ("upgrade:locomotive", "Upgrade the locomotive for 3$: speed 2"),
        ("upgrade:tender", "Upgrade the tender for 5$: 4 cards in each draw"),
        ("upgrade:car", "Upgrade the freight cars"),
        ("done", "End the turn"),
        ("first:2", "Bo begins"),
        ("market:oil", "On the market: oil"),
        ("contract:coal-1-a", "Contract: coal to Albany 5$, Topeka 7$, Dallas 10$"),
        ("side:coal-1-a", "Choose coal to Albany 5$, Topeka 7$, Dallas 10$"),
        ("keep:boston", "Keep the route card: Boston to New York 3$, Cleveland 4$, Charleston 5$, Columbia 6$"),
        ("keep:?", "Keep a route card"),
        ("place:boston", "Begin in Boston (cloth)"),
    ],
)
def test_labels_say_what_happens(word: str, text: str) -> None:
    state = begun(3)
    give(state, 0, contracts=["coal-1-a", "pigs-1-a"], aboard=["coal", "pigs"], supply=1, capacity=2)
    assert sentences.label(GAME, state.view(0), word, names=NAMES) == text


def test_label_of_a_move_of_zero_spaces_says_wait() -> None:
    state = begun()
    lay(state, 0, "albany-boston", "boston-portland")
    put(state, 0, "albany-boston", "boston")
    assert sentences.label(GAME, state.view(0), "move:albany-boston") == "Let the train wait"
    assert sentences.label(GAME, state.view(0), "move:boston") == "Move the train into Boston"


def test_the_label_of_a_delivery_names_what_it_pays() -> None:
    state = begun()
    give(state, 0, contracts=["coal-1-a"], aboard=["coal"])
    assert sentences.label(GAME, state.view(0), "deliver:coal") == "Deliver coal for 5$"
    paid = [event for event in do(state, "deliver:coal") if isinstance(event, events.Delivered)]
    assert paid[0].money == 5


def test_the_label_of_an_upgrade_names_cost_and_value() -> None:
    state = begun()
    give(state, 0, money=3)
    assert sentences.label(GAME, state.view(0), "upgrade:car") == "Add a freight car for 3$: room for 2 loads"
    made = [event for event in do(state, "upgrade:car") if isinstance(event, events.Upgraded)]
    assert (made[0].cost, made[0].value) == (3, 2)


def test_labels_fit_the_payment() -> None:
    state = begun()
    give(state, 0, hand={"red": 2, "blue": 1})
    do(state, "build", "link:albany-boston")
    assert sentences.label(GAME, state.view(0), "match") == "Pay with matching cards"
    do(state, "spend:blue:0")
    assert sentences.label(GAME, state.view(0), "match") == "Pay the rest with matching cards"


# ---------------------------------------------------------------- log lines


def every_event() -> list[Event]:
    """One event of each class; two of those that have two sentences."""
    return [
        events.FirstChosen(1),
        events.MarkerPlaced("coal", 0),
        events.ContractDealt(0, "coal-1-a"),
        events.ContractCardDealt(1, "coal-1"),
        events.SideChosen(1, "coal-1-b"),
        events.CardDrawn(0, "red"),
        events.CardDrawn(0, None),
        events.CardGiven(0, 1, "red"),
        events.CardGiven(0, 1, None),
        events.CardShown("red", 0),
        events.RouteDealt(0, "boston"),
        events.RouteDealt(0, None),
        events.RouteKept(0, "boston"),
        events.RouteKept(0, None),
        events.TrainPlaced(0, "boston"),
        events.TurnBegun(0),
        events.CardTaken(0, "red", 1),
        events.DrawingStopped(0),
        events.TimeDrawn(0, 2),
        events.RoundBegun(2, 40),
        events.TimesMixedIn(20, 43),
        *[
            events.TrainMoved(0, how, "albany-boston", space, 1, [])
            for how in ("move", "start", "extra")
            for space in ("boston", "boston-portland")
        ],
        events.TrainMoved(0, "move", "albany-boston", "boston-portland", 1, ["boston"]),
        events.Loaded(0, "cloth", "boston"),
        events.Unloaded(0, "cloth"),
        events.Delivered(0, "coal", "albany", 5),
        events.RouteBuilt(0, ["albany-boston"], "boston", [0, 1, 0, 0, 0, 0]),
        events.MarketPaid(0, "cloth", "boston", 2, ["oil"]),
        *[events.Upgraded(0, part, 2, 3) for part in ("locomotive", "tender", "car")],
        events.TurnClosed(0),
        events.SpecialEnd(0, 1),
        events.SpecialEnd(0, 3),
        events.RouteScored(0, "boston", ["new_york"], 3),
        events.RouteScored(0, "boston", [], 0),
        *[events.GameEnded(reason, [9, 7], [1, 2]) for reason in ("time", "special", "idle")],
    ]


SILENT = (events.TurnBegun, events.DrawingStopped, events.TurnClosed)
"""Who is to move shows in what follows, and so does that no more cards are drawn."""


def test_every_class_of_events_is_told() -> None:
    made = every_event()
    assert {type(event) for event in made} == set(KINDS)
    for event in made:
        said = sentences.sentence(GAME, event)
        assert said == "" if isinstance(event, SILENT) else sound(said) and said.endswith("."), event


def test_every_track_space_has_a_name_of_its_own() -> None:
    spaces = BOX.space_names[: BOX.net.links]
    names = {space: space_name(BOX, space, ENGLISH) for space in spaces}
    assert len(set(names.values())) == len(names)
    assert names["albany-boston"] == "Albany – Boston"
    assert names["nashville-pickwick"] == "Memphis – Nashville, space 2"
    assert space_name(BOX, "nashville-pickwick", ENGLISH, "nashville") == "Nashville – Memphis, space 1"
    assert towards(BOX, "nashville-pickwick", "pickwick", ENGLISH) == "Memphis"
    assert towards(BOX, "nashville-pickwick", "nashville", ENGLISH) == "Nashville"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_names_a_junction(language: str) -> None:
    """Junctions have no names on the board, so nobody could find them."""
    texts: list[str] = []
    for state in walks(2, 5):
        texts += [sentences.sentence(GAME, event, speech=speech(language)) for event in state.events(0)]
        view = state.view(max(0, state.actor))
        texts += sentences.position(GAME, view, speech=speech(language))
        if state.actor >= 0:
            texts += [sentences.label(GAME, view, word, speech=speech(language)) for word in legal(state)]
    assert len(texts) > 1000
    assert [text for text in texts if NAMED_JUNCTION.search(text)] == []


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_whatever_happens_can_be_said_to_everybody(seats: int, options: dict[str, str]) -> None:
    for state in walks(seats, 11, **options):
        for seat in (None, *range(seats)):
            said = [sentences.sentence(GAME, event) for event in state.events(seat)]
            assert all(sound(text) for text in said if text)


def line(*happened: Event) -> str:
    """The line of the log that these events make."""
    assert not any(sentences.opens(event, before) for before, event in pairwise(happened))
    return sentences.tell(GAME, happened, names=NAMES)


def test_a_turn_is_one_line_that_grows() -> None:
    turn = [events.TurnBegun(1)]
    assert line(*turn) == ""
    moved = [*turn, events.TrainMoved(1, "move", "albany-boston", "boston", 1, [])]
    assert line(*moved) == "Bo runs into Boston."
    loaded = [*moved, events.Loaded(1, "cloth", "boston")]
    assert line(*loaded) == "Bo runs into Boston and loads cloth."
    built = [
        *loaded,
        events.RouteBuilt(1, ["albany-norwich", "buffalo-norwich"], "buffalo", [0, 0, 2, 1, 0, 0]),
        events.MarketPaid(1, "flour", "buffalo", 3, []),
    ]
    way = "builds from Albany to Buffalo for 2 red cards and 1 yellow card"
    assert line(*built) == f"Bo runs into Boston, loads cloth and {way}: +3$ for flour at the market."
    both = line(*built, events.Delivered(1, "coal", "boston", 5), events.TurnClosed(1))
    sums = "+3$ for flour at the market, +5$ for coal"
    assert both == f"Bo runs into Boston, loads cloth, {way} and delivers coal in Boston: {sums}."


def test_cards_of_a_draw_are_told_together() -> None:
    turn = [events.TurnBegun(0), events.CardTaken(0, "red", 1), events.CardDrawn(0, "white")]
    whole = [*turn, events.CardTaken(0, "red", 2), events.CardDrawn(0, "white"), events.CardShown("blue", 1)]
    assert line(*whole) == "Ada takes 2 red cards and draws 2 white cards from the pile."
    seen = [event.as_seen(1) for event in whole]
    assert line(*seen) == "Ada takes 2 red cards and draws 2 cards from the pile."


def test_upgrades_cost_money() -> None:
    turn = events.TurnBegun(0)
    assert line(turn, events.Upgraded(0, "locomotive", 2, 3)) == "Ada upgrades the locomotive to speed 2: −3$."
    assert line(turn, events.Upgraded(0, "tender", 3, 3)) == "Ada upgrades the tender to 3 cards: −3$."
    paid = line(turn, events.Delivered(0, "coal", "albany", 5), events.Upgraded(0, "car", 2, 3))
    assert paid == "Ada delivers coal in Albany and adds freight car 2: +5$ for coal, −3$ for the upgrade."


@pytest.mark.parametrize(
    ("how", "origin", "space", "passed", "text"),
    [
        ("start", "boston", "albany-boston", [], "Ada starts and runs as far as Boston – Albany."),
        ("start", "albany", "albany-boston", [], "Ada starts and runs as far as Albany – Boston."),
        ("move", "boston-portland", "albany-boston", ["boston"], "Ada runs as far as Boston – Albany (past Boston)."),
        ("move", "boston-waterbury", "albany-waterbury", [], "Ada runs as far as New York – Albany, space 2."),
        ("extra", "albany-boston", "boston", [], "Ada runs an extra space into Boston."),
    ],
)
def test_a_line_is_named_in_the_direction_of_the_train(
    how: str, origin: str, space: str, passed: list[str], text: str
) -> None:
    assert line(events.TurnBegun(0), events.TrainMoved(0, how, origin, space, 1, passed)) == text


def test_log_says_that_the_train_waits() -> None:
    waits = events.TrainMoved(0, "move", "albany-boston", "albany-boston", 0, [])
    told = line(events.TurnBegun(0), waits, events.CardTaken(0, "red", 1))
    assert told == "Ada lets the train wait and takes 1 red card."


def test_route_from_a_junction_is_called_a_branch() -> None:
    links = ["gallatin-tipton", "adair-gallatin", "adair-falls_city", "emporia-falls_city", "emporia-tulsa"]
    built = events.RouteBuilt(0, links, "tulsa", [5, 0, 0, 0, 0, 0])
    assert line(events.TurnBegun(0), built) == "Ada builds a branch to Tulsa for 5 white cards."


def test_a_new_round_has_a_line_of_its_own() -> None:
    drawn = events.CardDrawn(0, None)
    begins = events.RoundBegun(3, 56)
    assert sentences.opens(begins, drawn)
    mixed = [begins, events.CardShown("red", 0), events.TimesMixedIn(26, 55)]
    assert line(*mixed) == (
        "Round 3 begins with a new pile of 56 cards. "
        "The Time cards are in the lower half of the pile; the last one ends the game."
    )
    assert line(events.RoundBegun(2, 40), events.CardShown("red", 0), drawn) == (
        "Round 2 begins with a new pile of 40 cards. Ada draws 1 card from the pile."
    )


def test_a_time_card_is_told_in_the_turn_that_draws_it() -> None:
    told = line(events.TurnBegun(2), events.TimeDrawn(2, 1), events.CardDrawn(2, None))
    assert told == "Cy draws 1 card from the pile. A Time card comes up, number 1 of 3."


def test_the_set_up_has_a_line_for_each_part() -> None:
    markers = [events.MarkerPlaced(commodity, space) for space, commodity in enumerate(BOX.commodities)]
    assert line(events.FirstChosen(2), *markers) == (
        "Cy begins. Market, each column from 3$ down to 1$: "
        "cattle, pigs, fruit; corn, wheat, flour; coal, steel, oil; cotton, cloth, wood."
    )
    contracts = [events.ContractDealt(seat, face) for seat, face in ((0, "coal-1-a"), (1, "pigs-1-a"), (0, "oil-1-b"))]
    assert line(*contracts) == "Contracts: Ada has coal and oil; Bo has pigs."
    hands = [events.CardDrawn(seat, color) for color in ("red", "red") for seat in (0, 1)]
    assert line(*hands[:1], *hands[2:3]) == "Everybody gets 2 railway cards. Ada has 2 red cards."
    assert line(*[event.as_seen(None) for event in hands]) == "Everybody gets 2 railway cards."
    assert line(events.CardGiven(0, 1, "red")) == "Ada gives a red card to Bo."
    assert line(events.CardGiven(0, 1, "red").as_seen(2)) == "Ada gives a card to Bo."
    shown = [events.CardShown(color, slot) for slot, color in enumerate(["red", "blue", "red"])]
    assert line(*shown) == "Face up: 1 blue card and 2 red cards."
    dealt = [events.RouteDealt(0, "boston"), events.RouteDealt(1, None)]
    assert line(*dealt) == (
        "Everybody gets 1 route card. "
        "Ada has this one: Boston to New York 3$, Cleveland 4$, Charleston 5$, Columbia 6$."
    )
    assert line(events.RouteKept(0, "boston").as_seen(1)) == "Ada keeps a route card."
    assert line(events.TrainPlaced(1, "new_york")) == "Bo puts the train in New York."


def test_sides_are_told_player_by_player() -> None:
    mine, more, yours = [
        events.SideChosen(seat, face) for seat, face in ((0, "coal-1-a"), (0, "pigs-1-a"), (1, "oil-1-b"))
    ]
    assert sentences.opens(yours, more)
    assert line(mine, more) == (
        "Ada chooses the contracts: coal to Albany 5$, Topeka 7$, Dallas 10$; "
        "pigs to Columbus 5$, Columbia 6$, Portland 9$."
    )


def test_the_end_is_told_card_by_card_and_names_the_winners() -> None:
    scored = events.RouteScored(0, "boston", ["new_york", "charleston"], 6)
    nothing = events.RouteScored(1, "albany", [], 0)
    over = events.GameEnded("time", [21, 7], [1, 2])
    assert all(sentences.opens(event, before) for before, event in pairwise([scored, nothing, over]))
    assert line(scored) == "Ada reveals the route card of Boston, with New York and Charleston in the network: +6$."
    assert line(nothing) == "Bo reveals the route card of Albany, which pays nothing."
    assert line(over) == "The last Time card is drawn. The game is over: Ada has 21$ and Bo has 7$. Ada wins."
    assert line(events.SpecialEnd(1, 2)) == ("Bo has laid all tracks and has nothing left to deliver: 2 more turns.")


def test_players_without_a_name_have_a_number() -> None:
    assert sentences.sentence(GAME, events.Loaded(1, "coal", "boston")) == "Player 2 loads coal."


def lines_of(seats: int, seed: int, viewer: int | None, **options: str) -> tuple[SpikeState, list[list[Event]]]:
    """The last position of a game with random moves, and the events of each line of its log."""
    found: list[list[Event]] = []
    state = None
    for state in walks(seats, seed, **options):
        for event in state.events(viewer):
            if not found or sentences.opens(event, found[-1][-1]):
                found.append([])
            found[-1].append(event)
    assert state is not None
    return state, found


CHANGED = re.compile(r"([+−])(\d+)\$")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("seats", "options"), TABLES)
@pytest.mark.clause("SP-COMP-14")
def test_all_money_is_told_where_it_is_gained_or_spent(seats: int, options: dict[str, str], language: str) -> None:
    for seed in range(3):
        state, happened = lines_of(seats, seed, None, **options)
        money = [0] * seats
        for events_of in happened[:-1]:
            said = sentences.tell(GAME, events_of, speech=speech(language), names=NAMES)
            seat = next((event.seat for event in events_of if hasattr(event, "seat")), -1)
            for sign, count in CHANGED.findall(said):
                money[seat] += int(count) if sign == "+" else -int(count)
        assert money == state.scores()


@pytest.mark.parametrize(("seats", "options"), TABLES)
@pytest.mark.clause("SP-TURN-04")
def test_there_is_one_line_for_each_turn(seats: int, options: dict[str, str]) -> None:
    _state, happened = lines_of(seats, 5, 0, **options)
    turns = [events_of for events_of in happened if isinstance(events_of[0], events.TurnBegun)]
    told = [sentences.tell(GAME, events_of, names=NAMES) for events_of in turns]
    assert all(sound(text) and text.endswith(".") and "  " not in text and ".." not in text for text in told)
    assert all(text.startswith(NAMES[events_of[0].seat]) for text, events_of in zip(told, turns, strict=True))  # type: ignore[attr-defined]
    after = [events_of[0] for events_of in happened[happened.index(turns[0]) :]]
    others = (events.TurnBegun, events.RoundBegun, events.SpecialEnd, events.RouteScored, events.GameEnded)
    assert all(isinstance(event, others) for event in after)


# ---------------------------------------------------------------- refusals


def test_every_cited_clause_has_its_own_sentence() -> None:
    cited = list(GAME.citations)
    fallback = sentences.refusal(GAME, Refusal("SP-X-01")).replace("SP-X-01", "")
    said = {clause: sentences.refusal(GAME, Refusal(clause)) for clause in cited}
    assert all(sound(text) and text.replace(clause, "") != fallback for clause, text in said.items())
    assert all(text.endswith(".") for text in said.values())
    assert len(set(said.values())) == len(cited)


def test_generic_refusals_do_not_speak_of_the_move() -> None:
    generic = {
        sentences.refusal(GAME, Refusal(clause, generic=True))
        for clause in (GAME.clause_over, GAME.clause_not_yours, GAME.clause_other)
    }
    assert len(generic) == 3
    assert all(sound(text) for text in generic)
    assert not generic & {sentences.refusal(GAME, Refusal(clause)) for clause in GAME.citations}


@pytest.mark.clause("SP-UPGRADE-08")
def test_an_upgrade_that_is_too_dear_is_refused_with_cost_and_money() -> None:
    state = begun()
    give(state, 0, money=2)
    assert why(state, "upgrade:tender") == "This upgrade costs 3$, and you have 2$."
    give(state, 0, speed=1)
    assert why(state, "upgrade:locomotive") == "This upgrade costs 5$, and you have 2$."
    give(state, 0, speed=2)
    assert why(state, "upgrade:locomotive") == "This part of your train cannot be upgraded any further."


@pytest.mark.clause("SP-TRAIN-01")
def test_a_move_that_is_too_far_is_refused_with_the_speed() -> None:
    state = begun()
    lay(state, 0, "albany-boston", "boston-portland")
    assert why(state, "start:boston") == "That is too far: the speed of your locomotive is 1."
    put(state, 0, "albany-boston", "boston")
    assert why(state, "move:portland") == "That is too far: the speed of your locomotive is 1."
    assert why(state, "move:boston-providence") == "Your train runs only on your own tracks."


@pytest.mark.clause("SP-START-02")
def test_a_start_that_is_too_short_is_refused_with_the_speed() -> None:
    state = begun(start_full_speed="yes")
    lay(state, 0, "albany-boston", "boston-portland")
    give(state, 0, speed=2)
    assert why(state, "start:albany-boston") == (
        "At this table a Start goes all of 3 spaces, unless a city is entered."
    )


@pytest.mark.clause("SP-LOAD-04")
def test_full_cars_are_refused_with_their_number() -> None:
    state = begun()
    give(state, 0, contracts=["cattle-1-a", "coal-1-b", "pigs-1-a"], aboard=["coal"])
    assert why(state, "load:cattle") == "Your only freight car is loaded: unload it first."
    give(state, 0, capacity=1, aboard=["coal", "pigs"])
    assert why(state, "load:cattle") == "All your 2 freight cars are loaded: unload something first."


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("done", "You must take an action: draw, build, start, move an extra space or upgrade."),
        ("load:oil", "You have no cargo token of this kind on a contract of yours."),
        ("deliver:coal", "To deliver, the train must stand in a city with this cargo aboard."),
        ("extra:boston", "Only a train on the line can move an extra space; yours stands in a city."),
        ("move:boston", "A train in a city has no free move: it needs the Start action."),
        ("start:albany", "Your train is in this city already. A Start moves it at least one space."),
    ],
)
def test_refusals_say_why_not(word: str, text: str) -> None:
    state = begun()
    give(state, 0, contracts=["coal-1-a"])
    assert why(state, word) == text


# ---------------------------------------------------------------- the position


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_position_can_be_told_in_80_columns(seats: int, options: dict[str, str]) -> None:
    for number, state in enumerate(walks(seats, 23, **options)):
        if number % 5 and not state.over:
            continue
        for seat in (None, 0, 1):
            lines = sentences.position(GAME, state.view(seat))
            assert all(sound(line) and len(line) <= 80 for line in lines)
        view = state.view(max(0, state.actor))
        assert all(sound(sentences.label(GAME, view, word)) for word in legal(state))


def test_a_position_tells_market_cards_trains_and_networks() -> None:
    state = begun()
    state.market = list(range(len(BOX.commodities)))
    state.display = [0, 2, 2, 5]
    state.pile, state.discards, state.round = [4, 5, 5, 5, 5, 5], [0, 0, 2, 0, 0, 1], 2
    give(state, 0, money=12, contracts=["coal-1-a", "cloth-1-a"], aboard=["cloth"], hand={"red": 2, "blue": 1})
    give(state, 0, delivered=["albany"], speed=1, stock=42, routes=[BOX.node_names.index("boston")])
    give(state, 1, contracts=["pigs-1-a"], hand={"green": 1})
    lay(state, 0, "albany-boston", "boston-portland", "boston-waterbury", "new_york-waterbury")
    put(state, 0, "albany-boston", "boston")
    card = next(card for card in BOX.route_cards if card.name == "boston")
    give(state, 0, routes=[BOX.route_cards.index(card)])
    assert sentences.position(GAME, state.view(0), names=NAMES) == [
        "Round 2 of 3. Ada: a free move first, or which action?",
        "Market, each column from 3$ down to 1$: cattle, pigs, fruit; corn, wheat, flour;",
        "    coal, steel, oil; cotton, cloth, wood.",
        "Face up: 1 white card, 2 red cards and 1 black card. In the pile: 29 cards.",
        "    Discarded: 2 red cards and 1 black card.",
        "Ada (you): 12$, train on Albany – Boston towards Boston, speed 2, tender 2, 1",
        "    freight car, 42 tracks left, 3 cards in hand.",
        "  Contracts: coal to Albany 5$, Topeka 7$, Dallas 10$; cloth to Birmingham 6$,",
        "    Memphis 8$, Dallas 11$ (aboard).",
        "  Delivered in Albany.",
        "  Cities: Albany, Boston, New York, Portland.",
        "  Tracks: Albany – Boston; Albany – New York (space 2); Boston – Philadelphia",
        "    (space 1); Boston – Portland.",
        "Bo: 0$, train in Albany, speed 1, tender 2, 1 freight car, 45 tracks left, 1",
        "    card in hand.",
        "  Contracts: pigs to Columbus 5$, Columbia 6$, Portland 9$.",
        "  Cities: Albany.",
        "Your hand: 1 blue card and 2 red cards.",
        "Your route card: Boston to New York 3$, Cleveland 4$, Charleston 5$, Columbia",
        "    6$.",
    ]


def test_the_question_is_told() -> None:
    state = begun()
    assert "Ada: which action?" in told(state)
    link = BOX.space_names.index("albany-boston")
    for pending, asked in (
        (DrawMore(0, 2, 0), "another card, or stop? Left are 2 cards."),
        (DrawMore(0, 2, 1), "which card in place of the Time card?"),
        (After(0, 0, 0), "Ada: load, unload, deliver, or end the turn?"),
        (After(0, 0, 1), "Ada: another route, load, unload, deliver, or end the turn?"),
        (BuildRoute(0), "which link does the route take?"),
        (PayRoute(0, 0, link), "pay with which cards? The route asks for 1 blue card."),
        (PayRoute(0, 2, 0, 0, link), "The route asks for 1 blue card."),
    ):
        state.set_agenda([pending])
        assert asked in told(state)


@pytest.mark.clause("SP-ROUND-07")
def test_the_time_cards_are_told_in_round_3() -> None:
    state = begun()
    assert "Time card" not in told(state)
    state.round, state.times, state.upper, state.pile_times = 3, 0, 12, 3
    assert "Time cards drawn: 0 of 3. Above the Time cards: 12 cards." in told(state)
    state.times, state.upper, state.pile_times = 2, 0, 1
    assert "Time cards drawn: 2 of 3." in told(state)
    assert "Above" not in told(state)


@pytest.mark.clause("SP-END-02")
def test_the_last_turns_are_counted() -> None:
    state = begun()
    state.last_turns = 1
    assert "1 turn is left." in told(state)


@pytest.mark.clause("SP-DRAW-07", "SP-SETUP-16")
def test_a_position_tells_no_hidden_card() -> None:
    rng = Random(4)
    for number, state in enumerate(walks(3, 8, advanced="yes")):
        if number % 60 == 40 and not state.over:
            assert told(state.redraw(0, rng)) == told(state)
            assert "Your hand" not in told(state, None)
            assert "Your route" not in told(state, None)


# ---------------------------------------------------------------- other languages


class Shouting(NullTranslations):
    """A pseudo-translation that marks every text."""

    def gettext(self, message: str) -> str:
        return f"¡{message}!"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"¡{msgid1 if n == 1 else msgid2}!"


def test_everything_goes_through_the_translator() -> None:
    loud = Translator(Shouting())
    state = begun()
    lay(state, 0, "albany-boston")
    view = state.view(0)
    assert all(sentences.label(GAME, view, word, speech=loud).startswith("¡") for word in [*GAME.vocabulary, *HIDDEN])
    for event in every_event():
        said = sentences.sentence(GAME, event, speech=loud)
        assert "¡" in said or isinstance(event, SILENT)
    for clause in GAME.citations:
        for generic in (False, True):
            assert sentences.refusal(GAME, Refusal(clause, generic=generic), speech=loud).startswith("¡")
    lines = sentences.position(GAME, view, speech=loud)
    assert all(line.strip().startswith("¡") or line.startswith("    ") for line in lines)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_word_and_refusal_is_said_in_every_language(language: str) -> None:
    view, said = begun().view(0), speech(language)
    labels = {word: sentences.label(GAME, view, word, speech=said) for word in [*GAME.vocabulary, *HIDDEN]}
    assert all(sound(text) and text != sentences.label(GAME, view, word) for word, text in labels.items())
    assert len(set(labels.values())) == len(labels)
    refusals = {sentences.refusal(GAME, Refusal(clause), speech=said) for clause in GAME.citations}
    assert len(refusals) == len(list(GAME.citations))
