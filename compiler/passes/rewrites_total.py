"""The rewrite rules that need total operands: where an operand had no value, the result would."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hlogic.compiler.ops import (
    ALL_DIFFERENT,
    AND,
    EQ,
    IF,
    MATCH,
    MUL,
    NOT,
    OR,
    SELECT_UNIQUE,
    TUPLE,
    Op,
)
from hlogic.compiler.passes.rewrites import Args, Rule, is_undefined
from hlogic.compiler.sorts import INT, Type
from hlogic.compiler.terms import App, Const, Term

if TYPE_CHECKING:
    from hlogic.compiler.passes.simplify import Make


# ---------------------------------------------------------------------------- total operands only


def complementary(make: Make, op: Op, args: Args, type: Type) -> Term | None:
    """and(x, .., not x) => false; or(x, .., not x) => true. (Undefined if x is.)"""
    negated = {a.args[0].id for a in args if isinstance(a, App) and a.op is NOT}
    if negated and any(a.id in negated for a in args):
        return make.false if op is AND else make.true
    return None


def same_branches(make: Make, op: Op, args: Args, type: Type) -> Term | None:
    """if(c, a, a) => a. (Undefined if c is.)"""
    return args[1] if args[1] is args[2] else None


def if_by_junction(make: Make, op: Op, args: Args, type: Type) -> Term | None:
    """if(c, a, false) => and(c, a); if(c, true, b) => or(c, b); if(c, false, b) => and(not c, b);
    if(c, a, true) => or(not c, a)."""
    c, a, b = args
    if b is make.false:
        return make.and_(c, a)
    if a is make.true:
        return make.or_(c, b)
    if a is make.false:
        return make.and_(make.not_(c), b)
    return make.or_(make.not_(c), a) if b is make.true else None


def if_not(make: Make, op: Op, args: Args, type: Type) -> Term | None:
    """if(not c, a, b) => if(c, b, a)."""
    c = args[0]
    if isinstance(c, App) and c.op is NOT:
        return make.app(IF, (c.args[0], args[2], args[1]), type)
    return None


def tuple_outside(make: Make, op: Op, args: Args, type: Type) -> Term | None:
    """if(c, (a, b), (d, e)) => (if(c, a, d), if(c, b, e)); so for match and select_unique."""
    places = {IF: (1, 2), MATCH: (1, *range(3, len(args), 2))}.get(op)
    if places is None:
        places = (0, *range(2, len(args), 2))
    shown = [args[i] for i in places]
    rows = [components(make, t) for t in shown if not is_undefined(t)]
    known = [r for r in rows if r is not None]
    if not known or len(known) < len(rows):
        return None
    result: list[Term] = []
    for n, first in enumerate(known[0]):
        changed = list(args)
        for i in places:
            row = components(make, args[i])
            changed[i] = make.undefined(first.type) if row is None else row[n]
        result.append(make.app(op, changed, first.type))
    return make.app(TUPLE, result, type)


def components(make: Make, term: Term) -> Args | None:
    """The members of a tuple that is written as one."""
    if isinstance(term, App) and term.op is TUPLE:
        return term.args
    if isinstance(term, Const) and isinstance(term.value, tuple):
        items = getattr(term.type, "items", None) or (term.type,) * len(term.value)
        return tuple(make.const(v, t) for v, t in zip(term.value, items, strict=True))
    return None


def same_operands(make: Make, op: Op, args: Args, type: Type) -> Term | None:
    """eq(x, x) => true. (Undefined if x is.)"""
    return make.true if args[0] is args[1] else None


def times_zero(make: Make, op: Op, args: Args, type: Type) -> Term | None:
    """mul(0, x) => 0; mul(x, 0) => 0. (Undefined if x is.)"""
    zero = make.const(0, INT)
    return zero if zero in args else None


def trivially_different(make: Make, op: Op, args: Args, type: Type) -> Term | None:
    """all_different of one element => true. (Undefined if it is.)"""
    return make.true if len(args) <= 2 else None


TOTAL: dict[Op, tuple[Rule, ...]] = {
    AND: (complementary,),
    OR: (complementary,),
    IF: (same_branches, if_not, if_by_junction, tuple_outside),
    MATCH: (tuple_outside,),
    SELECT_UNIQUE: (tuple_outside,),
    EQ: (same_operands,),
    MUL: (times_zero,),
    ALL_DIFFERENT: (trivially_different,),
}
