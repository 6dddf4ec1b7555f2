"""The front of the compiler as a list one can read: text in, checked item out.

parse → used files → census → elaborate (names, types, terms, scopes, asks) → what open sorts
have no place in → cycle check.
What comes after, on the way to an engine, is in `passes/`.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hlogic.compiler.diagnostics import HlogicError, Report
from hlogic.compiler.elaborate.item import CompiledItem, elaborate
from hlogic.compiler.modules import check_library, load_units
from hlogic.compiler.source import Source

# The parser refuses nesting over 1,000 levels; each level takes a few calls in the elaborator.
RECURSION = 30_000


def compile_text(source: Source, folder: Path | None) -> CompiledItem:
    """Check an item. `folder` is the item's own, for `background from` and `use "…"`; None where
    there is none.

    Raises HlogicError with every error of the first stage that found one."""
    sys.setrecursionlimit(max(RECURSION, sys.getrecursionlimit()))
    with _collector_paused():
        return _compile(source, folder)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Nearly all that a compilation makes it keeps, so looking for garbage over and over would
    only make the time grow faster than the text."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _compile(source: Source, folder: Path | None) -> CompiledItem:
    from hlogic.compiler.census.census import check_census
    from hlogic.compiler.files import reader_beside
    from hlogic.compiler.syntax.parse import parse_file

    file, _ = parse_file(source)
    report = Report()
    if file.header.kind == "module":
        check_library(file, report)
    units = load_units(file, folder, report)
    report.raise_errors()
    census = check_census(file, report, None if folder is None else reader_beside(folder))
    try:
        item = elaborate(units, census)
    except HlogicError as error:
        report.diagnostics.extend(error.diagnostics)
    report.raise_errors()
    if item.theory.open_roots:
        from hlogic.compiler.open.check import check_open

        check_open(item, report)
        report.raise_errors()
    check_cycles(item, report)
    report.raise_errors()
    return item


def check_cycles(item: CompiledItem, report: Report) -> None:
    """What depends on itself in some scope: derived terms, instance by instance, and groups. One
    cycle is reported, of `base` if it has one: other scopes repeat it."""
    theory = item.theory
    if not theory.groups and not any(s.kind == "derive" for s in theory.symbols.values()):
        return
    from hlogic.compiler.elaborate.cycles import derived_cycle, group_cycle
    from hlogic.compiler.passes.derived import find_derived_cycle
    from hlogic.compiler.passes.group_order import find_group_cycle

    views = [("" if n == "base" else f" in the scope {n}", view) for n, view in item.views.items()]
    changed = [(f" with the change {name}", view) for name, view in item.changes.alone]
    for where, view in (*views, *changed):
        ring = find_group_cycle(theory, view) if theory.groups else None
        if ring is not None:
            report.diagnostics.append(group_cycle(ring, theory, view, where))
            return
        if where and not (view.derived or view.entries):
            continue  # as in base
        around = find_derived_cycle(theory, view)
        if around is not None:
            report.diagnostics.append(derived_cycle(around, view, where))
            return
