"""Calls: variables, tables, derived terms, macros and the word functions at their arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hlogic.compiler import ast, ops
from hlogic.compiler.diagnostics import Diagnostic, HlogicError, Label, fail
from hlogic.compiler.elaborate.environment import Env, Function, HomeMacro
from hlogic.compiler.elaborate.mistakes import Mistakes, each
from hlogic.compiler.elaborate.open_sorts import refuse_open_size
from hlogic.compiler.op_types import orderable
from hlogic.compiler.ops import Op
from hlogic.compiler.sorts import BOOL, BOOLS, INT, Domain, Value, comparable, describe
from hlogic.compiler.source import Span
from hlogic.compiler.terms import Bound, Term

if TYPE_CHECKING:
    from hlogic.compiler.elaborate.expressions import Expressions

BUILTINS: Mapping[str, int] = {
    "defined": 1, "rank": 1, "next": 1, "prev": 1, "first": 1, "last": 1, "size": 1, "abs": 1,
    "subset": 2,
}  # fmt: skip
STEPS: Mapping[str, Op] = {"rank": ops.RANK, "next": ops.NEXT, "prev": ops.PREV}


def call(ex: Expressions, expr: ast.Call, env: Env) -> Term:
    if expr.name in BUILTINS:
        return _builtin(ex, expr, env)
    mistakes = Mistakes()
    with mistakes:
        target = _called(ex, expr, env)
    _stop(ex, mistakes, expr.args, env)
    return apply_function(ex, target, expr.name, expr.args, expr.span, env)


def _stop(ex: Expressions, mistakes: Mistakes, args: Sequence[ast.Expr], env: Env) -> None:
    """Raise what is wrong with a call, and with its arguments, whatever they are meant for."""
    if mistakes.broken:
        from hlogic.compiler.elaborate.macros import argument

        for arg in args:
            with mistakes:
                argument(ex, arg, env)
        mistakes.raise_all()


def _called(ex: Expressions, expr: ast.Call, env: Env) -> Function:
    """What a call names."""
    local = env.find(expr.name)
    if local is not None and not isinstance(local, Function):
        fail("not-a-function", expr.name_span, f"{expr.name} takes no arguments here")
    target = local if isinstance(local, Function) else ex.function(expr.name)
    if target is not None:
        return target
    if expr.name in ex.names.values or expr.name in ex.names.labels:
        word = ex.names.value_word(expr.name)
        fail("not-a-function", expr.name_span, f"{expr.name} is a {word} and takes no arguments")
    known = [n for n, d in ex.names.values.items() if not isinstance(d, ast.Sort)]
    ex.names.unknown(
        "unknown name", expr.name, expr.name_span, [*known, *BUILTINS],
        hint=_foreign(expr.name) or _declaration(ex, expr, env),
    )  # fmt: skip


def apply_function(
    ex: Expressions, function: Function, name: str, args: tuple[ast.Expr, ...], span: Span, env: Env
) -> Term:
    target = function.target
    mistakes = Mistakes()
    with mistakes:
        if isinstance(target, HomeMacro):
            check_arity(name, len(target.macro.params), len(args), span, target.macro.name.span)
        else:
            check_arity(name, len(target.parameters.variables), len(args), span, target.span)
    _stop(ex, mistakes, args, env)
    if isinstance(target, HomeMacro):
        from hlogic.compiler.elaborate.macros import expand

        return expand(ex, target, args, span, env)

    def argument(place: tuple[int, tuple[ast.Expr, Domain]]) -> Term:
        i, (arg, domain) = place
        term = argument_in(ex, arg, domain, env)
        if not comparable(term.type, domain.type):
            fail(
                "type-mismatch",
                arg.span,
                f"argument {i + 1} of {name} is in {domain.name}, "
                f"and this is {describe(term.type)}",
            )
        return term

    places = enumerate(zip(args, target.parameters.domains, strict=True))
    return ex.pool.ref(target, each(argument, places))


def argument_in(ex: Expressions, arg: ast.Expr, domain: Domain, env: Env) -> Term:
    """An argument; a name that nothing has may be a variable that nothing binds."""
    try:
        return ex.term(arg, env)
    except HlogicError as error:
        if not isinstance(arg, ast.Name) or domain.type == BOOL:
            raise
        raise with_hint(error, _binding(ex, arg.name, domain, env)) from None


def _binding(ex: Expressions, name: str, domain: Domain, env: Env) -> str:
    missing = f"{name} in {domain.name}"
    hint = f"put `forall {missing}:` in front"
    if env.rule:
        hint = f"give the rule {env.rule} the parameter `{missing}`"
    root = ex.names.roots.get(domain.name)
    if root is not None and len(name) > 1:
        hint = f"if it is one of {root.name}, declare it there; if a variable, {hint}"
    return hint


def with_hint(error: HlogicError, hint: str) -> HlogicError:
    """The same error, with a hint for a name that nothing has and none is near to."""
    return HlogicError(
        tuple(
            Diagnostic(d.code, d.message, d.span, hint, d.labels, d.severity)
            if d.code == "unknown-name" and not d.hint
            else d
            for d in error.diagnostics
        )
    )


def _foreign(name: str) -> str:
    from hlogic.compiler.syntax.foreign_words import FOREIGN_FUNCTIONS  # late: only for mistakes

    return FOREIGN_FUNCTIONS.get(name.lower(), "")


def _declaration(ex: Expressions, expr: ast.Call, env: Env) -> str:
    """How a predicate that nothing declares would be declared, for these arguments."""
    sorts: list[str] = []
    for arg in expr.args:
        local = env.find(arg.name) if isinstance(arg, ast.Name) else None
        labels = ex.names.labels.get(arg.name, []) if isinstance(arg, ast.Name) else []
        if isinstance(local, Bound) and local.domain.name:
            sorts.append(local.domain.name)
        elif len(labels) == 1 and labels[0].root.name in ex.names.values:
            sorts.append(labels[0].root.name)
        else:
            return ""
    return f"declare it: `var {expr.name}({', '.join(sorts)}): bool`" if sorts else ""


def _builtin(ex: Expressions, expr: ast.Call, env: Env) -> Term:
    name = expr.name
    mistakes = Mistakes()
    with mistakes:
        check_arity(name, BUILTINS[name], len(expr.args), expr.span, None)
    _stop(ex, mistakes, expr.args, env)
    if name in ("first", "last"):
        return _end_of(ex, expr, env)
    if name == "size":
        sort = sort_argument(ex, expr.args[0], env)
        if sort is not None:
            refuse_open_size(sort, expr.span)
            return ex.pool.const(sort.size, INT)
    if name == "abs":
        return ex.pool.app(ops.ABS, (ex.integer(expr.args[0], env),))
    terms = each(lambda a: ex.term(a, env), expr.args)
    if name in STEPS:
        return ex.apply(STEPS[name], (ex.ranked(terms[0], expr.span),), expr.span)
    op = {"defined": ops.DEFINED, "size": ops.SIZE, "subset": ops.SUBSET}[name]
    return ex.apply(op, terms, expr.span)


def sort_argument(ex: Expressions, arg: ast.Expr, env: Env) -> Domain | None:
    """The sort that an argument names, if it names one."""
    if not isinstance(arg, ast.Name):
        return None
    given = env.find(arg.name)
    if given is not None:
        return given if isinstance(given, Domain) else None
    if arg.name == "bool":
        return BOOLS
    if isinstance(ex.names.values.get(arg.name), ast.Sort):
        return ex.domains.sort(arg.name)
    return None


def _end_of(ex: Expressions, expr: ast.Call, env: Env) -> Term:
    domain = sort_argument(ex, expr.args[0], env)
    if domain is None:
        fail("sort-expected", expr.args[0].span, f"{expr.name} takes the name of a sort")
    ex.located(expr.span, lambda: orderable([domain.type]))
    part = domain.parts[0] if expr.name == "first" else domain.parts[-1]
    value: Value = part[0] if expr.name == "first" else part[-1]
    return ex.pool.const(value, domain.type)


def check_arity(name: str, wanted: int, given: int, span: Span, declared: Span | None) -> None:
    """Refuse another number of arguments than a name takes, where it is declared if it is."""
    if wanted != given:
        plural = "" if wanted == 1 else "s"
        labels = () if declared is None else (Label(declared, "declared here"),)
        takes = (
            f"{name} takes {wanted} argument{plural}" if wanted else f"{name} takes no arguments"
        )
        fail("arity", span, f"{takes}, {given} given", labels=labels)
