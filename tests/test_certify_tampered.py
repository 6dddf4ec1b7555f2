"""Whatever of a certificate is changed, `verify` finds it, and says in which ask and file."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hlogic
from certified import certify, journal, manifest, replace, rewrite, verdicts
from cli_runs import process, run
from hlogic.backends.certify.layout import MANIFEST, digest
from test_certify import FAMILIES, PIGEONS, ROOT

TEXT = (
    PIGEONS
    + "sort C { red, green, blue }\nvar colour: C\nvar n: 0..3\nconstraint few: n < 3\n"
    + "scope fewer { retract some(5) }\n"
    + "ask possible under fewer: possible n == 2\n"
    + "ask necessary under fewer: necessary n < 3\n"
    + "ask bounds under fewer: bounds n\n"
    + "ask rows under fewer: rows distinct (n, colour) where n > 0\n"
    + "ask undefined under fewer: possible 4 // n == 2\n"
    + "ask count under fewer: count worlds where at(1, 1)\n"
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("made") / "out"
    certify(TEXT, target)
    return target


@pytest.fixture
def out(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "out"))


def ask(read: Any, id: str) -> Any:
    return next(a for a in read["asks"] if a["id"] == id)


def entry(read: Any, id: str, question: str, answer: object = None) -> Any:
    found = [e for e in ask(read, id)["journal"] if e["question"] == question]
    return next(e for e in found if answer is None or e["answer"] is answer)


def failure(out: Path, id: str) -> str:
    """Why an ask fails; no other ask does."""
    found = verdicts(out)
    assert found[id].result == "failed", found
    assert {v.id for v in found.values() if v.result == "failed"} <= {id, ""}
    assert run("verify", str(out)).exit_code == 1
    return " ".join(found[id].reasons)


def test_untouched(out: Path) -> None:
    results = {id: v.result for id, v in verdicts(out).items()}
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
def test_an_answer(out: Path, id: str, key: str, value: object) -> None:
    rewrite(out, lambda m: ask(m, id).update({key: value}))
    found = [v for v in verdicts(out).values() if v.result == "failed"]
    assert [v.id for v in found] == [id]
    if key in ("value", "error", "warnings"):
        assert found[0].reasons[0].startswith(f"its `{key}` is ")
        assert MANIFEST in found[0].reasons[0]


def test_an_ask_under_the_name_of_another(out: Path) -> None:
    rewrite(out, lambda m: ask(m, "bounds").update(id="possible"))
    found = verdicts(out)
    assert found["possible"].result == "failed"
    assert found["bounds"].reasons == ("the certificate is not about it",)


def test_an_ask_twice(out: Path) -> None:
    rewrite(out, lambda m: m["asks"].append(ask(m, "bounds")))
    assert failure(out, "bounds") == f"{MANIFEST}: it stands there twice"


def test_a_question_that_is_answered_otherwise(out: Path) -> None:
    """There is no world for a wrong yes, no refutation for a wrong no."""
    world = entry(manifest(out), "possible", "possible", True)["world"]

    def yes(m: Any) -> None:
        no = entry(m, "necessary", "possible", False)
        del no["refutation"]
        no.update(answer=True, world=world)

    rewrite(out, yes)
    assert "its world is none: what is asked about is not true in it" in failure(out, "necessary")


def test_a_no_with_the_refutation_of_another_question(out: Path) -> None:
    def no(m: Any) -> None:
        yes = entry(m, "possible", "possible", True)
        del yes["world"]
        yes.update(answer=False, refutation=entry(m, "hard", "possible", False)["refutation"])

    rewrite(out, no)
    assert ".cnf: it is not the CNF of this question" in failure(out, "possible")


def test_what_is_not_certified_does_not_count_as_verified(out: Path) -> None:
    def claim(m: Any) -> None:
        yes = entry(m, "possible", "possible", True)
        del yes["world"]
        yes.update(answer=False, uncertified="believe me")

    rewrite(out, claim)
    verdict = verdicts(out)["possible"]
    assert verdict.result == "failed"  # the answer is not what now follows
    rewrite(out, lambda m: ask(m, "possible").update(value=False))
    verdict = verdicts(out)["possible"]
    assert (verdict.result, verdict.reasons) == ("unproved", ("believe me",))


# ---------------------------------------------------------------------------- worlds


def test_a_world_with_another_value(out: Path) -> None:
    names = manifest(out)["variables"]

    def change(m: Any) -> None:
        entry(m, "possible", "possible", True)["world"][names.index("n")] = 3

    rewrite(out, change)
    assert failure(out, "possible") == (
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
def test_a_world_with_no_value(out: Path, value: object, why: str) -> None:
    place = manifest(out)["variables"].index("colour")
    rewrite(
        out, lambda m: entry(m, "possible", "possible", True)["world"].__setitem__(place, value)
    )
    assert failure(out, "possible").endswith(why)


def test_a_world_too_short(out: Path) -> None:
    rewrite(out, lambda m: entry(m, "possible", "possible", True)["world"].pop())
    assert "a world is a list of the values of 22 variables" in failure(out, "possible")


def test_a_row_less_or_twice(out: Path) -> None:
    rewrite(out, lambda m: entry(m, "rows", "rows")["worlds"].pop())
    assert ".cnf: it is not the CNF of this question" in failure(out, "rows")
    rewrite(
        out,
        lambda m: entry(m, "rows", "rows").update(
            worlds=[entry(m, "rows", "rows")["worlds"][0]] * 2
        ),
    )
    assert "two of its worlds have the same row" in failure(out, "rows")


def test_a_least_row_that_is_not(out: Path) -> None:
    rewrite(
        out,
        lambda m: entry(m, "bounds", "least").update(world=entry(m, "bounds", "greatest")["world"]),
    )
    assert ".cnf: it is not the CNF of this question" in failure(out, "bounds")


# ---------------------------------------------------------------------------- journals


@pytest.mark.parametrize("id", ["hard", "possible", "bounds", "rows", "undefined", "count"])
def test_an_entry_removed_or_added(made: Path, tmp_path: Path, id: str) -> None:
    entries = journal(made, id)
    for at in range(len(entries)):
        for change in (lambda j, at=at: j.pop(at), lambda j, at=at: j.insert(at, j[at])):
            out = Path(shutil.copytree(made, tmp_path / "out"))
            rewrite(out, lambda m, change=change: change(ask(m, id)["journal"]))
            assert verdicts(out)[id].result == "failed"
            shutil.rmtree(out)


@pytest.mark.parametrize(
    "bad", [None, 1, [], {}, {"scope": "fewer", "question": "possible"}, {"question": 3}]
)
def test_an_entry_that_is_none(out: Path, bad: object) -> None:
    rewrite(out, lambda m: ask(m, "possible")["journal"].__setitem__(0, bad))
    assert failure(out, "possible").startswith("entry 1 of its journal: ")


def test_an_ask_removed(out: Path) -> None:
    rewrite(out, lambda m: m["asks"].remove(ask(m, "rows")))
    found = verdicts(out)
    assert "no ask needs it" in " ".join(found[""].reasons)
    assert found["rows"].reasons == ("the certificate is not about it",)


@pytest.mark.parametrize("bad", [None, 3, {}, {"id": "nobody"}, {"id": "hard", "scope": 1}])
def test_an_ask_that_is_none(out: Path, bad: object) -> None:
    rewrite(out, lambda m: m["asks"].append(bad))
    assert [v for v in hlogic.verify(out) if v.result == "failed"]


# ---------------------------------------------------------------------------- files


def searched(out: Path) -> str:
    """The name of the refutation with the longest proof, which `hard` rests on."""
    found = max((out / "refutations").glob("*.drup"), key=lambda p: p.stat().st_size)
    return f"refutations/{found.stem}"


def test_a_changed_file_is_named(out: Path) -> None:
    for name in ("README.txt", "item/item.hlogic", f"{searched(out)}.cnf", f"{searched(out)}.drup"):
        data = (out / name).read_bytes()
        (out / name).write_bytes(data + b"\n")
        assert any(r.startswith(f"{name}: it was changed") for r in verdicts(out)[""].reasons)
        (out / name).unlink()
        assert any(r.startswith(f"{name}: it does not exist") for r in verdicts(out)[""].reasons)
        (out / name).write_bytes(data)
    assert "" not in verdicts(out)


def last_cut(proof: bytes) -> bytes:
    return b"".join(proof.splitlines(keepends=True)[:-1])


CHANGES: list[tuple[Callable[[bytes], bytes], str]] = [
    (last_cut, "it does not end with the empty clause"),
    (lambda proof: b"0\n", "step 1 (0) does not follow by unit propagation"),
    (lambda proof: b"1 0\n" + proof, "step 1 (1 0) does not follow by unit propagation"),
    (lambda proof: b"99999 0\n0\n", "it speaks of a variable that the CNF does not have"),
    (lambda proof: b"x 0\n" + proof, "proof line 1: bad token 'x'"),
    (lambda proof: b"\xff" + proof, "it is no text of numbers"),
    (lambda proof: b"", "it does not end with the empty clause"),
]


@pytest.mark.parametrize(("change", "why"), CHANGES, ids=[why for _, why in CHANGES])
def test_a_proof(out: Path, change: Callable[[bytes], bytes], why: str) -> None:
    name = f"{searched(out)}.drup"
    replace(out, name, change((out / name).read_bytes()))
    reason = " ".join(verdicts(out)["hard"].reasons)
    assert f"{name}: " in reason
    assert why in reason


def test_a_cnf_that_is_plainly_false(out: Path) -> None:
    name = searched(out)
    replace(out, f"{name}.cnf", b"p cnf 1 2\n1 0\n-1 0\n")
    replace(out, f"{name}.drup", b"0\n")
    assert f"{name}.cnf: it is not the CNF of this question" in " ".join(
        verdicts(out)["hard"].reasons
    )


def test_the_item(out: Path) -> None:
    """Another item, even with all digests made to fit, does not have these refutations."""
    text = (out / "item" / "item.hlogic").read_bytes()
    replace(out, "item/item.hlogic", text.replace(b"n < 3\n", b"n < 4\n", 1))
    found = verdicts(out)
    assert {"bounds", "rows"} <= {v.id for v in found.values() if v.result == "failed"}
    replace(out, "item/item.hlogic", b"item other\n")
    assert "item/item.hlogic: it is the item other, not pigeons" in verdicts(out)[""].reasons
    replace(out, "item/item.hlogic", b"item\n")
    assert verdicts(out)[""].reasons[0].startswith("item/item.hlogic:")


def test_a_file_too_many_or_a_link(out: Path) -> None:
    (out / "refutations" / "more.cnf").write_text("")
    assert "refutations/more.cnf: the manifest does not list it" in verdicts(out)[""].reasons
    (out / "refutations" / "more.cnf").unlink()
    (out / "README.txt").rename(out.parent / "README.txt")
    (out / "README.txt").symlink_to(out.parent / "README.txt")
    assert any(r.startswith("README.txt: ") for r in verdicts(out)[""].reasons)


@pytest.mark.parametrize("name", ["../secret", "/etc/hostname", "item/../../secret"])
def test_names_that_lead_out(out: Path, name: str) -> None:
    (out.parent / "secret").write_text("item x\n")
    rewrite(out, lambda m: m["files"].update({name: digest(b"item x\n")}))
    assert any(r.startswith(f"{name}: ") for r in verdicts(out)[""].reasons)
    rewrite(out, lambda m: m.update(text=name))
    assert [v.result for v in hlogic.verify(out)] == ["failed"]


def test_a_refutation_that_is_no_name(out: Path) -> None:
    for name in (None, 3, "../x", "refutations/../../x", "refutations/9999", "item/item"):
        rewrite(
            out, lambda m, name=name: entry(m, "hard", "possible", False).update(refutation=name)
        )
        assert verdicts(out)["hard"].result == "failed"


def test_the_standard_library(tmp_path: Path) -> None:
    certify("item s\nuse std.order\nvar n: 0..3\nask q: possible n == 1\n", tmp_path / "out")
    rewrite(tmp_path / "out", lambda m: m["standard"].update({"std.order": "0"}))
    assert verdicts(tmp_path / "out")[""].reasons[0].startswith("std.order: this program's module")
    rewrite(tmp_path / "out", lambda m: m.update(standard={"std.../../x": "0"}))
    assert verdicts(tmp_path / "out")[""].result == "failed"


@pytest.mark.parametrize("part", ["files", "standard"])
@pytest.mark.parametrize(
    "name", ["\ud800", "\0", "a" * 5000, "std.\ud800", "std." + "a" * 5000, "..", ""]
)
def test_a_name_that_no_file_can_have(out: Path, part: str, name: str) -> None:
    rewrite(out, lambda m: m[part].update({name: "0"}))
    (reason,) = verdicts(out)[""].reasons
    assert reason.startswith(f"{name}: ")
    assert os.fspath(ROOT) not in reason


def test_a_name_that_is_no_text_is_told(out: Path) -> None:
    rewrite(out, lambda m: m["files"].update({"\ud800": "0"}))
    with process("verify", "--json", str(out)) as running:
        said, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (1, "")
    (reason,) = json.loads(said)["verdicts"][0]["reasons"]
    assert reason.startswith("\ud800: ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_a_pipe_is_not_waited_for(out: Path) -> None:
    (out / "README.txt").unlink()
    os.mkfifo(out / "README.txt")
    assert verdicts(out)[""].reasons == ("README.txt: it is not a file",)
    (out / MANIFEST).unlink()
    os.mkfifo(out / MANIFEST)
    ended = run("verify", str(out))
    assert ended.exit_code == 2
    assert "the folder is no certificate: manifest.json is not a file" in ended.stderr


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", "null", '{"format": "hlogic certificate 9"}', "[" * 100_000]
)
def test_no_certificate(out: Path, text: str) -> None:
    (out / MANIFEST).write_text(text)
    ended = run("verify", str(out))
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert "error[not-a-certificate]" in ended.stderr


def test_a_manifest_without_a_part(out: Path) -> None:
    whole = manifest(out)
    for key in whole:
        (out / MANIFEST).write_text(json.dumps({k: v for k, v in whole.items() if k != key}))
        with pytest.raises(hlogic.HlogicError) as caught:
            hlogic.verify(out)
        assert [d.code for d in caught.value.diagnostics] == ["not-a-certificate"]


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
