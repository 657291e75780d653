"""A study file: a question in TOML, with the titles, bots and settings that are to answer it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from trainshed.kernel.options import SetupError

MOST_BYTES: Final = 100_000
BUILT_IN: Final = "built-in"
"""Stands for the content that comes with a title, in a list of packs."""

AHEAD: Final = "ahead:"
"""How an answer begins that is given by counted words: how far the seats are ahead that used each of them."""

Response = Literal["wins", "scores", "length", "lead-changes", "sources", "uses"]


class StudyError(SetupError):
    """A study that cannot be played as its file says."""


class Factor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that differs between the arms of a study. The first value is the usual one."""

    name: str
    values: list[Any]
    option: str = ""
    """An option of the title: its values are choices."""
    content: str | list[str] = ""
    """A place in the content pack, such as `engineer[number=7].roubles`: its values stand there instead. With several
    places each value is a list, with one part for each of them."""
    pack: bool = False
    """The values are content packs: files beside the study, or `built-in`."""
    bots: bool = False
    """The values are bots: each a name, or a list of names."""
    labels: list[str] = []
    """What people read instead of the values."""

    @property
    def places(self) -> list[str]:
        """The places in the content pack."""
        return [self.content] if isinstance(self.content, str) else list(self.content)

    def parts(self, index: int) -> list[Any]:
        """One of the values: what stands in each place."""
        value = self.values[index]
        return [value] if isinstance(self.content, str) else list(value)

    def label(self, index: int) -> str:
        """How people read one of the values."""
        if self.labels:
            return self.labels[index]
        value = self.values[index]
        return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


class StudyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a study file says."""

    question: str
    bots: list[str]
    """Who plays: one name for each seat, or fewer, which are repeated."""
    answer: str | list[str]
    """The measure that answers the question, such as `won:seat-1`, `score:winner` or `ahead:route`; or several."""
    title: str = ""
    titles: list[str] = []
    """More than one title, each of which is played."""
    seats: list[int] = []
    """How many seats; none given: every number that a title allows, from two on."""
    games: int = 400
    """Games of every arm at every table."""
    seed: str = "1"
    responses: tuple[Response, ...] = ("wins", "scores", "length")
    """What is measured."""
    uses: list[str] = []
    """With `uses`: the first parts of the words whose use is counted, such as `space` and `engineer`."""
    options: dict[str, str] = {}
    pack: str = ""
    """The content of all arms: a file beside the study; none: what comes with the title."""
    vary: str = ""
    """An option whose choices take turns, game by game, in all arms alike."""
    rotate: bool = True
    """Bots change seats from game to game."""
    nodes_scale: float = 1.0
    """Multiplies the nodes of bots that search."""
    compare: bool = True
    """Settings are compared with the first one; otherwise each answers the question by itself."""
    combine: bool = False
    """Every combination of the values of all factors; otherwise one factor differs at a time."""
    factors: list[Factor] = []
    about: str = ""
    """What else a reader should know."""

    @property
    def played(self) -> list[str]:
        """The titles that are played."""
        return [self.title] if self.title else list(self.titles)

    @property
    def answers(self) -> list[str]:
        """The measures that answer the question."""
        return [self.answer] if isinstance(self.answer, str) else list(self.answer)

    @property
    def answers_by_word(self) -> list[str]:
        """The first parts of the words that answer the question, such as `route` of the answer `ahead:route`."""
        return [name.removeprefix(AHEAD) for name in self.answers if name.startswith(AHEAD)]


class Study(msgspec.Struct, frozen=True):
    """A study file with its place: packs are found beside it."""

    file: StudyFile
    name: str
    """The file's name without its ending."""
    folder: str


def read_study(path: Path) -> Study:
    """Read and check a study file; StudyError says in one line what is wrong."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise StudyError(f"{path}: {error.strerror}") from error
    if len(text) > MOST_BYTES:
        raise StudyError(f"{path}: a study file has at most {MOST_BYTES:,} bytes")
    try:
        file = msgspec.convert(tomllib.loads(text.decode()), StudyFile)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise StudyError(f"{path}: {error}") from error
    try:
        _check(file)
    except StudyError as error:
        raise StudyError(f"{path}: {error}") from error
    return Study(file, path.stem, str(path.parent))


def _check(file: StudyFile) -> None:
    """Refuse what contradicts itself, whatever the title."""
    if bool(file.title) == bool(file.titles):
        raise StudyError("a study has either `title` or `titles`")
    if len(set(file.played)) < len(file.played):
        raise StudyError("a title is named twice")
    if not file.question.strip():
        raise StudyError("a study has a question")
    if not file.answers or not all(file.answers):
        raise StudyError("a study names the measure that answers its question")
    if not file.bots:
        raise StudyError("a study names its bots")
    if file.games < 1:
        raise StudyError("at least one game must be played")
    if file.nodes_scale <= 0:
        raise StudyError("nodes_scale is more than 0")
    if ("uses" in file.responses) != bool(file.uses):
        raise StudyError('`uses` says which words are counted, and goes with "uses" in `responses`')
    for head in file.answers_by_word:
        if head not in file.uses:
            raise StudyError(f"the answer {AHEAD}{head} needs {head!r} in `uses`")
    names = [factor.name for factor in file.factors]
    if len(set(names)) < len(names):
        raise StudyError("two factors have the same name")
    for factor in file.factors:
        kinds = [bool(factor.option), bool(factor.content), factor.pack, factor.bots]
        if sum(kinds) != 1:
            raise StudyError(f"factor {factor.name}: one of `option`, `content`, `pack`, `bots` says what differs")
        if len(factor.values) < 2:
            raise StudyError(f"factor {factor.name}: at least two values, the usual one first")
        if isinstance(factor.content, list) and any(
            not isinstance(value, list) or len(value) != len(factor.content) for value in factor.values
        ):
            raise StudyError(f"factor {factor.name}: each value is a list with one part for each place")
        if factor.labels and len(factor.labels) != len(factor.values):
            raise StudyError(f"factor {factor.name}: as many labels as values")
        shown = [factor.label(index) for index in range(len(factor.values))]
        if len(set(shown)) < len(shown):
            raise StudyError(f"factor {factor.name}: a value is there twice")
    if len(file.played) > 1 and (file.pack or any(factor.content or factor.pack for factor in file.factors)):
        raise StudyError("a study of several titles plays with the content that comes with them")
