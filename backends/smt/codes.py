"""What the values of a term look like to an SMT solver.

A code is found from the term's range, not from its type: the integers from least to greatest, and
the sorts whose labels occur. One of these alone is a plain integer or a label; together they make a
union. Tuples and sets have no code: they are taken apart, or asked about by the circuit's gates.
"""

from __future__ import annotations

from hlogic.compiler.passes.ranges import Range
from hlogic.compiler.record import record
from hlogic.compiler.sorts import Label, Root, Value


@record
class Code:
    """`ints` are (least, greatest); `roots` the sorts of labels, in the order of the text. A code
    of neither is of what has no value: it fits everywhere."""

    ints: tuple[int, int] | None = None
    roots: tuple[Root, ...] = ()
    bool: bool = False

    @property
    def kind(self) -> str:
        if self.bool:
            return "bool"
        if self.ints is not None:
            return "union" if self.roots else "int"
        if self.roots:
            return "label" if len(self.roots) == 1 else "union"
        return "nothing"


BOOLEAN = Code(bool=True)
NOTHING = Code()


def integers(least: int, greatest: int) -> Code:
    return Code((least, greatest))


def places(code: Code) -> tuple[int, int]:
    """The first and last place in the order of values of a code that is no union."""
    if code.ints is not None:
        return code.ints
    return (1, len(code.roots[0].labels)) if code.roots else (0, 1)


def code_of(found: Range) -> Code | None:
    """The code of a range; None for tuples and sets."""
    if isinstance(found, range):
        return Code((found.start, found.stop - 1)) if found else NOTHING
    if not isinstance(found, tuple):
        return None
    least = greatest = None
    roots: dict[Root, None] = {}
    for value in found:
        if isinstance(value, bool):
            return BOOLEAN
        if isinstance(value, tuple | frozenset):
            return None
        if isinstance(value, Label):
            roots[value.root] = None
        elif isinstance(value, int):
            least = value if least is None else min(least, value)
            greatest = value if greatest is None else max(greatest, value)
    ints = None if least is None or greatest is None else (least, greatest)
    return Code(ints, _in_order(roots))


def code_of_value(value: Value) -> Code | None:
    return code_of((value,))


def join(*codes: Code) -> Code:
    """A code that has the values of all."""
    spans = [c.ints for c in codes if c.ints is not None]
    ints = (min(a for a, _ in spans), max(b for _, b in spans)) if spans else None
    roots = dict.fromkeys(r for c in codes for r in c.roots)
    return Code(ints, _in_order(roots), any(c.bool for c in codes))


def _in_order(roots: dict[Root, None]) -> tuple[Root, ...]:
    return tuple(sorted(roots, key=lambda r: r.labels[0].order if r.labels else -1))
