"""What a record holds, whoever wrote it: sentences, a formula for each, a question, its answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from hlogic.compiler.record import field, record
from hlogic.importing.formula import Formula
from hlogic.importing.quoted import Quoted

Gold = Literal["true", "false", "uncertain"]


@record
class Fact:
    """A formula with the sentence that it is read from, as its index among the sentences, and as
    it is written in the record."""

    sentence: int
    formula: Formula
    written: Quoted


@record
class Story:
    """One record. `sentences` are without line breaks and hold more than white space; `gold` is the
    answer that its authors give, if any; `written` is the formula of the question in the record;
    `where` limits the worlds that the question is about; `called` has the words for names that are
    not of the record; `ids` are what the record is called where it comes from; `added` are the
    sentences that were added as background knowledge."""

    title: str
    sentences: tuple[str, ...]
    facts: tuple[Fact, ...]
    question: str
    asked: Formula
    written: Quoted
    gold: Gold | None
    where: Formula | None = None
    called: Mapping[str, str] = field(default_factory=dict)
    ids: tuple[tuple[str, str], ...] = ()
    added: frozenset[int] = frozenset()


def one_line(text: str) -> str:
    """A sentence with single spaces for all its white space."""
    return " ".join(text.split())
