"""Whatever of the files of a certificate is changed, `verify` finds it and names the file."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import hlogic
from certified import certify, entry, manifest, replace, rewrite, verdicts
from cli_runs import process, run
from hlogic.backends.certify.layout import MANIFEST, digest

ROOT = Path(__file__).resolve().parent.parent


def searched(issued: Path) -> str:
    """The name of the refutation with the longest proof, which `hard` rests on."""
    found = max((issued / "refutations").glob("*.drup"), key=lambda p: p.stat().st_size)
    return f"refutations/{found.stem}"


def test_a_changed_file_is_named(issued: Path) -> None:
    for name in (
        "README.txt",
        "item/item.hlogic",
        f"{searched(issued)}.cnf",
        f"{searched(issued)}.drup",
    ):
        data = (issued / name).read_bytes()
        (issued / name).write_bytes(data + b"\n")
        assert any(r.startswith(f"{name}: it was changed") for r in verdicts(issued)[""].reasons)
        (issued / name).unlink()
        assert any(r.startswith(f"{name}: it does not exist") for r in verdicts(issued)[""].reasons)
        (issued / name).write_bytes(data)
    assert "" not in verdicts(issued)


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
def test_a_proof(issued: Path, change: Callable[[bytes], bytes], why: str) -> None:
    name = f"{searched(issued)}.drup"
    replace(issued, name, change((issued / name).read_bytes()))
    reason = " ".join(verdicts(issued)["hard"].reasons)
    assert f"{name}: " in reason
    assert why in reason


def test_a_cnf_that_is_plainly_false(issued: Path) -> None:
    name = searched(issued)
    replace(issued, f"{name}.cnf", b"p cnf 1 2\n1 0\n-1 0\n")
    replace(issued, f"{name}.drup", b"0\n")
    assert f"{name}.cnf: it is not the CNF of this question" in " ".join(
        verdicts(issued)["hard"].reasons
    )


def test_the_item(issued: Path) -> None:
    """Another item, even with all digests made to fit, does not have these refutations."""
    text = (issued / "item" / "item.hlogic").read_bytes()
    replace(issued, "item/item.hlogic", text.replace(b"n < 3\n", b"n < 4\n", 1))
    found = verdicts(issued)
    assert {"bounds", "rows"} <= {v.id for v in found.values() if v.result == "failed"}
    replace(issued, "item/item.hlogic", b"item other\n")
    assert "item/item.hlogic: it is the item other, not pigeons" in verdicts(issued)[""].reasons
    replace(issued, "item/item.hlogic", b"item\n")
    assert verdicts(issued)[""].reasons[0].startswith("item/item.hlogic:")


def test_a_file_too_many_or_a_link(issued: Path) -> None:
    (issued / "refutations" / "more.cnf").write_text("")
    assert "refutations/more.cnf: the manifest does not list it" in verdicts(issued)[""].reasons
    (issued / "refutations" / "more.cnf").unlink()
    (issued / "README.txt").rename(issued.parent / "README.txt")
    (issued / "README.txt").symlink_to(issued.parent / "README.txt")
    assert any(r.startswith("README.txt: ") for r in verdicts(issued)[""].reasons)


@pytest.mark.parametrize("name", ["../secret", "/etc/hostname", "item/../../secret"])
def test_names_that_lead_out(issued: Path, name: str) -> None:
    (issued.parent / "secret").write_text("item x\n")
    rewrite(issued, lambda m: m["files"].update({name: digest(b"item x\n")}))
    assert any(r.startswith(f"{name}: ") for r in verdicts(issued)[""].reasons)
    rewrite(issued, lambda m: m.update(text=name))
    assert [v.result for v in hlogic.verify(issued)] == ["failed"]


def test_a_refutation_that_is_no_name(issued: Path) -> None:
    for name in (None, 3, "../x", "refutations/../../x", "refutations/9999", "item/item"):
        rewrite(
            issued, lambda m, name=name: entry(m, "hard", "possible", False).update(refutation=name)
        )
        assert verdicts(issued)["hard"].result == "failed"


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
def test_a_name_that_no_file_can_have(issued: Path, part: str, name: str) -> None:
    rewrite(issued, lambda m: m[part].update({name: "0"}))
    (reason,) = verdicts(issued)[""].reasons
    assert reason.startswith(f"{name}: ")
    assert os.fspath(ROOT) not in reason


def test_a_name_that_is_no_text_is_told(issued: Path) -> None:
    rewrite(issued, lambda m: m["files"].update({"\ud800": "0"}))
    with process("verify", "--json", str(issued)) as running:
        said, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (1, "")
    (reason,) = json.loads(said)["verdicts"][0]["reasons"]
    assert reason.startswith("\ud800: ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_a_pipe_is_not_waited_for(issued: Path) -> None:
    (issued / "README.txt").unlink()
    os.mkfifo(issued / "README.txt")
    assert verdicts(issued)[""].reasons == ("README.txt: it is not a file",)
    (issued / MANIFEST).unlink()
    os.mkfifo(issued / MANIFEST)
    ended = run("verify", str(issued))
    assert ended.exit_code == 2
    assert "the folder is no certificate: manifest.json is not a file" in ended.stderr


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", "null", '{"format": "hlogic certificate 9"}', "[" * 100_000]
)
def test_no_certificate(issued: Path, text: str) -> None:
    (issued / MANIFEST).write_text(text)
    ended = run("verify", str(issued))
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert "error[not-a-certificate]" in ended.stderr


def test_a_manifest_without_a_part(issued: Path) -> None:
    whole = manifest(issued)
    for key in whole:
        (issued / MANIFEST).write_text(json.dumps({k: v for k, v in whole.items() if k != key}))
        with pytest.raises(hlogic.HlogicError) as caught:
            hlogic.verify(issued)
        assert [d.code for d in caught.value.diagnostics] == ["not-a-certificate"]
