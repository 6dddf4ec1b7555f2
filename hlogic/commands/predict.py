"""`predict`: accuracies of proofs by the step model."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from hlogic.console import DONE
from hlogic.inputs import data_and_source

if TYPE_CHECKING:
    from hlogic.compiler.source import Source
    from hlogic.prediction.model import Curve

T = TypeVar("T", bound=Callable[..., Any])
NAMES = {"linear": "linear proofs", "cases": "proofs by cases"}


class Share(click.ParamType[float]):
    """A share between 0 and 1, as 0.8063 or 80.63%."""

    name = "share"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The share as a number."""
        if isinstance(value, float):
            return value
        text = str(value).strip()
        try:
            share = float(text[:-1]) / 100 if text.endswith("%") else float(text)
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1:
            self.fail(f"{value} is no share; write 0.8063 or 80.63%", param, ctx)
        return share


def _share(name: str, says: str) -> Callable[[T], T]:
    return click.option(name, type=Share(), metavar="SHARE", help=says)


@click.command()
@click.argument("file", type=click.Path())
@_share("--step", "How often one step is right: p.")
@_share("--linear", "How often linear proofs were right; p is what explains it.")
@_share("--cases", "How often proofs by cases were right; with --linear, q is what explains it.")
@_share("--identify", "How often the right cases are found: q (1 unless given).")
def predict(
    file: str,
    step: float | None,
    linear: float | None,
    cases: float | None,
    identify: float | None,
) -> int:
    """Predict how many proofs are right, from the number of their steps.

    FILE is a table with a row for each proof, CSV or JSON, as `hlogic stats --format csv` prints
    it: kind (linear or cases), steps and contradictory_steps. Give how often a single step is
    right, or what was observed of a set of proofs. docs/first_order.md has the model.

    \b
    Examples:
      hlogic predict steps.csv --step 0.95
      hlogic predict steps.csv --linear 80.63%
      hlogic predict steps.csv --linear 80.63% --cases 52%
    """
    from hlogic.prediction.model import Curve
    from hlogic.prediction.steps import KINDS, read

    _check_options(step, linear, cases, identify)
    source = data_and_source(file)[1]
    table = read(source)
    curves = {kind: Curve(p for p in table.proofs if p.kind == kind) for kind in KINDS}
    if not table.proofs:
        _none_of("proofs", source)
    for kind, observed in (("linear", linear), ("cases", cases)):
        if observed is not None and not curves[kind].total:
            _none_of(NAMES[kind], source)
    q = 1.0 if identify is None else identify
    if step is not None:
        p = step
    elif linear is not None:
        p = _explained(curves["linear"], linear, 1.0, "linear")
    else:
        assert cases is not None
        p = _explained(curves["cases"], cases, q, "cases")
    if linear is not None and cases is not None:
        q = _found(curves["cases"], p, cases)
    for line in _lines(curves, p, q):
        click.echo(line)
    if table.without:
        rows = "row has" if table.without == 1 else "rows have"
        click.echo(f"{table.without} {rows} no proof", err=True)
    return DONE


def _check_options(
    step: float | None, linear: float | None, cases: float | None, identify: float | None
) -> None:
    if step is None and linear is None and cases is None:
        raise click.UsageError("say what is known: --step, --linear or --cases")
    if step is not None and (linear is not None or cases is not None):
        raise click.UsageError("--step is given, or found from --linear or --cases, not both")
    if identify is not None and linear is not None and cases is not None:
        raise click.UsageError("--identify is given, or found from --linear and --cases, not both")


def _none_of(what: str, source: Source) -> NoReturn:
    from hlogic.compiler.diagnostics import fail
    from hlogic.compiler.source import Span

    fail("bad-table", Span(source, 0, 0), f"the table has no {what}")


def _explained(curve: Curve, share: float, q: float, kind: str) -> float:
    """The p that explains a share of proofs whose cases are found with probability q, or a usage
    error that says what can be explained."""
    p = curve.inverse(share / q) if q else None
    if p is None:
        known = f"with q = {q:.4f} " if kind == "cases" else ""
        if curve.least == 1 or not q:
            can = f"{q * curve.least:.2%} are right whatever p is"
        else:
            can = f"at least {q * curve.least:.2%} and at most {q:.2%} are right"
        raise click.UsageError(f"no p explains this: {known}of the {NAMES[kind]} {can}")
    return p


def _found(curve: Curve, p: float, share: float) -> float:
    """The q that explains a share, given p."""
    right = curve.at(p)
    if not right or share > right:
        raise click.UsageError(
            f"no q explains this: at p = {p:.4f} at most {right:.2%} of the proofs by cases are"
            " right"
        )
    return share / right


def _lines(curves: dict[str, Curve], p: float, q: float) -> list[str]:
    """p and q, and for each kind how many there are, how long they are, how many are right."""
    found = [f"p       {p:.4f}  one step is right"]
    if curves["cases"].total:
        found.append(f"q       {q:.4f}  the cases are found")
    right = total = 0.0
    for kind, factor in (("linear", 1.0), ("cases", q)):
        curve = curves[kind]
        if curve.total:
            share = factor * curve.at(p)
            right, total = right + share * curve.total, total + curve.total
            mean = float(curve.mean)
            about = f"of {_counted(curve.total)}, {mean:.2f} steps on average"
            found.append(f"{kind:<7} {share:>7.2%} {about}")
    if all(curve.total for curve in curves.values()):
        found.append(f"all     {right / total:>7.2%} of {_counted(int(total))}")
    return found


def _counted(proofs: int) -> str:
    return f"{proofs} proof{'s' * (proofs != 1)}"
