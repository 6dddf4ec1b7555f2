"""Worlds as DIMACS CNF, for other solvers and counters.

Comments say which literal means what (`c var 12 duty(mon)=li`) and `c p show` lists the item's
variables. With selectors, `c select 31 at_most_two(li)` names a variable that switches a constraint
on: assume all of them for the worlds, some for what is left with these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hlogic.backends.cnf import Clause
from hlogic.backends.export.clauses import Cnf
from hlogic.backends.export.request import Request
from hlogic.backends.export.subject import Subject, subject_of


def text(request: Request) -> str:
    """The whole file."""
    return dimacs_text(subject_of(request))


def dimacs_text(subject: Subject) -> str:
    """The CNF of some worlds."""
    cnf = Cnf(subject.theory, subject.view, subject.budget)
    selectors = {instance: cnf.fresh() for instance in subject.selectable}
    cnf.require(selectors)
    for term in subject.assumed:
        cnf.meet(term)
    cnf.mention()
    top, clauses = cnf.finished()
    lines = [f"c {remark}" for remark in subject.remarks]
    lines += cnf.meanings()
    lines += [f"c select {x} {instance.id}" for instance, x in selectors.items()]
    lines.append(" ".join(["c p show", *map(str, cnf.shown), "0"]))
    lines += clause_lines(top, clauses)
    return "\n".join(lines) + "\n"


def clause_lines(top: int, clauses: Sequence[Clause]) -> Iterator[str]:
    """The header and the clauses."""
    yield f"p cnf {top} {len(clauses)}"
    for clause in clauses:
        yield " ".join(map(str, clause)) + " 0"
