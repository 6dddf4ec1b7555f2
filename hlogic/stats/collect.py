"""What `stats` counts: each item's proofs with their measures, its premises and its words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from hlogic.compiler.proof.measures import Measures
from hlogic.compiler.record import field, record

if TYPE_CHECKING:
    from hlogic.api import Item
    from hlogic.compiler.proof.explained import Explained

CSV = (
    "item", "ask", "kind", "steps", "cases", "contradictory_cases", "contradictory_steps", "depth",
    "premises", "premises_used",
)  # fmt: skip


@record
class Row:
    """One proof. `ask` names the case or member too, where the proof is of one."""

    item: str
    ask: str
    measures: Measures

    @property
    def cells(self) -> tuple[str, ...]:
        """The columns of `CSV`."""
        return (self.item, self.ask, *(str(getattr(self.measures, name)) for name in CSV[2:]))


@record
class Undecided:
    """An ask that was not explained: it has no answer (`error`), or something was not proved within
    the limits (`limit`)."""

    item: str
    ask: str
    status: str
    why: str


@record(frozen=False)
class Tally:
    """Over all items. `stories` are different backgrounds; `verdicts` count what the parts of the
    explained asks come to; `undecided` has the asks that were not."""

    items: int = 0
    stories: set[str] = field(default_factory=set)
    premises: list[int] = field(default_factory=list)  # named constraints of each item
    asks: int = 0
    explained: int = 0
    verdicts: dict[str, int] = field(default_factory=dict)
    words: int = 0
    vocabulary: set[str] = field(default_factory=set)
    rows: list[Row] = field(default_factory=list)
    undecided: list[Undecided] = field(default_factory=list)


def add(tally: Tally, item: Item) -> None:
    """Count one item, explaining what of its asks can be explained."""
    compiled = item.compiled
    background = compiled.census.text if compiled.census.background is not None else ""
    tally.items += 1
    tally.stories.add(" ".join(background.split()) or f"({item.name})")
    tally.premises.append(len({i.family.id for i in compiled.views["base"].instances}))
    texts = [background, *(ask.question for ask in compiled.asks.values())]
    for word in words(texts):
        tally.words += 1
        tally.vocabulary.add(word)
    tally.asks += len(item.asks)
    for id in item.asks:
        if item.explains(id):
            _add_explained(tally, item, item.explain(id))


def _add_explained(tally: Tally, item: Item, explained: Explained) -> None:
    if explained.status != "ok":
        found = Undecided(item.name, explained.id, explained.status, explained.error)
        tally.undecided.append(found)
        return
    tally.explained += 1
    for part in explained.parts:
        tally.verdicts[part.verdict] = tally.verdicts.get(part.verdict, 0) + 1
        if part.proved is not None:
            ask = ": ".join((explained.id, *part.path))
            tally.rows.append(Row(item.name, ask, part.proved.measures))


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
