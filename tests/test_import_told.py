"""`hlogic import`: what items say of their records, folders that are refused, findings as JSON."""

from __future__ import annotations

import json
from pathlib import Path

from cli_runs import run
from fol_made import line
from import_runs import checked, item, items, said
from test_import import ANN, OLD


def test_what_is_said_of_the_whole_record_stands_in_its_head(folder: Path) -> None:
    """Its numbers where it comes from, and that its sentences were matched."""
    fields = {"story_id": 380, "example_id": "1014 b"}
    record = json.loads(line(OLD, ANN, **fields))
    record["premises"].append("Bo sings.")
    text = item(folder, json.dumps(record), code=1)
    checked(text)
    head = text[: text.index("background")]
    assert 'lang: en,\n  story_id: 380,\n  example_id: "1014 b",\n  mended: ' in head
    assert "3 sentences and 2 formulas; they are matched by their words" in head


def test_a_mended_conclusion_is_noted(folder: Path) -> None:
    text = item(folder, line(OLD, asked=("Is it?", "Old(ann))")), code=1)
    said = "the conclusion: a `)` that closes nothing is left out; in the record: Old(ann))"
    assert f'ask q "Is it?"\n  note "{said}":\n' in text


def test_background_knowledge_is_marked_apart(folder: Path) -> None:
    text = item(folder, line(OLD, ("[BG] Ann is old.", "Old(ann)")))
    checked(text)
    assert 'claim p2 "Ann is old."\n' in text
    note = "background knowledge: the record marks it [BG]"
    assert f'constraint p2x: Old(ann)  cites p2  note "{note}"\n' in text
    assert "[BG]" not in text.replace(note, "")


def test_a_record_without_a_label_is_told(folder: Path) -> None:
    code, stderr = said(folder, line(OLD, label=None), "--strict")
    assert code == 1
    assert (
        "a.jsonl:1:1: warning[no-label]: the record has no answer; its ask expects none" in stderr
    )
    assert stderr.endswith("1 of 1 record written to out, 0 with repairs, 1 without a label\n")


def test_a_folder_with_other_files_is_refused(folder: Path) -> None:
    (folder / "out").mkdir()
    (folder / "out" / ".gitignore").write_text("*")
    assert said(folder, line(OLD))[0] == 0
    assert said(folder, "\n".join([line(OLD)] * 11))[0] == 2
    code, stderr = said(folder, "\n".join([line(OLD)] * 11))
    assert (code, "out holds folio_0.hlogic, which is not of this import" in stderr) == (2, True)
    assert items(folder) == [".gitignore", "folio_0.hlogic"]


def test_what_an_earlier_run_left_is_told(folder: Path) -> None:
    assert said(folder, line(OLD))[0] == 0
    code, stderr = said(folder, "{")
    assert (
        code,
        "out/folio_0.hlogic is of an earlier run: its record is refused now" in stderr,
    ) == (
        2,
        True,
    )


def test_findings_as_json(folder: Path) -> None:
    rows = [line(OLD), line(("So.", "Old(ann))")), line(OLD, label=None), "{"]
    (folder / "a.jsonl").write_text("\n".join(rows), encoding="utf-8")
    result = run("import", "folio", "--json", "a.jsonl", "-o", "out")
    assert result.exit_code == 2
    told = json.loads(result.stdout)
    assert told["counts"] == {
        "records": 4, "written": 3, "repaired": 1, "refused": 1, "without_label": 1,
        "repairs": {"bracket": 1},
    }  # fmt: skip
    assert told["files"] == ["folio_0.hlogic", "folio_1.hlogic", "folio_2.hlogic"]
    found = [(d["item"], d["record_line"], d["code"], d["kind"]) for d in told["diagnostics"]]
    assert found == [
        ("folio_1", 2, "fol-repair", "bracket"),
        ("folio_2", 3, "no-label", None),
        ("folio_3", 4, "bad-record", None),
    ]
    wrong = run("import", "folio", "--json", "no.jsonl", "-o", "out")
    assert (wrong.exit_code, json.loads(wrong.stdout)["diagnostics"][0]["severity"]) == (2, "error")


def test_imported_items_are_without_findings_of_lint(folder: Path) -> None:
    assert said(folder, line(OLD, ANN, asked=("Ann Lee is wise.", "Wise(annLee)")))[0] == 0
    assert run("lint", "--werror", "out").exit_code == 0


def test_an_empty_formula_is_told_where_the_record_has_it(folder: Path) -> None:
    record = line(("Ann is old.", ""), OLD, asked=("Is it?", " "))
    code, stderr = said(folder, record)
    assert code == 2
    at = record.index('"premises-FOL"') + 1
    assert f"a.jsonl:1:{at}: error[fol-syntax]: premise 1: the formula is empty\n  1 | " in stderr
    assert "^" * len('"premises-FOL"') + "\n" in stderr
    assert "error[fol-syntax]: the conclusion: the formula is empty\n" in stderr


def test_invisible_characters_are_left_out_and_told(folder: Path) -> None:
    """Within names, around them, and behind signs; once in the note."""
    formula = "∀x\u200b (Po\u00adet(x) ↔\ufe0f Old(x\u200b))"
    text = item(folder, line(("Ann is old.", formula)), code=1)
    assert "forall x in Thing: Poet(x) iff Old(x)" in text
    note = text[text.index("note") :].split("\n")[0]
    assert note.count("U+200B, is left out") == 1
    code, stderr = said(folder, line(("Ann is old.", formula)))
    told = "warning[fol-repair]: premise 1: an invisible character"
    assert (code, stderr.count(told), stderr.count(f"{told}, U+00AD, is")) == (1, 4, 1)
    assert "1 with repairs (invisible 1)" in stderr
    assert said(folder, line(("Ann is old.", formula)), "--strict")[0] == 2


def test_records_that_share_a_line_are_named(folder: Path) -> None:
    bad = line(("Ann is old.", "Old("))
    stderr = said(folder, f"[{line(OLD)}, {bad}]")[1]
    assert "a.jsonl:1:5: error[fol-syntax]: folio_1: premise 1: a name should" in stderr
    assert "error[fol-syntax]: premise 1: a name" in said(folder, f"[{line(OLD)},\n{bad}]")[1]
