"""What an ask looks at: the parts of its query that are about worlds, and how each can come out.

The query is walked as the planner walks it (`compiler/planner.py`), to the formulas whose values in
the kept worlds decide the answer; nothing is answered here. A family is about sets of constraints:
of it only its goal is a part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from hlogic.compiler import query
from hlogic.compiler.asks import AskError, Env, Kept
from hlogic.compiler.planner import Asker
from hlogic.compiler.query import Asked, Query
from hlogic.compiler.record import record
from hlogic.compiler.sorts import CaseName
from hlogic.compiler.terms import Bound, Term, bind
from hlogic.compiler.words import witness_text

Path = tuple[str, ...]


@record
class Part:
    """Formulas of an ask over the worlds that it keeps. `kind` says how these are told apart: by
    whether the one formula is `true`, by the `values` of all, by the `ends` of what the one takes,
    or not at all (`any`). Without kept worlds `problem` says why."""

    path: Path
    scope: str
    kept: Kept | None
    kind: Literal["truth", "values", "ends", "any"]
    terms: tuple[Term, ...] = ()
    about: str = ""
    problem: str = ""


@record
class _At:
    """Where the walk is: the scope, the endings met, the members bound, and the words for these."""

    scope: str
    endings: tuple[query.Ending, ...]
    env: Env
    path: Path

    def into(self, name: str, scope: str | None = None) -> _At:
        return _At(self.scope if scope is None else scope, (), self.env, (*self.path, name))


def parts_of(asker: Asker, q: Query, scope: str) -> Iterator[Part]:
    """The parts of a query under a scope. Raises LimitError."""
    return _Walk(asker).parts(q, _At(scope, (), {}, ()))


class _Walk:
    def __init__(self, asker: Asker) -> None:
        self._asker = asker

    def parts(self, q: Query, at: _At) -> Iterator[Part]:
        match q:
            case query.Ended():
                scope = at.scope if q.scope is None else q.scope
                yield from self.parts(
                    q.query, _At(scope, (*q.endings, *at.endings), at.env, at.path)
                )
            case query.Algebra():
                for side in (q.left, q.right):
                    yield from self.parts(side, _At(at.scope, (), at.env, at.path))
            case query.CaseQuery():
                for name, body in q.cases:
                    yield from self.parts(body, at.into(_word(name)))
            case query.ScopesQuery():
                for name in q.scopes:
                    yield from self.parts(q.query, at.into(_word(name), name.name))
            case query.ForEach():
                for words, env in self._members(q.variables, q.where, at):
                    yield from self.parts(q.query, _At(at.scope, (), env, (*at.path, words)))
            case query.Wrapped():
                yield from self.parts(q.query, _At(at.scope, (), at.env, at.path))
            case query.Together():
                for body in q.queries:
                    yield from self.parts(body, _At(at.scope, (), at.env, at.path))
            case query.Sufficient() | query.Repair():
                yield self._part("truth", (q.goal,), at)
            case query.Cores() | query.HittingSets():
                return
            case _:
                yield from self._over_worlds(q, at)

    def _over_worlds(self, q: Query, at: _At) -> Iterator[Part]:
        match q:
            case query.ExprQuery(kind="possible" | "necessary" | "truth"):
                yield self._part("truth", (q.expr,), at)
            case query.ExprQuery(kind="bounds"):
                yield self._part("ends", (q.expr,), at)
            case query.ExprQuery():
                yield self._part("values", (q.expr,), at)
            case query.GroupedValues():
                yield self._part("values", (*q.keys, q.expr), at)
            case query.RowsQuery() | query.CountQuery():
                yield self._part("values" if q.fields else "any", q.fields or (), at)
            case query.MemberQuery():
                for words, env in self._members(q.variables, q.where, at):
                    inside = _At(at.scope, at.endings, env, (*at.path, words))
                    yield self._part("truth", (q.body,), inside)
            case query.Incompatible():
                for name, body in q.cases:
                    inside = _At(at.scope, at.endings, at.env, (*at.path, _word(name)))
                    yield self._part("truth", (body,), inside)

    def _part(
        self, kind: Literal["truth", "values", "ends", "any"], asked: Sequence[Asked], at: _At
    ) -> Part:
        endings = (f"{ending.kind} {ending.expr.text}" for ending in at.endings)
        about = " ".join((", ".join(a.text for a in asked), *endings)).strip()
        try:
            kept = self._asker.keep(at.scope, at.endings, at.env)
        except AskError as error:
            return Part(at.path, at.scope, None, kind, (), about, error.message)
        terms = tuple(bind(kept.pool, a.term, at.env) for a in asked)
        return Part(at.path, at.scope, kept, kind, terms, about)

    def _members(
        self, variables: tuple[Bound, ...], where: Asked | None, at: _At
    ) -> Iterator[tuple[str, Env]]:
        try:
            for member, env in self._asker.tuples(variables, where, at.scope, at.env):
                yield witness_text(member), env
        except AskError:
            return  # the ask has no answer, which is told with it


def _word(name: CaseName) -> str:
    return name.name if name.text is None else name.text
