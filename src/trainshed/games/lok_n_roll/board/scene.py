"""What the board of Lok'n'Roll shows, derived from views: options, previews, the coming roll, the last move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.draw.board import Asked, MarkedTurn, Say
from trainshed.draw.scene import BoardScene
from trainshed.draw.seats import SEATS
from trainshed.games.lok_n_roll.rules.geometry import EAST, LONG, SHORT, TURNS, CardGeometry, Form
from trainshed.games.lok_n_roll.text import sentences
from trainshed.games.lok_n_roll.view import TrackCard, View, laid_card, show_card
from trainshed.kernel.game import Game
from trainshed.kernel.translation import marked
from trainshed.kernel.vocabulary import head_of, rest_of, rests_of

LAURA: Final = "ink"
"""Laura is no seat: her mark is the black plus."""

CLAUSES: Final = {
    "pass": "LR-PASS-03",
    "lay": "LR-PLACE-04",
    "turn": "LR-PLACE-01",
    "discard": "LR-PENALTY-05",
    "chaos": "LR-CHAOS-02",
    "combine": "LR-COMBINE-01",
    "keep": "LR-COMBINE-06",
}
"""The clause that explains an option, by the kind of its word."""

QUESTIONS: Final = {
    "Action": "LR-TURN-04",
    "ChooseTurn": "LR-PLACE-01",
    "ExtendMore": "LR-EXTEND-06",
    "ChaosMore": "LR-CHAOS-02",
    "Discard": "LR-PENALTY-05",
    "Combine": "LR-COMBINE-01",
    "Draw": "LR-TURN-02",
    "Roll": "LR-DICE-01",
    "RivalDraw": "LR-RIVAL-04",
}
"""The clause that helps most with each question."""

OWN_QUESTIONS: Final = {
    "Action": marked("Pass, lay cards or discard chaos?"),
    "ExtendMore": marked("Another %(value)d, or stop and roll?"),
    "ChaosMore": marked("Another chaos card, or stop?"),
    "Discard": marked("Which penalty card goes on the pile next?"),
    "Combine": marked("Combine the two cards on top of your pile?"),
}
"""Each question as it is put to the viewer."""


def word_of(card: str) -> str:
    """The word that plays a card from hand; a chaos card is discarded, never laid (LR-EXTEND-03)."""
    kind, value, *_shape = card.split(":")
    return f"chaos:{value}" if kind == "chaos" else f"lay:{card}"


def dice_of(word: str) -> int:
    """How many dice the card adds that a word lays; 0: it lays none."""
    return int(word.split(":")[2]) if word.startswith("lay:") else 0


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


class Scene(BoardScene[View]):
    """A view of Lok'n'Roll and its viewer's options."""

    CLAUSES = CLAUSES
    QUESTIONS = QUESTIONS
    GENERAL = "LR-SETUP-02"
    DRAWING = marked("The dice and the deck decide.")

    def __init__(self, game: Game, now: View, asked: Asked, said: Say, before: View | None = None) -> None:
        super().__init__(game, now, asked, said, before)
        self.below: Sequence[str | int] = now.pending[-2] if len(now.pending) > 1 else [""]
        self.turned = False
        """Is the table drawn rotated by 90 degrees? Known once it is drawn."""

    # ------------------------------------------------------------ words

    def can_refuse(self, word: str) -> bool:
        """Every word that is drawn can be pressed to see why not, whatever is asked."""
        return self.playing

    def label(self, word: str) -> str:
        """The label of a word; ways are named as they are seen, also where the table is rotated."""
        if head_of(word) == "turn":
            end = self.now.track[-1].heading if self.now.track else EAST
            return sentences.turn_label(rest_of(word), end - self.turned, self.for_laura, self.speech)
        return super().label(word)

    def spoken(self, word: str) -> str:
        """The label of an option for screen readers: what it does, and what follows."""
        label, roll = self.label(word), None
        if self.state(word) == "dead":
            return label
        if head_of(word) == "chaos":
            points = int(rest_of(word))
            return self.plural(
                "%(label)s: %(points)d point on your pile",
                "%(label)s: %(points)d points on your pile",
                points,
                label=label,
                points=points,
            )
        if head_of(word) in ("lay", "turn", "stop") and not self.for_laura:
            roll = self.roll(word)
        if roll is None:
            return label
        if word != "stop":  # the label of `stop` names the dice already
            dice = {"label": label, "dice": roll.dice}
            label = self.plural("%(label)s, roll %(dice)d die", "%(label)s, roll %(dice)d dice", roll.dice, **dice)
        share = self.share(roll)
        if not share:
            return label
        return self.phrase("%(label)s: %(percent)s %% to stay on the rails", label=label, percent=share)

    def share(self, roll: ComingRoll) -> str:
        """The chance in percent that a roll does not derail the engine; "" where the table plays without odds."""
        if not self.asked.odds:
            return ""
        counts = self.odds(roll.dice)
        return percent(safe_of(counts, roll), sum(counts))

    def rule(self, word: str) -> str:
        """The clause of an option; `stop` ends two different actions."""
        if word == "stop":
            return "LR-CHAOS-02" if self.question == "ChaosMore" else "LR-DICE-01"
        return "LR-RIVAL-16" if word.startswith("turn:") and self.for_laura else super().rule(word)

    def question_clause(self) -> str:
        if self.question == "ChooseTurn":
            return "LR-SETUP-18" if self.setting_up else self.rule("turn:left")
        return super().question_clause()

    def own_question(self) -> str:
        if self.question == "ChooseTurn":
            text = marked("Which way shall Laura lay %(card)s?" if self.for_laura else "Which way do you lay %(card)s?")
            return self.phrase(text, card=sentences.a_card(self.waiting_card, self.speech))
        value = int(self.pending[2]) if self.question == "ExtendMore" else 0
        return self.phrase(OWN_QUESTIONS[self.question], value=value)

    def who(self, seat: int | None) -> str:
        return sentences.player(seat, self.speech, self.names)

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
        cards = rests_of(made, "lay")
        return cards + [word for word in made if word.startswith("chaos:")]

    def discarded(self) -> list[int]:
        """The values of the penalty cards that the chosen words have discarded."""
        made = self.asked.chosen[:-1] if self.held else self.asked.chosen
        return [int(value) for value in rests_of(made, "discard")]

    def ghosts(self) -> dict[str, TrackCard]:
        """The possible placements of the card to be laid, by turn: one for each word that can be chosen."""
        card = self.waiting_card
        if not card:
            return {}
        words = [*self.asked.moves, *self.asked.instead, self.held]
        return {form: laid for form, laid in self.places(card).items() if f"turn:{form}" in words}

    def held_card(self) -> TrackCard | None:
        """The card that the held word lays, or None."""
        after, count = self.asked.after, len(self.now.track)
        if not self.held or after is None or after.track[:count] != self.now.track or len(after.track) == count:
            return None
        laid: TrackCard = after.track[count]
        return laid

    def places(self, card: str) -> dict[str, TrackCard]:
        """How a card can lie at the open end, by turn."""
        track = [laid_card(0, shown) for shown in self.now.track]
        table = table_of(self.game)
        x, y, heading = (track[-1].x, track[-1].y, track[-1].heading) if track else (0, 0, EAST)
        room = table.room(track, x, y, heading)
        found = {}
        for form in forms_of(self.game, card):
            if form.side & room:
                laid = table.lay(0, form, x, y, heading)
                if not self.must_leave_room or table.room([*track, laid], laid.x, laid.y, laid.heading):
                    found[TURNS[laid.turn]] = show_card(card, laid)
        return found

    @property
    def must_leave_room(self) -> bool:
        """Must a card leave room for another? In the set-up (LR-SETUP-17), and by option (LR-PLACE-08)."""
        return self.setting_up or self.now.options.get("forbid_dead_end") == "yes"

    # ------------------------------------------------------------ moving

    @property
    def ahead(self) -> int:
        return len(self.now.track) - 1 - self.now.engine

    def passed(self) -> tuple[int, int]:
        """What the chosen pass does: steps of the engine, and cards that are taken from the begin of the track."""
        after: View | None = self.asked.after
        if self.held != "pass" or after is None:
            return 0, 0
        taken = len(self.now.track) - len(after.track)
        return after.engine + taken - self.now.engine, taken

    def taken_by_pass(self) -> int:
        """The cards that a pass takes: as the rules say, once it is chosen; before, as its label says."""
        known = self.held == "pass" and self.asked.after is not None
        return self.passed()[1] if known else sentences.pass_price(self.game, self.now)[1]

    def roll(self, word: str = "") -> ComingRoll | None:
        """The roll at the end of the current extension, or of one with this word added (LR-DICE-01), or None."""
        if self.question == "Roll":
            return ComingRoll(int(self.pending[2]), self.ahead, int(self.pending[3]))
        word = word or self.held
        more, less = dice_of(word), self.replaced_by(word)
        if self.question == "ExtendMore":
            return ComingRoll(int(self.pending[3]) + more - less, self.ahead + bool(more) - bool(less))
        if self.question == "ChooseTurn" and self.below[0] == "ExtendMore":
            if less:
                return ComingRoll(int(self.below[3]) + more - less, self.ahead + bool(more))
            return ComingRoll(int(self.below[3]), self.ahead + 1)
        if self.question == "Action" and more:
            return ComingRoll(more, self.ahead + 1)
        return None

    def replaced_by(self, word: str) -> int:
        """The dice of the card just laid that an alternative would replace; 0: the word replaces no card."""
        alternative = word in self.instead and word not in self.moves and not self.held
        return dice_of(self.asked.chosen[-1]) if alternative else 0

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

    # ------------------------------------------------------------ turns that are marked

    def mark_of(self, turn: MarkedTurn) -> str:
        """The mark of who took a turn: the colour of a seat, or Laura's (LR-SOLO-01); "" if it shows no move."""
        if not turn.before.pending:
            return ""
        name, *numbers = turn.before.pending[-1]
        if name in ("RivalDraw", "RivalRun") or (name == "ChooseTurn" and numbers[0] != numbers[2]):
            return LAURA
        return SEATS[turn.seat]

    def last_roll(self) -> tuple[int, int] | None:
        """Dice and wheels of the roll in the last turn, or None if the views around it do not determine them."""
        now, before = self.now, self.turns[-1].before if self.turns else None
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


def forms_of(game: Game, card: str) -> list[Form]:
    """The ways in which a card can be laid, as the content pack prints them (LR-PLACE-11)."""
    forms = []
    for row in game.pack.get("geometry.forms")[card.split(":")[2]]:
        side = SHORT if row["side"] == "short" else LONG
        forms.append(Form(TURNS.index(row["turn"]), side, row["along"], row["across"]))
    return forms
