"""Whatever of a manifest is changed, `verify` finds it and says in which ask."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hlogic
from certified import FAMILIES, ask, certify, entry, journal, manifest, rewrite, verdicts
from cli_runs import run
from hlogic.backends.certify.layout import MANIFEST


def failure(issued: Path, id: str) -> str:
    """Why an ask fails; no other ask does."""
    found = verdicts(issued)
    assert found[id].result == "failed", found
    assert {v.id for v in found.values() if v.result == "failed"} <= {id, ""}
    assert run("verify", str(issued)).exit_code == 1
    return " ".join(found[id].reasons)


def deny(read: Any, **shown: str) -> None:
    """Make a no of the yes of `possible`, which something else than its world shows."""
    yes = entry(read, "possible", "possible", True)
    del yes["world"]
    yes.update(answer=False, **shown)


def test_untouched(issued: Path) -> None:
    results = {id: v.result for id, v in verdicts(issued).items()}
    assert results.pop("count") == "unproved"
    assert set(results.values()) == {"verified"}


# ---------------------------------------------------------------------------- answers


@pytest.mark.parametrize(
    ("id", "key", "value"),
    [
        ("hard", "value", True),
        ("possible", "value", False),
        ("necessary", "value", 1),  # not `true`
        ("bounds", "value", [0, 3]),
        ("rows", "value", [[1, "red"]]),
        ("count", "value", 7),
        ("undefined", "error", "`4 // n == 2` has no value"),
        ("undefined", "status", "ok"),
        ("hard", "warnings", []),
        ("possible", "warnings", ["none"]),
        ("possible", "scope", "base"),
    ],
)
def test_an_answer(issued: Path, id: str, key: str, value: object) -> None:
    rewrite(issued, lambda m: ask(m, id).update({key: value}))
    found = [v for v in verdicts(issued).values() if v.result == "failed"]
    assert [v.id for v in found] == [id]
    if key in ("value", "error", "warnings"):
        assert found[0].reasons[0].startswith(f"its `{key}` is ")
        assert MANIFEST in found[0].reasons[0]


def test_an_ask_under_the_name_of_another(issued: Path) -> None:
    rewrite(issued, lambda m: ask(m, "bounds").update(id="possible"))
    found = verdicts(issued)
    assert found["possible"].result == "failed"
    assert found["bounds"].reasons == ("the certificate is not about it",)


def test_an_ask_twice(issued: Path) -> None:
    rewrite(issued, lambda m: m["asks"].append(ask(m, "bounds")))
    assert failure(issued, "bounds") == f"{MANIFEST}: it stands there twice"


def test_a_question_that_is_answered_otherwise(issued: Path) -> None:
    """There is no world for a wrong yes, no refutation for a wrong no."""
    world = entry(manifest(issued), "possible", "possible", True)["world"]

    def yes(m: Any) -> None:
        no = entry(m, "necessary", "possible", False)
        del no["refutation"]
        no.update(answer=True, world=world)

    rewrite(issued, yes)
    reason = failure(issued, "necessary")
    assert "its world is none: what is asked about is not true in it" in reason


def test_a_no_with_the_refutation_of_another_question(issued: Path) -> None:
    other = entry(manifest(issued), "hard", "possible", False)["refutation"]
    rewrite(issued, lambda m: deny(m, refutation=other))
    assert ".cnf: it is not the CNF of this question" in failure(issued, "possible")


def test_what_is_not_certified_does_not_count_as_verified(issued: Path) -> None:
    rewrite(issued, lambda m: deny(m, uncertified="believe me"))
    verdict = verdicts(issued)["possible"]
    assert verdict.result == "failed"  # the answer is not what now follows
    rewrite(issued, lambda m: ask(m, "possible").update(value=False))
    verdict = verdicts(issued)["possible"]
    assert (verdict.result, verdict.reasons) == ("unproved", ("believe me",))


# ---------------------------------------------------------------------------- worlds


def test_a_world_with_another_value(issued: Path) -> None:
    names = manifest(issued)["variables"]

    def change(m: Any) -> None:
        entry(m, "possible", "possible", True)["world"][names.index("n")] = 3

    rewrite(issued, change)
    assert failure(issued, "possible") == (
        "entry 2 of its journal: its world is none: the constraint few is not true in it"
    )


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("purple", "colour cannot be purple"),
        (0, "colour has a value outside its domain"),
        (None, "colour has no value"),
        ([], "colour has no value"),
    ],
)
def test_a_world_with_no_value(issued: Path, value: object, why: str) -> None:
    place = manifest(issued)["variables"].index("colour")
    rewrite(
        issued, lambda m: entry(m, "possible", "possible", True)["world"].__setitem__(place, value)
    )
    assert failure(issued, "possible").endswith(why)


def test_a_world_too_short(issued: Path) -> None:
    rewrite(issued, lambda m: entry(m, "possible", "possible", True)["world"].pop())
    assert "a world is a list of the values of 22 variables" in failure(issued, "possible")


def test_a_row_less_or_twice(issued: Path) -> None:
    rewrite(issued, lambda m: entry(m, "rows", "rows")["worlds"].pop())
    assert ".cnf: it is not the CNF of this question" in failure(issued, "rows")
    rewrite(
        issued,
        lambda m: entry(m, "rows", "rows").update(
            worlds=[entry(m, "rows", "rows")["worlds"][0]] * 2
        ),
    )
    assert "two of its worlds have the same row" in failure(issued, "rows")


def test_a_least_row_that_is_not(issued: Path) -> None:
    rewrite(
        issued,
        lambda m: entry(m, "bounds", "least").update(world=entry(m, "bounds", "greatest")["world"]),
    )
    assert ".cnf: it is not the CNF of this question" in failure(issued, "bounds")


# ---------------------------------------------------------------------------- journals


@pytest.mark.parametrize("id", ["hard", "possible", "bounds", "rows", "undefined", "count"])
def test_an_entry_removed_or_added(issued_once: Path, tmp_path: Path, id: str) -> None:
    entries = journal(issued_once, id)
    for at in range(len(entries)):
        for change in (lambda j, at=at: j.pop(at), lambda j, at=at: j.insert(at, j[at])):
            issued = Path(shutil.copytree(issued_once, tmp_path / "out"))
            rewrite(issued, lambda m, change=change: change(ask(m, id)["journal"]))
            assert verdicts(issued)[id].result == "failed"
            shutil.rmtree(issued)


@pytest.mark.parametrize(
    "bad", [None, 1, [], {}, {"scope": "fewer", "question": "possible"}, {"question": 3}]
)
def test_an_entry_that_is_none(issued: Path, bad: object) -> None:
    rewrite(issued, lambda m: ask(m, "possible")["journal"].__setitem__(0, bad))
    assert failure(issued, "possible").startswith("entry 1 of its journal: ")


def test_an_ask_removed(issued: Path) -> None:
    rewrite(issued, lambda m: m["asks"].remove(ask(m, "rows")))
    found = verdicts(issued)
    assert "no ask needs it" in " ".join(found[""].reasons)
    assert found["rows"].reasons == ("the certificate is not about it",)


@pytest.mark.parametrize("bad", [None, 3, {}, {"id": "nobody"}, {"id": "hard", "scope": 1}])
def test_an_ask_that_is_none(issued: Path, bad: object) -> None:
    rewrite(issued, lambda m: m["asks"].append(bad))
    assert [v for v in hlogic.verify(issued) if v.result == "failed"]


# ---------------------------------------------------------------------------- families


@pytest.fixture(scope="module")
def families(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("families") / "out"
    certify(FAMILIES, target)
    return target


FAMILY_CHANGES: list[tuple[str, str, Callable[[Any], object]]] = [
    ("core", "cores", lambda e: (e["answer"].pop(), e["refuted"].pop())),
    ("core", "cores", lambda e: e["answer"].pop()),
    ("core", "cores", lambda e: e["answer"].reverse()),
    ("core", "cores", lambda e: e["answer"][0].append(3)),
    ("core", "cores", lambda e: e["answer"].append([9])),
    ("core", "cores", lambda e: e.update(answer=3)),
    ("core", "cores", lambda e: e["kept"].clear()),
    ("core", "cores", lambda e: e["kept"].pop()),
    ("core", "cores", lambda e: e.pop("cover")),
    ("core", "cores", lambda e: e.update(cover=e["refuted"][0]["refutation"])),
    ("core", "cores", lambda e: e["refuted"][0].update(set=[0])),
    ("core", "cores", lambda e: e["refuted"].__setitem__(0, [])),
    ("small", "cores", lambda e: e["answer"].clear()),
    ("fixes", "corrections", lambda e: e["answer"].pop()),
    ("fixes", "corrections", lambda e: e["kept"].pop()),
    ("fixes", "corrections", lambda e: e["refuted"].clear()),
    ("hit", "hitting", lambda e: e["answer"].pop()),
    ("hit", "hitting", lambda e: e["answer"][0].append(2)),
    ("hit", "hitting", lambda e: e["answer"].append([77])),
    ("enough", "sufficient", lambda e: e["possible"].clear()),
    ("enough", "sufficient", lambda e: (e["answer"].clear(), e["refuted"].clear())),
    ("repair", "repairs", lambda e: (e["answer"].pop(), e["repaired"].pop())),
    ("repair", "repairs", lambda e: e["repaired"].pop()),
    ("repair", "repairs", lambda e: e["refuted"].pop()),
    ("repair", "repairs", lambda e: e["refuted"][0].update(constraints=[])),
    ("sure", "repairs", lambda e: e["repaired"][0].pop("refutation")),
    ("sure", "repairs", lambda e: (e["worlds"].clear(), e["refuted"].clear())),
]


@pytest.mark.parametrize("number", range(len(FAMILY_CHANGES)))
def test_a_family(families: Path, tmp_path: Path, number: int) -> None:
    id, question, change = FAMILY_CHANGES[number]
    out = Path(shutil.copytree(families, tmp_path / "out"))
    rewrite(out, lambda m: change(entry(m, id, question)))
    found = verdicts(out)[id]
    assert found.result == "failed"
    assert found.reasons[0].startswith("entry "), "before the answers are compared"
