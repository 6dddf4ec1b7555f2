"""What is asked of every kept world, and answered about nothing: the endings keep no world though
the scope has some, so that `necessary` is false for lack of a case; or it is true of an implication
whose premise is true in no kept world.

A scope without any world is `scope_without_world`'s business.
"""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ops, query
from hlogic.compiler.asks import AskError, Env
from hlogic.compiler.lint.members import shortened
from hlogic.compiler.lint.put import Put, questions_put
from hlogic.compiler.lint.rule import Finding, Subject
from hlogic.compiler.planner import Asker
from hlogic.compiler.terms import App, Spread, Term, Terms, bind
from hlogic.compiler.words import witness_text

OF_ALL = ("necessary", "truth", "necessary_set", "truth_of")
FALSE_OF_NONE = ("necessary", "necessary_set")  # a truth says itself that there is no world

Asking = query.ExprQuery | query.MemberQuery
Where = list[tuple[Asking, list[str]]]  # queries, each with the members for which it is so


def check(subject: Subject) -> Iterator[Finding]:
    """The queries of all asks and checks, in the order of the text."""
    item = subject.item
    asker = Asker(item.theory, item.views, item.changes, subject.worlds)
    for ask in item.asks.values():
        empty: Where = []
        idle: Where = []
        for put in questions_put(asker, ask.query, ask.scope):
            asking = put.query
            if isinstance(asking, Asking) and asking.kind in OF_ALL:
                if put.kept.possible():
                    for env in _members(asker, asking, put):
                        if _rests_on_nothing(put, asking, env):
                            _note(idle, asking, env)
                elif asking.kind in FALSE_OF_NONE and put.kept.session.possible(()):
                    _note(empty, asking, put.member)
        yield from (_without_case(ask.id, q, members) for q, members in empty)
        yield from (_without_premise(ask.id, q, members) for q, members in idle)


def _note(found: Where, asking: Asking, env: Env) -> None:
    if not any(q is asking for q, _ in found):
        found.append((asking, []))
    members = next(members for q, members in found if q is asking)
    if env:
        members.append(", ".join(f"{v.name} = {witness_text(value)}" for v, value in env.items()))


def _without_case(ask: str, asking: Asking, members: list[str]) -> Finding:
    return Finding(
        f"{ask} is answered about nothing{_for(members)}: no world meets its conditions, so "
        "what it asks of all of them is false",
        asking.span,
        "is the condition what the question supposes? Then some constraint forbids it",
    )


def _without_premise(ask: str, asking: Asking, members: list[str]) -> Finding:
    asked = asking.expr if isinstance(asking, query.ExprQuery) else asking.body
    return Finding(
        f"{ask} holds for no reason{_for(members)}: the premise of `{asked.text}` is true in no "
        "world that is kept",
        asking.span,
        "ask of the conclusion, with `where` and the premise; or see what forbids the premise",
    )


def _for(members: list[str]) -> str:
    return f" for {shortened(members)}" if members else ""


def _members(asker: Asker, asking: Asking, put: Put) -> list[Env]:
    """The members that a query is about, each bound."""
    if isinstance(asking, query.ExprQuery):
        return [put.member]
    try:
        found = asker.tuples(asking.variables, asking.where, put.kept.view.scope, put.member)
        return [env for _, env in found]
    except AskError:
        return []


def _rests_on_nothing(put: Put, asking: Asking, env: Env) -> bool:
    """Whether what is asked is true in all kept worlds, and its premise in none."""
    asked = asking.expr if isinstance(asking, query.ExprQuery) else asking.body
    pool = put.kept.theory.pool
    term = bind(pool, asked.term, env)
    premise = premise_of(pool, term)
    if premise is None or put.kept.possible(premise):
        return False
    holds = pool.holds(term)
    return not put.kept.possible(put.kept.denied(holds))


def premise_of(pool: Terms, term: Term) -> Term | None:
    """What an implication supposes; of several together, or of one for all members, that one of
    them is supposed. None of what is no implication."""
    match term:
        case App(op=ops.OR, args=(App(op=ops.NOT, args=(premise,)), conclusion)):
            further = premise_of(pool, conclusion)
            return premise if further is None else pool.app(ops.AND, (premise, further))
        case App(op=ops.AND, args=args):
            premises = [premise_of(pool, a) for a in args]
            known = [p for p in premises if p is not None]
            return pool.app(ops.OR, known) if known and len(known) == len(premises) else None
        case Spread(op=ops.AND, variables=variables, element=(body,)):
            inner = premise_of(pool, body)
            return None if inner is None else pool.spread(ops.OR, (), variables, (inner,))
    return None
