"""Proofs as the one JSON object of `prove --format json`; `proofs.schema.json` says its form.

{"item": "night_shift", "explained": [ … ]}
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from hlogic.compiler.answer import Json, by_id, value_json
from hlogic.compiler.ir import Theory, instance_id
from hlogic.compiler.proof.explained import Explained, Part, Proved, Shown
from hlogic.compiler.proof.places import Fact, place_id
from hlogic.compiler.proof.premises import Premise
from hlogic.compiler.proof.proof import Concluded, Contradiction, Node, Step
from hlogic.compiler.record import record
from hlogic.compiler.sorts import UNDEFINED, Maybe
from hlogic.render.diagnostics import clean
from hlogic.render.proof_facts import Facts
from hlogic.render.proof_sentences import Sentences
from hlogic.render.proof_words import words

Object = dict[str, Any]


@record(eq=False)
class Told:
    """An explained ask with its question and its answer, in ids."""

    explained: Explained
    question: str
    answer: Json | None


def explained_json(item: str, theory: Theory, told: Sequence[Told], language: str) -> str:
    """The object, ending in a line break."""
    listed = [_explained(theory, one, language) for one in told]
    document = {"item": item, "explained": listed}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _explained(theory: Theory, told: Told, language: str) -> Object:
    explained = told.explained
    return {
        "id": explained.id,
        "question": told.question,
        "scope": explained.scope,
        "answer": told.answer,
        "status": explained.status,
        **({"error": explained.error} if explained.error else {}),
        "parts": [_part(theory, part, language) for part in explained.parts],
    }


def _part(theory: Theory, part: Part, language: str) -> Object:
    made: Object = {
        "path": list(part.path),
        "formula": part.text,
        "given": list(part.given),
        "verdict": part.verdict,
    }
    if part.proved is not None:
        sentences = Sentences(theory, part.proved, words(language), part.text)
        made["proof"] = _Writer(part.proved, sentences).node(part.proved.proof.root)
        made["measures"] = measures_object(part.proved)
    if part.worlds:
        facts = Facts(words(language))
        made["worlds"] = [_world(shown, facts) for shown in part.worlds]
    return made


def measures_object(proved: Proved) -> Object:
    """The measures of a proof."""
    measures = proved.measures
    return {
        "kind": measures.kind,
        "steps": measures.steps,
        "cases": measures.cases,
        "contradictory_cases": measures.contradictory_cases,
        "contradictory_steps": measures.contradictory_steps,
        "steps_in_each": list(measures.in_each),
        "depth": measures.depth,
        "by_contradiction": measures.by_contradiction,
        "premises": measures.premises,
        "premises_used": measures.premises_used,
    }


def _world(shown: Shown, facts: Facts) -> Object:
    return {
        "value": _value(shown.value),
        "variables": [
            {
                "variable": instance_id(symbol.name, key),
                "value": _value(value),
                "text": clean(facts.held(symbol, key, value)),
            }
            for (symbol, key), value in shown.world.items()
        ],
    }


def _value(value: Maybe) -> Json | None:
    """A value in ids; `null` where there is none."""
    return None if value is UNDEFINED else value_json(value, by_id)  # type: ignore[arg-type]


class _Writer:
    """The nodes of one proof."""

    def __init__(self, proved: Proved, sentences: Sentences) -> None:
        self._premises = proved.premises
        self._sentences = sentences

    def node(self, node: Node) -> Object:
        end = node.end
        made: Object
        if isinstance(end, Concluded):
            made = {"kind": "conclusion", "cites": list(end.cites)}
        else:
            premise = None if end.premise is None else self._premises.by_ref[end.premise]
            made = {
                "kind": "contradiction" if isinstance(end, Contradiction) else "split",
                "premise": None if premise is None else self._premise(premise),
                "cites": list(end.cites),
            }
            if not isinstance(end, Contradiction):
                made["cases"] = [
                    {
                        "number": case.number,
                        "assumes": self._fact(case.fact),
                        "proof": self.node(case.node),
                    }
                    for case in end.cases
                ]
        return {"steps": [self._step(step) for step in node.steps], "end": made}

    def _step(self, step: Step) -> Object:
        premise = self._premises.by_ref.get(step.premise) or self._premises.unfounded(step.atoms)
        return {
            "number": step.number,
            "fact": self._fact(step.fact),
            "premise": self._premise(premise),
            "cites": list(step.cites),
        }

    def _fact(self, fact: Fact) -> Object:
        return {
            "place": place_id(fact.place),
            "values": [_value(v) for v in fact.values],
            "text": self._sentences.fact(fact),
        }

    def _premise(self, premise: Premise) -> Object:
        return {
            "kind": premise.kind,
            "id": premise.id,
            "with_goal": premise.with_goal,
            "binding": {name: _value(value) for name, value in premise.binding},
            "formula": self._sentences.formula(premise) or None,
            "cites": [
                {"claim": claim, "text": text} for claim, text in self._sentences.passages(premise)
            ],
            "text": self._sentences.premise(premise),
        }
