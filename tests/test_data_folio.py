"""Published records read by `hlogic import`, with the figures that a change must not make worse.

Of FOLIO's records that the recorded prover could read, two are answered otherwise here, as their
labels say: `MountainRange(p) ∧ In(p, newmexico) ∨ In(p, texas)`, for "a mountain range in New
Mexico or Texas", is read as one range in either. Of the labels that stay unlike the answer, one
belongs to a conclusion whose formula is that of another sentence (87); in the others the formulas
say less, or more, than the sentences. Of ProofWriter's programs two lack lines that their contexts
have.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hlogic
from hlogic.compiler import ast
from hlogic.compiler.census.census import check_census
from hlogic.compiler.census.edits import edited
from hlogic.compiler.diagnostics import Report
from hlogic.compiler.source import Source
from hlogic.compiler.syntax.parse import parse_file
from hlogic.importing.run import Imported, imported
from hlogic.renaming.rewrite import renamed

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
FOLIO = "folio/folio-validation.jsonl"
PROOFWRITER = "logic-lm/ProofWriter.dev.gpt-4.json"


def records(file: str, form: str) -> list[Imported]:
    path = DATA / file
    if not path.exists():
        pytest.skip(f"the third-party data is not beside the repository: ../shared/data/{file}")
    source = Source.of("records", path.read_text(encoding="utf-8"))
    return list(imported(source, form, False))


def check_read(found: list[Imported], size: int, repaired: int) -> None:
    """Every record is read, some of them repaired, and its claims are in its text."""
    assert len(found) == size
    assert sum(bool(item.diagnostics) for item in found) == repaired
    for item in found:
        assert item.text is not None
        report = Report()
        check_census(parse_file(Source.of(item.name, item.text))[0], report, None)
        assert report.diagnostics == []


def logic(file: ast.File) -> list[object]:
    """The formulas of an item, with what they cite and what is expected."""
    found: list[object] = []
    for node in file.declarations:
        if isinstance(node, ast.Constraint):
            found += [node.body, node.trailer.cites]
        elif isinstance(node, ast.Ask):
            found += [node.query, node.expect]
    return found


def test_records_in_made_up_words_keep_their_logic() -> None:
    """Every formula and citation stays, claims are found in the new text, and five items in six
    lose no name; in the others formulas have names of their own, like NLP, or misspell one."""
    clean = 0
    for item in records(FOLIO, "folio"):
        assert item.text is not None
        source = Source.of(item.name, item.text)
        told = renamed(source, None, "1")
        after, _ = parse_file(Source.of(item.name, edited(item.text, told.edits)))
        report = Report()
        check_census(after, report, None)
        assert report.diagnostics == []
        assert logic(after) == logic(parse_file(source)[0])
        clean += not told.findings
    assert clean == 170


def answers(found: list[Imported]) -> list[tuple[str, bool]]:
    """Each record's answer, and whether it is the label's."""
    got = []
    for imported_item in found:
        assert imported_item.text is not None
        item = hlogic.loads(imported_item.text, name=imported_item.name)
        (result,) = item.test()
        got.append((str(result.answer.value).lower(), result.ok))
    return got


def test_records_of_folio() -> None:
    found = records(FOLIO, "folio")
    check_read(found, 204, 39)
    got = answers(found)
    path = DATA / "folio/check-validation.json"
    recorded = [row["z3"].lower() for row in json.loads(path.read_text(encoding="utf-8"))]
    unread = [i for i, verdict in enumerate(recorded) if verdict == "unparsed"]
    assert unread == [2, 66, 67, 68, 87, 108, 109, 110]
    unlike = [i for i, (answer, _) in enumerate(got) if answer != recorded[i] and i not in unread]
    assert unlike == [112, 114]
    assert [i for i, (_, ok) in enumerate(got) if not ok] == [5, 27, 29, 47, 87, 138, 139]


def test_records_of_proofwriter() -> None:
    found = records(PROOFWRITER, "proofwriter")
    check_read(found, 600, 0)
    got = answers(found)
    assert [i for i, (_, ok) in enumerate(got) if not ok] == [344, 526]
