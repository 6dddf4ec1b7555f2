"""The elements that names denote: constants, and what functions make of them, to some depth.

Herbrand's theorem: universal sentences have a model just where the set of their instances over all
such terms has one, so a finite part of it without a model is proof that there is none. Where no
function reaches out of the part, it is the whole (J. Herbrand 1930; Bernays & Schönfinkel 1928).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from hlogic.compiler.ir import Symbol, value_id
from hlogic.compiler.record import field, record
from hlogic.compiler.sorts import Domain, Label, Root, Scalar, Value, open_root

Args = tuple[Value, ...]
MAX_ELEMENTS = 400  # of one sort


@record(eq=False, frozen=False)
class Element(Label):
    """What a symbol makes of arguments; without a symbol, what is there since a sort is not empty.
    Its name is an id, `father(rina)`: renderers have better words for it."""

    symbol: Symbol | None = field(default=None)
    args: Args = field(default=())


@record(eq=False, frozen=False)
class Universe:
    """`domains` has the elements of each open sort, as labels of a finite one; `of` what a symbol
    makes of its arguments, and `made` the same read from an element: a named one is of no symbol,
    and its argument is the name."""

    domains: dict[Root, Domain] = field(default_factory=dict)
    of: dict[tuple[Symbol, Args], Label] = field(default_factory=dict)
    made: dict[Label, tuple[Symbol | None, Args]] = field(default_factory=dict)
    named: dict[Label, Label] = field(default_factory=dict)  # an item's label to the element
    depth: dict[Label, int] = field(default_factory=dict)
    full: bool = True  # False where there would have been too many

    def add(
        self,
        root: Root,
        name: str,
        made: tuple[Symbol | None, Args],
        aliases: tuple[str, ...] = (),
        depth: int = 0,
    ) -> Label:
        """A new element of an open sort, and what it is made of."""
        domain = self.domains.get(root)
        finite = Root("enum", root.name) if domain is None else next(iter(domain.type.roots))
        place = len(finite.labels) + 1
        symbol, args = made
        if symbol is None and args:
            label = Label(finite, name, aliases, place, len(self.made))
        else:
            label = Element(finite, name, aliases, place, len(self.made), symbol=symbol, args=args)
        finite.labels = (*finite.labels, label)
        self.domains[root] = Domain(Scalar(frozenset({finite})), (finite.labels,), root.name)
        self.depth[label] = depth
        self.made[label] = made
        return label

    def name(self, label: Label) -> None:
        """The element that a label of an open sort names."""
        if label not in self.named:
            element = self.add(label.root, label.name, (None, (label,)), label.aliases)
            element.alike = label.alike
            self.named[label] = element

    def apply(self, symbol: Symbol, args: Args) -> Label:
        """What a symbol makes of elements and finite values."""
        found = self.of.get((symbol, args))
        if found is None:
            root = _root(symbol)
            text = f"({', '.join(map(value_id, args))})" if args else ""
            depth = 1 + max((self.depth.get(a, 0) for a in args if isinstance(a, Label)), default=0)
            aliases = symbol.aliases if not args else ()
            found = self.add(
                root, symbol.name + text, (symbol, args), aliases, depth if symbol.open else 0
            )
            self.of[symbol, args] = found
        return found

    def values(self, domain: Domain) -> Domain:
        """The elements that a variable of a domain ranges over."""
        root = open_root(domain.type)
        return domain if root is None else self.domains[root]

    def grow(self, symbols: Sequence[Symbol], roots: Sequence[Root], depth: int) -> None:
        """Every element that functions make to a depth; at least one of each sort."""
        for symbol in symbols:
            if not symbol.open:
                for args in symbol.keys:
                    self.apply(symbol, args)
        for root in roots:
            if root not in self.domains:
                self.add(root, f"some {root.name}", (None, ()))
        for _ in range(depth):
            for symbol, args in list(self._next([s for s in symbols if s.open])):
                domain = self.domains[_root(symbol)]
                if domain.size >= MAX_ELEMENTS:
                    self.full = False
                    return
                self.apply(symbol, args)

    def _next(self, functions: Sequence[Symbol]) -> Iterator[tuple[Symbol, Args]]:
        for symbol in functions:
            for args in product(*map(self.values, symbol.parameters.domains)):
                if (symbol, args) not in self.of:
                    yield symbol, args


def _root(symbol: Symbol) -> Root:
    root = open_root(symbol.type)
    assert root is not None
    return root
