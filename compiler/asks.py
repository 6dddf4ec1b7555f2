"""How each query is answered: what it asks of an engine, and what it concludes.

The planner speaks to engines only through the four questions of a session (`possible`, `least`,
`project`, `count`), so every engine concludes alike. `MODALITIES` and its kin are tables: one row a
word of the language.

Before a formula is used it is shown to be defined in every kept world; otherwise `AskError` names a
world where it is not, the least in canonical order, so that the message is the same on any engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Protocol

from hlogic.compiler import ops, query
from hlogic.compiler.answer import Cases, Members, Result, Row, Rows, Single, same_result
from hlogic.compiler.ir import Bound, Key, Symbol, Term, Terms, Theory, View, bind
from hlogic.compiler.query import Asked, Query
from hlogic.compiler.record import record
from hlogic.compiler.sorts import (
    UNDEFINED,
    CaseName,
    Maybe,
    Value,
    order_key,
)
from hlogic.compiler.words import witness_text

Env = Mapping[Bound, Value]
Assumed = tuple[Term, ...]


class AskError(Exception):
    """The ask has no answer: something is undefined, or a choice is not exactly one."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Session(Protocol):
    """What the planner needs of an engine; `backends/engine.py` says it in full."""

    def possible(self, assumed: Sequence[Term]) -> bool: ...

    def least(
        self, fields: Sequence[Term], assumed: Sequence[Term], greatest: bool = False
    ) -> tuple[Value, ...] | None: ...

    def project(
        self, fields: Sequence[Term], assumed: Sequence[Term]
    ) -> Iterator[tuple[Value, ...]]: ...

    def count(self, assumed: Sequence[Term]) -> int: ...


@record
class Kept:
    """The kept worlds K of a query: a scope's session, and what its endings assume."""

    asker: Asker
    scope: str
    session: Session
    assumed: Assumed

    @property
    def pool(self) -> Terms:
        return self.asker.theory.pool

    def possible(self, *more: Term) -> bool:
        return self.session.possible((*self.assumed, *more))

    def denied(self, term: Term) -> Term:
        return self.pool.app(ops.NOT, (term,))

    def defined(self, asked: Asked, env: Env) -> Term:
        """The expression with its members bound, shown to be defined in every kept world."""
        term = bind(self.pool, asked.term, env)
        undefined = self.denied(self.pool.app(ops.DEFINED, (term,)))
        if self.session.possible((*self.assumed, undefined)):
            world = self.witness(term, undefined)
            at = "".join(f" for {v.name} = {witness_text(env[v])}" for v in env)
            where = f" where {world}" if world else " in any world"
            raise AskError(f"`{asked.text}`{at} has no value in a world of {self.scope}{where}")
        return term

    def witness(self, term: Term, *more: Term) -> str:
        """The least world that meets `more`, in the variables that the term reads."""
        return self.asker.describe_world(self, term, more)

    def constant(self, value: Value, term: Term) -> Term:
        return self.pool.const(value, term.type)


# ---------------------------------------------------------------------------- expressions


def _possible(kept: Kept, term: Term, asked: Asked) -> Result:
    return Single(kept.possible(term))


def _necessary(kept: Kept, term: Term, asked: Asked) -> Result:
    return Single(kept.possible() and not kept.possible(kept.denied(term)))


def _truth(kept: Kept, term: Term, asked: Asked) -> Result:
    if not kept.possible():
        return Single("inconsistent")
    if not kept.possible(kept.denied(term)):
        return Single("true")
    return Single("uncertain" if kept.possible(term) else "false")


def _unique(kept: Kept, term: Term, asked: Asked) -> Result:
    first = next(kept.session.project((term,), kept.assumed), None)
    if first is None:
        return Single(False)
    same = kept.pool.app(ops.EQ, (term, kept.constant(first[0], term)))
    return Single(not kept.possible(kept.denied(same)))


def _value(kept: Kept, term: Term, asked: Asked) -> Result:
    least = kept.session.least((term,), kept.assumed)
    if least is None:
        raise AskError(f"`{asked.text}` takes no value: no world is left in {kept.scope}")
    greatest = kept.session.least((term,), kept.assumed, greatest=True)
    assert greatest is not None
    if least != greatest:
        ends = []
        for (value,) in (least, greatest):
            same = kept.pool.app(ops.EQ, (term, kept.constant(value, term)))
            world = kept.witness(term, same)
            ends.append(f"{witness_text(value)}{f' where {world}' if world else ''}")
        raise AskError(f"`{asked.text}` takes several values: {'; and '.join(ends)}")
    return as_result(least[0])


def _values(kept: Kept, term: Term, asked: Asked) -> Result:
    return Members.of([row[0] for row in kept.session.project((term,), kept.assumed)])


def _bounds(kept: Kept, term: Term, asked: Asked) -> Result:
    least = kept.session.least((term,), kept.assumed)
    if least is None:
        return Row(())
    greatest = kept.session.least((term,), kept.assumed, greatest=True)
    assert greatest is not None
    return Row((least[0], greatest[0]))


MODALITIES: Mapping[str, Callable[[Kept, Term, Asked], Result]] = {
    "possible": _possible,
    "necessary": _necessary,
    "unique": _unique,
    "value": _value,
    "truth": _truth,
    "values": _values,
    "bounds": _bounds,
}


def _is_contingent(kept: Kept, term: Term, asked: Asked) -> Result:
    return Single(kept.possible(term) and kept.possible(kept.denied(term)))


MEMBERSHIP: Mapping[str, Callable[[Kept, Term, Asked], Result]] = {
    "possible_set": _possible,
    "necessary_set": _necessary,
    "contingent_set": _is_contingent,
    "truth_of": _truth,
}


def as_result(value: Value) -> Result:
    """The answer of a query that gives one value."""
    if isinstance(value, tuple):
        return Row(value)
    return Members.of(value) if isinstance(value, frozenset) else Single(value)


# ---------------------------------------------------------------------------- algebra

COMBINE: Mapping[str, Callable[[int, int], int]] = {
    "minus": lambda a, b: max(a - b, 0),
    "union": max,
    "intersect": min,
    "symdiff": lambda a, b: abs(a - b),
}


def combine(op: str, left: Result, right: Result) -> Result:
    """Sets, and rows by how often each occurs."""
    how = COMBINE[op]
    if isinstance(left, Members) and isinstance(right, Members):
        every = dict.fromkeys((*left.values, *right.values))
        inside = [v for v in every if how(int(v in left.values), int(v in right.values))]
        return Members(tuple(inside)) if _names(inside) else Members.of(inside)
    assert isinstance(left, Rows) and isinstance(right, Rows)
    counts: Counter[tuple[Value, ...]] = Counter()
    for row in dict.fromkeys((*left.counts, *right.counts)):
        times = how(left.counts[row], right.counts[row])
        if times:
            counts[row] = times
    return Rows(counts, left.distinct and right.distinct)


def _names(values: Sequence[Value]) -> bool:
    return bool(values) and isinstance(values[0], CaseName)


def difference(left: Result, right: Result) -> Result:
    """`changed`: the names of cases, or the members, that differ."""
    if isinstance(left, Members) and isinstance(right, Members):
        return combine("symdiff", left, right)
    assert isinstance(left, Cases) and isinstance(right, Cases)
    before, after = dict(left.entries), dict(right.entries)
    keys = dict.fromkeys((*before, *after))
    changed = [
        k for k in keys
        if k not in before or k not in after or not same_result(before[k], after[k])
    ]  # fmt: skip
    return Members(tuple(changed)) if _names(changed) else Members.of(changed)


# ---------------------------------------------------------------------------- the planner


class Asker:
    """Answers the queries of one theory; `open_session` gives the session of a scope."""

    def __init__(
        self,
        theory: Theory,
        views: Mapping[str, View],
        open_session: Callable[[str], Session],
    ) -> None:
        self.theory = theory
        self.views = views
        self._open = open_session
        self.scopes_used: dict[str, None] = {}

    def answer(self, q: Query, scope: str) -> Result:
        """The query's answer under a scope. Raises AskError where it has none, LimitError where
        the engine stops."""
        return self._answer(q, scope, (), {})

    def describe_world(self, kept: Kept, term: Term, more: Sequence[Term]) -> str:
        from hlogic.compiler.words import describe_witness

        return describe_witness(self.theory, self.views[kept.scope], kept, term, more)

    # ------------------------------------------------------------------ worlds

    def _keep(self, scope: str, endings: tuple[query.Ending, ...], env: Env) -> Kept:
        """The worlds that the endings leave, applied from left to right."""
        self.scopes_used[scope] = None
        kept = Kept(self, scope, self._open(scope), ())
        for ending in endings:
            term = kept.defined(ending.expr, env)
            if ending.kind == "where":
                kept = Kept(self, scope, kept.session, (*kept.assumed, term))
                continue
            best = kept.session.least((term,), kept.assumed, ending.kind == "maximizing")
            if best is not None:
                same = kept.pool.app(ops.EQ, (term, kept.constant(best[0], term)))
                kept = Kept(self, scope, kept.session, (*kept.assumed, same))
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
                return _wrap(q.kind, self._answer(q.query, scope, (), env))
            case query.Together():
                answers = [self._answer(p, scope, (), env) == Single(True) for p in q.queries]
                return Single(all(answers) if q.kind == "all_of" else any(answers))
            case _:
                return self._over_worlds(q, self._keep(scope, endings, env), env)

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
                if q.fields is None:
                    return Single(kept.session.count(kept.assumed))
                fields = [kept.defined(f, env) for f in q.fields]
                return Single(sum(1 for _ in kept.session.project(fields, kept.assumed)))
            case query.Incompatible():
                terms = [(name, kept.defined(f, env)) for name, f in q.cases]
                return Members(tuple(n for n, t in terms if not kept.possible(t)))
        raise AssertionError(q)

    def _rows(self, q: query.RowsQuery, kept: Kept, env: Env) -> Result:
        assert isinstance(q.result, query.SomeRows)
        fields = [kept.defined(f, env) for f in q.fields]
        if q.result.distinct:
            return Rows(Counter(kept.session.project(fields, kept.assumed)), True)
        variables = [self.reference(s, k) for s, k in self.theory.variables()]
        worlds = kept.session.project((*fields, *variables), kept.assumed)
        return Rows(Counter(w[: len(fields)] for w in worlds), False)

    def reference(self, symbol: Symbol, key: Key) -> Term:
        """The term that reads one variable."""
        pool = self.theory.pool
        domains = symbol.parameters.domains
        args = [pool.const(v, d.type) for v, d in zip(key, domains, strict=True)]
        return pool.ref(symbol, args)

    # ------------------------------------------------------------------ members

    def _tuples(
        self, variables: tuple[Bound, ...], where: Asked | None, scope: str, env: Env
    ) -> Iterator[tuple[Value, Env]]:
        """Each member whose condition holds under the scope's own tables."""
        from hlogic.compiler.domains import constant

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
        for member, inner in self._tuples(q.variables, q.where, kept.scope, env):
            term = kept.defined(q.body, inner)
            answers.append((member, MEMBERSHIP[q.kind](kept, term, q.body)))
        if q.kind == "truth_of":
            return Cases(tuple(answers))
        return Members.of([m for m, answer in answers if answer == Single(True)])

    def _for_each(self, q: query.ForEach, scope: str, env: Env) -> Result:
        members = self._tuples(q.variables, q.where, scope, env)
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
        return Single(holding[0].name)

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


def _wrap(kind: str, answer: Result) -> Result:
    if kind == "not":
        return Single(answer != Single(True))
    assert isinstance(answer, Members | Rows)
    return Single(len(answer.values) if isinstance(answer, Members) else answer.counts.total())
