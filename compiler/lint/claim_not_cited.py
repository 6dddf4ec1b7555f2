"""A claim that nothing cites: the text says it and no rule, fact or question heeds it."""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler.lint.citing import citations_of
from hlogic.compiler.lint.rule import Finding, Subject


def check(subject: Subject) -> Iterator[Finding]:
    """Claims, neither unmodelled nor restatements, that neither they nor what says the same again
    is cited."""
    claims = subject.census.claims
    cited: set[str] = set()
    for citation in citations_of(subject.file):
        said: str | None = citation.claim
        while said is not None and said not in cited:
            cited.add(said)
            again = claims[said].restated
            said = again.name if again is not None else None
    for id, claim in claims.items():
        if claim.status == "claim" and id not in cited:
            yield Finding(
                f"nothing cites {id}",
                claim.id.span,
                "cite it where it is encoded, or say `unmodelled because` or `inert`",
            )
