"""`hlogic rename --nonsense` in English: all forms of a word, what is lost, and what is left."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

import pytest

import hlogic
from hlogic.renaming.inflection import bases, forms, inflected
from rename_runs import retold

STORY = """\
item story
background 「If someone studies, they are a celebrity. All people who perform in talent
shows are celebrities. An orator shows regions
of the brain. Zaha Hadid's design styles are old. Bo stopped singing and wrote.」
claim a "If someone" .. "wrote."
sort P open { bo "bo" }
var Study(P) "Study": bool cites a
var Celebrity(P) "Celebrity": bool cites a
var Perform(P) "PerformInTalentShow": bool cites a
var brain(P) "{1} is an orator and shows regions of the brain": bool cites a
var style(P) "ZahaHadidDesignStyle": bool cites a
var sing(P) "{1} stops singing": bool cites a
var wrote(P) "{1} writes": bool cites a
ask q "Is Bo studying the brain's regions?": truth Study(bo)
"""


def test_words_keep_their_forms() -> None:
    """Of nouns and verbs, regular or not, over the end of a line and where a name joins words."""
    after, found = retold(STORY)
    hlogic.loads(after)
    assert found.findings == ()

    def new(key: str, kind: str = "", capital: bool = False) -> str:
        word = found.substitution.words[key]
        word = inflected(word, kind) if kind else word
        return word.capitalize() if capital else word

    zaha, hadid, bo = (new(key, capital=True) for key in ("zaha", "hadid", "bo"))
    assert (
        f"If someone {new('study', 's')}, they are a {new('celebrity')}. All people who"
        f" {new('perform')} in {new('talent')}\n{new('show', 's')} are {new('celebrity', 's')}."
        f" A {new('orator')} {new('show', 's')} {new('region', 's')}\nof the {new('brain')}."
        f" {zaha} {hadid}'s {new('design')} {new('style', 's')} are old."
        f" {bo} {new('stop', 'ed')} {new('sing', 'ing')} and {new('write', 'ed')}."
    ) in after
    assert f"Is {bo} {new('study', 'ing')} the {new('brain')}'s {new('region', 's')}?" in after
    joined = "".join(new(key, capital=True) for key in ("zaha", "hadid", "design", "style"))
    assert f'"{joined}"' in after
    assert f'"{{1}} is a {new("orator")} and' in after


def test_what_is_lost_and_what_is_left_is_found() -> None:
    text = STORY.replace("Study(P)", 'Attend(P) "Attend": bool cites a\nvar Study(P)').replace(
        "they are a celebrity", "they are a student of performance"
    )
    unsaid, left = retold(text)[1].findings
    assert (unsaid.code, unsaid.span.text) == ("rename-unsaid", "Attend")
    assert (left.code, left.span.text, left.line) == ("rename-left", "performance", 2)
    without = STORY[: STORY.index("background")] + STORY[STORY.index("sort") :]
    assert retold(re.sub(" cites a", "", without))[1].findings == ()


@pytest.mark.parametrize(
    ("word", "base"),
    [("celebrities", "celebrity"), ("stopped", "stop"), ("caring", "care"), ("dying", "die"),
     ("passed", "pass"), ("buses", "bus"), ("houses", "house"), ("women", "woman"),
     ("written", "write"), ("taller", "tall"), ("happiest", "happy"), ("goes", "go"),
     ("oxen", "ox"), ("crises", "crisis"), ("firemen", "fireman"), ("grandchildren", "grandchild"),
     ("studied", "study"), ("filmed", "film"), ("bigger", "big"), ("nicest", "nice")],
)  # fmt: skip
def test_forms_of_english_words(word: str, base: str) -> None:
    assert word in dict(forms(base))
    assert base == "go" or base in dict(bases(word))


@pytest.mark.parametrize(
    "word", ["news", "evening", "bring", "physics", "glass", "red", "better", "omen"]
)
def test_words_that_are_no_forms(word: str) -> None:
    assert bases(word) == []


def test_names_written_as_one() -> None:
    """An alias without capitals within it is the words of another alias."""
    text = STORY.replace('q "Is Bo', 'q "Is Rio Grande at Bo').replace(
        'bo "bo"',
        'bo "bo", rio "Rio Grande" | "riogrande", at "riograndeat" | "Rio Grande at Lima"',
    )
    after, found = retold(text)
    rio, grande = (found.substitution.words[key] for key in ("rio", "grande"))
    assert f'rio "{rio.capitalize()} {grande.capitalize()}" | "{rio}{grande}"' in after
    assert found.remarks == ("words of names that the text never says: riograndeat, Lima",)


def test_names_that_end_like_forms_are_none() -> None:
    """James is no plural; what nowhere stands in small letters keeps its `s` to itself."""
    text = 'item t\nbackground "James is in. US is."\nclaim a "James is in. US is."\n' + (
        'sort P { james "James", us "US", it "it" }\nvar in_(P) "{1} is in": bool cites a\n'
    )
    after, found = retold(text)
    assert list(found.substitution.words) == ["james", "US"]
    one, other = found.substitution.words.values()
    assert f"{one.capitalize()} is in. {other.upper()} is." in after
    assert found.remarks == ("left as they are: it, {1} is in",)


def test_a_label_that_looks_like_the_plural_of_another() -> None:
    text = (
        'item t\nbackground "Mars is not Mar. Cats like a cat."\nclaim a "Mars is not Mar."\n'
        'claim b "Cats like a cat."\nsort P { mars "Mars", mar "Mar" } cites a\n'
        'sort A { one "cat", all "cats" } cites b\nvar v(P, A) "{1} {2}": bool cites a\n'
    )
    after, found = retold(text)
    assert list(found.substitution.words) == ["mars", "mar", "cat"]
    mars, mar, cat = (word.capitalize() for word in found.substitution.words.values())
    assert not mars.startswith(mar)
    assert f'background "{mars} is not {mar}. {inflected(cat, "s")} like a {cat.lower()}."' in after


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_accents_may_be_characters_of_their_own(form: Literal["NFC", "NFD"]) -> None:
    """In the text, in the alias, or in both; with the claims cut where they were."""
    other = unicodedata.normalize(form, "Café")
    for alias in ("Caf\u00e9", "Cafe\u0301"):
        text = (
            f'item t\nbackground "An {other} opens. Two {other}s close."\n'
            f'claim a "An {other} opens."\nclaim b "Two {other}s close."\n'
            f'sort P {{ cafe "{alias}", bo "bo" }} cites a, b\n'
            'var v(P) "{1} is old": bool cites a\n'
        )
        after, found = retold(text)
        word = found.substitution.words["caf\u00e9"].capitalize()
        assert f'claim a "A {word} opens."\nclaim b "Two {word}s close."\n' in after


def test_an_before_a_quoted_word() -> None:
    text = STORY.replace("ask q", "# An “orator” is no orator; an hour.\nask q", 1)
    word = retold(text)[1].substitution.words["orator"]
    assert f"# A “{word}” is no {word}; an hour." in retold(text)[0]


def test_names_that_only_folding_makes_one_stay_two() -> None:
    """`ß` is no `ss` where both are names; where one is, capitals and the other spelling are it."""
    text = """\
item t
background "Straße sings. Strasse dances. 王芳 and 王 芳 are late. Straße组 and Strasse组 rest."
claim c "Straße sings. Strasse dances. 王芳 and 王 芳 are late. Straße组 and Strasse组 rest."
sort P { u "straße", v "strasse", w "王芳", x "王 芳", y "Straße组", z "Strasse组" } cites c
var late(P) "{1} is late": bool cites c
constraint k: late(u) or late(v) cites c
"""
    after, found = retold(text)
    hlogic.loads(after)
    word = found.substitution.words
    assert len(set(word.values())) == len(word)
    assert word["straße"] != word["strasse"]
    assert word["straße组"] != word["strasse组"]
    assert f"{word['straße'].capitalize()} sings. {word['strasse'].capitalize()} dances." in after
    assert f"{word['王芳']} and {word['王芳']} are " in after
    assert f"{word['straße组']} and {word['strasse组']} rest" in after
    assert found.findings == ()
    alone, found = retold(text.replace('v "strasse", ', ""))
    assert found.substitution.of("STRASSE Strasse") == "{} {}".format(
        found.substitution.words["straße"].upper(), found.substitution.words["straße"].capitalize()
    )
    assert "trasse" not in alone.replace("Strasse组", "")
