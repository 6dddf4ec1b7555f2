"""What the SMT engine is there for, and that it can be stopped."""

from __future__ import annotations

import time

import pytest
import z3

import hlogic
from hlogic.backends.budget import Budget
from hlogic.backends.smt.solver import Solver
from hlogic.compiler.diagnostics import Beyond

PARCELS = """
item parcels "三种货物"

var x: 0..1000
var y: 0..1000
var z: 0..1000

constraint price: x * y + z == 77777
constraint order: x < y and y < z
constraint rest: (x + y + z) % 7 == 3
constraint quotient: (x - z) // 9 > -60

ask some: possible z > 700
ask all: necessary x * x + z <= y * y
ask span: bounds x + y + z
ask far: possible x * y * z > 77000000
ask sizes: count worlds
ask pairs: rows (x, y) where z < 640
ask shares: values set(k in 1..3: k * x * y > 77777 + z)
ask unknown: value y - x where x + y + z == 1368
"""

# Fourteen in thirteen places: there is no way, which takes resolution long to see.
PIGEONS = """
item pigeons
var hole(1..14): 1..13
constraint apart(a, b in 1..14 where a < b): hole(a) != hole(b)
ask q: possible true
"""


def test_wide_integers() -> None:
    """SAT refuses the item: the sums do not encode to CNF within the limits. Compared with all
    assignments."""
    worlds = [
        (x, y, z)
        for x in range(1001)
        for y in range(x + 1, 1001)
        if y < (z := 77777 - x * y) <= 1000 and (x + y + z) % 7 == 3 and (x - z) // 9 > -60
    ]
    item = hlogic.loads(PARCELS, engine="smt")
    found = {answer.id: answer.value for answer in item.solve()}
    sums = [x + y + z for x, y, z in worlds]
    shares = {tuple(k for k in (1, 2, 3) if k * x * y > 77777 + z) for x, y, z in worlds}
    assert found == {
        "some": any(z > 700 for _, _, z in worlds),
        "all": all(x * x + z <= y * y for x, y, z in worlds),
        "span": [min(sums), max(sums)],
        "far": any(x * y * z > 77_000_000 for x, y, z in worlds),
        "sizes": len(worlds),
        "pairs": sorted([x, y] for x, y, z in worlds if z < 640),
        "shares": [list(s) for s in sorted(shares, key=lambda s: (len(s), s))],
        "unknown": next(y - x for x, y, z in worlds if x + y + z == 1368),
    }


def test_time_is_kept() -> None:
    """z3 is interrupted, and can be asked again."""
    item = hlogic.loads(PIGEONS, engine="smt", timeout=0.5)
    for _ in range(2):
        start = time.monotonic()
        answer = item.ask("q")
        assert answer.status == "timeout"
        assert time.monotonic() - start < 5


def test_the_effort_of_one_solver_is_not_the_limit_of_others() -> None:
    """Nine pigeons in eight holes take more than the thousand steps that another solver has."""
    pigeons, holes = range(9), range(8)
    commands = [f"(declare-const x{i}_{j} Bool)" for i in pigeons for j in holes]
    for i in pigeons:
        commands.append(f"(assert (or {' '.join(f'x{i}_{j}' for j in holes)}))")
        commands += [f"(assert (not (and x{i}_{j} x{k}_{j})))" for k in range(i) for j in holes]
    limited, free = Solver(Budget(), 1_000), Solver(Budget())
    for solver in (limited, free):
        for command in commands:
            solver.add(command)
    with pytest.raises(Beyond, match="1,000 steps"):
        limited.check([])
    other = z3.Solver()  # whoever else uses z3 in this process
    other.from_string("\n".join(commands))
    assert other.check() == z3.unsat
    assert free.check([]) is False
    with pytest.raises(Beyond, match="1,000 steps"):
        limited.check([])
