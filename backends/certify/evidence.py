"""From the questions of an ask to what shows their answers: the entries of its journal.

What cannot be shown is marked `uncertified`, with the reason.
"""

from __future__ import annotations

from typing import Any

from hlogic.backends.certify.family_evidence import show_hit, show_selected
from hlogic.backends.certify.finding import Finder
from hlogic.backends.certify.recording import Hit, Noted, Question, Repaired, Selected
from hlogic.backends.certify.refuting import another_row, better_row
from hlogic.backends.certify.repair_evidence import show_repaired
from hlogic.backends.certify.values import Written
from hlogic.backends.engine import Row
from hlogic.compiler import ops
from hlogic.compiler.diagnostics import LimitError

Entry = dict[str, Any]
COUNTED = "a count has no proof"


class Prover:
    """Makes the entries of one item's journals."""

    def __init__(self, finder: Finder) -> None:
        self._finder = finder

    def entry(self, noted: Noted, engine: str) -> Entry:
        """What a certificate holds for one question that an engine answered. Raises Disproved
        where the answer is shown to be wrong."""
        entry = _head(noted)
        try:
            match noted:
                case Question():
                    self._show(noted, engine, entry)
                case Selected():
                    show_selected(noted, self._finder, entry)
                case Hit():
                    show_hit(noted, self._finder, entry)
                case Repaired():
                    show_repaired(noted, self._finder, entry)
        except LimitError as limit:
            entry["uncertified"] = limit.message
        except RecursionError:
            entry["uncertified"] = "a term nests too deeply for the evaluator"
        if not isinstance(noted, Question):
            self._finder.forget()
        return entry

    def _show(self, asked: Question, engine: str, entry: Entry) -> None:
        view, assumed, fields = asked.view, asked.assumed, asked.fields
        refuted = self._finder.refuted
        match asked.kind:
            case "count":
                entry |= {"engine": engine, "counting": asked.counting, "uncertified": COUNTED}
            case "rows":
                entry["worlds"] = [self._world(asked, row) for row in asked.rows]
                entry["refutation"] = refuted(view, assumed, another_row(fields, asked.rows))
            case "possible" if asked.answer:
                entry["world"] = self._world(asked, None)
            case "least" | "greatest" if asked.answer:
                (row,) = asked.rows
                entry["world"] = self._world(asked, row)
                better = better_row(fields, row, asked.kind == "greatest")
                entry["refutation"] = refuted(view, assumed, better)
            case _:
                entry["refutation"] = refuted(view, assumed)

    def _world(self, asked: Question, row: Row | None) -> list[Written]:
        """The least world that meets the question's formulas, and has the row if one is given."""
        finder, view = self._finder, asked.view
        if row is None:
            world = finder.world(view, asked.assumed, asked.session)
            return finder.judged(view, world, asked.assumed)
        pool = finder.theory.pool
        known = dict(zip(asked.fields, row, strict=True))
        if all(reading in known for reading in finder.readings):
            world = tuple(known[reading] for reading in finder.readings)
        else:
            pinned = [
                pool.app(ops.EQ, (field, pool.const(value, field.type)))
                for field, value in known.items()
            ]
            world = finder.world(view, (*asked.assumed, *pinned), asked.session)
        return finder.judged(view, world, asked.assumed, asked.fields, row)


def _head(noted: Noted) -> Entry:
    """What was asked, and the answer in ids and places; rows are told by their worlds."""
    match noted:
        case Question(kind="rows"):
            return {"scope": noted.view.scope, "question": noted.kind}
        case Question():
            return {"scope": noted.view.scope, "question": noted.kind, "answer": noted.answer}
        case Selected():
            head: Entry = {"scope": noted.view.scope, "question": noted.kind}
        case Hit():
            head = {"scope": None, "question": "hitting"}
        case Repaired():
            head = {"scope": None, "question": "repairs"}
    return head | {"answer": [list(places) for places in noted.answer]}
