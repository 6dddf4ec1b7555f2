"""Rules of lint where they must not fire, and where they must in ways that docs/lint.md does not
show."""

from __future__ import annotations

from pathlib import Path

import pytest

import hlogic
from hlogic.compiler.diagnostics import Diagnostic, LimitError
from hlogic.compiler.lint import registry
from hlogic.compiler.lint.rule import Rule
from lint_runs import found, places

# ---------------------------------------------------------------------------- claims


def test_uncovered_text_is_marked_where_it_stands() -> None:
    text = 'background """\n甲来。（乙😀不来，丙来。）\n\n丁 来 !\n"""\n'
    text += 'claim c "甲来。"\ninert n "丙来"\n'
    assert places(text, "uncovered-text") == ["乙😀不来", "丁 来"]


def test_uncovered_text_in_a_string_with_escapes() -> None:
    text = 'background "He said \\"yes\\" to \\u{738B}."\nclaim c "He said"\n'
    assert places(text, "uncovered-text") == ['yes\\" to \\u{738B}']


@pytest.mark.parametrize("text", ["", "。", "，\n \t　「」—…"])
def test_white_space_and_punctuation_need_no_claim(text: str) -> None:
    assert found(f'background """\n{text}甲。{text}\n"""\nclaim c "甲"\n', "uncovered-text") == []


BACKGROUND = 'background "A. B. C."\nclaim a "A."\nclaim b "B."\nvar x "x": bool\nvar n "n": 0..3\n'


@pytest.mark.parametrize(
    ("more", "missing"),
    [
        ("", ["a", "b"]),
        ("sort S { k } cites a", ["b"]),
        ("constraint k: x cites a, b", []),
        ("scope s { retract k } constraint k: x cites a scope t { retract citing b }", ["b"]),
        ('claim c "C." restates b constraint k: x cites a, c', []),
        ('claim c "C." restates b constraint k: x cites a, b', []),
        ('claim c "C." unmodelled because "so" constraint k: x cites a, b', []),
        ("ask q cites a, b: possible x", []),
        ("scope s { assume x cites a assume n == 1 cites b }", []),
        ("change k: assume x cites a, b", []),
        ("define p { rule r: p if x cites a } cites b", []),
    ],
)
def test_claims_that_are_not_cited(more: str, missing: list[str]) -> None:
    assert places(BACKGROUND + more, "claim-not-cited") == missing


@pytest.mark.parametrize(
    ("more", "weak"),
    [
        ("var y: bool cites a", ["a"]),
        ("var y: bool cites a constraint k: y cites a", []),
        ("var y: 0..3 cites a ask q: possible y == 1", []),
        ("var y: 0..3 cites a", ["a"]),
        ("sort S { k } cites a var y(S): bool ask q: possible y(k)", []),
        ("sort S { k } cites a", ["a"]),
        ("derive d = x cites a ask q: possible d", []),
        ("derive d = x cites a", ["a"]),
        ("var y: bool cites a scope s { assume y cites a }", []),
        ('claim c "C." restates a var y: bool cites a constraint k: y cites c', []),
    ],
)
def test_claims_that_are_only_declared(more: str, weak: list[str]) -> None:
    assert places(BACKGROUND + more, "claim-only-declared") == weak


def test_derivation_that_only_asks_read_needs_no_claim() -> None:
    text = BACKGROUND + "derive d = n + 1 derive e = d + 1 ask q: values e"
    assert places(text, "uncited-derivation") == []
    assert places(text + " constraint k: e > 2 cites a", "uncited-derivation") == ["d", "e"]
    assert places(text + " define p { rule r: p if e > 2 }", "uncited-derivation") == ["d", "e"]


def test_variable_that_only_asks_read_needs_no_claim() -> None:
    """As an imported conclusion has them, of which no sentence speaks."""
    text = BACKGROUND + "var y: bool var z: bool derive d = y ask q: possible d "
    assert places(text, "uncited-variable") == ["x", "n", "z"]
    for more in ("constraint k: y cites a", "scope s { assume d cites a }", "change c: assume y"):
        assert places(text + more, "uncited-variable") == ["x", "n", "y", "z"]


def test_without_a_background_nothing_cites() -> None:
    text = "var x: bool\ntable t: 0..1 = { (): 1 }\nconstraint k: x\n".replace(
        "table t: 0..1 = { (): 1 }\n", ""
    )
    for code in ("uncited-constraint", "uncited-variable", "missing-alias", "uncovered-text"):
        assert found(text, code) == []


# ---------------------------------------------------------------------------- uses


@pytest.mark.parametrize(
    ("text", "code", "unused"),
    [
        ("var x: bool var y: bool derive d = y ask q: possible x", "unused-variable", ["y"]),
        ("var x: bool scope s { assume x }", "unused-variable", []),
        ("var x: bool change k: assume x", "unused-variable", []),
        ("var x: bool define p { rule r: p if x }", "unused-variable", ["x"]),
        ("var x: bool define p { rule r: p if x } ask q: possible p", "unused-variable", []),
        ("var x: bool derive d = x scope s { replace d with not x }", "unused-derivation", ["d"]),
        ("var x: bool define p { rule r: p if p } ask q: possible x", "unused-derivation", ["p"]),
        ("sort S { a } sort T = S { a } var x(T): bool ask q: possible x(a)", "unused-sort", []),
        ("sort S { a } def f(s) = 1 var n: 1..2 ask q: possible f(S) == n", "unused-sort", []),
        ("def f(x) = x def g(x) = f(x) var y: bool ask q: possible y", "unused-macro", ["f", "g"]),
        ("def f(g) = g var y: bool ask q: possible f(y)", "unused-macro", []),
        ("def k = 3 var y: 0..k ask q: possible y == 0", "unused-macro", []),
        (
            "var x: bool scope s {} scope t extends s {} ask q under t: possible x",
            "unused-scope",
            [],
        ),
        (
            "var x: bool scope s {} scope t extends s {} ask q: possible x",
            "unused-scope",
            ["s", "t"],
        ),
        ("var x: bool scope s {} ask q: same { base, s }: possible x", "unused-scope", []),
        ("var x: bool scope s {} ask q: (possible x) under s", "unused-scope", []),
        (
            "var x: bool constraint k: not x change c: retract k change d: retract k\n"
            "ask q: repair {c} to possible x",
            "unused-change",
            ["d"],
        ),
    ],
)
def test_unused(text: str, code: str, unused: list[str]) -> None:
    assert places(text, code) == unused


def test_what_is_unused_through_others_says_so() -> None:
    text = "var x: bool derive d = x derive e = x ask q: count worlds"
    assert found(text, "unused-variable") == [
        "the variable x is only read by d, e, not used either"
    ]


def test_a_library_declares_for_others(tmp_path: Path) -> None:
    path = tmp_path / "lib.hlogic"
    path.write_text(
        "module lib\nsort S { a, b }\ntable t(S): 0..1 = { a: 1 }\ndef f(x) = x\n", "utf-8"
    )
    assert hlogic.load(path).lint().diagnostics == ()


LABELS = "sort S ordered { a, b, c } var x: S var y: S "


@pytest.mark.parametrize(
    ("more", "silent"),
    [
        ("constraint k: x == a ask q: possible y == b", ["c"]),
        ("constraint k: x == a ask q: possible y == b expect true", ["c"]),
        ("constraint k: x != y", []),
        ("constraint k: x in { a, b, c }", []),
        ("constraint k: x in S { a, b }", ["c"]),
        ("constraint k(s in S): x != s", []),
        ("constraint k: exists s in S: x == s", []),
        ("constraint k: rank(x) > 1", []),
        ("ask q: values x", []),
        ("ask q: possible_set s in S: x == s", []),
        ("derive d = match x { a: 1, b: 2 default 0 } ask q: possible d == 1", ["c"]),
        ("derive d = match x { a: 1, b: 2 default 0 }", []),  # the sort itself is not used
        ("table t(S): bool = { a, b } ask q: possible t(x)", ["c"]),
        ("scope s { assume x == c } ask q: possible x == a or y == b", []),
        ("change k: assume x == c ask q: possible x == a or y == b", []),
    ],
)
def test_unmentioned_labels(more: str, silent: list[str]) -> None:
    assert places(LABELS + more, "unmentioned-label") == silent


# ---------------------------------------------------------------------------- readers


@pytest.mark.parametrize("question", ["", '""', '" \\t"', "「　」"])
def test_blank_question(question: str) -> None:
    assert places(f"ask q {question}: count worlds", "missing-question") == ["q"]
    assert places(f"check q {question}: count worlds", "missing-question") == ["q"]


def test_alias_is_not_missed_where_the_name_stands_in_the_text() -> None:
    text = 'background "Ann met 李明 at the old mill."\nsort P { ann, 李明, an, mill_wheel }\n'
    text += "var old_mill: P\n"
    assert places(text, "missing-alias") == ["an", "mill_wheel"]


def test_alias_of_all_that_is_shown() -> None:
    text = (
        'background "…"\nvar v: bool\nderive d = v\ndefine p { rule r: p if v }\n'
        "scope s {}\nchange k: assume v\nvar w: { l }\n"
        "ask q: incompatible { case x: v }\nask r: cases { case y: count worlds }\n"
    )
    assert set(places(text, "missing-alias")) == {"v", "d", "p", "s", "k", "w", "l", "x", "y"}


def test_aliases_that_say_some_of_their_arguments() -> None:
    text = (
        'sort S { a "a" }\nvar v(S, 1..2) "{2} is": bool\nvar none(S, S) "None": bool\n'
        'var all(S, S) "{2} {1}": bool\nderive d(x, y in S) "{1}" | "{1} {2}" = v(x, 1)\n'
        'define p(S, S) "of {2}" { rule r(x in S): p(x, x) if v(x, 1) }\n'
        'table t(S, 1..2) "of {1}": bool = { (a, 1), (a, 2) }\n'
        'constraint k(x in S, n in 1..2) "{1} is right": v(x, n)\n'
    )
    assert set(places(text, "partial-alias")) == {"v", "d", "p", "t"}


@pytest.mark.parametrize(
    ("constraint", "fires"),
    [
        ("x(1) and x(2)", True),
        ("x(1) and y", True),
        ("x(1) and (x(1) implies y)", False),
        ("x(1) and (x(1) implies y) and x(2)", True),
        ("n >= 1 and n <= 2", False),
        ("n >= 1 and 1 < 2", False),
        ("x(1) or y", False),
        ("d > 1 and x(1)", False),
        ("d > 1 and y", True),
    ],
)
def test_several_assertions(constraint: str, fires: bool) -> None:
    text = (
        "var x(1..2): bool var y: bool var n: 0..3 derive d = count(i in 1..2: x(i))\n"
        f"constraint k: {constraint}\n"
    )
    assert bool(found(text, "several-assertions")) is fires


def test_several_claims_that_only_one_constraint_cites() -> None:
    text = BACKGROUND + "constraint k: n >= 1 and n <= 2 cites a, b\n"
    assert len(found(text, "several-assertions")) == 1
    assert found(text + "constraint l: x cites a\n", "several-assertions") == []


# ---------------------------------------------------------------------------- running


def test_a_rule_that_reaches_a_limit_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def stops(subject: object) -> object:
        raise LimitError("there are too many")

    monkeypatch.setattr("hlogic.compiler.lint.shadowing.check", stops)
    linted = hlogic.loads('item a "a"\nvar x: bool # lint: allow shadowing - so\n').lint()
    assert linted.unfinished == (("shadowing", "there are too many"),)
    assert "unused-silencing" not in {d.code for d in linted.diagnostics}


def test_deep_rules_run_only_with_an_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def asks(subject: object) -> object:
        asked.append(subject.worlds.session("base").possible(()))  # type: ignore[attr-defined]
        return ()

    deep = Rule("shadowing", "warning", "…", "shadowing.check", deep=True)
    monkeypatch.setitem(registry.RULES, "shadowing", deep)  # type: ignore[arg-type]
    monkeypatch.setattr("hlogic.compiler.lint.shadowing.check", asks)
    item = hlogic.loads('item a "a"\nvar x: bool\n')
    item.lint()
    assert asked == []
    item.lint(deep=True)
    assert asked == [True]


def test_findings_come_in_the_order_of_the_text() -> None:
    text = 'item a "a"\nvar y: bool\ntable t: 0..1 = { }\nvar x: bool\nask q: count worlds\n'
    text = text.replace("table t: 0..1 = { }\n", "derive t = 1\n")
    diagnostics: tuple[Diagnostic, ...] = hlogic.loads(text).lint().diagnostics
    assert [d.line for d in diagnostics] == sorted(d.line for d in diagnostics) != []
