"""`import`: other people's records as items."""

from __future__ import annotations

import os

import click

from hlogic.console import BAD_INPUT, DONE, FINDINGS, show
from hlogic.inputs import data_and_source
from hlogic.writing import write_whole


@click.group("import")
def import_() -> None:
    """Make items of records that others have published.

    \b
    Examples:
      hlogic import folio folio-validation.jsonl -o items/folio
      hlogic import proofwriter ProofWriter.dev.json -o items/proofwriter
    """


def _run(form: str, file: str, output: str, strict: bool) -> int:
    from hlogic.importing.run import imported

    _, source = data_and_source(file)
    os.makedirs(output, exist_ok=True)
    written = records = repaired = 0
    for item in imported(source, form, strict):
        records += 1
        show(item.diagnostics)
        if item.text is not None:
            write_whole(os.path.join(output, f"{item.name}.hlogic"), item.text)
            written += 1
            repaired += bool(item.diagnostics)
    counted = f"{records} record{'s' * (records != 1)}"
    click.echo(f"{written} of {counted} written to {output}, {repaired} with repairs", err=True)
    if written < records:
        return BAD_INPUT
    return FINDINGS if repaired else DONE


_output = click.option(
    "-o", "--output", metavar="DIR", required=True, help="The folder that the items go to."
)
_strict = click.option("--strict", is_flag=True, help="Refuse records that need repairs.")


@import_.command()
@click.argument("file", type=click.Path())
@_output
@_strict
def folio(file: str, output: str, strict: bool) -> int:
    """Read FOLIO's records: premises and a conclusion in English and in first-order logic.

    FILE has a JSON object a line. Each becomes one item: the premises are its background and its
    claims, their formulas its constraints, the conclusion a question of `truth` that expects the
    label. What a formula needs to be readable is mended and reported; what cannot be read is an
    error, and the other records are written all the same. Exit code 1 if something was mended, 2 if
    a record could not be read.

    \b
    Examples:
      hlogic import folio folio-validation.jsonl -o items/folio
      hlogic import folio --strict folio-train.jsonl -o items/folio
    """
    return _run("folio", file, output, strict)


@import_.command()
@click.argument("file", type=click.Path())
@_output
@_strict
def proofwriter(file: str, output: str, strict: bool) -> int:
    """Read ProofWriter's questions with the logic programs that Logic-LM has for them.

    FILE is a JSON array. The sentences of the context are the background, the facts and rules of
    the program the constraints, and the query a question of `truth` that expects the answer. Exit
    codes as for folio.

    \b
    Example:
      hlogic import proofwriter ProofWriter.dev.gpt-4.json -o items/proofwriter
    """
    return _run("proofwriter", file, output, strict)
