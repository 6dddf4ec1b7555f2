"""The rewrite rules that keep the meaning under strong Kleene: partial terms may take them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hlogic.compiler.ops import (
    ALL_DIFFERENT,
    AND,
    COUNT,
    EQ,
    IF,
    MATCH,
    MAX,
    MIN,
    MUL,
    NEG,
    NOT,
    OR,
    SELECT_UNIQUE,
    SET,
    SUM,
    Op,
)
from hlogic.compiler.sorts import INT, UNDEFINED, Type
from hlogic.compiler.terms import App, Const, Term

if TYPE_CHECKING:
    from hlogic.compiler.passes.simplify import Make

Args = tuple[Term, ...]
Rule = Callable[["Make", Op, Args, Type], Term | None]
FLAT = 16  # a nested `and` or sum longer than this is left nested: flattening must stay linear


def is_undefined(term: Term) -> bool:
    """The constant that has no value."""
    return isinstance(term, Const) and term.value is UNDEFINED


# ---------------------------------------------------------------------------- Kleene: by operator


def double_negation(make: Make, op: Op, args: Args, type: Type) -> Term | None:
    """op(op(x)) => x, for an involution."""
    inner = args[0]
    return inner.args[0] if isinstance(inner, App) and inner.op is op else None


def junction(make: Make, op: Op, args: Args, type: Type) -> Term | None:
    """and(x, true, x, and(y, z)) => and(x, y, z); and(.., false, ..) => false; `or` dually.

    Sound under Kleene: `and` is a minimum over false < undefined < true."""
    unit, zero = (make.true, make.false) if op is AND else (make.false, make.true)
    flat: dict[int, Term] = {}
    for a in args:
        for b in a.args if isinstance(a, App) and a.op is op and len(a.args) <= FLAT else (a,):
            if b is zero:
                return zero
            if b is not unit:
                flat[b.id] = b
    if len(flat) <= 1:
        return next(iter(flat.values()), unit)
    whole = tuple(flat.values())
    return None if whole == args else make.app(op, whole, type)


def known_condition(make: Make, op: Op, args: Args, type: Type) -> Term | None:
    """if(true, a, b) => a; if(false, a, b) => b; if(undefined, a, b) => undefined;
    if(c, undefined, undefined) => undefined."""
    condition = args[0]
    if not isinstance(condition, Const):
        return args[1] if is_undefined(args[1]) and is_undefined(args[2]) else None
    if condition.value is UNDEFINED:
        return make.undefined(type)
    return args[1] if condition.value else args[2]


def if_is_condition(make: Make, op: Op, args: Args, type: Type) -> Term | None:
    """if(c, true, false) => c; if(c, false, true) => not c."""
    if args[1] is make.true and args[2] is make.false:
        return args[0]
    if args[1] is make.false and args[2] is make.true:
        return make.not_(args[0])
    return None


def known_branch(make: Make, op: Op, args: Args, type: Type) -> Term | None:
    """match(constant, ..) => its branch; match(undefined, ..) => undefined; and where every branch
    is undefined => undefined."""
    on = args[0]
    if not isinstance(on, Const):
        return args[1] if all(map(is_undefined, (args[1], *args[3::2]))) else None
    if on.value is UNDEFINED:
        return make.undefined(type)
    for key, body in zip(args[2::2], args[3::2], strict=True):
        assert isinstance(key, Const)
        if key.value == on.value:
            return body
    return args[1]


def equal_to_truth(make: Make, op: Op, args: Args, type: Type) -> Term | None:
    """eq(x, true) => x; eq(x, false) => not x; eq(b, a) => eq(a, b), the older operand first."""
    for one, other in (args, args[::-1]):
        if one is make.true:
            return other
        if one is make.false:
            return make.not_(other)
    return make.app(EQ, args[::-1], type) if args[0].id > args[1].id else None


def drop_units(make: Make, op: Op, args: Args, type: Type) -> Term | None:
    """sum(x, 0, 2, sum(y, 3)) => sum(5, x, y); sum(x) => x; count(x, false) => count(x)."""
    if op is COUNT:
        kept = tuple(a for a in args if a is not make.false)
        return make.app(op, kept, type) if len(kept) < len(args) else None
    rest: list[Term] = []
    constant = 0
    for a in args:
        for b in a.args if isinstance(a, App) and a.op is SUM and len(a.args) <= FLAT else (a,):
            if isinstance(b, Const):
                assert isinstance(b.value, int)
                constant += b.value
            else:
                rest.append(b)
    if len(rest) == 1 and not constant:
        return rest[0]
    whole = (make.const(constant, INT), *rest) if constant else tuple(rest)
    return None if whole == args else make.app(op, whole, type)


def times_one(make: Make, op: Op, args: Args, type: Type) -> Term | None:
    """mul(1, x) => x; mul(x, 1) => x."""
    for one, other in (args, args[::-1]):
        if isinstance(one, Const) and one.value == 1:
            return other
    return None


def drop_unchosen(make: Make, op: Op, args: Args, type: Type) -> Term | None:
    """set(false, v, c, w) => set(c, w), and so for every operator over (condition, value) pairs;
    an undefined condition => undefined."""
    head = op.shape[0]
    kept = list(args[:head])
    for condition, value in zip(args[head::2], args[head + 1 :: 2], strict=True):
        if isinstance(condition, Const) and condition.value is UNDEFINED:
            return make.undefined(type)
        if condition is not make.false:
            kept += (condition, value)
    return make.app(op, kept, type) if len(kept) < len(args) else None


def only_the_default(make: Make, op: Op, args: Args, type: Type) -> Term | None:
    """min(d) => d; max(d) => d; select_unique(d) => d."""
    return args[0] if len(args) == 1 else None


KLEENE: dict[Op, tuple[Rule, ...]] = {
    NOT: (double_negation,),
    NEG: (double_negation,),
    AND: (junction,),
    OR: (junction,),
    IF: (known_condition, if_is_condition),
    MATCH: (known_branch,),
    EQ: (equal_to_truth,),
    SUM: (drop_units,),
    COUNT: (drop_units,),
    MUL: (times_one,),
    MIN: (drop_unchosen, only_the_default),
    MAX: (drop_unchosen, only_the_default),
    SELECT_UNIQUE: (drop_unchosen, only_the_default),
    ALL_DIFFERENT: (drop_unchosen,),
    SET: (drop_unchosen,),
}
