"""The summary of a ledger of adjudications.

outcome         agree  disagree
--------------  -----  --------
both-right          3
one-corrected                 1
both-corrected      0         0
notation                      0
ambiguous           0         0
all                 3         1
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from hlogic.compiler.adjudication import OUTCOMES, Adjudication

ORDER = ("both-right", "one-corrected", "both-corrected", "notation", "ambiguous")


def summary_text(found: Sequence[Adjudication], lines: int, waiting: Sequence[str]) -> str:
    """How many asks came to each outcome, of a ledger of some lines; the asks that `waiting` names
    have none yet."""
    return "\n".join(_lines(found, lines, waiting)) + "\n"


def _lines(found: Sequence[Adjudication], lines: int, waiting: Sequence[str]) -> Iterator[str]:
    counts = Counter((made.outcome, made.agree) for made in found)
    yield _row("outcome", "agree", "disagree")
    yield _row("-" * 14, "-" * 5, "-" * 8)
    for outcome in ORDER:
        cells = [str(counts[outcome, k]) if outcome in OUTCOMES[k] else "" for k in (True, False)]
        yield _row(outcome, *cells)
    yield _row("all", *(str(sum(made.agree is agree for made in found)) for agree in (True, False)))
    items = len({made.item for made in found})
    asks = f"{len(found)} ask{'s' * (len(found) != 1)} of {items} item{'s' * (items != 1)}"
    gone = lines - len(found)
    yield asks + (f"; {gone} line{'s' * (gone != 1)} superseded" if gone else "")
    if waiting:
        yield f"not adjudicated: {', '.join(waiting)}"


def _row(outcome: str, agree: str, disagree: str) -> str:
    return f"{outcome:<14}  {agree:>5}  {disagree:>8}".rstrip()
