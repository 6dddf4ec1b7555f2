"""Elements, and how they become HTML: by the standard library's writer, which escapes all text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias
from urllib.parse import quote
from xml.etree.ElementTree import Element, tostring

Content: TypeAlias = "Element | str | Iterable[Content] | None"

# What HTML does not let a document hold: controls but for white space, and code points that stand
# for no character.
_UNFIT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef"
    + "".join(f"{chr(p * 0x10000 + 0xFFFE)}{chr(p * 0x10000 + 0xFFFF)}" for p in range(17))
    + "]"
)


def element(tag: str, *content: Content, **attributes: str | bool | int | None) -> Element:
    """An element with its contents: texts, elements, lists of these; None is nothing. Of an
    attribute's name `_` is `-`, and one at its end is not there (`class_`); True is an attribute
    without a value, None and False are none."""
    made = Element(tag)
    for name, value in attributes.items():
        if value is not None and value is not False:
            text = "" if value is True else fit(str(value))
            made.set(name.rstrip("_").replace("_", "-"), text)
    _fill(made, content)
    return made


def _fill(parent: Element, content: Iterable[Content]) -> None:
    for part in content:
        if part is None:
            continue
        if isinstance(part, str):
            text = fit(part)
            if len(parent):
                parent[-1].tail = (parent[-1].tail or "") + text
            else:
                parent.text = (parent.text or "") + text
        elif isinstance(part, Element):
            parent.append(part)
        else:
            _fill(parent, part)


def fit(text: str) -> str:
    """The text with a mark in the place of what HTML cannot hold."""
    return _UNFIT.sub("\ufffd", text)


def id_of(key: str) -> str:
    """The id of the element that a key names: `claim:c1` is `claim-c1`."""
    return key.replace(":", "-", 1)


def address(id_or_key: str) -> str:
    """Where a link to an element of the page leads."""
    return f"#{quote(id_of(id_or_key))}"


def link(key: str, *content: Content, **attributes: str | bool | int | None) -> Element:
    """A link to what a key names, which the script marks together with it."""
    return element("a", *content, href=address(key), data_to=key, **attributes)


def html(root: Element) -> str:
    """A whole document, ending in a line break."""
    return "<!DOCTYPE html>\n" + tostring(root, encoding="unicode", method="html") + "\n"
