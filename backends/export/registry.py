"""The forms that `compile --to` writes: a row each, and a module of the same name here.

The module has `text(request)`, the whole file, and is imported when its form is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from hlogic.compiler.record import record

if TYPE_CHECKING:
    from hlogic.backends.export.request import Request


@record
class Form:
    """What a form is, whether it can be of one ask (`--ask`) or is of nothing else, whether it
    has selectors, and whether it can say what has open sorts."""

    says: str
    of_ask: bool = True
    needs_ask: bool = False
    selectors: bool = False
    first_order: bool = False


FORMS: Mapping[str, Form] = {
    "dimacs": Form("a CNF", selectors=True),
    "wcnf": Form("an ask that is a repair, as MaxSAT", needs_ask=True),
    "smtlib": Form("formulas, for z3, cvc5 and others", first_order=True),
    "asp": Form("a program for clingo"),
    "bdd": Form("a decision diagram, in JSON"),
    "dot": Form("the same diagram, for Graphviz"),
    "json": Form("the whole item, in JSON", of_ask=False),
}


def exported(form: str, request: Request) -> str:
    """What is asked for, in a form of the table. Raises HlogicError where the form cannot say it,
    LimitError where it would be too large."""
    text: str = import_module(f"hlogic.backends.export.{form}").text(request)
    return text
