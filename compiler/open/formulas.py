"""First-order formulas in negation normal form, made of the terms of an item with open sorts.

A Boolean term is partial, so what is wanted of it has four forms: that it is true, that it is
false, and that it is not the one or not the other (which an undefined term is). Pushed through the
connectives each becomes a formula of `All`, `Any`, `Forall`, `Exists` over *leaves*: terms without
a quantifier over an open sort, of which each is wanted to be defined and true. This is strong
Kleene logic, as `passes/kleene.py` has it for ground terms.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Literal

from hlogic.compiler.open.speech import Speech
from hlogic.compiler.ops import AND, DEFINED, EQ, IF, MATCH, NOT, OR
from hlogic.compiler.record import record
from hlogic.compiler.sorts import BOOL, UNDEFINED, open_root
from hlogic.compiler.terms import App, Bound, Const, Spread, Term, Terms

Free = frozenset[Bound]
Mode = Literal["true", "false", "not true", "not false"]
OPPOSITE: dict[Mode, Mode] = {
    "true": "false", "false": "true", "not true": "not false", "not false": "not true",
}  # fmt: skip
DENIED: dict[Mode, Mode] = {
    "true": "not true", "false": "not false", "not true": "true", "not false": "false",
}  # fmt: skip


@record(eq=False)
class Leaf:
    """A term that is wanted to be defined and true."""

    term: Term
    free: Free


@record(eq=False)
class All:
    parts: tuple[Formula, ...]
    free: Free


@record(eq=False)
class Any:
    parts: tuple[Formula, ...]
    free: Free


@record(eq=False)
class Forall:
    variable: Bound
    body: Formula
    free: Free


@record(eq=False)
class Exists:
    variable: Bound
    body: Formula
    free: Free


Formula = Leaf | All | Any | Forall | Exists
NONE: Free = frozenset()
TRUE = All((), NONE)
FALSE = Any((), NONE)


def all_(parts: Iterable[Formula]) -> Formula:
    """The conjunction, without conjunctions directly inside."""
    return _junction(All, TRUE, FALSE, parts)


def any_(parts: Iterable[Formula]) -> Formula:
    """The disjunction, without disjunctions directly inside."""
    return _junction(Any, FALSE, TRUE, parts)


def _junction(
    kind: type[All] | type[Any], unit: Formula, zero: Formula, parts: Iterable[Formula]
) -> Formula:
    kept: dict[int, Formula] = {}
    for part in parts:
        if part is zero:
            return zero
        for inner in part.parts if isinstance(part, kind) else (part,):
            kept[id(inner)] = inner
    if not kept:
        return unit
    if len(kept) == 1:
        return next(iter(kept.values()))
    free: Free = reduce(frozenset.union, (p.free for p in kept.values()), NONE)
    return kind(tuple(kept.values()), free)


def quantified(kind: type[Forall] | type[Exists], variable: Bound, body: Formula) -> Formula:
    """The quantifier over as little as it can be over: what does not speak of its variable is left
    outside. Open sorts have an element, so there it may be."""
    if open_root(variable.type) is None:
        if variable.domain.size == 0:
            return TRUE if kind is Forall else FALSE
        return body if variable not in body.free else kind(variable, body, body.free - {variable})
    if variable not in body.free:
        return body
    if isinstance(body, All | Any):
        alike = isinstance(body, All) is (kind is Forall)
        join = all_ if isinstance(body, All) else any_
        if alike and kind is Forall:
            return join(quantified(kind, variable, p) for p in body.parts)
        apart = [p for p in body.parts if variable not in p.free]
        if apart:
            under = join(p for p in body.parts if variable in p.free)
            return join((*apart, quantified(kind, variable, under)))
    if isinstance(body, kind):  # a later variable may go further in
        inner = quantified(kind, variable, body.body)
        if not (isinstance(inner, kind) and inner.variable is variable):
            return quantified(kind, body.variable, inner)
    return kind(variable, body, body.free - {variable})


class Lowering:
    """Turns Boolean terms, derived terms written out, into formulas; each once for each mode."""

    def __init__(self, pool: Terms, speech: Speech) -> None:
        self._pool = pool
        self._speech = speech
        self._made: dict[tuple[int, Mode], Formula] = {}

    def formula(self, term: Term, mode: Mode = "true") -> Formula:
        """That a term is true, false, or not the one or the other."""
        key = (term.id, mode)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = self._lower(term, mode)
        return found

    def _lower(self, term: Term, mode: Mode) -> Formula:
        match term:
            case Const(value=value):
                holds = value is (mode in ("true", "not false"))
                if value is UNDEFINED:
                    holds = mode in ("not true", "not false")
                return TRUE if holds else FALSE
            case App(op=op, args=args):
                if op is NOT:
                    return self.formula(args[0], OPPOSITE[mode])
                if op is DEFINED and args[0].type == BOOL:
                    return self._defined(args[0], mode)
                if not self._speech.speaks(term):
                    return self._leaf(term, mode)
                if op is AND or op is OR:
                    join = all_ if (op is AND) is (mode in ("true", "not false")) else any_
                    return join(self.formula(a, mode) for a in args)
                if self._speech.quantifies(term):
                    return self._choice(term, mode)
            case Spread(op=op, variables=variables, element=element):
                if (op is AND or op is OR) and self._speech.speaks(term):
                    kind = Forall if (op is AND) is (mode in ("true", "not false")) else Exists
                    made = self.formula(element[0], mode)
                    for variable in reversed(variables):
                        made = quantified(kind, variable, made)
                    return made
        return self._leaf(term, mode)

    def _defined(self, term: Term, mode: Mode) -> Formula:
        if self._speech.defined(term):
            return TRUE if mode in ("true", "not false") else FALSE
        if mode in ("true", "not false"):
            return any_((self.formula(term, "true"), self.formula(term, "false")))
        return all_((self.formula(term, "not true"), self.formula(term, "not false")))

    def _choice(self, term: App, mode: Mode) -> Formula:
        """`iff`, `if` and `match` with quantifiers inside, as cases: of what decides, and of what
        is then wanted. What is not to be true (or false) is so in no case."""
        denied = mode in ("not true", "not false")
        wanted = DENIED[mode] if denied else mode
        cases: list[tuple[tuple[Term, Mode], tuple[Term, Mode]]] = []
        args = term.args
        if term.op is EQ:
            other = OPPOSITE["true"] if wanted == "false" else "true"
            cases = [((args[0], "true"), (args[1], other)),
                     ((args[0], "false"), (args[1], OPPOSITE[other]))]  # fmt: skip
        elif term.op is IF:
            cases = [((args[0], "true"), (args[1], wanted)),
                     ((args[0], "false"), (args[2], wanted))]  # fmt: skip
        else:
            assert term.op is MATCH, term.op
            tests = [self._pool.made(EQ, (args[0], key), BOOL) for key in args[2::2]]
            cases = [((t, "true"), (arm, wanted)) for t, arm in zip(tests, args[3::2], strict=True)]
            other_wise = self._pool.app(OR, tests) if tests else self._pool.bool(False)
            cases.append(((other_wise, "false"), (args[1], wanted)))
        if denied:
            return all_(any_(self.formula(t, DENIED[m]) for t, m in case) for case in cases)
        if self._speech.defined(term) and len(cases) == 2:  # the same, as two implications
            (test, first), (_, second) = cases
            return all_((any_((self.formula(test[0], "false"), self.formula(*first))),
                         any_((self.formula(test[0], "true"), self.formula(*second)))))  # fmt: skip
        return any_(all_(self.formula(t, m) for t, m in case) for case in cases)

    def _leaf(self, term: Term, mode: Mode) -> Formula:
        pool = self._pool
        if mode in ("false", "not true"):
            wanted: Term = pool.app(NOT, (term,))
        else:
            wanted = term
        if mode in ("not true", "not false") and not self._speech.defined(term):
            # `not false t`: it is not the case that `not t` is defined and true
            inner = term if mode == "not true" else pool.app(NOT, (term,))
            wanted = pool.app(NOT, (pool.holds(inner),))
        return Leaf(wanted, self._speech.free(term))
