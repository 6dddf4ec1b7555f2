"""Every export, read back by a foreign tool: the same verdict, the same count where it is small.

All items and cases are compiled, under each of their scopes, and for each of their asks.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from itertools import combinations, islice
from pathlib import Path

import jsonschema
import pytest

import hlogic
from hlogic.backends.budget import Budget
from hlogic.backends.engines import make_engine
from hlogic.backends.export import graph
from hlogic.backends.export.registry import FORMS
from hlogic.compiler import query
from hlogic.compiler.ir import instance_id, value_id
from hlogic.compiler.session import Session
from read_back import (
    Clauses,
    World,
    count_of_dot,
    count_of_json,
    labels_of_json,
    optimum,
    said_by,
    stable_models,
    worlds_of_json,
)

ROOT = Path(__file__).resolve().parent.parent
FILES = [
    *sorted((ROOT / "items").glob("*.hlogic")),
    *sorted((ROOT / "tests" / "cases").glob("*.hlogic")),
    *sorted((ROOT / "tests" / "found").glob("*.hlogic")),
]
SCHEMA = json.loads((ROOT / "hlogic" / "ir.schema.json").read_text(encoding="utf-8"))
FEW = 200  # worlds up to which they are listed and compared


def item_of(path: Path) -> hlogic.Item:
    return hlogic.load(path, engine="sat")


@cache
def scopes_of(path: Path) -> tuple[tuple[str, set[World] | None], ...]:
    """The scopes of an item, each with its worlds, or None where these are many."""
    found = item_of(path)
    return tuple((scope, listed(found, scope)) for scope in found.scopes)


def session_of(item: hlogic.Item, scope: str) -> Session:
    compiled = item.compiled
    return make_engine("sat").open(compiled.theory, compiled.views[scope], Budget())


def listed(item: hlogic.Item, scope: str) -> set[World] | None:
    theory = item.compiled.theory
    variables = list(theory.variables())
    names = [instance_id(symbol.name, key) for symbol, key in variables]
    readings = [theory.reading(*at) for at in variables]
    rows = list(islice(session_of(item, scope).project(readings, ()), FEW + 1))
    if len(rows) > FEW:
        return None
    return {frozenset(zip(names, map(value_id, row), strict=True)) for row in rows}


def of_files(files: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", files, ids=lambda p: p.stem)


# ---------------------------------------------------------------------------- scopes


@of_files(FILES)
def test_dimacs(path: Path) -> None:
    item = item_of(path)
    for scope, worlds in scopes_of(path):
        clauses = Clauses(item.export("dimacs", scope))
        assert clauses.possible() == (worlds != set())
        if worlds is not None:
            found = clauses.worlds()
            assert len(found) == clauses.count(projected=False) == len(worlds)
            assert set(found) == worlds


@of_files(FILES)
def test_asp(path: Path) -> None:
    item = item_of(path)
    for scope, worlds in scopes_of(path):
        program = item.export("asp", scope)
        if worlds is None:
            assert stable_models(program, limit=1) != []
            continue
        found = stable_models(program)
        assert len(found) == len(stable_models(program, project=False)) == len(worlds)
        assert set(found) == worlds


@of_files(FILES)
def test_diagrams(path: Path) -> None:
    """Of the items only scopes with few worlds: a diagram of many may take minutes."""
    item = item_of(path)
    for scope, worlds in scopes_of(path):
        if worlds is not None:
            text = item.export("bdd", scope)
            found = worlds_of_json(text)
            assert count_of_json(text) == len(found) == len(worlds)
            assert set(found) == worlds
        elif path.parent.name != "items":
            text = item.export("bdd", scope)
            assert count_of_json(text) == session_of(item, scope).count(())
        else:
            continue
        if scope == "base":
            assert count_of_dot(item.export("dot"), labels_of_json(text)) == count_of_json(text)


@of_files([p for p in FILES if p.parent.name != "items" or p.stem in ("night_shift", "zebra")])
def test_both_ways_to_a_diagram_give_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    item = item_of(path)
    for scope, _ in scopes_of(path):
        for form in ("bdd", "dot"):
            monkeypatch.setattr(graph, "FEW", 20_000)
            listed = item.export(form, scope)
            monkeypatch.setattr(graph, "FEW", -1)
            assert item.export(form, scope) == listed


@of_files(FILES)
def test_json(path: Path) -> None:
    item = item_of(path)
    text = item.export("json")
    found = json.loads(text)
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    assert item_of(path).export("json") == text
    symbols = [s["name"] for s in found["symbols"]]
    assert len(set(symbols)) == len(symbols)
    assert [s["name"] for s in found["scopes"]] == list(item.scopes)
    assert [a["id"] for a in found["asks"]] == list(item.asks)
    for place, term in enumerate(found["terms"]):
        parts = [n for k in ("args", "leading", "over", "element") for n in term.get(k, ())]
        assert all(part < place for part in parts)
        assert term.get("ref", symbols[0] if symbols else None) in (symbols or [None])
    alone = json.loads(item.export("json", item.scopes[-1]))
    (only,), whole = alone["scopes"], found["scopes"][-1]
    assert only["name"] == whole["name"]
    assert [c["id"] for c in only["constraints"]] == [c["id"] for c in whole["constraints"]]
    assert alone.keys() == found.keys()


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


# ---------------------------------------------------------------------------- asks


@of_files(FILES)
def test_asks(path: Path) -> None:
    """Each Boolean ask and count that one formula answers; the others are refused in words."""
    item = item_of(path)
    for id in item.asks:
        try:
            text = item.export("dimacs", ask=id)
        except hlogic.HlogicError as error:
            (found,) = error.diagnostics
            assert found.code == "not-exportable"
            simple = item.compiled.asks[id].modality in ("possible", "necessary")
            assert not simple or item.ask(id).status == "error" or "compares" in found.message
            continue
        answer, program = item.ask(id), item.export("asp", ask=id)
        clauses = Clauses(text)
        if "number of models" in text:
            assert isinstance(answer.value, int)
            if answer.value <= FEW:
                assert clauses.count() == len(stable_models(program)) == answer.value
                assert count_of_json(item.export("bdd", ask=id)) == answer.value
            continue
        verdicts = {clauses.possible(), stable_models(program, limit=1) != []}
        if path.parent.name != "items":
            assert verdicts == {count_of_json(item.export("bdd", ask=id)) > 0}
        assert said_by(text, *verdicts) == str(answer.value).lower()


@of_files(FILES)
def test_repairs(path: Path) -> None:
    """RC2's optimum is the weight of a smallest repair, or the repair is refused in words."""
    item = item_of(path)
    for id in item.asks:
        found = item.compiled.asks[id].query
        if not isinstance(found, query.Repair):
            continue
        try:
            text = item.export("wcnf", ask=id)
        except hlogic.HlogicError as error:
            (said,) = error.diagnostics
            assert said.code == "not-exportable"
            assert found.modality == "necessary" or "definitions" in said.message
            continue
        weights = {name: r.weight for name, r in item.compiled.changes.records.items()}
        sets = item.ask(id).value
        assert isinstance(sets, list)
        least = min((sum(weights[k] for k in s) for s in sets), default=None)  # type: ignore
        assert optimum(text) == least


@of_files(FILES)
def test_cores(path: Path) -> None:
    """With selectors, the minimal sets without a model are our cores."""
    item = item_of(path)
    for id in item.asks:
        if item.compiled.asks[id].modality != "core":
            continue
        clauses = Clauses(item.export("dimacs", ask=id, selectors=True))
        names = clauses.selectors
        cores = {frozenset(core) for core in item.ask(id).value}  # type: ignore
        for core in cores:
            assert not clauses.possible(names[c] for c in core)
            assert all(clauses.possible(names[c] for c in core if c != less) for less in core)
        if len(names) <= 10:
            found = all_cores(clauses)
            size = min(map(len, found), default=0)
            smallest = "core smallest" in item.export("dimacs", ask=id, selectors=True)
            assert cores == ({c for c in found if len(c) == size} if smallest else found)


def all_cores(clauses: Clauses) -> set[frozenset[str]]:
    """Every set of selectors is tried, smaller ones first."""
    names, found = clauses.selectors, list[frozenset[str]]()
    for size in range(len(names) + 1):
        for chosen in map(frozenset, combinations(names, size)):
            if any(core <= chosen for core in found):
                continue
            if not clauses.possible(names[name] for name in chosen):
                found.append(chosen)
    return set(found)


@pytest.mark.parametrize("form", [name for name, row in FORMS.items() if not row.needs_ask])
def test_an_export_has_the_same_bytes_under_any_hash_seed(form: str) -> None:
    """An item with sets among its values, which Python orders by hash."""
    item = Path(__file__).resolve().parent / "found" / "size_of_listed_sets.hlogic"
    texts = {
        subprocess.run(
            [sys.executable, "-m", "hlogic", "compile", str(item), "--to", form],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(texts) == 1
    assert texts.pop()
