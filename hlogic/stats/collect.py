"""What `stats` counts: each item's proofs with their measures, its premises and its words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from hlogic.compiler.answer import result_text
from hlogic.compiler.proof.measures import Measures, sentences
from hlogic.compiler.record import field, record

if TYPE_CHECKING:
    from hlogic.api import Item
    from hlogic.compiler.proof.explained import Explained

MEASURED = (
    "kind", "steps", "cases", "contradictory_cases", "contradictory_steps", "depth",
    "by_contradiction", "premises", "premises_used",
)  # fmt: skip
CSV = ("file", "item", "ask", "question", "expect", "verdict", *MEASURED)


@record
class Row:
    """What one part of an explained ask comes to. `file` is the item's path as it was found, since
    items of two folders may have one name; `ask` names the case or member too, where it
    is of one. `verdict` is that of a `Part`, or `error` for an ask without an answer, `limit` for
    one that was not proved within the limits, and then `why`. Without a proof it has no measures.
    """

    file: str
    item: str
    ask: str
    question: str
    expect: str  # as it is written; empty where nothing is expected
    verdict: str
    measures: Measures | None = None
    why: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        """The columns of `CSV`; what there is not is empty."""
        measured = (getattr(self.measures, name, None) for name in MEASURED)
        return (
            self.file, self.item, self.ask, self.question, self.expect, self.verdict,
            *("" if cell is None else str(cell) for cell in measured),
        )  # fmt: skip


@record(frozen=False)
class Tally:
    """Over all items. `stories` are different backgrounds; `rows` has what the parts of the asks
    come to that `prove` explains."""

    items: int = 0
    stories: set[str] = field(default_factory=set)
    premises: list[int] = field(default_factory=list)  # of each item, in its base scope
    asks: int = 0
    explained: int = 0
    words: int = 0
    vocabulary: set[str] = field(default_factory=set)
    rows: list[Row] = field(default_factory=list)

    @property
    def measures(self) -> list[Measures]:
        """Those of the proofs."""
        return [row.measures for row in self.rows if row.measures is not None]

    @property
    def undecided(self) -> list[Row]:
        """The rows of asks that were not explained."""
        return [row for row in self.rows if row.why]


def add(tally: Tally, item: Item, file: str) -> None:
    """Count the item of a file, explaining what of its asks can be explained."""
    compiled = item.compiled
    background = compiled.census.text if compiled.census.background is not None else ""
    tally.items += 1
    tally.stories.add(" ".join(background.split()) or f"({item.name})")
    tally.premises.append(len(sentences(compiled.theory, compiled.views["base"])))
    texts = [background, *(ask.question for ask in compiled.asks.values())]
    for word in words(texts):
        tally.words += 1
        tally.vocabulary.add(word)
    tally.asks += len(item.asks)
    for id in item.asks:
        if item.explains(id):
            _add_explained(tally, item, file, item.explain(id))


def _add_explained(tally: Tally, item: Item, file: str, explained: Explained) -> None:
    ask = item.compiled.asks[explained.id]
    question = " ".join(ask.question.split())
    expect = "" if ask.expected is None else result_text(ask.expected)
    if ask.expects_error:
        expect = "error"

    def add_row(path: Iterable[str], verdict: str, measures: Measures | None, why: str) -> None:
        name = ": ".join((explained.id, *path))
        row = Row(file, item.name, name, question, expect, verdict, measures, why)
        tally.rows.append(row)

    if explained.status != "ok":
        add_row((), explained.status, None, explained.error)
        return
    tally.explained += 1
    for part in explained.parts:
        measures = None if part.proved is None else part.proved.measures
        add_row(part.path, part.verdict, measures, "")


def words(texts: Iterable[str]) -> Iterator[str]:
    """The words of texts: runs of letters and digits without regard to case, and each Chinese
    character by itself, since nothing says where a word ends there."""
    for text in texts:
        run = ""
        for char in f"{text} ":
            wide = unicodedata.east_asian_width(char) in ("W", "F")
            if char.isalnum() and not wide:
                run += char.lower()
                continue
            if run:
                yield run
                run = ""
            if char.isalnum():
                yield char
