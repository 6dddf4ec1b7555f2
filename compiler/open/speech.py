"""What there is to know of a term before it is taken apart: whether it speaks of open sorts,
whether it quantifies over one, whether it is surely defined, and which variables are free in it."""

from __future__ import annotations

from hlogic.compiler.ops import SELECT_UNIQUE
from hlogic.compiler.passes.free import Free
from hlogic.compiler.sorts import UNDEFINED, open_root
from hlogic.compiler.terms import App, Bound, Const, Ref, Spread, Term, below, parts


class Speech:
    """Answers about the terms of one pool, each found once. Derived terms that speak of open sorts
    are written out before (derived.py)."""

    def __init__(self) -> None:
        self._speaks: dict[int, bool] = {}
        self._quantifies: dict[int, bool] = {}
        self._defined: dict[int, bool] = {}
        self._free: dict[int, frozenset[Bound]] = {}
        self._bounds = Free()

    def speaks(self, root: Term) -> bool:
        """Whether elements of an open sort, or what is over one, stand anywhere in a term."""
        found = self._speaks
        for term in below([root], lambda t: t.id in found):
            own = open_root(term.type) is not None
            if isinstance(term, Ref):
                own = own or term.symbol.open
            elif isinstance(term, Spread):
                own = own or any(open_root(v.type) is not None for v in term.variables)
            found[term.id] = own or any(found[p.id] for p in parts(term))
        return found[root.id]

    def quantifies(self, root: Term) -> bool:
        """Whether a quantifier over an open sort stands anywhere in a term."""
        found = self._quantifies
        for term in below([root], lambda t: t.id in found):
            own = isinstance(term, Spread) and any(
                open_root(v.type) is not None for v in term.variables
            )
            found[term.id] = own or any(found[p.id] for p in parts(term))
        return found[root.id]

    def defined(self, root: Term) -> bool:
        """Whether a term surely has a value: by its form, so that no is not known."""
        found = self._defined
        for term in below([root], lambda t: t.id in found):
            match term:
                case Const(value=value):
                    own = value is not UNDEFINED
                case Ref():
                    own = _inside(term)
                case App(op=op) | Spread(op=op):
                    own = not op.partial and op is not SELECT_UNIQUE
                case _:
                    own = True
            found[term.id] = own and all(found[p.id] for p in parts(term))
        return found[root.id]

    def free(self, term: Term) -> frozenset[Bound]:
        """The variables that a term leaves to its surroundings."""
        found = self._free.get(term.id)
        if found is None:
            found = self._free[term.id] = frozenset(self._bounds.of(term))
        return found


def _inside(term: Ref) -> bool:
    """Whether the arguments surely name an instance of a variable."""
    symbol = term.symbol
    if symbol.kind != "var" or symbol.parameters.where is not None:
        return False
    for arg, domain in zip(term.args, symbol.parameters.domains, strict=True):
        if open_root(domain.type) is not None:
            continue
        if isinstance(arg, Const):
            if arg.value not in domain:
                return False
        elif not (isinstance(arg, Bound) and arg.domain == domain):
            return False
    return True
