"""The command line. Each command is a few calls of the API and of the renderers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from hlogic.console import (
    BAD_INPUT,
    DONE,
    FINDINGS,
    LIMIT,
    Interrupted,
    Program,
    about,
    show,
    write_whole,
)
from hlogic.inputs import STDIN, data_and_source, items_in, loaded, open_item
from hlogic.options import engine_option, files_argument, version_option

if TYPE_CHECKING:
    from hlogic.api import Answer, Item
    from hlogic.compiler.diagnostics import Diagnostic

LIMITS = ("partial", "timeout", "memory")


@click.group(
    cls=Program,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 done (unsatisfiable is an answer), 1 findings or failed expectations, "
    "2 bad input or usage, 3 a limit was reached, 130 interrupted. "
    "Results are written to stdout, everything else to stderr.",
)
@version_option
def main() -> None:
    """Logic items as checked programs. FILE is a path, or - for standard input.

    \b
    Example:
      hlogic solve items/night_shift.hlogic
    """


@main.command()
@click.argument("file", type=click.Path())
@click.option("--ask", "asks", multiple=True, metavar="ID", help="Only this ask (repeatable).")
@click.option("--scope", metavar="SCOPE", help="Answer under this scope, not the asks' own.")
@engine_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="Rows that one ask may enumerate (1,000,000 unless given).",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="Time that one ask may take (no limit unless given).",
)
def solve(
    file: str,
    asks: tuple[str, ...],
    scope: str | None,
    engine: str | None,
    as_json: bool,
    limit: int | None,
    timeout: float | None,
) -> int:
    """Answer the asks of an item.

    An ask whose query is undefined in some world has no answer: exit code 1.

    \b
    Examples:
      hlogic solve items/night_shift.hlogic
      hlogic solve --ask q1 --ask q2 --json item.hlogic
      hlogic solve --scope swapped --timeout 10 item.hlogic
    """
    item = open_item(file, engine, timeout, limit)
    show(item.warnings)
    chosen = tuple(dict.fromkeys(asks)) or item.asks
    answers = item.solve(chosen, scope)
    done = (_print_json if as_json else _print_text)(item, chosen, scope, answers)
    statuses = {answer.status for answer in done}
    if statuses.intersection(LIMITS):
        return LIMIT
    return FINDINGS if "error" in statuses else DONE


def _print_text(
    item: Item, chosen: tuple[str, ...], scope: str | None, answers: Iterator[Answer]
) -> list[Answer]:
    """Each answer as soon as it is known."""
    from hlogic.render.text import answer_text

    done: list[Answer] = []
    try:
        for answer in answers:
            text = answer_text(answer, item.language)
            click.echo(text if not done else f"\n{text}", nl=False)
            done.append(answer)
    except KeyboardInterrupt:
        raise Interrupted(_missing(chosen[len(done) :])) from None
    return done


def _print_json(
    item: Item, chosen: tuple[str, ...], scope: str | None, answers: Iterator[Answer]
) -> list[Answer]:
    """One object at the end; what was not answered says so."""
    from hlogic.render.json import document

    done: list[Answer] = []
    try:
        done.extend(answers)
    except KeyboardInterrupt:
        missing = chosen[len(done) :]
        left = [item.unanswered(id, scope) for id in missing]
        click.echo(document(item.name, [*done, *left]), nl=False)
        raise Interrupted(_missing(missing)) from None
    click.echo(document(item.name, done), nl=False)
    return done


def _missing(ids: tuple[str, ...]) -> str:
    more = f", nor {len(ids) - 1} more" if len(ids) > 1 else ""
    return f"{ids[0]} was not answered{more}" if ids else ""


@main.command()
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


@main.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(), metavar="PATH...")
@engine_option
def test(paths: tuple[str, ...], engine: str | None) -> int:
    """Compare answers with what the items expect.

    A PATH is an item, or a folder whose .hlogic files are all tested. Exit code 1 if an answer is
    not the expected one.

    \b
    Examples:
      hlogic test items
      hlogic test --engine oracle items/night_shift.hlogic
    """
    from hlogic.render.outcomes import Tally, outcome_text

    files = list(items_in(paths))
    tally = Tally(len(files))
    for file in files:
        found = loaded(file, engine)
        show(found.diagnostics)
        if found.item is None:
            tally.unreadable += 1
            continue
        with about(file):
            for outcome in found.item.outcomes():
                tally.add(outcome)
                if not outcome.ok:
                    click.echo(outcome_text(file, outcome), nl=False)
    click.echo(tally.summary(), nl=False)
    if tally.unreadable:
        return BAD_INPUT
    if tally.wrong > tally.limits:
        return FINDINGS
    return LIMIT if tally.limits else DONE


@main.command("compile")
@click.argument("file", type=click.Path())
@click.option(
    "--to",
    "form",
    type=click.Choice(["dimacs", "smtlib"]),
    required=True,
    help="The form to write.",
)
@click.option("--scope", metavar="SCOPE", default="base", help="The scope to compile.")
@click.option("-o", "--output", metavar="OUT", default=STDIN, help="A file instead of stdout.")
def compile_(file: str, form: str, scope: str, output: str) -> int:
    """Write an item's theory for other programs.

    \b
    Examples:
      hlogic compile item.hlogic --to dimacs -o item.cnf
      hlogic compile item.hlogic --to smtlib --scope swapped | z3 -in
    """
    item = open_item(file)
    show(item.warnings)
    text = item.export(form, scope)
    if output == STDIN:
        click.echo(text, nl=False)
    else:
        write_whole(output, text)
    return DONE


@main.command()
@files_argument
@click.option("--check", "only_check", is_flag=True, help="Write nothing; list what would change.")
def fmt(files: tuple[str, ...], only_check: bool) -> int:
    """Lay items out in the one standard way; comments stay.

    Files are rewritten in place, without a byte-order mark and with LF line ends; - formats
    standard input to standard output.

    \b
    Examples:
      hlogic fmt items/*.hlogic
      hlogic fmt --check items/*.hlogic
    """
    from hlogic.compiler.diagnostics import HlogicError
    from hlogic.compiler.syntax.format import format_text

    found: list[Diagnostic] = []
    changed = 0
    for file in files:
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


@main.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> int:
    """Print a script that completes commands and options in a shell.

    \b
    Examples:
      hlogic completion bash >> ~/.bashrc
      hlogic completion fish > ~/.config/fish/completions/hlogic.fish
    """
    from click.shell_completion import ShellComplete, get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    script = ShellComplete.source(found(main, {}, "hlogic", "_HLOGIC_COMPLETE"))
    click.echo(script)
    return DONE
