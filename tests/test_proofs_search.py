"""The search for proofs keeps within its work, and to what it has found."""

from __future__ import annotations

import pytest

import hlogic
from hlogic.backends.budget import Budget
from hlogic.backends.proof import search
from hlogic.backends.proof.reasoner import Reasoner, State
from hlogic.backends.proof.search import Search, Tree
from hlogic.compiler.ir import View
from hlogic.compiler.proof.premises import Premises
from proof_items import item

SIGNS = [[("" if i >> j & 1 else "not ") + v for j, v in enumerate("abc")] for i in range(1, 8)]
# Of eight ways but one is left: no split of two closes both its cases.
WAYS = item(
    *(f"constraint p{i}: {' or '.join(way)}" for i, way in enumerate(SIGNS)),
    "ask q: necessary a and b and c",
)


class Counting(Reasoner):
    """Counts the cases that are looked into."""

    looked = 0

    def assume(self, *given: object) -> State:
        self.looked += 1
        return super().assume(*given)  # type: ignore[arg-type]


def searched(share: int) -> tuple[Tree | None, Counting]:
    """What a search with so much work to find few cases comes to."""
    compiled = hlogic.loads(WAYS).compiled
    view: View = compiled.views["base"]
    (expr,) = [compiled.asks["q"].query.expr]
    premises = Premises(compiled.theory, view, (), expr.term)
    reasoner = Counting(premises, premises.target(True), Budget(), 10**6)
    state = reasoner.start()
    reasoner.saturate(state, None, None)
    found = Search(reasoner, reasoner.work + share).run()
    return (found[0] if found else None), reasoner


def test_past_its_share_no_more_splits_are_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "DEEPEST", 0)
    none, few = searched(0)
    some, many = searched(100_000)
    assert none is None
    assert some is not None
    assert few.looked <= 4 < many.looked


def test_what_was_found_stands_when_the_work_is_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Doing without premises takes work too."""

    def run(self: Search) -> list[Tree]:
        found = original(self)
        self._reasoner._most = self._reasoner.work
        self._reasoner._answers.clear()
        return found

    original = Search.run
    monkeypatch.setattr(Search, "run", run)
    explained = hlogic.loads(WAYS).explain("q")
    assert explained.status == "ok"
