"""What is said of a run that failed, and its exit code.

Words go to stderr. Where the command was to print an object (`--json`; `--format json` of some), it
is printed all the same, with what was wrong: a program that reads it finds out why.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import pairwise

import click

from hlogic.compiler.diagnostics import Diagnostic, LimitError
from hlogic.compiler.source import NOWHERE
from hlogic.console import BAD_INPUT, LIMIT, show


def limit_reached(form: str, error: LimitError) -> int:
    """A run that came to a limit, of the item's size or of what was set; `form` is that of the
    object that was asked for, as `form_asked` says it."""
    if error.span is not None:
        found = Diagnostic("limit", error.message, error.span)
        show([found])
        failed(form, diagnostics=[found])
    else:
        click.echo(f"limit reached: {error.message}", err=True)
        failed(form, "limit", error.message)
    return LIMIT


def unforeseen(form: str, error: Exception) -> int:
    """What no command foresees: a failure of the system, as of a file, or a mistake of ours."""
    if os.environ.get("HLOGIC_TRACEBACK"):
        import traceback

        traceback.print_exc()
    if isinstance(error, OSError):
        message = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        click.echo(f"hlogic: {message}", err=True)
        return failed(form, "os-error", message)
    about = "".join(f" ({note})" for note in getattr(error, "__notes__", ()))
    message = " ".join(f"{type(error).__name__}: {error}".split()) + about
    click.echo(
        f"hlogic: this is our mistake, please report it with the item: {message}"
        " (HLOGIC_TRACEBACK=1 shows where)",
        err=True,
    )
    code = getattr(error, "code", None)
    return failed(form, "internal-error" if code is None else code, message)


def form_asked(given: Sequence[str]) -> str:
    """What is printed all the same when a run fails, by its words: they may be what is wrong."""
    if "--json" in given:
        return "answers"
    words = [part for word in given for part in word.split("=", 1)]
    asked = [after for word, after in pairwise(words) if word == "--format"][-1:]
    if "lint" in given:
        return asked[0] if asked in (["json"], ["sarif"]) else ""
    return "audit" if "audit" in given and asked == ["json"] else ""


def failed(
    form: str, code: str = "", message: str = "", diagnostics: Iterable[Diagnostic] = ()
) -> int:
    """Under --json the object is printed all the same, with what was wrong, and so are those of
    lint and audit."""
    if not form:
        return BAD_INPUT
    if form == "answers":
        from hlogic.render.json import diagnostic_object, document, problem_object

        problems = [diagnostic_object(d) for d in diagnostics]
        text = document(None, (), problems or [problem_object(code, message)])
    elif form == "audit":
        from hlogic.render.audit_json import failure_json

        text = failure_json(tuple(diagnostics) or (Diagnostic(code, message, NOWHERE),))
    else:
        from hlogic.render.lint import FORMATS

        found = tuple(diagnostics) or (Diagnostic(code, message, NOWHERE),)
        text = FORMATS[form]((), found, False)
    with suppress(OSError):  # the failure itself, where stdout is closed or full
        click.echo(text, nl=False)
    return BAD_INPUT
