"""Stable groups against clingo: random ground programs have the same models, each once.

An atom of a group is an atom of the program, a free variable a choice `{e}`, a constraint an
integrity constraint; every connective and count gets an atom of its own, which by explicit
definition changes no model. `HLOGIC_STABLE_PROGRAMS=1000 pytest tests/test_stable_clingo.py` makes
a long run.
"""

from __future__ import annotations

import itertools
import os
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

import agree
import hlogic

clingo = pytest.importorskip("clingo")

COUNT = int(os.environ.get("HLOGIC_STABLE_PROGRAMS", "60"))
FIRST = int(os.environ.get("HLOGIC_STABLE_SEED", "0"))
GUESSED = 10  # atoms and free variables of a program that the oracle is asked

# ("atom", name), ("not", f), ("and" | "or" | "implies" | "iff", f, …), ("count", k, f, …)
Formula = tuple[Any, ...]


@dataclass
class Program:
    """Groups in dependency order: the atoms of each, and its rules as heads and bodies."""

    free: list[str]
    groups: list[list[str]] = field(default_factory=list)
    rules: list[list[tuple[str, Formula]]] = field(default_factory=list)
    constraints: list[Formula] = field(default_factory=list)


def program(seed: int) -> Program:
    rnd = random.Random(seed)
    made = Program([f"e{i}" for i in range(rnd.randint(0, 3))])
    below: list[str] = []
    for g in range(rnd.choice((1, 1, 2, 3))):
        atoms = [f"g{g}_{i}" for i in range(rnd.randint(2, 6))]
        count = rnd.randint(len(atoms) // 2, 3 * len(atoms))
        made.groups.append(atoms)
        made.rules.append(
            [(rnd.choice(atoms), body(rnd, atoms, below + made.free)) for _ in range(count)]
        )
        below += atoms
    for _ in range(rnd.choice((0, 0, 0, 1))):
        made.constraints.append(anything(rnd, [], below + made.free, 2))
    return made


def body(rnd: random.Random, own: list[str], outside: list[str]) -> Formula:
    """Mostly a conjunction of literals, as programs have them."""
    if rnd.random() < 0.3:
        return positive(rnd, own, outside, 2)
    parts = []
    for _ in range(rnd.choice((0, 1, 1, 2, 2, 3))):
        atom = ("atom", rnd.choice(own + outside[:2]))
        parts.append(("not", atom) if rnd.random() < 0.45 else atom)
    return ("and", *parts)


def positive(rnd: random.Random, own: list[str], outside: list[str], depth: int) -> Formula:
    if depth == 0:
        return ("atom", rnd.choice(own + outside))
    kind = rnd.choice(("and", "or", "not", "count", "implies", "atom"))
    if kind == "atom":
        return positive(rnd, own, outside, 0)
    if kind == "not":
        return ("not", anything(rnd, own, outside, depth - 1))
    if kind == "implies":
        left = ("not", anything(rnd, own, outside, depth - 1))
        return ("implies", left, positive(rnd, own, outside, depth - 1))
    parts = [positive(rnd, own, outside, depth - 1) for _ in range(rnd.randint(1, 3))]
    return ("count", rnd.randint(1, 2), *parts) if kind == "count" else (kind, *parts)


def anything(rnd: random.Random, own: list[str], outside: list[str], depth: int) -> Formula:
    """As stands under `not`: in the reading of a candidate it is a plain formula."""
    kind = rnd.choice(("iff", "positive", "positive"))
    if not own + outside:
        return ("and",)
    if kind == "iff" and depth > 0:
        sides = [anything(rnd, own, outside, depth - 1) for _ in range(2)]
        return ("iff", *sides)
    return positive(rnd, own, outside, depth)


# ---------------------------------------------------------------------- as an item


def written(formula: Formula) -> str:
    kind, *parts = formula
    if kind == "atom":
        return str(parts[0])
    if kind == "not":
        return f"not ({written(parts[0])})"
    if kind == "count":
        items = ", ".join(map(written, parts[1:]))
        return f"(at_least {parts[0]} of {{ {items} }})"
    if not parts:
        return "true" if kind == "and" else "false"
    return "(" + f" {kind} ".join(f"({written(p)})" for p in parts) + ")"


def as_item(made: Program) -> str:
    lines = ["item stable_program"]
    lines += [f"var {e}: bool" for e in made.free]
    number = itertools.count()
    for atoms, rules in zip(made.groups, made.rules, strict=True):
        lines.append(f"define stable {{ {', '.join(atoms)} }} {{")
        lines += [f"  rule r{next(number)}: {h} if {written(b)}" for h, b in rules]
        lines.append("}")
    lines += [f"constraint c{i}: not ({written(c)})" for i, c in enumerate(made.constraints)]
    fields = ", ".join(shown(made))
    lines += [f"ask models: rows ({fields})", "ask total: count worlds"]
    return "\n".join(lines) + "\n"


def shown(made: Program) -> list[str]:
    return made.free + [a for atoms in made.groups for a in atoms]


def item_models(made: Program, engine: str) -> Counter[tuple[bool, ...]]:
    item = hlogic.loads(as_item(made), name="program.hlogic", engine=engine)
    models = item.ask("models")
    total = item.ask("total")
    assert models.status == total.status == "ok", (models.error, total.error)
    assert total.value == len(models.value)
    return Counter(tuple(row) for row in models.value)


# ---------------------------------------------------------------------- as a program


class Clauses:
    """A clingo program with an atom for each formula."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.number = itertools.count()

    def atom(self, formula: Formula) -> str:
        kind, *parts = formula
        if kind == "atom":
            return str(parts[0])
        name = f"aux{next(self.number)}"
        for literals in self.bodies(kind, parts):
            end = f" :- {'; '.join(literals)}." if literals else "."
            self.lines.append(name + end)
        return name

    def bodies(self, kind: str, parts: list[Any]) -> list[list[str]]:
        """The bodies that each make the formula true."""
        if kind == "count":
            items = "; ".join(f"{i}: {self.atom(p)}" for i, p in enumerate(parts[1:]))
            return [[f"#count {{ {items} }} >= {parts[0]}"]]
        atoms = [self.atom(p) for p in parts]
        if kind == "and":
            return [atoms]
        if kind == "or":
            return [[a] for a in atoms]
        if kind == "not":
            return [[f"not {atoms[0]}"]]
        if kind == "implies":  # the left is the negation of something
            return [[f"not {atoms[0]}"], [atoms[1]]]
        assert kind == "iff"
        return [atoms, [f"not {a}" for a in atoms]]


def as_program(made: Program) -> str:
    clauses = Clauses()
    clauses.lines += [f"{{{e}}}." for e in made.free]
    for rules in made.rules:
        for head, formula in rules:
            clauses.lines.append(f"{head} :- {clauses.atom(formula)}.")
    for constraint in made.constraints:
        clauses.lines.append(f":- {clauses.atom(constraint)}.")
    clauses.lines += [f"#show {a}/0." for a in shown(made)]
    return "\n".join(clauses.lines)


def program_models(made: Program) -> Counter[tuple[bool, ...]]:
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], as_program(made))
    control.ground([("base", [])])
    names = shown(made)
    models: Counter[tuple[bool, ...]] = Counter()
    with control.solve(yield_=True) as found:
        for model in found:
            true = {symbol.name for symbol in model.symbols(shown=True)}
            models[tuple(name in true for name in names)] += 1
    return models


@pytest.mark.parametrize("seed", range(FIRST, FIRST + COUNT))
def test_same_models(seed: int) -> None:
    made = program(seed)
    expected = program_models(made)
    for engine in agree.ENGINES:
        if engine == "oracle" and len(shown(made)) > GUESSED:
            continue
        found = item_models(made, engine)
        assert found == expected, f"{engine}\n{as_item(made)}\n{as_program(made)}"


def test_programs_differ() -> None:
    """The programs have none, one and several models, and choices that settle which."""
    numbers = [program_models(program(seed)).total() for seed in range(40)]
    assert numbers.count(0) > 2
    assert numbers.count(1) > 2
    assert sum(1 for n in numbers if n > 1) > 10
