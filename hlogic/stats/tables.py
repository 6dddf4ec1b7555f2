"""A tally as text and as CSV."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from hlogic.compiler.proof.measures import Measures
from hlogic.compiler.source import width
from hlogic.render.diagnostics import clean
from hlogic.stats.collect import CSV, Row, Tally

VERDICTS = {
    "always": "holds in every world",
    "never": "holds in no world",
    "somewhere": "holds in some world",
    "not_everywhere": "fails in some world",
    "varies": "differs between two worlds",
    "no_world": "there is no world",
}
MEASURES = (
    ("steps", "steps"),
    ("cases", "cases"),
    ("contradictory_cases", "contradictory cases"),
    ("contradictory_steps", "steps in these"),
    ("all_steps", "steps in all"),
    ("by_contradiction", "by contradiction"),
    ("depth", "depth of splitting"),
    ("premises_used", "premises used"),
)


def csv_text(rows: Iterable[Row]) -> str:
    """A line a row, under the names of the columns."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV)
    writer.writerows(row.cells for row in rows)
    return out.getvalue()


def tally_text(tally: Tally) -> str:
    """The numbers of the set, then how the measures are distributed."""
    lines = [*_aligned(list(_numbers(tally))), ""]
    for kind, title in (("linear", "linear proofs"), ("cases", "proofs by cases")):
        measures = [m for m in tally.measures if m.kind == kind]
        if measures:
            head = f"{title}: {len(measures)} (each number, and how many proofs have it)"
            lines += [head, *_distributions(measures), ""]
    if tally.undecided:
        lines.append("without a proof:")
        lines += [clean(f"  {row.item} {row.ask}: {row.why}") for row in tally.undecided]
    return "\n".join(lines).rstrip() + "\n"


def _numbers(tally: Tally) -> Iterator[tuple[str, str]]:
    yield "items", str(tally.items)
    yield "stories", str(len(tally.stories))
    yield "premises", f"{sum(tally.premises)} ({_spread(tally.premises)} an item)"
    yield "asks", f"{tally.asks}, {tally.explained} of them explained"
    yield "words", f"{tally.words}, {len(tally.vocabulary)} different"
    verdicts = Counter(row.verdict for row in tally.rows if not row.why)
    yield "instances", str(verdicts.total())
    for verdict, text in VERDICTS.items():
        if verdicts[verdict]:
            yield f"  {text}", str(verdicts[verdict])


def _spread(numbers: Sequence[int]) -> str:
    """Least, mean and greatest."""
    if not numbers:
        return "none"
    return f"{min(numbers)} to {max(numbers)}, mean {sum(numbers) / len(numbers):.1f}"


def _distributions(measures: Sequence[Measures]) -> Iterator[str]:
    """For each measure how many proofs have each value: `1: 3  2: 8`."""
    listed: list[tuple[str, str]] = []
    for name, title in MEASURES:
        values = [value for m in measures if (value := getattr(m, name)) is not None]
        if name == "all_steps" and not any(m.contradictory_steps for m in measures):
            continue
        if any(values):
            counts = sorted(Counter(values).items())
            text = "  ".join(f"{value}: {count}" for value, count in counts)
            some = f"{len(values)} of them, " if name == "by_contradiction" else ""
            mean = f"mean {sum(values) / len(values):.2f}"
            listed.append((f"  {title}", f"{some}{mean}   {text}"))
    yield from _aligned(listed)


def _aligned(lines: Sequence[tuple[str, str]]) -> list[str]:
    margin = max((width(name) for name, _ in lines), default=0) + 2
    return [f"{name}{' ' * (margin - width(name))}{text}" for name, text in lines]
