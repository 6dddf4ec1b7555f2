"""FOLIO's records: premises and a conclusion in English and in signs.

`premises` and `premises-FOL` are lists of texts, or texts with a line each, as later versions of
the set have them; `conclusion`, `conclusion-FOL`, and `label`, which is True, False or Uncertain.
Published files also number the stories and the examples.
"""

from __future__ import annotations

from hlogic.compiler.diagnostics import Report
from hlogic.importing.alignment import aligned
from hlogic.importing.quoted import Quoted, whole
from hlogic.importing.records import GOLD, Fields, decoded, read_formulas
from hlogic.importing.repairs import mend
from hlogic.importing.story import Fact, Story, one_line

_ADDED = "[BG]"  # before a premise that the authors added: what everybody knows
_PREMISES, _CONCLUSION = "premises-FOL", "conclusion-FOL"
_IDS = ("story_id", "example_id")


def read(record: Quoted, report: Report) -> Story:
    """The story of a record. Raises HlogicError where it cannot be read."""
    fields = Fields(decoded(record), record)
    given = [one_line(text) for text in fields.texts("premises")]
    marked = [text for text in given if text.removeprefix(_ADDED).strip()]
    sentences = [text.removeprefix(_ADDED).strip() for text in marked]
    formulas_as_text = fields.texts(_PREMISES)
    texts = [
        fields.formula(text, f"premise {number}", _PREMISES, report)
        for number, text in enumerate(formulas_as_text, 1)
    ]
    asked = fields.formula(fields.text(_CONCLUSION), "the conclusion", _CONCLUSION, report)
    question = one_line(fields.text("conclusion")) or one_line(asked.text)
    gold = fields.gold("label", GOLD)
    *facts, conclusion = read_formulas([*texts, asked], report)
    if not sentences:
        sentences = [one_line(text) for text in formulas_as_text]
    if len(sentences) != len(facts):
        said = f"{len(sentences)} sentences and {len(facts)} formulas"
        message = f"the record has {said}; they are matched by their words"
        mend(report, "sentence", whole(record), message)
    places = aligned(sentences, facts)
    told = zip(places, facts, texts, strict=True)
    return Story(
        "",
        tuple(sentences),
        tuple(Fact(at, formula, text) for at, formula, text in told),
        question,
        conclusion,
        asked,
        gold,
        ids=tuple((name, fields.number(name)) for name in _IDS if fields.has(name)),
        added=frozenset(i for i, text in enumerate(marked) if text.startswith(_ADDED)),
    )
