"""The order of derived instances, and the cycles among them.

A cycle is judged after constant folding: `if t == first(T) then 0 else at(prev(t)) + step(t)` has
none, since each instance's ground definition names only the one before.
"""

from __future__ import annotations

from collections.abc import Iterable

from hlogic.compiler.ir import Key, Symbol, Theory, View
from hlogic.compiler.passes.ground import Grounder
from hlogic.compiler.passes.symbols import leaf_key
from hlogic.compiler.terms import Ref, Term, below


def derived(terms: Iterable[Term]) -> list[Ref]:
    """The derived leaves among ground terms."""
    return [t for t in terms if isinstance(t, Ref) and t.symbol.kind == "derive"]


def leaves(term: Term) -> list[Ref]:
    """The derived leaves in a ground term, oldest first."""
    return derived(below([term]))


class Order:
    """Sorts derived leaves so that each comes after those that its definition names."""

    def __init__(self, definitions: dict[Ref, Term]) -> None:
        self._definitions = definitions
        self._done: set[Ref] = set()

    def of(self, roots: Iterable[Ref]) -> tuple[list[Ref], list[Ref] | None]:
        """The leaves that the roots need and that no earlier call gave, in order; and the first
        cycle met, if there is one, as the leaves along it."""
        order: list[Ref] = []
        for root in roots:
            cycle = self._visit(root, order)
            if cycle is not None:
                return order, cycle
        return order, None

    def _visit(self, root: Ref, order: list[Ref]) -> list[Ref] | None:
        if root in self._done:
            return None
        path = {root: iter(leaves(self._definitions[root]))}
        while path:
            leaf = next(reversed(path))
            for needed in path[leaf]:
                if needed in path:
                    along = list(path)
                    return along[along.index(needed) :]
                if needed not in self._done:
                    path[needed] = iter(leaves(self._definitions[needed]))
                    break
            else:
                del path[leaf]
                self._done.add(leaf)
                order.append(leaf)
        return None


def find_derived_cycle(theory: Theory, view: View) -> list[tuple[Symbol, Key]] | None:
    """The instances along a cycle among the derived terms of a view, in the order in which each
    uses the next; None if there is none. Cheap where no symbol can reach itself."""
    if not _may_recur(theory, view):
        return None
    grounder = Grounder(theory, view)
    roots: list[Ref] = []
    for symbol in theory.symbols.values():
        if symbol.kind == "derive":
            for key in symbol.keys:
                leaf = grounder.derived(symbol, key)
                assert isinstance(leaf, Ref)
                roots.append(leaf)
    grounder.complete()
    cycle = Order(grounder.definitions).of(roots)[1]
    return None if cycle is None else [(leaf.symbol, leaf_key(leaf)) for leaf in cycle]


def _may_recur(theory: Theory, view: View) -> bool:
    """Whether some derived symbol's body reaches the symbol again, as written."""
    uses: dict[Symbol, dict[Symbol, None]] = {}
    for symbol in theory.symbols.values():
        bodies = [symbol.body] if symbol.body is not None else []
        bodies += [body for (s, _), (body, _) in view.derived.items() if s is symbol]
        uses[symbol] = {t.symbol: None for t in below(bodies) if isinstance(t, Ref)}
    left = dict(uses)
    while left:
        ready = [s for s, used in left.items() if not any(u in left for u in used)]
        if not ready:
            return True
        for symbol in ready:
            del left[symbol]
    return False
