"""Choices: `if`, and `match` with a branch for each of some values.

What is matched and has no branch has no value, unless there is a default.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hlogic.compiler import ast, ops
from hlogic.compiler.diagnostics import fail
from hlogic.compiler.elaborate.environment import Env
from hlogic.compiler.elaborate.mistakes import Mistakes, each
from hlogic.compiler.sorts import NEVER, Type, comparable, describe
from hlogic.compiler.terms import Term

if TYPE_CHECKING:
    from hlogic.compiler.elaborate.expressions import Expressions


def choice(ex: Expressions, expr: ast.If | ast.Match, env: Env) -> Term:
    if isinstance(expr, ast.If):
        return _if(ex, expr, env)
    mistakes = Mistakes()
    subject = default = ex.undefined(NEVER)
    with mistakes:
        subject = ex.term(expr.subject, env)
    keys: list[Term] = []
    bodies: list[Term] = []
    for arm in expr.arms:
        with mistakes:
            key = _arm_key(ex, arm, subject.type, env)
            if key in keys:
                fail("duplicate-arm", arm.key.span, f"{arm.key.span.text} has a branch already")
            keys.append(key)
        with mistakes:
            bodies.append(ex.term(arm.body, env))
    if expr.default is not None:
        with mistakes:
            default = ex.term(expr.default, env)
    mistakes.raise_all()
    arms = [term for arm in zip(keys, bodies, strict=True) for term in arm]
    made = ex.apply(ops.MATCH, (subject, default, *arms), expr.span)
    if expr.default is not None:
        return made
    return ex.pool.app(ops.MATCH, (subject, ex.undefined(made.type), *arms))


def _if(ex: Expressions, expr: ast.If, env: Env) -> Term:
    mistakes = Mistakes()
    with mistakes:
        condition = ex.boolean(expr.condition, env, "the condition of `if`")
    with mistakes:
        branches = each(lambda e: ex.term(e, env), (expr.then, expr.otherwise))
    mistakes.raise_all()
    return ex.apply(ops.IF, (condition, *branches), expr.span)


def _arm_key(ex: Expressions, arm: ast.Arm, subject: Type, env: Env) -> Term:
    term = ex.term(arm.key, env)
    value = ex.constant(term, arm.key.span, "the label of a branch")
    if not comparable(term.type, subject):
        message = f"what is matched is {describe(subject)}, never {describe(term.type)}"
        fail("type-mismatch", arm.key.span, message)
    return ex.pool.const(value, term.type)
