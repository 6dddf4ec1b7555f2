"""`report`: an item on one page."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hlogic.console import DONE, LIMIT, ProgressLine, show
from hlogic.inputs import STDIN, open_item
from hlogic.options import engine_option, timeout_option
from hlogic.writing import write_whole

if TYPE_CHECKING:
    from hlogic.api import Item
    from hlogic.compiler.lint.run import Linted
    from hlogic.compiler.material import Audit

LIMITS = ("partial", "timeout", "memory")


@click.command()
@click.argument("file", type=click.Path())
@click.option(
    "-o", "--output", default=STDIN, metavar="PATH", type=click.Path(),
    help="Where to write the page (standard output unless given).",
)  # fmt: skip
@click.option(
    "--no-audit",
    "without_audit",
    is_flag=True,
    help="Leave out what asks an engine more than the answers: the audit and deep lint.",
)
@click.option(
    "--certificate", metavar="FOLDER", type=click.Path(),
    help="Check what `solve --certify` wrote, and show what it says of each answer.",
)  # fmt: skip
@engine_option
@timeout_option("one answer, and one question of the audit,", default=10.0)
def report(
    file: str,
    output: str,
    without_audit: bool,
    certificate: str | None,
    engine: str | None,
    timeout: float,
) -> int:
    """Write an item as one HTML page that needs nothing else.

    The text by what rests on it, linked to the statements that cite it; what bears on what, as a
    picture; asks and answers; what lint finds; the material of the audit. It opens without a
    network, without the page's script too, and prints.

    What was not computed within a limit says so on the page, and the exit code is 3.

    \b
    Examples:
      hlogic report items/night_shift.hlogic -o report.html
      hlogic report --no-audit items/water_dispatch.hlogic -o report.html
    """
    from hlogic.render.page import page
    from hlogic.report import report as run

    line = ProgressLine()
    try:
        item = open_item(file, engine=engine, timeout=timeout)
        show(item.warnings)
        item.on_progress = line
        linted = _linted(item, file, deep=not without_audit)
        unlisted = item.compiled.theory.open_roots  # an audit compares listed worlds
        audit = None if without_audit or unlisted else _audit(item, engine, timeout, line)
        found = run(item, linted, audit, certificate)
    finally:
        line.clear()
    text = page(found)
    if output == STDIN:
        click.echo(text, nl=False)
    else:
        write_whole(output, text)
    limited = found.unfinished or (audit is not None and audit.limited)
    return LIMIT if limited or any(a.answer.status in LIMITS for a in found.asks) else DONE


def _linted(item: Item, file: str, deep: bool) -> Linted:
    """What lint finds by the configuration of the item's folder."""
    from hlogic.compiler.lint.config import Configs, chosen

    folder = Path("" if file == STDIN else os.path.dirname(file))
    return item.lint(chosen(Configs().of(folder)), deep)


def _audit(item: Item, engine: str | None, timeout: float, line: ProgressLine) -> Audit:
    from hlogic.audit.run import Options, audit

    return audit(item, Options(engine=engine, timeout=timeout, on_progress=line))
