"""Which bound variables a term's meaning depends on."""

from __future__ import annotations

from collections.abc import Iterable

from hlogic.compiler.terms import App, Bound, Ref, Spread, Term, below


class Free:
    """Looks at each term once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Bound, ...]] = {}

    def of(self, root: Term) -> tuple[Bound, ...]:
        """The variables, by id."""
        known = self._known
        found = known.get(root.id)
        if found is not None:
            return found
        for term in below([root], lambda t: t.id in known):
            match term:
                case Bound():
                    known[term.id] = (term,)
                case Ref(args=args) | App(args=args):
                    known[term.id] = self._union(args)
                case Spread(leading=leading, variables=variables, element=element):
                    inner = self._union((*leading, *element))
                    known[term.id] = tuple(b for b in inner if b not in variables)
                case _:
                    known[term.id] = ()
        return known[root.id]

    def _union(self, terms: Iterable[Term]) -> tuple[Bound, ...]:
        apart = dict.fromkeys([self._known[t.id] for t in terms])
        apart.pop((), None)
        if len(apart) <= 1:
            return next(iter(apart), ())
        united = {b.id: b for bounds in apart for b in bounds}
        return tuple(united[i] for i in sorted(united))
