"""The problems as z3py programs.

    python benchmarks/rivals/in_z3.py start|queens_all|queens_one|zebra|codes|small [ARGUMENT]

Distinct solutions are found by forbidding each one found, as z3's own guide does. Finite domains
are bit-vectors, on which z3 is fastest here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from asked import KINDS, drinker_and_owner, report_one_of
from reported import solving
from z3 import (
    And,
    BitVec,
    Bool,
    BoolRef,
    Distinct,
    Implies,
    Not,
    Or,
    PbLe,
    Solver,
    SolverFor,
    is_true,
    sat,
)


def models(solver: Solver, shown: list[Any]) -> Iterator[list[Any]]:
    """The values of the expressions in each model, each projection once."""
    while True:
        with solving:
            found = solver.check()
        if found != sat:
            return
        model = solver.model()
        values = [model.eval(x, model_completion=True) for x in shown]
        yield values
        solver.add(Or([x != value for x, value in zip(shown, values, strict=True)]))


def numbers(rows: Iterator[list[Any]]) -> list[list[int]]:
    return [[value.as_long() for value in row] for row in rows]


def start() -> list[str]:
    """Who can have Monday's duty of the three nights of items/night_shift.hlogic."""
    doctors, nights = ("li", "wang", "zhao"), range(3)
    duty = {(d, n): Bool(f"{d}_{n}") for d in doctors for n in nights}
    solver = Solver()
    for n in nights:
        solver.add(Or([duty[d, n] for d in doctors]))
        solver.add([Not(And(duty[a, n], duty[b, n])) for a, b in combinations(doctors, 2)])
    solver.add([PbLe([(duty[d, n], 1) for n in nights], 2) for d in doctors])
    solver.add(Implies(duty["li", 0], Not(duty["wang", 2])))
    found = []
    for d in doctors:
        with solving:
            possible = solver.check(duty[d, 0]) == sat
        if possible:
            found.append(d)
    return found


def queens(size: int) -> tuple[Solver, list[Any]]:
    width = size.bit_length() + 2  # room for the diagonals
    placed = [BitVec(f"q{r}", width) for r in range(size)]
    solver = SolverFor("QF_BV")
    solver.add([And(q >= 0, q < size) for q in placed])
    solver.add(Distinct(placed))
    solver.add(Distinct([q + r for r, q in enumerate(placed)]))
    solver.add(Distinct([q - r for r, q in enumerate(placed)]))
    return solver, placed


def queens_all(size: str) -> list[list[int]]:
    solver, placed = queens(int(size))
    return [[q + 1 for q in row] for row in numbers(models(solver, placed))]


def queens_one(size: str) -> list[int]:
    solver, placed = queens(int(size))
    return [value.as_long() + 1 for value in next(models(solver, placed))]


def zebra() -> list[object]:
    at = {word: BitVec(word, 4) for kind in KINDS.values() for word in kind.split()}
    solver = SolverFor("QF_BV")
    solver.add([And(x >= 1, x <= 5) for x in at.values()])
    solver.add([Distinct([at[word] for word in kind.split()]) for kind in KINDS.values()])

    def beside(a: str, b: str) -> BoolRef:
        return Or(at[a] == at[b] + 1, at[b] == at[a] + 1)

    solver.add(at["english"] == at["red"], at["spanish"] == at["dog"])
    solver.add(at["coffee"] == at["green"], at["ukrainian"] == at["tea"])
    solver.add(at["green"] == at["ivory"] + 1, at["oldgold"] == at["snails"])
    solver.add(at["kools"] == at["yellow"], at["milk"] == 3, at["norwegian"] == 1)
    solver.add(beside("chesterfields", "fox"), beside("kools", "horse"))
    solver.add(at["lucky"] == at["juice"], at["japanese"] == at["parliaments"])
    solver.add(beside("norwegian", "blue"))
    found = [dict(zip(at, row, strict=True)) for row in numbers(models(solver, [*at.values()]))]
    return drinker_and_owner(found[0], len(found))


def codes() -> list[list[int]]:
    # a bit more than ten digits need: comparisons are signed
    digits = [BitVec(f"d{i}", 5) for i in range(5)]
    decoys = [BitVec(f"e{i}", 5) for i in range(5)]
    solver = SolverFor("QF_BV")
    for digit, decoy in zip(digits, decoys, strict=True):
        solver.add(And(digit >= 0, digit <= 9, decoy >= 0, decoy <= 9, decoy != digit))
    return numbers(models(solver, digits))


def puzzle(says: list[Any]) -> list[object]:
    knight = [Bool(f"k{i}") for i in range(len(says))]
    words = {"and": And, "or": Or, "implies": Implies, "iff": lambda a, b: a == b}

    def meaning(said: Any) -> Any:
        match said:
            case int():
                return knight[said]
            case ["not", inner]:
                return Not(meaning(inner))
            case [word, left, right]:
                return words[word](meaning(left), meaning(right))
        raise ValueError(said)

    solver = Solver()
    solver.add([knight[i] == meaning(said) for i, said in enumerate(says)])
    worlds = [[is_true(value) for value in row] for row in models(solver, knight)]
    return [len(worlds), [i for i in range(len(says)) if worlds and all(w[i] for w in worlds)]]


if __name__ == "__main__":
    report_one_of(start, queens_all, queens_one, zebra, codes, puzzle=puzzle)
