"""Mangled texts: whatever comes in, a tree or an HlogicError comes out, soon.

`HLOGIC_FUZZ=10000` sets the number of texts of a long run.
"""

from __future__ import annotations

import os
import random
import time
from itertools import pairwise
from pathlib import Path

import pytest

from hlogic.compiler.diagnostics import HlogicError, Report
from hlogic.compiler.source import Source
from hlogic.compiler.syntax.format import format_text
from hlogic.compiler.syntax.lexer import Lexer
from hlogic.compiler.syntax.parse import parse_file

CASES = sorted((Path(__file__).parent / "cases").glob("**/*.hlogic"))
RUNS = int(os.environ.get("HLOGIC_FUZZ", "500"))
SECONDS = 5.0  # of one text; they are all short
STRANGE = "\x00\ufeff\u200b\u2028é\u0301½²①😀：，（“”「」『』\\\"'#\r\t{}()[]=<>!&|/.@;,:٣１"


def characters(text: str, dice: random.Random) -> str:
    """A few characters deleted, doubled, swapped, or strange ones put in."""
    for _ in range(dice.randint(1, 6)):
        at = dice.randrange(len(text) + 1)
        end = min(len(text), at + dice.choice([1, 1, 1, 2, 10, 60]))
        match dice.randrange(4):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:end] + text[at:end] + text[end:]
            case 2:
                text = text[:at] + text[at:end][::-1] + text[end:]
            case _:
                wild = chr(
                    dice.choice([dice.randrange(1, 0xD800), dice.randrange(0xE000, 0x1FFFF)])
                )
                text = text[:at] + dice.choice([dice.choice(STRANGE), wild]) + text[end:]
    return text


def tokens(text: str, dice: random.Random, others: list[str]) -> str:
    """A few tokens deleted, doubled, swapped, or taken from another file."""
    spans = [(t.start, t.end) for t in Lexer(Source("", text), Report()).run().tokens]
    words = [text[a:b] for a, b in spans]
    gaps = [text[a[1] : b[0]] for a, b in pairwise(spans)]
    for _ in range(dice.randint(1, 6)):
        at = dice.randrange(len(words))
        match dice.randrange(4):
            case 0:
                words[at] = ""
            case 1:
                words[at] = f"{words[at]} {words[at]}"
            case 2:
                other = dice.randrange(len(words))
                words[at], words[other] = words[other], words[at]
            case _:
                words[at] = dice.choice(others)
    return "".join(f"{word}{gap}" for word, gap in zip(words, [*gaps, ""], strict=True))


def checked(text: str) -> str | None:
    """Parse within the time; format what parses, which must settle."""
    began = time.process_time()
    source = Source.of("mangled", text)
    try:
        tree, comments = parse_file(source)
    except HlogicError as refused:
        diagnostics = refused.diagnostics
    else:
        diagnostics = ()
    assert time.process_time() - began < SECONDS
    for found in diagnostics:
        assert found.message
        assert 0 <= found.span.start <= found.span.end <= len(source.text)
    if diagnostics:
        return None
    once = format_text(source)
    again, kept = parse_file(Source.of("formatted", once))
    assert again == tree
    assert sorted(c.text for c in kept) == sorted(c.text for c in comments)
    return once


@pytest.mark.parametrize("part", range(5))
def test_mangled_cases(part: int) -> None:
    dice = random.Random(part)
    texts = [path.read_text(encoding="utf-8") for path in CASES]
    others = [w for text in texts[:20] for w in text.split()]
    parsed = 0
    for _ in range(RUNS // 5):
        text = dice.choice(texts)
        mangled = characters(text, dice) if dice.random() < 0.5 else tokens(text, dice, others)
        try:
            once = checked(mangled)
            if once is not None:
                parsed += 1
                assert format_text(Source.of("formatted", once)) == once
        except Exception as error:
            error.add_note(f"the text:\n{mangled!r}")
            raise
    assert parsed, "some mangled texts still parse, or nothing above was tried"


@pytest.mark.parametrize("part", range(2))
def test_noise(part: int) -> None:
    dice = random.Random(100 + part)
    signs = [
        *STRANGE,
        *[
            "item",
            "module",
            "var",
            "sort",
            "ask",
            "constraint",
            "forall",
            "x",
            "in",
            "S",
            ":",
            "not",
            "(",
            ")",
            "{",
            "}",
        ],
    ]
    for _ in range(RUNS // 10):
        text = " ".join(dice.choices(signs, k=dice.randint(0, 200)))
        checked(dice.choice(["", "item t\n", "item t\nconstraint c: "]) + text)
