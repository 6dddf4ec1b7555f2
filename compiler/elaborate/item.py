"""A parsed item to a theory with its scopes and asks: the front half of the pipeline, in order.

Each stage collects its errors; a stage that found any ends the run, so that later stages can rely
on what earlier ones promise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hlogic.compiler import ast
from hlogic.compiler.answer import Result
from hlogic.compiler.diagnostics import Diagnostic, Report, fail
from hlogic.compiler.elaborate.changes import Changes
from hlogic.compiler.elaborate.collect import collect
from hlogic.compiler.elaborate.declarations import Declarations
from hlogic.compiler.elaborate.define import elaborate_groups
from hlogic.compiler.elaborate.environment import Env
from hlogic.compiler.elaborate.expectations import Expectations
from hlogic.compiler.elaborate.expressions import Comparison, Shared
from hlogic.compiler.elaborate.families import Families
from hlogic.compiler.elaborate.macros import check_macro
from hlogic.compiler.elaborate.mistakes import Mistakes
from hlogic.compiler.elaborate.names import Names
from hlogic.compiler.elaborate.queries import Queries
from hlogic.compiler.elaborate.scope_state import make_family
from hlogic.compiler.elaborate.scopes import Scopes
from hlogic.compiler.ir import MAX_INSTANCES, Family, Symbol, Theory, View
from hlogic.compiler.modules import Unit, led_here
from hlogic.compiler.query import Query
from hlogic.compiler.record import record
from hlogic.compiler.terms import Terms

if TYPE_CHECKING:
    from hlogic.compiler.census.census import Census

STRATEGIES = (
    "branching", "distractor", "set_output", "uncertainty", "counterfactual", "alias",
    "minimal_sufficient", "minimal_hitting", "minimal_core", "minimal_repair",
    "cardinality_quota", "statement_quota", "conservation", "global_core", "identity_cycle",
    "authority_cycle", "negation_cycle", "fixed_point", "multi_attribute", "time_state",
    "role_permission", "serial_chain",
)  # fmt: skip


@record
class Ask:
    """One ask or check. `expected` is None where nothing is expected; `expects_error` where the
    author expects the query to have no answer."""

    id: str
    kind: str
    question: str
    scope: str
    query: Query
    modality: str
    expected: Result | None
    expects_error: bool


@record
class CompiledItem:
    """An item, checked: what engines and the runner need, and what lint and audit look at: the tree
    it came from, its names, its census, and each comparison with a term that it was read as."""

    file: ast.File
    names: Names
    census: Census
    theory: Theory
    scopes: Scopes
    views: Mapping[str, View]
    changes: Changes
    asks: Mapping[str, Ask]
    comparisons: Sequence[Comparison]
    warnings: tuple[Diagnostic, ...]


def elaborate(units: Sequence[Unit], census: Census) -> CompiledItem:
    """Check a parsed item, the last of some files that use each other, and lower it. Raises
    HlogicError with what was found."""
    report = Report()
    all_names = collect(units, report)
    file = units[-1].file
    _check_trailers(file, report)
    report.raise_errors()

    pool = Terms()
    shared = Shared(pool, _max_instances(file.header))
    homes: dict[Names, Declarations] = {}
    symbols: dict[str, Symbol] = {}
    for unit in units:
        found = Report() if unit.via else report
        names = all_names[unit]
        declarations = homes[names] = Declarations(names, shared, found, homes)
        symbols = _declared(names, declarations, found)
        if unit.via:
            report.diagnostics.extend(led_here(found.diagnostics, unit.via))
    families: dict[str, tuple[Family, Env]] = {}
    for constraint in names.constraints.values():
        with report.collecting():
            name = constraint.id.name
            families[name] = make_family(
                declarations.expressions, name, constraint.params, constraint
            )
    groups = elaborate_groups(names, declarations, symbols, report)
    scopes = Scopes(names, declarations, symbols, families, groups, report)
    views = scopes.views()
    changes = Changes(names, scopes)
    changes.check(report)
    asks = _asks(names, declarations, scopes, changes, report)
    report.raise_errors()

    header = file.header
    theory = Theory(
        pool=pool,
        name=header.name.name,
        title=header.title or "",
        meta={key.name: value for key, value in header.meta},
        roots=names.roots,
        symbols=symbols,
        families={name: family for name, (family, _) in families.items()},
        claims=census.passages(),
        groups=tuple(groups),
        open_roots=tuple(root for n in homes for root in n.roots.values() if root.open),
    )
    return CompiledItem(
        file,
        names,
        census,
        theory,
        scopes,
        views,
        changes,
        asks,
        shared.comparisons,
        tuple(report.diagnostics),
    )


def _declared(names: Names, declarations: Declarations, report: Report) -> dict[str, Symbol]:
    """Check all that a file declares, also what nothing uses; the symbols that it has names for."""
    _check_sorts(names, declarations, report)
    symbols = {}
    for name in names.taken:
        if isinstance(names.values[name], ast.Table):
            with report.collecting():
                symbols[name] = declarations.symbol(name)
    symbols |= declarations.all_symbols()
    _check_macros(names, declarations, report)
    return symbols


def _max_instances(header: ast.Header) -> int:
    """The limit of instances of one declaration, which an item's header may raise."""
    for key, value in header.meta:
        if key.name == "max_instances":
            if not value.isdecimal() or not int(value):
                fail("bad-setting", key.span, f"max_instances is a number, not {value}")
            return int(value)
    return MAX_INSTANCES


def _check_sorts(names: Names, declarations: Declarations, report: Report) -> None:
    """Read every sort, so that one that nothing uses is checked too."""
    for declared in names.own_values():
        if isinstance(declared, ast.Sort):
            with report.collecting():
                declarations.expressions.domains.sort(declared.name.name)


def _check_macros(names: Names, declarations: Declarations, report: Report) -> None:
    """Expand the constants among the macros, and find those that reach themselves, unused too. What
    is compared there is made up."""
    noted = len(declarations.expressions.comparisons)
    for declared in names.own_values():
        if isinstance(declared, ast.Macro):
            with report.collecting():
                check_macro(declarations.expressions, declared)
    del declarations.expressions.comparisons[noted:]


def _check_trailers(file: ast.File, report: Report) -> None:
    """Only constraints of the item take tags."""
    for declaration in file.declarations:
        trailers = [getattr(declaration, "trailer", ast.NO_TRAILER)]
        if isinstance(declaration, ast.Constraint):
            trailers = []
        elif isinstance(declaration, ast.Scope):
            trailers += [operation.trailer for operation in declaration.operations]
        for trailer in trailers:
            if trailer.tags:
                hint = ""
                if isinstance(declaration, ast.Scope):
                    hint = "no comma before `only tags` or `retract tags`: it continues the names"
                report.error("tags", trailer.tags[0].span, "only constraints take tags", hint)


# ---------------------------------------------------------------------------- asks


def _asks(
    names: Names, declarations: Declarations, scopes: Scopes, changes: Changes, report: Report
) -> dict[str, Ask]:
    expressions = declarations.expressions
    families = Families(names, expressions, scopes.families(), changes.records)
    queries = Queries(names, expressions, families)
    expectations = Expectations(expressions, families)
    asks: dict[str, Ask] = {}
    for declared in names.asks.values():
        for strategy in declared.strategies:
            if strategy.name not in STRATEGIES:
                with report.collecting():
                    names.unknown("unknown strategy", strategy.name, strategy.span, STRATEGIES)
        with report.collecting():
            asks[declared.id.name] = _ask(declared, queries, expectations)
    return asks


def _ask(declared: ast.Ask, queries: Queries, expectations: Expectations) -> Ask:
    mistakes = Mistakes()
    scope = "base"
    if declared.under is not None:
        with mistakes:
            scope = queries.scope(declared.under)
    with mistakes:
        query = queries.ask(declared.id.name, declared.id.span)
    mistakes.raise_all()
    expect = declared.expect
    expects_error = (
        isinstance(expect, ast.ExpectAtom)
        and isinstance(expect.value, ast.Name)
        and expect.value.name == "error"
    )
    expected = None
    if expect is not None and not expects_error:
        expected = expectations.read(expect, query.result)
    return Ask(
        id=declared.id.name,
        kind=declared.kind,
        question=declared.question or "",
        scope=scope,
        query=query,
        modality=_modality(declared.query),
        expected=expected,
        expects_error=expects_error,
    )


def _modality(query: ast.Query) -> str:
    """The word that a query opens with, behind its endings."""
    while isinstance(query, ast.Ended):
        query = query.query
    match query:
        case ast.Rows():
            return "rows"
        case ast.Count():
            return "count"
        case ast.Incompatible():
            return "incompatible"
        case ast.ForEach():
            return "for_each"
        case ast.Algebra(op=op):
            return op
        case ast.AskRef():
            return "ask"
        case ast.Sufficient() | ast.Core() | ast.Hitting() | ast.Repair():
            return type(query).__name__.lower()
    return query.kind
