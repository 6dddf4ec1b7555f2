"""What bears on what in an item: the edges of its picture, from claims to asks.

Reading is drawn only where no longer way leads: a constraint that reads a derived term does not
show again that it reads what this one is made of. A macro is notation: who calls it reads what it
reads. Rules hold in `base`; another scope shows what it makes otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from hlogic.compiler import ast
from hlogic.compiler.elaborate.item import CompiledItem
from hlogic.compiler.lint.citing import citations_of
from hlogic.compiler.lint.uses import Thing, uses_of
from hlogic.compiler.reporting import Edge
from hlogic.report.statements import Statements


def edges_of(item: CompiledItem, statements: Statements) -> list[Edge]:
    """Every edge once, in the order of the text."""
    known = {s.key for s in statements.all}
    known |= {part.key for s in statements.all for part in s.parts}
    known |= {f"ask:{id}" for id in item.asks} | {"scope:base"}
    known |= {f"claim:{id}" for id in item.census.claims}
    found = [
        *_licensed(item, statements),
        *_reduced(_read(item, statements)),
        *_scopes(item, statements),
        *_asks(item),
    ]
    return [
        edge
        for edge in dict.fromkeys(found)
        if edge.source != edge.target and {edge.source, edge.target} <= known
    ]


def _licensed(item: CompiledItem, statements: Statements) -> Iterator[Edge]:
    for citation in citations_of(item.file):
        yield Edge(f"claim:{citation.claim}", statements.key_of(citation.by), "licenses")


# ---------------------------------------------------------------------------- reading


def _read(item: CompiledItem, statements: Statements) -> Iterator[Edge]:
    """Who reads which values; predicates of one `define` are one thing."""
    homes: dict[str, str] = {}
    for declared in item.file.declarations:
        if isinstance(declared, ast.Define):
            for predicate in declared.predicates:
                homes[predicate.name.name] = statements.key_of(declared)
            for rule in declared.rules:
                yield Edge(statements.key_of(declared), statements.key_of(rule), "read")
    reads = uses_of(item).reads
    macros = {d.name.name for d in item.file.declarations if isinstance(d, ast.Macro)}
    for by in reads:
        if by[1] in macros and by[0] == "value":
            continue
        for name in _values(by, reads, macros):
            yield Edge(homes.get(name, f"value:{name}"), _reader(item, by, homes), "read")


def _values(by: Thing, reads: Mapping[Thing, tuple[Thing, ...]], macros: set[str]) -> list[str]:
    """The values that a thing reads, itself or through macros."""
    found: dict[str, None] = {}
    waiting = [by]
    while waiting:
        for space, name in reads.get(waiting.pop(), ()):
            if space == "value" and name not in found:
                found[name] = None
                if name in macros:
                    waiting.append((space, name))
    return [name for name in found if name not in macros]


def _reader(item: CompiledItem, by: Thing, homes: dict[str, str]) -> str:
    space, name = by
    match space:
        case "constraint":
            return f"rule:{name}"
        case "within":  # what the operations of a scope or of a change read
            return f"scope:{name}" if name in item.views else f"change:{name}"
        case "value":
            return homes.get(name, f"value:{name}")
        case _:
            return f"{space}:{name}"


def _reduced(edges: Iterable[Edge]) -> list[Edge]:
    """The edges less those whose ends others connect."""
    targets: dict[str, dict[str, Edge]] = {}
    for edge in edges:
        if edge.source != edge.target:
            targets.setdefault(edge.source, {}).setdefault(edge.target, edge)
    for source, direct in targets.items():
        for target in list(direct):
            others = [t for t in direct if t != target]
            if _reaches(targets, others, target, source):
                del direct[target]
    return [edge for direct in targets.values() for edge in direct.values()]


def _reaches(
    targets: dict[str, dict[str, Edge]], starts: Iterable[str], wanted: str, avoiding: str
) -> bool:
    waiting, seen = list(starts), {avoiding}
    while waiting:
        at = waiting.pop()
        if at == wanted:
            return True
        if at not in seen:
            seen.add(at)
            waiting.extend(targets.get(at, ()))
    return False


# ---------------------------------------------------------------------------- scopes and asks


def _scopes(item: CompiledItem, statements: Statements) -> Iterator[Edge]:
    """Which rules hold in the item itself, and what scopes and changes make otherwise."""
    for declared in item.file.declarations:
        match declared:
            case ast.Constraint():
                yield Edge(statements.key_of(declared), "scope:base", "holds")
            case ast.Define(rules=rules):
                for rule in rules:
                    yield Edge(statements.key_of(rule), "scope:base", "holds")
            case ast.Scope(parents=parents, operations=operations):
                key = statements.key_of(declared)
                for parent in [p.name for p in parents] or ["base"]:
                    yield Edge(f"scope:{parent}", key, "extends")
                for operation in operations:
                    yield from (Edge(k, key, "changes") for k in _touched(item, operation))
            case ast.Change(operation=operation):
                key = statements.key_of(declared)
                yield from (Edge(k, key, "changes") for k in _touched(item, operation))
            case _:
                pass


def _touched(item: CompiledItem, operation: ast.Operation) -> Iterator[str]:
    """The keys of what an operation takes away or replaces by name, by citation or by tag."""
    families = item.theory.families.values()
    match operation:
        case ast.Retract(targets=targets) | ast.Disable(rules=targets):
            yield from (f"rule:{target.name}" for target in targets)
        case ast.Replace(target=target):
            space = "value" if target.name in item.theory.symbols else "rule"
            yield f"{space}:{target.name}"
        case ast.RetractCiting(claims=claims):
            yield from _marked(((f.id, f.cites) for f in families), claims)
            for group in item.theory.groups:
                yield from _marked(((r.id, r.cites) for r in group.rules), claims)
        case ast.RetractTags(tags=tags):
            yield from _marked(((f.id, f.tags) for f in families), tags)
        case _:
            pass


def _marked(
    rules: Iterable[tuple[str, Iterable[str]]], marks: Sequence[ast.Ident]
) -> Iterator[str]:
    """The keys of those rules, each with its claims or its tags, that have one of some."""
    named = {mark.name for mark in marks}
    yield from (f"rule:{id}" for id, own in rules if named.intersection(own))


def _asks(item: CompiledItem) -> Iterator[Edge]:
    """Where asks are asked: under their own scope unless the whole query names others, and under
    those that parts of it name; the changes that they may make, and the asks that they repeat."""
    reads = uses_of(item).reads
    for declared in item.file.declarations:
        if not isinstance(declared, ast.Ask):
            continue
        key = f"ask:{declared.id.name}"
        if declared.under is None and not isinstance(declared.query, ast.ScopesQuery):
            yield Edge("scope:base", key, "under")
        for space, name in reads["ask", declared.id.name]:
            if space == "scope":
                yield Edge(f"scope:{name}", key, "under")
            elif space in ("change", "ask"):
                yield Edge(f"{space}:{name}", key, "read")
