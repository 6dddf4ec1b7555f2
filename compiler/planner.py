"""The planner: a query, taken apart until each part is a question about kept worlds.

Scopes, endings and members are settled here; what is then asked of the worlds is a row of
`asks.py`, and how answers combine is `algebra.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product

from hlogic.compiler import query
from hlogic.compiler.algebra import combine, difference, wrap
from hlogic.compiler.answer import Cases, Members, Result, Rows, Single, same_result
from hlogic.compiler.asks import MEMBERSHIP, MODALITIES, AskError, Env, Kept
from hlogic.compiler.elaborate.changes import ChangedScopes
from hlogic.compiler.elaborate.domains import constant
from hlogic.compiler.family_asks import FamilyAsker
from hlogic.compiler.ir import Theory, View
from hlogic.compiler.query import Asked, Query
from hlogic.compiler.session import Worlds
from hlogic.compiler.sorts import UNDEFINED, Maybe, Value, order_key
from hlogic.compiler.terms import Bound
from hlogic.compiler.words import witness_text


class Asker:
    """Answers the queries of one item. `scopes_used` fills with the scopes that they are asked
    under, and whether any query is about the scope's own worlds; `counting` with the ways in which
    worlds or rows were counted."""

    def __init__(
        self, theory: Theory, views: Mapping[str, View], changes: ChangedScopes, worlds: Worlds
    ) -> None:
        self.theory = theory
        self.views = views
        self.families = FamilyAsker(theory, views, changes, worlds)
        self._worlds = worlds
        self.scopes_used: dict[str, bool] = {}
        self.counting: dict[str, None] = {}

    def answer(self, q: Query, scope: str) -> Result:
        """The query's answer under a scope. Raises AskError where it has none, LimitError where
        the engine stops."""
        return self._answer(q, scope, (), {})

    # ------------------------------------------------------------------ worlds

    def keep(self, scope: str, endings: tuple[query.Ending, ...], env: Env) -> Kept:
        """The worlds that the endings leave, applied from left to right."""
        self.scopes_used[scope] = True
        kept = Kept(self.theory, self.views[scope], self._worlds.session(scope))
        for ending in endings:
            term = kept.defined(ending.expr, env)
            if ending.kind == "where":
                kept = kept.and_(term)
                continue
            best = kept.session.least((term,), kept.assumed, ending.kind == "maximizing")
            if best is not None:
                kept = kept.and_(kept.equals(term, best[0]))
        return kept

    # ------------------------------------------------------------------ queries

    def _answer(self, q: Query, scope: str, endings: tuple[query.Ending, ...], env: Env) -> Result:
        match q:
            case query.Ended():
                inner = scope if q.scope is None else q.scope
                return self._answer(q.query, inner, (*q.endings, *endings), env)
            case query.Algebra():
                left = self._answer(q.left, scope, (), env)
                return combine(q.op, left, self._answer(q.right, scope, (), env))
            case query.CaseQuery():
                return self._cases(q, scope, env)
            case query.ScopesQuery():
                return self._scopes(q, env)
            case query.ForEach():
                return self._for_each(q, scope, env)
            case query.Wrapped():
                return wrap(q.kind, self._answer(q.query, scope, (), env))
            case query.Together():
                answers = [self._answer(p, scope, (), env) == Single(True) for p in q.queries]
                return Single(all(answers) if q.kind == "all_of" else any(answers))
            case query.Cores() | query.Sufficient() | query.HittingSets() | query.Repair():
                if not isinstance(q, query.HittingSets):
                    self.scopes_used.setdefault(scope, False)
                return self.families.answer(q, scope, env)
            case _:
                return self._over_worlds(q, self.keep(scope, endings, env), env)

    def _over_worlds(self, q: Query, kept: Kept, env: Env) -> Result:
        match q:
            case query.ExprQuery():
                return MODALITIES[q.kind](kept, kept.defined(q.expr, env), q.expr)
            case query.GroupedValues():
                return _grouped(q, kept, env)
            case query.MemberQuery():
                return self._members(q, kept, env)
            case query.RowsQuery():
                return self._rows(q, kept, env)
            case query.CountQuery():
                return Single(self._count(q, kept, env))
            case query.Incompatible():
                terms = [(name, kept.defined(f, env)) for name, f in q.cases]
                return Members(tuple(n for n, t in terms if not kept.possible(t)))
        raise AssertionError(q)

    def _rows(self, q: query.RowsQuery, kept: Kept, env: Env) -> Result:
        assert isinstance(q.result, query.SomeRows)
        fields = [kept.defined(f, env) for f in q.fields]
        if q.result.distinct:
            return Rows(Counter(kept.session.project(fields, kept.assumed)), True)
        variables = [self.theory.reading(s, k) for s, k in self.theory.variables()]
        worlds = kept.session.project((*fields, *variables), kept.assumed)
        return Rows(Counter(w[: len(fields)] for w in worlds), False)

    def _count(self, q: query.CountQuery, kept: Kept, env: Env) -> int:
        session = kept.session
        if q.fields is None:
            number = session.count(kept.assumed)
            self.counting[session.counting] = None
            return number
        fields = [kept.defined(f, env) for f in q.fields]
        self.counting["rows, found one by one"] = None
        return sum(1 for _ in session.project(fields, kept.assumed))

    # ------------------------------------------------------------------ members

    def tuples(
        self, variables: tuple[Bound, ...], where: Asked | None, scope: str, env: Env
    ) -> Iterator[tuple[Value, Env]]:
        """Each member whose condition holds under the scope's own tables."""
        view = self.views[scope]
        for values in product(*(v.domain for v in variables)):
            member: Value = values[0] if len(values) == 1 else values
            inner = {**env, **dict(zip(variables, values, strict=True))}
            holds: Maybe = True if where is None else constant(where.term, view, inner)
            if holds is UNDEFINED:
                assert where is not None
                raise AskError(f"`{where.text}` has no value for {witness_text(member)}")
            if holds is True:
                yield member, inner

    def _members(self, q: query.MemberQuery, kept: Kept, env: Env) -> Result:
        answers: list[tuple[Value, Result]] = []
        for member, inner in self.tuples(q.variables, q.where, kept.view.scope, env):
            term = kept.defined(q.body, inner)
            answers.append((member, MEMBERSHIP[q.kind](kept, term, q.body)))
        if q.kind == "truth_of":
            return Cases(tuple(answers))
        return Members.of([m for m, answer in answers if answer == Single(True)])

    def _for_each(self, q: query.ForEach, scope: str, env: Env) -> Result:
        members = self.tuples(q.variables, q.where, scope, env)
        return Cases(tuple((m, self._answer(q.query, scope, (), inner)) for m, inner in members))

    # ------------------------------------------------------------------ cases and scopes

    def _cases(self, q: query.CaseQuery, scope: str, env: Env) -> Result:
        answers = [(name, self._answer(body, scope, (), env)) for name, body in q.cases]
        if q.kind == "cases":
            return Cases(tuple(answers))
        holding = tuple(name for name, answer in answers if answer == Single(True))
        if q.kind == "select":
            return Members(holding)
        if len(holding) != 1:
            found = ", ".join(n.name for n in holding) or "none"
            raise AskError(f"`choose` needs exactly one true case; true: {found}")
        return Single(holding[0])

    def _scopes(self, q: query.ScopesQuery, env: Env) -> Result:
        answers = [(s, self._answer(q.query, s.name, (), env)) for s in q.scopes]
        if q.kind == "for_scopes":
            return Cases(tuple(answers))
        if q.kind == "changed":
            return difference(answers[0][1], answers[1][1])
        return Single(all(same_result(answers[0][1], a) for _, a in answers[1:]))


def _grouped(q: query.GroupedValues, kept: Kept, env: Env) -> Result:
    terms = [kept.defined(e, env) for e in (*q.keys, q.expr)]
    groups: dict[tuple[Value, ...], list[Value]] = {}
    for row in kept.session.project(terms, kept.assumed):
        groups.setdefault(row[:-1], []).append(row[-1])
    keys = sorted(groups, key=lambda k: [order_key(v) for v in k])
    return Cases(tuple((k[0] if len(k) == 1 else k, Members.of(groups[k])) for k in keys))
