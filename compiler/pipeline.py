"""The front of the compiler as a list one can read: text in, checked item out.

parse → unsupported forms → used files → census → elaborate (names, types, terms, scopes, asks) →
cycle check.
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
from hlogic.compiler.ir import instance_id
from hlogic.compiler.modules import check_library, load_units
from hlogic.compiler.source import Source
from hlogic.compiler.unsupported import report_unsupported

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
    report_unsupported(file, report)
    if file.header.kind == "module":
        check_library(file, report)
    units = load_units(file, folder, report)
    report.raise_errors()
    census = check_census(file, report, None if folder is None else reader_beside(folder))
    try:
        item = elaborate(units, census.passages())
    except HlogicError as error:
        report.diagnostics.extend(error.diagnostics)
    report.raise_errors()
    check_cycles(item, report)
    report.raise_errors()
    return item


def check_cycles(item: CompiledItem, report: Report) -> None:
    """Derived terms that depend on themselves, instance by instance, in any scope."""
    if not any(s.kind == "derive" for s in item.theory.symbols.values()):
        return
    from hlogic.compiler.passes.derived import find_derived_cycle

    changed = [(f" with the change {name}", view) for name, view in item.changes.alone]
    scopes = [(f" in the scope {scope}", view) for scope, view in item.views.items()]
    scopes[0] = ("", scopes[0][1])
    for where, view in (*scopes, *changed):
        if where and not (view.derived or view.entries):
            continue  # as in base
        cycle = find_derived_cycle(item.theory, view)
        if cycle is None:
            continue
        start = min(range(len(cycle)), key=lambda i: cycle[i][0].span.start)
        around = [*cycle[start:], *cycle[: start + 1]]
        way = " -> ".join(instance_id(symbol.name, key) for symbol, key in around)
        report.error(
            "derived-cycle",
            around[0][0].span,
            f"a derived term depends on itself{where}: {way}",
            "what is defined through itself is written as rules of a `define`",
        )
        return
