"""Each rewrite rule: where it applies, where it does not, and that it keeps the meaning.

The comparison is wholesale: every operator over operands drawn from constants, variables, terms
that may be undefined and small compounds, made with the rules and without, in every world.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from hlogic.compiler import ops
from hlogic.compiler.ops import Op
from hlogic.compiler.passes.rewrites import KLEENE
from hlogic.compiler.passes.rewrites_total import TOTAL
from hlogic.compiler.passes.simplify import Make
from hlogic.compiler.sorts import BOOL, BOOLS, INT, UNDEFINED, SetType, TupleType
from hlogic.compiler.terms import Term
from laws.small import INTS, Bench, evaluate


class Pieces:
    """The terms that the examples are made of."""

    def __init__(self) -> None:
        self.bench = Bench()
        pool = self.bench.pool
        self.a, self.b = self.bench.variable(BOOLS), self.bench.variable(BOOLS)
        self.x, self.y = self.bench.variable(INTS), self.bench.variable(INTS)
        self.t, self.f = pool.bool(True), pool.bool(False)
        self.nothing = pool.const(UNDEFINED, BOOL)
        self.no_int = pool.const(UNDEFINED, INT)
        self.na = pool.app(ops.NOT, (self.a,))
        self.xy = pool.app(ops.TUPLE, (self.x, self.y))
        self.yx = pool.app(ops.TUPLE, (self.y, self.x))

    def int(self, value: int) -> Term:
        return self.bench.pool.const(value, INT)

    def plain(self, op: Op, *args: Term, type: object = BOOL) -> Term:
        return self.bench.pool.made(op, args, type)  # type: ignore[arg-type]


Example = tuple[
    str, bool, Op, Callable[[Pieces], tuple[Term, ...]], Callable[[Pieces], Term] | None
]
# rule, whether it needs total operands, operator, operands, what they come to (None: left alone)
EXAMPLES: tuple[Example, ...] = (
    ("fold", False, ops.AND, lambda p: (p.t, p.nothing), lambda p: p.nothing),
    ("fold", False, ops.EQ, lambda p: (p.x, p.no_int), lambda p: p.nothing),
    ("fold", False, ops.AND, lambda p: (p.a, p.nothing), None),
    ("double_negation", False, ops.NOT, lambda p: (p.na,), lambda p: p.a),
    ("double_negation", False, ops.NOT, lambda p: (p.a,), None),
    ("junction", False, ops.AND, lambda p: (p.a, p.f), lambda p: p.f),
    ("junction", False, ops.OR, lambda p: (p.f, p.a, p.a), lambda p: p.a),
    (
        "junction", False, ops.AND, lambda p: (p.plain(ops.AND, p.a, p.b), p.a),
        lambda p: p.plain(ops.AND, p.a, p.b),
    ),
    ("junction", False, ops.AND, lambda p: (p.a, p.na), None),
    ("known_condition", False, ops.IF, lambda p: (p.f, p.x, p.y), lambda p: p.y),
    ("known_condition", False, ops.IF, lambda p: (p.nothing, p.x, p.y), lambda p: p.no_int),
    ("known_condition", False, ops.IF, lambda p: (p.a, p.x, p.y), None),
    ("if_is_condition", False, ops.IF, lambda p: (p.a, p.t, p.f), lambda p: p.a),
    ("if_is_condition", False, ops.IF, lambda p: (p.a, p.f, p.t), lambda p: p.na),
    ("if_is_condition", False, ops.IF, lambda p: (p.a, p.b, p.f), None),
    (
        "known_branch", False, ops.MATCH,
        lambda p: (p.int(1), p.x, p.int(0), p.y, p.int(1), p.y), lambda p: p.y,
    ),
    ("known_branch", False, ops.MATCH, lambda p: (p.int(1), p.x, p.int(0), p.y), lambda p: p.x),
    ("known_branch", False, ops.MATCH, lambda p: (p.x, p.x, p.int(0), p.y), None),
    ("equal_to_truth", False, ops.EQ, lambda p: (p.a, p.t), lambda p: p.a),
    ("equal_to_truth", False, ops.EQ, lambda p: (p.f, p.a), lambda p: p.na),
    ("equal_to_truth", False, ops.EQ, lambda p: (p.y, p.x), lambda p: p.plain(ops.EQ, p.x, p.y)),
    ("equal_to_truth", False, ops.EQ, lambda p: (p.x, p.y), None),
    ("drop_units", False, ops.SUM, lambda p: (p.x, p.int(0)), lambda p: p.x),
    (
        "drop_units", False, ops.SUM,
        lambda p: (p.plain(ops.SUM, p.int(1), p.x, type=INT), p.int(1)),
        lambda p: p.plain(ops.SUM, p.int(2), p.x, type=INT),
    ),
    ("drop_units", False, ops.COUNT, lambda p: (p.a, p.f), lambda p: p.plain(ops.COUNT, p.a)),
    ("drop_units", False, ops.SUM, lambda p: (p.x, p.y), None),
    ("times_one", False, ops.MUL, lambda p: (p.x, p.int(1)), lambda p: p.x),
    ("times_one", False, ops.MUL, lambda p: (p.x, p.int(0)), None),
    ("drop_unchosen", False, ops.SET, lambda p: (p.f, p.x), lambda p: p.bench.pool.const(
        frozenset(), SetType(INT))),
    ("drop_unchosen", False, ops.MIN, lambda p: (p.x, p.nothing, p.y), lambda p: p.no_int),
    ("drop_unchosen", False, ops.MAX, lambda p: (p.x, p.a, p.y), None),
    ("only_the_default", False, ops.MIN, lambda p: (p.x,), lambda p: p.x),
    ("only_the_default", False, ops.SELECT_UNIQUE, lambda p: (p.x, p.a, p.y), None),
    ("complementary", True, ops.AND, lambda p: (p.a, p.b, p.na), lambda p: p.f),
    ("complementary", True, ops.OR, lambda p: (p.na, p.a), lambda p: p.t),
    ("complementary", True, ops.OR, lambda p: (p.na, p.b), None),
    ("same_branches", True, ops.IF, lambda p: (p.a, p.x, p.x), lambda p: p.x),
    ("same_branches", True, ops.IF, lambda p: (p.a, p.x, p.y), None),
    ("if_by_junction", True, ops.IF, lambda p: (p.a, p.b, p.f), lambda p: p.plain(
        ops.AND, p.a, p.b)),
    ("if_by_junction", True, ops.IF, lambda p: (p.a, p.t, p.b), lambda p: p.plain(
        ops.OR, p.a, p.b)),
    ("if_by_junction", True, ops.IF, lambda p: (p.a, p.b, p.na), None),
    ("if_not", True, ops.IF, lambda p: (p.na, p.x, p.y), lambda p: p.plain(
        ops.IF, p.a, p.y, p.x, type=INT)),
    ("if_not", True, ops.IF, lambda p: (p.a, p.y, p.x), None),
    ("same_operands", True, ops.EQ, lambda p: (p.x, p.x), lambda p: p.t),
    ("same_operands", True, ops.EQ, lambda p: (p.x, p.y), None),
    ("times_zero", True, ops.MUL, lambda p: (p.x, p.int(0)), lambda p: p.int(0)),
    ("times_zero", True, ops.MUL, lambda p: (p.x, p.int(-1)), None),
    ("trivially_different", True, ops.ALL_DIFFERENT, lambda p: (p.a, p.x), lambda p: p.t),
    ("trivially_different", True, ops.ALL_DIFFERENT, lambda p: (p.a, p.x, p.t, p.y), None),
    (
        "tuple_outside", True, ops.IF, lambda p: (p.a, p.xy, p.yx),
        lambda p: p.plain(
            ops.TUPLE,
            p.plain(ops.IF, p.a, p.x, p.y, type=INT),
            p.plain(ops.IF, p.a, p.y, p.x, type=INT),
            type=TupleType((INT, INT)),
        ),
    ),
    ("tuple_outside", True, ops.IF, lambda p: (p.a, p.x, p.y), None),
)  # fmt: skip


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e[0])
def test_rule(example: Example) -> None:
    _, total, op, operands, wanted = example
    p = Pieces()
    args = operands(p)
    plain = p.bench.pool.made(op, args, op.typing([a.type for a in args]))
    made = Make(p.bench.pool, total).app(op, args, plain.type)
    assert made is (plain if wanted is None else wanted(p))
    for world in p.bench.worlds():
        assert evaluate(made, world) == evaluate(plain, world)


def test_every_rule_has_examples() -> None:
    rules = {r.__name__ for table in (KLEENE, TOTAL) for rows in table.values() for r in rows}
    for rule in rules:
        outcomes = {e[4] is None for e in EXAMPLES if e[0] == rule}
        assert outcomes == {True, False}, rule


LISTS = {
    ops.NOT: "b", ops.AND: "bbb", ops.OR: "bbb", ops.EQ: "ii", ops.IF: "bbb", ops.SUM: "ii",
    ops.COUNT: "bb",
    ops.MUL: "ii", ops.NEG: "i", ops.MIN: "ibibi", ops.MAX: "ibi",
    ops.SELECT_UNIQUE: "ibi", ops.SET: "bibi", ops.ALL_DIFFERENT: "bibi",
}  # fmt: skip


@pytest.mark.parametrize("total", [False, True], ids=["partial", "total"])
@pytest.mark.parametrize("op", list(LISTS), ids=lambda o: o.name)
def test_rules_keep_the_meaning(op: Op, total: bool) -> None:
    bench = Bench()
    pool = bench.pool
    a, x = bench.variable(BOOLS), bench.variable(INTS)
    choices: dict[str, list[Term]] = {
        "b": [a, pool.app(ops.NOT, (a,)), pool.bool(True), pool.bool(False)],
        "i": [x, pool.const(0, INT), pool.const(1, INT)],
    }
    if not total:
        choices["b"] += [bench.maybe(a), pool.const(UNDEFINED, BOOL)]
        choices["i"] += [bench.maybe(x), pool.const(UNDEFINED, INT)]
    make = Make(pool, total)
    worlds = list(bench.worlds())
    for args in product(*(choices[c] for c in LISTS[op])):
        plain = pool.app(op, args)
        made = make.app(op, args, plain.type)
        for world in worlds:
            before = evaluate(plain, world)
            assert evaluate(made, world) == before or (total and before is UNDEFINED)
    assert op in KLEENE
