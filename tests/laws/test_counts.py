"""Encodings are functional: the count of models is the count of worlds, projected or not.

Each row of the operator table is put into a constraint and written as DIMACS; PySAT reads it back
and counts complete models and projected ones; a plain loop over the worlds says what is right. So
it is with the stable models of the ASP program, and the paths of the diagram.
"""

from __future__ import annotations

from math import comb

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from hlogic.backends import count
from hlogic.backends.budget import Budget
from hlogic.backends.export.asp import asp_text
from hlogic.backends.export.bdd import bdd_text
from hlogic.backends.export.dimacs import dimacs_text
from hlogic.backends.export.dot import dot_text
from hlogic.backends.export.subject import Subject
from hlogic.backends.ganak import GANAK
from hlogic.backends.sat import SatSession
from hlogic.compiler import ops
from hlogic.compiler.ops import Op
from hlogic.compiler.sorts import BOOL, BOOLS, INT, UNDEFINED
from laws.small import INTS, ROWS, Bench, applied, evaluate, partialities, row_id
from read_back import count_of_dot, count_of_json, stable_models


def models(formula: CNF, shown: list[int]) -> int:
    """The models, different on the variables shown."""
    count = 0
    with Solver("cadical195", bootstrap_with=formula.clauses) as solver:
        while solver.solve():
            count += 1
            model = solver.get_model()
            solver.add_clause([-model[v - 1] for v in shown])
            if not shown:
                break
    return count


def counts(text: str) -> tuple[int, int]:
    """Complete and projected."""
    formula = CNF(from_string=text)
    line = next(x for x in text.splitlines() if x.startswith("c p show"))
    shown = [int(w) for w in line.split()[3:-1]]
    top = int(next(x for x in text.splitlines() if x.startswith("p cnf")).split()[2])
    return models(formula, list(range(1, top + 1))), models(formula, shown)


@pytest.mark.parametrize(("op", "signature"), ROWS, ids=row_id)
def test_complete_count_is_projected_count(op: Op, signature: tuple[object, ...]) -> None:
    for partial in partialities(signature)[:2]:
        bench = Bench()
        pool = bench.pool
        term = applied(bench, op, signature, partial)
        free = bench.variable(BOOLS)
        claim = term if term.type == BOOL else pool.app(ops.DEFINED, (term,))
        claim = pool.app(ops.OR, (claim, pool.app(ops.AND, (free, bench.variable(BOOLS)))))
        values = [evaluate(claim, w) for w in bench.worlds()]
        right = sum(1 for v in values if v is not UNDEFINED and v)
        subject = Subject(bench.theory(), bench.view(claim), Budget())
        assert counts(dimacs_text(subject)) == (right, right)
        assert len(stable_models(asp_text(subject))) == right
        assert count_of_json(bdd_text(subject)) == right


def test_edges() -> None:
    """No variables, no constraints, a false one, a variable in no clause."""
    bench = Bench()
    nothing = Subject(bench.theory(), bench.view(), Budget())
    never = Subject(bench.theory(), bench.view(bench.pool.bool(False)), Budget())
    for subject, right in ((nothing, 1), (never, 0)):
        assert counts(dimacs_text(subject)) == (right, right)
        assert len(stable_models(asp_text(subject))) == right
        assert count_of_json(bdd_text(subject)) == right
        assert count_of_dot(dot_text(subject), []) == right
    bench.variable(BOOLS)
    free = Subject(bench.theory(), bench.view(), Budget())
    assert counts(dimacs_text(free)) == (2, 2)
    assert "c var 1 x0=true" in dimacs_text(free)
    assert len(stable_models(asp_text(free))) == count_of_json(bdd_text(free)) == 2


@pytest.mark.parametrize(("op", "signature"), ROWS, ids=row_id)
def test_search_counts_as_enumeration(
    op: Op, signature: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The counters for what is too much to enumerate, made to count small things too."""
    monkeypatch.setattr(count, "FEW", 0)
    monkeypatch.setattr(count, "MANY", 0)
    for partial in partialities(signature)[:2]:
        bench = Bench()
        term = applied(bench, op, signature, partial)
        claim = term if term.type == BOOL else bench.pool.app(ops.DEFINED, (term,))
        bench.variable(BOOLS)
        found = [evaluate(claim, w) is True for w in bench.worlds()]
        right = sum(found)
        nothing_to_do = all(found) or not any(found)  # no clause may be left to count with
        session = SatSession(bench.theory(), bench.view(), Budget())
        assert session.count([claim]) == right
        assert nothing_to_do or session.counting == count.SEARCHED
        with monkeypatch.context() as without:
            without.setattr(count, "_by_search", lambda *_, **__: None)
            counted = SatSession(bench.theory(), bench.view(), Budget(), counter=GANAK)
            assert counted.count([claim]) == right
        assert nothing_to_do or counted.counting == GANAK.method


def test_counts_far_beyond_enumeration() -> None:
    """Exactly 30 of 60, beside a sum over other variables."""
    bench = Bench()
    pool = bench.pool
    thirty = pool.const(30, INT)
    some = pool.app(ops.COUNT, [bench.variable(BOOLS) for _ in range(60)])
    zero = pool.app(ops.SUM, [bench.variable(INTS) for _ in range(12)])
    claims = [
        pool.app(ops.EQ, (some, thirty)),
        pool.app(ops.EQ, (zero, pool.const(0, INT))),
    ]
    session = SatSession(bench.theory(), bench.view(*claims), Budget())
    sums = sum(comb(12, k) * comb(12 - k, k) for k in range(7))  # as many -1 as 1
    assert session.count([]) == comb(60, 30) * sums
