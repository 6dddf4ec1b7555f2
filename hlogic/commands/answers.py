"""`solve` and `test`: the answers of items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from hlogic.console import BAD_INPUT, DONE, FINDINGS, LIMIT, Interrupted, ProgressLine, about, show
from hlogic.inputs import items_in, loaded, open_item
from hlogic.options import (
    cross_check_option,
    engine_option,
    memory_option,
    timeout_option,
)

if TYPE_CHECKING:
    from hlogic.api import Answer, Item

LIMITS = ("partial", "timeout", "memory")


@click.command()
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
@timeout_option("one ask")
@memory_option("answering")
@cross_check_option
@click.option(
    "--certify", metavar="OUT", help="Write what shows the answers to this folder; see verify."
)
@click.option("--explain-route", is_flag=True, help="Say why the engine that answers was chosen.")
def solve(
    file: str,
    asks: tuple[str, ...],
    scope: str | None,
    as_json: bool,
    certify: str | None,
    explain_route: bool,
    **options: Any,
) -> int:
    """Answer the asks of an item.

    An ask whose query is undefined in some world has no answer: exit code 1.

    \b
    Examples:
      hlogic solve items/night_shift.hlogic
      hlogic solve --ask q1 --ask q2 --json item.hlogic
      hlogic solve --scope swapped --timeout 10 --memory 2G item.hlogic
      hlogic solve --cross-check item.hlogic
      hlogic solve --certify shown item.hlogic
    """
    if certify is not None and options["memory"] is not None:
        raise click.UsageError(
            "--memory is no limit of a run with --certify: leave one of them out"
        )
    item = open_item(file, **options)
    show(item.warnings)
    chosen = tuple(dict.fromkeys(asks)) or item.asks
    line = item.on_progress = ProgressLine()
    found = item.solve(chosen, scope) if certify is None else item.certify(certify, chosen, scope)
    answers = _cleared(found, line)
    if as_json:
        done = _print_json(item, chosen, scope, answers, explain_route)
    else:
        done = _print_text(item, chosen, answers, explain_route, options["cross_check"])
    statuses = {answer.status for answer in done}
    if statuses.intersection(LIMITS):
        return LIMIT
    return FINDINGS if "error" in statuses else DONE


def _cleared(answers: Iterator[Answer], line: ProgressLine) -> Iterator[Answer]:
    """The answers, each without the line that told of it."""
    try:
        for answer in answers:
            line.clear()
            yield answer
    finally:
        line.clear()


def _print_text(
    item: Item, chosen: tuple[str, ...], answers: Iterator[Answer], explain: bool, checked: bool
) -> list[Answer]:
    """Each answer as soon as it is known."""
    from hlogic.render.text import answer_text

    done: list[Answer] = []
    try:
        for answer in answers:
            text = answer_text(answer, item.language, explain, checked)
            click.echo(text if not done else f"\n{text}", nl=False)
            done.append(answer)
    except KeyboardInterrupt as stop:
        raise Interrupted(_missing(chosen[len(done) :])) from stop
    return done


def _print_json(
    item: Item,
    chosen: tuple[str, ...],
    scope: str | None,
    answers: Iterator[Answer],
    explain: bool,
) -> list[Answer]:
    """One object at the end; what was not answered says so."""
    from hlogic.render.json import document

    done: list[Answer] = []
    try:
        done.extend(answers)
    except KeyboardInterrupt as stop:
        missing = chosen[len(done) :]
        left = [item.unanswered(id, scope) for id in missing]
        click.echo(document(item.name, [*done, *left], explain=explain), nl=False)
        raise Interrupted(_missing(missing)) from stop
    click.echo(document(item.name, done, explain=explain), nl=False)
    return done


def _missing(ids: tuple[str, ...]) -> str:
    more = f", nor {len(ids) - 1} more" if len(ids) > 1 else ""
    return f"{ids[0]} was not answered{more}" if ids else ""


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(), metavar="PATH...")
@engine_option
@timeout_option("one ask")
@memory_option("answering")
@cross_check_option
def test(paths: tuple[str, ...], **options: Any) -> int:
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
        found = loaded(file, **options)
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
