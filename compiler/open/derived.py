"""Derived terms that speak of open sorts: their bodies stand in for them.

Such a term has no list of instances that an engine could keep apart, so wherever it is read it is
replaced by its body. `check.py` has refused those that are defined through themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hlogic.compiler.ir import Symbol, View
from hlogic.compiler.ops import AND, EQ, HAS, IF
from hlogic.compiler.record import field, record
from hlogic.compiler.sorts import BOOL, UNDEFINED, Domain, SetType, open_root
from hlogic.compiler.terms import App, Bound, Ref, Spread, Term, Terms, below


@record(eq=False, frozen=False)
class OpenDerived:
    """Which derived terms of a view speak of open sorts, and their bodies put in their place."""

    pool: Terms
    view: View
    _open: dict[Symbol, bool] = field(default_factory=dict)
    _written: dict[int, Term] = field(default_factory=dict)

    def bodies(self, symbol: Symbol) -> Iterator[Term]:
        """What a derived term may stand for in the view."""
        if symbol.body is not None:
            yield symbol.body
        for (replaced, _), (body, _) in self.view.derived.items():
            if replaced is symbol:
                yield body

    def speaks(self, symbol: Symbol) -> bool:
        """Whether a symbol is over an open sort, or comes to what is."""
        if symbol.kind != "derive":
            return symbol.open or (symbol.domain is not None and _over(symbol.domain))
        found = self._open.get(symbol)
        if found is None:
            self._open[symbol] = False  # while its parts are looked at
            found = symbol.open or any(
                open_root(part.type) is not None
                or (isinstance(part, Ref) and self.speaks(part.symbol))
                for body in self.bodies(symbol)
                for part in below([body])
            )
            self._open[symbol] = found
        return found

    def written_out(self, root: Term) -> Term:
        """The term with the bodies of such derived terms in their places."""
        stays = self._written
        for term in below([root], lambda t: t.id in stays):
            made = rebuilt(self.pool, term, stays)
            while (
                isinstance(made, Ref) and made.symbol.kind == "derive" and self.speaks(made.symbol)
            ):
                made = self.written_out(self._body(made))
            stays[term.id] = made
        return stays[root.id]

    def _body(self, term: Ref) -> Term:
        """What one reading stands for: undefined where an argument is, or is outside."""
        symbol, pool = term.symbol, self.pool
        variables = symbol.parameters.variables
        made = None
        if not symbol.open:
            for key in reversed(symbol.keys):
                body, environment = self.view.definition(symbol, key)
                values = {v: pool.const(x, v.type) for v, x in environment.items()}
                case = substituted(pool, body, values)
                if not key:
                    made = case
                    continue
                same = [
                    pool.made(EQ, (a, pool.const(x, d.type)), BOOL)
                    for a, x, d in zip(term.args, key, symbol.parameters.domains, strict=True)
                ]
                otherwise = pool.const(UNDEFINED, case.type) if made is None else made
                made = pool.made(IF, (pool.app(AND, same), case, otherwise), case.type)
        else:
            assert symbol.body is not None
            made = substituted(pool, symbol.body, dict(zip(variables, term.args, strict=True)))
            outside = [
                _inside(pool, a, d)
                for a, d in zip(term.args, symbol.parameters.domains, strict=True)
                if not (_over(d) or (isinstance(a, Bound) and a.domain == d))
            ]
            if outside:
                nothing = pool.const(UNDEFINED, made.type)
                made = pool.made(IF, (pool.app(AND, outside), made, nothing), made.type)
        assert made is not None
        if symbol.domain is None or symbol.type == BOOL or _over(symbol.domain):
            return made
        nothing = pool.const(UNDEFINED, made.type)
        return pool.made(IF, (_inside(pool, made, symbol.domain), made, nothing), made.type)


def substituted(pool: Terms, root: Term, values: Mapping[Bound, Term]) -> Term:
    """The term with terms in the place of some free variables. Every binder has variables of its
    own, so none is caught."""
    made: dict[int, Term] = {}
    for term in below([root]):
        if isinstance(term, Bound) and term in values:
            made[term.id] = values[term]
        else:
            made[term.id] = rebuilt(pool, term, made)
    return made[root.id]


def rebuilt(pool: Terms, term: Term, made: Mapping[int, Term]) -> Term:
    """The term with what was made, by `id`, in the place of its parts."""
    match term:
        case Ref(symbol=symbol, args=args):
            return pool.ref(symbol, [made[a.id] for a in args])
        case App(op=op, args=args):
            return pool.made(op, [made[a.id] for a in args], term.type)
        case Spread(op=op, leading=leading, variables=variables, element=element):
            return pool.spread(
                op, [made[t.id] for t in leading], variables, [made[t.id] for t in element]
            )
    return term


def _inside(pool: Terms, term: Term, domain: Domain) -> Term:
    members = pool.const(frozenset(domain), SetType(domain.type))
    return pool.made(HAS, (term, members), BOOL)


def _over(domain: Domain) -> bool:
    return open_root(domain.type) is not None
