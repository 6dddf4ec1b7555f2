"""A first-order theory under a scope as SMT-LIB: sorts, functions and quantifiers as they are.

Each open sort is a sort, each variable over one a function of its elements; what is finite is
written out (writer.py). Each constraint is a named assertion under a comment that cites its claims.
"""

from __future__ import annotations

from collections.abc import Mapping

from hlogic.backends.export.subject import Subject
from hlogic.backends.open.writer import Writer
from hlogic.backends.smt.names import Names
from hlogic.compiler.open.reduce import Sentences


def first_order_text(subject: Subject, comments: Mapping[str, tuple[str, ...]]) -> str:
    """The whole file; `comments` has the lines above each constraint, by its id."""
    given = Sentences(subject.theory, subject.view, subject.assumed)
    names = Names()
    writer = Writer(given, names)
    asserted: list[str] = []
    for formula, instance in zip(given.constraints, subject.view.instances, strict=True):
        asserted += comments[instance.id]
        text = writer.text(formula, {})
        asserted.append(f"(assert (! {text} :named {names.symbol(instance.id)}))")
    if subject.assumed:
        asserted.append("; The ask.")
    for term in subject.assumed:
        asserted.append(f"(assert {writer.text(given.formulas[term.id], {})})")
    lines = [
        *(f"; {remark}" for remark in subject.remarks),
        "(set-logic ALL)",
        *writer.declarations(),
        *asserted,
        "(check-sat)",
    ]
    return "\n".join(lines) + "\n"
