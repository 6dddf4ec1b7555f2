"""Claims that say where their passage stands, after the background has changed.

A passage that still stands in the text, but elsewhere, has only *moved*: its new place is settled
where it can be no other. The places that remain for some claims of one text are those where the
text stands and no claim's span lies; where these are as many as the claims, each takes its own, in
the order of the old places. Otherwise nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from hlogic.compiler import ast
from hlogic.compiler.census.cover import Points
from hlogic.compiler.census.spans import occurrences
from hlogic.compiler.record import record


@record
class Mend:
    """A claim's place as it is written, and the span where its passage stands now."""

    claim: ast.Claim
    span: Points

    @property
    def before(self) -> str:
        return self.claim.place_span.text

    @property
    def after(self) -> str:
        return "[{}:{}]".format(*self.span)


def mends(
    text: str, claims: Mapping[str, ast.Claim], spans: Mapping[str, Points]
) -> tuple[Mend, ...]:
    """How the places of claims without a span are to be written, for those that only moved."""
    groups: dict[tuple[str, str | None, int], list[ast.Claim]] = {}
    for id, claim in claims.items():
        if id in spans or not claim.text or claim.ending == "":
            continue
        if claim.place is not None and claim.place[0] < claim.place[1]:
            length = claim.place[1] - claim.place[0] if claim.ending else len(claim.text)
            groups.setdefault((claim.text, claim.ending, length), []).append(claim)
        elif claim.occurrence is not None and claim.ending is None:
            groups.setdefault((claim.text, None, len(claim.text)), []).append(claim)
    found = []
    for (opening, ending, length), moved in groups.items():
        free = [s for s in _places(text, opening, ending, length) if _is_free(s, spans)]
        if len(free) == len(moved):
            ordered = sorted(moved, key=_old_place)
            found += [Mend(c, s) for c, s in zip(ordered, free, strict=True)]
    return tuple(_apart(found))


def _places(text: str, opening: str, ending: str | None, length: int) -> Iterator[Points]:
    for at in occurrences(text, opening):
        passage = text[at : at + length]
        if len(passage) == length and (ending is None or passage[len(opening) :].endswith(ending)):
            yield at, at + length


def _is_free(span: Points, spans: Mapping[str, Points]) -> bool:
    return all(span[1] <= start or end <= span[0] for start, end in spans.values())


def _old_place(claim: ast.Claim) -> tuple[int, int]:
    """Numbered claims by number, placed ones by place; these two are not told apart in one text."""
    return (claim.occurrence or 0, claim.place[0] if claim.place is not None else 0)


def _apart(found: list[Mend]) -> Iterator[Mend]:
    """Those whose new spans overlap no other new one."""
    ordered = sorted(found, key=lambda m: m.span)
    clash = {i for a, b in pairwise(ordered) if b.span[0] < a.span[1] for i in (id(a), id(b))}
    return (mend for mend in found if id(mend) not in clash)
