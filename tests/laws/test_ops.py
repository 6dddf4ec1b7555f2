"""Every row of the operator table, on all inputs of small sorts, through every stage of the SAT
engine: asked, asserted, counted; with each overlay and with the generic rule alone."""

from __future__ import annotations

import pytest

from hlogic.backends.budget import Budget
from hlogic.backends.sat import SatSession
from hlogic.compiler.ops import GUARDS, OPS, Op
from hlogic.compiler.passes import kleene_rules
from hlogic.compiler.sorts import UNDEFINED
from laws.small import (
    ROWS,
    SIGNATURES,
    Bench,
    answers,
    applied,
    asserted,
    evaluate,
    partialities,
    row_id,
    values,
)


def test_every_row_is_tested() -> None:
    assert set(SIGNATURES) == {*OPS, *GUARDS.values()}


def test_every_operator_that_is_not_strict_has_its_kleene_rule() -> None:
    assert {op for op in OPS if not op.strict} <= set(kleene_rules.RULES)


def test_guards_say_where_eval_has_a_value() -> None:
    for op, guard in GUARDS.items():
        for signature in SIGNATURES[op]:
            bench = Bench()
            term = applied(bench, op, signature, (False,) * len(signature))
            for world in bench.worlds():
                values = [evaluate(a, world) for a in term.args]  # type: ignore[attr-defined]
                given = guard.apply([values[i] for i in op.partial])
                assert given == (op.apply(values) is not UNDEFINED)


@pytest.mark.parametrize("overlay", [True, False], ids=["overlay", "tabulated"])
@pytest.mark.parametrize(("op", "signature"), ROWS, ids=row_id)
def test_engine_agrees_with_eval(op: Op, signature: tuple[object, ...], overlay: bool) -> None:
    for partial in partialities(signature):
        bench = Bench()
        term = applied(bench, op, signature, partial)
        session = SatSession(bench.theory(), bench.view(), Budget(), overlay=overlay)
        assert answers(session, bench, term) == values(bench, term), partial


@pytest.mark.parametrize(("op", "signature"), ROWS, ids=row_id)
def test_asserted_and_counted(op: Op, signature: tuple[object, ...]) -> None:
    """As a constraint, positive and negated; a value term equals each of its values."""
    for partial in partialities(signature)[:2]:
        bench = Bench()
        term = applied(bench, op, signature, partial)
        for view, worlds in asserted(bench, term):
            session = SatSession(bench.theory(), view, Budget())
            assert set(session.project(bench.variables(), [])) == worlds
            assert session.count([]) == len(worlds)


def operands(op: Op) -> list[object]:
    """All values of the operands of the first signature that has some."""
    signature = next(s for s in SIGNATURES[op] if s)
    bench = Bench()
    term = applied(bench, op, signature[:1], (False,)) if op.shape[0] < 2 else None
    first = applied(bench, op, signature, (False,) * len(signature)) if term is None else term
    return [evaluate(first.args[0], w) for w in bench.worlds()]  # type: ignore[attr-defined]


@pytest.mark.parametrize("op", [o for o in OPS if o.laws], ids=row_id)
def test_algebraic_laws(op: Op) -> None:
    values = [*dict.fromkeys(operands(op)), *([] if op.strict else [UNDEFINED])]
    apply = op.apply
    for a in values:
        if "involution" in op.laws:
            assert apply([apply([a])]) == a
        if "idempotent" in op.laws:
            unary = op.shape == (1, 0)
            assert apply([apply([a])]) == apply([a]) if unary else apply([a, a]) == a
        for b in values:
            if "commutative" in op.laws:
                assert apply([a, b]) == apply([b, a])
            for c in values if "associative" in op.laws else ():
                assert apply([a, apply([b, c])]) == apply([apply([a, b]), c])
