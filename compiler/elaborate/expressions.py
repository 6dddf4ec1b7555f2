"""Expressions: names resolved, types checked, macros expanded; the result is a term.

Each form of section 6 has its method. A mistake ends the form it stands in (what follows would be
guesswork), but not what stands beside it: what is raised has every independent mistake of the
expression, each with its place (mistakes.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, assert_never

from hlogic.compiler import ast, ops
from hlogic.compiler.diagnostics import HlogicError, Label, fail
from hlogic.compiler.elaborate.aggregates import aggregate
from hlogic.compiler.elaborate.calls import call, with_hint
from hlogic.compiler.elaborate.choices import choice
from hlogic.compiler.elaborate.domains import Domains, constant_here
from hlogic.compiler.elaborate.environment import NO_ENV, Env, Function, HomeMacro
from hlogic.compiler.elaborate.meanings import named, qualified
from hlogic.compiler.elaborate.mistakes import Mistakes
from hlogic.compiler.elaborate.names import Names
from hlogic.compiler.elaborate.operators import operator
from hlogic.compiler.ir import MAX_INSTANCES, Parameters, Symbol, check_size
from hlogic.compiler.op_types import TypeProblem, orderable
from hlogic.compiler.ops import Op
from hlogic.compiler.record import field, record
from hlogic.compiler.sorts import (
    BOOL,
    INT,
    INT_ROOT,
    NEVER,
    UNDEFINED,
    Domain,
    Root,
    Scalar,
    Type,
    Value,
    describe,
)
from hlogic.compiler.source import Span
from hlogic.compiler.terms import Bound, Const, Term, Terms

MAX_EXPANSIONS = 20_000  # of macros, in one call
UNKNOWN = Domain(NEVER, (), "")  # of a binder whose own is wrong
COMPARES = frozenset(("==", "!=", "<", "<=", ">", ">="))


class Symbols(Protocol):
    """The item's variables, tables and derived terms, elaborated when first asked for."""

    def symbol(self, name: str) -> Symbol:
        """The symbol of a declared name; raises HlogicError where its declaration is wrong."""

    def prepare(self, term: Term) -> None:
        """Make ready what a constant term needs to be evaluated: entries, instances, bodies."""

    def fill(self, symbol: Symbol) -> None:
        """Make a symbol complete that this file declares."""

    def home(self, name: str) -> Expressions:
        """The expressions of the file that declares a value name."""


# A comparison, or a count held against a number; in a macro, a term for each expansion.
Comparison = tuple[ast.Binary | ast.In | ast.Agg | ast.AggOf, Term]


@record(eq=False, frozen=False)
class Shared:
    """What the files of an item have in common while they are elaborated."""

    pool: Terms
    max_instances: int = MAX_INSTANCES
    expansions: int = 0  # of macros, since the outermost call
    owners: dict[Symbol, Symbols] = field(default_factory=dict)  # who made each symbol
    comparisons: list[Comparison] = field(default_factory=list)  # in the order of reading


class Expressions:
    """Elaborates the expressions of one file."""

    def __init__(self, names: Names, shared: Shared, symbols: Symbols) -> None:
        self.names = names
        self.pool = shared.pool
        self.max_instances = shared.max_instances
        self.comparisons = shared.comparisons
        self._shared = shared
        self.symbols = symbols
        self.domains = Domains(self)

    # ------------------------------------------------------------------ entry points

    def term(self, expr: ast.Expr, env: Env) -> Term:
        """Any expression as a term."""
        match expr:
            case ast.Int(value=value):
                return self.pool.const(value, INT)
            case ast.Bool(value=value):
                return self.pool.bool(value)
            case ast.Name():
                return named(self, expr, env)
            case ast.Qualified():
                return qualified(self, expr, env)
            case ast.Call():
                return call(self, expr, env)
            case ast.Binary() | ast.In():
                return self._compared(expr, operator(self, expr, env))
            case ast.Unary() | ast.Chain() | ast.Tuple():
                return operator(self, expr, env)
            case ast.If() | ast.Match():
                return choice(self, expr, env)
            case ast.Agg() | ast.AggOf():
                return self._compared(expr, aggregate(self, expr, env))
            case ast.Quant():
                return aggregate(self, expr, env)
            case _:
                assert_never(expr)

    def _compared(self, expr: ast.Binary | ast.In | ast.Agg | ast.AggOf, term: Term) -> Term:
        """Note what a comparison was read as."""
        match expr:
            case ast.Binary(op=op):
                compares = op in COMPARES
            case ast.In():
                compares = True
            case _:
                compares = expr.bound is not None
        if compares:
            self.comparisons.append((expr, term))
        return term

    def boolean(self, expr: ast.Expr, env: Env, what: str = "this") -> Term:
        """An expression that must be a bool."""
        try:
            term = self.term(expr, env)
        except HlogicError as error:
            if not isinstance(expr, ast.Name):
                raise
            raise with_hint(error, f"declare it: `var {expr.name}: bool`") from None
        if term.type not in (BOOL, NEVER):
            fail("bool-expected", expr.span, f"{what} must be a bool, not {describe(term.type)}")
        return term

    def integer(self, expr: ast.Expr, env: Env, what: str = "arithmetic") -> Term:
        """An operand of arithmetic: an int, or a union's value narrowed to its integers."""
        term, span = self.term(expr, env), expr.span
        if term.type == INT:
            return term
        if isinstance(term.type, Scalar) and (INT_ROOT in term.type.roots or term.type == NEVER):
            return self.pool.app(ops.NARROW, (term, self.pool.const(0, INT)))
        fail("int-expected", span, f"{what} takes an int, not {describe(term.type)}")

    def ordered(self, terms: Sequence[Term], span: Span) -> list[Term]:
        """Operands of an order, each narrowed to the one ordered sort that they share."""
        root = self.located(span, lambda: orderable([t.type for t in terms]))
        return [self._narrowed(t, root) for t in terms]

    def ranked(self, term: Term, span: Span) -> Term:
        """A label for `rank`, `next`, `prev`: of the one ordered sort that the term can be of."""
        roots = term.type.roots if isinstance(term.type, Scalar) else frozenset()
        sorts = [root for root in roots if root.kind == "enum" and root.ordered]
        return self._narrowed(term, sorts[0]) if len(sorts) == 1 else self.ordered([term], span)[0]

    def _narrowed(self, term: Term, root: Root) -> Term:
        alone = Scalar(frozenset({root}))
        sample = self.pool.const(0 if root is INT_ROOT else root.labels[0], alone)
        return term if term.type == alone else self.pool.app(ops.NARROW, (term, sample))

    def apply(self, op: Op, args: Sequence[Term], span: Span) -> Term:
        """Apply an operator; what its typing rule refuses is reported at `span`."""
        return self.located(span, lambda: self.pool.app(op, args))

    def located(self, span: Span, make: Callable[[], ops.T]) -> ops.T:
        try:
            return make()
        except TypeProblem as problem:
            fail(problem.code, span, problem.message)

    def constant(self, term: Term, span: Span, what: str) -> Value:
        """The value of a term that reads no variable; anything else is an error at `span`."""
        if not isinstance(term, Const):
            self.symbols.prepare(term)
        return constant_here(term, span, what)

    def undefined(self, type: Type) -> Term:
        """What a missing default gives. It has the type of the place where it stands, so that
        whatever a pass leaves of an expression has the expression's type."""
        return self.pool.const(UNDEFINED, type)

    # ------------------------------------------------------------------ functions

    def function(self, name: str) -> Function | None:
        """The variable, table, derived term or macro of a name."""
        declared = self.names.values.get(name)
        if isinstance(declared, ast.Macro):
            return Function(HomeMacro(declared, self.symbols.home(name)))
        if isinstance(declared, ast.Var | ast.Table | ast.Derive | ast.Predicate):
            return Function(self.symbols.symbol(name))
        return None

    def count_expansion(self, call: Span, outermost: bool) -> None:
        """Macros that call macros can grow without measure: refuse too many in one call."""
        self._shared.expansions = 1 if outermost else self._shared.expansions + 1
        if self._shared.expansions > MAX_EXPANSIONS:
            fail("limit", call, f"this call expands over {MAX_EXPANSIONS:,} macros, the limit",
                 "give a part of it a name with `derive`")  # fmt: skip

    # ------------------------------------------------------------------ binders

    def bind(
        self,
        binders: Sequence[ast.Binder],
        env: Env,
        mistakes: Mistakes,
        may_be_empty: bool = True,
    ) -> tuple[tuple[Bound, ...], Env]:
        """The variables of some binders, and the environment in which they are seen. Where a domain
        is wrong, its variables fit everywhere, so that what they are used in can be read."""
        bound: list[Bound] = []
        for binder in binders:
            domain = UNKNOWN
            with mistakes:
                domain = self.domains.read(binder.domain, env, may_be_empty)
            for ident in binder.names:
                with mistakes:
                    self._refuse_hiding(ident, env)
                variable = self.pool.bound(ident.name, domain)
                env = env.with_local(ident.name, variable, ident.span)
                bound.append(variable)
        if bound and may_be_empty:
            span = binders[0].span.to(binders[-1].span)
            size = Parameters(tuple(bound)).size
            with mistakes:
                check_size(f"the tuples of `{span.text}`", size, span, self.max_instances)
        return tuple(bound), env

    def _refuse_hiding(self, ident: ast.Ident, env: Env) -> None:
        name = ident.name
        if env.find(name) is not None:
            what, place = "binder", env.span(name)
        elif name in self.names.values or name in self.names.labels:
            what, place = self.names.value_word(name), self.names.value_span(name)
        else:
            return
        own = place.source is ident.span.source
        where = f"line {place.line}" if own else place.source.name
        fail(
            "hidden-name",
            ident.span,
            f"the binder {name} hides the {what} {name} of {where}",
            "give the binder another name",
            (Label(place, "declared here"),),
        )

    def parameters(self, params: ast.Params, mistakes: Mistakes) -> tuple[Parameters, Env]:
        """The parameters of a declaration, and the environment of its body."""
        if params.binders is None:
            domains = [UNKNOWN] * len(params.domains)
            for i, domain in enumerate(params.domains):
                with mistakes:
                    domains[i] = self.domains.read(domain, NO_ENV)
            return Parameters(
                tuple(self.pool.bound(f"_{i + 1}", d) for i, d in enumerate(domains))
            ), NO_ENV
        variables, env = self.bind(params.binders, NO_ENV, mistakes, may_be_empty=False)
        where = None
        if params.where is not None:
            with mistakes:
                where = self.boolean(params.where, env, "the condition")
        if where is None or params.where is None:
            return Parameters(variables), env
        return Parameters(variables, where, params.where.span), env
