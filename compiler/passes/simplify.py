"""Smart constructors: every pass makes its terms here, and they come out small.

A rule is a small function from an operator's operands to a better term, or None where it does not
match; its docstring gives match and result. `KLEENE` rules keep the meaning under strong Kleene, so
they may be used on partial terms. `TOTAL` rules need operands that are defined in every world:
after partiality is lowered (`kleene.py`) nothing else is left, and a term without a value then
stands only where nobody looks at it.

Constants are typed by their value, not by their place, so that one value is one term.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hlogic.compiler.ir import App, Const, Term, Terms
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
    TUPLE,
    Op,
)
from hlogic.compiler.sorts import BOOL, INT, UNDEFINED, Label, Maybe, Root, Scalar, Type

Args = tuple[Term, ...]
Rule = Callable[["Make", Op, Args, Type], Term | None]
PAIRED = frozenset({MIN, MAX, ALL_DIFFERENT, SELECT_UNIQUE, SET})
FLAT = 16  # a nested `and` or sum longer than this is left nested: flattening must stay linear


class Make:
    """Constructors over one pool. `total` adds the rules that only total operands allow."""

    def __init__(self, pool: Terms, total: bool = False) -> None:
        self.pool = pool
        self.true = pool.bool(True)
        self.false = pool.bool(False)
        self._rules: dict[Op, tuple[Rule, ...]] = dict(KLEENE)
        if total:
            for op, rules in TOTAL.items():
                self._rules[op] = (*self._rules.get(op, ()), *rules)
        self._types: dict[Root, Scalar] = {}
        self._done: dict[tuple[Op, Args], Term] = {}

    def const(self, value: Maybe, type: Type) -> Const:
        """A constant, typed by its value where that is a scalar."""
        if value is True or value is False:
            return self.pool.const(value, BOOL)
        if isinstance(value, int):
            return self.pool.const(value, INT)
        if isinstance(value, Label):
            known = self._types.get(value.root)
            if known is None:
                known = self._types[value.root] = Scalar(frozenset({value.root}))
            return self.pool.const(value, known)
        return self.pool.const(value, type)

    def undefined(self, type: Type) -> Const:
        return self.pool.const(UNDEFINED, type)

    def app(self, op: Op, args: Sequence[Term], type: Type) -> Term:
        """`op` applied to the operands, after every rule that matches."""
        args = tuple(args)
        key = (op, args)
        done = self._done.get(key)
        if done is None:
            done = self._done[key] = self._rewrite(op, args, type)
        return done

    def _rewrite(self, op: Op, args: Args, type: Type) -> Term:
        found = fold(self, op, args, type)
        if found is not None:
            return found
        for rule in self._rules.get(op, ()):
            found = rule(self, op, args, type)
            if found is not None:
                return self.undefined(type) if is_undefined(found) else found
        return self.pool.made(op, args, type)

    def not_(self, a: Term) -> Term:
        return self.app(NOT, (a,), BOOL)

    def and_(self, *args: Term) -> Term:
        return self.app(AND, args, BOOL)

    def or_(self, *args: Term) -> Term:
        return self.app(OR, args, BOOL)

    def eq(self, a: Term, b: Term) -> Term:
        return self.app(EQ, (a, b), BOOL)


def is_undefined(term: Term) -> bool:
    """The constant that has no value."""
    return isinstance(term, Const) and term.value is UNDEFINED


# ---------------------------------------------------------------------------- Kleene: any operator


def fold(make: Make, op: Op, args: Args, type: Type) -> Term | None:
    """op(constants) => its value; strict op(.., undefined, ..) => undefined."""
    values: list[Maybe] = []
    constant = True
    for a in args:
        if not isinstance(a, Const):
            constant = False
        elif a.value is UNDEFINED and op.strict:
            return make.undefined(type)
        else:
            values.append(a.value)
    return make.const(op.apply(values), type) if constant else None


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
