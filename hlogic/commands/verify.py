"""`verify`: the check of a certificate's folder."""

from __future__ import annotations

import click

from hlogic.console import DONE, FINDINGS


@click.command()
@click.argument("folder", type=click.Path(), metavar="OUT")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def verify(folder: str, as_json: bool) -> int:
    """Check what `solve --certify` wrote, without solving.

    The item in the folder is compiled again and each ask answered again, by nothing but the worlds
    and proofs in the folder, which are checked. Exit code 1 if one of them does not show what it is
    to show, or anything was changed.

    \b
    Examples:
      hlogic solve --certify shown items/night_shift.hlogic
      hlogic verify shown
    """
    from hlogic.backends.certify.verify import Verification
    from hlogic.render.verdicts import summary_text, verdict_text, verdicts_json

    verification = Verification(folder)
    verdicts = []
    for verdict in verification.verdicts():
        verdicts.append(verdict)
        if not as_json:
            click.echo(verdict_text(verdict), nl=False)
    if as_json:
        click.echo(verdicts_json(verification.item, verdicts), nl=False)
    else:
        click.echo(summary_text(verdicts), nl=False)
    return FINDINGS if any(verdict.result == "failed" for verdict in verdicts) else DONE
