"""Worlds as an answer set program: its stable models are the worlds.

A variable is a choice of one of its values, `{ duty("mon","li"); duty("mon","wang") } = 1.`, and a
Boolean one an atom; labels are quoted, numbers are numbers. The circuit's gates follow as rules for
auxiliary atoms, each before its use, and the constraints as integrity constraints. All that is not
a choice is stratified, so a world is one stable model. The atoms of a stable group are choices too:
that they are a stable model of the item's own rules is among the constraints.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hlogic.backends.circuit import FALSE, TRUE
from hlogic.backends.export.request import Request
from hlogic.backends.export.subject import Subject, subject_of
from hlogic.backends.problem import Problem
from hlogic.compiler.ir import Key, Symbol, Theory, instance_id, value_id
from hlogic.compiler.sorts import BOOL, Value

_PREDICATE = re.compile(r"_*[a-z][A-Za-z0-9_]*")
_LARGEST = 2**31 - 1  # of clingo's integers
SHORT = 4  # a conjunction up to this length is repeated in each body rather than named


def text(request: Request) -> str:
    """The whole program."""
    return asp_text(subject_of(request))


def asp_text(subject: Subject) -> str:
    """The program of some worlds."""
    problem = Problem(subject.theory, subject.view, subject.budget)
    names = Names(subject.theory)
    lines = [f"% {remark}" for remark in subject.remarks]
    lines += names.remarks()
    program = Program(problem, names)
    lines += program.choices()
    lines += program.constraints("a stable model of the rules", problem.stable())
    for instance, total in problem.constraints:
        subject.budget.tick()
        lines += program.constraints(instance.id, problem.clauses(total, instance))
    for term in subject.assumed:
        lines += program.constraints("the ask", problem.clauses(problem.lower(term)))
    lines.append("#show.")
    for directive in ("show", "project"):
        lines += [f"#{directive} {name}." for name in names.signatures()]
    return "\n".join(lines) + "\n"


class Names:
    """The predicates: variables keep their names where clingo can read them."""

    def __init__(self, theory: Theory) -> None:
        self._symbols = dict.fromkeys(symbol for symbol, _ in theory.variables())
        taken = {s.name for s in theory.symbols.values()}
        self._made: dict[Symbol, str] = {}
        for number, symbol in enumerate(self._symbols, 1):
            name = symbol.name
            if not _PREDICATE.fullmatch(name) or name == "not":
                name = _free(f"variable_{number}", taken)
                taken.add(name)
            self._made[symbol] = name
        self.gate = _free("gate", taken)

    def remarks(self) -> Iterator[str]:
        """Which variables have another name here."""
        for symbol, name in self._made.items():
            if name != symbol.name:
                yield f"% {name} is {symbol.name}"

    def signatures(self) -> Iterator[str]:
        """The predicates with their numbers of arguments."""
        for symbol, name in self._made.items():
            yield f"{name}/{len(symbol.parameters.variables) + (symbol.type != BOOL)}"

    def atom(self, symbol: Symbol, key: Key, value: Value) -> str:
        """That a variable has a value, or that a Boolean one is true."""
        arguments = [*map(_term, key), *([] if symbol.type == BOOL else [_term(value)])]
        name = self._made[symbol]
        return f"{name}({','.join(arguments)})" if arguments else name


def _free(name: str, taken: Iterable[str]) -> str:
    while name in taken:
        name += "_"
    return name


def _term(value: Value) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _LARGEST:
        return str(value)
    return f'"{value_id(value)}"'


class Program:
    """Rules for gates, written when they are first used."""

    def __init__(self, problem: Problem, names: Names) -> None:
        self._circuit = problem.circuit
        self._names = names
        self._literals: dict[int, str] = {}
        self._gates = 0
        self._opened: set[int] = set()
        self._variables = list(problem.variables())

    def choices(self) -> Iterator[str]:
        """A choice for each variable."""
        for symbol, key, variable in self._variables:
            atoms = {v: self._names.atom(symbol, key, v) for v in variable.gates}
            yield f"% {instance_id(symbol.name, key)}"
            if symbol.type == BOOL:
                yield from self._boolean(atoms, variable.gates)
                continue
            for value, gate in variable.gates.items():  # one of two values denies the other
                self._literals[gate] = atoms[value]
                self._literals.setdefault(-gate, f"not {atoms[value]}")
            yield f"{{ {'; '.join(atoms.values())} }} = 1."

    def _boolean(self, atoms: dict[Value, str], gates: dict[Value, int]) -> Iterator[str]:
        if True in atoms:
            atom = atoms[True]
            self._literals[gates[True]], self._literals[-gates[True]] = atom, f"not {atom}"
            yield f"{{ {atom} }}." if False in atoms else f"{atom}."

    def constraints(self, what: str, clauses: Iterable[list[int]]) -> Iterator[str]:
        """Each clause as the body that may not be true, under a comment that says what they say."""
        said = False
        for clause in clauses:
            if TRUE in clause:
                continue
            if not said:
                yield f"% {what}"
                said = True
            body = self._conjuncts([-g for g in clause if g != FALSE])
            for gate in body:
                yield from self._define(abs(gate))
            yield f":- {', '.join(map(self._literal, body)) or '#true'}."

    def _conjuncts(self, gates: list[int]) -> list[int]:
        """What a conjunction is of, those of nested conjunctions among them: of long ones the
        first time, so that they are not repeated."""
        found: dict[int, None] = {}
        stack = gates[::-1]
        while stack:
            gate = stack.pop()
            inner = self._circuit.operands[gate] if gate > 0 else None
            if inner and (len(inner) <= SHORT or gate not in self._opened):
                self._opened.add(gate)
                stack.extend(reversed(inner))
            else:
                found[gate] = None
        return list(found)

    def _literal(self, gate: int) -> str:
        return self._literals[gate]

    def _define(self, root: int) -> Iterator[str]:
        """The rules of a gate, and of those that it needs, before it."""
        literals = self._literals
        for node, operands in self._circuit.below(root, literals):
            self._gates += 1
            name = f"{self._names.gate}({self._gates})"
            literals[node], literals[-node] = name, f"not {name}"
            if node in self._circuit.choices:
                condition, then, otherwise = operands
                yield f"{name} :- {literals[condition]}, {literals[then]}."
                yield f"{name} :- {literals[-condition]}, {literals[otherwise]}."
            else:
                yield f"{name} :- {', '.join(map(self._literal, operands))}."
