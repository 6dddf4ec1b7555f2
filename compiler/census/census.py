"""The census: which span of the background each claim names, and what cites which claim.

Only what makes the census meaningless is an error here: a span that cannot be found or is not
unique, spans that overlap, citations of nothing. What the census leaves out (a passage that no
claim covers, a claim that nothing cites) is lint's business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from hlogic.compiler import ast
from hlogic.compiler.census.background import Background, read_background
from hlogic.compiler.census.spans import Finder
from hlogic.compiler.diagnostics import Label, Report
from hlogic.compiler.record import record
from hlogic.compiler.suggest import near_or_listed


@record
class Census:
    """The background and the claims with their spans, in code points of the background's value;
    a claim whose span was not found has none."""

    background: Background | None
    claims: Mapping[str, ast.Claim]
    spans: Mapping[str, tuple[int, int]]

    @property
    def text(self) -> str:
        """The background's value; empty without one."""
        return self.background.text if self.background is not None else ""

    def passages(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """By claim, its passage and those that say again what it says, each with its claim."""
        found = {id: [(id, self.text[start:end])] for id, (start, end) in self.spans.items()}
        for id, claim in self.claims.items():
            said, walked = claim, {id}
            while said.restated is not None and said.restated.name not in walked:
                if said.restated.name not in self.claims:
                    break
                said = self.claims[said.restated.name]
                walked.add(said.id.name)
                if id in self.spans and said.id.name in found:
                    found[said.id.name].append(found[id][0])
        return {id: tuple(passages) for id, passages in found.items()}


def check_census(file: ast.File, report: Report, read_file: Callable[[str], str] | None) -> Census:
    """Find every claim's span and judge every citation. `read_file` gives the text of a file by
    its path relative to the item's folder, or raises `FileProblem`."""
    census = find_spans(file, report, read_file)
    _check_restatements(census.claims, report)
    _check_reasons(census.claims, report)
    cited = [c for c in citations(file) if not _meant_for_second(c, census.claims, file)]
    for citation in cited:
        _check_citation(citation, census.claims, report)
    return census


def _meant_for_second(citation: ast.Ident, claims: Mapping[str, ast.Claim], file: ast.File) -> bool:
    """Whether a citation of nothing may be of a claim that was given the name of another: then
    that name is the mistake."""
    if citation.name in claims:
        return False
    declared = [d for d in file.declarations if isinstance(d, ast.Claim)]
    return len(declared) > len(claims)


def find_spans(file: ast.File, report: Report, read_file: Callable[[str], str] | None) -> Census:
    """Find every claim's span, and judge nothing else."""
    claims: dict[str, ast.Claim] = {}
    for declaration in file.declarations:
        if isinstance(declaration, ast.Claim):
            claims.setdefault(declaration.id.name, declaration)
    background, declared = read_background(file, report, read_file)
    spans: dict[str, tuple[int, int]] = {}
    if background is not None:
        finder = Finder(background, report)
        for id, claim in claims.items():
            found = finder.find(claim)
            if found is not None:
                spans[id] = found
        _check_overlaps(background, claims, spans, report)
    elif claims and not declared:
        first = next(iter(claims.values()))
        report.error(
            "claim-without-background",
            first.span,
            f"{first.id.name} names a span of the background, and there is none",
            hint='add `background "…"` with the text that the claims are taken from',
        )
    return Census(background, claims, spans)


def _check_overlaps(
    background: Background,
    claims: Mapping[str, ast.Claim],
    spans: Mapping[str, tuple[int, int]],
    report: Report,
) -> None:
    """Report each span that begins before an earlier one has ended, at the later declaration."""
    order = {id: i for i, id in enumerate(claims)}
    furthest: str | None = None
    for id in sorted(spans, key=lambda id: (*spans[id], order[id])):
        start, end = spans[id]
        if furthest is not None and start < spans[furthest][1]:
            first, second = sorted((furthest, id), key=lambda id: order[id])
            both = start, min(end, spans[furthest][1])
            report.error(
                "claims-overlap",
                claims[second].text_span,
                f"the span of {second} overlaps the span of {first}",
                labels=(
                    Label(claims[first].text_span, f"{first} is declared here"),
                    Label(background.place(*both), "both hold this text"),
                ),
            )
        if furthest is None or end > spans[furthest][1]:
            furthest = id


def _check_reasons(claims: Mapping[str, ast.Claim], report: Report) -> None:
    """A claim that is not modelled says why: that it is so is a judgement, not a fact."""
    for id, claim in claims.items():
        if claim.status == "unmodelled" and not (claim.because or "").strip():
            hint = "say why it constrains no answer"
            message = f"{id} gives no reason for being unmodelled"
            report.error("missing-reason", claim.because_span, message, hint)


def _check_restatements(claims: Mapping[str, ast.Claim], report: Report) -> None:
    walked: set[str] = set()  # claims whose chain is judged already
    for id, claim in claims.items():
        if claim.restated is None:
            continue
        _check_citation(claim.restated, claims, report, "restated")
        path: dict[str, None] = {}
        at = id
        while at in claims and at not in path and at not in walked:
            path[at] = None
            again = claims[at].restated
            at = again.name if again is not None else ""
        walked.update(path)
        if at in path:
            way = list(path)[list(path).index(at) :]
            restated = claims[at].restated
            assert restated is not None
            shown = " restates ".join([*way, at])
            report.error("restates-itself", restated.span, f"{at} restates itself: {shown}")


def _check_citation(
    citation: ast.Ident, claims: Mapping[str, ast.Claim], report: Report, how: str = "cited"
) -> bool:
    """Report a citation of an unknown or an inert claim; whether it is sound."""
    claim = claims.get(citation.name)
    if claim is None:
        known = [c for c in claims if claims[c].status != "inert"]
        hint = near_or_listed(citation.name, known, "claim")
        message = f"no claim is called {citation.name}"
        report.error("unknown-claim", citation.span, message, hint)
        return False
    if claim.status == "inert":
        report.error(
            f"inert-{how}",
            citation.span,
            f"{citation.name} is inert: it says nothing that could be {how}",
            hint=f"declare it with `claim {citation.name} …` if it does say something",
            labels=(Label(claim.id.span, "declared inert here"),),
        )
        return False
    return True


# ---------------------------------------------------------------------------- citations


def citations(file: ast.File) -> Iterator[ast.Ident]:
    """Every citation of the file, in the order of the text."""
    for declaration in file.declarations:
        match declaration:
            case ast.Ask(cites=cites):
                yield from cites
            case ast.Define(rules=rules, trailer=trailer):
                for rule in rules:
                    yield from rule.trailer.cites
                yield from trailer.cites
            case ast.Scope(operations=operations, trailer=trailer):
                for operation in operations:
                    yield from _of_operation(operation)
                yield from trailer.cites
            case ast.Change(operation=operation, trailer=trailer):
                yield from _of_operation(operation)
                yield from trailer.cites
            case ast.Use() | ast.Background() | ast.Claim():
                pass
            case _:
                yield from declaration.trailer.cites


def _of_operation(operation: ast.Operation) -> Iterator[ast.Ident]:
    if isinstance(operation, ast.RetractCiting):
        yield from operation.claims
    yield from operation.trailer.cites
