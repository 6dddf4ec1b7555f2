"""Rules of lint against what they claim, on random items: what a rule says of all worlds is held
against the worlds."""

from __future__ import annotations

import pytest

import agree
import generate
import hlogic
from hlogic.backends.budget import Budget
from hlogic.backends.engines import make_engine
from hlogic.compiler import ast
from hlogic.compiler.answer import Answer
from hlogic.compiler.ir import View
from hlogic.compiler.lint.idle_operation import is_idle
from hlogic.compiler.lint.outcomes import OpenRanges, outcomes, total
from hlogic.compiler.lint.repeated_rows import check as repeated_rows
from hlogic.compiler.lint.rule import Subject
from hlogic.compiler.lint.silencing import silencings_of
from hlogic.compiler.terms import Bound, Spread, Term, below

SEEDS = range(16)


def item(seed: int) -> hlogic.Item:
    return hlogic.loads(agree.printed(generate.item(seed)), engine="oracle")


def closed(term: Term) -> bool:
    """Whether a term reads no variable that is bound outside it."""
    parts = below([term])
    bound = {v for p in parts if isinstance(p, Spread) for v in p.variables}
    return all(p in bound for p in parts if isinstance(p, Bound))


@pytest.mark.parametrize("seed", SEEDS)
def test_lint_comes_to_an_end_and_repeats_itself(seed: int) -> None:
    found = item(seed).lint()
    assert found.unfinished == ()
    assert [str(d) for d in found.diagnostics] == [str(d) for d in item(seed).lint().diagnostics]


@pytest.mark.parametrize("seed", SEEDS)
def test_outcomes_hold_in_every_assignment(seed: int) -> None:
    """Whatever a comparison comes out as in some assignment is among its outcomes; and what is
    surely defined is."""
    compiled = item(seed).compiled
    theory, pool = compiled.theory, compiled.theory.pool
    free = compiled.views["base"].holding(())
    session = make_engine("oracle").open(theory, free, Budget())
    ranges = OpenRanges()
    for _, term in compiled.comparisons:
        if closed(term):
            possible = outcomes(term, ranges)
            denied = pool.app(hlogic.compiler.ops.NOT, (term,))
            assert not session.possible((term,)) or True in possible
            assert not session.possible((denied,)) or False in possible
            if total(term) and session.possible(()):
                assert session.possible((term,)) or session.possible((denied,))


@pytest.mark.parametrize("seed", SEEDS)
def test_rows_that_are_not_found_do_not_repeat(seed: int) -> None:
    made = item(seed)
    compiled = made.compiled
    subject = Subject(compiled, silencings_of(compiled.file))
    found = [f.span for f in repeated_rows(subject)]
    for declared in compiled.file.declarations:
        if not isinstance(declared, ast.Ask) or not isinstance(declared.query, ast.Rows):
            continue
        if declared.query.distinct or declared.query.span in found or compiled.theory.groups:
            continue
        rows = value(made.ask(declared.id.name))
        assert len(rows) == len({str(row) for row in rows})


def value(answer: Answer) -> list[object]:
    return answer.value if isinstance(answer.value, list) else []


@pytest.mark.parametrize("seed", SEEDS)
def test_scope_is_the_same_without_an_idle_operation(seed: int) -> None:
    compiled = item(seed).compiled

    def worlds(view: View) -> set[tuple[object, ...]]:
        fields = [compiled.theory.reading(*v) for v in compiled.theory.variables()]
        session = make_engine("oracle").open(compiled.theory, view, Budget())
        return set(session.project(fields, ()))

    for scope in compiled.file.declarations:
        if not isinstance(scope, ast.Scope):
            continue
        for operation in scope.operations:
            if is_idle(scope, operation, compiled) and not isinstance(operation, ast.Assume):
                name = scope.name.name
                without = compiled.scopes.without(name, operation)
                assert worlds(compiled.views[name]) == worlds(without)
