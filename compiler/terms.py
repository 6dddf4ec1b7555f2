"""Terms: few kinds, interned, typed.

A term is a constant, a bound variable, an application of a declared symbol (`Ref`), an application
of an operator of the table (`App`), or an operator spread over the tuples of some bound variables
(`Spread`: every quantifier and aggregate). Terms live in a `Terms` pool that makes each just once;
a term's `id` is larger than the ids of its parts, so any set of terms sorted by `id` is in
dependency order and passes need no recursion.

Terms are shared and so know no place in the text: spans belong to constraints and queries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from hlogic.compiler.ops import AND, DEFINED, Op
from hlogic.compiler.record import record
from hlogic.compiler.sorts import BOOL, Domain, Maybe, Type, Value

if TYPE_CHECKING:
    from hlogic.compiler.ir import Symbol

# ---------------------------------------------------------------------------- terms


@record(eq=False)
class Term:
    id: int
    type: Type


@record(eq=False)
class Const(Term):
    """A value, or `UNDEFINED` (what a missing default gives)."""

    value: Maybe


@record(eq=False)
class Bound(Term):
    """A variable of a `Spread`, of a family's parameters, or of a query's members."""

    name: str
    domain: Domain


@record(eq=False)
class Ref(Term):
    """A variable, table or derived term at its arguments; undefined outside its instances."""

    symbol: Symbol
    args: tuple[Term, ...]


@record(eq=False)
class App(Term):
    op: Op
    args: tuple[Term, ...]


@record(eq=False)
class Spread(Term):
    """`op` applied to `leading`, then `element` once for each tuple of the variables."""

    op: Op
    leading: tuple[Term, ...]
    variables: tuple[Bound, ...]
    element: tuple[Term, ...]


# ---------------------------------------------------------------------------- the pool


T = TypeVar("T", bound=Term)


class Terms:
    """Makes each term once. One pool belongs to one item; nothing is shared between items."""

    def __init__(self) -> None:
        self._made: dict[tuple[object, ...], Term] = {}
        self._next = 0

    def _intern(self, key: tuple[object, ...], make: Callable[[int], T]) -> T:
        found = self._made.get(key)
        if found is None:
            found = make(self._next)
            self._next += 1
            self._made[key] = found
        return found  # type: ignore[return-value]

    def const(self, value: Maybe, type: Type) -> Const:
        key = (Const, value.__class__, value, type)  # by class: True == 1 in Python
        return self._intern(key, lambda i: Const(i, type, value))

    def bool(self, value: bool) -> Const:
        return self.const(value, BOOL)

    def bound(self, name: str, domain: Domain) -> Bound:
        """A fresh variable: two binders of one name are two variables."""
        return self._intern((Bound, self._next), lambda i: Bound(i, domain.type, name, domain))

    def ref(self, symbol: Symbol, args: Sequence[Term]) -> Ref:
        args = tuple(args)
        return self._intern(
            (Ref, symbol, symbol.type, args), lambda i: Ref(i, symbol.type, symbol, args)
        )

    def app(self, op: Op, args: Sequence[Term]) -> App:
        """Apply an operator; raises `TypeProblem` where the table's typing rule refuses."""
        args = tuple(args)
        key = (App, op, args)
        found = self._made.get(key)
        if found is not None:
            return found  # type: ignore[return-value]
        type = op.typing([a.type for a in args])
        return self._intern(key, lambda i: App(i, type, op, args))

    def holds(self, formula: Term) -> App:
        """That a formula is defined and true: this is always one of both."""
        return self.app(AND, (self.app(DEFINED, (formula,)), formula))

    def made(self, op: Op, args: Sequence[Term], type: Type) -> App:
        """Apply an operator whose typing is known. Passes use it: the operand that a rewrite puts
        in place may be of a narrower type than the one that the table's rule accepted."""
        args = tuple(args)
        return self._intern((App, op, args), lambda i: App(i, type, op, args))

    def spread(
        self,
        op: Op,
        leading: Sequence[Term],
        variables: Sequence[Bound],
        element: Sequence[Term],
    ) -> Spread:
        leading, variables, element = tuple(leading), tuple(variables), tuple(element)
        type = op.typing([t.type for t in (*leading, *element)])
        return self._intern(
            (Spread, op, leading, variables, element),
            lambda i: Spread(i, type, op, leading, variables, element),
        )


def parts(term: Term) -> tuple[Term, ...]:
    """The terms that a term is made of, but for the variables that it binds."""
    if isinstance(term, Ref | App):
        return term.args
    return (*term.leading, *term.element) if isinstance(term, Spread) else ()


def below(roots: Iterable[Term], known: Callable[[Term], bool] = lambda t: False) -> list[Term]:
    """Every term that the roots are made of, parts first; what is `known` is not entered."""
    seen: dict[int, Term] = {}
    stack = list(roots)
    while stack:
        term = stack.pop()
        if term.id not in seen and not known(term):
            seen[term.id] = term
            stack.extend(parts(term))
    return [seen[i] for i in sorted(seen)]


def bind(pool: Terms, root: Term, env: Mapping[Bound, Value]) -> Term:
    """The term with some of its free bound variables given values."""
    if not env:
        return root
    new: dict[int, Term] = {}
    for term in below([root]):
        match term:
            case Bound() if term in env:
                new[term.id] = pool.const(env[term], term.type)
            case Ref(symbol=symbol, args=args):
                new[term.id] = pool.ref(symbol, [new[a.id] for a in args])
            case App(op=op, args=args):
                new[term.id] = pool.app(op, [new[a.id] for a in args])
            case Spread(op=op, leading=leading, variables=variables, element=element):
                new[term.id] = pool.spread(
                    op, [new[a.id] for a in leading], variables, [new[a.id] for a in element]
                )
            case _:
                new[term.id] = term
    return new[root.id]


def replace_symbols(
    pool: Terms, root: Term, symbols: Mapping[Symbol, Symbol], stays: Callable[[Term], bool]
) -> Term:
    """The term with some symbols read as others, but for what `stays`."""
    made: dict[int, Term] = {}
    for term in below([root], stays):
        new = [made.get(part.id, part) for part in parts(term)]
        match term:
            case Ref(symbol=symbol):
                made[term.id] = pool.ref(symbols.get(symbol, symbol), new)
            case App(op=op):
                made[term.id] = pool.made(op, new, term.type)
            case Spread(op=op, leading=leading, variables=variables):
                n = len(leading)
                made[term.id] = pool.spread(op, new[:n], variables, new[n:])
            case _:
                made[term.id] = term
    return made.get(root.id, root)
