"""The gesture that is previewed: what a press adds or exchanges, and what the page answers for its player.

The page answers where there is nothing to choose, and where a title knows a usual answer (`usual` of its board, such as
paying with workers). A usual answer can be exchanged until the gesture is confirmed; the steps after it stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from trainshed.kernel.game import Game, State
from trainshed.service.accounts.people import Person
from trainshed.service.tables.commands import Attempt, TableCommands
from trainshed.web.pages.table.plain_board import board_of

MOST_ANSWERS: Final = 20
"""No title has so many questions in a row whose answer is known; a page that answers more would never end."""


class StepChoice(NamedTuple):
    """What could have been said at one step of a gesture."""

    word: str
    legal: Sequence[str]
    usual: str
    """The usual answer here, or ""."""

    @property
    def only(self) -> bool:
        return len(self.legal) == 1

    @property
    def answered(self) -> bool:
        """Whether the page gives this answer unasked."""
        return self.only or self.word == self.usual


class TriedGesture(NamedTuple):
    """A gesture as far as it goes, and what could be pressed in place of its words."""

    tried: Attempt
    words: Sequence[str]
    choices: Sequence[StepChoice]
    group: Sequence[str] = ()
    """The words of the last press, if it said several."""

    @property
    def held(self) -> bool:
        """Whether the last word is not played before it is confirmed."""
        return len(self.tried.steps) < len(self.words)

    @property
    def free(self) -> bool:
        """Whether the gesture is complete and can be taken back once it is played."""
        if not self.held:
            return False  # more is asked
        position, vocabulary = self.tried.before, self.tried.table.game.vocabulary
        return position.reversible(vocabulary.id(self.words[-1]))

    @property
    def pressed(self) -> int:
        """The place where the last press begins; -1 if nothing was pressed."""
        begin = group_place(self.words, self.choices, self.group)
        return last_pressed(self.choices) if begin < 0 else begin

    @property
    def answered(self) -> list[int]:
        """The places of the words that the page has answered."""
        return [place for place, choice in enumerate(self.choices) if choice.answered]

    @property
    def only(self) -> list[str]:
        """The words that had no alternative."""
        return [choice.word for choice in self.choices if choice.only]

    @property
    def instead(self) -> list[str]:
        """The alternatives to the last pressed word, and to every usual answer."""
        pressed = self.pressed
        words = [
            word
            for place, choice in enumerate(self.choices)
            if place == pressed or choice.usual
            for word in choice.legal
            if word != choice.word
        ]
        return list(dict.fromkeys(words))


async def try_gesture(
    commands: TableCommands,
    number: int,
    person: Person,
    seq: int,
    words: Sequence[str],
    press: str = "",
    group: str = "",
) -> TriedGesture:
    """The gesture of these words, with a press added or exchanged, and with the answers that need no press.

    A press is one word, or several that are said together. `group`: the words of the press before, if several.
    """
    found = await attempted(commands, number, person, seq, words, group.split())
    said = press.split()
    if said:
        found = await attempted(commands, number, person, seq, changed(found, said), said if len(said) > 1 else [])
    for _ in range(MOST_ANSWERS if words or said else 0):
        answer = next_answer(found)
        if not answer:
            break
        found = await attempted(commands, number, person, seq, [*found.words, answer], found.group)
    return found


async def attempted(
    commands: TableCommands, number: int, person: Person, seq: int, words: Sequence[str], group: Sequence[str]
) -> TriedGesture:
    tried = await commands.attempt(number, person, seq, list(words))
    game = tried.table.game
    positions = [step.before for step in tried.steps]
    if len(positions) < len(words):
        positions.append(tried.before)
    choices = [
        StepChoice(word, legal_words(game, position), usual_answer(game, position, tried.seat))
        for word, position in zip(words, positions, strict=True)
    ]
    last = group if group_place(words, choices, group) >= 0 else ()
    return TriedGesture(tried, words, choices, last)


def legal_words(game: Game, position: State) -> list[str]:
    return [game.vocabulary.word(move) for move in position.moves()]


def usual_answer(game: Game, position: State, seat: int) -> str:
    """The word that most players would say here, by the title's board; "" if there is none."""
    board: Any = board_of(game)
    if not hasattr(board, "usual"):
        return ""
    usual: str = board.usual(game, position.view(seat), legal_words(game, position))
    return usual


def next_answer(gesture: TriedGesture) -> str:
    """The word with which the page goes on by itself, or ""."""
    tried = gesture.tried
    position = tried.table.position
    if gesture.held or position.over or position.actor != tried.seat:
        return ""
    legal = legal_words(tried.table.game, position)
    return legal[0] if len(legal) == 1 else usual_answer(tried.table.game, position, tried.seat)


def last_pressed(choices: Sequence[StepChoice]) -> int:
    """The place of the last word that is neither a usual nor a forced answer; -1 if there is none."""
    return max((place for place, choice in enumerate(choices) if not (choice.only or choice.usual)), default=-1)


def group_place(words: Sequence[str], choices: Sequence[StepChoice], group: Sequence[str]) -> int:
    """The place where the words of the last press begin, if they are the last but for what the page has answered."""
    end = len(words)
    while group and end >= len(group):
        if list(words[end - len(group) : end]) == list(group):
            return end - len(group)
        if not choices[end - 1].answered:
            break
        end -= 1
    return -1


def changed(gesture: TriedGesture, press: Sequence[str]) -> list[str]:
    """The words after a press: more of them, or others in place of the last pressed ones or of a usual answer."""
    words, choices = list(gesture.words), gesture.choices
    position, game = gesture.tried.table.position, gesture.tried.table.game
    first = press[0]
    if not gesture.held and first in legal_words(game, position):
        return [*words, *press]
    for place in reversed(range(len(words))):
        if first in choices[place].legal:
            if place == gesture.pressed:
                return [*words[:place], *press]
            if choices[place].usual:
                return [*words[:place], *press, *following(gesture, place, first)]
    return [*words, *press]  # refused, with the clause that forbids it


def following(gesture: TriedGesture, place: int, press: str) -> list[str]:
    """The words after a place that are still legal when another word is said there."""
    tried, kept = gesture.tried, list[str]()
    vocabulary = tried.table.game.vocabulary
    position = (tried.steps[place].before if place < len(tried.steps) else tried.before).clone()
    for word in [press, *gesture.words[place + 1 :]]:
        move = vocabulary.id(word)
        if position.over or position.actor != tried.seat or move not in position.moves():
            break
        kept.append(word)
        if not position.reversible(move):
            break
        position.apply(move)
    return kept[1:]
