"""FOLIO's records: premises and a conclusion in English and in signs.

`premises` and `premises-FOL` are lists of texts, or texts with a line each, as later versions of
the set have them; `conclusion`, `conclusion-FOL`, and `label`, which is True, False or Uncertain.
"""

from __future__ import annotations

from hlogic.compiler.diagnostics import Report
from hlogic.importing.alignment import aligned
from hlogic.importing.quoted import Quoted, whole
from hlogic.importing.records import GOLD, Fields, decoded, read_formulas
from hlogic.importing.story import Fact, Story, one_line


def read(record: Quoted, report: Report) -> Story:
    """The story of a record. Raises HlogicError where it cannot be read."""
    fields = Fields(decoded(record), record)
    given = [one_line(text) for text in fields.texts("premises")]
    sentences = [text for text in given if text]
    formulas_as_text = fields.texts("premises-FOL")
    texts = [fields.quoted(t, f"premise {n}") for n, t in enumerate(formulas_as_text, 1)]
    asked = fields.quoted(fields.text("conclusion-FOL"), "the conclusion")
    question = one_line(fields.text("conclusion")) or one_line(asked.source.text)
    gold = fields.gold("label", GOLD)
    *facts, conclusion = read_formulas([*texts, asked], report)
    if not sentences:
        sentences = [one_line(text) for text in formulas_as_text]
    if len(sentences) != len(facts):
        said = f"{len(sentences)} sentences and {len(facts)} formulas"
        message = f"the record has {said}; they are matched by their words"
        report.warn("fol-repair", whole(record), message)
    places = aligned(sentences, facts)
    pairs = zip(places, facts, strict=True)
    return Story(
        "",
        tuple(sentences),
        tuple(Fact(at, formula) for at, formula in pairs),
        question,
        conclusion,
        gold,
    )
