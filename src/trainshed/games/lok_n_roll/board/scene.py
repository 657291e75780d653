"""What the board of Lok'n'Roll shows, derived from views: options, previews, the coming roll, the last move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.draw.board import Asked, Say
from trainshed.draw.seats import SEATS
from trainshed.games.lok_n_roll.rules.geometry import EAST, LONG, SHORT, TURNS, CardGeometry, Form, Laid
from trainshed.games.lok_n_roll.text import sentences
from trainshed.games.lok_n_roll.view import TrackCard, View
from trainshed.kernel.game import Game

LAURA: Final = "ink"
"""Laura is no seat: her mark is the black plus."""

CLAUSES: Final = {
    "pass": "LR-PASS-03",
    "lay": "LR-PLACE-04",
    "turn": "LR-PLACE-11",
    "discard": "LR-PENALTY-05",
    "chaos": "LR-CHAOS-02",
    "combine": "LR-COMBINE-01",
    "keep": "LR-COMBINE-06",
}
"""The clause that explains an option, by the kind of its word."""


def head_of(word: str) -> str:
    return word.partition(":")[0]


def word_of(card: str) -> str:
    """The word that plays a card from hand; a chaos card is discarded, never laid (LR-EXTEND-03)."""
    kind, value, *_shape = card.split(":")
    return f"chaos:{value}" if kind == "chaos" else f"lay:{card}"


def slug(card: str) -> str:
    """The name of a card's class, as a part of ids."""
    return card.replace(":", "_")


class ComingRoll:
    """A roll that is due or considered: its dice, the cards ahead of the engine, and the wheels rolled so far."""

    __slots__ = ("ahead", "dice", "wheels")

    def __init__(self, dice: int, ahead: int, wheels: int = 0) -> None:
        self.dice = dice
        self.ahead = ahead
        self.wheels = wheels


def safe_of(counts: Sequence[int], roll: ComingRoll) -> int:
    """In how many throws the engine stays on the rails (LR-DERAIL-02)."""
    return sum(counts[: max(0, roll.ahead - roll.wheels + 1)])


def percent(part: int, whole: int) -> str:
    """A share as a percentage. It is rounded to 0 only if impossible, and to 100 only if certain."""
    share = 100 * part / whole
    if 0 < share < 0.5:
        return "<1"
    if 99.5 <= share < 100:
        return ">99"
    return f"{share:.0f}"


class Scene:
    """A view and its viewer's options. Everything here is derived from views and content, never from a position."""

    def __init__(self, game: Game, now: View, asked: Asked, said: Say, before: View | None = None) -> None:
        self.game = game
        self.now = now
        self.before = before
        self.asked = asked
        self.speech = said.speech
        self.names = said.names
        self.pending = now.pending[-1] if now.pending else [""]
        self.question = str(self.pending[0])
        self.below: Sequence[str | int] = now.pending[-2] if len(now.pending) > 1 else [""]
        self.held = asked.chosen[-1] if asked.chosen and not asked.moves else ""
        """The last chosen word if it is not played yet, because it cannot be undone: the view is the one before it."""

    # ------------------------------------------------------------ words

    def state(self, word: str) -> str | None:
        """How a word is drawn as an option: legal (""), chosen, alt, dead; None: the viewer is not asked at all."""
        if word in self.asked.moves:
            return ""
        if word == self.held:
            return "chosen"
        if word in self.asked.instead:
            return "alt"
        return "dead" if self.playing else None

    @property
    def playing(self) -> bool:
        """Is the viewer asked, or previewing a gesture?"""
        return bool(self.asked.moves or self.asked.chosen)

    def label(self, word: str) -> str:
        return sentences.label(self.game, self.now, word, speech=self.speech, names=self.names)

    def spoken(self, word: str) -> str:
        """The label of an option for screen readers: what it does, and what follows."""
        label, roll = self.label(word), None
        if self.state(word) == "dead":
            return label
        if head_of(word) == "chaos":
            points = int(word.partition(":")[2])
            said = self.speech.ngettext(
                "%(label)s: %(points)d point on your pile", "%(label)s: %(points)d points on your pile", points
            )
            return said % {"label": label, "points": points}
        if head_of(word) in ("lay", "turn", "stop") and not self.for_laura:
            roll = self.roll(word)
        if roll is None:
            return label
        if word != "stop":  # the label of `stop` names the dice already
            said = self.speech.ngettext("%(label)s, roll %(dice)d die", "%(label)s, roll %(dice)d dice", roll.dice)
            label = said % {"label": label, "dice": roll.dice}
        if not self.asked.odds:
            return label
        counts = self.odds(roll.dice)
        share = percent(safe_of(counts, roll), sum(counts))
        return self.speech.gettext("%(label)s: %(percent)s %% to arrive") % {"label": label, "percent": share}

    def rule(self, word: str) -> str:
        """The clause of an option; `stop` ends two different actions."""
        if word == "stop":
            return "LR-CHAOS-02" if self.question == "ChaosMore" else "LR-DICE-01"
        if word.startswith("turn:") and self.for_laura:
            return "LR-RIVAL-16"
        return CLAUSES[head_of(word)]

    def who(self, seat: int | None) -> str:
        return sentences.who(seat, self.speech, self.names)

    # ------------------------------------------------------------ laying

    @property
    def setting_up(self) -> bool:
        return self.now.engine < 0

    @property
    def for_laura(self) -> bool:
        """The question is how Laura's card lies (LR-RIVAL-16)."""
        return self.question == "ChooseTurn" and self.pending[1] != self.pending[3]

    @property
    def waiting_card(self) -> str:
        """The card whose turn is being chosen, or ""."""
        return sentences.card_names(self.game)[int(self.pending[2])] if self.question == "ChooseTurn" else ""

    @property
    def previewed(self) -> int:
        """How many of the last cards on the track are only previewed."""
        lays = sum(word.startswith("lay:") for word in self.asked.chosen)
        if self.held.startswith("lay:") or (self.question == "ChooseTurn" and self.below[0] == "ExtendMore"):
            lays -= 1
        return max(0, lays)

    def played(self) -> list[str]:
        """The cards that the chosen words have played, so that the view's hand no longer has them."""
        made = self.asked.chosen[:-1] if self.held else self.asked.chosen
        cards = [word.removeprefix("lay:") for word in made if word.startswith("lay:")]
        return cards + [word for word in made if word.startswith("chaos:")]

    def ghosts(self) -> dict[str, TrackCard]:
        """The possible placements of the card to be laid, by turn: one for each word that can be chosen."""
        card = self.waiting_card
        if not card:
            return {}
        words = [*self.asked.moves, *self.asked.instead, self.held]
        return {form: laid for form, laid in self.places(card).items() if f"turn:{form}" in words}

    def held_card(self) -> TrackCard | None:
        """The card that the held word would lay, or None."""
        head, _, rest = self.held.partition(":")
        if head == "turn" and self.waiting_card:
            return self.places(self.waiting_card).get(rest)
        if head == "lay":  # with several turns it could be undone and would not be held, so there is one
            return next(iter(self.places(rest).values()), None)
        return None

    def places(self, card: str) -> dict[str, TrackCard]:
        """How a card can lie at the open end, by turn."""
        track = [laid_of(laid) for laid in self.now.track]
        table = table_of(self.game)
        x, y, heading = (track[-1].x, track[-1].y, track[-1].heading) if track else (0, 0, EAST)
        room = table.room(track, x, y, heading)
        found = {}
        for form in forms_of(self.game, card):
            if form.side & room:
                laid = table.lay(0, form, x, y, heading)
                if not self.must_leave_room or table.room([*track, laid], laid.x, laid.y, laid.heading):
                    turn = TURNS[laid.turn]
                    found[turn] = TrackCard(
                        card, turn, laid.x0, laid.y0, laid.x1, laid.y1, laid.x, laid.y, laid.heading
                    )
        return found

    @property
    def must_leave_room(self) -> bool:
        """Must a card leave room for another? In the set-up (LR-SETUP-17), and by option (LR-PLACE-08)."""
        return self.setting_up or self.now.options.get("forbid_dead_end") == "yes"

    # ------------------------------------------------------------ moving

    @property
    def ahead(self) -> int:
        return len(self.now.track) - 1 - self.now.engine

    def passing(self) -> tuple[int, int]:
        """What a pass does: steps of the engine, and cards that are taken (LR-PASS-02 to -05, LR-PENALTY-02)."""
        steps = min(self.game.pack.number("rules.pass_steps"), self.ahead)
        engine = self.now.engine + steps
        entered = self.now.track[self.now.engine + 1 : engine + 1]
        due = self.game.pack.number("rules.pass_penalty") + sum(laid.card.startswith("destroyed:") for laid in entered)
        return steps, min(due, max(0, engine))

    def roll(self, word: str = "") -> ComingRoll | None:
        """The roll at the end of the current extension, or of one with this word added (LR-DICE-01), or None."""
        if self.question == "Roll":
            return ComingRoll(int(self.pending[2]), self.ahead, int(self.pending[3]))
        word = word or self.held
        more = int(word.split(":")[2]) if word.startswith("lay:") else 0
        if self.question == "ExtendMore":
            return ComingRoll(int(self.pending[3]) + more, self.ahead + bool(more))
        if self.question == "ChooseTurn" and self.below[0] == "ExtendMore":
            return ComingRoll(int(self.below[3]), self.ahead + 1)
        if self.question == "Action" and more:
            return ComingRoll(more, self.ahead + 1)
        return None

    @property
    def rolls(self) -> bool:
        """Does confirming the chosen words roll the dice?"""
        return bool(self.held) and head_of(self.held) in ("lay", "turn", "stop") and self.roll() is not None

    def odds(self, dice: int) -> list[int]:
        """In how many of all equally likely throws each number of wheels falls."""
        faces = self.game.pack.take("dice.faces", list[int])
        counts = [1]
        for _ in range(dice):
            thrown = [0] * (len(counts) + max(faces))
            for wheels, count in enumerate(counts):
                for face in faces:
                    thrown[wheels + face] += count
            counts = thrown
        return counts

    # ------------------------------------------------------------ the last move

    @property
    def mover(self) -> str:
        """The mark of the player who made the last move, or "" if no move is to be shown."""
        before = self.before
        if before is None or self.asked.chosen or not before.pending:
            return ""
        name, *numbers = before.pending[-1]
        if name in ("RivalDraw", "RivalRun") or (name == "ChooseTurn" and numbers[0] != numbers[2]):
            return LAURA
        if before.actor >= 0:
            return SEATS[before.actor]
        return SEATS[int(numbers[0])] if name in ("Draw", "Roll", "StartTrack") else ""

    def last_roll(self) -> tuple[int, int] | None:
        """Dice and wheels of the roll in the last move, or None if the two views do not determine them."""
        before, now = self.before, self.now
        if before is None or not before.pending or self.question in ("ExtendMore", "ChooseTurn", "Roll") or now.lost:
            return None
        name, *numbers = before.pending[-1]
        line = list(before.track)
        if name == "Action":  # a whole turn: the cards laid in it determine the number of dice
            known = {(laid.x0, laid.y0) for laid in line}
            laid_now = [laid for laid in now.track if (laid.x0, laid.y0) not in known]
            seat = int(numbers[0])
            if now.rival is not None or not laid_now or len(laid_now) != before.hands[seat] - now.hands[seat]:
                return None
            dice, rolled = sum(sentences.value_of(laid.card) for laid in laid_now), 0
            line += laid_now
        elif name in ("Roll", "ExtendMore"):
            seat, first, second = (int(value) for value in numbers)
            dice, rolled = (first, second) if name == "Roll" else (second, 0)
        else:
            return None
        kept = {(laid.x0, laid.y0) for laid in now.track}
        taken = sum((laid.x0, laid.y0) not in kept for laid in line)
        steps = now.engine + taken - before.engine
        if now.derailments[seat] > before.derailments[seat]:
            if now.engine == 0:  # cards ran out: how many more were due is unknown (LR-PENALTY-04)
                return None
            entered = line[before.engine + 1 :]
            steps += taken - sum(laid.card.startswith("destroyed:") for laid in entered)
        wheels = steps - rolled
        return (dice, wheels) if 0 <= wheels <= dice and len(now.track) + taken == len(line) else None


def table_of(game: Game) -> CardGeometry:
    return CardGeometry(game.pack.number("geometry.width"), game.pack.number("geometry.height"))


def laid_of(laid: TrackCard) -> Laid:
    turn = TURNS.index(laid.turn)
    return Laid(0, turn, laid.x0, laid.y0, laid.x1, laid.y1, laid.x, laid.y, laid.heading)


def forms_of(game: Game, card: str) -> list[Form]:
    """The ways in which a card can be laid, as the content pack prints them (LR-PLACE-11)."""
    forms = []
    for row in game.pack.get("geometry.forms")[card.split(":")[2]]:
        side = SHORT if row["side"] == "short" else LONG
        forms.append(Form(TURNS.index(row["turn"]), side, row["along"], row["across"]))
    return forms
