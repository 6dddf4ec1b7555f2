"""A theory under a scope as DIMACS CNF, for other solvers and counters.

The item's variables come first. Comments say which literal means what (`c var 12 duty(mon)=li`) and
`c p show` lists the item's variables. Every auxiliary is a function of these: the count of models
is the count of worlds, projected or not. A formula that is false is written as two contradicting
units, since readers disagree about the empty clause.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hlogic.backends.cnf import Clause, Emitter
from hlogic.backends.problem import Problem
from hlogic.backends.variables import Variable
from hlogic.compiler.ir import Key, Symbol, Theory, View, instance_id, value_id


def dimacs_text(theory: Theory, view: View) -> str:
    """The whole file."""
    problem = Problem(theory, view)
    clauses: list[Clause] = []
    emitter = Emitter(problem.circuit, clauses.append)
    variables = list(problem.variables())
    shown = [emitter.literal(i) for _, _, variable in variables for i in variable.inputs]
    for _, _, variable in variables:
        for clause in variable.axioms:
            emitter.require(clause)
    for clause in problem.stable():
        emitter.require(clause)
    for instance, total in problem.constraints:
        for clause in problem.clauses(total, instance):
            emitter.require(clause)
    _mention(shown, clauses, emitter)
    if [] in clauses:
        never = emitter.fresh()
        clauses = [[never], [-never]]
    lines = [f"c hlogic {theory.name}, scope {view.scope}"]
    for symbol, key, variable in variables:
        lines += _meanings(symbol, key, variable, emitter)
    lines.append(" ".join(["c p show", *map(str, shown), "0"]))
    lines.append(f"p cnf {emitter.top} {len(clauses)}")
    lines += [" ".join(map(str, clause)) + " 0" for clause in clauses]
    return "\n".join(lines) + "\n"


def _mention(shown: Sequence[int], clauses: list[Clause], emitter: Emitter) -> None:
    """Give each variable that no clause speaks of an auxiliary that equals it: many readers know
    of no variables but those of the clauses, and would not count it."""
    spoken = {abs(x) for clause in clauses for x in clause}
    for x in shown:
        if x not in spoken:
            twin = emitter.fresh()
            clauses += [[-twin, x], [twin, -x]]


def _meanings(symbol: Symbol, key: Key, variable: Variable, emitter: Emitter) -> Iterator[str]:
    """What each literal of a variable says; a variable with one value has no literal."""
    name = instance_id(symbol.name, key)
    for value, gate in variable.gates.items():
        what = f"{name}={value_id(value)}"
        if variable.inputs:
            yield f"c var {emitter.literal(gate)} {what}"
        else:
            yield f"c fixed {what}"
