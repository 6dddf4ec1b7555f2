"""The worlds that an export is of: those of a scope, or those that answer an ask.

An ask is exported where one formula answers it. `possible P` is true where the theory with P has a
world, `necessary P` where the theory has a world and, with P denied, has none; `count worlds` is
the number of worlds. `where` narrows the worlds in each. What an answer rests on besides, that its
formulas are defined and that some world is kept, is settled here by the SAT engine, so that the
verdict of another program is the whole answer.
"""

from __future__ import annotations

from typing import NoReturn

from hlogic.backends.engine import Budget
from hlogic.backends.export.request import Question, Request, query_text, question_of
from hlogic.compiler import query
from hlogic.compiler.asks import AskError, Kept
from hlogic.compiler.diagnostics import fail
from hlogic.compiler.family_asks import members_of
from hlogic.compiler.ir import Instance, Theory, View
from hlogic.compiler.query import Asked
from hlogic.compiler.record import record
from hlogic.compiler.terms import Term


@record(eq=False)
class Subject:
    """The worlds of a view that meet some formulas. `remarks` say in a comment what they are;
    `selectable` are the constraints that are to hold only where their selector is true."""

    theory: Theory
    view: View
    budget: Budget
    assumed: tuple[Term, ...] = ()
    remarks: tuple[str, ...] = ()
    selectable: tuple[Instance, ...] = ()


def subject_of(request: Request) -> Subject:
    """The worlds that a request is about."""
    if request.ask is not None:
        return _of_ask(request)
    scope = request.scope or "base"
    view = request.item.views[scope]
    return Subject(
        request.item.theory,
        view,
        request.budget,
        remarks=(heading(request, scope),),
        selectable=_named(view) if request.selectors else (),
    )


def heading(request: Request, scope: str) -> str:
    """The first remark of an export."""
    return f"hlogic {request.item.theory.name}, scope {scope}"


def asked_heading(request: Request, question: Question) -> tuple[str, str]:
    """The first remarks of an export of an ask."""
    id = question.ask.id
    return heading(request, question.scope), f"ask {id}: {query_text(request.item, id)}"


def _named(view: View) -> tuple[Instance, ...]:
    return tuple(i for i in view.instances if i.family.named)


# ---------------------------------------------------------------------------- asks


def _of_ask(request: Request) -> Subject:
    question = question_of(request)
    theory, view = request.item.theory, request.item.views[question.scope]
    selectable = _named(view) if request.selectors else ()
    assumed: tuple[Term, ...] = ()
    match question.query:
        case query.ExprQuery(kind="possible" | "necessary", expr=expr):
            assumed, verdict = _formulas(request, question, expr)
        case query.CountQuery(fields=None):
            assumed, verdict = _formulas(request, question, None)
        case query.Cores(kind="core", members=members) if request.selectors:
            selectable = tuple(members_of(view, members))
            verdict = "the minimal sets of selectors without a model are the cores"
        case _:
            _refuse(question, request.selectors)
    remarks = (*asked_heading(request, question), verdict)
    return Subject(theory, view, request.budget, assumed, remarks, selectable)


def _formulas(
    request: Request, question: Question, expr: Asked | None
) -> tuple[tuple[Term, ...], str]:
    """What the worlds that decide the ask meet, and how they do."""
    kept = _kept(request, question)
    try:
        for ending in question.endings:
            if ending.kind != "where":
                fail(
                    "not-exportable",
                    question.ask.query.span,
                    f"no single formula answers the ask {question.ask.id}: `{ending.kind}` "
                    "compares worlds",
                )
            kept = kept.and_(kept.defined(ending.expr, {}))
        if expr is None:
            return kept.assumed, "the number of models is the answer"
        term = kept.defined(expr, {})
    except AskError as problem:
        fail(
            "not-exportable",
            question.ask.query.span,
            f"the ask {question.ask.id} has no answer: {problem.message}",
        )
    assert isinstance(question.query, query.ExprQuery)
    if question.query.kind == "possible":
        return (*kept.assumed, term), _verdict(not question.denied)
    verdict = _verdict(question.denied)
    if not kept.possible():
        verdict = f"no world is left to ask about: the answer is {_word(question.denied)}"
    return (*kept.assumed, kept.denied(term)), verdict


def _kept(request: Request, question: Question) -> Kept:
    from hlogic.backends.engines import engine_for

    theory, view = request.item.theory, request.item.views[question.scope]
    return Kept(theory, view, engine_for(theory, "sat").open(theory, view, request.budget))


def _verdict(satisfiable: bool) -> str:
    return (
        f"satisfiable: the answer is {_word(satisfiable)}; "
        f"unsatisfiable: the answer is {_word(not satisfiable)}"
    )


def _word(value: bool) -> str:
    return "true" if value else "false"


def _refuse(question: Question, selectors: bool) -> NoReturn:
    """Say why an ask is not one formula."""
    id, modality = question.ask.id, question.ask.modality
    match question.query:
        case query.Repair():
            hint = "--to wcnf writes what a repair minimises"
        case query.Cores(kind="core") if not selectors:
            hint = "--to dimacs --selectors lets a solver find cores"
        case _:
            hint = "asks of `possible`, `necessary` and `count worlds` can be exported"
    fail(
        "not-exportable",
        question.ask.query.span,
        f"no single formula answers the ask {id}: it is a `{modality}`",
        hint,
    )
