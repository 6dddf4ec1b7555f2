"""Macro expansion: a call is replaced by the macro's body, its parameters meant as the caller means
them. A macro that reaches itself is an error that shows the way round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import HlogicError, fail
from hlogic.compiler.environment import Env, Function, Meaning
from hlogic.compiler.ir import Term
from hlogic.compiler.sorts import INT, Domain, Type, comparable, describe
from hlogic.compiler.source import Span

if TYPE_CHECKING:
    from hlogic.compiler.expressions import Expressions


def expand(
    expressions: Expressions, macro: ast.Macro, args: tuple[ast.Expr, ...], span: Span, env: Env
) -> Term:
    """The macro's body for these arguments; errors inside it also show the call."""
    name = macro.name.name
    calls = [call for call, _ in env.expansion]
    if name in calls:
        way = " -> ".join([*calls[calls.index(name) :], name])
        if len(calls) - calls.index(name) == 1:
            fail("macro-recursion", macro.name.span, f"def {name} expands into itself")
        fail("macro-recursion", macro.name.span, f"def {name} expands into itself: {way}")
    local: dict[str, tuple[Meaning, Span]] = {}
    for param, arg in zip(macro.params, args, strict=True):
        meaning = _argument(expressions, arg, env)
        if param.type is not None:
            _check(expressions, meaning, param.type, arg.span, f"{param.name} of {name}")
        local[param.name] = (meaning, param.span)
    inner = Env(local, (*env.expansion, (name, span)))
    try:
        term = expressions.term(macro.body, inner)
        if macro.result is not None:
            _check(expressions, term, macro.result, macro.body.span, f"the result of {name}")
    except HlogicError as error:
        from hlogic.compiler.expressions import in_expansion

        raise in_expansion(error, name, span) from None
    return term


def _argument(expressions: Expressions, arg: ast.Expr, env: Env) -> Meaning:
    if isinstance(arg, ast.Name):
        local = env.find(arg.name)
        if local is not None:
            return local
        function = expressions._function(arg.name)
        if function is not None and _takes_arguments(function):
            return function
        if isinstance(expressions.names.values.get(arg.name), ast.Sort):
            return expressions.domains.sort(arg.name)
    return expressions.term(arg, env)


def _takes_arguments(function: Function) -> bool:
    target = function.target
    params = target.params if isinstance(target, ast.Macro) else target.parameters.variables
    return bool(params)


def _check(
    expressions: Expressions, meaning: Meaning, wanted: ast.Domain, span: Span, what: str
) -> None:
    from hlogic.compiler.environment import NO_ENV

    if not isinstance(meaning, Term):
        kind = "a sort" if isinstance(meaning, Domain) else "a function"
        fail("type-mismatch", span, f"{what} must be a value, not {kind}")
    if isinstance(wanted, ast.NamedDomain) and wanted.name == "int":
        type: Type = INT
    else:
        type = expressions.domains.read(wanted, NO_ENV).type
    if not comparable(meaning.type, type):
        fail(
            "type-mismatch", span, f"{what} must be {describe(type)}, not {describe(meaning.type)}"
        )
