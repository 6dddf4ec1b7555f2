"""What becomes of each passage of the background: the claims, by who rests on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hlogic.compiler import ast
from hlogic.compiler.census.census import Census
from hlogic.compiler.census.cover import uncovered
from hlogic.compiler.elaborate.item import CompiledItem
from hlogic.compiler.lint.citing import Citation, citations_of
from hlogic.compiler.reporting import ClaimShown, Coverage, Passage
from hlogic.report.statements import Statements


def claims_shown(item: CompiledItem, statements: Statements) -> list[ClaimShown]:
    """Every claim, in the order of the text. What restates a claim fares as that one does."""
    census = item.census
    cited: dict[str, list[Citation]] = {}
    for citation in citations_of(item.file):
        cited.setdefault(citation.claim, []).append(citation)
    shown = []
    for id, (start, end) in sorted(census.spans.items(), key=lambda entry: entry[1]):
        claim = census.claims[id]
        origin = _origin(census.claims, claim)
        names = dict.fromkeys((id, origin.id.name))
        citations = [citation for name in names for citation in cited.get(name, ())]
        shown.append(
            ClaimShown(
                id=id,
                text=census.text[start:end],
                coverage=_coverage(origin, citations),
                restates=None if claim.restated is None else claim.restated.name,
                because=claim.because,
                cited_by=tuple(dict.fromkeys(statements.key_of(c.by) for c in citations)),
            )
        )
    return shown


def _origin(claims: Mapping[str, ast.Claim], claim: ast.Claim) -> ast.Claim:
    while claim.restated is not None:
        claim = claims[claim.restated.name]
    return claim


def _coverage(claim: ast.Claim, citations: Sequence[Citation]) -> Coverage:
    if claim.status == "inert":
        return "inert"
    if any(c.kind == "statement" and not isinstance(c.by, ast.Ask) for c in citations):
        return "constrained"
    if any(c.kind == "declaration" for c in citations):
        return "declared"
    if citations:
        return "asked"
    return "unmodelled" if claim.status == "unmodelled" else "uncited"


def passages(census: Census, claims: Sequence[ClaimShown]) -> Iterator[Passage]:
    """The whole background, cut where claims begin and end; claims never overlap."""
    text, at = census.text, 0
    for claim in claims:
        start, end = census.spans[claim.id]
        yield from _between(text, at, start)
        yield Passage(text[start:end], claim.coverage, claim.id)
        at = end
    yield from _between(text, at, len(text))


def _between(text: str, start: int, end: int) -> Iterator[Passage]:
    """A stretch that no claim holds: what had to be covered apart from what had not."""
    for low, high in uncovered(text[start:end], ()) or [(end - start, end - start)]:
        yield from _stretch(text[start : start + low], None)
        yield from _stretch(text[start + low : start + high], "uncovered")
        yield from _stretch(text[start + high : end], None)


def _stretch(text: str, coverage: Coverage | None) -> Iterator[Passage]:
    if text:
        yield Passage(text, coverage)
