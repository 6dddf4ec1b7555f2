"""A theory under a scope as SMT-LIB 2.6, for other solvers.

Each variable is a constant named as the item names it, each sort of labels a datatype, each
constraint a named assertion under a comment that cites its claims. The domains of integers, and of
parts of sorts, are assertions without a name, and so in no core. Nothing else is declared: a model
of the constants is a world. Derived terms, and what rules define, are written out in terms of the
variables; what is shared is a `define-fun`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from hlogic.backends.export.request import Request
from hlogic.backends.export.subject import subject_of
from hlogic.backends.problem import Problem, naming
from hlogic.backends.smt.expressions import Expr, Exprs
from hlogic.backends.smt.integers import Integers
from hlogic.backends.smt.names import Names
from hlogic.backends.smt.printing import Definitions
from hlogic.backends.smt.translate import Translator
from hlogic.compiler import ast
from hlogic.compiler.diagnostics import LimitError
from hlogic.compiler.ir import Instance, Key, Symbol, Theory, View, instance_id
from hlogic.compiler.terms import Term
from hlogic.compiler.words import alias_text


def text(request: Request) -> str:
    """The worlds that a request is about."""
    subject = subject_of(request)
    claims = claims_of(request.item.file)
    if subject.theory.open_roots:
        from hlogic.backends.open.export import first_order_text

        comments = {i.id: tuple(_comments(i, claims)) for i in subject.view.instances}
        return first_order_text(subject, comments)
    return smtlib_text(subject.theory, subject.view, claims, subject.remarks, subject.assumed)


def smtlib_text(
    theory: Theory,
    view: View,
    claims: Mapping[str, str],
    remarks: Sequence[str] = (),
    assumed: Sequence[Term] = (),
) -> str:
    """The whole file; `claims` are the texts of those that constraints may cite, `assumed`
    formulas that the worlds are to meet besides."""
    names = Names()
    dialect = Integers(Exprs(), names)
    translated = _Translated(theory, view, dialect, names, assumed)
    definitions = Definitions(lambda n: names.symbol(f"def.{n}"))
    defined = list(definitions.shared(translated.roots()))
    lines = [
        *(f"; {remark}" for remark in remarks),
        "; For a core of the named assertions: (set-option :produce-unsat-cores true) here, and",
        "; (get-unsat-core) at the end.",
        "(set-logic ALL)",
        *dialect.declarations(),
        *translated.variables(),
        *defined,
        *translated.domains(definitions),
        *translated.assertions(definitions, claims),
        "(check-sat)",
    ]
    return "\n".join(lines) + "\n"


class _Translated:
    """The formulas of one view as expressions."""

    def __init__(
        self,
        theory: Theory,
        view: View,
        dialect: Integers,
        names: Names,
        assumed: Sequence[Term],
    ) -> None:
        self._names = names
        made = partial(Translator, dialect=dialect, name=self._name)
        problem = Problem(theory, view, encoder=made)
        translator = problem.encoder
        assert isinstance(translator, Translator)
        self._exprs = dialect.exprs
        self._variables = [
            (at, translator.constant(*at)[0], translator.inside(*at)) for at in theory.variables()
        ]
        self._stable = [
            self._exprs.or_([translator.of_gate(g) for g in clause]) for clause in problem.stable()
        ]
        self._constraints = [
            (instance, _constraint(translator, instance, total))
            for instance, total in problem.constraints
        ]
        self._assumed = [translator.expr(problem.lower(term)) for term in assumed]

    def _name(self, symbol: Symbol, key: Key) -> str:
        return self._names.symbol(instance_id(symbol.name, key))

    def roots(self) -> Iterator[Expr]:
        """All that will be asserted."""
        yield from (inside for _, _, inside in self._variables)
        yield from self._stable
        yield from (expr for _, expr in self._constraints)
        yield from self._assumed

    def variables(self) -> Iterator[str]:
        for _, constant, _ in self._variables:
            yield f"(declare-const {constant.head} {constant.sort})"

    def domains(self, definitions: Definitions) -> Iterator[str]:
        for _, _, inside in self._variables:
            if inside is not self._exprs.true:
                yield f"(assert {definitions.text(inside)})"

    def assertions(self, definitions: Definitions, claims: Mapping[str, str]) -> Iterator[str]:
        if self._stable:
            yield "; The atoms of the stable groups are a stable model."
        for expr in self._stable:
            yield f"(assert {definitions.text(expr)})"
        for instance, expr in self._constraints:
            yield from _comments(instance, claims)
            name = self._names.symbol(instance.id)
            yield f"(assert (! {definitions.text(expr)} :named {name}))"
        if self._assumed:
            yield "; The ask."
        for expr in self._assumed:
            yield f"(assert {definitions.text(expr)})"


def _constraint(translator: Translator, instance: Instance, total: Term) -> Expr:
    try:
        return translator.expr(total)
    except LimitError as limit:
        raise naming(limit, instance.id, instance) from None


def _comments(instance: Instance, claims: Mapping[str, str]) -> Iterator[str]:
    """What a constraint is called, how the author wrote it unless a scope replaced it, and the
    claims that license it."""
    family = instance.family
    called = "".join(f' "{alias_text(_line(a), instance.key)}"' for a in family.aliases[:1])
    written = f": {_line(family.text)}" if instance.body is family.body and family.text else ""
    yield f"; {instance.id}{called}{written}"
    for id in family.cites:
        yield f'; cites {id} "{_line(claims[id])}"' if id in claims else f"; cites {id}"


def _line(text: str) -> str:
    return " ".join(text.split())


def claims_of(file: ast.File) -> dict[str, str]:
    """What each claim says; of a long one, how it begins and ends."""
    return {
        d.id.name: d.text if d.ending is None else f"{d.text} … {d.ending}"
        for d in file.declarations
        if isinstance(d, ast.Claim)
    }
