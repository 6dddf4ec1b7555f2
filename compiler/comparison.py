"""What comparing two encodings of one item comes to: records for whoever shows or keeps it."""

from __future__ import annotations

from typing import Literal

from hlogic.compiler.answer import Answer, Note
from hlogic.compiler.record import record

Verdict = Literal["agree", "notation", "differ", "limit"]


@record
class Fact:
    """One fact of a deciding world in words, and as the two encodings write what it is about; with
    `value` as the encoding that admits the world has it."""

    text: str
    a: str
    b: str
    value: str


@record
class Sentence:
    """A passage that an excluding constraint cites: its claim there, and what of the other encoding
    cites the same passage."""

    claim: str
    text: str
    others: tuple[str, ...]


@record
class Deciding:
    """A world that the encoding `admits` ("A" or "B") has, in one of its scopes, and the other has
    not, in one of its own. `against` is a minimal set of the other's constraints that exclude it;
    it is empty where the other's declarations alone do."""

    admits: Literal["A", "B"]
    scope_a: str
    scope_b: str
    facts: tuple[Fact, ...]
    against: tuple[Note, ...]
    sentences: tuple[Sentence, ...]


@record
class Search:
    """The search for worlds that decide an ask. `shared` counts the terms that both encodings have
    words for, `rows` the rows of their values that both admit, as far as they were looked at;
    `complete` says whether that was all. `unshared` are the variables of A and of B that are not
    among the terms."""

    found: tuple[Deciding, ...]
    shared: int
    rows: int
    complete: bool
    unshared: tuple[tuple[str, ...], tuple[str, ...]]
    stopped: str = ""  # by what, where a limit ended it


@record
class Compared:
    """One ask with both its answers. `agree` also where neither has one."""

    question: str
    verdict: Verdict
    answers: tuple[Answer, Answer]
    cites: tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]
    remark: str = ""
    search: Search | None = None

    @property
    def ids(self) -> tuple[str, str]:
        return self.answers[0].id, self.answers[1].id

    @property
    def agrees(self) -> bool:
        return self.verdict == "agree"


@record
class Comparison:
    """Two encodings: their names, the asks of both, and those that only one has."""

    items: tuple[str, str]
    language: str
    asks: tuple[Compared, ...]
    alone: tuple[tuple[str, ...], tuple[str, ...]]
