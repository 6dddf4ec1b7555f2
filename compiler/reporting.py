"""What a report shows, as records: the text by coverage, the statements, what rests on what, the
answers, findings and material.

Things are named by keys, a space and a name in it: `claim:c1`, `value:duty`, `rule:li_wang`,
`scope:base`, `change:k1`, `ask:q1`. Constraints and the rules of a `define` share a space, as they
do in the language.
"""

from __future__ import annotations

from typing import Literal

from hlogic.compiler.answer import Answer
from hlogic.compiler.diagnostics import Diagnostic
from hlogic.compiler.material import Audit
from hlogic.compiler.record import record

# What becomes of a passage, from the most to the least: a rule rests on it; only asks and checks
# do; only declarations do; the author says why nothing does; nothing does; no claim holds it.
Coverage = Literal[
    "constrained", "asked", "declared", "unmodelled", "inert", "uncited", "uncovered"
]  # fmt: skip
COVERAGES: tuple[Coverage, ...] = (
    "constrained", "asked", "declared", "unmodelled", "inert", "uncited", "uncovered",
)  # fmt: skip

Kind = Literal[
    "sort", "var", "table", "derive", "def", "define", "rule", "constraint", "scope", "change",
    "ask", "check",
]  # fmt: skip


@record
class Passage:
    """A stretch of the background. Without a claim it is uncovered, or, where `coverage` is None,
    white space and punctuation, which need none."""

    text: str
    coverage: Coverage | None
    claim: str | None = None


@record
class ClaimShown:
    """A claim: its words, what becomes of it and, where the author gives one, why. `cited_by` are
    the keys of what cites it, itself or through what it restates."""

    id: str
    text: str
    coverage: Coverage
    restates: str | None
    because: str | None
    cited_by: tuple[str, ...]


@record
class Statement:
    """A declaration as the author wrote it, without what it cites; the rules of a `define` stand
    below it. `cites` are the claims that it cites itself, `line` its line in the item's file."""

    key: str
    kind: Kind
    name: str
    alias: str | None
    text: str
    line: int
    cites: tuple[str, ...]
    parts: tuple[Statement, ...] = ()


@record
class Edge:
    """That one thing bears on another: a claim licenses it, it is read there, it holds in a scope,
    a scope `changes` it, a scope extends another, an ask is asked under a scope."""

    source: str
    target: str
    how: Literal["licenses", "read", "holds", "changes", "extends", "under"]


@record
class Certificate:
    """What a certificate shows of an answer, by so many worlds and refutations, and why no more;
    `backends/certify/verify.py` says what the results mean."""

    result: Literal["verified", "unproved", "unanswered", "failed"]
    reasons: tuple[str, ...]
    worlds: int
    refutations: int


@record
class AskShown:
    """An ask with its answer. `expected` is what the item expects of it, as the language writes
    it, None where it expects nothing; `met` whether that is so. `certificate` is None where none
    was given."""

    key: str
    kind: Kind
    answer: Answer
    cites: tuple[str, ...]
    expected: str | None = None
    actual: str = ""
    met: bool = True
    certificate: Certificate | None = None


@record
class Report:
    """The whole page. `audit` is None where it was not made; `unfinished` are the rules of lint
    that a limit cut short, each with the limit."""

    item: str
    title: str
    language: str
    has_background: bool
    passages: tuple[Passage, ...]
    claims: tuple[ClaimShown, ...]
    statements: tuple[Statement, ...]
    scopes: tuple[tuple[str, str | None], ...]  # by name, with what the text calls them
    edges: tuple[Edge, ...]
    asks: tuple[AskShown, ...]
    findings: tuple[Diagnostic, ...]
    unfinished: tuple[tuple[str, str], ...]
    audit: Audit | None
