"""Constraints in the words of a finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hlogic.compiler.diagnostics import Label
from hlogic.compiler.ir import Family, Instance, View
from hlogic.compiler.load import by_family
from hlogic.compiler.words import formula_text

SHOWN = 6  # constraints that a message names
MARKED = 3  # places that a finding marks besides its own


def family_text(family: Family) -> str:
    """The name of a constraint, or the formula of one without a name."""
    return family.id if family.named else f"`{formula_text(family.text, {})}`"


def members_text(members: Sequence[Instance], view: View) -> str:
    """Some constraints of a view, families that are whole by their name."""
    return shortened(list(_members(members, view)))


def _members(members: Sequence[Instance], view: View) -> Iterator[str]:
    whole = by_family(view.instances)
    for family, group in by_family(members).items():
        if len(group) == len(whole[family]) or not family.named:
            yield family_text(family)
        else:
            yield from (instance.id for instance in group)


def shortened(names: Sequence[str]) -> str:
    """Names in a row, the first few of many."""
    rest = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {rest} more" if rest > 0 else "")


def marks(members: Iterable[Instance], text: str) -> tuple[Label, ...]:
    """The places of some constraints, each once."""
    spans = [family.span for family in by_family(members)]
    return tuple(Label(span, text) for span in spans[:MARKED])
