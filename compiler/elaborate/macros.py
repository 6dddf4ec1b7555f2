"""Macro expansion: a call is replaced by the macro's body, its parameters meant as the caller means
them. A macro that reaches itself is an error that shows the way round."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import HlogicError, Label, fail
from hlogic.compiler.elaborate.environment import NO_ENV, Env, Function, HomeMacro, Meaning
from hlogic.compiler.elaborate.mistakes import Mistakes
from hlogic.compiler.sorts import INT, Domain, Type, comparable, describe
from hlogic.compiler.source import Span
from hlogic.compiler.terms import Term

if TYPE_CHECKING:
    from hlogic.compiler.elaborate.expressions import Expressions


def expand(
    expressions: Expressions, called: HomeMacro, args: tuple[ast.Expr, ...], span: Span, env: Env
) -> Term:
    """The macro's body for these arguments; errors inside it also show the call."""
    macro, home = called.macro, called.home
    name = macro.name.name
    expressions.count_expansion(
        span if not env.expansion else env.expansion[0][1], not env.expansion
    )
    calls = [call for call, _ in env.expansion]
    way = next((calls[i:] for i, call in enumerate(calls) if call is macro), None)
    if way is not None:
        _recursion(macro, [*(call.name.name for call in way), name])
    local: dict[str, tuple[Meaning, Span]] = {}
    mistakes = Mistakes()
    for param, arg in zip(macro.params, args, strict=True):
        with mistakes:
            meaning = argument(expressions, arg, env)
            if param.type is not None:
                _check(home, meaning, param.type, arg.span, f"{param.name} of {name}")
            local[param.name] = (meaning, param.span)
    mistakes.raise_all()
    inner = Env(local, (*env.expansion, (macro, span)))
    try:
        term = home.term(macro.body, inner)
        if macro.result is not None:
            _check(home, term, macro.result, macro.body.span, f"the result of {name}")
    except HlogicError as error:
        raise _in_expansion(error, name, span) from None
    return term


def check_macro(expressions: Expressions, macro: ast.Macro) -> None:
    """What can be said of a macro that nothing need use: that it does not reach itself, and, where
    every parameter has a type, that its body fits."""
    _check_recursion(expressions, macro)
    local: dict[str, tuple[Meaning, Span]] = {}
    for param in macro.params:
        if param.type is None:
            return
        local[param.name] = (_sample(expressions, param), param.span)
    term = expressions.term(macro.body, Env(local, ((macro, macro.name.span),)))
    if macro.result is not None:
        result = f"the result of {macro.name.name}"
        _check(expressions, term, macro.result, macro.body.span, result)


def _sample(expressions: Expressions, param: ast.MacroParam) -> Term:
    """A value of the parameter's type that nothing is known of."""
    assert param.type is not None
    if isinstance(param.type, ast.NamedDomain) and param.type.name == "int":
        return expressions.pool.bound(param.name, Domain(INT, (range(2),), "int"))
    return expressions.pool.bound(param.name, expressions.domains.read(param.type, NO_ENV))


def _check_recursion(expressions: Expressions, macro: ast.Macro) -> None:
    """Follow the macros that a body names, wherever they stand in it."""
    start = macro.name.name
    seen: dict[str, str] = {}
    waiting = [start]
    while waiting:
        name = waiting.pop()
        declared = expressions.names.own(name)
        assert isinstance(declared, ast.Macro)
        hidden = {p.name for p in declared.params}
        for node in ast.walk(declared.body):
            if not isinstance(node, ast.Name | ast.Call) or node.name in hidden:
                continue
            if not isinstance(expressions.names.own(node.name), ast.Macro):
                continue  # a macro of another file never comes back to this one
            if node.name == start:
                _recursion(macro, _way(seen, name, start))
            if node.name not in seen:
                seen[node.name] = name
                waiting.append(node.name)


def _way(seen: dict[str, str], last: str, start: str) -> list[str]:
    way = [last]
    while way[-1] != start:
        way.append(seen[way[-1]])
    return [*way[::-1], start]


def _recursion(macro: ast.Macro, way: list[str]) -> NoReturn:
    name = macro.name.name
    detail = "" if len(way) == 2 else f": {' -> '.join(way)}"
    fail("macro-recursion", macro.name.span, f"def {name} expands into itself{detail}")


def argument(expressions: Expressions, arg: ast.Expr, env: Env) -> Meaning:
    """What an argument of a macro means where the call stands."""
    if isinstance(arg, ast.Name):
        local = env.find(arg.name)
        if local is not None:
            return local
        function = expressions.function(arg.name)
        if function is not None and _takes_arguments(function):
            return function
        if isinstance(expressions.names.values.get(arg.name), ast.Sort):
            return expressions.domains.sort(arg.name)
    return expressions.term(arg, env)


def _takes_arguments(function: Function) -> bool:
    target = function.target
    if isinstance(target, HomeMacro):
        return bool(target.macro.params)
    return bool(target.parameters.variables)


def _check(
    expressions: Expressions, meaning: Meaning, wanted: ast.Domain, span: Span, what: str
) -> None:
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


def _in_expansion(error: HlogicError, macro: str, span: Span) -> HlogicError:
    """The same errors, saying from which call their macro was expanded."""
    place = Label(span, f"expanded from {macro} here")
    return HlogicError(tuple(d.with_labels((place,)) for d in error.diagnostics))
