"""What certificates are made of: the order of values as gates, proofs, and engines that err."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import hlogic
from certified import PIGEONS
from hlogic.backends.budget import Budget
from hlogic.backends.certify.drafts import Draft
from hlogic.backends.certify.evidence import Prover
from hlogic.backends.certify.finding import Disproved, Finder
from hlogic.backends.certify.ordering import earlier, has_value
from hlogic.backends.certify.proofs import AT_ONCE, flaw, proof_of
from hlogic.backends.certify.recording import Hit, Noted, Question, Repaired, Selected
from hlogic.backends.circuit import FALSE, TRUE, Circuit
from hlogic.backends.engine import Permitted
from hlogic.backends.fields import Choice, Constant, Members, Row
from hlogic.backends.oracle import OracleSession
from hlogic.compiler.diagnostics import LimitError
from hlogic.compiler.sorts import order_key

# ---------------------------------------------------------------------------- order


class Gates:
    """A circuit whose inputs are given values."""

    def __init__(self) -> None:
        self.circuit = Circuit()
        self.inputs: list[int] = []

    def input(self) -> int:
        self.inputs.append(self.circuit.input())
        return self.inputs[-1]

    def assignments(self) -> Iterator[dict[int, bool]]:
        for values in product((False, True), repeat=len(self.inputs)):
            yield dict(zip(self.inputs, values, strict=True)) | {TRUE: True}

    def true(self, gate: int, values: dict[int, bool]) -> bool:
        node = abs(gate)
        if node not in values:
            parts = [self.true(p, values) for p in self.circuit.parts(node)]
            if node in self.circuit.choices:
                values[node] = parts[1] if parts[0] else parts[2]
            else:
                values[node] = all(parts)
        return values[node] == (gate > 0)


def one_of(gates: Gates, values: list[Any]) -> Choice:
    """The first value whose input is true; the last where none is."""
    found, before = [], TRUE
    for _ in values[:-1]:
        gate = gates.input()
        found.append(gates.circuit.and_((before, gate)))
        before = gates.circuit.and_((before, -gate))
    return Choice(values, [*found, before], lambda gate: gate)


def a_set(gates: Gates) -> Members:
    return Members([1, 2, 3, 4], [gates.input(), TRUE, gates.input(), gates.input()], lambda g: g)


def fields(gates: Gates) -> list[Any]:
    numbers, flags = one_of(gates, [-3, 0, 7]), one_of(gates, [False, True])
    return [
        Constant(5),
        numbers,
        a_set(gates),
        Row([flags, numbers]),
        Row([a_set(gates), Row([flags, Constant(1)])]),
    ]


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("greatest", [False, True])
def test_gates_of_the_order(number: int, greatest: bool) -> None:
    gates = Gates()
    field = fields(gates)[number]
    values: dict[Any, None] = {}
    assignments = list(gates.assignments())

    def read(values: dict[int, bool]) -> Any:
        literals = {x: x if gates.true(x, values) else -x for x in all_gates(field)}
        model = [literals.get(i, -i) for i in range(1, max(literals, default=1) + 1)]
        return field.read(model, [])

    for assignment in assignments:
        values[read(assignment)] = None
    assert len(values) > 1 or number == 0
    for value in values:
        before = earlier(gates.circuit, field, value, greatest)
        has = gates.circuit.and_(has_value(field, value))
        for assignment in assignments:
            found = read(assignment)
            a, b = order_key(found), order_key(value)
            assert gates.true(before, assignment) == (a > b if greatest else a < b)
            assert gates.true(has, assignment) == (a == b)


def all_gates(field: Any) -> list[int]:
    match field:
        case Choice():
            return [abs(g) for g in field.gates]
        case Members():
            return [abs(g) for g in field.gates]
        case Row():
            return [g for part in field.parts for g in all_gates(part)]
    return []


def test_what_a_field_cannot_be() -> None:
    gates = Gates()
    assert has_value(one_of(gates, [1, 2]), 3) == [FALSE]
    assert has_value(a_set(gates), frozenset({9})) == [FALSE]
    assert has_value(Constant(1), 2) == [FALSE]


# ---------------------------------------------------------------------------- proofs


def pigeons(n: int) -> tuple[int, list[list[int]]]:
    def at(p: int, h: int) -> int:
        return p * n + h + 1

    some = [[at(p, h) for h in range(n)] for p in range(n + 1)]
    one = [[-at(p, h), -at(q, h)] for h in range(n) for p in range(n + 1) for q in range(p)]
    return (n + 1) * n, some + one


def test_proofs() -> None:
    budget = Budget()
    assert proof_of(1, [[1], [-1]], budget) == AT_ONCE
    assert proof_of(0, [[]], budget) == AT_ONCE
    assert proof_of(2, [[1, 2]], budget) is None
    assert proof_of(0, [], budget) is None
    top, clauses = pigeons(5)
    proof = proof_of(top, clauses, budget)
    assert proof is not None
    assert proof.count("\n") > 100
    assert flaw(top, clauses, proof, budget) is None
    assert flaw(top, clauses[1:], proof, budget) is not None
    assert proof == proof_of(top, clauses, budget)


def test_a_proof_keeps_to_the_time() -> None:
    top, clauses = pigeons(10)
    with pytest.raises(LimitError) as caught:
        proof_of(top, clauses, Budget(0.5))
    assert caught.value.status == "timeout"


def test_without_time_there_is_no_evidence(tmp_path: Path) -> None:
    text = PIGEONS.replace("1..5", "1..11").replace("1..4", "1..10")
    compiled = hlogic.loads(text).compiled
    view = compiled.views["base"]
    session = OracleSession(compiled.theory, view, Budget())
    draft = Draft(str(tmp_path / "out"))
    prover = Prover(Finder(compiled.theory, Budget(0.5), draft))
    entry = prover.entry(Question("possible", view, session, (), False), "oracle")
    draft.close()
    assert entry == {
        "scope": "base",
        "question": "possible",
        "answer": False,
        "uncertified": "not answered within 0.5 s (--timeout)",
    }


# ---------------------------------------------------------------------------- engines that err

TEXT = (
    "item t\nvar n: 0..3\nconstraint a: n < 2\nconstraint b: n > 0\nconstraint c: n != 1\n"
    "change x: retract a\nchange y: retract b\nask q: possible n == 1\n"
)


class Bench:
    """A prover for the item above, to be asked to show what is not so."""

    def __init__(self, folder: Path) -> None:
        self.item = hlogic.loads(TEXT).compiled
        theory = self.item.theory
        self.draft = Draft(str(folder / "out"))
        self.prover = Prover(Finder(theory, Budget(), self.draft))
        self.view = self.item.views["base"]
        self.two = self.view.holding(self.view.instances[:2])
        self.session = OracleSession(theory, self.two, Budget())
        self.sure = theory.pool.bool(True)
        self.n = theory.reading(*next(theory.variables()))

    def entry(self, noted: Noted) -> dict[str, Any]:
        return self.prover.entry(noted, "wrong")

    def asked(self, kind: Any, answer: bool, **more: Any) -> Question:
        return Question(kind, self.two, self.session, (), answer, **more)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path)
    yield made
    made.draft.close()


def test_a_wrong_no(bench: Bench) -> None:
    with pytest.raises(Disproved, match="counterexample"):
        bench.entry(bench.asked("possible", False))


def test_a_wrong_yes(bench: Bench) -> None:
    bench.two = bench.view
    with pytest.raises(Disproved, match="no world"):
        bench.entry(bench.asked("possible", True))


def test_wrong_rows(bench: Bench) -> None:
    good = bench.entry(bench.asked("rows", True, fields=(bench.n,), rows=((1,),)))
    assert good["worlds"] == [[1]]
    for rows in ((), ((1,), (2,))):
        with pytest.raises(Disproved):
            bench.entry(bench.asked("rows", bool(rows), fields=(bench.n,), rows=rows))


def test_a_wrong_least(bench: Bench) -> None:
    bench.two = bench.view.holding(bench.view.instances[1:])
    for kind, row in (("least", (3,)), ("greatest", (2,)), ("least", (1,))):
        with pytest.raises(Disproved):
            bench.entry(bench.asked(kind, True, fields=(bench.n,), rows=(row,)))


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        ("cores", ()),
        ("cores", ((0, 1),)),
        ("corrections", ((0,), (1,))),
        ("corrections", ((0,), (1, 2))),
    ],
)
def test_wrong_families(bench: Bench, kind: Any, answer: Any) -> None:
    view = bench.view
    right = {"cores": ((0, 1, 2),), "corrections": ((0,), (1,), (2,))}[kind]
    chosen = view.instances
    entry = bench.entry(Selected(kind, view, chosen, False, right))
    assert "uncertified" not in entry
    with pytest.raises(Disproved):
        bench.entry(Selected(kind, view, chosen, False, answer))


def test_wrong_sets(bench: Bench) -> None:
    sets = ((0, 1), (1, 2))
    assert "cover" in bench.entry(Hit(sets, False, ((0, 2), (1,))))
    for answer in (((1,),), ((0,), (1,)), ((0, 1), (1,)), ((0, 2), (0, 1, 2), (1,))):
        with pytest.raises(Disproved):
            bench.entry(Hit(sets, False, answer))


def test_wrong_repairs(bench: Bench) -> None:
    changes = bench.item.changes

    def view(places: tuple[int, ...]) -> Any:
        return changes.view("base", ["xy"[p] for p in places])

    def repaired(answer: Any) -> Repaired:
        return Repaired(Permitted((1, 1), view), bench.sure, False, False, answer)

    assert "uncertified" not in bench.entry(repaired(((0,), (1,))))
    for answer in ((), ((0,),), ((),), ((0,), (0, 1), (1,))):
        with pytest.raises(Disproved):
            bench.entry(repaired(answer))
