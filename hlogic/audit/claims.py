"""Which answers rest on which claim: every ask again, without what cites the claim.

As `retract citing c` would have it (language.md section 8), in every scope: the constraints and
rules that cite the claim, or what it restates, are gone. Declarations stay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hlogic.audit.bench import Answered, Bench, Limited, told
from hlogic.compiler import ast
from hlogic.compiler.elaborate.changes import OtherScopes
from hlogic.compiler.ir import View
from hlogic.compiler.lint.citing import citations_of
from hlogic.compiler.material import AnswerChange, ClaimMaterial
from hlogic.compiler.planner import Asker


def claim_materials(
    bench: Bench, asks: Sequence[str], answers: Mapping[str, Answered | Limited]
) -> tuple[ClaimMaterial, ...]:
    """Every claim of the item, with the asks of those given that change without it; `answers` are
    these asks' answers as they are."""
    cited = _cited_by(bench.item.file)
    said = {
        declared.id.name: declared
        for declared in bench.item.file.declarations
        if isinstance(declared, ast.Claim)
    }
    found: dict[str, tuple[list[AnswerChange], list[tuple[str, str]]]] = {}
    materials = []
    for id, claim in said.items():
        origin = _origin(said, id)
        removed = _removed(bench, origin)
        if origin not in found:
            found[origin] = _changes(bench, origin, asks, answers) if removed else ([], [])
        changes, unknown = found[origin]
        materials.append(
            ClaimMaterial(
                id=id,
                text=_passage(bench, id),
                status=claim.status,
                cited_by=tuple(dict.fromkeys((*cited.get(id, ()), *cited.get(origin, ())))),
                removed=removed,
                changes=tuple(changes),
                unknown=tuple(unknown),
            )
        )
    return tuple(materials)


def _origin(said: Mapping[str, ast.Claim], id: str) -> str:
    """The claim that one restates, through others; itself if it restates none."""
    while id in said and said[id].restated is not None:
        restated = said[id].restated
        assert restated is not None
        id = restated.name
    return id


def _passage(bench: Bench, id: str) -> str:
    return next((text for claim, text in bench.theory.claims.get(id, ()) if claim == id), "")


# ---------------------------------------------------------------------------- citations


def _cited_by(file: ast.File) -> dict[str, list[tuple[str, str]]]:
    """By claim, the declarations that cite it, each by its kind and its name."""
    homes: dict[int, ast.Scope | ast.Change] = {}
    for declared in file.declarations:
        if isinstance(declared, ast.Scope):
            homes.update((id(operation), declared) for operation in declared.operations)
        elif isinstance(declared, ast.Change):
            homes[id(declared.operation)] = declared
    found: dict[str, list[tuple[str, str]]] = {}
    for citation in citations_of(file):
        by = homes.get(id(citation.by), citation.by)
        found.setdefault(citation.claim, []).append(_named(by))
    return found


def _named(declared: ast.Node) -> tuple[str, str]:
    """The kind of a declaration, and its name."""
    match declared:
        case ast.Ask(kind=kind, id=ident):
            return kind, ident.name
        case ast.Constraint(id=ident) | ast.Rule(id=ident):
            return type(declared).__name__.lower(), ident.name
        case ast.Define(predicates=predicates):
            return "define", predicates[0].name.name
        case _:
            name: ast.Ident = declared.name  # type: ignore[attr-defined]
            return type(declared).__name__.lower(), name.name


def _removed(bench: Bench, claim: str) -> tuple[str, ...]:
    """The constraints and rules of any scope that cite a claim."""
    names: dict[str, None] = {}
    for view in bench.views.values():
        names.update((i.family.id, None) for i in view.instances if claim in i.family.cites)
        for rules in view.rules.values():
            names.update((r.rule.id, None) for r in rules if claim in r.rule.cites)
    return tuple(names)


# ---------------------------------------------------------------------------- without a claim


def _changes(
    bench: Bench, claim: str, asks: Sequence[str], answers: Mapping[str, Answered | Limited]
) -> tuple[list[AnswerChange], list[tuple[str, str]]]:
    """The asks that are answered otherwise without what cites a claim, and those of which
    that is not known."""

    def without_claim(scope: str, chosen: Sequence[str]) -> View | None:
        view = bench.item.changes.view(scope, chosen)
        return None if view is None else without(view, claim)

    views = {scope: without(view, claim) for scope, view in bench.views.items()}
    permitted = OtherScopes(bench.item.changes, without_claim)
    worlds = bench.changed(views)
    changed, unknown = [], []
    for id in asks:
        ask, before = bench.item.asks[id], answers[id]
        asker = Asker(bench.theory, views, permitted, worlds)
        after = bench.answered(ask, asker)
        limit = next((t.message for t in (before, after) if isinstance(t, Limited)), None)
        if limit is not None:
            unknown.append((id, limit))
        elif not before.same(after):  # type: ignore[union-attr,arg-type]
            changed.append(AnswerChange(id, told(before), told(after)))
    return changed, unknown


def without(view: View, claim: str) -> View:
    """A view without the constraints and rules that cite a claim."""
    return View(
        view.scope,
        tuple(i for i in view.instances if claim not in i.family.cites),
        view.entries,
        view.derived,
        {
            g: tuple(r for r in rules if claim not in r.rule.cites)
            for g, rules in view.rules.items()
        },
        view.places,
    )
