"""An audit for a terminal and as Markdown: the blocks of its document, laid out."""

from __future__ import annotations

import re

from hlogic.compiler.material import Audit
from hlogic.compiler.source import width
from hlogic.render.audit_blocks import blocks
from hlogic.render.diagnostics import clean

UNDERLINED = {1: "=", 2: "-"}


def audit_text(audit: Audit) -> str:
    """For people at a terminal, ending in a line break."""
    lines: list[str] = []
    for block in blocks(audit):
        told = clean("  ".join(part for part in (block.code, block.text) if part))
        if block.kind == "heading":
            lines += ["", told] if lines else [told]
            if block.level in UNDERLINED:
                lines.append(UNDERLINED[block.level] * width(told))
        else:
            lines.append("  " * max(block.level, 1) + ("- " if block.kind == "item" else "") + told)
    return "\n".join(lines) + "\n"


def audit_markdown(audit: Audit) -> str:
    """The same as Markdown, ending in a line break."""
    lines: list[str] = []
    in_list = False
    for block in blocks(audit):
        code = f"`{clean(block.code)}`" if block.code else ""
        told = " ".join(part for part in (code, _escaped(clean(block.text))) if part)
        if block.kind == "item":
            lines += [] if in_list else [""]
            lines.append("  " * (block.level - 1) + f"- {told}")
        else:
            lines += [""] if lines else []
            lines.append(f"{'#' * block.level} {told}" if block.kind == "heading" else told)
        in_list = block.kind == "item"
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    """The text with what Markdown would read as markup escaped, but for code in backquotes."""
    return "".join(
        part if part.startswith("`") else re.sub(r"([\\*_<>\[\]#|])", r"\\\1", part)
        for part in re.split(r"(`[^`]*`)", text)
    )
