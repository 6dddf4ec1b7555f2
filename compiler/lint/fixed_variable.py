"""A variable, with all its instances, that has one value in all worlds of all scopes: what looks
open is settled. Where that is so of all variables, it is said once.

A variable of whose instances a text settles some and leaves others open is not looked at: that is
what facts do.
"""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler.lint.members import shortened
from hlogic.compiler.lint.rule import Finding, Subject
from hlogic.compiler.lint.taken import fixed_values, open_variables
from hlogic.compiler.words import fact_text


def check(subject: Subject) -> Iterator[Finding]:
    """The variables of the item, in the order of the text."""
    every = list(open_variables(subject.item.theory))
    found = [(s, v) for s in every if (v := fixed_values(subject, s)) is not None]
    if len(found) == len(every) > 1:
        yield Finding(
            f"all {len(every)} variables have one value in all worlds",
            subject.file.header.name.span,
            "right for a riddle with one solution, which silences this; else some constraint is "
            "too strong",
        )
        return
    for symbol, values in found:
        facts = [fact_text(symbol, key, value) for key, value in values.items()]
        yield Finding(
            f"the variable {symbol.name} has one value in all worlds: {shortened(facts)}",
            symbol.span,
            "if the text settles it, let a table or a constant say so; else some constraint is too "
            "strong",
        )
