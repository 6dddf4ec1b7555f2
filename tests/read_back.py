"""What other programs make of our exports: readers that share nothing with the writers.

PySAT reads the clauses, clingo the program; the diagrams are read by a few lines of their own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import clingo
from pysat.examples.rc2 import RC2
from pysat.formula import CNF, WCNF
from pysat.solvers import Solver

World = frozenset[tuple[str, str]]  # each variable with its value


def said_by(text: str, satisfiable: bool) -> str:
    """The answer that an export's comment gives to a verdict."""
    (line,) = [x.lstrip("c;% ") for x in text.splitlines()[:3] if "answer" in x]
    if "no world is left" in line:
        return line.rsplit(" ", 1)[1]
    return next(part for part in line.split("; ") if ("unsat" in part) != satisfiable).split()[-1]


# ---------------------------------------------------------------------------- clauses


class Clauses:
    """A DIMACS file, by what stands in it."""

    def __init__(self, text: str) -> None:
        lines = text.splitlines()
        self.formula = CNF(from_string=text)
        (head,) = [x for x in lines if x.startswith("p cnf ")]
        self.top, size = (int(word) for word in head.split()[2:])
        assert size == len(self.formula.clauses) == len(lines) - lines.index(head) - 1
        assert all(0 < abs(x) <= self.top for clause in self.formula.clauses for x in clause)
        (show,) = [x for x in lines if x.startswith("c p show ") or x == "c p show 0"]
        self.shown = [int(word) for word in show.split()[3:-1]]
        self.names = {int(x.split(" ", 3)[2]): x.split(" ", 3)[3] for x in lines if _is(x, "var")}
        self.fixed = [x.split(" ", 2)[2] for x in lines if _is(x, "fixed")]
        self.selectors = {
            x.split(" ", 3)[3]: int(x.split(" ", 3)[2]) for x in lines if _is(x, "select")
        }

    def possible(self, assumed: Iterable[int] = ()) -> bool:
        with Solver("glucose4", bootstrap_with=self.formula.clauses) as solver:
            return bool(solver.solve(list(assumed)))

    def count(self, projected: bool = True) -> int:
        """The models; all of them different on the variables shown, or on all."""
        return sum(1 for _ in self._models(self.shown if projected else range(1, self.top + 1)))

    def worlds(self) -> list[World]:
        """The models in the names that the comments give."""
        fixed = [_fact(name) for name in self.fixed]
        return [
            frozenset([*fixed, *(_fact(n) for x, n in self.names.items() if x in model)])
            for model in self._models(self.shown)
        ]

    def _models(self, shown: Iterable[int]) -> Iterator[frozenset[int]]:
        shown = list(shown)
        with Solver("cadical195", bootstrap_with=self.formula.clauses) as solver:
            while solver.solve():
                model = frozenset(solver.get_model())
                yield model
                if not shown:
                    return
                solver.add_clause([-x if x in model else x for x in shown])


def _is(line: str, word: str) -> bool:
    return line.startswith(f"c {word} ")


def _fact(text: str) -> tuple[str, str]:
    name, _, value = text.rpartition("=")
    return name, value


def optimum(text: str) -> int | None:
    """The least weight, by RC2; None where the hard clauses have no model."""
    with RC2(WCNF(from_string=text)) as solver:
        return int(solver.cost) if solver.compute() is not None else None


# ---------------------------------------------------------------------------- stable models


def stable_models(text: str, limit: int = 0, project: bool = True) -> list[World]:
    """What clingo shows of each model: a Boolean variable's atom, another's name and value."""
    said: list[str] = []
    control = clingo.Control(
        [str(limit), "--project=project" if project else "--project=no"],
        logger=lambda code, message: said.append(message),
    )
    control.add("base", [], text)
    control.ground([("base", [])])
    renamed = dict(re.findall(r"^% (variable_\w+) is (\S+)$", text, re.MULTILINE))
    boolean = set(re.findall(r"^\{ ([^;\n]*) \}\.$", text, re.MULTILINE))
    found = []
    with control.solve(yield_=True) as models:
        for model in models:
            symbols = model.symbols(shown=True)
            true = {str(s) for s in symbols}
            facts = [_named(s, renamed) for s in symbols if str(s) not in boolean]
            for atom in boolean:
                symbol = clingo.parse_term(atom)
                facts.append(
                    (_instance(symbol, symbol.arguments, renamed), str(atom in true).lower())
                )
            found.append(frozenset(facts))
    assert said == []
    return found


def _named(symbol: clingo.Symbol, renamed: dict[str, str]) -> tuple[str, str]:
    return _instance(symbol, symbol.arguments[:-1], renamed), _value(symbol.arguments[-1])


def _instance(
    symbol: clingo.Symbol, arguments: list[clingo.Symbol], renamed: dict[str, str]
) -> str:
    name = renamed.get(symbol.name, symbol.name)
    return f"{name}({', '.join(map(_value, arguments))})" if arguments else name


def _value(symbol: clingo.Symbol) -> str:
    return symbol.string if symbol.type == clingo.SymbolType.String else str(symbol.number)


# ---------------------------------------------------------------------------- diagrams


def count_of(root: int, nodes: dict[int, tuple[int, int, int]], levels: int) -> int:
    """The assignments that lead to 1, from the last node to the first."""
    counts = {0: 0, 1: 1}  # over the levels from a node's own on
    at = {0: levels, 1: levels}
    for number, (level, low, high) in nodes.items():
        assert low != high
        assert level < at[low]
        assert level < at[high]
        at[number] = level
        counts[number] = sum(counts[n] << (at[n] - level - 1) for n in (low, high))
    return counts[root] << at[root]


def count_of_json(text: str) -> int:
    """Read `--to bdd`."""
    found: dict[str, Any] = json.loads(text)
    nodes = {number: tuple(node) for number, node in enumerate(found["nodes"], 2)}
    assert len(set(nodes.values())) == len(nodes)
    return count_of(found["root"], nodes, len(found["levels"]))


def worlds_of_json(text: str) -> list[World]:
    """The paths of `--to bdd` to 1, in the names of its levels."""
    found = json.loads(text)
    levels, nodes = found["levels"], found["nodes"]
    fixed = [(f["variable"], _word(f["value"])) for f in found["fixed"]]

    @cache
    def below(node: int, level: int) -> tuple[tuple[tuple[str, str], ...], ...]:
        if level == len(levels):
            return ((),) if node == 1 else ()
        at, low, high = nodes[node - 2] if node > 1 else (len(levels), node, node)
        if at != level:
            low = high = node
        here = levels[level]
        no = [(here["variable"], _word(here["false"]))] if "false" in here else []
        yes = [(here["variable"], _word(here["true"]))]
        return tuple(
            (*said, *rest) for said, to in ((no, low), (yes, high)) for rest in below(to, level + 1)
        )

    return [frozenset([*fixed, *facts]) for facts in below(found["root"], 0)]


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def labels_of_json(text: str) -> list[str]:
    """What `--to dot` writes at the nodes of each level."""
    return [f"{x['variable']} = {_word(x['true'])}" for x in json.loads(text)["levels"]]


def count_of_dot(text: str, levels: list[str]) -> int:
    """Read `--to dot`; `levels` are the labels of its nodes from the top."""
    label = dict(re.findall(r'^  n(\d+) \[label="(.*)"\];$', text, re.MULTILINE))
    no = dict(re.findall(r"^  n(\d+) -> n(\d+) \[style=dashed\];$", text, re.MULTILINE))
    yes = dict(re.findall(r"^  n(\d+) -> n(\d+);$", text, re.MULTILINE))
    (root,) = re.findall(r"^  start -> n(\d+);$", text, re.MULTILINE)
    place = {name: level for level, name in enumerate(levels)}
    nodes = {int(n): (place[label[n]], int(no[n]), int(yes[n])) for n in label}
    return count_of(int(root), nodes, len(levels))
