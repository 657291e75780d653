"""Extracts the texts to translate from the source: from code, from templates, and from the options of the titles."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from trainshed.kernel.registry import game, titles
from trainshed.service.base import errors

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = ROOT / "src" / "trainshed"
TEMPLATES: Final = SOURCE / "web" / "templates"

SPOKEN: Final = {"_": 1, "gettext": 1, "marked": 1, "phrase": 1, "ngettext": 2, "plural": 2, "Counted": 2}
"""Functions that take texts to translate, and how many texts each takes."""
ERRORS: Final = frozenset(
    name
    for name, kind in vars(errors).items()
    if isinstance(kind, type)
    and issubclass(kind, errors.ServiceError)
    and kind.__init__ is errors.ServiceError.__init__
)
"""Errors whose first argument is a text to translate."""
ERRORS_IN: Final = ("service", "web")

GAP: Final = re.compile(r"%\((\w+)\)([a-z])")
GLUED: Final = re.compile(r"\{\{-?\s*(?:_|gettext|ngettext)\([^)]*(?:~|\+|\.format\()")


class Message(NamedTuple):
    """A text to translate and where it stands; `many` is its plural, or empty."""

    one: str
    many: str
    file: str
    line: int

    @property
    def id(self) -> str | tuple[str, str]:
        return (self.one, self.many) if self.many else self.one

    @property
    def where(self) -> str:
        return f"{self.file}:{self.line}"


@cache
def messages() -> tuple[Message, ...]:
    """Every text, in the order of the files."""
    found = [message for file in sorted(SOURCE.rglob("*.py")) for message in in_code(file)]
    found += [message for file in sorted(TEMPLATES.rglob("*.html")) for message in in_template(file)]
    return (*found, *in_options())


def relative(file: Path) -> str:
    return file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else file.name


# ---------------------------------------------------------------- code


@cache
def calls(file: Path) -> tuple[tuple[str, ast.Call], ...]:
    """The calls in a file that take texts to translate, in source order."""
    part = file.relative_to(SOURCE).parts[0] if file.is_relative_to(SOURCE) else ERRORS_IN[0]
    known = SPOKEN.keys() | (ERRORS if part in ERRORS_IN else set())
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.args:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in known:
                found.append((name, node))
    return tuple(sorted(found, key=lambda call: (call[1].lineno, call[1].col_offset)))


def texts(node: ast.expr) -> Iterator[ast.Constant]:
    """The literal texts of an argument: one, or two in a conditional expression."""
    if isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node


def in_code(file: Path) -> Iterator[Message]:
    for name, call in calls(file):
        if SPOKEN.get(name) == 2:
            for one, many in zip(texts(call.args[0]), texts(call.args[1]), strict=False):
                yield Message(str(one.value), str(many.value), relative(file), one.lineno)
        else:
            for text in texts(call.args[0]):
                yield Message(str(text.value), "", relative(file), text.lineno)


# ---------------------------------------------------------------- templates and options


def in_template(file: Path) -> Iterator[Message]:
    """The texts of a template; none where Jinja is not installed."""
    if find_spec("jinja2") is None:
        return
    from jinja2.ext import babel_extract  # noqa: PLC0415 - only where there are templates

    with file.open("rb") as stream:
        options = {"encoding": "utf-8", "trimmed": "true", "silent": "false"}
        for line, _name, text, _comments in babel_extract(stream, ("_", "gettext", "ngettext"), (), options):
            words = [text] if isinstance(text, str) else [word for word in text or () if isinstance(word, str)]
            if words:
                yield Message(words[0], words[1] if len(words) > 1 else "", relative(file), line)


def in_options() -> Iterator[Message]:
    """The sentence of every option that a table may choose."""
    for slug in titles():
        title = game(slug)
        package = str(getattr(title, "package", ""))
        if package.startswith("trainshed."):
            for option in title.options:
                file = SOURCE.joinpath(*package.split(".")[1:], "game.py")
                yield Message(option.sentence, "", relative(file), line_of(file, option.sentence))


def line_of(file: Path, text: str) -> int:
    lines = file.read_text(encoding="utf-8").splitlines()
    return next((number for number, line in enumerate(lines, 1) if text in line), 1)


# ---------------------------------------------------------------- what cannot be translated


def glued() -> Iterator[str]:
    """Texts that are put together before they are translated, and errors whose arguments do not fill their gaps."""
    for file in sorted(SOURCE.rglob("*.py")):
        yield from glued_in_code(file)
    for file in sorted(TEMPLATES.rglob("*.html")):
        yield from glued_in_template(file)


def glued_in_code(file: Path) -> Iterator[str]:
    for name, call in calls(file):
        where = f"{relative(file)}:{call.lineno}"
        if any(not whole(argument) for argument in call.args[: SPOKEN.get(name, 1)]):
            yield f"{where}: the text of {name}() is put together; use %(name)s and fill it in afterwards"
        elif name in ERRORS and isinstance(call.args[0], ast.Constant):
            gaps = {gap for gap, _kind in GAP.findall(str(call.args[0].value))}
            if gaps != {keyword.arg for keyword in call.keywords}:
                yield f"{where}: the facts of {name}() are not the gaps of its text"


def whole(node: ast.expr) -> bool:
    """Is this argument a literal text, or the name of one (in a table, say) that is marked elsewhere?"""
    if isinstance(node, ast.IfExp):
        return whole(node.body) and whole(node.orelse)
    if isinstance(node, ast.Call):  # str(error) of the kernel is English
        return isinstance(node.func, ast.Name) and node.func.id in ("str", "marked", "sentence")
    return isinstance(node, ast.Constant | ast.Name | ast.Attribute | ast.Subscript)


def glued_in_template(file: Path) -> Iterator[str]:
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if GLUED.search(line):
            yield f"{relative(file)}:{number}: a text is put together before it is translated"
