"""A value of a variable's domain that none of its instances has in any world of any scope: the
domain is wider than need be, or what would lead there is ruled out by mistake.

Variables that have one value only are `fixed_variable`'s business.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hlogic.compiler.lint.members import shortened
from hlogic.compiler.lint.rule import Finding, Subject
from hlogic.compiler.lint.taken import fixed_values, open_variables, untaken_values
from hlogic.compiler.sorts import Value
from hlogic.compiler.words import witness_text


def check(subject: Subject) -> Iterator[Finding]:
    """The variables of the item, in the order of the text."""
    for symbol in open_variables(subject.item.theory):
        values = untaken_values(subject, symbol)
        if not values or fixed_values(subject, symbol) is not None:
            continue
        takes = "takes the value" if len(values) == 1 else "takes any of the values"
        yield Finding(
            f"in no world the variable {symbol.name} {takes} {shortened(_ranges(values))}",
            symbol.span,
            "if the text rules it out, say why here; else the domain is too wide, or some "
            "constraint too strong",
        )


def _ranges(values: Sequence[Value]) -> list[str]:
    """Values in words, of integers those that follow each other as a range."""
    found: list[list[Value]] = []
    for value in values:
        last = found[-1][-1] if found else None
        if _is_int(value) and _is_int(last) and value == last + 1:  # type: ignore[operator]
            found[-1].append(value)
        else:
            found.append([value])
    return [witness_text(run[0]) if len(run) == 1 else f"{run[0]}..{run[-1]}" for run in found]


def _is_int(value: Value | None) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
