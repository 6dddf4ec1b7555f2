"""The overlay for SMT: how operators are written, by operator. What is missing here, and what a row
gives None for (sets, mostly), goes through the circuit.

Where an operator has no value a row may give anything, as the rows of `backends/rules.py` may.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from hlogic.backends.smt.codes import Code, integers, join
from hlogic.backends.smt.expressions import Expr
from hlogic.compiler import ops
from hlogic.compiler.ops import GUARDS, Op
from hlogic.compiler.sorts import Label
from hlogic.compiler.terms import App, Const, Term

if TYPE_CHECKING:
    from hlogic.backends.smt.translate import Translator

Row = Callable[["Translator", App], Expr | None]
PAIRS = 20_000  # pairs of elements up to which `all_different` under conditions goes pair by pair

# ---------------------------------------------------------------------------- Booleans


def _truths(t: Translator, terms: Sequence[Term]) -> list[Expr]:
    return [t.expr(a) for a in terms]


def negation(t: Translator, term: App) -> Expr:
    return t.exprs.not_(t.expr(term.args[0]))


def conjunction(t: Translator, term: App) -> Expr:
    return t.exprs.and_(_truths(t, term.args))


def disjunction(t: Translator, term: App) -> Expr:
    return t.exprs.or_(_truths(t, term.args))


def equality(t: Translator, term: App) -> Expr | None:
    return t.same(*term.args)


def membership(t: Translator, term: App) -> Expr | None:
    """x is one of the elements that are in; only of a set that is written out."""
    x, whole = term.args
    if not isinstance(whole, App) or whole.op is not ops.SET:
        return None
    found = []
    for c, v in _pairs(whole, 0):
        same = t.same(x, v)
        if same is None:
            return None
        found.append(t.exprs.and_((t.expr(c), same)))
    return t.exprs.or_(found)


def all_different(t: Translator, term: App) -> Expr | None:
    """No two elements that count are the same."""
    elements = list(_pairs(term, 0))
    sure = all(t.expr(c) is t.exprs.true for c, _ in elements)
    scalars = [t.scalar(v) for _, v in elements]
    known = [s for s in scalars if s is not None]
    if sure and len(known) == len(elements) > 1:
        code = join(*(own for _, own in known))
        values = [t.dialect.coerce(x, own, code) for x, own in known]
        return t.exprs.make("distinct", values, t.exprs.true.sort)
    if len(elements) * len(elements) > 2 * PAIRS:
        return None
    found = []
    for (c, v), (d, w) in combinations(elements, 2):
        same = t.same(v, w)
        if same is None:
            return None
        found.append(t.exprs.not_(t.exprs.and_((t.expr(c), t.expr(d), same))))
    return t.exprs.and_(found)


def _pairs(term: App, start: int) -> Iterator[tuple[Term, Term]]:
    """The pairs (condition, value) of a list."""
    return zip(term.args[start::2], term.args[start + 1 :: 2], strict=True)


# ---------------------------------------------------------------------------- choosing


def conditional(t: Translator, term: App) -> Expr | None:
    c, a, b = term.args
    return _chain(t, term, [(t.expr(c), a)], b)


def branching(t: Translator, term: App) -> Expr | None:
    hits = [t.same(term.args[0], key) for key in term.args[2::2]]
    known = [h for h in hits if h is not None]
    if len(known) < len(hits):
        return None
    return _chain(t, term, list(zip(known, term.args[3::2], strict=True)), term.args[1])


def selection(t: Translator, term: App) -> Expr | None:
    return _chain(t, term, [(t.expr(c), v) for c, v in _pairs(term, 1)], term.args[0])


def _chain(
    t: Translator, term: App, branches: Sequence[tuple[Expr, Term]], other: Term
) -> Expr | None:
    """The value of the first branch whose condition is true."""
    code = _own(t, term)
    found = t.as_(other, code)
    for c, v in reversed(branches):
        value = t.as_(v, code)
        if value is None or found is None:
            return None
        found = t.exprs.ite(c, value, found)
    return found


def _own(t: Translator, term: Term) -> Code:
    """The code of a scalar term."""
    code = t.code(term)
    assert code is not None
    return code


# ---------------------------------------------------------------------------- order


def comparison(strict: bool) -> Row:
    def row(t: Translator, term: App) -> Expr | None:
        a, b = term.args
        code = join(_own(t, a), _own(t, b))
        if code.kind not in ("int", "label"):
            return None
        x, y = t.as_(a, code), t.as_(b, code)
        assert x is not None
        assert y is not None
        return t.dialect.less(x, y, code, strict)

    return row


def within(t: Translator, term: App) -> Expr | None:
    x, low, high = term.args
    found = t.scalar(x)
    if found is None or not isinstance(low, Const) or not isinstance(high, Const):
        return None
    return t.between(found, low.value, high.value)  # type: ignore[arg-type]


def extreme(of: str) -> Row:
    """Along the list: what was best so far, and whether there was an element at all."""

    def row(t: Translator, term: App) -> Expr | None:
        code, exprs = _own(t, term), t.exprs
        best, any_ = t.as_(term.args[0], code), exprs.false
        if code.kind not in ("int", "label") or best is None:
            return None
        for c, v in _pairs(term, 1):
            value, chosen = t.as_(v, code), t.expr(c)
            assert value is not None
            lower, higher = (value, best) if of == "min" else (best, value)
            better = t.dialect.less(lower, higher, code, True)
            first = exprs.not_(any_)
            best = exprs.ite(exprs.and_((chosen, exprs.or_((first, better)))), value, best)
            any_ = exprs.or_((any_, chosen))
        return best

    return row


def rank(t: Translator, term: App) -> Expr | None:
    found = t.scalar(term.args[0])
    if found is None or found[1].kind != "label":
        return None
    return t.dialect.rank(found[0], found[1].roots[0], _own(t, term))


# ---------------------------------------------------------------------------- arithmetic


def total(t: Translator, term: App) -> Expr | None:
    code = _own(t, term)
    values = [x for a in term.args if (x := t.as_(a, code)) is not None]
    return t.dialect.add(values, code) if len(values) > 1 else None


def number_true(t: Translator, term: App) -> Expr | None:
    code = _own(t, term)
    one, zero = t.dialect.const(1, code), t.dialect.const(0, code)
    values = [t.exprs.ite(t.expr(a), one, zero) for a in term.args]
    return t.dialect.add(values, code) if len(values) > 1 else None


def product(t: Translator, term: App) -> Expr | None:
    code = _own(t, term)
    x, y = (t.as_(a, code) for a in term.args)
    return None if x is None or y is None else t.dialect.mul(x, y, code)


def negative(t: Translator, term: App) -> Expr | None:
    return _in_both(t, term, t.dialect.neg)


def absolute(t: Translator, term: App) -> Expr | None:
    return _in_both(t, term, t.dialect.abs)


def _in_both(t: Translator, term: App, make: Callable[[Expr, Code], Expr]) -> Expr | None:
    """An operator in a code that has its operand and its result."""
    own = _own(t, term)
    code = join(_own(t, term.args[0]), own)
    x = t.as_(term.args[0], code)
    return None if x is None else t.dialect.coerce(make(x, code), code, own)


def divided(t: Translator, term: App) -> Expr | None:
    return _division(t, term, t.dialect.div)


def left_over(t: Translator, term: App) -> Expr | None:
    return _division(t, term, t.dialect.mod)


def _division(t: Translator, term: App, make: Callable[..., Expr]) -> Expr | None:
    own = _own(t, term)
    signs = (_own(t, term.args[0]), _own(t, term.args[1]))
    code = join(own, *signs)
    x, y = (t.as_(a, code) for a in term.args)
    return None if x is None else t.dialect.coerce(make(x, y, code, signs), code, own)


def divisible(t: Translator, term: App) -> Expr | None:
    """Whether the divisor is not 0."""
    x = t.scalar(term.args[0])
    if x is None:
        return None
    zero = integers(0, 0)
    return t.exprs.not_(t.alike(x, (t.dialect.const(0, zero), zero)))


# ---------------------------------------------------------------------------- unions


def narrowed(t: Translator, term: App) -> Expr | None:
    return t.as_(term.args[0], _own(t, term))


def of_the_sort(t: Translator, term: App) -> Expr | None:
    """Whether a value is of the sample's sort."""
    x, sample = t.scalar(term.args[0]), term.args[1]
    if x is None or not isinstance(sample, Const):
        return None
    if isinstance(sample.value, Label):
        return t.dialect.is_label(*x, sample.value.root)
    return t.dialect.is_int(*x) if type(sample.value) is int else None


ROWS: dict[Op, Row] = {
    ops.NOT: negation,
    ops.AND: conjunction,
    ops.OR: disjunction,
    ops.EQ: equality,
    ops.LT: comparison(True),
    ops.LE: comparison(False),
    ops.WITHIN: within,
    ops.HAS: membership,
    ops.ALL_DIFFERENT: all_different,
    ops.IF: conditional,
    ops.MATCH: branching,
    ops.SELECT_UNIQUE: selection,
    ops.MIN: extreme("min"),
    ops.MAX: extreme("max"),
    ops.RANK: rank,
    ops.SUM: total,
    ops.COUNT: number_true,
    ops.MUL: product,
    ops.NEG: negative,
    ops.ABS: absolute,
    ops.DIV: divided,
    ops.MOD: left_over,
    ops.NARROW: narrowed,
    GUARDS[ops.DIV]: divisible,
    GUARDS[ops.MOD]: divisible,
    GUARDS[ops.NARROW]: of_the_sort,
}
