"""Why an ask's answer is what it is: each query taken apart into what can be proved, and what a
world shows.

The engine says what holds; nothing of that is believed: proofs are checked, and so are worlds.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from itertools import product

from hlogic.backends.engine import Budget
from hlogic.backends.proof.open import refuted
from hlogic.backends.proof.prove import prove
from hlogic.backends.proof.shown import shown
from hlogic.compiler import ops, query
from hlogic.compiler.asks import AskError, Kept
from hlogic.compiler.diagnostics import Beyond, LimitError, fail
from hlogic.compiler.elaborate.domains import constant
from hlogic.compiler.elaborate.item import Ask
from hlogic.compiler.ir import Theory, View, value_id
from hlogic.compiler.proof.explained import (
    Explained,
    NoWorld,
    Part,
    Proved,
    Verdict,
)
from hlogic.compiler.query import Asked, Query
from hlogic.compiler.record import record
from hlogic.compiler.session import Worlds
from hlogic.compiler.sorts import CaseName, Value
from hlogic.compiler.terms import Bound, Term
from hlogic.compiler.words import witness_text

Env = Mapping[Bound, Value]
Path = tuple[str, ...]
Given = tuple[tuple[str, Term], ...]


@record(eq=False)
class Question:
    """The kept worlds that a query is about, and what is given in them."""

    kept: Kept
    given: Given

    @property
    def texts(self) -> tuple[str, ...]:
        """What is given, as it was written."""
        return tuple(text for text, _ in self.given)


class Explainer:
    """Explains the asks of one item."""

    def __init__(
        self, theory: Theory, views: Mapping[str, View], worlds: Worlds, budget: Budget
    ) -> None:
        self._theory = theory
        self._views = views
        self._worlds = worlds
        self._budget = budget

    def explain(self, ask: Ask) -> Explained:
        """The parts that the answer rests on. Raises HlogicError where an ask is of no kind that
        is explained."""
        try:
            parts = tuple(self._query(ask.query, ask.scope, (), (), {}, ask))
        except AskError as error:
            return Explained(ask.id, ask.scope, (), "error", error.message)
        except LimitError as limit:
            return Explained(ask.id, ask.scope, (), "limit", limit.message)
        return Explained(ask.id, ask.scope, parts)

    # ------------------------------------------------------------------ taking apart

    def _query(
        self,
        q: Query,
        scope: str,
        endings: tuple[query.Ending, ...],
        path: Path,
        env: Env,
        ask: Ask,
    ) -> Iterator[Part]:
        match q:
            case query.Ended():
                inner = scope if q.scope is None else q.scope
                yield from self._query(q.query, inner, (*q.endings, *endings), path, env, ask)
            case query.CaseQuery():
                for name, body in q.cases:
                    yield from self._query(body, scope, (), (*path, _named(name)), env, ask)
            case query.ScopesQuery():
                for name in q.scopes:
                    below = (*path, _named(name))
                    yield from self._query(q.query, name.name, (), below, env, ask)
            case query.ForEach():
                for member, inner_env in self._members(q.variables, q.where, scope, env):
                    below = (*path, witness_text(member))
                    yield from self._query(q.query, scope, (), below, inner_env, ask)
            case query.Wrapped(kind="not"):
                yield from self._query(q.query, scope, (), path, env, ask)
            case query.Together():
                for part in q.queries:
                    yield from self._query(part, scope, (), path, env, ask)
            case query.ExprQuery(kind="possible" | "necessary" | "truth"):
                question = yield from self._kept(scope, endings, path, env)
                yield self._formula(question, q.kind, q.expr, path, env)
            case query.ExprQuery(kind="value" | "unique"):
                question = yield from self._kept(scope, endings, path, env)
                yield self._one_value(question, q.expr, path, env)
            case query.MemberQuery():
                question = yield from self._kept(scope, endings, path, env)
                for member, inner_env in self._members(q.variables, q.where, scope, env):
                    below = (*path, witness_text(member))
                    yield self._formula(question, _KINDS[q.kind], q.body, below, inner_env)
            case query.Incompatible():
                question = yield from self._kept(scope, endings, path, env)
                for name, asked in q.cases:
                    below = (*path, _named(name))
                    yield self._formula(question, "possible", asked, below, env)
            case _:
                fail(
                    "not-provable",
                    q.span,
                    f"{ask.id} asks for what no proof shows",
                    "possible, necessary, truth, unique, value, incompatible, the members of a set "
                    "and what is made of these are explained",
                )

    def _members(
        self, variables: tuple[Bound, ...], where: Asked | None, scope: str, env: Env
    ) -> Iterator[tuple[Value, Env]]:
        for values in product(*(v.domain for v in variables)):
            member: Value = values[0] if len(values) == 1 else values
            inner = {**env, **dict(zip(variables, values, strict=True))}
            if where is None or constant(where.term, self._views[scope], inner) is True:
                yield member, inner

    def _kept(
        self, scope: str, endings: tuple[query.Ending, ...], path: Path, env: Env
    ) -> Generator[Part, None, Question]:
        """The worlds that the endings leave. That a value is the least, or the greatest, is a part
        of its own, and given from there on."""
        session = self._worlds.session(scope)
        question = Question(Kept(self._theory, self._views[scope], session), ())
        for ending in endings:
            kept = question.kept
            term = kept.defined(ending.expr, env)
            text = ending.expr.text
            if ending.kind == "where":
                question = Question(kept.and_(term), (*question.given, (text, term)))
                continue
            greatest = ending.kind == "maximizing"
            best = session.least((term,), kept.assumed, greatest)
            if best is None:
                continue
            bound = kept.pool.const(best[0], term.type)
            sides = (term, bound) if greatest else (bound, term)
            holds = kept.pool.app(ops.LE, sides)
            sign = "<=" if greatest else ">="
            words = f"{text} {sign} {value_id(best[0])}"
            yield self._proved(question, holds, True, words, "always", path)
            exact = kept.equals(term, best[0])
            given = (f"{text} == {value_id(best[0])}", exact)
            question = Question(kept.and_(exact), (*question.given, given))
        return question

    # ------------------------------------------------------------------ formulas

    def _formula(self, question: Question, kind: str, asked: Asked, path: Path, env: Env) -> Part:
        """What a question about one formula comes to."""
        kept = question.kept
        if not kept.possible():
            return self._no_world(question, asked.text, path)
        term = kept.defined(asked, env)
        denied = kept.denied(term)
        can, can_fail = kept.possible(term), kept.possible(denied)
        if not can_fail and kind != "possible":
            return self._proved(question, term, True, asked.text, "always", path)
        if not can and kind != "necessary":
            return self._proved(question, term, False, asked.text, "never", path)
        if kind == "possible":
            return self._shown(question, term, (term,), asked.text, "somewhere", path)
        if kind == "necessary":
            return self._shown(question, term, (denied,), asked.text, "not_everywhere", path)
        return self._shown(question, term, (term, denied), asked.text, "varies", path)

    def _one_value(self, question: Question, asked: Asked, path: Path, env: Env) -> Part:
        """That a term has one value, or two worlds in which it has others."""
        kept = question.kept
        if not kept.possible():
            return self._no_world(question, asked.text, path)
        term = kept.defined(asked, env)
        row = kept.session.least((term,), kept.assumed)
        assert row is not None
        equal = kept.equals(term, row[0])
        denied = kept.denied(equal)
        if kept.possible(denied):
            return self._shown(question, term, (equal, denied), asked.text, "varies", path)
        text = f"{asked.text} == {value_id(row[0])}"
        return self._proved(question, equal, True, text, "always", path)

    def _no_world(self, question: Question, text: str, path: Path) -> Part:
        found = self._prove(question, None)
        return Part(path, text, "no_world", found, (), question.texts)

    def _proved(
        self, question: Question, term: Term, truth: bool, text: str, verdict: Verdict, path: Path
    ) -> Part:
        found = self._prove(question, (term, truth))
        return Part(path, text, verdict, found, (), question.texts)

    def _prove(self, question: Question, goal: tuple[Term, bool] | None) -> Proved:
        kept, given, budget = question.kept, question.given, self._budget
        if not self._theory.open_roots:
            return prove(self._theory, kept.view, given, goal, budget)
        asked = None if goal is None else (goal[0], kept.denied(goal[0]), goal[1])
        there = refuted(self._theory, kept.view, given, asked, budget)
        found = prove(there.theory, there.view, there.given, there.goal, budget, there.bound)
        return Proved(found.proof, found.premises, found.measures, there.inverted)

    def _shown(
        self,
        question: Question,
        term: Term,
        meeting: tuple[Term, ...],
        text: str,
        verdict: Verdict,
        path: Path,
    ) -> Part:
        """A world that meets each formula, with the term's value there."""
        given = [t for _, t in question.given]
        try:
            worlds = tuple(shown(self._theory, question.kept, given, term, meeting, self._budget))
        except NoWorld as problem:
            raise Beyond(f"the world that was found was not checked: {problem}") from None
        return Part(path, text, verdict, None, worlds, question.texts)


def explains(q: Query) -> bool:
    """Whether a query, and all that it is made of, is of a kind that is explained."""
    match q:
        case query.Ended() | query.ScopesQuery() | query.ForEach() | query.Wrapped(kind="not"):
            return explains(q.query)
        case query.CaseQuery():
            return all(explains(body) for _, body in q.cases)
        case query.Together():
            return all(map(explains, q.queries))
        case query.ExprQuery():
            return q.kind not in ("values", "bounds")
        case query.MemberQuery() | query.Incompatible():
            return True
    return False


_KINDS = {
    "possible_set": "possible",
    "necessary_set": "necessary",
    "contingent_set": "truth",
    "truth_of": "truth",
}


def _named(name: CaseName) -> str:
    return name.name if name.text is None else name.text
