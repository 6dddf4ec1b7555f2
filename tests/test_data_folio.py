"""Published records read by `hlogic import`, with the figures that a change must not make worse."""

from __future__ import annotations

from pathlib import Path

import pytest

from hlogic.compiler.census.census import check_census
from hlogic.compiler.diagnostics import Report
from hlogic.compiler.source import Source
from hlogic.compiler.syntax.parse import parse_file
from hlogic.importing.run import Imported, imported

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
FOLIO = "folio/folio-validation.jsonl"
PROOFWRITER = "logic-lm/ProofWriter.dev.gpt-4.json"


def records(file: str, form: str) -> list[Imported]:
    path = DATA / file
    if not path.exists():
        pytest.skip(f"the third-party data is not beside the repository: ../shared/data/{file}")
    source = Source.of("records", path.read_text(encoding="utf-8"))
    return list(imported(source, form, False))


@pytest.mark.parametrize(
    ("file", "form", "size", "repaired"),
    [(FOLIO, "folio", 204, 39), (PROOFWRITER, "proofwriter", 600, 0)],
)
def test_every_record_is_read(file: str, form: str, size: int, repaired: int) -> None:
    found = records(file, form)
    assert len(found) == size
    assert sum(bool(item.diagnostics) for item in found) == repaired
    for item in found:
        assert item.text is not None
        report = Report()
        check_census(parse_file(Source.of(item.name, item.text))[0], report, None)
        assert report.diagnostics == []
