"""Every text has its translations, and nothing is put together before it is translated."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from babel.messages.catalog import Message as Entry

from tests.support.languages import OTHERS
from tools import locale as tool
from tools import messages
from trainshed.kernel.registry import game, titles
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import ENGLISH
from trainshed.locale import LANGUAGES, speech
from trainshed.phrases import either, listed
from trainshed.service.base.errors import NotNow, Refused, Stale, TooMany, Wrong

# ---------------------------------------------------------------- this tree


def test_all_is_well() -> None:
    assert "\n".join(tool.problems()) == ""


def test_what_is_found() -> None:
    found = {message.one: message for message in messages.messages()}
    for text in (
        "Laura",
        "Pass and score %(points)s",
        "This seat is taken.",
        "somebody else moved first",
        "Sign in first.",
    ):
        assert text in found
    assert found["%(count)d worker"].many == "%(count)d workers"
    for slug in titles():
        assert all(option.sentence in found for option in game(slug).options), slug
    place = found["This seat is taken."]
    assert (messages.ROOT / place.file).read_text(encoding="utf-8").splitlines()[place.line - 1].count(place.one) == 1


# ---------------------------------------------------------------- what the tool finds


def source(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "code.py"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "text",
    [
        '_(f"a {b}")',
        '_("a" + b)',
        '_("a %s" % b)',
        '_("a {}".format(b))',
        'speech.gettext(f"a {b}")',
        'ngettext("a", f"{b}s", 2)',
        'ngettext("a" + b, "c", 2)',
        'raise Wrong(f"a {b}")',
        'raise errors.NotNow("a" + b)',
        'raise Wrong("a %(b)s")',
        'raise Wrong("a %(b)s", c=1)',
        '_("a" if b else f"{c}")',
    ],
)
def test_glued_texts_are_found(tmp_path: Path, text: str) -> None:
    assert len(list(messages.glued_in_code(source(tmp_path, text)))) == 1


@pytest.mark.parametrize(
    "text",
    ['_("a")', '_("a" if b else "c") % d', "_(text)", 'raise Wrong("a %(b)s", b=f"{c}")', 'print(f"a {b}")', "_()"],
)
def test_whole_texts_are_left_alone(tmp_path: Path, text: str) -> None:
    assert not list(messages.glued_in_code(source(tmp_path, text)))


def test_texts_of_code(tmp_path: Path) -> None:
    lines = ['_("one" if a else "two")', 'speech.ngettext("three", "threes", 3)', "raise Wrong(", '"four"', '" five")']
    text = "\n".join([*lines, "_(six)"])
    found = [(message.one, message.many, message.line) for message in messages.in_code(source(tmp_path, text))]
    assert found == [("one", "", 1), ("two", "", 1), ("three", "threes", 2), ("four five", "", 4)]


def test_texts_of_templates(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(
        '<p>{{ _("one") }}</p>\n{{ ngettext("two", "twos", n) }}\n{% trans name=x %}three {{ name }}{% endtrans %}',
        encoding="utf-8",
    )
    found = [(message.one, message.many, message.line) for message in messages.in_template(file)]
    assert found == [("one", "", 1), ("two", "twos", 2), ("three %(name)s", "", 3)]


@pytest.mark.parametrize("text", ['{{ _("a " ~ b) }}', '{{- gettext("a" + b) }}', '{{ _("a {}".format(b)) }}'])
def test_glued_templates_are_found(tmp_path: Path, text: str) -> None:
    file = tmp_path / "page.html"
    file.write_text(f'{{{{ _("a") ~ b }}}}\n{text}\n', encoding="utf-8")
    assert [line.split(":")[1] for line in messages.glued_in_template(file)] == ["2"]


@pytest.mark.parametrize(
    ("text", "said", "why"),
    [
        ("%(who)s stops.", "%(wer)s para.", "gaps"),
        ("%(count)d wheels", "%(count)s ruedas", "gaps"),
        ("%(who)s stops.", "%(who)s para", "ends otherwise"),
        ("Stop", "Stop", "English"),
        ("Stop\nnow", "Parar ahora", "lines"),
        (", black", "negra", "spaces"),
        ("Why?", "Por qué?", "question"),
        ("%(who)s stops.", "%(who) para.", "gap"),
    ],
)
def test_faults_are_found(text: str, said: str, why: str) -> None:
    assert why in " ".join(tool.faults("es", Entry(text, said)))


def test_forms_are_checked() -> None:
    one = ("1 wheel of %(who)s", "%(count)d wheels of %(who)s")
    assert not list(tool.faults("es", Entry(one, ("1 rueda de %(who)s", "%(count)d ruedas de %(who)s"))))
    assert list(tool.faults("es", Entry(one, ("%(count)d rueda", "%(count)d ruedas de %(who)s"))))
    assert list(tool.faults("es", Entry(one, ("1 rueda de %(who)s", "ruedas de %(who)s"))))
    assert not list(tool.faults("es", Entry(one, ("", ""))))


# ---------------------------------------------------------------- speaking


def test_languages() -> None:
    assert speech("en") is ENGLISH
    assert speech("de") is ENGLISH
    assert speech("") is ENGLISH
    assert speech("../es") is ENGLISH
    assert speech("es") is speech("es") is speech("es-AR") is speech("ES")
    assert [speech(language).language for language in LANGUAGES] == list(LANGUAGES)
    assert speech("it").gettext("Turn left") == "Curvare a sinistra"
    assert speech("es").ngettext("%(count)d wheel", "%(count)d wheels", 2) == "%(count)d ruedas"
    assert speech("es").gettext("nobody says this") == "nobody says this"
    assert speech("es").gettext("") == ""


def test_spanish_conjunctions_follow_the_sound_after_them() -> None:
    spanish, italian = speech("es"), speech("it")
    for last, found in (
        ("Indianapolis", "Ada y Bob, Cleo e Indianapolis"),
        ("Ínigo", "Ada y Bob, Cleo e Ínigo"),
        ("hilos", "Ada y Bob, Cleo e hilos"),
        ("hielo", "Ada y Bob, Cleo y hielo"),
        ("Yuma", "Ada y Bob, Cleo y Yuma"),
        ("Omaha", "Ada y Bob, Cleo y Omaha"),
    ):
        assert listed(["Ada y Bob", "Cleo", last], spanish) == found
    for last, found in (
        ("Omaha", "Ada u Omaha"),
        ("hojas", "Ada u hojas"),
        ("8 cartas", "Ada u 8 cartas"),
        ("11 cartas", "Ada u 11 cartas"),
        ("110 cartas", "Ada o 110 cartas"),
        ("Indianapolis", "Ada o Indianapolis"),
    ):
        assert either(["Ada", last], spanish) == found
    assert listed(["Ada", "Indianapolis"], italian) == "Ada e Indianapolis"
    assert listed(["Indianapolis"], spanish) == "Indianapolis"
    assert listed(["Ada", "Indianapolis"], ENGLISH) == "Ada and Indianapolis"


def test_errors_in_a_language() -> None:
    wrong = Wrong("There is no word %(word)s.", word="'lay'")
    assert str(wrong) == wrong.said(ENGLISH) == "There is no word 'lay'."
    assert wrong.said(speech("es")) == "No existe la palabra 'lay'."
    assert NotNow("100 % sure").said(speech("es")) == str(NotNow("100 % sure")) == "100 % sure"
    assert TooMany(3).said(speech("it")) == "Troppi tentativi. Aspetta un po’."
    assert Stale(1, []).said(speech("es")) == "alguien ha jugado antes"


def test_refusals_in_a_language() -> None:
    refused = Refused("stop", 0, Refusal("LR-CHAOS-01"), game("lok-n-roll"))
    assert str(refused) == "You have no chaos card in hand."
    assert refused.said(speech("es")) == "No tienes ninguna carta de caos en la mano."


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("slug", titles())
def test_a_whole_game_is_told(slug: str, language: str) -> None:
    """Sentences are filled in without a fault, and the lines of a position stay as narrow as in English."""
    title, rng, said = game(slug), Random(5), speech(language)
    say = title.part("text.sentences")
    position = title.start(title.seat_counts[-1])
    position.listen()
    for _ in range(120):
        if position.over:
            break
        view = position.view(max(position.actor, 0))
        lines = say.position(title, view, speech=said)
        assert max(len(line) for line in lines) <= 80
        move = rng.choice(position.moves())
        lines.append(say.label(title, view, title.vocabulary.word(move), speech=said))
        position.play(move)
        lines += [say.sentence(title, event, speech=said) for event in position.events(0)]
        assert "%(" not in " ".join(lines)
