"""Smart constructors: every pass makes its terms here, and they come out small.

A rule is a small function from an operator's operands to a better term, or None where it does not
match; its docstring gives match and result. `KLEENE` rules keep the meaning under strong Kleene, so
they may be used on partial terms. `TOTAL` rules need operands that are defined in every world:
after partiality is lowered (`kleene.py`) nothing else is left.

Constants are typed by their value, not by their place, so that one value is one term.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hlogic.compiler.ops import (
    AND,
    EQ,
    NOT,
    OR,
    Op,
)
from hlogic.compiler.passes.rewrites import KLEENE, is_undefined
from hlogic.compiler.passes.rewrites_total import TOTAL
from hlogic.compiler.sorts import BOOL, INT, UNDEFINED, Label, Maybe, Root, Scalar, Type
from hlogic.compiler.terms import Const, Term, Terms

Args = tuple[Term, ...]
Rule = Callable[["Make", Op, Args, Type], Term | None]
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


# ---------------------------------------------------------------------------- Kleene: any operator


def fold(make: Make, op: Op, args: Args, type: Type) -> Term | None:
    """op(constants) => its value; strict op(.., undefined, ..) => undefined."""
    values: list[Maybe] = []
    constant = True
    for a in args:
        if not isinstance(a, Const):
            if not op.strict:
                return None
            constant = False
        elif a.value is UNDEFINED and op.strict:
            return make.undefined(type)
        else:
            values.append(a.value)
    return make.const(op.apply(values), type) if constant else None
