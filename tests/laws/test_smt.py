"""Every row of the operator table through the SMT engine, on all inputs of small sorts: asked,
asserted and counted; as SMT has it, and through the circuit alone."""

from __future__ import annotations

import pytest

from hlogic.backends.budget import Budget
from hlogic.backends.smt.session import SmtSession
from hlogic.backends.smt.switches import smt_switches
from hlogic.compiler import ops
from hlogic.compiler.ops import Op
from hlogic.compiler.sorts import BOOLS, Domain, Label, Root, Scalar, order_key
from laws.small import (
    INTS,
    ROWS,
    UNION,
    Bench,
    answers,
    applied,
    asserted,
    evaluate,
    partialities,
    row_id,
    values,
)


@pytest.mark.parametrize("overlay", [True, False], ids=["overlay", "gates"])
@pytest.mark.parametrize(("op", "signature"), ROWS, ids=row_id)
def test_engine_agrees_with_eval(op: Op, signature: tuple[object, ...], overlay: bool) -> None:
    for partial in partialities(signature) if overlay else partialities(signature)[:1]:
        bench = Bench()
        term = applied(bench, op, signature, partial)
        session = SmtSession(bench.theory(), bench.view(), Budget(), overlay=overlay)
        assert answers(session, bench, term) == values(bench, term), partial


@pytest.mark.parametrize(("op", "signature"), ROWS, ids=row_id)
def test_asserted_and_counted(op: Op, signature: tuple[object, ...]) -> None:
    """As a constraint; and the least and greatest values of what it leaves."""
    bench = Bench()
    term = applied(bench, op, signature, (False,) * len(signature))
    for view, worlds in asserted(bench, term):
        session = SmtSession(bench.theory(), view, Budget())
        assert session.count([]) == len(worlds)
        assert session.least(bench.variables(), []) == min(worlds, key=order_key)
        assert session.least(bench.variables(), [], greatest=True) == max(worlds, key=order_key)


SIGNED = Domain(INTS.type, (range(-7, 8),), "-7..7")


@pytest.mark.parametrize("op", [ops.DIV, ops.MOD], ids=row_id)
def test_division_on_all_signs(op: Op) -> None:
    bench = Bench()
    term = bench.pool.app(op, (bench.variable(SIGNED), bench.variable(SIGNED)))
    session = SmtSession(bench.theory(), bench.view(), Budget())
    found = answers(session, bench, term)
    assert len(found) == 15 * 14
    for (a, b), value in found.items():
        assert value == (a // b if op is ops.DIV else a % b)


def test_unions_of_several_sorts() -> None:
    """Labels of two sorts and integers, in one place and compared with each other."""
    colour = Root("enum", "Colour")
    colour.labels = tuple(Label(colour, n, (), i, 20 + i) for i, n in enumerate("rgb", 1))
    wide = Domain(
        Scalar(UNION.type.roots | {colour}),
        (range(-2, 4), *(p for p in UNION.parts[1:]), colour.labels[:2]),
    )
    bench = Bench()
    x, y, z = (bench.variable(d) for d in (wide, UNION, wide))
    for a, b in ((x, y), (x, z), (y, z)):
        term = bench.pool.app(ops.EQ, (a, b))
        session = SmtSession(bench.theory(), bench.view(), Budget())
        expected = {tuple(w.values()): evaluate(term, w) for w in bench.worlds()}
        assert answers(session, bench, term) == expected


def test_switches_blame_and_see_what_else_holds() -> None:
    bench = Bench()
    x = bench.variable(INTS)
    one, zero = (bench.pool.const(n, INTS.type) for n in (1, 0))
    view = bench.view(*(bench.pool.app(ops.EQ, (x, c)) for c in (one, zero, one, x)))
    switches = smt_switches(bench.theory(), view, view.instances, Budget())
    assert switches.world({0}, ()) == {0, 2, 3}
    assert switches.world({1, 3}, ()) == {1, 3}
    assert switches.world({0, 1, 2, 3}, ()) is None
    assert switches.blamed() == {0, 1}


def test_negations_are_blamed() -> None:
    bench = Bench()
    a, b = bench.variable(BOOLS), bench.variable(BOOLS)
    view = bench.view(a, bench.pool.app(ops.NOT, (b,)), bench.pool.app(ops.NOT, (a,)))
    switches = smt_switches(bench.theory(), view, view.instances, Budget())
    assert switches.world({0, 1, 2}, ()) is None
    assert switches.blamed() == {0, 2}
