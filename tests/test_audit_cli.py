"""`hlogic audit` from outside: its forms, what its options choose, and limits said in place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from audit_made import PARTIAL, audited
from cli_runs import LONG, document, run
from hlogic.audit import PARTS
from hlogic.render.audit_text import audit_markdown, audit_text

ITEMS = Path(__file__).resolve().parent.parent / "items"
SMALL = ("night_shift", "statement_quota_small", "minimal_hitting_small")


@pytest.mark.parametrize("name", SMALL)
def test_json_holds_to_its_schema(name: str) -> None:
    result = run("audit", str(ITEMS / f"{name}.hlogic"), "--format", "json", "--worlds", "1")
    assert (result.exit_code, result.stderr) == (0, "")
    read = document(result.stdout, "audit")
    assert read["item"] == name
    assert read["parts"] == list(PARTS)
    assert not read["limited"]


def test_json_on_failure(folder: Path) -> None:
    for args in (
        ["gone.hlogic"],
        ["duty.hlogic", "--ask", "whom"],
        ["duty.hlogic", "--scope", "x"],
    ):
        result = run("audit", *args, "--format", "json")
        assert result.exit_code == 2
        assert document(result.stdout, "audit")["item"] is None


def test_parts_asks_and_scopes(folder: Path) -> None:
    result = run(
        "audit", "duty.hlogic", "--part", "sufficiency", "--ask", "many", "--scope", "base"
    )
    assert (result.exit_code, result.stderr) == (0, "")
    assert "q1" not in result.stdout
    assert "many" in result.stdout
    assert "必要性" not in result.stdout
    read = json.loads(run("audit", "duty.hlogic", "--scope", "free", "--format", "json").stdout)
    assert [s["name"] for s in read["scopes"]] == ["free"]
    # What lies in another scope is counted, not silently dropped.
    assert [a["left_out"] for a in read["asks"]] == [6, 1]


def test_number_of_worlds(folder: Path) -> None:
    found = json.loads(run("audit", "duty.hlogic", "--worlds", "5", "--format", "json").stdout)
    many = next(a for a in found["asks"] if a["id"] == "many")
    assert len(many["strata"][0]["worlds"]) == 2  # all there are
    assert not many["strata"][0]["more"]


# ---------------------------------------------------------------------------- limits


def test_a_limit_is_said_in_its_place(folder: Path) -> None:
    (folder / "long.hlogic").write_text(LONG, encoding="utf-8")
    result = run("audit", "long.hlogic", "--limit", "100")
    assert result.exit_code == 3
    limit = "more than 100 rows to enumerate; --limit N allows more"
    assert f"answer: {limit}\n  - NOT COMPUTED: {limit}\n" in result.stdout
    result = run("audit", "long.hlogic", "--limit", "100", "--format", "json")
    found = document(result.stdout, "audit")
    assert found["limited"]
    assert [ask["limit"] for ask in found["asks"]] == [None, limit, None]


def test_time_is_a_limit_too(folder: Path) -> None:
    """Nineteen pigeons in eighteen holes, two by two."""
    (folder / "hard.hlogic").write_text(
        "item hard\nvar at(1..19): 1..18\n"
        "constraint apart: forall p, q in 1..19 where p < q: at(p) != at(q)\n",
        encoding="utf-8",
    )
    result = run("audit", "hard.hlogic", "--timeout", "0.2")
    assert result.exit_code == 3
    assert result.stdout.count("NOT COMPUTED: not answered within 0.2 s (--timeout)") >= 1


# ---------------------------------------------------------------------------- text


def test_an_item_without_background(folder: Path) -> None:
    (folder / "bare.hlogic").write_text("item bare\nvar n: 0..3\nconstraint c: n > 1\n", "utf-8")
    result = run("audit", "bare.hlogic")
    assert result.exit_code == 0
    assert "Nothing here that a machine could see." in result.stdout
    assert "it looks at: n = 0." in result.stdout


def test_markdown_escapes_what_is_no_markup() -> None:
    text = audit_markdown(audited('item a "stars *" { lang: en }\nvar b: bool\nask q: truth b\n'))
    assert text.startswith("# Audit of stars \\* (a)\n")
    assert "\n### `q`\n" in text
    assert "\n- `b` holds: worlds a.1" not in text
    assert "\n- `b` holds: worlds base.1\n" in text


def test_text_ends_in_one_line_break_and_has_no_blank_ends() -> None:
    text = audit_text(audited(PARTIAL))
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert [line for line in text.splitlines() if line != line.rstrip()] == []
