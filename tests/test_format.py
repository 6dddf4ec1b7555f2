"""`hlogic fmt`: comments are kept where they stand, and formatting twice changes nothing."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from hlogic.compiler.diagnostics import Report
from hlogic.compiler.source import Source, width
from hlogic.compiler.syntax.format import format_text
from hlogic.compiler.syntax.lexer import Lexer
from hlogic.compiler.syntax.parse import parse_file

HERE = Path(__file__).parent
FILES = sorted([*(HERE / "cases").glob("*.hlogic"), *(HERE.parent / "items").glob("*.hlogic")])


def formatted(text: str) -> str:
    return format_text(Source.of("t.hlogic", text))


def sprinkled(text: str, dice: random.Random) -> str:
    """The text with comments between its tokens, at line ends and on lines of their own."""
    out: list[str] = []
    last = number = 0
    for token in Lexer(Source.of("t", text), Report()).run().tokens:
        gap = text[last : token.start]
        if dice.random() < 0.1 and "#" not in gap:
            number += 1
            gap += f"{dice.choice(['  ', chr(10)])}# note {number}\n"
        out += gap, text[token.start : token.end]
        last = token.end
    return "".join(out)


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_no_comment_is_lost_and_nothing_moves_twice(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for seed in range(4):
        dice = random.Random(seed)
        source = Source.of("t", sprinkled(text, dice) if seed else text)
        tree, comments = parse_file(source)
        once = format_text(source)
        again, kept = parse_file(Source.of("t", once))
        assert again == tree
        assert sorted(c.text for c in kept) == sorted(c.text for c in comments)
        assert formatted(once) == once


MESSY = '''\
# the file
item t   "t" { lang : zh }   # titled


background """
  甲说 "hi".
  """

sort A { a "甲"|"阿甲",   # first
  # before b
  b,
  # at the end
}
scope s   # of the scope
{ retract c   # why
  # then
  assume not (x and
      # inside
      y)
}
constraint c:x∧y   cites k1,k2
# tail
'''

NEAT = '''\
# the file
item t "t" { lang: zh }  # titled

background """
  甲说 "hi".
  """

sort A {
  a "甲" | "阿甲",  # first
  # before b
  b
  # at the end
}
scope s {
  # of the scope
  retract c  # why
  # then
  assume
    not (x
      # inside
      and y)
}
constraint c: x and y  cites k1, k2
# tail
'''


def test_the_layout() -> None:
    assert formatted(MESSY) == NEAT


def test_blank_lines_between_declarations() -> None:
    assert formatted("item t\n\n\n\nvar x: bool\nvar y: bool\n\n# c\nvar z: bool\n\n") == (
        "item t\n\nvar x: bool\nvar y: bool\n\n# c\nvar z: bool\n"
    )


@pytest.mark.parametrize("quotes", ["'a\"b'", '"a"', "「a」", '"""\na\nb\n"""', '"""a"""'])
def test_a_background_keeps_its_quotes(quotes: str) -> None:
    assert formatted(f"item t\nbackground   {quotes}\n") == f"item t\nbackground {quotes}\n"


def test_long_declarations_are_broken() -> None:
    text = (
        "item t\nconstraint c(x in S): "
        + " and ".join(f"值班(x, day{i}) != 李明" for i in range(9))
        + f' cites c1, c2\nask q "{"问" * 30}？": select {{ case a: possible x case b: unique y }}'
        " expect {a}\n"
    )  # fmt: skip
    lines = formatted(text).splitlines()
    assert max(map(width, lines)) <= 100
    assert "  and 值班(x, day1) != 李明" in lines
    assert "  cites c1, c2" in lines
    assert "    case a: possible x" in lines


def test_a_line_that_fits_is_one_line() -> None:
    line = "constraint c(x, y in S where x != y): exists z in T: f(x, z) and f(y, z)  cites c1"
    assert formatted(f"item t\n{line}\n") == f"item t\n{line}\n"
