"""How what a group may not say of itself can be said, where there is such a way.

A least group has it only as a stable one; each hint is worded for both.
"""

from __future__ import annotations

from collections.abc import Mapping

from hlogic.compiler import ast
from hlogic.compiler.record import record

TURNED: Mapping[str, str] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_LONGEST = 40
_FORMULAS = (ast.Bool, ast.Name, ast.Call, ast.Chain, ast.Quant, ast.In)


@record
class Hint:
    least: str
    stable: str


NONE = Hint("", "")
MATCH = Hint(*["`if … then … else …` takes it, after `then` and `else`"] * 2)


def _under_not(form: str) -> Hint:
    """A form that a stable group may have."""
    return Hint(f"`define stable` allows `{form}`", f"write `{form}`")


def implication(left: ast.Expr, right: ast.Expr) -> Hint:
    return _under_not(f"not {_part(left)} or {_part(right)}")


def where_of_forall(where: ast.Expr) -> Hint:
    return _under_not(f"forall …: not {_part(where)} or …")


def branch(expr: ast.If) -> Hint:
    condition = _part(expr.condition)
    then, otherwise = _part(expr.then), _part(expr.otherwise)
    return _under_not(f"{condition} and {then} or not {condition} and {otherwise}")


def comparison(expr: ast.Binary) -> Hint:
    """Two formulas are alike where both hold or neither does."""
    sides = (expr.left, expr.right)
    if not all(isinstance(s, _FORMULAS) or _is(s, "not") for s in sides):
        return NONE
    a, b = map(_part, sides)
    if expr.op in ("iff", "=="):
        return _under_not(f"{a} and {b} or not {a} and not {b}")
    if expr.op in ("xor", "!="):
        return _under_not(f"{a} and not {b} or not {a} and {b}")
    return NONE


def compared_count(op: str, bound: ast.Expr) -> Hint:
    """`count(…) op bound`"""
    k, more = _bound(bound), _bound(bound, 1)
    match op:
        case ">":
            write = f"write count(…) >= {_bound(bound, 1, bare=True)}"
            return Hint(write, write)
        case "<":
            return _under_not(f"not at_least {k} (…)")
        case "<=":
            return _under_not(f"not at_least {more} (…)")
        case "==":
            return _under_not(f"at_least {k} (…) and not at_least {more} (…)")
    return NONE


def cardinality(expr: ast.Agg | ast.AggOf) -> Hint:
    """`exactly k (…)`, `at_most k (…)`"""
    if expr.bound is None:
        return NONE
    return compared_count({"exactly": "==", "at_most": "<="}[expr.kind], expr.bound)


def _is(expr: ast.Expr, op: str) -> bool:
    return isinstance(expr, ast.Unary) and expr.op == op


def _bound(expr: ast.Expr, more: int = 0, bare: bool = False) -> str:
    """A bound, or the next one, as `at_least` takes it."""
    if isinstance(expr, ast.Int):
        return str(expr.value + more)
    text = _text(expr)
    if more:
        return f"{text} + {more}" if bare else f"({text} + {more})"
    return text if isinstance(expr, ast.Name) or _enclosed(text) else f"({text})"


def _part(expr: ast.Expr) -> str:
    """An operand of `and`, `or` and `not`, as it is written."""
    text = _text(expr)
    whole = isinstance(expr, ast.Bool | ast.Name | ast.Call) or _is(expr, "not") or text == "…"
    return text if whole or _enclosed(text) else f"({text})"


def _enclosed(text: str) -> bool:
    """Whether the parenthesis that a text begins with is closed at its end."""
    depth = 0
    for place, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth == 0:
            return place == len(text) - 1
    return False


def _text(expr: ast.Expr) -> str:
    text = " ".join(expr.span.text.split())
    return text if 0 < len(text) <= _LONGEST and "#" not in text else "…"
