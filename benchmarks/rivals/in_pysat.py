"""The problems as hand-written PySAT programs: each value of a variable is a Boolean.

    python benchmarks/rivals/in_pysat.py start|queens_all|queens_one|zebra|codes|small [ARGUMENT]

The solver is cadical195. Solutions are told apart by blocking clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

from asked import KINDS, drinker_and_owner, report_one_of
from pysat.formula import And, Atom, Equals, Formula, Implies, Neg, Or
from pysat.solvers import Solver
from reported import solving

Clauses = list[list[int]]


def models(clauses: Clauses, shown: Sequence[int], values: bool = True) -> Iterator[set[int]]:
    """The true variables among the shown ones, for each assignment of these once. Where they are
    the `values` of variables, of which just one is true, the true ones are enough to forbid."""
    with Solver("cadical195", bootstrap_with=clauses) as solver:
        while True:
            with solving:
                found = solver.solve()
                model = solver.get_model() if found else None
            if model is None:
                return
            literals = [model[x - 1] for x in shown]
            true = [x for x in literals if x > 0]
            yield set(true)
            with solving:
                solver.add_clause([-x for x in (true if values else literals)])


def at_most_one(literals: Iterable[int]) -> Clauses:
    return [[-a, -b] for a, b in combinations(literals, 2)]


def exactly_one(literals: list[int]) -> Clauses:
    return [literals, *at_most_one(literals)]


def start() -> list[str]:
    """Who can have Monday's duty of the three nights of items/night_shift.hlogic."""
    doctors = ["li", "wang", "zhao"]
    duty = {at: x for x, at in enumerate(product(doctors, range(3)), 1)}
    clauses = [c for n in range(3) for c in exactly_one([duty[d, n] for d in doctors])]
    clauses += [[-duty[d, n] for n in range(3)] for d in doctors]
    clauses.append([-duty["li", 0], -duty["wang", 2]])
    with Solver("cadical195", bootstrap_with=clauses) as solver:
        found = []
        for d in doctors:
            with solving:
                possible = solver.solve([duty[d, 0]])
            if possible:
                found.append(d)
        return found


def queens(size: int) -> Iterator[list[int]]:
    lines = range(size)
    at = {(r, c): size * r + c + 1 for r in lines for c in lines}
    clauses = [clause for r in lines for clause in exactly_one([at[r, c] for c in lines])]
    clauses += [clause for c in lines for clause in exactly_one([at[r, c] for r in lines])]
    for d in range(2 * size - 1):
        clauses += at_most_one(at[r, c] for r, c in at if r + c == d)
        clauses += at_most_one(at[r, c] for r, c in at if r - c == d - size + 1)
    places = {x: where for where, x in at.items()}
    for model in models(clauses, [*at.values()]):
        yield [c + 1 for _, c in sorted(places[x] for x in model)]


def queens_all(size: str) -> list[list[int]]:
    return list(queens(int(size)))


def queens_one(size: str) -> list[int]:
    return next(queens(int(size)))


def zebra() -> list[object]:
    words, houses = [w for kind in KINDS.values() for w in kind.split()], range(1, 6)
    at = {where: x for x, where in enumerate(product(words, houses), 1)}
    clauses = [c for w in words for c in exactly_one([at[w, h] for h in houses])]
    for kind, h in product(KINDS.values(), houses):
        clauses += at_most_one(at[w, h] for w in kind.split())

    def same(a: str, b: str) -> Clauses:
        return [[-at[a, h], at[b, h]] for h in houses]

    def near(a: str, b: str, *steps: int) -> Clauses:
        return [
            [-at[a, h], *(at[b, h + step] for step in steps if h + step in houses)] for h in houses
        ]

    clauses += same("english", "red") + same("spanish", "dog") + same("coffee", "green")
    clauses += same("ukrainian", "tea") + near("ivory", "green", 1) + same("oldgold", "snails")
    clauses += [*same("kools", "yellow"), [at["milk", 3]], [at["norwegian", 1]]]
    clauses += near("chesterfields", "fox", -1, 1) + near("kools", "horse", -1, 1)
    clauses += same("lucky", "juice") + same("japanese", "parliaments")
    clauses += near("norwegian", "blue", -1, 1)
    found = list(models(clauses, [*at.values()]))
    house = {w: h for (w, h), x in at.items() if x in found[0]}
    return drinker_and_owner(house, len(found))


def codes() -> list[list[int]]:
    places, digits = range(5), range(10)
    digit = {at: x for x, at in enumerate(product(places, digits), 1)}
    decoy = {at: x + len(digit) for at, x in digit.items()}
    clauses = [
        clause
        for of, p in product((digit, decoy), places)
        for clause in exactly_one([of[p, d] for d in digits])
    ]
    clauses += [[-digit[at], -decoy[at]] for at in digit]
    meaning = {x: d for (_, d), x in digit.items()}
    return [[meaning[x] for x in sorted(m)] for m in models(clauses, [*digit.values()])]


def puzzle(says: list[Any]) -> list[object]:
    words = {"not": Neg, "and": And, "or": Or, "implies": Implies, "iff": Equals}
    Formula.cleanup()  # variables are numbered anew for each puzzle
    knight = [Atom(i + 1) for i in range(len(says))]  # whole numbers are its own variables

    def meaning(said: Any) -> Formula:
        if isinstance(said, int):
            return knight[said]
        return words[said[0]](*map(meaning, said[1:]))

    whole = And(*[Equals(knight[i], meaning(said)) for i, said in enumerate(says)])
    clauses = [list(clause) for clause in whole]
    number = {Formula.export_vpool().id(a): i for i, a in enumerate(knight)}
    worlds = [{number[x] for x in model} for model in models(clauses, [*number], False)]
    return [len(worlds), sorted(set.intersection(*worlds)) if worlds else []]


if __name__ == "__main__":
    report_one_of(start, queens_all, queens_one, zebra, codes, puzzle=puzzle)
