"""Tables of steps: what `hlogic stats --format csv` prints, or the same as JSON.

A row is a proof, or `count` proofs alike. Needed are `kind` and `steps`, and `contradictory_steps`
of proofs by cases; other columns are not looked at. A row without a kind has no proof.
"""

from __future__ import annotations

import csv
from typing import Any

from hlogic.compiler.diagnostics import fail
from hlogic.compiler.record import record
from hlogic.compiler.source import Source, Span
from hlogic.compiler.suggest import suggest
from hlogic.importing.quoted import Quoted, whole
from hlogic.importing.records import decoded, records
from hlogic.prediction.model import Proof

KINDS = ("linear", "cases")
COLUMNS = ("kind", "steps", "contradictory_steps", "count")
MOST = 10**9  # of anything that is counted


@record
class Table:
    """The proofs of a table, and how many of its rows have none."""

    proofs: tuple[Proof, ...]
    without: int


def read(source: Source) -> Table:
    """The table of a text. Raises HlogicError where it is none."""
    json = source.text.lstrip()[:1] in ("[", "{")
    rows = _of_json(source) if json else _of_csv(source)
    proofs = [proof for place, row in rows if (proof := _proof(row, place)) is not None]
    return Table(tuple(proofs), len(rows) - len(proofs))


def _of_json(source: Source) -> list[tuple[Span, dict[str, str]]]:
    found = []
    for one in records(source):
        value: Any = decoded(one)
        if not isinstance(value, dict):
            fail("bad-table", whole(one), "a row is a JSON object, and this is none")
        row = {name: "" if cell is None else str(cell) for name, cell in value.items()}
        found.append((whole(one), row))
    return found


def _of_csv(source: Source) -> list[tuple[Span, dict[str, str]]]:
    lines = source.text.split("\n")
    reader = csv.reader(lines, strict=True)
    found: list[tuple[Span, dict[str, str]]] = []
    head: list[str] = []
    before = 0
    try:
        for cells in reader:
            place = whole(Quoted(source.name, lines[before], first=before + 1))
            before = reader.line_num
            if not any(cell.strip() for cell in cells):
                continue
            if not head:
                head = [cell.strip() for cell in cells]
                _check_head(head, place)
            elif len(cells) != len(head):
                message = f"the row has {len(cells)} cells, and the table {len(head)} columns"
                fail("bad-table", place, message)
            else:
                found.append((place, dict(zip(head, cells, strict=True))))
    except csv.Error as error:
        line = min(before, len(lines) - 1)
        place = whole(Quoted(source.name, lines[line], first=line + 1))
        fail("bad-table", place, f"this is no CSV: {error}")
    if not head:
        fail("bad-table", Span(source, 0, 0), "the table is empty")
    return found


def _check_head(head: list[str], place: Span) -> None:
    for name in COLUMNS:
        if head.count(name) > 1:
            fail("bad-table", place, f"the table has {head.count(name)} columns {name}")
    for name in COLUMNS[:2]:
        if name not in head:
            near = suggest(name, head)
            hint = f"is {near} meant for it?" if near else f"there are {', '.join(head)}"
            fail("bad-table", place, f"the table has no column {name}", hint)


def _proof(row: dict[str, str], place: Span) -> Proof | None:
    kind = row.get("kind", "").strip()
    if not kind:
        return None
    if kind not in KINDS:
        near = suggest(kind, KINDS)
        hint = f"did you mean {near}?" if near else "a proof is linear or by cases"
        fail("bad-table", place, f"no kind of proof is called {kind}", hint)
    missing = "0" if kind == "linear" else ""
    return Proof(
        kind,
        _number(row, "steps", "", place),
        _number(row, "contradictory_steps", missing, place),
        _number(row, "count", "1", place, least=1),
    )


def _number(row: dict[str, str], name: str, missing: str, place: Span, least: int = 0) -> int:
    text = row.get(name, missing).strip() or missing
    if not text:
        fail("bad-table", place, f"the row has no {name}")
    digits = text.isascii() and text.isdecimal() and len(text) < 12
    if not digits or not least <= int(text) <= MOST:
        fail("bad-table", place, f"{name} should be a number from {least} on, not {text[:40]}")
    return int(text)
