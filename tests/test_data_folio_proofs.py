"""Proofs of FOLIO's records, next to a recorded first cut of what is linear and what is not.

The first cut calls linear what unit propagation settles once the conclusion is denied. A proof by
contradiction is one by two cases here, so of its linear records those are by cases whose conclusion
no chain reaches: they are told by the measure `by_contradiction`. That their denial alone is
contradicted step by step is tested, record by record.
"""

from __future__ import annotations

import json

import pytest

import hlogic
from hlogic.backends.budget import Budget
from hlogic.backends.proof.reasoner import Reasoner
from hlogic.compiler.proof.check import check
from hlogic.compiler.proof.explained import Proved
from test_data_folio import DATA, FOLIO, records

CUT = "folio/linear-vs-cases-validation.json"
# By cases in the first cut, which took formulas apart into clauses; a step here uses one whole.
CONTRADICTED_BY_FORMULAS = [1, 198]
# By their labels true or false, and linear in the first cut.
BY_CASES = [
    15, 31, 32, 42, 50, 51, 79, 80, 83, 85, 97, 98, 103, 115, 123, 124, 126, 127, 147, 148, 149,
    154, 161, 174, 179, 197,
]  # fmt: skip


def first_cut() -> dict[int, str]:
    path = DATA / CUT
    if not path.exists():
        pytest.skip(f"the third-party data is not beside the repository: ../shared/data/{CUT}")
    rows = json.loads(path.read_text(encoding="utf-8"))
    return {int(row["id"].partition(":")[2]): row["kind"].partition("(")[0] for row in rows}


def proofs() -> dict[int, Proved]:
    """By record, the proof of its answer, of which the checker was asked again."""
    found: dict[int, Proved] = {}
    for number, record in enumerate(records(FOLIO, "folio")):
        assert record.text is not None
        item = hlogic.loads(record.text, name=record.name)
        explained = item.explain(item.asks[0])
        assert explained.status == "ok", f"{number}: {explained.error}"
        proved = explained.parts[0].proved
        if proved is not None:
            check(proved.proof, proved.premises, proved.proof.goal)
            found[number] = proved
    return found


def denial_is_contradicted(proved: Proved) -> bool:
    """Whether unit steps alone lead from what denies the conclusion to a contradiction."""
    goal = proved.proof.goal
    assert goal is not None
    reasoner = Reasoner(proved.premises, goal, Budget(), 100_000)
    state = reasoner.start()
    reasoner.saturate(state, None, None)
    place, mask = reasoner.index[goal.place], reasoner.mask(goal)
    denied = reasoner.assume(state, place, reasoner.full[place] & ~mask, None)
    return denied.conflict is not None


def test_kinds_next_to_the_first_cut() -> None:
    cut, found = first_cut(), proofs()
    assert len(cut) == 122
    assert set(cut) <= set(found)
    kinds = {number: found[number].measures.kind for number in cut}
    assert all(kinds[n] == "cases" for n, kind in cut.items() if kind == "cases")
    differing = [n for n, kind in cut.items() if kind == "linear" and kinds[n] != "linear"]
    assert differing == BY_CASES
    assert [n for n in differing if not denial_is_contradicted(found[n])] == []
    # Who calls a proof by contradiction linear has the first cut again, but for two records.
    told = [n for n in cut if found[n].measures.by_contradiction is not None]
    assert told == sorted(BY_CASES + CONTRADICTED_BY_FORMULAS)
    # Measured: as short as the search made them. More steps are a loss.
    of_cases = [proved.measures for proved in found.values() if proved.measures.kind == "cases"]
    assert (len(of_cases), sum(m.all_steps for m in of_cases)) == (46, 255)
    assert max(m.all_steps for m in of_cases) == 9
    # Two that it left out, for a function, have a chain over the names there are.
    assert [kinds[n] for n, kind in cut.items() if kind == "unclassified:skolem function"] == [
        "linear",
        "linear",
    ]
    depths = {found[n].measures.depth for n in cut}
    assert depths == {0, 1}
    assert {found[n].measures.cases for n in cut} == {0, 2}
