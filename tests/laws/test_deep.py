"""Deep rules of lint against the worlds, on random items: each finds what it is to find, and only
that, on every engine alike. `HLOGIC_DEEP_LAWS=400` makes a long run."""

from __future__ import annotations

import os
from contextlib import suppress

import pytest

import agree
import deep_truth
import generate
import hlogic
from hlogic.backends.budget import Budget
from hlogic.backends.engines import ENGINES
from hlogic.backends.worlds import engines_at_work
from hlogic.compiler import query
from hlogic.compiler.asks import AskError
from hlogic.compiler.evaluate import Evaluator
from hlogic.compiler.ir import View
from hlogic.compiler.lint.idle_scope import idle_scopes
from hlogic.compiler.lint.moved import Effect
from hlogic.compiler.lint.put import questions_put
from hlogic.compiler.lint.registry import RULES
from hlogic.compiler.lint.vacuous_necessary import FALSE_OF_NONE, OF_ALL, premise_of
from hlogic.compiler.listing import in_order
from hlogic.compiler.planner import Asker
from hlogic.compiler.terms import bind

SEEDS = range(int(os.environ.get("HLOGIC_DEEP_LAWS", "16")))
DEEP = {code: rule.severity for code, rule in RULES.items() if rule.deep}


def item(seed: int, engine: str) -> hlogic.Item:
    return hlogic.loads(agree.printed(generate.item(seed)), engine=engine)


def found(item: hlogic.Item) -> dict[str, set[int]]:
    """Where each rule finds something."""
    linted = item.lint(DEEP, deep=True)
    assert linted.unfinished == ()
    return {code: {d.span.start for d in linted.diagnostics if d.code == code} for code in DEEP}


@pytest.mark.parametrize("seed", SEEDS)
def test_rules_find_what_is_so(seed: int) -> None:
    linted = item(seed, "sat")
    truth = deep_truth.Truth(linted.compiled)
    if truth.ambiguous:
        pytest.skip("two scopes declare constraints of one name")
    places = found(linted)
    for code, rule in deep_truth.RULES.items():
        assert places[code] == rule(truth), code


@pytest.mark.parametrize("seed", SEEDS)
def test_scopes_that_change_nothing(seed: int) -> None:
    """An ask is as under `base` if the scopes that it looks at can be emptied."""
    linted = item(seed, "sat")
    compiled = linted.compiled
    answers = deep_truth.Answers(compiled.file)
    effects = []
    for ask in compiled.asks.values():
        used = scopes_used(compiled, ask.query, ask.scope)
        if used:
            alone = {s for s in used if answers.same(ask.id, s)}
            moved = not answers.same(ask.id, *used)
            effects.append(Effect(ask, used, frozenset(used) - alone, moved))
    idle = idle_scopes(effects)
    places = found(linted)
    names = {s.name.name: s.name.span.start for s in deep_truth.Item(compiled.file).scopes.values()}
    assert places["idle-scope"] == {names[s] for s in idle}
    asks = deep_truth.Item(compiled.file).asks
    assert places["unmoved-ask"] == {
        asks[e.ask.id].id.span.start for e in effects if not e.moved and set(e.scopes) - set(idle)
    }


def scopes_used(compiled: hlogic.api.CompiledItem, q: query.Query, scope: str) -> tuple[str, ...]:
    (oracle,) = engines_at_work(("oracle",), compiled, Budget())
    asker = Asker(compiled.theory, compiled.views, compiled.changes, oracle())
    with suppress(AskError):
        asker.answer(q, scope)
    return tuple(s for s in asker.scopes_used if s != "base")


@pytest.mark.parametrize("seed", SEEDS)
def test_necessities_about_nothing(seed: int) -> None:
    """Every kept world is looked at, by the evaluator."""
    linted = item(seed, "oracle")
    compiled = linted.compiled
    (oracle,) = engines_at_work(("oracle",), compiled, Budget())
    worlds = oracle()
    asker = Asker(compiled.theory, compiled.views, compiled.changes, worlds)
    expected = set()
    for ask in compiled.asks.values():
        for put in questions_put(asker, ask.query, ask.scope):
            q = put.query
            if isinstance(q, query.ExprQuery | query.MemberQuery) and q.kind in OF_ALL:
                kept = list(in_order(compiled.theory, put.kept.session, put.kept.assumed))
                if not kept:
                    inhabited = worlds.session(put.kept.view.scope).possible(())
                    if q.kind in FALSE_OF_NONE and inhabited:
                        expected.add(q.span.start)
                elif rests_on_nothing(asker, q, put, kept):
                    expected.add(q.span.start)
    assert found(linted)["vacuous-necessary"] == expected


def rests_on_nothing(asker, q, put, kept) -> bool:  # type: ignore[no-untyped-def]
    view: View = put.kept.view
    evaluator = Evaluator(view, {at: place for place, at in enumerate(kept[0])})
    members = [put.member]
    asked = q.expr if isinstance(q, query.ExprQuery) else q.body
    if isinstance(q, query.MemberQuery):
        try:
            members = [e for _, e in asker.tuples(q.variables, q.where, view.scope, put.member)]
        except AskError:
            members = []
    for env in members:
        term = bind(put.kept.pool, asked.term, env)
        premise = premise_of(put.kept.pool, term)
        if premise is None:
            continue
        values = []
        for world in kept:
            evaluator.world = list(world.values())
            evaluator.forget()
            values.append((evaluator.value(term), evaluator.value(premise)))
        if all(t is True and p is not True for t, p in values):
            return True
    return False


@pytest.mark.parametrize("seed", range(12))
def test_every_engine_finds_the_same(seed: int) -> None:
    engines = [name for name, row in ENGINES.items() if not row.missing and not row.counts_only]
    assert len(engines) > 1
    lists = [[repr(d) for d in item(seed, e).lint(DEEP, deep=True).diagnostics] for e in engines]
    for other in lists[1:]:
        assert other == lists[0]
