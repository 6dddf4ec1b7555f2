"""An item and the files that it uses, each read once: `use std.time`, `use "doctors.hlogic"`.

A file sees what it declares and what it takes from the files that it names itself; nothing is
passed on. So each file keeps names of its own (elaborate/names.py), and a macro's body means what
it means in the file where it stands.

An error in a used file is shown where it is, with the `use` that led there.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import Diagnostic, Label, Report
from hlogic.compiler.files import FileProblem, beside, read_source
from hlogic.compiler.record import record
from hlogic.compiler.source import Span
from hlogic.compiler.suggest import suggest
from hlogic.compiler.syntax.parse import parse_file

STDLIB = Path(__file__).parent.parent / "stdlib"
LIBRARY = (ast.Use, ast.Sort, ast.Table, ast.Macro)  # what a library file may hold


@record(eq=False)
class Unit:
    """One file. `uses` pairs its `use` declarations with the files they name; `via` holds the
    places of the `use`s by which it was first reached, the nearest first."""

    file: ast.File
    uses: tuple[tuple[ast.Use, Unit], ...]
    via: tuple[Span, ...]


def led_here(found: Iterable[Diagnostic], via: tuple[Span, ...]) -> Iterator[Diagnostic]:
    """Diagnostics of a used file, which also show how the file came in."""
    for diagnostic in found:
        known = {label.span for label in diagnostic.labels}
        ways = [Label(span, "used here") for span in via if span not in known]
        yield diagnostic.with_labels(tuple(ways))


@record
class _Place:
    """Where a file's own `use "…"` looks: below `root`, in the folder `at` of it."""

    root: Path | None
    at: str = ""


@record
class _Found:
    """A file that a `use` names: where it lies, what it is called, where its own uses look."""

    path: Path
    name: str
    place: _Place


class _Loader:
    def __init__(self) -> None:
        self.report = Report()
        self._units: dict[Path, Unit | None] = {}  # None where a file is broken
        self.open: dict[Path, str] = {}  # the files being read, with their names

    def load(self, file: ast.File, place: _Place, via: tuple[Span, ...]) -> Unit:
        """The unit of a file that is read, and those of all files it uses."""
        uses = [use for use in file.declarations if isinstance(use, ast.Use)]
        units = [(use, self._used(use, place, via)) for use in uses]
        return Unit(file, tuple((use, unit) for use, unit in units if unit is not None), via)

    def _used(self, use: ast.Use, place: _Place, via: tuple[Span, ...]) -> Unit | None:
        try:
            found = _locate(use, place)
            if found.path in self.open:
                files = list(self.open)
                names = [self.open[at] for at in files[files.index(found.path) :]]
                way = " -> ".join([*names, found.name])
                raise FileProblem("use-cycle", f"the files use each other in a circle: {way}")
            if found.path not in self._units:
                self._units[found.path] = self._read(found, (use.span, *via))
            return self._units[found.path]
        except FileProblem as problem:
            error = Diagnostic(problem.code, problem.message, use.span, problem.hint)
            self.report.diagnostics.extend(led_here([error], via))
            return None

    def _read(self, found: _Found, via: tuple[Span, ...]) -> Unit | None:
        source = read_source(found.path, found.name)
        report = Report()
        with report.collecting():
            file, _ = parse_file(source)
            if file.header.kind == "item":
                raise FileProblem(
                    "not-a-module",
                    f"{found.name} is an item, and only a library can be used",
                    "a library file begins with `module NAME`",
                )
            check_library(file, report)
        self.report.diagnostics.extend(led_here(report.diagnostics, via))
        if report.diagnostics:
            return None
        self.open[found.path] = found.name
        unit = self.load(file, found.place, via)
        del self.open[found.path]
        return unit


def load_units(file: ast.File, folder: Path | None, report: Report) -> list[Unit]:
    """The files that a file uses, each after those that it uses, and the file itself at the end.
    What cannot be read goes to the report."""
    loader = _Loader()
    if folder is not None:
        name = file.span.source.name
        loader.open[(folder / os.path.basename(name)).resolve()] = name
    top = loader.load(file, _Place(folder), ())
    report.diagnostics.extend(loader.report.diagnostics)
    return list(dict.fromkeys(_in_order(top)))


def _in_order(unit: Unit) -> Iterator[Unit]:
    for _, used in unit.uses:
        yield from _in_order(used)
    yield unit


def check_library(file: ast.File, report: Report) -> None:
    """A library holds sorts, tables and macros, and has no claims to cite."""
    for declaration in file.declarations:
        if not isinstance(declaration, LIBRARY):
            report.error(
                "not-in-a-module",
                declaration.span,
                "a library holds only sorts, tables and `def`s",
                "move this to the item that uses it",
            )
            continue
        trailer = getattr(declaration, "trailer", ast.NO_TRAILER)
        if trailer.cites:
            message = "a library has no claims, so nothing in it can cite one"
            report.error("not-in-a-module", trailer.cites[0].span, message)


# ---------------------------------------------------------------------------- where a file lies


def _locate(use: ast.Use, place: _Place) -> _Found:
    if use.module is not None:
        return _standard(use.module)
    assert use.path is not None
    if place.root is None:
        message = "`use` names a file beside the item, and this text has no folder"
        raise FileProblem("no-such-file", message)
    below_root = use.path and os.path.normpath(os.path.join(place.at, use.path))
    path = beside(place.root, below_root)
    name = os.path.normpath(place.root / below_root)
    return _Found(path, name, _Place(place.root, os.path.dirname(below_root)))


def standard_modules() -> dict[str, Path]:
    """The files of the modules that come with the program, by their dotted names."""
    return {f"std.{path.stem}": path for path in sorted(STDLIB.glob("*.hlogic"))}


def _standard(dotted: str) -> _Found:
    modules = standard_modules()
    if dotted in modules:
        return _Found(modules[dotted].resolve(), dotted, _Place(STDLIB))
    room, _, name = dotted.partition(".")
    near = suggest(name, [path.stem for path in modules.values()])
    if room != "std":
        hint = f'a file beside the item is named by a string: use "{room}.hlogic"'
    elif near:
        hint = f"did you mean std.{near}?"
    else:
        hint = "there are " + ", ".join(modules)
    raise FileProblem("no-such-module", f"there is no standard module {dotted}", hint)
