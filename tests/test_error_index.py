"""docs/errors.md against the codes in use: each has its section, each section its example."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ERRORS = ROOT / "docs" / "errors.md"
CALLS = (
    "fail", "_fail", "failed", "error", "_error", "warn", "Diagnostic", "FileProblem",
    "TypeProblem", "Confused", "problem_object", "_outside",
)  # fmt: skip
_CODE = re.compile(r"[a-z]+(-[a-z0-9]+)*|[a-z]+-\*")
NO_CODES = {"warning", "implies", "or"}  # what else stands as a word in such a call


@cache
def codes_used() -> dict[str, str]:
    """Each code that the compiler, the API or the command line gives, with a place that does."""
    found: dict[str, str] = {}
    for room in ("compiler", "backends", "hlogic"):
        for path in sorted((ROOT / room).rglob("*.py")):
            if path.is_relative_to(ROOT / room / "hlogic") or "/render/" in path.as_posix():
                continue
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                for text in codes_at(node):
                    if _CODE.fullmatch(text) and text not in NO_CODES:
                        place = f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
                        found.setdefault(text, place)
    return found


def codes_at(node: ast.AST) -> Iterator[str]:
    """The texts that stand where a code may: plain arguments of a call that reports something, and
    what is assigned to `code`. A text with a gap is read with `*` for the gap."""
    parts: list[ast.expr] = []
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        name = node.func.id if isinstance(node.func, ast.Name) else name
        if name in CALLS:
            parts = [*node.args, *(k.value for k in node.keywords if k.arg == "code")]
    elif isinstance(node, ast.Assign):
        if any(isinstance(t, ast.Name) and t.id == "code" for t in node.targets):
            parts = [node.value]
    elif isinstance(node, ast.FunctionDef):
        named = [*node.args.posonlyargs, *node.args.args][-len(node.args.defaults) or None :]
        defaults = zip(named, node.args.defaults, strict=False)
        parts = [value for arg, value in defaults if arg.arg == "code"]
    for part in parts:
        branches = [part.body, part.orelse] if isinstance(part, ast.IfExp) else [part]
        for branch in branches:
            if isinstance(branch, ast.Constant) and isinstance(branch.value, str):
                yield branch.value
            elif isinstance(branch, ast.JoinedStr):
                yield "".join(
                    str(v.value) if isinstance(v, ast.Constant) else "*" for v in branch.values
                )


def sections() -> dict[str, str]:
    text = ERRORS.read_text(encoding="utf-8")
    return dict(re.findall(r"^### `([\w-]+)`\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL))


def test_every_code_has_its_section() -> None:
    known = sections()
    for code, place in codes_used().items():
        fits = [s for s in known if re.fullmatch(code.replace("*", r"[\w-]+"), s)]
        assert fits, f"{code} ({place}) has no section in docs/errors.md"


def test_every_section_has_a_code() -> None:
    used = [re.compile(code.replace("*", r"[\w-]+")) for code in codes_used()]
    assert [s for s in sections() if not any(u.fullmatch(s) for u in used)] == []


@pytest.mark.parametrize("code", sections())
def test_every_section_has_its_example(code: str) -> None:
    """That the examples give the codes that they name is proved with all other blocks."""
    text = sections()[code]
    by_item = f"```hlogic\n# error: {code}\n" in text
    by_python = "```python" in text and f'== ["{code}"]' in text
    by_command = "```console" in text
    if code in ("internal-error", "engines-disagree"):
        return  # whatever gives it is mended
    assert by_item or by_python or by_command, f"{code} has no example"
