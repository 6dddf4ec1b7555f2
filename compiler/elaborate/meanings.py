"""What a name stands for in an expression: what is meant here (a binder, an argument of a macro),
what the item declares, or a label.

A bare label is one that a single sort has; where several have it, its sort stands before it
(language.md section 2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import fail
from hlogic.compiler.elaborate.calls import apply_function
from hlogic.compiler.elaborate.environment import Env, Function
from hlogic.compiler.sorts import Domain, Label, Scalar
from hlogic.compiler.suggest import listed
from hlogic.compiler.terms import Term

if TYPE_CHECKING:
    from hlogic.compiler.elaborate.expressions import Expressions


def named(ex: Expressions, expr: ast.Name, env: Env) -> Term:
    """A name without arguments."""
    local = env.find(expr.name)
    if isinstance(local, Term):
        return local
    if isinstance(local, Domain):
        fail("value-expected", expr.span, f"{expr.name} stands for a sort here, not for a value")
    target = local if isinstance(local, Function) else ex.function(expr.name)
    if target is not None:
        return apply_function(ex, target, expr.name, (), expr.span, env)
    return _bare_label(ex, expr, env)


def _bare_label(ex: Expressions, expr: ast.Name, env: Env) -> Term:
    name, names = expr.name, ex.names
    labels = names.labels.get(name, [])
    if len(labels) == 1:
        return _label(ex, labels[0])
    if labels:
        choices = " or ".join(f"{label.root.name}.{name}" for label in labels)
        message = f"the label {name} stands in several sorts; write {choices}"
        fail("ambiguous-label", expr.span, message)
    if name in names.values:
        fail("value-expected", expr.span, f"{name} is a sort, not a value")
    known = [n for n, d in names.values.items() if not isinstance(d, ast.Sort)]
    local = [n for n in env.local if not isinstance(env.find(n), Domain)]
    everything = [*known, *names.labels, *local, "true", "false"]
    hint = "`_` stands for nothing; in a `match` write `default …`" if name == "_" else ""
    if name.lower() in ("none", "null", "nil"):
        hint = "there is no such value: a variable always has one of its domain"
    names.unknown("unknown name", name, expr.span, everything, hint=hint)


def qualified(ex: Expressions, expr: ast.Qualified, env: Env) -> Term:
    """`sort.label`."""
    domain = env.domain(expr.sort)
    if domain is None:
        if not isinstance(ex.names.values.get(expr.sort), ast.Sort):
            sorts = [n for n, d in ex.names.values.items() if isinstance(d, ast.Sort)]
            ex.names.unknown(
                "unknown sort", expr.sort, expr.span, sorts, hint=listed(sorts, "sort")
            )
        domain = ex.domains.sort(expr.sort)
    labels = {}
    if domain.size <= len(ex.names.label_spans) + len(domain.parts):
        labels = {v.name: v for v in domain if isinstance(v, Label)}
    if expr.label not in labels:
        message = f"{expr.label} is not a label of {expr.sort}"
        hint = listed(list(labels), "label")
        ex.names.unknown("", expr.label, expr.span, list(labels), message, hint)
    return _label(ex, labels[expr.label])


def _label(ex: Expressions, label: Label) -> Term:
    return ex.pool.const(label, Scalar(frozenset({label.root})))
