"""Operators: connectives, comparisons, arithmetic and membership, to rows of the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hlogic.compiler import ast, ops
from hlogic.compiler.diagnostics import HlogicError, fail
from hlogic.compiler.elaborate.calls import sort_argument
from hlogic.compiler.elaborate.environment import Env
from hlogic.compiler.elaborate.mistakes import Mistakes, each
from hlogic.compiler.ops import Op
from hlogic.compiler.sorts import BOOL, INT, NEVER, Domain, SetType, comparable, describe, open_root
from hlogic.compiler.source import Span
from hlogic.compiler.terms import Term

if TYPE_CHECKING:
    from hlogic.compiler.elaborate.expressions import Expressions

COMPARISONS: Mapping[str, tuple[Op, bool]] = {  # operator, whether its operands change places
    "<": (ops.LT, False),
    "<=": (ops.LE, False),
    ">": (ops.LT, True),
    ">=": (ops.LE, True),
}
ARITHMETIC: Mapping[str, Op] = {"*": ops.MUL, "//": ops.DIV, "%": ops.MOD}


def operator(
    ex: Expressions, expr: ast.Unary | ast.Chain | ast.Binary | ast.In | ast.Tuple, env: Env
) -> Term:
    match expr:
        case ast.Unary(op="not", arg=arg):
            return ex.pool.app(ops.NOT, (ex.boolean(arg, env, "what `not` denies"),))
        case ast.Unary(arg=arg):
            term = ex.integer(arg, env)
            if isinstance(arg, ast.Int):
                return ex.pool.const(-arg.value, INT)
            return ex.pool.app(ops.NEG, (term,))
        case ast.Chain(op=op, items=items):
            terms = each(lambda i: _operand(ex, expr, i, env), items)
            return ex.pool.app(ops.AND if op == "and" else ops.OR, terms)
        case ast.Binary():
            return _binary(ex, expr, env)
        case ast.In():
            return _membership(ex, expr, env)
        case ast.Tuple(items=items):
            return ex.pool.app(ops.TUPLE, each(lambda i: ex.term(i, env), items))


def _operand(ex: Expressions, chain: ast.Chain, item: ast.Expr, env: Env) -> Term:
    """An operand of `and` or `or`; in `x == a or b` a value stands where a comparison should."""
    try:
        return ex.boolean(item, env, f"an operand of `{chain.op}`")
    except HlogicError as error:
        first, (found, *more) = chain.items[0], error.diagnostics or (None,)
        if found is None or more or found.code != "bool-expected" or found.span != item.span:
            raise
        if not isinstance(first, ast.Binary) or first.op not in ("==", "!="):
            raise
        meant = f"{first.left.span.text} {first.op} {item.span.text}"
        fail(found.code, found.span, found.message, f"write {meant}, a comparison for each value")


def _binary(ex: Expressions, expr: ast.Binary, env: Env) -> Term:
    op, sides = expr.op, (expr.left, expr.right)
    if op in ("implies", "iff", "xor"):
        left, right = each(lambda e: ex.boolean(e, env, f"an operand of `{op}`"), sides)
        if op == "implies":
            return ex.pool.app(ops.OR, (ex.pool.app(ops.NOT, (left,)), right))
        same = ex.pool.app(ops.EQ, (left, right))
        return same if op == "iff" else ex.pool.app(ops.NOT, (same,))
    if op in ("+", "-"):
        return _sum(ex, expr, env)
    if op in ARITHMETIC:
        return ex.pool.app(ARITHMETIC[op], each(lambda e: ex.integer(e, env), sides))
    if op == "<" and isinstance(expr.right, ast.Unary) and ex.term(expr.left, env).type == BOOL:
        hint = "for an arrow, write B implies A for A <- B"
        fail("type-mismatch", expr.span, "a bool is never less than a number", hint)
    terms = each(lambda e: ex.term(e, env), sides)
    if op in COMPARISONS:
        row, swapped = COMPARISONS[op]
        terms = ex.ordered(terms, expr.span)
        return ex.apply(row, terms[::-1] if swapped else terms, expr.span)
    equal = ex.apply(ops.EQ, terms, expr.span)
    return equal if op == "==" else ex.pool.app(ops.NOT, (equal,))


def _sum(ex: Expressions, expr: ast.Binary, env: Env) -> Term:
    """`a + b - c` as one sum, however long."""
    signed: list[tuple[str, ast.Expr]] = []
    left: ast.Expr = expr
    while isinstance(left, ast.Binary) and left.op in ("+", "-"):
        signed.append((left.op, left.right))
        left = left.left
    signed.append(("+", left))
    terms = each(lambda s: ex.integer(s[1], env), signed)
    parts = [
        term if sign == "+" else ex.pool.app(ops.NEG, (term,))
        for term, (sign, _) in zip(terms, signed, strict=True)
    ]
    return ex.pool.app(ops.SUM, parts[::-1])


def _membership(ex: Expressions, expr: ast.In, env: Env) -> Term:
    mistakes = Mistakes()
    item = ex.undefined(NEVER)
    with mistakes:
        item = ex.term(expr.item, env)
    with mistakes:
        term = _member_of(ex, item, expr, env)
    mistakes.raise_all()
    return ex.pool.app(ops.NOT, (term,)) if expr.negated else term


def _member_of(ex: Expressions, item: Term, expr: ast.In, env: Env) -> Term:
    span = expr.span
    match expr.collection:
        case ast.SetLit(items=()):
            empty = ex.pool.const(frozenset(), SetType(None))
            return ex.pool.app(ops.HAS, (item, empty))
        case ast.SetLit(items=items):
            same = each(lambda i: ex.apply(ops.EQ, (item, ex.term(i, env)), i.span), items)
            return same[0] if len(same) == 1 else ex.pool.app(ops.OR, same)
        case ast.RangeLit(low=low, high=high):
            ends = each(lambda e: ex.integer(e, env), (low, high))
            if not comparable(item.type, INT):
                fail("type-mismatch", span, f"{describe(item.type)} is never in a range")
            return ex.pool.app(ops.WITHIN, (item, *ends))
        case ast.Subset() as subset:
            return in_domain(ex, item, ex.domains.read(subset, env), span)
    domain = sort_argument(ex, expr.collection, env)
    if domain is not None:
        return in_domain(ex, item, domain, span)
    return ex.apply(ops.HAS, (item, ex.term(expr.collection, env)), span)


def in_domain(ex: Expressions, item: Term, domain: Domain, span: Span) -> Term:
    """Membership in a domain: ranges by their ends, other members as a set."""
    if not comparable(item.type, domain.type):
        fail(
            "type-mismatch", span, f"{describe(item.type)} is never in {domain.name}"
        )  # fmt: skip
    if open_root(domain.type) is not None:
        return ex.pool.app(ops.DEFINED, (item,))  # of the sort that it is compared with
    tests: list[Term] = []
    for part in domain.parts:
        if isinstance(part, range):
            ends = [ex.pool.const(e, INT) for e in (part.start, part.stop - 1)]
            tests.append(ex.pool.app(ops.WITHIN, (item, *ends)))
        else:
            members = ex.pool.const(frozenset(part), SetType(domain.type))
            tests.append(ex.pool.app(ops.HAS, (item, members)))
    return tests[0] if len(tests) == 1 else ex.pool.app(ops.OR, tests)
