"""Rules of lint about what does nothing: comparisons, operations of scopes, rows."""

from __future__ import annotations

import pytest

from lint_runs import found, places

# ---------------------------------------------------------------------------- comparisons

COMPARED = (
    "sort S ordered { a, b } sort T = S { a } var n: 1..3 var m: 5..9 var s: S var t: T\n"
    "var u: S | { none } table w(1..3): 2..4 = { 1: 2, 2: 3, 3: 4 } derive d: 0..9 = n * 2\n"
    "def k = 3 def over(x, y) = x > y def small(x: int) = x < 5\n"
)


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("n == 2", None),
        ("n == 4", "always false"),
        ("n != 4", "always true"),
        ("n < m", "always true"),
        ("m <= n", "always false"),
        ("n <= k", "always true"),
        ("n < k", None),
        ("n == n", "always true"),
        ("n < n", "always false"),
        ("n * 2 > 7", "always false"),
        ("n * 2 > 5", None),
        ("n in { 4, 5 }", "always false"),
        ("n in { 3, 4 }", None),
        ("n not in 0..9", "always false"),
        ("n in 2..9", None),
        ("t == b", "always false"),
        ("t < s", None),
        ("s <= b", "always true"),
        ("s in T", None),
        ("u == none", None),
        ("u in S", None),
        ("w(n) > 1", "true wherever it is defined"),
        ("w(n) > 3", None),
        ("d <= 9", "true wherever it is defined"),
        ("d <= 6", None),
        ("6 // (n - 1) >= 1", "true wherever it is defined"),
        ("6 // (n - 1) > 3", None),
        ("(n, s) == (n, s)", "always true"),
        ("n == next(s)", None),
        ("at_most 3 (i in 1..3: n == i)", "always true"),
        ("at_least 4 (i in 1..3: n == i)", "always false"),
        ("exactly 2 (i in 1..3: n == i)", None),
        ("exactly 3 of { n == 1, s == a }", "always false"),
        ("sum(i in 1..3: n) <= 9", "always true"),
        ("sum(i in 1..3: n) < 9", None),
        ("forall i in 1..3: i <= n", None),
        ("forall i in 1..3: i + n <= 6", "always true"),
        ("over(n, 3)", "always false"),
        ("over(n, 3) or over(n, 2)", None),
        ("small(n)", "always true"),
        ("small(n) or small(m)", None),
    ],
)
def test_constant_comparison(formula: str, said: str | None) -> None:
    if "next(s)" in formula:
        formula = "s != next(s)"
    messages = found(f"{COMPARED}constraint c: {formula}\n", "constant-comparison")
    if said is None:
        assert messages == []
    else:
        (message,) = messages
        assert message.endswith(f"` is {said}")


def test_comparison_that_has_no_value() -> None:
    assert found("var n: 0..3 constraint c: 1 // (n - n * 1) > 0", "constant-comparison") == []
    (message,) = found("var n: 0..3 var z: 0..0 constraint c: n // z > 0", "constant-comparison")
    assert message == "`n // z > 0` is undefined in every world"


def test_macro_that_nothing_calls_compares_nothing() -> None:
    assert (
        found("def f(x: int) = x > 5 var n: 0..9 constraint k: n > 1", "constant-comparison") == []
    )


# ---------------------------------------------------------------------------- scopes and rows

SCOPED = (
    "var x: bool var n: 0..3 table t(1..2): 0..9 = { 1: 1, 2: 2 } derive d = n + t(1)\n"
    "constraint r: x tags p constraint s(i in 1..2): n != i tags q\n"
    "define f { rule g: f if x }\n"
)


@pytest.mark.parametrize(
    ("operations", "idle"),
    [
        ("retract r", []),
        ("retract r retract r", ["retract r", "retract r"]),
        ("retract s(1) retract s", ["retract s(1)"]),
        ("only r", []),
        ("only r, s", ["only r, s"]),
        ("only tags p, q", ["only tags p, q"]),
        ("only tags p", []),
        ("only r retract s", ["only r", "retract s"]),  # either would do
        ("retract tags p only tags q", ["retract tags p", "only tags q"]),
        ("replace r with not x", []),
        ("replace r with x", ["replace r with x"]),
        ("replace t(1) with 1", ["replace t(1) with 1"]),
        ("replace t(1) with 5", []),
        ("replace d with n + t(1)", ["replace d with n + t(1)"]),
        ("replace d with n + t(2)", []),
        ("disable g", []),
        ("replace f with x disable g", ["disable g"]),
        ("assume x", ["assume x"]),
        ("assume y: x", []),
        ("assume not x", []),
        ("constraint z: x", []),
    ],
)
def test_idle_operations(operations: str, idle: list[str]) -> None:
    assert places(f"{SCOPED}scope a {{ {operations} }}", "idle-operation") == idle


def test_idle_because_of_what_a_scope_extends() -> None:
    text = SCOPED + "scope a { retract r, s(1) } "
    again = "scope b extends a { retract r replace s(1) with n == 2 retract s(2) }"
    assert places(text + again, "idle-operation") == ["retract r", "replace s(1) with n == 2"]


@pytest.mark.parametrize(
    ("query", "repeats"),
    [
        ("rows (x, n)", False),
        ("rows ((x, n))", False),
        ("rows (n)", True),
        ("rows distinct (n)", False),
        ("rows (n) where x", False),
        ("rows (n) where x == true", False),
        ("rows (n) where x or n == 1", True),
        ("rows (n) under fixed", False),
        ("for_scopes { base, fixed }: rows (n)", True),
        ("for_scopes { fixed }: rows (n)", False),
        ("size of rows (n + 1, x)", True),
        ("rows (x, n) minus rows (x, n) where x", False),
    ],
)
def test_repeated_rows(query: str, repeats: bool) -> None:
    text = f"var x: bool var n: 0..3 scope fixed {{ assume x }} ask q: {query}"
    assert bool(found(text, "repeated-rows")) is repeats


def test_tags_that_keep_what_has_none() -> None:
    text = (
        "var x: bool constraint a: x tags t constraint b: x constraint c: x scope s { only tags t "
    )
    assert places(text + "}", "kept-untagged") == ["b", "c"]
    assert places(text + "retract b }", "kept-untagged") == ["c"]
