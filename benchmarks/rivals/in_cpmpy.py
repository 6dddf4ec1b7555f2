"""The problems as CPMpy models.

    python benchmarks/rivals/in_cpmpy.py start|queens_all|queens_one|zebra|codes|small [ARGUMENT]

They are solved by OR-Tools, which is CPMpy's default. All solutions are OR-Tools' own enumeration;
where only some variables count, each solution found is forbidden on these, since `solveAll` knows
no projection.
"""

from __future__ import annotations

from typing import Any

import cpmpy as cp
from asked import KINDS, drinker_and_owner, report_one_of
from cpmpy.solvers import CPM_ortools
from reported import solving


def all_solutions(model: cp.Model, shown: Any) -> list[list[int]]:
    found: list[list[int]] = []
    with solving:
        model.solveAll(display=lambda: found.append([int(x.value()) for x in shown]))
    return found


def start() -> list[str]:
    """Who can have Monday's duty of the three nights of items/night_shift.hlogic."""
    doctors = ["li", "wang", "zhao"]
    li, wang, zhao = range(3)
    duty = cp.intvar(0, 2, shape=3)
    model = cp.Model()
    for d in (li, wang, zhao):
        model += cp.Count(duty, d) <= 2
    model += (duty[0] == li).implies(duty[2] != wang)
    solver = CPM_ortools(model)
    found = []
    for d, name in enumerate(doctors):
        is_d = cp.boolvar()
        solver += is_d.implies(duty[0] == d)
        with solving:
            possible = solver.solve(assumptions=[is_d])
        if possible:
            found.append(name)
    return found


def queens(size: int) -> tuple[cp.Model, Any]:
    placed = cp.intvar(1, size, shape=size)
    rows = range(size)
    model = cp.Model(
        cp.AllDifferent(placed),
        cp.AllDifferent([placed[r] + r for r in rows]),
        cp.AllDifferent([placed[r] - r for r in rows]),
    )
    return model, placed


def queens_all(size: str) -> list[list[int]]:
    return all_solutions(*queens(int(size)))


def queens_one(size: str) -> list[int]:
    model, placed = queens(int(size))
    with solving:
        model.solve()
    return [int(x) for x in placed.value()]


def zebra() -> list[object]:
    at = {w: cp.intvar(1, 5, name=w) for kind in KINDS.values() for w in kind.split()}
    model = cp.Model([cp.AllDifferent([at[w] for w in kind.split()]) for kind in KINDS.values()])

    def beside(a: str, b: str) -> Any:
        return abs(at[a] - at[b]) == 1

    model += [at["english"] == at["red"], at["spanish"] == at["dog"]]
    model += [at["coffee"] == at["green"], at["ukrainian"] == at["tea"]]
    model += [at["green"] == at["ivory"] + 1, at["oldgold"] == at["snails"]]
    model += [at["kools"] == at["yellow"], at["milk"] == 3, at["norwegian"] == 1]
    model += [beside("chesterfields", "fox"), beside("kools", "horse")]
    model += [at["lucky"] == at["juice"], at["japanese"] == at["parliaments"]]
    model += [beside("norwegian", "blue")]
    found = [dict(zip(at, row, strict=True)) for row in all_solutions(model, [*at.values()])]
    return drinker_and_owner(found[0], len(found))


def codes() -> list[list[int]]:
    digits, decoys = cp.intvar(0, 9, shape=5), cp.intvar(0, 9, shape=5)
    solver = CPM_ortools(cp.Model(digits != decoys))
    found = []
    while True:
        with solving:
            more = solver.solve()
        if not more:
            return found
        row = [int(x) for x in digits.value()]
        found.append(row)
        solver += cp.any(digits != row)


def puzzle(says: list[Any]) -> list[object]:
    knight = cp.boolvar(shape=len(says))

    def meaning(said: Any) -> Any:
        match said:
            case int():
                return knight[said]
            case ["not", inner]:
                return ~meaning(inner)
            case ["and", left, right]:
                return meaning(left) & meaning(right)
            case ["or", left, right]:
                return meaning(left) | meaning(right)
            case ["implies", left, right]:
                return meaning(left).implies(meaning(right))
            case ["iff", left, right]:
                return meaning(left) == meaning(right)
        raise ValueError(said)

    model = cp.Model([knight[i] == meaning(said) for i, said in enumerate(says)])
    worlds = all_solutions(model, knight)
    return [len(worlds), [i for i in range(len(says)) if worlds and all(w[i] for w in worlds)]]


if __name__ == "__main__":
    report_one_of(start, queens_all, queens_one, zebra, codes, puzzle=puzzle)
