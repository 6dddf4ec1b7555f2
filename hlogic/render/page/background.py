"""The text by coverage, and beside it the statements that rest on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from hlogic.compiler.reporting import COVERAGES, ClaimShown, Passage, Report, Statement
from hlogic.render.page.markup import address, element, id_of, link
from hlogic.render.page.words import Phrases

# A sign for each coverage, for whom colours say nothing.
SIGNS = {
    "constrained": "●",
    "asked": "◆",
    "declared": "◐",
    "unmodelled": "○",
    "inert": "–",
    "uncited": "▲",
    "uncovered": "✕",
}


def background(report: Report, say: Phrases) -> list[Element]:
    """The whole section."""
    names = {s.key: s.name for t in report.statements for s in (t, *t.parts)}
    names |= {ask.key: ask.answer.id for ask in report.asks}
    statements = element(
        "div",
        element("h3", say["statements"]),
        [_statement(statement, say) for statement in report.statements],
        class_="statements",
    )
    if not report.has_background:
        return [element("p", say["no-text"]), statements]
    text = element(
        "div",
        _legend(report.passages, say),
        element("p", say["keys"], class_="about scripted"),
        element("div", [_passage(p, report.claims) for p in report.passages], class_="text"),
        class_="source",
    )
    table = element(
        "details",
        element("summary", say["claims-table"]),
        element("div", _table(report.claims, names, say), class_="scroll"),
    )
    return [element("div", text, statements, class_="beside"), table]


def _legend(passages: Sequence[Passage], say: Phrases) -> Element:
    """What the colours and lines mean, with how many passages there are of each."""
    counts = Counter(p.coverage for p in passages)
    return element(
        "ul",
        [
            element(
                "li",
                element("span", SIGNS[c], class_=f"passage {c}", aria_hidden="true"),
                f" {say[c]} ",
                element("b", str(counts[c])),
            )
            for c in COVERAGES
            if counts[c]
        ],
        class_="legend",
        aria_label=say["coverage"],
    )


def _passage(passage: Passage, claims: Sequence[ClaimShown]) -> Element | str:
    """A stretch of the text. A claim's is a link to the first statement that rests on it."""
    if passage.coverage is None:
        return passage.text
    kind = f"passage {passage.coverage}"
    if passage.claim is None:
        return element("span", passage.text, element("sup", SIGNS["uncovered"]), class_=kind)
    claim = next(c for c in claims if c.id == passage.claim)
    again = "" if claim.restates is None else f"={claim.restates}"
    sign = element("sup", f"{SIGNS[claim.coverage]}{claim.id}{again}", aria_hidden="true")
    key, first = f"claim:{claim.id}", next(iter(claim.cited_by), None)
    return element(
        "span" if first is None else "a",
        passage.text,
        sign,
        id=id_of(key),
        class_=kind,
        href=None if first is None else address(first),
        tabindex=0 if first is None else None,
        data_key=key,
        data_beside=" ".join(claim.cited_by),
    )


def _table(claims: Sequence[ClaimShown], names: dict[str, str], say: Phrases) -> Element:
    heads = [element("th", say[h], scope="col") for h in ("claim", "passage", "status", "cited-by")]
    return element(
        "table",
        element("thead", element("tr", heads)),
        element("tbody", [_row(claim, names, say) for claim in claims]),
        class_="claims",
    )


def _row(claim: ClaimShown, names: dict[str, str], say: Phrases) -> Element:
    status = f"{SIGNS[claim.coverage]} {say[claim.coverage]}"
    if claim.restates is not None:
        status += f"; {say['restates'].format(claim.restates)}"
    because = None if claim.because is None else say["because"].format(claim.because)
    return element(
        "tr",
        element("th", link(f"claim:{claim.id}", claim.id), scope="row"),
        element("td", claim.text),
        element("td", status, because and element("div", because, class_="about")),
        element("td", chips(claim.cited_by, names)),
    )


def chips(keys: Sequence[str], names: dict[str, str]) -> Iterator[Element | str]:
    """Links to some things, one after another."""
    for i, key in enumerate(keys):
        if i:
            yield " "
        yield link(key, names[key], class_="chip")


def claim_chips(claims: Sequence[str]) -> Iterator[Element | str]:
    """Links to some claims."""
    return chips([f"claim:{c}" for c in claims], {f"claim:{c}": c for c in claims})


def _statement(statement: Statement, say: Phrases) -> Element:
    head = element(
        "h4",
        element("span", say[statement.kind], class_="kind"),
        " ",
        element("code", statement.name),
        " ",
        statement.alias and element("span", statement.alias, class_="alias"),
    )
    cites = None
    if statement.cites:
        cites = element("p", f"{say['cites']} ", claim_chips(statement.cites), class_="cites")
    elif statement.kind in ("constraint", "rule"):
        cites = element("p", say["cites-nothing"], class_="cites")
    return element(
        "article",
        element("span", say["line"].format(statement.line), class_="line"),
        head,
        element("pre", element("code", statement.text)),
        cites,
        [_statement(part, say) for part in statement.parts],
        id=id_of(statement.key),
        data_key=statement.key,
        class_=f"statement {statement.kind}",
        tabindex=-1,
    )
