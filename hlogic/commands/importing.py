"""`import`: other people's records as items."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from hlogic.console import BAD_INPUT, DONE, FINDINGS, show
from hlogic.inputs import data_and_source
from hlogic.writing import write_whole

if TYPE_CHECKING:
    from hlogic.importing.run import Imported
    from hlogic.importing.tally import Tally


@click.group("import")
def import_() -> None:
    """Make items of records that others have published.

    \b
    Examples:
      hlogic import folio folio-validation.jsonl -o items/folio
      hlogic import proofwriter ProofWriter.dev.json -o items/proofwriter
    """


def _run(form: str, file: str, output: str, strict: bool, as_json: bool) -> int:
    from hlogic.importing.run import imported
    from hlogic.importing.tally import Tally

    _, source = data_and_source(file)
    items = list(imported(source, form, strict))
    _check_folder(output, {f"{item.name}.hlogic" for item in items})
    os.makedirs(output, exist_ok=True)
    tally = Tally()
    for item in items:
        tally.add(item)
        show(item.diagnostics)
        path = os.path.join(output, f"{item.name}.hlogic")
        if item.text is not None:
            write_whole(path, item.text)
        elif os.path.exists(path):
            click.echo(f"{path} is of an earlier run: its record is refused now", err=True)
    click.echo(tally.line(output), err=True)
    if as_json:
        click.echo(_json(items, tally), nl=False)
    if tally.refused:
        return BAD_INPUT
    return FINDINGS if any(item.diagnostics for item in items) else DONE


def _check_folder(folder: str, own: set[str]) -> None:
    """Refuse a folder with other files: who reads it later would take them for records."""
    if not os.path.isdir(folder):
        return
    others = [name for name in sorted(os.listdir(folder)) if name not in own and name[0] != "."]
    if others:
        raise click.UsageError(
            f"{folder} holds {others[0]}, which is not of this import: give -o a folder of its own"
        )


def _json(items: list[Imported], tally: Tally) -> str:
    """What was written, what was found in which record, and the counts."""
    from hlogic.importing.repairs import Repair
    from hlogic.render.json import diagnostic_object, dumped, listed

    written = [f"{item.name}.hlogic" for item in items if item.text is not None]
    found = [
        {
            "item": item.name,
            "record_line": item.line,
            **diagnostic_object(d),
            "kind": d.kind if isinstance(d, Repair) else None,
        }
        for item in items
        for d in item.diagnostics
    ]
    counts = {
        "records": tally.records,
        "written": tally.written,
        "repaired": tally.repaired,
        "refused": tally.refused,
        "without_label": tally.unlabelled,
        "repairs": tally.by_kind(),
    }
    head = f'"counts": {dumped(counts)}, "files": {dumped(written)}'
    return f'{{{head}, "diagnostics": {listed(found)}}}\n'


_output = click.option(
    "-o", "--output", metavar="DIR", required=True, help="The folder that the items go to."
)
_as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
_strict = click.option("--strict", is_flag=True, help="Refuse records that need repairs.")


@import_.command()
@click.argument("file", type=click.Path())
@_output
@_strict
@_as_json
def folio(file: str, output: str, strict: bool, as_json: bool) -> int:
    """Read FOLIO's records: premises and a conclusion in English and in first-order logic.

    FILE has a JSON object a line. Each becomes one item: the premises are its background and its
    claims, their formulas its constraints, the conclusion a question of `truth` that expects the
    label. What a formula needs to be readable is mended, reported and noted in the item; what
    cannot be read is an error, and the other records are written all the same. DIR is new, or holds
    nothing but what this import writes. Exit code 1 if something was mended or a record has no
    label, 2 if a record could not be read.

    \b
    Examples:
      hlogic import folio folio-validation.jsonl -o items/folio
      hlogic import folio --strict folio-train.jsonl -o items/folio
    """
    return _run("folio", file, output, strict, as_json)


@import_.command()
@click.argument("file", type=click.Path())
@_output
@_strict
@_as_json
def proofwriter(file: str, output: str, strict: bool, as_json: bool) -> int:
    """Read ProofWriter's questions with the logic programs that Logic-LM has for them.

    FILE is a JSON array. The sentences of the context are the background, the facts and rules of
    the program the constraints, and the query a question of `truth` that expects the answer. Exit
    codes as for folio.

    \b
    Example:
      hlogic import proofwriter ProofWriter.dev.gpt-4.json -o items/proofwriter
    """
    return _run("proofwriter", file, output, strict, as_json)
