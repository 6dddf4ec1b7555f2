"""Which values of two items are the same: as the user says, else by aliases, else by ids.

Labels that share an alias are one. A label without a partner is then that of the same id, where
one of both has no alias; and one without aliases is that whose alias it spells. Two labels of
one sort never are.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable, Iterable, Mapping, Sequence

from hlogic.compiler.ir import Symbol, Theory
from hlogic.compiler.sorts import (
    BOOL_ROOT,
    INT_ROOT,
    CaseName,
    Label,
    Scalar,
    SetType,
    TupleType,
    Type,
    Value,
)

Given = Sequence[tuple[Value, Value]]
Node = Hashable


def plain(text: str) -> str:
    """A text as it is compared: width, case and white space do not count."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


class Likeness:
    """The values of two items, A (0) and B (1), under keys that are equal where they are."""

    def __init__(self, a: Theory, b: Theory, given: Given = ()) -> None:
        self._parent: dict[Node, Node] = {}
        self._sorts: dict[Node, set[tuple[int, str]]] = {}
        self.labels = (labels_of(a), labels_of(b))
        sides = [(i, label) for i in (0, 1) for label in self.labels[i]]
        for side, label in sides:
            self._sorts[self._node(side, label)] = {(side, label.root.name)}
        self._given = [pair[0] for pair in given], [pair[1] for pair in given]
        for left, right in given:
            self._unite(self._node(0, left), self._node(1, right))
        for side, label in sides:
            for alias in label.aliases:
                self._unite(self._node(side, label), ("words", plain(alias)))
        self._by_ids()
        for side, label in sides:
            if not label.aliases and not self.has_partner(side, label):
                self._unite(self._node(side, label), ("words", plain(label.name)))

    def _by_ids(self) -> None:
        for label in self.labels[0]:
            for other in self.labels[1]:
                bare = not (label.aliases and other.aliases)
                if label.name == other.name and bare and not self.has_partner(0, label):
                    self._unite(self._node(0, label), self._node(1, other))

    def has_partner(self, side: int, label: Label) -> bool:
        """Whether the other item has a label that is the same."""
        root = self._find(self._node(side, label))
        return any(other != side for other, _ in self._sorts.get(root, ()))

    def lonely(self, side: int) -> tuple[str, ...]:
        """The labels of one item without a partner, as it names them."""
        return tuple(v.id for v in self.labels[side] if not self.has_partner(side, v))

    def key(self, side: int, value: Value | str) -> Hashable:
        """What stands for a value of one item: equal keys, equal values."""
        match value:
            case tuple():
                return tuple(self.key(side, v) for v in value)
            case frozenset():
                return frozenset(self.key(side, v) for v in value)
            case str():
                return "word", value
            case CaseName():
                return "case", value.name
        return self._find(self._node(side, value))

    def partner(self, side: int, value: Value, type: Type) -> Value | None:
        """The value of a type of the other item that is the same, if that has any."""
        match value, type:
            case tuple(), TupleType(items=items) if len(items) == len(value):
                found = [self.partner(side, v, t) for v, t in zip(value, items, strict=True)]
                return None if None in found else tuple(v for v in found if v is not None)
            case frozenset(), SetType(element=element) if element is not None:
                members = [self.partner(side, v, element) for v in value]
                return None if None in members else frozenset(m for m in members if m is not None)
            case _, Scalar(roots=roots):
                key = self.key(side, value)
                plain_ones: list[Value] = [
                    v for v in (False, True, value, *self._given[1 - side])
                    if isinstance(v, int) and (INT_ROOT, BOOL_ROOT)[isinstance(v, bool)] in roots
                ]  # fmt: skip
                labels = [v for v in self.labels[1 - side] if v.root in roots]
                same = [v for v in [*plain_ones, *labels] if self.key(1 - side, v) == key]
                return same[0] if same else None
        return None

    # ------------------------------------------------------------------ classes

    def _node(self, side: int, value: Value) -> Node:
        if isinstance(value, Label):
            return side, value.root.name, value.name
        return "value", type(value).__name__, value

    def _find(self, node: Node) -> Node:
        while node in self._parent:
            node = self._parent[node]
        return node

    def _unite(self, left: Node, right: Node) -> None:
        left, right = self._find(left), self._find(right)
        sorts, others = self._sorts.get(left, set()), self._sorts.get(right, set())
        if left != right and not sorts & others:
            self._parent[left] = right
            self._sorts[right] = sorts | others


def labels_of(theory: Theory) -> tuple[Label, ...]:
    """Every label of an item, those of its inline domains too, in their order."""
    found = {label: None for root in theory.roots.values() for label in root.labels}
    for symbol in theory.symbols.values():
        for value in _values(symbol):
            if isinstance(value, Label):
                found[value] = None
    return tuple(sorted(found, key=lambda v: v.order))


def _values(symbol: Symbol) -> Iterable[Value]:
    domains = symbol.parameters.domains
    for domain in domains if symbol.domain is None else (*domains, symbol.domain):
        for part in domain.parts:
            if not isinstance(part, range):
                yield from part


def partners(
    a: Sequence[str], b: Sequence[str], tests: Sequence[Sequence[Mapping[str, Hashable]]]
) -> tuple[Mapping[str, Hashable], Mapping[str, Hashable]]:
    """What stands for the names of two lists. Each test gives keys to names of A and of B: names
    without a partner so far that share a key are the same. The rest have nothing here."""
    found: tuple[dict[str, Hashable], dict[str, Hashable]] = ({}, {})
    for place, keys in enumerate(tests):
        free = [
            {n: keys[side][n] for n in names if n not in found[side] and n in keys[side]}
            for side, names in enumerate((a, b))
        ]
        both = set(free[0].values()) & set(free[1].values())
        for side in (0, 1):
            found[side].update((n, (place, k)) for n, k in free[side].items() if k in both)
    return found
