"""The page as a whole: head, sections, style sheet, script."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib.resources import files
from xml.etree.ElementTree import Element

from hlogic.compiler.reporting import Report
from hlogic.render.page.asks import asks
from hlogic.render.page.background import background
from hlogic.render.page.findings import findings
from hlogic.render.page.markup import element, html
from hlogic.render.page.material import Material
from hlogic.render.page.picture import picture
from hlogic.render.page.words import language_tag, phrases

SECTIONS = ("text", "picture", "asks", "lint", "audit")


def page(report: Report) -> str:
    """The report as one HTML document. The same report gives the same bytes."""
    return html(_Page(report).document())


def _asset(name: str) -> str:
    return files("hlogic.render.page").joinpath(name).read_text("utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


class _Page:
    def __init__(self, report: Report) -> None:
        self._report = report
        self._say = phrases(report.language)

    def document(self) -> Element:
        return element("html", self._head(), self._body(), lang=language_tag(self._report.language))

    def _head(self) -> Element:
        style, script = _asset("page.css"), _asset("page.js")
        # Nothing is loaded, and no script runs but ours, whatever else should get into the page.
        policy = f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}"
        return element(
            "head",
            element("meta", charset="utf-8"),
            element("meta", http_equiv="Content-Security-Policy", content=policy),
            element("meta", name="viewport", content="width=device-width, initial-scale=1"),
            element("title", self._say["title"].format(self._report.title or self._report.item)),
            element("style", style),
            element("script", script),
        )

    def _body(self) -> Element:
        report, say = self._report, self._say
        material = None if report.audit is None else Material(report.audit, say)
        audit = [element("p", say["no-audit"])] if material is None else material.section()
        contents: dict[str, Sequence[Element]] = {
            "text": background(report, say),
            "picture": picture(report, say),
            "asks": asks(report, material, say),
            "lint": findings(report, say),
            "audit": audit,
        }
        sections = [
            element("section", element("h2", say[name]), contents[name], id=f"section-{name}")
            for name in SECTIONS
        ]
        footer = element("footer", element("p", say["made-by"]))
        return element("body", self._header(), element("main", sections), footer)

    def _header(self) -> Element:
        report, say = self._report, self._say
        buttons = [
            element("button", say[name], type="button", id=f"button-{name}", hidden=True)
            for name in ("theme", "unfold", "fold")
        ]
        links = [element("a", say[name], href=f"#section-{name}") for name in SECTIONS]
        title = element("h1", report.title or report.item)
        if report.title:
            title.extend([element("code", report.item)])
        return element(
            "header",
            title,
            element("ul", list(self._glance()), class_="glance"),
            element("nav", links, aria_label=say["contents"]),
            element("div", buttons, class_="buttons"),
        )

    def _glance(self) -> Iterator[Element]:
        """How much there is of each thing."""
        report = self._report
        rules = [s for t in report.statements for s in (t, *t.parts)]
        expected = [ask for ask in report.asks if ask.expected is not None]
        numbers = (
            ("n-claims", str(sum(c.coverage != "inert" for c in report.claims))),
            ("n-rules", str(sum(s.kind in ("constraint", "rule") for s in rules))),
            ("n-asks", str(len(report.asks))),
            ("n-met", f"{sum(ask.met for ask in expected)}/{len(expected)}"),
            ("n-findings", str(len(report.findings))),
        )
        for name, number in numbers:
            yield element("li", element("b", number), f" {self._say[name]}")
