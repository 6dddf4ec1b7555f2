"""A report from end to end: everything that its page shows, in the order of the item's text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hlogic.api import Item
from hlogic.compiler import ast
from hlogic.compiler.answer import Answer, Outcome
from hlogic.compiler.lint.run import Linted
from hlogic.compiler.material import Audit
from hlogic.compiler.reporting import AskShown, Certificate, Report
from hlogic.report.coverage import claims_shown, passages
from hlogic.report.edges import edges_of
from hlogic.report.statements import Statements, alias_of


def report(
    item: Item, linted: Linted, audit: Audit | None = None, certificate: str | None = None
) -> Report:
    """The report on an item: its asks are answered, and held against the certificate that a folder
    holds; what lint and audit found is taken as given."""
    compiled = item.compiled
    statements = Statements(compiled.file)
    claims = claims_shown(compiled, statements)
    return Report(
        item=item.name,
        title=item.title,
        language=item.language,
        has_background=compiled.census.background is not None,
        passages=tuple(passages(compiled.census, claims)),
        claims=tuple(claims),
        statements=tuple(statements.all),
        scopes=tuple((name, _scope_alias(compiled.file, name)) for name in item.scopes),
        edges=tuple(edges_of(compiled, statements)),
        asks=tuple(_certified(item, list(_asks(item)), certificate)),
        findings=linted.diagnostics,
        unfinished=linted.unfinished,
        audit=audit,
    )


def _scope_alias(file: ast.File, name: str) -> str | None:
    for declared in file.declarations:
        if isinstance(declared, ast.Scope) and declared.name.name == name:
            return alias_of(declared.aliases)
    return None


def _asks(item: Item) -> Iterator[AskShown]:
    """Every ask and check, answered once."""
    outcomes = {outcome.id: outcome for outcome in item.outcomes()}
    others = [id for id in item.asks if id not in outcomes]
    answers = dict(zip(others, item.solve(others), strict=True))
    for declared in item.compiled.file.declarations:
        if isinstance(declared, ast.Ask):
            id = declared.id.name
            yield _ask(declared, outcomes.get(id), answers.get(id))


def _certified(item: Item, asks: list[AskShown], folder: str | None) -> list[AskShown]:
    if folder is None:
        return asks
    verdicts = item.verdicts(folder, [ask.answer for ask in asks])
    found = [verdicts[ask.answer.id] for ask in asks]
    shown = [Certificate(v.result, v.reasons, v.worlds, v.refutations) for v in found]
    return [replace(a, certificate=c) for a, c in zip(asks, shown, strict=True)]


def _ask(declared: ast.Ask, outcome: Outcome | None, answer: Answer | None) -> AskShown:
    key = f"ask:{declared.id.name}"
    cites = tuple(cite.name for cite in declared.cites)
    if outcome is None:
        assert answer is not None
        return AskShown(key, declared.kind, answer, cites)
    return AskShown(
        key, declared.kind, outcome.answer, cites, outcome.expected, outcome.actual, outcome.ok
    )
