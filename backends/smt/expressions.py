"""SMT-LIB expressions, each made once.

An expression is a head (a symbol, a literal, an indexed operator) over others, and knows the name
of its sort. What the constructors below can see to be true or false they say so; all other
simplification is the solver's. Ids grow from parts to wholes, as those of terms do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hlogic.compiler.record import record

BOOL = "Bool"


@record(eq=False)
class Expr:
    """`head` alone, or `(head args…)`."""

    id: int
    head: str
    args: tuple[Expr, ...]
    sort: str


class Exprs:
    """A pool of expressions."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, tuple[Expr, ...]], Expr] = {}
        self.true = self.make("true", (), BOOL)
        self.false = self.make("false", (), BOOL)

    def make(self, head: str, args: Iterable[Expr], sort: str) -> Expr:
        key = (head, tuple(args))
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = Expr(len(self._made), *key, sort)
        return found

    # ------------------------------------------------------------------ Booleans

    def bool(self, value: bool) -> Expr:
        return self.true if value else self.false

    def not_(self, a: Expr) -> Expr:
        if a in (self.true, self.false):
            return self.bool(a is self.false)
        return a.args[0] if a.head == "not" else self.make("not", (a,), BOOL)

    def and_(self, args: Iterable[Expr]) -> Expr:
        return self._junction("and", args, self.true, self.false)

    def or_(self, args: Iterable[Expr]) -> Expr:
        return self._junction("or", args, self.false, self.true)

    def _junction(self, head: str, args: Iterable[Expr], unit: Expr, zero: Expr) -> Expr:
        kept = {a: None for a in args if a is not unit}
        if zero in kept:
            return zero
        if len(kept) <= 1:
            return next(iter(kept), unit)
        return self.make(head, kept, BOOL)

    def ite(self, c: Expr, a: Expr, b: Expr) -> Expr:
        if a is b or c is self.true:
            return a
        if c is self.false:
            return b
        if a is self.true or b is self.false:
            return self.or_((c, b)) if a is self.true else self.and_((c, a))
        if a is self.false or b is self.true:
            return self.or_((self.not_(c), a)) if b is self.true else self.and_((self.not_(c), b))
        return self.make("ite", (c, a, b), a.sort)

    def eq(self, a: Expr, b: Expr) -> Expr:
        if a is b:
            return self.true
        for one, other in ((a, b), (b, a)):
            if one in (self.true, self.false):
                return other if one is self.true else self.not_(other)
        return self.make("=", (a, b) if a.id < b.id else (b, a), BOOL)

    def compare(self, head: str, a: Expr, b: Expr) -> Expr:
        """An order of that name."""
        return self.make(head, (a, b), BOOL)


def below(roots: Iterable[Expr]) -> Iterator[Expr]:
    """Every expression that the roots are made of, parts first."""
    seen: dict[int, Expr] = {}
    stack = list(roots)
    while stack:
        found = stack.pop()
        if found.id not in seen:
            seen[found.id] = found
            stack.extend(found.args)
    return (seen[i] for i in sorted(seen))
