"""`audit`: material for a fidelity review of an item."""

from __future__ import annotations

import click

from hlogic.console import DONE, LIMIT, ProgressLine, show
from hlogic.inputs import open_item
from hlogic.options import count_option, engine_option, timeout_option

PARTS = ("sufficiency", "necessity", "claims")


@click.command()
@click.argument("file", type=click.Path())
@click.option(
    "--part",
    "parts",
    multiple=True,
    type=click.Choice(PARTS),
    help="Only this part (repeatable).",
)
@click.option("--ask", "asks", multiple=True, metavar="ID", help="Only this ask (repeatable).")
@click.option(
    "--scope", "scopes", multiple=True, metavar="SCOPE", help="Only this scope (repeatable)."
)
@count_option("--worlds", 2, "How many worlds to show of a stratum.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "md", "json"]),
    default="text",
    show_default=True,
    help="How to print the material.",
)
@timeout_option("one question", default=10.0)
@count_option("--limit", 20_000, "Rows that one question may enumerate.")
@engine_option
def audit(
    file: str,
    parts: tuple[str, ...],
    asks: tuple[str, ...],
    scopes: tuple[str, ...],
    worlds: int,
    form: str,
    timeout: float,
    limit: int,
    engine: str | None,
) -> int:
    """Show what to judge an item's fidelity to its text by.

    Sufficiency: worlds that the item admits, for each way in which an ask can come out; a sentence
    of the text that forbids one shows a missing rule. Necessity: worlds that one constraint alone
    excludes, beside the sentence that it cites; constraints that exclude nothing, and what implies
    them; definitions. Claims: the answers that change when a claim's rules go.

    What was not computed within a limit says so, and the exit code is 3.

    \b
    Examples:
      hlogic audit items/night_shift.hlogic
      hlogic audit --part necessity --scope base --format md item.hlogic
    """
    from hlogic.audit.run import Options
    from hlogic.audit.run import audit as run
    from hlogic.render.audit_json import audit_json
    from hlogic.render.audit_text import audit_markdown, audit_text

    line = ProgressLine()
    options = Options(
        parts=parts or PARTS,
        asks=asks or None,
        scopes=scopes or None,
        worlds=worlds,
        engine=engine,
        timeout=timeout,
        rows=limit,
        on_progress=line,
    )
    try:
        item = open_item(file)
        show(item.warnings)
        found = run(item, options)
    finally:
        line.clear()
    write = {"text": audit_text, "md": audit_markdown, "json": audit_json}[form]
    click.echo(write(found), nl=False)
    return LIMIT if found.limited else DONE
