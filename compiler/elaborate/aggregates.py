"""Quantifiers and aggregates: each becomes one operator, spread over tuples or over a list.

A condition `where C` is folded into the element so that the operator need not know of it:
`forall` takes `C implies P`, `exists` takes `C and P`, `count` takes `if C then P else false`,
`sum` takes `if C then e else 0`; the others take pairs (condition, value).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hlogic.compiler import ast, ops
from hlogic.compiler.diagnostics import fail
from hlogic.compiler.elaborate.environment import Env
from hlogic.compiler.elaborate.mistakes import Mistakes, each
from hlogic.compiler.elaborate.open_sorts import refuse_open_binders, refuse_open_values
from hlogic.compiler.ops import Op
from hlogic.compiler.sorts import INT, NEVER, Type
from hlogic.compiler.source import Span
from hlogic.compiler.terms import Bound, Term

if TYPE_CHECKING:
    from hlogic.compiler.elaborate.expressions import Expressions

OPTIMA = {"min": ops.MIN, "max": ops.MAX}
CARDINALITIES = ("exactly", "at_least", "at_most")


def aggregate(expressions: Expressions, expr: ast.Quant | ast.Agg | ast.AggOf, env: Env) -> Term:
    """The term of a quantifier or an aggregate, over binders or `of` a list."""
    if isinstance(expr, ast.AggOf):
        return _of_list(expressions, expr, env)
    mistakes = Mistakes()
    variables, inner = expressions.bind(expr.binders, env, mistakes)
    where = None
    if expr.where is not None:
        with mistakes:
            where = expressions.boolean(expr.where, inner, "the condition")
    with mistakes:
        if isinstance(expr, ast.Quant):
            term: Term = _quantifier(expressions, expr, variables, where, inner)
        else:
            refuse_open_binders(variables, expr.span, f"`{expr.kind}`")
            term = _over_tuples(expressions, expr, variables, where, inner, env)
    mistakes.raise_all()
    return term


def _quantifier(
    expressions: Expressions,
    expr: ast.Quant,
    variables: tuple[Bound, ...],
    where: Term | None,
    env: Env,
) -> Term:
    pool = expressions.pool
    body = expressions.boolean(expr.body, env, f"the body of `{expr.kind}`")
    if expr.kind == "forall":
        if where is not None:
            body = pool.app(ops.OR, (pool.app(ops.NOT, (where,)), body))
        return pool.spread(ops.AND, (), variables, (body,))
    if where is not None:
        body = pool.app(ops.AND, (where, body))
    return pool.spread(ops.OR, (), variables, (body,))


def _over_tuples(
    expressions: Expressions,
    expr: ast.Agg,
    variables: tuple[Bound, ...],
    where: Term | None,
    inner: Env,
    outer: Env,
) -> Term:
    pool = expressions.pool
    kind, span = expr.kind, expr.span
    condition = where if where is not None else pool.bool(True)

    def guarded(body: Term, otherwise: Term) -> Term:
        return body if where is None else pool.app(ops.IF, (where, body, otherwise))

    if kind in ("count", *CARDINALITIES):
        assert expr.body is not None
        mistakes = Mistakes()
        with mistakes:
            body = expressions.boolean(expr.body, inner, "what is counted")
        with mistakes:
            k = _bound(expressions, expr, outer)
        mistakes.raise_all()
        count = pool.spread(ops.COUNT, (), variables, (guarded(body, pool.bool(False)),))
        return _bounded(expressions, kind, count, k)
    if kind == "sum":
        assert expr.body is not None
        zero = pool.const(0, INT)
        element = guarded(expressions.integer(expr.body, inner), zero)
        return pool.spread(ops.SUM, (), variables, (element,))
    if kind == "set":
        if expr.body is not None:
            member = expressions.boolean(expr.body, inner, "the condition of membership")
            condition = guarded(member, pool.bool(False))
        value: Term = variables[0] if len(variables) == 1 else pool.app(ops.TUPLE, variables)
        return _spread(expressions, ops.SET, (), variables, (condition, value), span)
    if kind == "select_unique":
        if len(variables) != 1:
            fail("one-binder", span, "select_unique chooses among the values of one binder")
        type = variables[0].type if expr.default is None else NEVER
        default = _default(expressions, expr.default, outer, type)
        chosen = (condition, variables[0])
        return _spread(expressions, ops.SELECT_UNIQUE, (default,), variables, chosen, span)
    assert expr.body is not None
    if kind == "all_different":
        body = expressions.term(expr.body, inner)
        return _spread(expressions, ops.ALL_DIFFERENT, (), variables, (condition, body), span)
    mistakes = Mistakes()
    with mistakes:
        default = _default(expressions, expr.default, outer, NEVER)
    with mistakes:
        body = expressions.term(expr.body, inner)
    mistakes.raise_all()
    default, body = expressions.ordered([default, body], span)
    if expr.default is None:
        default = expressions.undefined(body.type)
    return _spread(expressions, OPTIMA[kind], (default,), variables, (condition, body), span)


def _default(expressions: Expressions, default: ast.Expr | None, env: Env, type: Type) -> Term:
    return expressions.undefined(type) if default is None else expressions.term(default, env)


def _spread(
    expressions: Expressions,
    op: Op,
    leading: Sequence[Term],
    variables: Sequence[Bound],
    element: Sequence[Term],
    span: Span,
) -> Term:
    return expressions.located(
        span, lambda: expressions.pool.spread(op, leading, variables, element)
    )


def _bound(expressions: Expressions, expr: ast.Agg | ast.AggOf, env: Env) -> Term | None:
    if expr.bound is None:
        return None
    return expressions.integer(expr.bound, env, f"`{expr.kind}`")


def _bounded(expressions: Expressions, kind: str, count: Term, k: Term | None) -> Term:
    """`exactly k`, `at_least k`, `at_most k` compare a count with k; `count` is the count."""
    if k is None:
        return count
    if kind == "exactly":
        return expressions.pool.app(ops.EQ, (count, k))
    return expressions.pool.app(ops.LE, (k, count) if kind == "at_least" else (count, k))


def _of_list(expressions: Expressions, expr: ast.AggOf, env: Env) -> Term:
    pool, kind = expressions.pool, expr.kind
    yes = pool.bool(True)
    if kind in ("count", *CARDINALITIES):
        mistakes = Mistakes()
        with mistakes:
            k = _bound(expressions, expr, env)
        with mistakes:
            items = each(lambda i: expressions.boolean(i, env, "what is counted"), expr.items)
        mistakes.raise_all()
        return _bounded(expressions, kind, pool.app(ops.COUNT, items), k)
    if kind == "sum":
        return pool.app(ops.SUM, each(lambda i: expressions.integer(i, env), expr.items))
    terms = each(lambda i: expressions.term(i, env), expr.items)
    refuse_open_values(terms, expr.span, f"`{kind} of`")
    if kind in OPTIMA:
        if not terms:
            fail("empty-optimum", expr.span, f"{kind} of nothing has no value")
        pairs = [p for t in expressions.ordered(terms, expr.span) for p in (yes, t)]
        return pool.app(OPTIMA[kind], (expressions.undefined(pairs[1].type), *pairs))
    pairs = [p for t in terms for p in (yes, t)]
    op = ops.ALL_DIFFERENT if kind == "all_different" else ops.SET
    return expressions.apply(op, pairs, expr.span)
