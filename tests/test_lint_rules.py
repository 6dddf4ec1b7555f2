"""docs/lint.md against the rules: each has its section, an example that gives it, a silencing."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import hlogic
from hlogic.compiler.lint.registry import RULES
from hlogic.compiler.lint.run import Linted, check_of

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "lint.md"
ITEMS = sorted((ROOT / "items").glob("*.hlogic"))
# `HLOGIC_DEEP_ITEMS=all pytest tests/test_lint_rules.py` looks at the worlds of the large ones too.
ALL = os.environ.get("HLOGIC_DEEP_ITEMS") == "all"
SMALL = [path for path in ITEMS if ALL or path.stem.endswith(("_small", "night_shift"))]


def sections() -> dict[str, str]:
    text = PAGE.read_text(encoding="utf-8")
    return dict(re.findall(r"^### `([\w-]+)`\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL))


def block(code: str, word: str) -> str:
    """The item of a rule's section that begins with `# WORD: CODE`, without that line."""
    found = re.findall(
        rf"^```hlogic\n# {word}: {code}\n(.*?)^```$", sections()[code], re.MULTILINE | re.DOTALL
    )
    assert len(found) == 1, f"{code} has {len(found)} blocks that say `# {word}: {code}`"
    text: str = found[0]
    return text


def linted(text: str, code: str) -> Linted:
    found = hlogic.loads(text).lint(deep=RULES[code].deep)
    assert found.unfinished == ()
    return found


def test_every_rule_has_its_section_and_every_section_its_rule() -> None:
    assert set(sections()) == set(RULES)


def test_every_rule_has_its_function() -> None:
    for code, rule in RULES.items():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code)
        assert code == rule.code
        assert rule.summary
        assert callable(check_of(rule))


@pytest.mark.parametrize("code", RULES)
def test_section_says_severity(code: str) -> None:
    rule = RULES[code]
    said = f"*{rule.severity.capitalize()}{', deep' * rule.deep}.* "
    assert sections()[code].strip().startswith(said)


@pytest.mark.parametrize("code", RULES)
def test_example_gives_the_rule_and_nothing_else(code: str) -> None:
    found = linted(block(code, "finds"), code).diagnostics
    assert {d.code for d in found} == {code}
    assert all(d.severity == RULES[code].severity for d in found)
    assert all(d.span.text for d in found), "a finding without a place"


@pytest.mark.parametrize("code", RULES)
def test_silenced_example_gives_nothing(code: str) -> None:
    text = block(code, "silent")
    assert f"allow {code} - " in text
    assert linted(text, code).diagnostics == ()
    shown = re.sub(r"\s*# lint: allow [\w-]+ - [^\n]*", "", text)
    again = re.sub(r"\s*# lint: allow [\w-]+ - [^\n]*", "", block(code, "finds"))
    assert shown.split() == again.split(), "the silenced item is not the one that gives it"


@pytest.mark.parametrize("path", ITEMS, ids=lambda p: p.stem)
def test_items_are_clean(path: Path) -> None:
    found = hlogic.load(path).lint()
    assert found.diagnostics == ()


@pytest.mark.parametrize("path", SMALL, ids=lambda p: p.stem)
def test_worlds_of_items_are_clean(path: Path) -> None:
    found = hlogic.load(path).lint(deep=True)
    assert (found.diagnostics, found.unfinished) == ((), ())
