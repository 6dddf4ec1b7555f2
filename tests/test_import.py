"""`hlogic import folio`: records to items, what is said of them, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli_runs import run
from fol_made import line
from import_runs import checked, item, items, said

OLD = ("Whoever is old is wise.", "∀x (Old(x) → Wise(x))")
ANN = ("Ann Lee is old.", "Old(annLee)")


def test_an_item_of_a_record(folder: Path) -> None:
    text = item(folder, line(OLD, ANN, asked=("Ann Lee is wise.", "Wise(annLee)"), label="True"))
    checked(text)
    assert (
        text
        == """\
item folio_0 "a 0" { lang: en }

background \"\"\"
Whoever is old is wise.
Ann Lee is old.
\"\"\"

claim p1 "Whoever is old is wise."
claim p2 "Ann Lee is old."

sort Thing open { annLee "Ann Lee" }

var Old(Thing) "Old({1})": bool  cites p1
var Wise(Thing) "Wise({1})": bool  cites p1

constraint p1x: forall x in Thing: Old(x) implies Wise(x)  cites p1
constraint p2x: Old(annLee)  cites p2

ask q "Ann Lee is wise.": truth Wise(annLee) expect true
"""
    )


@pytest.mark.parametrize(
    ("label", "expected"),
    [("True", " expect true"), ("False", " expect false"), ("Uncertain", " expect uncertain"),
     ("unknown", " expect uncertain"), (None, "")],
)  # fmt: skip
def test_labels(folder: Path, label: str | None, expected: str) -> None:
    text = item(folder, line(OLD, label=label), code=label is None)
    assert text.endswith(f"truth Old(ann){expected}\n")


def test_names_are_made_valid_and_kept_apart(folder: Path) -> None:
    text = item(
        folder,
        line(
            ("So.", "∀exists (in(exists) ∧ 2nd(exists, count))"),
            ("Or.", "Thing(C++, C, n2nd) ∧ Old(old) ∧ X’s(Ś)"),
            asked=("Is it?", "∀old P(old)"),
        ),
    )
    checked(text)
    assert (
        'sort Thing_2 open { count_ "count", C__ "C++", C "C", n2nd_2 "n2nd", old "old", Ś' in text
    )
    assert 'var in_(Thing_2) "in({1})": bool' in text
    assert 'var n2nd(Thing_2, Thing_2) "2nd({1}, {2})": bool' in text
    assert 'var X_s(Thing_2) "X’s({1})": bool' in text
    assert (
        "constraint p1x: forall exists_ in Thing_2: in_(exists_) and n2nd(exists_, count_)" in text
    )
    assert "truth forall old_2 in Thing_2: P(old_2)" in text


def test_a_function_and_equality(folder: Path) -> None:
    text = item(folder, line(("So.", "∀x (father(x) ≠ x) ∧ Old(father(ann))")))
    checked(text)
    assert 'var father(Thing) "father({1})": Thing' in text
    assert "(forall x in Thing: father(x) != x) and Old(father(ann))" in text


@pytest.mark.parametrize(
    ("first", "second", "message", "kind"),
    [
        ("FootballPlayer(ann)", "Footballplayer(bob)",
         "Footballplayer is read as FootballPlayer, which differs only in its spelling",
         "spelling"),
        ("Old(ann_lee)", "Old(annLee)",
         "annLee is read as ann_lee, which differs only in its spelling",
         "spelling"),
        ("Meeting(ann)", "Meetings(bob)",
         "Meetings is read as Meeting, which differs only in its spelling",
         "spelling"),
        ("Likes(ann, bob)", "Likes(ann)",
         "Likes is a predicate with 1 argument here and with 2 elsewhere; they are two",
         "two uses"),
        ("Likes(ann)", "Old(Likes)",
         "Likes is a constant here and a predicate elsewhere; they are two",
         "two uses"),
    ],
)  # fmt: skip
def test_spellings_and_uses_that_clash(
    folder: Path, first: str, second: str, message: str, kind: str
) -> None:
    code, stderr = said(folder, line(("So.", first), ("Or.", second)))
    assert code == 1
    message = f"premise 2: {message}"
    assert f"warning[fol-repair]: {message}\n" in stderr
    assert stderr.endswith(f"1 of 1 record written to out, 1 with repairs ({kind} 1)\n")
    text = next((folder / "out").iterdir()).read_text(encoding="utf-8")
    assert f'cites p2\n  note "{message}; in the record: {second}"\n' in text


def test_plurals_in_one_formula_are_two_predicates(folder: Path) -> None:
    text = item(folder, line(("So.", "Book(ann) ∧ Books(ann)")))
    assert "constraint p1x: Book(ann) and Books(ann)" in text


def test_a_sentence_that_stands_twice_and_within_another(folder: Path) -> None:
    text = item(
        folder,
        line(
            ("If Al is in, Bo is.", "In(al) → In(bo)"), ("Bo is.", "In(bo)"), ("Bo is.", "In(bo)")
        ),
    )
    checked(text)
    assert 'claim p2 @2 "Bo is."\nclaim p3 @3 "Bo is."' in text


def test_fewer_formulas_than_sentences(folder: Path) -> None:
    record = json.loads(line(OLD, ("Ann likes tea.", "Tea(ann)"), ("Bob is not old.", "¬Old(bob)")))
    del record["premises-FOL"][1]
    text = item(folder, json.dumps(record), code=1)
    checked(text)
    assert 'claim p2 "Ann likes tea." unmodelled because "the record has no formula for it"' in text
    assert "constraint p2x: not Old(bob)  cites p3" not in text
    assert "constraint p3x: not Old(bob)  cites p3" in text


def test_more_formulas_than_sentences(folder: Path) -> None:
    record = json.loads(
        line(OLD, ("Ann is old and rich.", "Old(ann)"), ("Bob is not old.", "¬Old(bob)"))
    )
    record["premises-FOL"].insert(2, "Rich(ann)")
    text = item(folder, json.dumps(record), code=1)
    checked(text)
    assert "constraint p2x: Old(ann)  cites p2\nconstraint p2x_2: Rich(ann)  cites p2\n" in text


def test_lines_instead_of_lists_and_no_english(folder: Path) -> None:
    fields: dict[str, Any] = {"premises": "One.\n\nTwo.", "premises-FOL": "Old(ann)\nOld(bob)"}
    text = item(folder, line(**fields), line(OLD, premises=[" "]))
    assert 'background """\nOne.\nTwo.\n"""' in text
    other = (folder / "out" / "folio_1.hlogic").read_text(encoding="utf-8")
    checked(other)
    assert 'claim p1 "∀x (Old(x) → Wise(x))"' in other


def test_a_chinese_record_and_an_array(folder: Path) -> None:
    record = line(("会员都付款。", "∀x (会员(x) → 付款(x))"), asked=("小明付款吗？", "付款(小明)"))
    text = item(folder, "[", record + ",", record, "]")
    checked(text)
    assert text.startswith('item folio_0 "a 0" { lang: zh }')
    assert items(folder) == ["folio_0.hlogic", "folio_1.hlogic"]


# ---------------------------------------------------------------------------- what is wrong


def test_a_repair_is_shown_under_the_formula(folder: Path) -> None:
    code, stderr = said(folder, line(OLD) + "\n\n" + line(OLD, ("So.", "Old(ann))")))
    assert code == 1
    assert stderr == (
        "a.jsonl:3:9: warning[fol-repair]: premise 2: a `)` that closes nothing is left out\n"
        "  3 | Old(ann))\n"
        "    |         ^\n"
        "\n1 warning\n"
        "2 of 2 records written to out, 1 with repairs (bracket 1)\n"
    )


def test_strict_refuses_repairs(folder: Path) -> None:
    code, stderr = said(folder, line(OLD) + "\n" + line(("So.", "Old(ann))")), "--strict")
    assert code == 2
    assert "a.jsonl:2:9: error[fol-repair]: premise 1: " in stderr
    assert stderr.endswith("1 of 2 records written to out, 0 with repairs, 1 refused\n")
    assert items(folder) == ["folio_0.hlogic"]


def test_what_cannot_be_read_leaves_the_rest_alone(folder: Path) -> None:
    bad = line(("So.", "Old(ann) Old(bob)"), ("Or.", "?"), asked=("Is it?", "Old("))
    code, stderr = said(folder, "\n".join([line(OLD), bad, "{", line(OLD)]))
    assert code == 2
    assert (
        "a.jsonl:2:10: error[fol-syntax]: premise 1: a connective is missing before `Old`" in stderr
    )
    assert "a.jsonl:2:1: error[fol-syntax]: premise 2: ? belongs to no formula" in stderr
    assert "a.jsonl:2:5: error[fol-syntax]: the conclusion: a name should stand here" in stderr
    assert "a.jsonl:3:2: error[bad-record]: this is no JSON: expecting property name" in stderr
    assert items(folder) == ["folio_0.hlogic", "folio_3.hlogic"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("7", "a record is a JSON object, and this is none"),
        ("{}", "the record has no field premises"),
        (line(premises=7), "premises should be a list of texts"),
        (line(premises=[7]), "premises[0] should be a text"),
        (line(OLD, conclusion=7), "conclusion should be a text"),
        (line(OLD, label="Perhaps"), "label is Perhaps, and no answer"),
        (line(OLD, conclusion="\ud800"), "conclusion holds half of a character (a lone surrogate)"),
        ("[" * 100_000, "this is no JSON array"),
        ('{"a": ' * 100_000, "this JSON is nested too deeply, or a number is too long"),
        (f"[{line(OLD)} {line(OLD)}]", "`,` or `]` is missing"),
    ],
)  # fmt: skip
def test_bad_records(folder: Path, text: str, message: str) -> None:
    code, stderr = said(folder, text)
    assert (code, f"error[bad-record]: {message}" in stderr) == (2, True), stderr


def test_files_that_are_not_there(folder: Path) -> None:
    assert run("import", "folio", "no.jsonl", "-o", "out").exit_code == 2
    (folder / "taken").write_text("")
    (folder / "a.jsonl").write_text(line(OLD))
    result = run("import", "folio", "a.jsonl", "-o", "taken")
    assert (result.exit_code, "taken: File exists" in result.stderr) == (2, True)


def test_from_standard_input_and_of_nothing(folder: Path) -> None:
    result = run("import", "folio", "-", "-o", "out", stdin=line(OLD))
    assert (result.exit_code, result.stderr) == (
        0,
        "1 of 1 record written to out, 0 with repairs\n",
    )
    result = run("import", "folio", "-", "-o", "none", stdin="")
    assert (result.exit_code, result.stderr) == (
        0,
        "0 of 0 records written to none, 0 with repairs\n",
    )
