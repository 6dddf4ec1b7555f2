"""`census`: claims for what the claims do not cover yet."""

from __future__ import annotations

from pathlib import Path

import click

from hlogic.console import BAD_INPUT, DONE, show
from hlogic.inputs import STDIN, data_and_source
from hlogic.writing import write_whole


@click.command()
@click.argument("file", type=click.Path())
@click.option("--write", is_flag=True, help="Put the drafted lines into the file.")
@click.option("--fix", is_flag=True, help="Mend the places of claims whose text has only moved.")
def census(file: str, write: bool, fix: bool) -> int:
    """Draft claims for the sentences that no claim covers.

    The drafted lines are printed, or with --write put behind the last claim of the file; what the
    author wrote stays as it is. A claim whose passage changed or cannot be told is reported, and
    then nothing is drafted.

    \b
    Examples:
      hlogic census item.hlogic
      hlogic census --write item.hlogic
      hlogic census --fix item.hlogic
    """
    from hlogic.compiler.census.drafting import draft

    data, source = data_and_source(file)
    raw = data.decode("utf-8")
    found = draft(source, Path() if file == STDIN else Path(file).parent, fix)
    show(found.wrong)
    text = found.written(raw, draft=write)
    whole = fix or write
    if whole and file == STDIN:
        click.echo(text, nl=False)
    elif text != raw:
        write_whole(file, text)
    for mend in found.mends:
        click.echo(f"{mend.claim.id.name}: {mend.before} is {mend.after} now", err=True)
    if write and found.drafts:
        click.echo(f"drafted {_counted(len(found.drafts))} in {source.name}", err=True)
    elif not (whole and file == STDIN):
        for line in found.drafts:
            click.echo(line.line)
    if found.census.background is None and not found.wrong:
        click.echo(f"{source.name} has no background: there is nothing to claim", err=True)
    return BAD_INPUT if found.wrong else DONE


def _counted(count: int) -> str:
    return f"{count} claim{'s' * (count != 1)}"
