"""Answers and failures in JSON, against the schema."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import jsonschema
import pytest

from hlogic.compiler.answer import Json, Shape, Status
from hlogic.compiler.diagnostics import Diagnostic, Label
from hlogic.compiler.source import Source, Span
from hlogic.render.json import diagnostic_object, document, problem_object
from render_made import answer, found


@pytest.fixture
def valid() -> Callable[[str], Any]:
    """Reads a document and holds it against the schema."""
    schema = json.loads(files("hlogic").joinpath("answers.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)

    def check(text: str) -> Any:
        read = json.loads(text)
        validator.validate(read)
        return read

    return check


SHAPES: list[tuple[Json, Shape]] = [
    (True, "boolean"),
    (10**30, "integer"),
    ("true", "string"),
    (["a", 1, ["b", ["c"]]], "set"),
    ([1, 3], "row"),
    ([["a", 1]], "rows"),
    ([["r1", "r2(a)"]], "family"),
    ([{"case": "a", "result": [{"case": ["b"], "result": [["c"]]}]}], "cases"),
]


@pytest.mark.parametrize(("value", "shape"), SHAPES)
def test_every_shape_fits_the_schema(valid: Any, value: Json, shape: Shape) -> None:
    read = valid(document("a", [answer(value, shape)]))
    assert read["answers"][0]["value"] == value
    assert list(read) == ["item", "answers"]


def test_keys_of_an_answer_stand_in_the_documented_order(valid: Any) -> None:
    read = valid(document("a", [answer(["x"], warnings=("w",), fields=("f",))]))
    assert list(read["answers"][0]) == [
        "id", "question", "modality", "scope", "shape", "value", "display", "status", "exact",
        "engine", "seconds", "warnings", "fields",
    ]  # fmt: skip


@pytest.mark.parametrize("status", ["error", "partial", "timeout", "memory", "interrupted"])
def test_every_status_fits_the_schema(valid: Any, status: Status) -> None:
    read = valid(document("a", [answer(None, status=status, error="why")]))
    assert read["answers"][0]["error"] == "why"
    assert read["answers"][0]["exact"] is False


def test_failures_fit_the_schema(valid: Any) -> None:
    label = Label(Span(Source("b.txt", "x"), 0, 1), "here")
    place = found("item a\nvar 甲", "甲", labels=(label,))
    missing = Diagnostic("no-such-file", "m", Span(Source("nope", ""), 0, 0))
    problems = [diagnostic_object(place), diagnostic_object(missing), problem_object("usage", "m")]
    read = valid(document(None, (), problems))
    first, second, third = read["diagnostics"]
    assert (first["line"], first["column"], first["end_column"]) == (2, 5, 6)
    assert (second["file"], second["line"]) == ("nope", None)
    assert third["file"] is None


def test_schema_refuses_what_is_half() -> None:
    schema = json.loads(files("hlogic").joinpath("answers.schema.json").read_text("utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    for wrong in (
        answer(None),  # ok, and no value
        answer(["x"], status="timeout", error="late"),
        answer(3, "boolean"),
        answer(["a"], "rows"),
        answer(None, status="error"),  # and no word of why
    ):
        assert not validator.is_valid(json.loads(document("a", [wrong])))
