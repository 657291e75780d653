"""The hover cards of Lok'n'Roll: what each thing on the table is, how it stands, and what it would bring the viewer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from trainshed.draw.board import Asked, Say
from trainshed.draw.hover_card import HoverCard
from trainshed.draw.icons import sign
from trainshed.draw.svg import moved
from trainshed.games.lok_n_roll.board.cards import back, die_face, front, plain_card, value_disc
from trainshed.games.lok_n_roll.board.engine import COUPLED, engine_above, tender_above
from trainshed.games.lok_n_roll.board.panels import FACES
from trainshed.games.lok_n_roll.board.piles import Owner, owners
from trainshed.games.lok_n_roll.board.scene import ComingRoll, Scene, percent, safe_of, table_of
from trainshed.games.lok_n_roll.text import sentences
from trainshed.games.lok_n_roll.view import TrackCard, View, laid_card
from trainshed.kernel.game import Game
from trainshed.kernel.translation import marked
from trainshed.kernel.vocabulary import rest_of
from trainshed.phrases import points

CARD_NAMES: Final = {
    ("chaos", ""): marked("Chaos %(value)d"),
    ("track", "straight_long"): marked("Long straight %(value)d"),
    ("track", "straight_wide"): marked("Wide straight %(value)d"),
    ("track", "curve_left"): marked("Left curve %(value)d"),
    ("track", "curve_right"): marked("Right curve %(value)d"),
    ("destroyed", "straight_long"): marked("Destroyed long straight %(value)d"),
    ("destroyed", "straight_wide"): marked("Destroyed wide straight %(value)d"),
    ("destroyed", "curve_left"): marked("Destroyed left curve %(value)d"),
    ("destroyed", "curve_right"): marked("Destroyed right curve %(value)d"),
}
"""Cards as titles, by kind and shape."""

MOST_DICE: Final = 60
"""No turn rolls more: all cards of the highest value together are fewer."""

PORTRAIT: Final = (25, 37.5)
PORTRAIT_FACE: Final = (25, 40)
SMALL_CARD: Final = (24, 34)
SMALL_FACE: Final = (24, 36)
ON_DECK: Final = (28, 37)
"""Sizes of cards, and of pictures of them with the lower edge of a card."""


def about(game: Game, view: View, thing: str, asked: Asked, say: Say) -> HoverCard | None:
    """The hover card of a thing on the table or of a word; None if there is no such thing."""
    word = thing.partition(" ")[0]
    head, _, rest = word.partition(":")
    if head in OF_WORDS:
        return OF_WORDS[head](Scene(game, view, asked, say), word) if word in game.vocabulary else None
    return OF_THINGS[head](Scene(game, view, asked, say), rest) if head in OF_THINGS else None


def card_name(scene: Scene, card: str) -> str:
    """A card as a title, without an article; one that only a changed pack has is named as in a sentence."""
    kind, value, *shape = card.split(":")
    text = CARD_NAMES.get((kind, "".join(shape)))
    return scene.phrase(text, value=int(value)) if text else sentences.a_card(card, scene.speech)


def card_face(scene: Scene, card: str) -> str:
    return front(card, *PORTRAIT, scene.speech)


def counted_points(scene: Scene, cards: Sequence[str]) -> str:
    """A number of cards and their points: "3 cards, 7 points"."""
    count = scene.plural("%(count)d card", "%(count)d cards", len(cards))
    return f"{count}, {points(sentences.points_of(cards), scene.speech)}"


# ---------------------------------------------------------------- what a word would bring


def is_open(scene: Scene, word: str) -> bool:
    """May the viewer choose this word now, or is it chosen?"""
    return scene.playing and scene.state(word) not in (None, "dead")


def roll_lines(scene: Scene, roll: ComingRoll | None) -> list[str]:
    """The chance that the engine stays on the track, and the dice of the coming roll."""
    if roll is None:
        return []
    dice = scene.plural("%(dice)d die to roll", "%(dice)d dice to roll", roll.dice, dice=roll.dice)
    ahead = scene.plural("%(count)d card ahead", "%(count)d cards ahead", roll.ahead)
    if not scene.asked.odds:
        return [dice, ahead]
    counts = scene.odds(roll.dice)
    share = percent(safe_of(counts, roll), sum(counts))
    return [scene.phrase("%(percent)s %% to stay on the rails", percent=share), f"{dice}, {ahead}"]


def on_pile(scene: Scene, cards: Sequence[str], pile: Sequence[str]) -> list[str]:
    """What cards on the viewer's pile cost, and whether one of them can be combined with its top card."""
    said = scene.plural("+%(count)d point on your pile", "+%(count)d points on your pile", sentences.points_of(cards))
    top = sentences.value_of(pile[-1]) if pile else 0
    if any(sentences.value_of(card) == top for card in cards):
        return [said, scene.phrase("or combine it with the %(value)d on top: both leave", value=top)]
    return [said]


def own_pile(scene: Scene) -> Sequence[str]:
    return [] if scene.now.seat is None else scene.now.piles[scene.now.seat]


def lay_card(scene: Scene, word: str) -> HoverCard:
    """A track card in the viewer's hand."""
    card = rest_of(word)
    value = sentences.value_of(card)
    told = scene.plural(
        "Laid at the end of the track; then a die is rolled for it.",
        "Laid at the end of the track; then %(count)d dice are rolled for it.",
        value,
    )
    if card.startswith("destroyed:"):
        told += " " + scene.phrase("Whoever moves the engine onto it or over it takes a penalty card.")
    now = roll_lines(scene, scene.roll(word)) if is_open(scene, word) else []
    state = scene.plural("in your hand, %(count)d point", "in your hand, %(count)d points", value)
    return HoverCard(
        card_name(scene, card),
        state,
        told,
        now=now,
        clause="LR-EXTEND-04" if card.startswith("destroyed:") else "LR-EXTEND-01",
        face=card_face(scene, card),
        face_size=PORTRAIT_FACE,
    )


def chaos_card(scene: Scene, word: str) -> HoverCard:
    """A chaos card in the viewer's hand."""
    card, value = word, int(rest_of(word))
    told = scene.phrase(
        "It has no rails. As your action you put it on your pile, with other chaos cards if you like; nothing moves."
    )
    now = on_pile(scene, [card], own_pile(scene)) if is_open(scene, word) else []
    state = scene.plural("in your hand, %(count)d point", "in your hand, %(count)d points", value)
    face = card_face(scene, card)
    return HoverCard(
        card_name(scene, card), state, told, now=now, clause="LR-CHAOS-02", face=face, face_size=PORTRAIT_FACE
    )


def penalty_card(scene: Scene, word: str) -> HoverCard:
    """A penalty card of the turn, which waits beside its player (LR-PENALTY-06)."""
    value = int(rest_of(word))
    card = next((card for card in scene.now.penalties if sentences.value_of(card) == value), f"track:{value}:")
    told = scene.phrase("It goes on the pile at the end of the turn; its player chooses the order of such cards.")
    now = on_pile(scene, [card], own_pile(scene)) if is_open(scene, word) else []
    face = plain_card(card, *SMALL_CARD)
    return HoverCard(
        scene.phrase("Penalty card %(value)d", value=value),
        scene.phrase("waits for the end of the turn"),
        told,
        now=now,
        clause="LR-PENALTY-05",
        face=face,
        face_size=SMALL_FACE,
    )


def pass_card(scene: Scene, word: str) -> HoverCard:
    """To pass: the engine moves on, and a penalty card is taken (LR-PASS-02, -03)."""
    told = scene.phrase(
        "The engine moves on by one card, if it can. Then you take a penalty card from the start of the track."
    )
    asked, view = scene.asked, scene.now
    if asked.chosen and "pass" not in scene.moves and asked.before is not None:
        view = asked.before  # in place of what is chosen
    now = []
    if is_open(scene, word) and view.seat is not None:
        steps, cards = sentences.pass_price(scene.game, view)
        taken = [laid.card for laid in view.track[:cards]]
        now = on_pile(scene, taken, view.piles[view.seat])
        listed = ", ".join(card_name(scene, card) for card in taken)
        now.append(scene.phrase("you take: %(cards)s", cards=listed) if taken else scene.phrase("you take no card"))
        now.append(scene.phrase("the engine moves on") if steps else scene.phrase("the engine stays on the last card"))
    return HoverCard(scene.phrase("Pass"), scene.phrase("one of the three actions"), told, now=now, clause="LR-PASS-03")


def stop_card(scene: Scene, word: str) -> HoverCard:
    """To lay or discard no more cards."""
    if scene.question == "ChaosMore":
        told = scene.phrase("No more chaos cards: your turn is over.")
        return HoverCard(scene.label(word), "", told, clause="LR-CHAOS-02")
    told = scene.phrase("No more cards: the dice are rolled, and the engine runs a card for each wheel.")
    roll = scene.roll(word) if is_open(scene, word) else None
    return HoverCard(scene.label(word), "", told, now=roll_lines(scene, roll), clause="LR-DICE-01")


def combining(scene: Scene, word: str) -> HoverCard:
    """To combine the two equal cards on top of the viewer's pile, or to keep both (LR-COMBINE-01, -06)."""
    pile = own_pile(scene)
    total = sentences.points_of(pile)
    if word == "keep":
        told = scene.phrase("Both cards stay on your pile. They cannot be combined later.")
        now = [scene.plural("your pile stays at %(count)d point", "your pile stays at %(count)d points", total)]
        return HoverCard(scene.phrase("Keep both"), "", told, now=now if pile else (), clause="LR-COMBINE-11")
    told = scene.phrase("Both cards go to the box and no longer count.")
    gone = sentences.points_of(pile[-2:])
    now = [
        scene.plural("−%(count)d point", "−%(count)d points", gone),
        scene.plural("your pile falls to %(count)d point", "your pile falls to %(count)d points", total - gone),
    ]
    face = "".join(moved(8 * at, 0, plain_card(card, *SMALL_CARD)) for at, card in enumerate(pile[-2:]))
    return HoverCard(
        scene.phrase("Combine"),
        scene.phrase("two equal cards on your pile"),
        told,
        now=now if pile else (),
        clause="LR-COMBINE-01",
        face=face,
        face_size=(40, 36),
    )


def turn_card(scene: Scene, word: str) -> HoverCard:
    """A way in which a card can lie at the end of the track (LR-PLACE-11)."""
    card = scene.waiting_card
    told = scene.phrase("The card lies so that the line goes on this way.")
    now: list[str] = []
    if is_open(scene, word) and not scene.for_laura and not scene.setting_up:
        now = roll_lines(scene, scene.roll(word))
    laid = scene.places(card).get(rest_of(word)) if card else None
    if laid is not None and is_blocked(scene, laid):
        now.append(scene.phrase("the end is blocked then: no card fits"))
    name = card_name(scene, card) if card else ""
    face = card_face(scene, card) if card else ""
    clause = "LR-SETUP-18" if scene.setting_up else scene.rule(word)
    return HoverCard(scene.label(word), name, told, now=now, clause=clause, face=face, face_size=PORTRAIT_FACE)


def is_blocked(scene: Scene, laid: TrackCard) -> bool:
    """Would no card fit after this one (LR-PLACE-08)?"""
    track = [laid_card(0, shown) for shown in (*scene.now.track, laid)]
    return not table_of(scene.game).room(track, laid.x, laid.y, laid.heading)


# ---------------------------------------------------------------- the track


def track_card(scene: Scene, place: str) -> HoverCard | None:
    """A card of the track: where it lies as seen from the engine, and what that means."""
    held = scene.held_card()
    track = [*scene.now.track, *([held] if held else [])]
    found = [index for index, laid in enumerate(track) if f"{laid.x0}_{laid.y0}" == place]
    if not found:
        return None
    at, engine, card = found[0], scene.now.engine, track[found[0]].card
    state, told, clause = scene.phrase("on the track"), "", "LR-SETUP-02"
    if engine >= 0 and at < engine:
        count = at + 1
        state = scene.phrase("on the track, behind the engine")
        told = scene.plural(
            "The next penalty card: they are taken from the start of the track.",
            "The penalty card number %(count)d from now: they are taken from the start of the track.",
            count,
        )
        clause = "LR-PENALTY-01"
    elif at == engine:
        state = scene.phrase("under the engine")
        told = scene.phrase("A card under the engine is never taken as a penalty.")
        clause = "LR-PENALTY-03"
    elif engine >= 0:
        steps = at - engine
        state = scene.plural("%(count)d step ahead of the engine", "%(count)d steps ahead of the engine", steps)
        last = at == len(track) - 1
        told = scene.phrase("The last card: with one wheel more the engine derails.") if last else ""
        clause = "LR-DERAIL-01" if last else "LR-DICE-03"
        if card.startswith("destroyed:"):
            broken = scene.phrase("Whoever moves the engine onto it or over it takes a penalty card.")
            told, clause = f"{broken} {told}".strip(), "LR-BROKEN-01"
        elif not last:
            told = scene.plural(
                "The engine comes to stand here with %(count)d wheel.",
                "The engine comes to stand here with %(count)d wheels.",
                steps,
            )
    face = card_face(scene, card)
    return HoverCard(card_name(scene, card), state, told, clause=clause, face=face, face_size=PORTRAIT_FACE)


def end_card(scene: Scene, _rest: str) -> HoverCard | None:
    """The buffer at the open end of the track: what may follow there."""
    if not scene.now.track:
        return None
    told = sentences.room_sentence(scene.game, scene.now, scene.speech)
    state = "" if scene.setting_up else scene.plural("%(count)d card ahead", "%(count)d cards ahead", scene.ahead)
    return HoverCard(scene.phrase("End of the track"), state, told, clause="LR-PLACE-04")


def engine_card(scene: Scene, _rest: str) -> HoverCard | None:
    """The engine with its tender."""
    if scene.now.engine < 0:
        return None
    ahead = scene.plural("%(count)d card ahead", "%(count)d cards ahead", scene.ahead)
    behind = scene.plural("%(count)d card behind", "%(count)d cards behind", scene.now.engine)
    told = scene.phrase(
        "It runs a card for each wheel that is rolled. Steps beyond the end derail it: "
        "each costs whoever rolled a penalty card."
    )
    face = moved(46, 15, engine_above(), scale=0.8) + moved(46 - COUPLED * 0.8, 15, tender_above(), scale=0.8)
    return HoverCard(
        scene.phrase("Engine"), f"{ahead}, {behind}", told, clause="LR-DERAIL-04", face=face, face_size=(71, 30)
    )


# ---------------------------------------------------------------- supply, odds and dice


def deck_card(scene: Scene, _rest: str) -> HoverCard:
    """The deck, of which nothing but its size is known."""
    view = scene.now
    state = scene.plural("%(count)d card", "%(count)d cards", view.deck)
    told = scene.phrase("Each turn begins with a card from here. With the turn of its last card the game ends.")
    if view.removed and not scene.setting_up:
        told += " " + scene.plural(
            "%(count)d more card was removed unseen.", "%(count)d more cards were removed unseen.", view.removed
        )
    face = back(*ON_DECK, str(view.deck), "t13b")
    return HoverCard(scene.phrase("Deck"), state, told, clause="LR-END-01", face=face, face_size=(28, 40))


def aside_card(scene: Scene, _rest: str) -> HoverCard:
    """Cards that the set-up could not lay (LR-SETUP-04)."""
    return HoverCard(
        scene.phrase("Put aside"),
        counted_points(scene, scene.now.aside),
        scene.phrase("Cards that the starting track cannot use. They go back into the deck when it is complete."),
        clause="LR-SETUP-05",
    )


def box_card(scene: Scene, _rest: str) -> HoverCard:
    """Combined cards, which are out of the game."""
    values = " ".join(str(value) for value in sorted(sentences.value_of(card) for card in scene.now.boxed))
    return HoverCard(
        scene.phrase("In the box"),
        counted_points(scene, scene.now.boxed),
        scene.phrase("Out of the game: they count for nobody. Their values: %(values)s.", values=values),
        clause="LR-COMBINE-02",
    )


def odds_card(scene: Scene, rest: str) -> HoverCard | None:
    """A row of the chances: the roll after a single card of a value was laid."""
    if f"discard:{rest}" not in scene.game.vocabulary or not scene.asked.odds or scene.setting_up:
        return None
    value = int(rest)
    roll = ComingRoll(value, scene.ahead + 1)
    counts = scene.odds(value)
    safe, whole = safe_of(counts, roll), sum(counts)
    ahead = scene.plural("%(count)d card ahead", "%(count)d cards ahead", roll.ahead)
    told = scene.phrase(
        "After one %(value)d the engine has %(ahead)s. Of %(whole)d throws, %(safe)d keep it on the track.",
        value=value,
        ahead=ahead,
        whole=whole,
        safe=safe,
    )
    return HoverCard(
        scene.phrase("Laying one %(value)d", value=value),
        scene.phrase("%(percent)s %% to stay on the rails", percent=percent(safe, whole)),
        told,
        clause="LR-DERAIL-02",
        face=value_disc(12, 12, value, 11),
        face_size=(24, 24),
    )


def bar_card(scene: Scene, rest: str) -> HoverCard | None:
    """A bar of the coming roll: dice, cards ahead of the engine, and so many wheels in all, some rolled before."""
    parts = rest.split(":")
    if len(parts) != 4 or not all(part.isdecimal() and len(part) < 4 for part in parts) or not scene.asked.odds:
        return None
    dice, ahead, rolled, wheels = (int(part) for part in parts)
    if dice > MOST_DICE or not rolled <= wheels <= rolled + dice:
        return None
    counts = scene.odds(dice)
    over = wheels - ahead
    if over > 0:
        told = scene.plural(
            "The engine derails: %(count)d step too many, and a penalty card for it.",
            "The engine derails: %(count)d steps too many, and a penalty card for each.",
            over,
        )
    else:
        told = scene.phrase("The engine stays where it is.") if wheels == 0 else ""
        told = told or scene.plural(
            "The engine runs %(count)d card and stays on the track.",
            "The engine runs %(count)d cards and stays on the track.",
            wheels,
        )
    name = scene.plural("%(count)d wheel", "%(count)d wheels", wheels)
    share = percent(counts[wheels - rolled], sum(counts))
    state = scene.phrase("%(percent)s %% of all throws", percent=share)
    face = die_face(30, "wheel" if wheels else "blank")
    return HoverCard(
        name, state, told, clause="LR-DERAIL-04" if over > 0 else "LR-DICE-03", face=face, face_size=(30, 32)
    )


def die_card(scene: Scene, rest: str) -> HoverCard | None:
    """A die, by what it shows."""
    if rest not in FACES:
        return None
    faces = scene.game.pack.take("dice.faces", list[int])
    told = scene.phrase(
        "%(wheels)d of its %(faces)d faces show a wheel. A card laid needs as many dice as its value; "
        "the engine runs a card for each wheel.",
        wheels=sum(face > 0 for face in faces),
        faces=len(faces),
    )
    return HoverCard(
        scene.phrase("Die"),
        scene.phrase(FACES[rest]) if rest else scene.phrase("not used now"),
        told,
        clause="LR-DICE-04",
        face=die_face(36, rest),
        face_size=(36, 38),
    )


# ---------------------------------------------------------------- piles, hands and the end


def owner_of(scene: Scene, mark: str) -> Owner | None:
    return next((owner for owner in owners(scene) if owner.mark == mark), None)


def stack_face(cards: Sequence[str]) -> tuple[str, tuple[float, float]]:
    """The last cards of a pile, the topmost last, and the size of the picture."""
    shown = cards[-4:]
    face = "".join(moved(at * 15, 0, plain_card(card, *SMALL_CARD)) for at, card in enumerate(shown))
    return face, (24 + 15 * max(0, len(shown) - 1), SMALL_FACE[1])


def pile_card(scene: Scene, mark: str) -> HoverCard | None:
    """The discard pile of a seat, or Laura's, whose cards are counted (LR-RIVAL-12)."""
    owner = owner_of(scene, mark)
    if owner is None:
        return None
    name = scene.phrase("Your discard pile") if owner.own else scene.phrase("Discard pile of %(who)s", who=owner.name)
    face, size = stack_face(owner.pile)
    if mark == "ink":
        state = scene.plural("%(count)d card", "%(count)d cards", len(owner.pile))
        told = scene.phrase("Each of its cards counts 1 against her. She combines equal cards whenever she can.")
        return HoverCard(name, state, told, clause="LR-RIVAL-12", face=face, face_size=size)
    told = scene.phrase("Its values count at the end, with those of the hand; the lowest total wins.")
    if owner.pile and not scene.now.over:
        value = sentences.value_of(owner.pile[-1])
        told += " " + scene.phrase("A %(value)d that is discarded now may be combined with its top card.", value=value)
    return HoverCard(name, counted_points(scene, owner.pile), told, clause="LR-COMBINE-01", face=face, face_size=size)


def hand_card(scene: Scene, mark: str) -> HoverCard | None:
    """A hand that the end has opened."""
    owner, opened = owner_of(scene, mark), scene.now.opened
    index = [owner.mark for owner in owners(scene)].index(mark) if owner else len(opened)
    if owner is None or index >= len(opened):
        return None
    name = scene.phrase("Your hand") if owner.own else scene.phrase("Hand of %(who)s", who=owner.name)
    face, size = stack_face(opened[index])
    state = counted_points(scene, opened[index])
    return HoverCard(name, state, clause="LR-SCORE-01", face=face, face_size=size)


def medal_card(scene: Scene, mark: str) -> HoverCard | None:
    """The medal of the winner."""
    owner = owner_of(scene, mark)
    if owner is None or not scene.now.over:
        return None
    face = sign("medal", 0, 0, 32, "ink")
    return HoverCard(scene.phrase("%(who)s has won", who=owner.name), clause="LR-SCORE-02", face=face)


def limit_card(scene: Scene, _rest: str) -> HoverCard | None:
    """The derailments of the challenge (LR-SOLO-05)."""
    if scene.now.options.get("mode") != "challenge":
        return None
    most, so_far = scene.game.pack.number("rules.challenge_derailments"), scene.now.derailments[0]
    state = scene.phrase("%(count)d of %(most)d derailments", count=so_far, most=most)
    face = sign("warn", 0, 0, 30, "brk")
    return HoverCard(scene.phrase("The challenge"), state, clause="LR-SOLO-05", face=face, face_size=(30, 30))


OF_WORDS: Final[dict[str, Callable[[Scene, str], HoverCard]]] = {
    "lay": lay_card,
    "chaos": chaos_card,
    "discard": penalty_card,
    "pass": pass_card,
    "stop": stop_card,
    "combine": combining,
    "keep": combining,
    "turn": turn_card,
}
"""Who writes the card of a word, by its first part."""

OF_THINGS: Final[dict[str, Callable[[Scene, str], HoverCard | None]]] = {
    "via": track_card,
    "end": end_card,
    "engine": engine_card,
    "deck": deck_card,
    "aside": aside_card,
    "box": box_card,
    "odds": odds_card,
    "bar": bar_card,
    "die": die_card,
    "pile": pile_card,
    "hand": hand_card,
    "medal": medal_card,
    "limit": limit_card,
}
"""Who writes the card of a thing that has no word, by the first part of its key."""
