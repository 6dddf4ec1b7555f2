"""What a call names or wants that there is not: errors about a file or a call as a whole, with no
place in a text."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from hlogic.backends.budget import MAX_SECONDS
from hlogic.backends.running import Running
from hlogic.compiler.diagnostics import Diagnostic, HlogicError
from hlogic.compiler.source import Source, Span
from hlogic.compiler.suggest import suggest

if TYPE_CHECKING:
    from hlogic.backends.export.registry import Form
    from hlogic.compiler.elaborate.item import CompiledItem


def fail(name: str, code: str, message: str, hint: str = "") -> NoReturn:
    """Raise an error about what is called `name`: a file, or what stands for one."""
    raise HlogicError((Diagnostic(code, message, Span(Source(name, ""), 0, 0), hint),))


def bad_option(name: str, message: str, hint: str = "") -> NoReturn:
    """Raise an error about an argument of a call."""
    fail(name, "bad-option", message, hint)


def unknown(name: str, what: str, given: str, known: Sequence[str]) -> NoReturn:
    """Raise an error about a name that nothing of its kind has, with the nearest that there is."""
    near = suggest(given, known)
    hint = f"did you mean {near}?" if near else ""
    if not near and known:
        more = ", …" if len(known) > 10 else ""
        hint = "there are " + ", ".join(known[:10]) + more
    fail(name, f"unknown-{what}", f"no {what} is called {given}", hint)


def check_running(name: str, given: Running, can_limit: bool) -> None:
    """Refuse an engine that there is not, and limits that are none. `can_limit` says whether this
    system can limit the memory of a process."""
    if given.engine is not None:
        from hlogic.backends.engines import ENGINES

        if given.engine not in ENGINES:
            unknown(name, "engine", given.engine, tuple(ENGINES))
    if given.timeout is not None and not 0 < given.timeout <= MAX_SECONDS:
        bad_option(name, f"the timeout must be more than 0 seconds and at most {MAX_SECONDS:,.0f}")
    if given.limit is not None and given.limit < 1:
        bad_option(name, "the limit must be at least 1")
    if given.memory is None:
        return
    if given.memory < 1:
        bad_option(name, "the memory must be at least 1 byte")
    if given.memory > sys.maxsize:
        bad_option(name, "no process can have so much memory")
    if not can_limit:
        bad_option(name, "this system cannot limit the memory of a process")


def check_export(
    name: str, item: CompiledItem, row: Form, form: str, ask: str | None, selectors: bool
) -> None:
    """Refuse what a form has no place for."""
    roots = item.theory.open_roots
    if roots and not row.first_order:
        fail(
            name,
            "open-export",
            f"{form} is of finite worlds, and the sort {roots[0].name} is open",
            "--to smtlib writes first-order formulas",
        )
    if ask is not None and not row.of_ask:
        bad_option(name, f"{form} is of the whole item, not of an ask")
    if ask is None and row.needs_ask:
        repairs = [id for id, a in item.asks.items() if a.modality == "repair"]
        hint = f"its repairs are {', '.join(repairs)}" if repairs else "the item has no repair"
        bad_option(name, f"{form} is of an ask: name it", hint)
    if selectors and not row.selectors:
        bad_option(name, f"{form} has no selectors")
