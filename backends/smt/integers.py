"""Terms over `Int` and datatypes: what other programs read.

A sort of labels is a datatype whose constructors are the labels. A union is the datatype `Union`,
one for the whole export, with a constructor for integers and one for each sort that stands in some
union: `(|an int| 3)`, `(|a Doctor| li)`. Ranks are a function for each ordered sort that is
compared. Declarations are made when they are first needed.

`div` and `mod` of SMT-LIB leave remainders that are never negative; ours round down, which is the
same where the divisor is positive. A division by 0 is 0, so that every term is a function of the
declared constants.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hlogic.backends.smt.codes import Code, integers
from hlogic.backends.smt.expressions import BOOL, Expr, Exprs
from hlogic.backends.smt.names import Names
from hlogic.compiler.sorts import Label, Root, Value

INT = "Int"


class Integers:
    """The dialect of the export. `unions` are the sorts that may stand in unions."""

    def __init__(self, exprs: Exprs, names: Names) -> None:
        self.exprs = exprs
        self._names = names
        self._sorts: dict[Root, str] = {}
        self._labels: dict[Label, str] = {}
        self._ranks: dict[Root, str] = {}
        self._union: str | None = None
        self._wraps: dict[Root | None, tuple[str, str]] = {}  # constructor and selector
        self.zero = self._number(0)

    # ------------------------------------------------------------------ declarations

    def declarations(self) -> Iterator[str]:
        """What the expressions made so far need to be declared."""
        for root, name in self._sorts.items():
            labels = " ".join(f"({self._labels[label]})" for label in root.labels)
            yield f"(declare-datatypes (({name} 0)) (({labels})))"
        if self._union is not None:
            parts = []
            for inner, (make, take) in self._wraps.items():
                parts.append(f"({make} ({take} {INT if inner is None else self._sorts[inner]}))")
            yield f"(declare-datatypes (({self._union} 0)) (({' '.join(parts)})))"
        for root, name in self._ranks.items():
            chosen = str(len(root.labels))
            for label in root.labels[-2::-1]:
                chosen = f"(ite (= x {self._labels[label]}) {label.rank} {chosen})"
            yield f"(define-fun {name} ((x {self._sorts[root]})) {INT} {chosen})"

    def _root(self, root: Root) -> str:
        if root not in self._sorts:
            self._sorts[root] = self._names.symbol(root.name)
            for label in root.labels:
                self._labels[label] = self._names.symbol(label.id)
        return self._sorts[root]

    def _wrap(self, root: Root | None) -> tuple[str, str]:
        if self._union is None:
            self._union = self._names.symbol("Union")
        if root not in self._wraps:
            name = "int" if root is None else root.name
            article = "an" if root is None else "a"
            self._wraps[root] = (
                self._names.symbol(f"{article} {name}"),
                self._names.symbol(f"the {name}"),
            )
            if root is not None:
                self._root(root)
        return self._wraps[root]

    # ------------------------------------------------------------------ values

    def sort(self, code: Code) -> str:
        match code.kind:
            case "bool":
                return BOOL
            case "label":
                return self._root(code.roots[0])
            case "union":
                if code.ints is not None:
                    self._wrap(None)
                for root in code.roots:
                    self._wrap(root)
                assert self._union is not None
                return self._union
        return INT

    def const(self, value: Value, code: Code) -> Expr:
        if code.bool:
            return self.exprs.bool(value is True)
        if isinstance(value, Label):
            sort = self._root(value.root)
            made, own = self.exprs.make(self._labels[value], (), sort), Code(None, (value.root,))
        elif isinstance(value, int):
            made, own = self._number(value), integers(value, value)
        else:
            return self.zero
        return self.coerce(made, own, code) if code.kind == "union" else made

    def pinned(self, code: Code) -> Expr:
        if code.bool:
            return self.exprs.false
        if code.ints is not None or not code.roots:
            return self.const(0, code)
        return self.const(code.roots[0].labels[0], code)

    def coerce(self, x: Expr, source: Code, target: Code) -> Expr:
        old, new = source.kind, target.kind
        if old == new or new == "nothing":
            return x
        if old == "nothing":
            return self.pinned(target)
        if new == "union":
            make, _ = self._wrap(source.roots[0] if source.roots else None)
            return self.exprs.make(make, (x,), self.sort(target))
        root = target.roots[0] if target.roots else None
        _, take = self._wrap(root)
        taken = self.exprs.make(take, (x,), self.sort(target))
        return self.exprs.ite(self._is(x, root), taken, self.pinned(target))

    def _number(self, n: int) -> Expr:
        return self.exprs.make(str(n) if n >= 0 else f"(- {-n})", (), INT)

    # ------------------------------------------------------------------ tests

    def _is(self, x: Expr, root: Root | None) -> Expr:
        make, _ = self._wrap(root)
        return self.exprs.make(f"(_ is {make})", (x,), BOOL)

    def is_int(self, x: Expr, code: Code) -> Expr:
        return self._is(x, None) if code.kind == "union" else self.exprs.bool(code.kind == "int")

    def within(self, x: Expr, code: Code, low: int, high: int) -> Expr:
        n = self.coerce(x, code, Code(code.ints))
        ends = (self._number(low), n, self._number(high))
        return self.exprs.and_((self.is_int(x, code), self.exprs.make("<=", ends, BOOL)))

    def is_label(self, x: Expr, code: Code, root: Root) -> Expr:
        if code.kind == "union":
            return self._is(x, root)
        return self.exprs.bool(code.kind == "label" and code.roots == (root,))

    def valid(self, x: Expr, root: Root) -> Expr:
        return self.exprs.true

    def less(self, x: Expr, y: Expr, code: Code, strict: bool) -> Expr:
        if code.kind == "label":
            x, y = (self.rank(v, code.roots[0], code) for v in (x, y))
        return self.exprs.compare("<" if strict else "<=", x, y)

    def rank(self, x: Expr, root: Root, target: Code) -> Expr:
        if root not in self._ranks:
            self._root(root)
            self._ranks[root] = self._names.symbol(f"rank {root.name}")
        return self.exprs.make(self._ranks[root], (x,), INT)

    # ------------------------------------------------------------------ arithmetic

    def add(self, xs: Sequence[Expr], code: Code) -> Expr:
        return self._call("+", *xs)

    def mul(self, x: Expr, y: Expr, code: Code) -> Expr:
        return self._call("*", x, y)

    def neg(self, x: Expr, code: Code) -> Expr:
        return self._call("-", x)

    def abs(self, x: Expr, code: Code) -> Expr:
        return self._call("abs", x)

    def div(self, x: Expr, y: Expr, code: Code, signs: tuple[Code, Code]) -> Expr:
        up = self._call("div", x, y)
        down = self._call("div", self._call("-", x), self._call("-", y))
        return self._by_sign(y, signs[1], up, down)

    def mod(self, x: Expr, y: Expr, code: Code, signs: tuple[Code, Code]) -> Expr:
        up = self._call("mod", x, y)
        down = self._call("-", self._call("mod", self._call("-", x), self._call("-", y)))
        return self._by_sign(y, signs[1], up, down)

    def _by_sign(self, y: Expr, code: Code, up: Expr, down: Expr) -> Expr:
        """`up` where y is positive, `down` where it is negative, 0 where it is 0."""
        least, greatest = code.ints or (0, 0)
        found = up if greatest > 0 else self.zero
        if least <= 0 < greatest:
            found = self.exprs.ite(self._call_bool("<", self.zero, y), up, self.zero)
        if least < 0:
            found = self.exprs.ite(self._call_bool("<", y, self.zero), down, found)
        return found

    def _call(self, head: str, *args: Expr) -> Expr:
        return self.exprs.make(head, args, INT)

    def _call_bool(self, head: str, *args: Expr) -> Expr:
        return self.exprs.make(head, args, BOOL)
