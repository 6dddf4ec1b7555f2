"""Expressions: names resolved, types checked, macros expanded; the result is a term.

Each form of section 6 has its method. A mistake ends the expression it stands in (what follows
would be guesswork) and is raised with its place; the caller collects one a declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn, Protocol, assert_never

from hlogic.compiler import ast, ops
from hlogic.compiler.diagnostics import Diagnostic, HlogicError, Label, fail
from hlogic.compiler.domains import Domains, constant_here
from hlogic.compiler.environment import NO_ENV, Env, Function
from hlogic.compiler.ir import Bound, Parameters, Symbol, Term, Terms, check_size
from hlogic.compiler.names import Names
from hlogic.compiler.ops import Op, TypeProblem, orderable
from hlogic.compiler.sorts import (
    BOOL,
    BOOL_ROOT,
    INT,
    INT_ROOT,
    NEVER,
    UNDEFINED,
    Domain,
    Scalar,
    SetType,
    Type,
    Value,
    comparable,
    describe,
)
from hlogic.compiler.sorts import Label as LabelValue
from hlogic.compiler.source import Span
from hlogic.compiler.suggest import suggest

COMPARISONS: Mapping[str, tuple[Op, bool]] = {  # operator, whether its operands change places
    "<": (ops.LT, False),
    "<=": (ops.LE, False),
    ">": (ops.LT, True),
    ">=": (ops.LE, True),
}
ARITHMETIC: Mapping[str, Op] = {"*": ops.MUL, "//": ops.DIV, "%": ops.MOD}
BUILTINS: Mapping[str, int] = {
    "defined": 1, "rank": 1, "next": 1, "prev": 1, "first": 1, "last": 1, "size": 1, "abs": 1,
    "subset": 2,
}  # fmt: skip
STEPS: Mapping[str, Op] = {"rank": ops.RANK, "next": ops.NEXT, "prev": ops.PREV}


class Symbols(Protocol):
    """The item's variables, tables and derived terms, elaborated when first asked for."""

    def symbol(self, name: str) -> Symbol:
        """The symbol of a declared name; raises HlogicError where its declaration is wrong."""

    def prepare(self, term: Term) -> None:
        """Make ready what a constant term needs to be evaluated: entries, instances, bodies."""


class Expressions:
    """Elaborates the expressions of one item."""

    def __init__(self, names: Names, pool: Terms, symbols: Symbols) -> None:
        self.names = names
        self.pool = pool
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
                return self._name(expr, env)
            case ast.Qualified():
                return self._qualified(expr, env)
            case ast.Call():
                return self._call(expr, env)
            case ast.Unary() | ast.Chain() | ast.Binary() | ast.In() | ast.Tuple():
                return self._operator(expr, env)
            case ast.If() | ast.Match():
                return self._choice(expr, env)
            case ast.Quant() | ast.Agg() | ast.AggOf():
                from hlogic.compiler.aggregates import aggregate

                return aggregate(self, expr, env)
            case _:
                assert_never(expr)

    def boolean(self, expr: ast.Expr, env: Env, what: str = "this") -> Term:
        """An expression that must be a bool."""
        term = self.term(expr, env)
        if term.type not in (BOOL, NEVER):
            fail("bool-expected", expr.span, f"{what} must be a bool, not {describe(term.type)}")
        return term

    def integer(self, expr: ast.Expr, env: Env) -> Term:
        """An operand of arithmetic: an int, or a union's value narrowed to its integers."""
        return self.as_integer(self.term(expr, env), expr.span)

    def as_integer(self, term: Term, span: Span) -> Term:
        if term.type == INT:
            return term
        if isinstance(term.type, Scalar) and (INT_ROOT in term.type.roots or term.type == NEVER):
            return self.pool.app(ops.NARROW, (term, self.pool.const(0, INT)))
        fail("int-expected", span, f"arithmetic takes integers, not {describe(term.type)}")

    def ordered(self, terms: Sequence[Term], span: Span) -> list[Term]:
        """Operands of an order, each narrowed to the one ordered sort that they share."""
        root = self.located(span, lambda: orderable([t.type for t in terms]))
        alone = Scalar(frozenset({root}))
        sample = self.pool.const(0 if root is INT_ROOT else root.labels[0], alone)
        return [t if t.type == alone else self.pool.app(ops.NARROW, (t, sample)) for t in terms]

    def apply(self, op: Op, args: Sequence[Term], span: Span) -> Term:
        """Apply an operator; what its typing rule refuses is reported at `span`."""
        return self.located(span, lambda: self.pool.app(op, args))

    def located(self, span: Span, make: Callable[[], ops.T]) -> ops.T:
        try:
            return make()
        except TypeProblem as problem:
            fail(problem.code, span, problem.message)

    # ------------------------------------------------------------------ names

    def _name(self, expr: ast.Name, env: Env) -> Term:
        local = env.find(expr.name)
        if isinstance(local, Term):
            return local
        if isinstance(local, Function):
            return self._apply_function(local, expr.name, (), expr.span, env)
        if isinstance(local, Domain):
            fail(
                "value-expected", expr.span, f"{expr.name} stands for a sort here, not for a value"
            )
        target = self.function(expr.name)
        if target is not None:
            return self._apply_function(target, expr.name, (), expr.span, env)
        return self.label(expr.name, expr.span, env)

    def label(self, name: str, span: Span, env: Env = NO_ENV) -> Term:
        """A bare label; one that several sorts have needs its sort."""
        labels = self.names.labels.get(name, [])
        if len(labels) == 1:
            return self._label(labels[0])
        if labels:
            choices = " or ".join(f"{label.root.name}.{name}" for label in labels)
            fail(
                "ambiguous-label",
                span,
                f"the label {name} stands in several sorts; write {choices}",
            )
        if name in self.names.values:
            fail("value-expected", span, f"{name} is a sort, not a value")
        known = [*self.names.values, *self.names.labels, *env.local]
        self.unknown("unknown name", name, span, known)

    def _label(self, label: LabelValue) -> Term:
        return self.pool.const(label, Scalar(frozenset({label.root})))

    def _qualified(self, expr: ast.Qualified, env: Env) -> Term:
        domain = env.domain(expr.sort)
        if domain is None:
            if not isinstance(self.names.values.get(expr.sort), ast.Sort):
                sorts = [n for n, d in self.names.values.items() if isinstance(d, ast.Sort)]
                self.unknown("unknown sort", expr.sort, expr.span, sorts)
            domain = self.domains.sort(expr.sort)
        labels = {}
        if domain.size <= len(self.names.label_spans) + len(domain.parts):
            labels = {v.name: v for v in domain if isinstance(v, LabelValue)}
        if expr.label not in labels:
            self.unknown("", expr.label, expr.span, list(labels),
                         f"{expr.label} is not a label of {expr.sort}")  # fmt: skip
        return self._label(labels[expr.label])

    def constant(self, term: Term, span: Span, what: str) -> Value:
        """The value of a term that reads no variable; anything else is an error at `span`."""
        self.symbols.prepare(term)
        return constant_here(term, span, what)

    def unknown(
        self, what: str, name: str, span: Span, known: Sequence[str], message: str = ""
    ) -> NoReturn:
        """Report a name that nothing has, with the nearest one that something has."""
        near = suggest(name, known)
        hint = f"did you mean {near}?" if near else ""
        fail("unknown-name", span, message or f"{what} `{name}`", hint)

    # ------------------------------------------------------------------ calls

    def function(self, name: str) -> Function | None:
        """The variable, table, derived term or macro of a name."""
        declared = self.names.values.get(name)
        if isinstance(declared, ast.Macro):
            return Function(declared)
        if isinstance(declared, ast.Var | ast.Table | ast.Derive):
            return Function(self.symbols.symbol(name))
        return None

    def _call(self, expr: ast.Call, env: Env) -> Term:
        if expr.name in BUILTINS:
            return self._builtin(expr, env)
        local = env.find(expr.name)
        if local is not None and not isinstance(local, Function):
            fail("not-a-function", expr.name_span, f"{expr.name} takes no arguments here")
        target = local if isinstance(local, Function) else self.function(expr.name)
        if target is not None:
            return self._apply_function(target, expr.name, expr.args, expr.span, env)
        if expr.name in self.names.values or expr.name in self.names.labels:
            word = self.names.value_word(expr.name)
            fail(
                "not-a-function", expr.name_span, f"{expr.name} is a {word} and takes no arguments"
            )
        known = [n for n, d in self.names.values.items() if not isinstance(d, ast.Sort)]
        self.unknown("unknown name", expr.name, expr.name_span, [*known, *BUILTINS])

    def _apply_function(
        self, function: Function, name: str, args: tuple[ast.Expr, ...], span: Span, env: Env
    ) -> Term:
        target = function.target
        if isinstance(target, ast.Macro):
            _arity(name, len(target.params), len(args), span, target.name.span)
            from hlogic.compiler.macros import expand

            return expand(self, target, args, span, env)
        _arity(name, len(target.parameters.variables), len(args), span, target.span)
        terms = []
        for i, (arg, domain) in enumerate(zip(args, target.parameters.domains, strict=True)):
            term = self.term(arg, env)
            if not comparable(term.type, domain.type):
                fail(
                    "type-mismatch",
                    arg.span,
                    f"argument {i + 1} of {name} is in {domain.name}, "
                    f"and this is {describe(term.type)}",
                )
            terms.append(term)
        return self.pool.ref(target, terms)

    def _builtin(self, expr: ast.Call, env: Env) -> Term:
        name = expr.name
        _arity(name, BUILTINS[name], len(expr.args), expr.span, None)
        if name in ("first", "last"):
            return self._end_of(expr, env)
        if name == "size":
            sort = self._sort_argument(expr.args[0], env)
            if sort is not None:
                return self.pool.const(sort.size, INT)
        if name == "abs":
            return self.pool.app(ops.ABS, (self.integer(expr.args[0], env),))
        terms = [self.term(a, env) for a in expr.args]
        if name in STEPS:
            terms = self.ordered(terms, expr.span)
            return self.apply(STEPS[name], terms, expr.span)
        op = {"defined": ops.DEFINED, "size": ops.SIZE, "subset": ops.SUBSET}[name]
        return self.apply(op, terms, expr.span)

    def _sort_argument(self, arg: ast.Expr, env: Env) -> Domain | None:
        """The sort that an argument names, if it names one."""
        if not isinstance(arg, ast.Name):
            return None
        given = env.find(arg.name)
        if given is not None:
            return given if isinstance(given, Domain) else None
        if isinstance(self.names.values.get(arg.name), ast.Sort):
            return self.domains.sort(arg.name)
        return None

    def _end_of(self, expr: ast.Call, env: Env) -> Term:
        domain = self._sort_argument(expr.args[0], env)
        if domain is None:
            fail("sort-expected", expr.args[0].span, f"{expr.name} takes the name of a sort")
        self.located(expr.span, lambda: orderable([domain.type]))
        part = domain.parts[0] if expr.name == "first" else domain.parts[-1]
        value: Value = part[0] if expr.name == "first" else part[-1]
        return self.pool.const(value, domain.type)

    # ------------------------------------------------------------------ operators

    def _operator(
        self, expr: ast.Unary | ast.Chain | ast.Binary | ast.In | ast.Tuple, env: Env
    ) -> Term:
        match expr:
            case ast.Unary(op="not", arg=arg):
                return self.pool.app(ops.NOT, (self.boolean(arg, env, "what `not` denies"),))
            case ast.Unary(arg=arg):
                term = self.integer(arg, env)
                if isinstance(arg, ast.Int):
                    return self.pool.const(-arg.value, INT)
                return self.pool.app(ops.NEG, (term,))
            case ast.Chain(op=op, items=items):
                terms = [self.boolean(i, env, f"an operand of `{op}`") for i in items]
                return self.pool.app(ops.AND if op == "and" else ops.OR, terms)
            case ast.Binary():
                return self._binary(expr, env)
            case ast.In():
                return self._membership(expr, env)
            case ast.Tuple(items=items):
                return self.pool.app(ops.TUPLE, [self.term(i, env) for i in items])

    def _binary(self, expr: ast.Binary, env: Env) -> Term:
        op = expr.op
        if op in ("implies", "iff", "xor"):
            left, right = (
                self.boolean(e, env, f"an operand of `{op}`") for e in (expr.left, expr.right)
            )
            if op == "implies":
                return self.pool.app(ops.OR, (self.pool.app(ops.NOT, (left,)), right))
            same = self.pool.app(ops.EQ, (left, right))
            return same if op == "iff" else self.pool.app(ops.NOT, (same,))
        if op in ("+", "-"):
            return self._sum(expr, env)
        if op in ARITHMETIC:
            return self.pool.app(
                ARITHMETIC[op], (self.integer(expr.left, env), self.integer(expr.right, env))
            )
        terms = [self.term(expr.left, env), self.term(expr.right, env)]
        if op in COMPARISONS:
            row, swapped = COMPARISONS[op]
            terms = self.ordered(terms, expr.span)
            return self.apply(row, terms[::-1] if swapped else terms, expr.span)
        same = self.apply(ops.EQ, terms, expr.span)
        return same if op == "==" else self.pool.app(ops.NOT, (same,))

    def _sum(self, expr: ast.Binary, env: Env) -> Term:
        """`a + b - c` as one sum, however long."""
        terms: list[Term] = []
        left: ast.Expr = expr
        while isinstance(left, ast.Binary) and left.op in ("+", "-"):
            term = self.integer(left.right, env)
            terms.append(term if left.op == "+" else self.pool.app(ops.NEG, (term,)))
            left = left.left
        terms.append(self.integer(left, env))
        return self.pool.app(ops.SUM, terms[::-1])

    def _membership(self, expr: ast.In, env: Env) -> Term:
        term = self._member_of(expr, env)
        return self.pool.app(ops.NOT, (term,)) if expr.negated else term

    def _member_of(self, expr: ast.In, env: Env) -> Term:
        item, span = self.term(expr.item, env), expr.span
        match expr.collection:
            case ast.SetLit(items=()):
                empty = self.pool.const(frozenset(), SetType(None))
                return self.pool.app(ops.HAS, (item, empty))
            case ast.SetLit(items=items):
                same = [self.apply(ops.EQ, (item, self.term(i, env)), i.span) for i in items]
                return same[0] if len(same) == 1 else self.pool.app(ops.OR, same)
            case ast.RangeLit(low=low, high=high):
                ends = (self.integer(low, env), self.integer(high, env))
                if not comparable(item.type, INT):
                    fail("type-mismatch", span, f"{describe(item.type)} is never in a range")
                return self.pool.app(ops.WITHIN, (item, *ends))
            case ast.Subset() as subset:
                return self.in_domain(item, self.domains.read(subset, env), span)
        domain = self._sort_argument(expr.collection, env)
        if domain is not None:
            return self.in_domain(item, domain, span)
        return self.apply(ops.HAS, (item, self.term(expr.collection, env)), span)

    def in_domain(self, item: Term, domain: Domain, span: Span) -> Term:
        """Membership in a domain: ranges by their ends, other members as a set."""
        if not comparable(item.type, domain.type):
            fail(
                "type-mismatch", span, f"{describe(item.type)} is never in {domain.name}"
            )  # fmt: skip
        tests: list[Term] = []
        for part in domain.parts:
            if isinstance(part, range):
                ends = [self.pool.const(e, INT) for e in (part.start, part.stop - 1)]
                tests.append(self.pool.app(ops.WITHIN, (item, *ends)))
            else:
                members = self.pool.const(frozenset(part), SetType(domain.type))
                tests.append(self.pool.app(ops.HAS, (item, members)))
        return tests[0] if len(tests) == 1 else self.pool.app(ops.OR, tests)

    # ------------------------------------------------------------------ choices

    def _choice(self, expr: ast.If | ast.Match, env: Env) -> Term:
        if isinstance(expr, ast.If):
            condition = self.boolean(expr.condition, env, "the condition of `if`")
            branches = (self.term(expr.then, env), self.term(expr.otherwise, env))
            return self.apply(ops.IF, (condition, *branches), expr.span)
        subject = self.term(expr.subject, env)
        default: Term = self.pool.const(UNDEFINED, NEVER)
        if expr.default is not None:
            default = self.term(expr.default, env)
        arms: list[Term] = []
        for arm in expr.arms:
            key = self._arm_key(arm, subject.type, env)
            if key in arms[0::2]:
                fail("duplicate-arm", arm.key.span, f"{arm.key.span.text} has a branch already")
            arms += [key, self.term(arm.body, env)]
        return self.apply(ops.MATCH, (subject, default, *arms), expr.span)

    def _arm_key(self, arm: ast.Arm, subject: Type, env: Env) -> Term:
        term = self.term(arm.key, env)
        value = self.constant(term, arm.key.span, "the label of a branch")
        if not comparable(term.type, subject):
            fail(
                "type-mismatch",
                arm.key.span,
                f"what is matched is {describe(subject)}, never {describe(term.type)}",
            )
        return self.pool.const(value, term.type)

    # ------------------------------------------------------------------ binders

    def bind(
        self, binders: Sequence[ast.Binder], env: Env, may_be_empty: bool = True
    ) -> tuple[tuple[Bound, ...], Env]:
        """The variables of some binders, and the environment in which they are seen."""
        bound: list[Bound] = []
        for binder in binders:
            domain = self.domains.read(binder.domain, env, may_be_empty)
            for ident in binder.names:
                self._refuse_hiding(ident, env)
                variable = self.pool.bound(ident.name, domain)
                env = env.with_local(ident.name, variable, ident.span)
                bound.append(variable)
        if bound:
            span = binders[0].span.to(binders[-1].span)
            size = Parameters(tuple(bound)).size
            if may_be_empty:
                check_size(f"`{span.text}`", size, span)
        return tuple(bound), env

    def _refuse_hiding(self, ident: ast.Ident, env: Env) -> None:
        name = ident.name
        if env.find(name) is not None:
            what, place = "binder", env.span(name)
        elif name in self.names.values or name in self.names.labels:
            what, place = self.names.value_word(name), self.names.value_span(name)
        else:
            return
        fail(
            "hidden-name",
            ident.span,
            f"the binder {name} hides the {what} {name} of line {place.line}",
            "give the binder another name",
            (Label(place, "declared here"),),
        )

    def parameters(self, params: ast.Params) -> tuple[Parameters, Env]:
        """The parameters of a declaration, and the environment of its body."""
        if params.binders is None:
            domains = [self.domains.read(d, NO_ENV) for d in params.domains]
            return Parameters(
                tuple(self.pool.bound(f"_{i + 1}", d) for i, d in enumerate(domains))
            ), NO_ENV
        variables, env = self.bind(params.binders, NO_ENV, may_be_empty=False)
        where = None
        if params.where is not None:
            where = self.boolean(params.where, env, "the condition")
        return Parameters(variables, where), env


def _arity(name: str, wanted: int, given: int, span: Span, declared: Span | None) -> None:
    if wanted != given:
        plural = "" if wanted == 1 else "s"
        labels = () if declared is None else (Label(declared, "declared here"),)
        takes = (
            f"{name} takes {wanted} argument{plural}" if wanted else f"{name} takes no arguments"
        )
        fail("arity", span, f"{takes}, {given} given", labels=labels)


def in_expansion(error: HlogicError, macro: str, span: Span) -> HlogicError:
    """The same errors, saying from which call their macro was expanded."""
    place = Label(span, f"expanded from {macro} here")
    return HlogicError(
        tuple(
            Diagnostic(d.code, d.message, d.span, d.hint, (*d.labels, place), d.severity)
            for d in error.diagnostics
        )
    )


__all__ = ["BOOL_ROOT", "NO_ENV", "Env", "Expressions", "in_expansion"]
