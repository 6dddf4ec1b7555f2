"""Everything that the documentation shows is run.

Fenced blocks, by the first word behind the fence; a second word names the file that the block is
written to, in a folder of the page's own where `items/` lies too:

    hlogic            a whole item: it checks, every ask has an answer, every `expect` is met, on
                      every engine; with a first line `# error: CODE` it gives that code alone
    hlogic-fragment   declarations without a first line: they parse
    console           `$ hlogic …` lines, each followed by what it prints; `$ echo $?` prints the
                      last exit code; times are not compared; `pytest --update` rewrites the rest
    python            a doctest where it has a prompt, else statements; a page's blocks share names
    text, sh, json …  not run; with a file name, written to the page's folder

The blocks of a page are taken in order.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from pathlib import Path

import pytest
from click.testing import CliRunner

import hlogic
import reference
from hlogic.backends.engines import ENGINES
from hlogic.backends.route import OPEN
from hlogic.compiler import ast as hlogic_ast
from hlogic.compiler.source import Source
from hlogic.compiler.syntax.parse import parse_file

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *(ROOT / room / "README.md" for room in ("compiler", "backends", "tests")),
]
RUN = ("hlogic", "hlogic-fragment", "console", "python")
KEPT = ("text", "sh", "json", "lark", "toml")
_FENCE = re.compile(r"^```([\w-]*)[ \t]*([^\n]*)\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
_TIMES = ((re.compile(r"\b\d+\.\d+ s\b"), "0.0 s"), (re.compile(r'("seconds": )[\d.]+'), r"\g<1>0"))


@dataclass(frozen=True)
class Block:
    page: Path
    kind: str
    file: str
    text: str
    start: int  # where its text stands in the page
    line: int

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    @property
    def code(self) -> str | None:
        """The code of the error that the example is to give."""
        found = re.match(r"# error: ([\w-]+)\n", self.text)
        return found[1] if found else None


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    return [
        Block(page, m[1], m[2].strip(), m[3], m.start(3), text.count("\n", 0, m.start()) + 1)
        for m in _FENCE.finditer(text)
    ]


ALL = [block for page in PAGES for block in blocks(page)]
ITEMS = [b for b in ALL if b.kind == "hlogic"]
FRAGMENTS = [b for b in ALL if b.kind == "hlogic-fragment"]


def codes_of(block: Block, folder: Path) -> set[str]:
    try:
        hlogic.loads(block.text, name=str(block), folder=folder)
    except hlogic.HlogicError as error:
        return {found.code for found in error.diagnostics}
    return set()


def test_pages_are_there_and_their_fences_are_known() -> None:
    assert [page for page in PAGES if not page.exists()] == []
    assert [str(b) for b in ALL if b.kind not in RUN + KEPT] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_links(page: Path) -> None:
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        whole = (page.parent / path).resolve() if path else page
        assert whole.exists(), f"{target} leads nowhere"
        if anchor:
            assert anchor in anchors(whole), f"{target}: no such heading"


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as code hosts make them."""
    heads = re.findall(r"^#+ (.*)$", _FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", h.lower()).strip().replace(" ", "-") for h in heads}


# ---------------------------------------------------------------------------- items


@pytest.mark.parametrize("block", ITEMS, ids=str)
def test_item(block: Block, tmp_path: Path) -> None:
    write_files(block.page, tmp_path)
    if block.code is not None:
        assert codes_of(block, tmp_path) == {block.code}
        return
    first_order = re.search(r"^sort .*\bopen\b", block.text, re.MULTILINE) is not None
    for engine in OPEN if first_order else ENGINES:
        item = hlogic.loads(block.text, name=str(block), folder=tmp_path, engine=engine)
        for id in item.asks:
            assert item.ask(id).status in ("ok", "error"), f"{id} on {engine}"
        wrong = [o for o in item.test() if not o.ok]
        assert wrong == [], f"on {engine}: " + ", ".join(
            f"{o.id} gives {o.actual}, not {o.expected}" for o in wrong
        )
        expected = {o.id for o in item.test() if o.answer.status == "error"}
        errors = {id for id in item.asks if item.ask(id).status == "error"}
        assert errors == expected, f"on {engine}: an error that nothing expects"


@pytest.mark.parametrize("block", [b for b in ITEMS if b.code is None], ids=str)
def test_item_by_reference(block: Block, tmp_path: Path) -> None:
    """The second evaluator, which knows nothing of the engines, gives what is expected too."""
    if re.search(r"^use ", block.text, re.MULTILINE):
        pytest.skip("the reference reads one file")
    write_files(block.page, tmp_path)
    item = hlogic.loads(block.text, name=str(block), folder=tmp_path)
    if item.compiled.theory.open_roots:
        pytest.skip("structures have an evaluator of their own (tests/laws/test_open.py)")
    sizes = [s.domain.size for s, _ in item.compiled.theory.variables() if s.domain is not None]
    if prod(sizes) > 5000:
        pytest.skip("too many assignments for brute force")
    file = parse_file(Source.of(str(block), block.text))[0]
    answers = reference.answers(file)
    for ask in file.declarations:
        if isinstance(ask, hlogic_ast.Ask) and ask.expect is not None:
            id = ask.id.name
            assert reference.matches(ask.expect, answers[id]), f"{id}: {answers[id]}"


@pytest.mark.parametrize("block", FRAGMENTS, ids=str)
def test_fragment(block: Block) -> None:
    parse_file(Source.of(str(block), f"item fragment\n{block.text}"))


def test_readme_shows_the_first_item() -> None:
    shown = next(b.text for b in blocks(ROOT / "README.md") if b.kind == "hlogic")
    assert shown == (ROOT / "items" / "night_shift.hlogic").read_text(encoding="utf-8")


# ---------------------------------------------------------------------------- commands, Python


def write_files(page: Path, folder: Path) -> None:
    """What the page's blocks may read: the items, and the files that the page itself shows."""
    shutil.copytree(ROOT / "items", folder / "items")
    for block in blocks(page):
        write_file(block, folder)


def write_file(block: Block, folder: Path) -> None:
    if block.file:
        (folder / block.file).write_text(block.text, encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_page(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """The commands and the Python of a page, in its folder."""
    shutil.copytree(ROOT / "items", tmp_path / "items")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    changed: list[tuple[Block, str]] = []
    for block in blocks(page):
        write_file(block, tmp_path)
        if block.kind == "python":
            run_python(block, names)
        elif block.kind == "console":
            printed = run_console(block)
            if masked(printed) != masked(block.text):
                changed.append((block, printed))
    if changed and request.config.getoption("--update"):
        text = page.read_text(encoding="utf-8")
        for block, printed in reversed(changed):
            text = text[: block.start] + printed + text[block.start + len(block.text) :]
        page.write_text(text, encoding="utf-8")
        return
    for block, printed in changed:
        assert masked(block.text) == masked(printed), f"{block}; if meant, run pytest --update"


def run_python(block: Block, names: dict[str, object]) -> None:
    if ">>> " not in block.text:
        exec(compile(block.text, str(block), "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(block.text, names, str(block), None, block.line)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=said.append, clear_globs=False)
    assert runner.failures == 0, "".join(said)
    names.update(test.globs)


def run_console(block: Block) -> str:
    """The block with what its commands print now."""
    shown = []
    last = 0
    for command in commands(block):
        shown.append(f"$ {command}\n")
        if command == "echo $?":
            shown.append(f"{last}\n")
            continue
        printed, last = run_command(command)
        shown.append(printed)
    return "".join(shown)


def commands(block: Block) -> Iterator[str]:
    assert block.text.startswith("$ "), f"{block}: a console block begins with a command"
    for line in block.text.splitlines():
        if line.startswith("$ "):
            yield line[2:]


def run_command(command: str) -> tuple[str, int]:
    """What a command line prints, both streams as a terminal shows them, and its exit code."""
    from hlogic.cli import main

    command, _, given = command.partition(" < ")
    command, _, made = command.partition(" > ")
    words = shlex.split(command)
    assert words[0] == "hlogic", f"only hlogic is run here, not {words[0]}"
    stdin = Path(given.strip()).read_text(encoding="utf-8") if given else None
    runner = CliRunner(env={"NO_COLOR": "1", "COLUMNS": "100"})
    result = runner.invoke(main, words[1:], input=stdin, prog_name="hlogic")
    assert isinstance(result.exception, SystemExit | None), repr(result.exception)
    assert "this is our mistake" not in result.output, result.output
    if made:
        Path(made.strip()).write_text(result.stdout, encoding="utf-8")
        return result.stderr, result.exit_code
    return result.output, result.exit_code


def masked(text: str) -> str:
    for pattern, instead in _TIMES:
        text = pattern.sub(instead, text)
    return text


def test_no_page_names_a_path_of_this_machine() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert os.fspath(ROOT) not in text
        assert "/home/" not in text
