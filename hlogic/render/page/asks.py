"""Asks with their answers, in the words of the item, and how each was found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from hlogic.compiler.answer import Answer, Json, Note
from hlogic.compiler.reporting import AskShown, Certificate, Report
from hlogic.render.audit_blocks import ask_blocks
from hlogic.render.audit_words import phrases as audit_phrases
from hlogic.render.page.background import claim_chips
from hlogic.render.page.markup import element, id_of, link
from hlogic.render.page.material import Material
from hlogic.render.page.words import Phrases
from hlogic.render.text import Words

SHOWN = 300  # rows, members, or sets of one answer


def asks(report: Report, material: Material | None, say: Phrases) -> list[Element]:
    """A card for each ask."""
    scopes = dict(report.scopes)
    return [_Card(report, ask, scopes, say).made(material) for ask in report.asks]


class _Card:
    def __init__(
        self, report: Report, ask: AskShown, scopes: Mapping[str, str | None], say: Phrases
    ) -> None:
        self._report = report
        self._ask = ask
        self._answer: Answer = ask.answer
        self._scopes = scopes
        self._say = say
        self._words = Words(report.language)

    def made(self, material: Material | None) -> Element:
        ask = self._ask
        return element(
            "article",
            self._head(),
            self._scope(),
            element("div", list(self._body()), class_="answer"),
            self._expected(),
            self._how(),
            None if material is None else self._worlds(material),
            id=id_of(ask.key),
            data_key=ask.key,
            class_=f"ask {ask.kind}",
            tabindex=-1,
        )

    def _head(self) -> Element:
        question = " ".join(self._answer.question.split())
        return element(
            "h3",
            element("code", self._answer.id),
            " ",
            element("span", self._say["check"], class_="kind")
            if self._ask.kind == "check"
            else None,
            f" {question}",
        )

    def _scope(self) -> Element | None:
        name = self._answer.scope
        if name == "base":
            return None
        alias = self._scopes.get(name)
        under = self._say["under-scope"].partition("{}")
        return element(
            "p", under[0], link(f"scope:{name}", element("code", name)), under[2],
            alias and element("span", f"{self._words.colon}{alias}"), class_="under",
        )  # fmt: skip

    # ------------------------------------------------------------------ the answer

    def _body(self) -> Iterator[Element]:
        answer, say = self._answer, self._say
        if answer.status != "ok":
            told = say[answer.status].format(answer.error or "")
            yield element("p", told, class_="problem")
        if answer.display is not None:
            yield from self._value(answer.display, answer.shape)
            yield from self._members(answer.members)
        for warning in answer.warnings:
            yield element("p", say["warning"].format(warning), class_="warning")

    def _value(self, value: Json, shape: str) -> Iterator[Element]:
        if shape == "rows" and isinstance(value, list):
            yield self._table(value)
            yield element("p", self._say["rows"].format(len(value)), class_="about")
        elif shape == "row" and isinstance(value, list):
            yield element("p", self._inline(value))
        elif shape == "family" and isinstance(self._answer.value, list):
            sets = [
                element("li", f"{{{self._joined(_list(s))}}}") for s in self._answer.value[:SHOWN]
            ]
            yield element("ul", sets) if sets else element("p", self._words.none)
            yield from self._cut(self._answer.value)
        else:
            yield from self._plain(value)

    def _plain(self, value: Json) -> Iterator[Element]:
        """A word, a list on one line, a list of lists, or cases, each with a value of its own."""
        if not isinstance(value, list):
            yield element("p", self._inline(value))
        elif value and all(isinstance(v, dict) for v in value):
            rows = [
                element("tr", element("th", self._inline(v["case"]), scope="row"),
                        element("td", list(self._plain(v["result"]))))
                for v in value[:SHOWN] if isinstance(v, dict)
            ]  # fmt: skip
            table = element("table", element("tbody", rows), class_="cases")
            yield element("div", table, class_="scroll")
            yield from self._cut(value)
        elif any(isinstance(v, list) for v in value):
            yield element("ul", [element("li", self._joined(_list(v))) for v in value[:SHOWN]])
            yield from self._cut(value)
        else:
            yield element("p", self._joined(value[:SHOWN]))
            yield from self._cut(value)

    def _table(self, rows: Sequence[Json]) -> Element:
        fields = self._answer.fields
        cells = [[self._joined(_list(v)) for v in _list(row)] for row in rows[:SHOWN]]
        return element(
            "div",
            element(
                "table",
                element("thead", element("tr", [element("th", f, scope="col") for f in fields])),
                element("tbody", [element("tr", [element("td", c) for c in row]) for row in cells]),
                class_="rows",
            ),
            list(self._cut(rows)),
            class_="scroll",
        )

    def _cut(self, values: Sequence[Json]) -> Iterator[Element]:
        if len(values) > SHOWN:
            told = self._say["cut"].format(shown=SHOWN, size=len(values))
            yield element("p", told, class_="problem")

    def _joined(self, values: Sequence[Json]) -> str:
        return self._words.comma.join(map(self._inline, values)) or self._words.none

    def _inline(self, value: Json) -> str:
        if isinstance(value, bool):
            return self._say["yes" if value else "no"]
        if isinstance(value, list):
            return f"({self._joined(value)})"
        if isinstance(value, dict):
            case = self._inline(value["case"])
            return f"{case}{self._words.colon}{self._inline(value['result'])}"
        return str(value)

    def _members(self, members: Sequence[Note]) -> Iterator[Element]:
        """What the members of a family's sets say."""
        if members:
            told = [
                element(
                    "li", element("code", m.id), " ", m.alias and element("span", m.alias), " ",
                    element("code", m.formula, class_="formula"), " ",
                    claim_chips([claim for claim, _ in m.cites]),
                )
                for m in members
            ]  # fmt: skip
            summary = element("summary", self._say["members"])
            yield element("details", summary, element("ul", told), class_="members")

    # ------------------------------------------------------------------ beside the answer

    def _expected(self) -> Element:
        ask, say = self._ask, self._say
        if ask.expected is None:
            return element("p", say["nothing-expected"], class_="expected")
        told = "met" if ask.met else "not-met"
        sign = "✓" if ask.met else "✗"
        parts: list[Element | str] = [
            element("b", f"{sign} {say[told]}", class_=told),
            f" {say['expected']} ",
        ]
        parts.append(element("code", ask.expected))
        if not ask.met:
            parts += [f" {say['got']} ", element("code", ask.actual)]
        return element("p", parts, class_="expected")

    def _how(self) -> Element:
        answer, say = self._answer, self._say
        told: list[tuple[str, str | Iterator[Element | str]]] = [
            ("engine", answer.engine),
            ("kind", answer.modality),
        ]
        if answer.counting:
            told.append(("counted", "; ".join(answer.counting)))
        if answer.confirmed:
            told.append(("confirmed", ", ".join(answer.confirmed)))
        elif answer.confirmed is not None:
            why = [say["not-by"].format(*pair) for pair in answer.unconfirmed]
            told.append(("confirmed", "; ".join([say["single"].format(answer.engine), *why])))
        if self._ask.certificate is not None:
            told.append(("certificate", self._certificate(self._ask.certificate)))
        if self._ask.cites:
            told.append(("cites", claim_chips(self._ask.cites)))
        pairs = [element("div", element("dt", say[k]), element("dd", v)) for k, v in told]
        return element("dl", pairs, class_="how")

    def _certificate(self, shown: Certificate) -> str:
        say = self._say
        told = say[f"certificate-{shown.result}"]
        if shown.result in ("verified", "unproved"):
            told += say["evidence"].format(worlds=shown.worlds, refutations=shown.refutations)
        return "; ".join([told, *shown.reasons])

    def _worlds(self, material: Material) -> Element | None:
        """The strata of the audit, whose worlds are shown with the material."""
        found = next((a for a in material.audit.asks if a.id == self._answer.id), None)
        if found is None or not (found.strata or found.left_out or found.limit):
            return None
        told = [b for b in ask_blocks(material.audit, found) if b.kind == "item"]
        question = audit_phrases(self._report.language)["sufficiency-question"]
        return element(
            "details",
            element("summary", self._say["sample-worlds"]),
            element("p", question, class_="about"),
            material.laid_out(told),
            class_="strata",
        )


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else [value]
