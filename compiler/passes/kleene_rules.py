"""How each operator is lowered: one rule for the strict ones, one each for the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from hlogic.compiler.ops import (
    ALL_DIFFERENT,
    AND,
    AT_LEAST,
    COUNT,
    DEFINED,
    GUARDS,
    IF,
    LE,
    MATCH,
    MAX,
    MIN,
    NOT,
    OR,
    SELECT_UNIQUE,
    SET,
    Op,
)
from hlogic.compiler.passes.ranges import holds, members, size
from hlogic.compiler.passes.rewrites import is_undefined
from hlogic.compiler.sorts import (
    BOOL,
    BOOL_ROOT,
    INT,
    INT_ROOT,
    UNDEFINED,
    CaseName,
    Scalar,
    SetType,
    TupleType,
    Type,
    Undefined,
    Value,
    in_order,
)
from hlogic.compiler.terms import App, Const, Term

if TYPE_CHECKING:
    from hlogic.compiler.passes.kleene import Kleene

# (T, F) of a Boolean term, (value, D) of another; None where it is defined in every world: F is
# then not T, and D true.
Pair = tuple[Term, Term | None]
Rule = Callable[["Kleene", App], Pair]
NOTHING = CaseName("nothing")  # pinned where no label is known: the inline labels have no list


def pinned(type: Type) -> Value:
    """The value that stands where a term of the type has none."""
    match type:
        case TupleType(items):
            return tuple(pinned(t) for t in items)
        case SetType():
            return frozenset()
        case Scalar(roots):
            if BOOL_ROOT in roots:
                return False
            if INT_ROOT in roots:
                return 0
            firsts = in_order(frozenset(r.labels[0] for r in roots if r.labels))
            return firsts[0] if firsts else NOTHING


# ---------------------------------------------------------------------------- strict operators


def strict(k: Kleene, term: App) -> Pair:
    """D(f(a, b)) = D(a) and D(b) and guard of f; its value is f of the values."""
    op = term.op
    values = [k.value(a) for a in term.args]
    defined = [k.defined(a) for a in term.args]
    if op in GUARDS:
        defined.append(guard(k, op, [values[i] for i in op.partial]))
    whole = k.make.and_(*defined)
    value = k.make.app(op, values, term.type)
    return k.guarded(value, whole, term.type)


def guard(k: Kleene, op: Op, args: Sequence[Term]) -> Term:
    """The operator "is defined" of a partial one; true where the operands' ranges show it."""
    made = k.make.app(GUARDS[op], args, BOOL)
    if isinstance(made, App) and len([a for a in args if not isinstance(a, Const)]) == 1:
        at = next(i for i, a in enumerate(args) if not isinstance(a, Const))
        found = k.ranges.sure(args[at])
        row = [a.value if isinstance(a, Const) else UNDEFINED for a in args]
        if size(found) <= 1000:
            outcomes = set()
            for value in members(found):
                row[at] = value
                outcomes.add(GUARDS[op].apply(row))
            if len(outcomes) == 1:
                return k.make.pool.bool(outcomes == {True})
    return made


# ---------------------------------------------------------------------------- the others


def negation(k: Kleene, term: App) -> Pair:
    """T(not a) = F(a); F(not a) = T(a)."""
    inner = term.args[0]
    if k.defined(inner) is k.make.true:
        return k.settled(k.false(inner))
    return k.false(inner), k.value(inner)


def conjunction(k: Kleene, term: App) -> Pair:
    """T(a and b) = T(a) and T(b); F(a and b) = F(a) or F(b)."""
    true = k.make.and_(*[k.value(a) for a in term.args])
    if all(k.defined(a) is k.make.true for a in term.args):
        return k.settled(true)
    return true, k.make.or_(*[k.false(a) for a in term.args])


def disjunction(k: Kleene, term: App) -> Pair:
    """T(a or b) = T(a) or T(b); F(a or b) = F(a) and F(b)."""
    true = k.make.or_(*[k.value(a) for a in term.args])
    if all(k.defined(a) is k.make.true for a in term.args):
        return k.settled(true)
    return true, k.make.and_(*[k.false(a) for a in term.args])


def threshold(k: Kleene, term: App) -> Pair:
    """True if enough elements are true, false if too few are not false."""
    bound, *elements = term.args
    least, known = k.value(bound), k.defined(bound)
    make = k.make

    def reached(conditions: list[Term]) -> Term:
        return make.app(LE, (least, make.app(COUNT, conditions, INT)), BOOL)

    sure = reached([k.value(e) for e in elements])
    possible = reached([k.not_false(e) for e in elements])
    return make.and_(known, sure), make.and_(known, make.not_(possible))


def conditional(k: Kleene, term: App) -> Pair:
    """D(if c then a else b) = D(c) and (if T(c) then D(a) else D(b))."""
    c, a, b = term.args
    holds_ = k.value(c)
    if is_undefined(a) or is_undefined(b):
        value = k.value(b if is_undefined(a) else a)
    else:
        value = k.make.app(IF, (holds_, k.value(a), k.value(b)), term.type)
    branches = k.make.app(IF, (holds_, k.defined(a), k.defined(b)), BOOL)
    defined = k.make.and_(k.defined(c), branches)
    return k.guarded(value, defined, term.type)


def branching(k: Kleene, term: App) -> Pair:
    """D(match x ..) = D(x) and (match x with the D of each branch). Branches that x cannot take are
    dropped, so that a function applied to an argument inside its keys stays total."""
    on, default = term.args[:2]
    value_on = k.value(on)
    found = k.ranges.sure(value_on)
    arms = {
        key.value: (key, body)
        for key, body in reversed(list(zip(term.args[2::2], term.args[3::2], strict=True)))
        if isinstance(key, Const)
        and not isinstance(key.value, Undefined)
        and holds(found, key.value)
    }
    taken = list(reversed(arms.values()))
    if size(found) == len(taken) and taken:
        default = taken.pop()[1]
    able = [(key, body) for key, body in taken if not is_undefined(body)]
    other = able.pop()[1] if is_undefined(default) and able else default
    value = [k.value(other), *[t for key, body in able for t in (key, k.value(body))]]
    inner = [k.defined(default), *[t for key, body in taken for t in (key, k.defined(body))]]
    if all(d is k.make.true for d in (inner[0], *inner[2::2])):
        branch: Term = k.make.true
    else:
        branch = k.make.app(MATCH, (value_on, *inner), BOOL)
    whole = k.make.and_(k.defined(on), branch)
    made = k.make.app(MATCH, (value_on, *value), term.type) if able else value[0]
    return k.guarded(made, whole, term.type)


def definedness(k: Kleene, term: App) -> Pair:
    """T(defined a) = D(a); F(defined a) = not D(a)."""
    return k.settled(k.defined(term.args[0]))


def _chosen(k: Kleene, term: App) -> tuple[list[Term], list[Term], list[Term]]:
    """The conditions T(c); the pairs (T(c), value); what makes them defined. The pair of a value
    that is nowhere defined is left out: its condition must be false anyway."""
    head = term.op.shape[0]
    conditions: list[Term] = []
    pairs: list[Term] = []
    defined: list[Term] = []
    for c, v in zip(term.args[head::2], term.args[head + 1 :: 2], strict=True):
        conditions.append(k.value(c))
        if not is_undefined(v):
            pairs += (k.value(c), k.value(v))
        defined.append(k.defined(c))
        defined.append(k.make.or_(k.make.not_(k.value(c)), k.defined(v)))
    return conditions, pairs, defined


def collection(k: Kleene, term: App) -> Pair:
    """Defined if each condition is, and each value whose condition is true."""
    _, pairs, defined = _chosen(k, term)
    value = k.make.app(term.op, pairs, term.type)
    whole = k.make.and_(*defined)
    return k.guarded(value, whole, term.type)


def _default(k: Kleene, term: App) -> Term:
    """The default's value; one that the elements can have, where there is no default."""
    default = term.args[0]
    able = [v for v in term.args[2::2] if not is_undefined(v)]
    if not is_undefined(default) or not able:
        return k.value(default)
    shown = k.value(able[0])
    found = k.ranges.sure(shown)
    first = members(found)[0] if isinstance(found, tuple | range) and found else None
    return k.make.const(pinned(term.type) if first is None else first, shown.type)


def extremum(k: Kleene, term: App) -> Pair:
    """As a collection; and some condition is true, or the default is defined."""
    conditions, pairs, defined = _chosen(k, term)
    default = term.args[0]
    value = k.make.app(term.op, (_default(k, term), *pairs), term.type)
    whole = k.make.and_(*defined, k.make.or_(*conditions, k.defined(default)))
    return k.guarded(value, whole, term.type)


def selection(k: Kleene, term: App) -> Pair:
    """As an extremum; and at most one condition is true."""
    conditions, pairs, defined = _chosen(k, term)
    default = term.args[0]
    count = k.make.app(COUNT, conditions, INT)
    alone = k.make.app(LE, (count, k.make.const(1, INT)), BOOL)
    if len(conditions) <= 1:
        alone = k.make.true
    value = k.make.app(term.op, (_default(k, term), *pairs), term.type)
    whole = k.make.and_(*defined, alone, k.make.or_(*conditions, k.defined(default)))
    return k.guarded(value, whole, term.type)


RULES: dict[Op, Rule] = {
    AT_LEAST: threshold,
    NOT: negation,
    AND: conjunction,
    OR: disjunction,
    IF: conditional,
    MATCH: branching,
    DEFINED: definedness,
    ALL_DIFFERENT: collection,
    SET: collection,
    MIN: extremum,
    MAX: extremum,
    SELECT_UNIQUE: selection,
}
