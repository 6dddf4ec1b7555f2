"""Grounding, derived instances and lowering, on theories made by hand."""

from __future__ import annotations

import pytest

from hlogic.backends.budget import Budget
from hlogic.backends.sat import SatSession
from hlogic.compiler import ops
from hlogic.compiler.diagnostics import LimitError
from hlogic.compiler.ir import Parameters, Symbol, Theory
from hlogic.compiler.passes.derived import find_derived_cycle
from hlogic.compiler.passes.ground import Grounder
from hlogic.compiler.passes.kleene import Kleene
from hlogic.compiler.sorts import BOOL, BOOLS, INT, Domain
from hlogic.compiler.specs import check_ground, check_total
from hlogic.compiler.terms import Term
from laws.small import ENUM, INTS, ROWS, Bench, applied, partialities, row_id

TIMES = 10_000


def chain(length: int, closed: bool = False) -> tuple[Bench, Theory, Symbol]:
    """`derive at(t) = if t == 0 then x else not at(t - 1)`; closed, the first uses the last."""
    bench = Bench()
    pool = bench.pool
    times = Domain(INT, (range(length),))
    t = pool.bound("t", times)
    at = Symbol("derive", "at", Parameters((t,)), None, BOOL)
    at.keys = tuple((i,) for i in range(length))
    at.key_set = frozenset(at.keys)
    first: Term = bench.variable(BOOLS)
    if closed:
        first = pool.ref(at, (pool.const(length - 1, INT),))
    before = pool.app(ops.SUM, (t, pool.const(-1, INT)))
    at.body = pool.app(
        ops.IF,
        (
            pool.app(ops.EQ, (t, pool.const(0, INT))),
            first,
            pool.app(ops.NOT, (pool.ref(at, (before,)),)),
        ),
    )
    theory = bench.theory()
    bench.symbols["at"] = at
    return bench, theory, at


def test_ten_thousand_derived_instances() -> None:
    bench, theory, at = chain(TIMES)
    assert find_derived_cycle(theory, bench.view()) is None
    last = bench.pool.ref(at, (bench.pool.const(TIMES - 1, INT),))
    session = SatSession(theory, bench.view(last), Budget())
    first = next(iter(bench.symbols.values()))
    assert list(session.project([bench.pool.ref(first, ())], [])) == [(False,)]


def test_cycle_is_shown_along_its_way() -> None:
    bench, theory, at = chain(3, closed=True)
    assert find_derived_cycle(theory, bench.view()) == [(at, (0,)), (at, (2,)), (at, (1,))]


def nested(bench: Bench, depth: int) -> Term:
    """not (x and not (x and …)), so deep that recursion would fail."""
    x: Term = bench.variable(BOOLS)
    term = x
    for _ in range(depth):
        term = bench.pool.app(ops.NOT, (bench.pool.app(ops.AND, (term, x)),))
    return term


def test_depth() -> None:
    bench = Bench()
    session = SatSession(bench.theory(), bench.view(nested(bench, 10_001)), Budget())
    assert session.count([]) == 1


def test_spread_over_too_much_is_refused_before_it_is_built() -> None:
    bench = Bench()
    wide = Domain(INT, (range(10**12),))
    i = bench.pool.bound("i", wide)
    body = bench.pool.spread(ops.OR, (), (i,), (bench.pool.app(ops.EQ, (i, i)),))
    with pytest.raises(LimitError, match=r"c0 expands to 1,000,000,000,000 elements"):
        SatSession(bench.theory(), bench.view(body), Budget())


def test_false_conditions_cost_nothing() -> None:
    bench = Bench()
    pool = bench.pool
    i = pool.bound("i", INTS)
    x = bench.variable(INTS)
    guard = pool.app(ops.EQ, (i, pool.const(9, INT)))
    body = pool.app(ops.AND, (guard, pool.app(ops.EQ, (pool.app(ops.DIV, (x, i)), x))))
    grounder = Grounder(bench.theory(), bench.view())
    made = grounder.ground(pool.spread(ops.OR, (), (i,), (body,)), {}, "q")
    assert made is pool.bool(False)


@pytest.mark.parametrize(("op", "signature"), [r for r in ROWS if r[0] in ops.OPS], ids=row_id)
def test_stages_hold_what_they_may(op: ops.Op, signature: tuple[object, ...]) -> None:
    for partial in partialities(signature):
        bench = Bench()
        grounder = Grounder(bench.theory(), bench.view())
        ground = grounder.ground(applied(bench, op, signature, partial), {}, "q")
        assert check_ground(ground) is None
        kleene = Kleene(grounder)
        for total in (kleene.lower(ground), kleene.defined(ground)):
            assert check_total(total) is None


def family(bench: Bench, key_domain: Domain, value: Domain) -> Symbol:
    parameter = bench.pool.bound("k", key_domain)
    symbol = Symbol("var", "f", Parameters((parameter,)), value, value.type)
    symbol.keys = tuple((k,) for k in key_domain)
    symbol.key_set = frozenset(symbol.keys)
    bench.symbols["f"] = symbol
    return symbol


def test_application_inside_the_keys_stays_total() -> None:
    bench = Bench()
    f = family(bench, ENUM, INTS)
    term = bench.pool.ref(f, (bench.variable(ENUM),))
    grounder = Grounder(bench.theory(), bench.view())
    ground = grounder.ground(term, {}, "q")
    kleene = Kleene(grounder)
    kleene.lower(ground)
    assert kleene.defined(ground) is bench.pool.bool(True)


def test_application_outside_the_keys_is_undefined() -> None:
    bench = Bench()
    f = family(bench, Domain(INT, (range(0, 2),)), BOOLS)
    x = bench.variable(INTS)
    term = bench.pool.ref(f, (x,))
    session = SatSession(bench.theory(), bench.view(term), Budget())
    assert sorted(session.project([x], [])) == [(0,), (1,)]
    assert session.count([]) == 4


def test_selectors_hold_what_is_assumed() -> None:
    bench = Bench()
    x = bench.variable(INTS)
    low, high = (bench.pool.app(ops.EQ, (x, bench.pool.const(v, INT))) for v in (-1, 1))
    view = bench.view(low, high)
    session = SatSession(bench.theory(), view, Budget(), selectable=view.instances)
    first, second = (session.selectors[i] for i in view.instances)
    assert session.solve([first]) is not None
    assert session.solve([first, second]) is None
    assert sorted(session.blamed()) == sorted([first, second])
