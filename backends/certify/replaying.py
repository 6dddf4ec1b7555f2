"""Worlds that know only what a certificate shows: each question is answered by the next entry of an
ask's journal, once that has been checked. There is no engine behind them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hlogic.backends.certify.checking import Checker
from hlogic.backends.certify.folders import Failed
from hlogic.backends.certify.journals import (
    Entry,
    Journal,
    answer_of,
    listed_in,
    reason_of,
    shown,
)
from hlogic.backends.certify.refuting import Demand, another_row, better_row, nothing_more
from hlogic.backends.certify.replayed_families import ReplayedFamilies
from hlogic.backends.engine import Families, Places, Row, Session
from hlogic.backends.worlds import OpenWorlds
from hlogic.compiler.ir import View
from hlogic.compiler.terms import Term


class Replay:
    """The worlds of one ask. Of the engine's nothing is asked but what the scopes are."""

    def __init__(self, inner: OpenWorlds, checker: Checker, journal: Journal) -> None:
        self._inner = inner
        self._checker = checker
        self._journal = journal

    @property
    def families(self) -> Families:
        return ReplayedFamilies(self._journal, self._checker)

    def session(self, scope: str) -> Session:
        return self.open(self.view(scope))

    def open(self, view: View) -> Session:
        return _Session(view, self._journal, self._checker)

    def view(self, scope: str) -> View:
        return self._inner.view(scope)

    def counted(self, found: Iterator[Places]) -> Iterator[Places]:
        return found


class _Session:
    """What the journal says of one view."""

    counting = "not counted again"

    def __init__(self, view: View, journal: Journal, checker: Checker) -> None:
        self._view = view
        self._journal = journal
        self._checker = checker

    def possible(self, assumed: Sequence[Term]) -> bool:
        entry = self._journal.next("possible", self._view.scope)
        if answer_of(entry):
            self._world(shown(entry, "world"), assumed)
            return True
        self._refuted(entry, assumed)
        return False

    def least(
        self, fields: Sequence[Term], assumed: Sequence[Term], greatest: bool = False
    ) -> Row | None:
        entry = self._journal.next("greatest" if greatest else "least", self._view.scope)
        if not answer_of(entry):
            self._refuted(entry, assumed)
            return None
        row = self._world(shown(entry, "world"), assumed, fields)
        self._refuted(entry, assumed, better_row(fields, row, greatest))
        return row

    def project(self, fields: Sequence[Term], assumed: Sequence[Term]) -> Iterator[Row]:
        entry = self._journal.next("rows", self._view.scope)
        shown(entry, "worlds")
        rows = [self._world(world, assumed, fields) for world in listed_in(entry, "worlds")]
        if len(set(rows)) < len(rows):
            raise Failed("two of its worlds have the same row")
        self._refuted(entry, assumed, another_row(fields, rows))
        return iter(rows)

    def count(self, assumed: Sequence[Term]) -> int:
        entry = self._journal.next("count", self._view.scope)
        number = entry.get("answer")
        if type(number) is not int or number < 0:
            raise Failed("`answer` is no number of worlds")
        self._journal.unproved.append(reason_of(entry))
        return number

    # ------------------------------------------------------------------ evidence

    def _world(self, found: object, assumed: Sequence[Term], fields: Sequence[Term] = ()) -> Row:
        row = self._checker.world(found, self._view, assumed, fields)
        self._journal.worlds += 1
        return row

    def _refuted(
        self, entry: Entry, assumed: Sequence[Term], demand: Demand = nothing_more
    ) -> None:
        if "refutation" not in entry:
            self._journal.unproved.append(reason_of(entry))
            return
        self._checker.refuted(entry["refutation"], self._view, assumed, demand)
        self._journal.refutations += 1
