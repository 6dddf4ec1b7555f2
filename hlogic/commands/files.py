"""`check`, `compile` and `fmt`: items as files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from hlogic.backends.export.registry import FORMS
from hlogic.console import BAD_INPUT, DONE, FINDINGS, show
from hlogic.inputs import STDIN, data_and_source, items_in, loaded, open_item
from hlogic.options import files_argument, memory_option, timeout_option
from hlogic.writing import write_whole

if TYPE_CHECKING:
    from hlogic.compiler.diagnostics import Diagnostic

_SAYS = "; ".join(f"{name}: {form.says}" for name, form in FORMS.items()) + "."


@click.command()
@files_argument
def check(files: tuple[str, ...]) -> int:
    """Find what is wrong with items, without answering them.

    \b
    Examples:
      hlogic check items/*.hlogic
      hlogic check - < item.hlogic
    """
    found: list[Diagnostic] = []
    for file in files:
        found.extend(loaded(file).diagnostics)
    show(found)
    if any(d.severity == "error" for d in found):
        return BAD_INPUT
    return FINDINGS if found else DONE


@click.command("compile")
@click.argument("file", type=click.Path())
@click.option("--to", "form", type=click.Choice(tuple(FORMS)), required=True, help=_SAYS)
@click.option("--scope", metavar="SCOPE", help="The scope to compile (base unless given).")
@click.option("--ask", metavar="ID", help="What answers this ask, under its own scope.")
@click.option("--selectors", is_flag=True, help="A switch for each named constraint (dimacs).")
@timeout_option("compiling")
@memory_option("compiling")
@click.option("-o", "--output", metavar="OUT", default=STDIN, help="A file instead of stdout.")
def compile_(
    file: str,
    form: str,
    scope: str | None,
    ask: str | None,
    selectors: bool,
    output: str,
    **limits: Any,
) -> int:
    """Write an item for other programs.

    \b
    Examples:
      hlogic compile item.hlogic --to dimacs -o item.cnf
      hlogic compile item.hlogic --to smtlib --scope swapped | z3 -in
      hlogic compile item.hlogic --to asp --scope swapped | clingo 0
      hlogic compile item.hlogic --to wcnf --ask q7 -o q7.wcnf
    """
    item = open_item(file, **limits)
    show(item.warnings)
    text = item.export(form, scope, ask=ask, selectors=selectors)
    if output == STDIN:
        click.echo(text, nl=False)
    else:
        write_whole(output, text)
    return DONE


@click.command()
@files_argument
@click.option("--check", "only_check", is_flag=True, help="Write nothing; list what would change.")
def fmt(files: tuple[str, ...], only_check: bool) -> int:
    """Lay items out in the one standard way; comments stay.

    Files, and those of folders, are rewritten in place, without a byte-order mark and with LF line
    ends; - formats standard input to standard output.

    \b
    Examples:
      hlogic fmt items/*.hlogic
      hlogic fmt --check items
    """
    from hlogic.compiler.diagnostics import HlogicError
    from hlogic.compiler.syntax.format import format_text

    found: list[Diagnostic] = []
    changed = 0
    for file in items_in(files):
        try:
            data, source = data_and_source(file)
            text = format_text(source)
        except HlogicError as error:
            found.extend(error.diagnostics)
            continue
        changed += _formatted(file, source.name, text, text.encode() != data, only_check)
    show(found)
    if found:
        return BAD_INPUT
    return FINDINGS if only_check and changed else DONE


def _formatted(file: str, name: str, text: str, changed: bool, only_check: bool) -> bool:
    """Write a formatted text where it belongs; whether it differs from what was there."""
    if only_check:
        if changed:
            click.echo(name)
    elif file == STDIN:
        click.echo(text, nl=False)
    elif changed:
        write_whole(file, text)
        click.echo(f"formatted {file}", err=True)
    return changed
