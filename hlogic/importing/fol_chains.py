"""Connectives side by side without brackets: what they join.

`∨` binds tighter than `⊕`, and `∧` than both. One case goes against that: in `P(a) ∧ Q(a, b) ∨
Q(a, c)` the alternatives of `Q`, which differ in one argument, belong together, as in "a P that is
Q to b or to c".
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Literal

from hlogic.compiler.source import Span
from hlogic.importing.formula import Atom, Formula, Join, Pair

_LOOSE = (
    ("∧", "∨"), ("⊕", "∧"), ("⊕", "∨"), ("⊕", "→"), ("⊕", "↔"), ("→", "↔"),
)  # fmt: skip


def loose(signs: Container[str]) -> tuple[str, str] | None:
    """The first two connectives of a chain on whose order readers differ."""
    return next((pair for pair in _LOOSE if pair[0] in signs and pair[1] in signs), None)


def alternatives(
    chains: Sequence[list[Formula]], signs: Sequence[str], span: Span
) -> Formula | None:
    """`A ∧ Q(b) ∨ Q(c)` as `A ∧ (Q(b) ∨ Q(c))`, and its mirror image: `chains` of `∧`, with the
    signs between them. None where the formulas are no such alternatives."""
    if len(set(signs)) != 1:
        return None
    for mirrored in (False, True):
        longest = chains[-1] if mirrored else chains[0]
        others = chains[:-1] if mirrored else chains[1:]
        near = longest[0] if mirrored else longest[-1]
        rest = longest[1:] if mirrored else longest[:-1]
        if not rest or not all(len(c) == 1 and _alike(c[0], near) for c in others):
            continue
        if any(_alike(r, near) for r in rest):
            continue
        singles = [c[0] for c in others]
        cases = [*singles, near] if mirrored else [near, *singles]
        both = folded("⊕", cases, span) if signs[0] == "⊕" else Join("∨", tuple(cases), span=span)
        return Join("∧", (both, *rest) if mirrored else (*rest, both), span=span)
    return None


def disjunctions(
    chains: Sequence[list[Formula]], signs: Sequence[str], span: Span
) -> list[Formula]:
    """What `⊕` joins, of chains of `∧` with `∨` and `⊕` between them."""
    parts: list[list[Formula]] = [[_all(chains[0])]]
    for sign, chain in zip(signs, chains[1:], strict=True):
        if sign == "∨":
            parts[-1].append(_all(chain))
        else:
            parts.append([_all(chain)])
    return [p[0] if len(p) == 1 else Join("∨", tuple(p), span=span) for p in parts]


def folded(op: Literal["⊕", "↔"], items: Sequence[Formula], span: Span) -> Formula:
    """Formulas joined from the left."""
    formula = items[0]
    for item in items[1:]:
        formula = Pair(op, formula, item, span=span)
    return formula


def _all(chain: list[Formula]) -> Formula:
    if len(chain) == 1:
        return chain[0]
    return Join("∧", tuple(chain), span=chain[0].span.to(chain[-1].span))


def _alike(one: Formula, other: Formula) -> bool:
    """Atoms of one predicate that differ in one argument."""
    if not isinstance(one, Atom) or not isinstance(other, Atom) or one.name != other.name:
        return False
    if len(one.args) != len(other.args):
        return False
    return sum(a != b for a, b in zip(one.args, other.args, strict=True)) == 1
