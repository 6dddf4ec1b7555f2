"""`hlogic rename --nonsense`: other words, the same logic."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import generate
import hlogic
from cli_runs import run
from hlogic.compiler import ast
from hlogic.compiler.diagnostics import Report
from hlogic.compiler.source import Source
from hlogic.compiler.syntax.lexer import Lexer
from hlogic.compiler.syntax.parse import parse_file
from hlogic.compiler.syntax.printer import print_file
from hlogic.renaming.inflection import inflected
from hlogic.renaming.nouns import Nouns
from hlogic.renaming.substitution import Substitution
from hlogic.renaming.words import chinese_words, latin_words
from rename_runs import retold

ITEMS = Path(__file__).resolve().parent.parent / "items"
EVERY = sorted(p.name for p in ITEMS.glob("*.hlogic"))
QUICK = ["night_shift.hlogic", "serial_chain_small.hlogic", "conservation_small.hlogic"]

POETS = """\
item poets "Poets and their editor" { lang: en, source: "poets" }  # two poets
background "Ann Lee is a poet. Poets admire Ann Lee's editor. Bo is no poet; Bo is. Editorials end."
claim c1 "Ann Lee is a poet."
claim c2 "Poets admire Ann Lee's editor."
claim c3 "Bo is no poet" .. "Bo is."
inert n1 [72:87] "Editorials end." because "an editor"
sort Person { ann "Ann Lee", bo, x "X", nobody "nobody" }
var poet(Person) "{1} is a poet": bool cites c1, c3
derive editor "the editor": Person = ann cites c2
constraint one "one Poet": poet(ann) and not poet(bo) cites c1, c2, c3 note "ANN LEE and bo"
ask q "Is Ann Lee a poet?": necessary poet(ann) expect true
ask who: possible_set p in Person: poet(p)
"""


def renamed_value(value: Any, words: Substitution) -> Any:
    """An answer as people read it, retold."""
    if isinstance(value, str):
        return words.of(value)
    if isinstance(value, dict):
        return {renamed_value(k, words): renamed_value(v, words) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [renamed_value(v, words) for v in value]
    return value


def plain(value: Any) -> Any:
    return renamed_value(value, Substitution(Nouns(), "", ""))


def same_answers(before: str, after: str, words: Substitution, folder: Path) -> None:
    """Every answer has the same ids, and the display of the old one in the new words."""
    old = hlogic.loads(before, name="old", folder=folder)
    new = hlogic.loads(after, name="new", folder=folder)
    assert new.asks == old.asks
    for id in old.asks:
        one, other = old.ask(id), new.ask(id)
        assert (one.status, one.value) == (other.status, other.value), id
        assert renamed_value(one.display, words) == plain(other.display), id


def test_every_text_is_retold() -> None:
    text, found = retold(POETS)
    ann, lee, bo, poet, editor = (
        found.substitution.words[k] for k in ("ann", "lee", "bo", "poet", "editor")
    )
    expected = POETS
    for old, new in (
        ("Ann Lee", f"{ann.capitalize()} {lee.capitalize()}"),
        ("ANN LEE", f"{ann.upper()} {lee.upper()}"), ("Poet", poet.capitalize()),
        ("no poet", f"no {poet}"), ("a poet", f"a {poet}"), ("two poets", f"two {poet}s"),
        ("an editor", f"a {editor}"), ("and their editor", f"and their {editor}"), 
        ("s editor.", f"s {editor}."), ("the editor", f"the {editor}"),
        ("Bo is", f"{bo.capitalize()} is"), ("and bo", f"and {bo}"), (" bo,", f' bo "{bo}",'),
    ):  # fmt: skip
        expected = expected.replace(old, new)
    place = re.compile(r"\[\d+:\d+\]")
    assert place.sub("", text) == place.sub("", expected)
    hlogic.loads(text, name="poets")
    assert found.remarks == ("left as they are: X, nobody",)
    (left,) = found.findings
    assert (left.code, left.span.text) == ("rename-left", "Editorials")


def test_the_words_can_be_spoken_and_are_new() -> None:
    text, found = retold(POETS)
    for word in found.substitution.words.values():
        assert re.fullmatch(r"[a-z]{4,9}", word)
        assert word not in POETS.casefold()
        assert word in text.casefold()
    assert len(set(found.substitution.words.values())) == len(found.substitution.words)


def test_a_seed_gives_the_same_words() -> None:
    assert retold(POETS, "1")[0] == retold(POETS, "1")[0]
    assert retold(POETS, "1")[0] != retold(POETS, "2")[0]


def logic(text: str) -> list[tuple[str, str | int]]:
    """All of an item but its texts."""
    tokens = Lexer(Source.of("item", text), Report()).run().tokens
    return [(t.kind, t.value) for t in tokens if t.kind != "STRING"]


@pytest.mark.parametrize("name", EVERY)
def test_items_keep_their_logic(name: str) -> None:
    """Nothing but texts differs, claims are found in the new background, and no noun is left."""
    before = (ITEMS / name).read_text(encoding="utf-8")
    after, found = retold(before, "3", ITEMS)
    assert found.substitution.words
    assert logic(after) == logic(before)
    assert hlogic.loads(after, name=name, folder=ITEMS).asks
    file, _ = parse_file(Source.of(name, after))
    for node in file.declarations:
        if isinstance(node, ast.Background | ast.Claim):
            assert found.substitution.changes(node.text or "") == []


@pytest.mark.parametrize("name", QUICK)
def test_items_keep_their_answers(name: str) -> None:
    before = (ITEMS / name).read_text(encoding="utf-8")
    after, found = retold(before, "3", ITEMS)
    same_answers(before, after, found.substitution, ITEMS)


@pytest.mark.parametrize("seed", range(8))
def test_random_items_keep_their_answers(seed: int, tmp_path: Path) -> None:
    before = print_file(generate.item(seed))
    after, found = retold(before, str(seed))
    same_answers(before, after, found.substitution, tmp_path)


def test_chinese_nouns_numbers_and_claims_that_become_alike(tmp_path: Path) -> None:
    text = """\
item doors "门" { lang: zh }
background "甲门开。乙门开。第一扇门是红门，门卫值班。红门的门卫值班。"
claim a "甲门开。"
claim b "乙门开。"
claim c "第一扇门是红门，" .. "门卫值班。"
claim d @1 "红门的门卫值班。"
sort Door ordered { one "甲门", two "乙门", red "红门", no1 "第一" }
var open_(Door) "{1}的门卫值班": bool cites a, b, c, d
ask q "甲门开吗？": possible open_(one)
"""
    after, found = retold(text, "5")
    same_answers(text, after, found.substitution, tmp_path)
    words = found.substitution.words
    assert list(words) == ["甲门", "乙门", "红门", "门卫值班"]
    assert all(re.fullmatch("[\u4e00-\u9fff]{2}", word) for word in words.values())
    kept, order = found.remarks
    assert kept == "left as they are: 第一"
    assert order == "the labels of Door are in an order that their words no longer say"
    assert f'claim c "第一扇门是{words["红门"]}，" .. "{words["门卫值班"]}。"' in after


def test_claims_that_become_alike_are_numbered() -> None:
    text = """\
item trips
background "Bo traveled. Bo travelled. TalentShow ends."
claim a "Bo traveled."
claim b "Bo travelled."
claim c "TalentShow ends."
sort P { bo "Bo", show "talent show" | "TalentShow" }
var travels(P) "{1} travels": bool cites a, b, c
"""
    after, found = retold(text)
    hlogic.loads(after)
    bo, travel, talent, show = (
        found.substitution.words[key] for key in ("bo", "travel", "talent", "show")
    )
    bo = bo.capitalize()
    assert f'claim a @1 "{bo} {travel}ed."\nclaim b @2 "{bo} {travel}ed."' in after
    assert f'claim c "{talent.capitalize()}{show.capitalize()} ends."' in after


def test_a_background_in_a_file_comes_into_the_item(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("Ann sings.\nBob sings.", encoding="utf-8")
    text = (
        'item t\nbackground from "text.txt"\nclaim a "Ann sings."\nclaim b "Bob sings."\n'
        'sort P { ann "Ann", bob "Bob" }\nvar sings(P) "{1} sings": bool cites a, b\n'
    )
    after, found = retold(text, "0", tmp_path)
    ann, bob, sing = (found.substitution.words[k] for k in ("ann", "bob", "sing"))
    sings = inflected(sing, "s")
    assert f'background """\n{ann.capitalize()} {sings}.\n{bob.capitalize()} {sings}.\n"""' in after
    hlogic.loads(after)


def test_a_chinese_noun_over_the_end_of_a_line() -> None:
    text = (
        'item t\nbackground """\n红门由门\n卫看守。\n"""\nclaim a "红门由" .. "看守。"\n'
        'sort D { red "红门", guard "门卫" }\nvar v(D) "{1}看守": bool cites a\n'
    )
    after, found = retold(text)
    red, guard, watch = found.substitution.words.values()
    assert f'"""\n{red}由{guard}\n{watch}。\n"""' in after
    assert found.findings == ()


def test_a_noun_across_the_border_of_a_claim_stays() -> None:
    text = (
        'item t\nbackground "红门卫士。"\nclaim a "红门"\nclaim b "卫士。"\n'
        'sort D { d "门卫" }\nvar v(D) "{1}": bool cites a, b\n'
    )
    after, found = retold(text)
    assert "红门卫士。" in after
    (crossing, *_) = found.findings
    assert (crossing.code, crossing.span.text) == ("rename-left", "门卫")


def test_the_words_of_a_generator_do_not_run_out() -> None:
    latin, chinese = latin_words("1", "balu"), chinese_words("1", "阿克")
    some = [next(latin) for _ in range(500)] + [next(chinese) for _ in range(2000)]
    assert len(set(some)) == len(some)
    assert not {"balu", "阿克"} & set(some)


def test_the_command(folder: Path) -> None:
    (folder / "poets.hlogic").write_bytes(b"\xef\xbb\xbf" + POETS.replace("\n", "\r\n").encode())
    result = run("rename", "--nonsense", "--seed", "4", "poets.hlogic", "-o", "out.hlogic")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "left as they are: X, nobody\n" in result.stderr
    last = "5 nouns renamed: 0 names that the text never says, 1 word left in the text\n"
    assert result.stderr.endswith(last)
    data = (folder / "out.hlogic").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.count(b"\r\n") == POETS.count("\n")
    assert run("test", "out.hlogic").exit_code == 0
    piped = run("rename", "--nonsense", "--seed", "4", "-", stdin=POETS)
    assert piped.stdout == data.decode("utf-8-sig").replace("\r\n", "\n")


def test_the_command_refuses(folder: Path) -> None:
    assert run("rename", "duty.hlogic").exit_code == 2
    assert "say by which words: --nonsense" in run("rename", "duty.hlogic").stderr
    before = (folder / "duty.hlogic").read_bytes()
    result = run("rename", "--nonsense", "duty.hlogic", "-o", "./duty.hlogic")
    assert (result.exit_code, "./duty.hlogic is the item itself" in result.stderr) == (2, True)
    assert (folder / "duty.hlogic").read_bytes() == before
    (folder / "bad.hlogic").write_text('item t\nbackground "A."\nclaim a "B."\n')
    result = run("rename", "--nonsense", "bad.hlogic")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "error[claim-not-found]" in result.stderr


USING = (
    'item i "Bob"\nuse "lib.hlogic" (Who)\nbackground from "t.txt"\nclaim a "Bob eats."\n'
    'var eats(Who) "{1} eats": bool cites a\n'
    'ask q "Does Bob eat?": possible eats(bob) expect true\n'
)


def test_a_used_file_is_named_from_the_new_place(folder: Path) -> None:
    (folder / "a").mkdir()
    (folder / "b").mkdir()
    (folder / "a" / "i.hlogic").write_text(USING)
    (folder / "a" / "lib.hlogic").write_text('module lib\nsort Who { bob "Bob" }\n')
    (folder / "a" / "t.txt").write_text("Bob eats.")
    rename = ("rename", "--nonsense", "a/i.hlogic", "-o")
    assert run(*rename, "n.hlogic").exit_code == 0
    assert 'use "a/lib.hlogic" (Who)\n' in (folder / "n.hlogic").read_text()
    assert run("test", "n.hlogic").exit_code == 0
    assert run(*rename, "a/n.hlogic").exit_code == 0
    assert 'use "lib.hlogic" (Who)\n' in (folder / "a" / "n.hlogic").read_text()
    result = run(*rename, "b/n.hlogic")
    assert result.exit_code == 2
    message = '"lib.hlogic" cannot be named in b: a path does not leave the folder'
    assert f"a/i.hlogic:2:5: error[path-outside]: {message}\n" in result.stderr
    assert list((folder / "b").iterdir()) == []
    (folder / "b" / "lib.hlogic").write_bytes((folder / "a" / "lib.hlogic").read_bytes())
    assert run(*rename, "b/n.hlogic").exit_code == 0
    assert run("test", "b/n.hlogic").exit_code == 0
