"""The material of an audit, folded: the blocks of its document as elements."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from xml.etree.ElementTree import Element

from hlogic.compiler.material import Audit, ClaimMaterial
from hlogic.render.audit_blocks import Block, blocks
from hlogic.render.page.markup import address, element, link
from hlogic.render.page.words import Phrases


class Material:
    """An audit on the page: its worlds have ids, and wherever one is named it is a link."""

    def __init__(self, audit: Audit, say: Phrases) -> None:
        self.audit = audit
        self._say = say
        self._worlds = {world.id for scope in audit.scopes for world in scope.worlds}
        names = sorted(self._worlds, key=lambda name: (-len(name), name))
        either = "|".join(map(re.escape, names)) or r"(?!)"
        self._marks = re.compile(rf"`([^`]*)`|(?<![\w.])({either})(?![\w.])")

    def section(self) -> list[Element]:
        """Everything but the strata of the asks, which stand with these."""
        limited = element("p", self._say["limited"], class_="problem")
        parts = tuple(part for part in self.audit.parts if part != "sufficiency")
        chapters: list[tuple[str, list[Block]]] = []
        for block in blocks(replace(self.audit, parts=parts)):
            if block.kind == "heading" and block.level == 2:
                chapters.append((block.text, []))
            elif chapters:
                chapters[-1][1].append(block)
        return [
            *([limited] if self.audit.limited else []),
            *self._matrix(),
            *(
                _folded(title, self._chapter(held), "chapter", unfolded=not place)
                for place, (title, held) in enumerate(chapters)
            ),
        ]

    def _chapter(self, held: Sequence[Block]) -> list[Element]:
        """The lines before the first heading, then each heading folded over what it heads."""
        heads = [i for i, block in enumerate(held) if block.kind == "heading"]
        made = self.laid_out(held[: heads[0] if heads else len(held)])
        for at, end in pairwise([*heads, len(held)]):
            head = held[at]
            code = element("code", head.code) if head.code else None
            title = element("span", code, " " if code is not None else None, self._text(head.text))
            made.append(_folded(title, self.laid_out(held[at + 1 : end]), "entry"))
        return made

    def laid_out(self, held: Sequence[Block]) -> list[Element]:
        """Lines as paragraphs, items as lists by their depth."""
        made: list[Element] = []
        open_lists: list[Element] = []  # one within the other
        for block in held:
            if block.kind != "item":
                open_lists = []
                made.append(element("p", self._told(block)))
                continue
            del open_lists[max(block.level, 1) :]
            while len(open_lists) < block.level:
                deeper = element("ul")
                if open_lists and len(open_lists[-1]):
                    open_lists[-1][-1].append(deeper)
                elif not open_lists:
                    made.append(deeper)
                else:
                    break
                open_lists.append(deeper)
            world = f"world-{block.code}" if block.code in self._worlds else None
            open_lists[-1].append(element("li", self._told(block), id=world))
        return made

    def _told(self, block: Block) -> list[Element | str]:
        code: list[Element | str] = [element("code", block.code), " "] if block.code else []
        return [*code, *self._text(block.text)]

    def _text(self, text: str) -> list[Element | str]:
        """A text with what stands in backquotes as code, and names of worlds as links."""
        made: list[Element | str] = []
        at = 0
        for found in self._marks.finditer(text):
            made.append(text[at : found.start()])
            code, world = found.groups()
            if world is None:
                made.append(element("code", code))
            else:
                made.append(element("a", world, href=address(f"world-{world}")))
            at = found.end()
        return [*made, text[at:]]

    # ------------------------------------------------------------------ claims and answers

    def _matrix(self) -> list[Element]:
        """Claims against asks: which answer is another once the rules of a claim are gone."""
        asks = [ask.id for ask in self.audit.asks]
        claims = [claim for claim in self.audit.claims if claim.removed]
        if "claims" not in self.audit.parts or not asks or not claims:
            return []
        heads = [element("th", link(f"ask:{id}", id), scope="col") for id in asks]
        table = element(
            "table",
            element("thead", element("tr", element("td"), heads)),
            element("tbody", [self._row(claim, asks) for claim in claims]),
            class_="matrix",
        )
        return [
            element("h3", self._say["matrix"]),
            element("p", self._say["matrix-about"], class_="about"),
            element("div", table, class_="scroll"),
        ]

    def _row(self, claim: ClaimMaterial, asks: Iterable[str]) -> Element:
        changed = {change.ask for change in claim.changes}
        unknown = {ask for ask, _ in claim.unknown}
        cells = []
        for ask in asks:
            how, sign = ("changed", "●") if ask in changed else ("same", "·")
            how, sign = ("unknown", "?") if ask in unknown else (how, sign)
            said = element("span", self._say[how], class_="unseen")
            cells.append(element("td", element("span", sign, aria_hidden="true"), said, class_=how))
        head = element("th", link(f"claim:{claim.id}", claim.id), scope="row")
        return element("tr", head, cells)


def _folded(
    title: str | Element, content: Sequence[Element], class_: str, unfolded: bool = False
) -> Element:
    return element("details", element("summary", title), content, class_=class_, open=unfolded)
