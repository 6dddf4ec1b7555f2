"""An item taken apart into an item and the library files that it uses, with the same meaning."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hlogic.compiler import ast
from hlogic.compiler.ast import walk
from hlogic.compiler.syntax.printer import print_file

Library = ast.Sort | ast.Table | ast.Macro


@dataclass(frozen=True)
class Split:
    """The texts of the files by name; the item is `item.hlogic`."""

    texts: dict[str, str]


def split(file: ast.File, seed: int) -> Split | None:
    """Sorts to one file, tables and macros to another that uses it; what speaks of variables
    stays. The labels of sorts keep their order, inline ones may change it. None where not all
    sorts can go."""
    rnd = random.Random(seed)
    movable = _movable(file)
    sorts = {n: d for n, d in movable.items() if isinstance(d, ast.Sort)}
    if any(isinstance(d, ast.Sort) and d.name.name not in sorts for d in file.declarations):
        return None
    while needed := set(_needed(list(sorts.values()), movable)) - set(sorts):
        sorts |= {n: movable[n] for n in movable if n in needed}  # constants at the ends of ranges
    others = {n: d for n, d in movable.items() if n not in sorts and rnd.random() < 0.7}
    others = _closed(others, set(sorts), movable)
    rest = [d for d in file.declarations if _name(d) not in {*sorts, *others}]
    listed = rnd.random() < 0.5
    uses = [_use("sorts.hlogic", sorts, rest, listed), _use("rest.hlogic", others, rest, listed)]
    inner = [_use("sorts.hlogic", sorts, list(others.values()), listed)]
    files = {
        "sorts.hlogic": _library("sorts", list(sorts.values())),
        "rest.hlogic": _library("rest", [*inner, *others.values()]),
        "item.hlogic": ast.File(file.header, (*uses, *rest)),
    }
    return Split({name: print_file(made) for name, made in files.items()})


def _movable(file: ast.File) -> dict[str, Library]:
    """Sorts, tables and macros that speak of nothing else."""
    found = {d.name.name: d for d in file.declarations if isinstance(d, Library)}
    declared = {_name(d) for d in file.declarations} | {
        p.name.name for d in file.declarations if isinstance(d, ast.Define) for p in d.predicates
    }
    return _closed(found, set(), declared)


def _closed(found: dict[str, Library], given: set[str], declared: object) -> dict[str, Library]:
    """The largest part of `found` that needs only itself and what is given."""
    while True:
        bad = [
            name
            for name, d in found.items()
            if any(n not in found and n not in given for n in _needed([d], declared))
        ]
        if not bad:
            return found
        found = {n: d for n, d in found.items() if n not in bad}


def _needed(declarations: list[Library], declared: object) -> Iterator[str]:
    """The declared names that occur in some declarations (a parameter's name counts too)."""
    for declaration in declarations:
        for node in walk(declaration):
            for attribute in ("name", "sort"):
                name = getattr(node, attribute, None)
                if isinstance(name, str) and name in declared and name != _name(declaration):  # type: ignore[operator]
                    yield name


def _name(declaration: ast.Declaration) -> str:
    name = getattr(declaration, "name", None)
    return name.name if isinstance(name, ast.Ident) else ""


def _use(file: str, has: dict[str, Library], user: list[ast.Declaration], listed: bool) -> ast.Use:
    names = None
    if listed and has:
        needed = dict.fromkeys(_needed(user, has))  # type: ignore[arg-type]
        # A sort also for its labels, which may be all that is named.
        chosen = [n for n in has if n in needed or isinstance(has[n], ast.Sort)]
        names = tuple(map(ast.Ident, chosen)) or None
    return ast.Use(None, file, names)


def _library(name: str, declarations: list[ast.Declaration]) -> ast.File:
    header = ast.Header("module", ast.Ident(name), None, ())
    bare = [
        replace(d, trailer=ast.NO_TRAILER) if hasattr(d, "trailer") else d for d in declarations
    ]
    return ast.File(header, tuple(bare))
