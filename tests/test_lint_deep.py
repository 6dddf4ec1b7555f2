"""Deep rules of lint: what their messages say, and where they must not fire."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import hlogic
from hlogic.compiler.diagnostics import Beyond, Diagnostic, LimitError
from hlogic.compiler.lint.rule import Finding, Subject


def deep(text: str, code: str, engine: str | None = None) -> list[Diagnostic]:
    """What one rule finds in an item's declarations."""
    item = hlogic.loads(f'item a "a"\n{text}', engine=engine)
    linted = item.lint({code: "warning"}, deep=True)
    assert linted.unfinished == ()
    return list(linted.diagnostics)


def messages(text: str, code: str) -> list[str]:
    return [d.message for d in deep(text, code)]


# ---------------------------------------------------------------------------- no world

STABLE = "var x: bool define stable p { rule r: p if not p }"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "var x: bool constraint a: x constraint b: not x",
            "a, b together",
        ),
        ("var n: 0..3 constraint a: n > 5", "no assignment meets a"),
        ("var n: 0..3 constraint a: n // 0 == 1", "a has no value in any assignment"),
        ("var n: 1..3 constraint a(i in 1..3): n == i", "meets all of a(1), a(2)"),
        (STABLE, "whatever its constraints: a stable group has no model"),
    ],
)
def test_theory_without_world(text: str, said: str) -> None:
    (message,) = messages(text, "theory-without-world")
    assert message.startswith("the theory has no world")
    assert said in message


def test_scope_without_world_marks_what_is_to_blame() -> None:
    text = (
        "var n: 0..3\nconstraint a: n > 1\nconstraint b: n != 3\nscope s { assume n != 2 }\n"
        "scope t { retract b }"
    )
    (found,) = deep(text, "scope-without-world")
    assert found.message == "the scope s has no world: no assignment meets a, b, `n != 2` together"
    assert [label.span.text for label in found.labels] == ["a", "b", "assume n != 2"]


# ---------------------------------------------------------------------------- idle constraints


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "constraint a: n > 1 constraint b: n > 0",
            ["b never excludes a world: it follows from a"],
        ),
        ("constraint a: n >= 0", ["a never excludes a world: it is true in every assignment"]),
        ("constraint a: n > 1 constraint b: n > 0 scope s { retract a }", []),
        (
            "constraint a: n > 1 constraint b(i in 0..1): n != i",
            [
                "a never excludes a world: it follows from b",
                "b with its 2 instances never excludes a world: it follows from a",
            ],
        ),
        (
            "constraint a: n > 1 scope s { assume n > 0 }",
            ["the assumption `n > 0` never excludes a world: it follows from a (in the scope s)"],
        ),
        ("constraint a: n > 1 constraint b: n < 1", []),  # no scope has a world
        (
            "constraint a: n > 1 constraint b: 3 // n >= 0",
            ["b never excludes a world: it follows from a"],
        ),
    ],
)
def test_idle_constraint(text: str, said: list[str]) -> None:
    assert messages(f"var n: 0..3 {text}", "idle-constraint") == said


# ---------------------------------------------------------------------------- undefined

DAYS = (
    'sort D ordered { mon "Mo", tue "Tu", wed "We" } var d "the day": D var n: 0..3 var b: bool\n'
    "table t(D): 0..9 = { mon: 1, tue: 2 } derive after(e in D): D = next(e)\n"
    "derive two: 0..2 = n var u: D | { none } def k = 2\n"
)


@pytest.mark.parametrize(
    ("formula", "where", "why"),
    [
        ("next(d) != mon", "the day = We", "`next(We)` has no value"),
        ("t(d) < 5", "the day = We", "the table t has no entry for `t(We)`"),
        ("after(d) != mon", "the day = We", "`next(We)` has no value"),
        ("t(next(d)) >= 0", "the day = Tu", "the table t has no entry for `t(We)`"),
        ("7 // n > 0", "n = 0", "`7 // 0` has no value"),
        ("7 % n >= 0", "n = 0", "`7 % 0` has no value"),
        ("two >= 0", "n = 3", "`two` would be 3, which its domain does not hold"),
        ("u < wed or u == wed", "u = none", "none is of another kind than the operator takes"),
        ("match n { 0: true, 1: true, 2: true }", "n = 3", "no branch of `match` fits 3"),
        ("match n { 0: 1 // n > 0 default true }", "n = 0", "`1 // 0` has no value"),
        ("if b then true else 7 // n > 0", "n = 0, b = false", "`7 // 0` has no value"),
        ("min(i in 1..3 where i < n: i) >= 0", "n = 0", "`min` has nothing to choose from"),
        ("max(i in 1..3 where i < n: i default 1 // n) >= 0", "n = 0", "`1 // 0` has no value"),
        ("select_unique(i in 0..3 where i < n default 5) >= 0", "n = 2", "none, or several"),
        ("select_unique(i in 0..3 where i < n) >= 0", "n = 0", "none, or several"),
        ("forall i in 1..3: 9 // (n - i) != 100", "n = 1", "`9 // 0` has no value"),
        ("count(i in 1..2: 9 // (n - i) > 0) >= 0", "n = 1", "`9 // 0` has no value"),
        ("all_different(i in 1..2: 9 // (n - i)) or n == n", "", ""),
    ],
)
def test_undefined_constraint(formula: str, where: str, why: str) -> None:
    found = messages(f"{DAYS}constraint c: {formula}", "undefined-constraint")
    if not why:
        assert found == []  # `true or …` is true
        return
    (message,) = found
    assert message.startswith(f"c excludes the world of base where {where} only because")
    assert message.endswith(why)


def test_undefined_constraint_under_not_says_so() -> None:
    (plain,) = deep(f"{DAYS}constraint c: next(d) == wed", "undefined-constraint")
    (denied,) = deep(f"{DAYS}constraint c: not next(d) == wed", "undefined-constraint")
    assert not plain.hint.startswith("`not`")
    assert denied.hint.startswith("`not` and `!=`")


def test_undefined_constraints_that_share_a_cause_are_both_found() -> None:
    text = f"{DAYS}constraint c: next(d) != mon constraint e: next(d) != tue or b"
    assert len(deep(text, "undefined-constraint")) == 2


def test_undefined_constraint_names_the_instances_of_its_world() -> None:
    text = "var n: 0..3 constraint c(i in 0..4): 9 // (n * i) >= 0"
    (message,) = messages(text, "undefined-constraint")
    assert message.startswith("c(0) excludes the world of base where n = 0 only because")
    assert message.endswith("; so it is with c(1), c(2), c(3), c(4)")


def test_what_is_false_elsewhere_is_not_excluded_by_being_undefined() -> None:
    text = f"{DAYS}constraint c: next(d) != mon constraint e: d != wed"
    assert messages(text, "undefined-constraint") == []


def test_undefined_derivation_of_a_predicate() -> None:
    text = "var n: 0..1 define p(1..2) { rule r(i in 1..2): p(i) if 1 // n == i }"
    (message,) = messages(text, "undefined-derivation")
    assert message.startswith("p(1) has no value in a world of base where n = 0")
    assert message.endswith("nor has, in some world, p(2)")


def test_undefined_derivation_only_in_a_scope() -> None:
    text = "var n: 0..2 derive d: 0..1 = n constraint c: n < 2 scope s { retract c }"
    (message,) = messages(text, "undefined-derivation")
    assert message.startswith("d has no value in a world of s where n = 2")


# ---------------------------------------------------------------------------- necessities

NEEDS = "var x: bool var n: 0..3 constraint c: n < 3 constraint d: x implies n == 0\n"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("necessary x where n == 3", "q is answered about nothing: no world meets"),
        ("necessary n == 3 implies x", "the premise of `n == 3 implies x` is true in no world"),
        ("necessary n == 3 or x", None),
        ("necessary not n == 3 or x", "is true in no world"),
        ("necessary n == 2 implies not x", None),
        ("necessary x implies (n == 1 implies n == 2)", "is true in no world"),
        ("necessary forall i in 3..4: n == i implies x", "is true in no world"),
        ("necessary forall i in 2..4: n == i implies not x", None),
        ("necessary forall i in 2..4 where n == i: i > 7", None),  # it is false
        ("necessary (n == 3 implies x) and (n == 3 implies not x)", "is true in no world"),
        ("necessary (n == 3 implies x) and n < 3", None),
        ("truth n == 3 implies x", "is true in no world"),
        ("truth x where n == 3", None),  # says `inconsistent`
        ("possible n == 3 implies x", None),
        ("necessary_set i in 2..3: n == i implies not x", "for i = 3: the premise"),
        ("necessary_set i in 2..3: x where n == 3", "q is answered about nothing"),
        ("for_each i in 2..3: necessary not x where n == i", "about nothing for i = 3"),
        ("not necessary x where n == 3", "q is answered about nothing"),
        ("necessary x under none", None),  # that scope has no world at all
    ],
)
def test_vacuous_necessary(query: str, said: str | None) -> None:
    text = f"{NEEDS}scope none {{ assume n == 3 }} ask q: {query}"
    found = messages(text, "vacuous-necessary")
    if said is None:
        assert found == []
    else:
        (message,) = found
        assert said in message


# ---------------------------------------------------------------------------- values


def test_fixed_variables_one_by_one_or_all_at_once() -> None:
    text = 'var x "it": bool var n(1..2) "the {1}": 0..3 constraint c: x constraint d: n(1) == 2 '
    assert messages(text, "fixed-variable") == [
        "the variable x has one value in all worlds: it = true"
    ]
    (found,) = deep(text + "constraint e: n(2) == 3", "fixed-variable")
    assert (found.message, found.span.text) == ("all 2 variables have one value in all worlds", "a")
    assert messages(text + "scope s { retract c }", "fixed-variable") == []


def test_untaken_values_of_all_scopes() -> None:
    text = "var n(1..2): 0..9 var x: bool constraint c(i in 1..2): n(i) in { 0, 2, 3, 9 } "
    (message,) = messages(text, "untaken-value")
    assert message == "in no world the variable n takes any of the values 1, 4..8"
    (message,) = messages(text + "scope s { replace c(2) with n(2) < 8 }", "untaken-value")
    assert message == "in no world the variable n takes the value 8"


# ---------------------------------------------------------------------------- scopes and asks

SCOPED = (
    "var x: bool var n: 0..3 constraint c: n < 3\n"
    "scope s { assume x } scope t extends s { retract c } scope u { retract c }\n"
)


def test_idle_scope_names_the_asks_that_look() -> None:
    asks = "ask q: values n under s ask r: possible n == 1 under s ask v: values n under u "
    (found,) = deep(SCOPED + asks, "idle-scope")
    assert found.message == "the scope s changes no answer: as under base come out q, r"
    assert messages(SCOPED + asks, "unmoved-ask") == []  # said once


def test_unmoved_ask_where_the_scope_moves_others() -> None:
    asks = "ask q: values n under s ask r: values x under s ask v: for_scopes { base, s }: values n"
    assert messages(SCOPED + asks, "idle-scope") == []
    assert [d.span.text for d in deep(SCOPED + asks, "unmoved-ask")] == ["q", "v"]


def test_unmoved_ask_needs_all_its_scopes_to_change_nothing() -> None:
    asks = "ask q: for_scopes { s, u }: values n ask r: values x under s"
    assert messages(SCOPED + asks, "unmoved-ask") == []


def test_families_and_repairs_of_scopes() -> None:
    text = (
        "var n: 0..3 constraint a: n > 1 constraint b: n < 1 scope s { replace b with n < 2 }\n"
        "change k: retract a ask q: core under s ask r: repair { k } to possible n == 1 under s\n"
    )
    assert messages(text, "idle-scope") == []
    (found,) = deep(text, "unmoved-ask")
    assert found.span.text == "q"


# ---------------------------------------------------------------------------- limits

FIXED = 'item a "a"\nvar x: bool constraint c: x\n'


def test_the_next_engine_is_asked_where_one_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    from hlogic.backends.sat import SatEngine

    def refuse(*args: object) -> None:
        raise Beyond("too wide")

    monkeypatch.setattr(SatEngine, "open", refuse)
    linted = hlogic.loads(FIXED).lint({"fixed-variable": "info"}, deep=True)
    assert len(linted.diagnostics) == 1
    linted = hlogic.loads(FIXED, engine="sat").lint({"fixed-variable": "info"}, deep=True)
    assert linted.unfinished == (("fixed-variable", "too wide"),)


def test_what_was_found_before_a_limit_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    def stops(subject: Subject) -> Iterator[Finding]:
        yield Finding("found", subject.file.header.name.span)
        raise LimitError("time is up", "timeout")

    monkeypatch.setattr("hlogic.compiler.lint.fixed_variable.check", stops)
    linted = hlogic.loads(FIXED).lint({"fixed-variable": "info"}, deep=True)
    assert [d.message for d in linted.diagnostics] == ["found"]
    assert linted.unfinished == (("fixed-variable", "time is up"),)
