"""Why a term has no value in a world: the innermost part of it that has none, while all that it is
made of has one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from hlogic.compiler.evaluate import Evaluator
from hlogic.compiler.ir import Key, View
from hlogic.compiler.listing import World
from hlogic.compiler.ops import DEFINED, DIV, IF, MATCH, MOD, NARROW, NOT, PAIRED, SELECT_UNIQUE
from hlogic.compiler.record import record
from hlogic.compiler.sorts import UNDEFINED, Value
from hlogic.compiler.terms import App, Bound, Const, Ref, Spread, Term
from hlogic.compiler.words import instance_text, witness_text

Env = Mapping[Bound, Value]


@record
class Cause:
    """What has no value and why; whether `not` stands around it, or `!=`, which is a `not` too."""

    text: str
    denied: bool


def world_evaluator(view: View, world: World) -> Evaluator:
    """What evaluates terms of a view in one world."""
    evaluator = Evaluator(view, {at: place for place, at in enumerate(world)})
    evaluator.world = list(world.values())
    return evaluator


def cause(evaluator: Evaluator, term: Term, env: Env) -> Cause:
    """The cause for a term that has no value in the evaluator's world."""
    denied = False
    while True:
        inner = next(
            ((t, e) for t, e in _operands(evaluator, term, env)
             if evaluator.value(t, e) is UNDEFINED), None
        )  # fmt: skip
        if inner is None:
            return Cause(_said(evaluator, term, env), denied)
        denied = denied or (isinstance(term, App) and term.op is NOT)
        term, env = inner


def _operands(evaluator: Evaluator, term: Term, env: Env) -> Iterator[tuple[Term, Env]]:
    """The parts of a term that can leave it without a value, in order."""
    match term:
        case Ref(symbol=symbol, args=args):
            yield from ((a, env) for a in args)
            key = tuple(evaluator.value(a, env) for a in args)
            derived = symbol.kind == "derive" or (symbol, key) in evaluator.view.derived
            if derived and key in symbol.key_set:
                yield evaluator.view.definition(symbol, key)  # type: ignore[arg-type]
        case App(op=op, args=args):
            if op is IF:
                yield args[0], env
                yield args[1 if evaluator.value(args[0], env) is True else 2], env
            elif op is MATCH:
                yield from _matched(evaluator, args, env)
            elif op in PAIRED:
                lead = op.shape[0]
                yield from _paired(evaluator, args[:lead], [(args[lead:], env)], env)
            elif op is not DEFINED:
                yield from ((a, env) for a in args)
        case Spread(op=op, leading=leading, element=element):
            rows = ((element, inner) for inner in _tuples(term, env))
            if op in PAIRED:
                yield from _paired(evaluator, leading, rows, env)
            else:
                yield from ((a, env) for a in leading)
                yield from ((a, inner) for row, inner in rows for a in row)


def _tuples(term: Spread, env: Env) -> Iterator[Env]:
    for values in product(*(v.domain for v in term.variables)):
        yield {**env, **dict(zip(term.variables, values, strict=True))}


def _matched(evaluator: Evaluator, args: Sequence[Term], env: Env) -> Iterator[tuple[Term, Env]]:
    """The subject of a `match`, then the branch that it takes."""
    subject, default, arms = args[0], args[1], args[2:]
    yield subject, env
    value = evaluator.value(subject, env)
    for label, body in zip(arms[0::2], arms[1::2], strict=True):
        if evaluator.value(label, env) == value:
            yield body, env
            return
    yield from ((t, env) for t in (default,) if not _is_left_out(t))


def _paired(
    evaluator: Evaluator,
    default: Sequence[Term],
    rows: Iterable[tuple[Sequence[Term], Env]],
    env: Env,
) -> Iterator[tuple[Term, Env]]:
    """Conditions with the values that count, then the default where nothing counts."""
    chosen = False
    for pairs, inner in rows:
        for condition, value in zip(pairs[0::2], pairs[1::2], strict=True):
            yield condition, inner
            if evaluator.value(condition, inner) is True:
                chosen = True
                yield value, inner
    if not chosen:
        yield from ((t, env) for t in default if not _is_left_out(t))


def _is_left_out(default: Term) -> bool:
    return isinstance(default, Const) and default.value is UNDEFINED


# ---------------------------------------------------------------------------- words


def _said(evaluator: Evaluator, term: Term, env: Env) -> str:
    """That a term has no value, all that it is made of having one."""
    match term:
        case Ref():
            return _of_symbol(evaluator, term, env)
        case App(op=op, args=args) if op is MATCH:
            return f"no branch of `match` fits {_shown(evaluator, args[0], env)}"
        case App(op=op, args=args) if op is NARROW:
            return f"{_shown(evaluator, args[0], env)} is of another kind than the operator takes"
        case App(op=op, args=args) if op in (DIV, MOD):
            left, right = (_shown(evaluator, a, env) for a in args)
            return f"`{left} {op.symbol} {right}` has no value"
        case App(op=op) | Spread(op=op) if op is SELECT_UNIQUE:
            return "`select_unique` finds none, or several"
        case App(op=op) | Spread(op=op) if op in PAIRED:
            return f"`{op.symbol}` has nothing to choose from"
        case App(op=op, args=args):
            shown = ", ".join(_shown(evaluator, a, env) for a in args)
            return f"`{op.symbol}({shown})` has no value"
    return "it has no value"


def _of_symbol(evaluator: Evaluator, term: Ref, env: Env) -> str:
    symbol = term.symbol
    key: Key = tuple(evaluator.value(a, env) for a in term.args)  # type: ignore[misc]
    name = f"`{instance_text(symbol.name, key)}`"
    if key not in symbol.key_set:
        return f"{name} is no instance of {symbol.name}"
    if symbol.kind == "table":
        return f"the table {symbol.name} has no entry for {name}"
    if symbol.kind == "predicate":
        return f"the rules of {symbol.name} leave {name} open, for they read what has no value"
    body, inner = evaluator.view.definition(symbol, key)
    return f"{name} would be {_shown(evaluator, body, inner)}, which its domain does not hold"


def _shown(evaluator: Evaluator, term: Term, env: Env) -> str:
    value = evaluator.value(term, env)
    assert value is not UNDEFINED, "its parts have values"
    return witness_text(value)  # type: ignore[arg-type]
