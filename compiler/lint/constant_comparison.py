"""A comparison that comes out the same whatever the world: by the domains of what it compares it
could not be otherwise. So it says nothing, and often means something else than it says.

In a macro it is one that comes out the same in every call.
"""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.lint.outcomes import OpenRanges, Outcomes, outcomes, total
from hlogic.compiler.lint.rule import Finding, Subject

Compared = ast.Binary | ast.In | ast.Agg | ast.AggOf
WORDS = {True: "true", False: "false"}


def check(subject: Subject) -> Iterator[Finding]:
    """Comparisons of the item's own file, in the order of the text."""
    ranges = OpenRanges()
    found: dict[int, tuple[Compared, Outcomes]] = {}
    partial: set[int] = set()
    for expr, term in subject.item.comparisons:
        if expr.span.source is not subject.file.span.source:
            continue
        before = found[id(expr)][1] if id(expr) in found else frozenset()
        if len(before) < 2:
            found[id(expr)] = expr, before | outcomes(term, ranges)
            if not total(term):
                partial.add(id(expr))
    for at, (expr, values) in found.items():
        text = " ".join(expr.span.text.split())
        if not values:
            yield Finding(
                f"`{text}` is undefined in every world", expr.span,
                "an operand has no value in its domain that the operator takes",
            )  # fmt: skip
        elif len(values) == 1:
            (value,) = values
            how = "{} wherever it is defined" if at in partial else "always {}"
            yield Finding(
                f"`{text}` is {how.format(WORDS[value])}", expr.span,
                "by the domains of its operands it cannot be otherwise",
            )  # fmt: skip
