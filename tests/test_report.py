"""`hlogic report`: the page is valid, whole, safe, the same every time, and says what is so."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from urllib.parse import unquote

import pytest

import hlogic
from cli_runs import LONG, UNDEFINED, run
from hlogic.compiler.reporting import COVERAGES
from hlogic.render.page import page
from hlogic.render.page.markup import fit
from hlogic.render.page.words import CHINESE, ENGLISH, language_tag
from report_made import EVERYTHING, NIGHT, by_id, everything, night_page, parsed, reported, words_of

ITEMS = Path(__file__).resolve().parent.parent / "items"
CASES = sorted((ITEMS.parent / "tests" / "cases").glob("*.hlogic"))


def texts() -> Iterator[object]:
    yield pytest.param(EVERYTHING, id="everything")
    yield pytest.param("item bare\n", id="bare")
    yield pytest.param('item words { lang: zh }\nbackground "没有\\u{1}声明。"\n', id="words")
    yield from (pytest.param(path.read_text(encoding="utf-8"), id=path.stem) for path in CASES)


@pytest.mark.parametrize("text", list(texts()))
def test_the_page_is_valid_html_that_needs_nothing_else(text: str) -> None:
    made = page(reported(text, with_audit=text == EVERYTHING))
    tree = parsed(made)
    elements = [e for e in tree.iter() if isinstance(e.tag, str)]
    ids = [e.get("id") for e in elements if e.get("id") is not None]
    assert len(ids) == len(set(ids))
    for found in elements:
        for name, value in found.attrib.items():
            assert name not in ("src", "srcset", "style", "xlink:href")
            assert not name.startswith("on")
            if name == "href":
                assert value[0] == "#", value
                assert unquote(value[1:]) in ids, value
            if name == "aria-labelledby":
                assert set(value.split()) <= set(ids)
    tags = [e.tag for e in elements]
    assert not {"link", "img", "iframe", "object", "base", "form"} & set(tags)
    assert tags.count("script") == tags.count("style") == 1


def test_style_and_script_name_nothing_outside() -> None:
    for asset in ("page.css", "page.js"):
        written = files("hlogic.render.page").joinpath(asset).read_text("utf-8")
        for word in ("url(", "@import", "http", "fetch", "innerHTML", "import("):
            assert word not in written


def test_what_an_item_says_is_never_markup() -> None:
    made = page(everything())
    tree = parsed(made)
    assert made.count("<script") == made.count("</script>") == 1
    assert "<img" not in made
    assert "<em>" not in made
    assert words_of(tree.find("head/title")).startswith("Report: Everything </title><script>")
    text = next(e for e in tree.iter("div") if e.get("class") == "text")
    assert 'Left over </script><img src=x onerror="alert(1)"> here' in words_of(text)


def test_the_text_by_what_rests_on_it() -> None:
    found = {p.claim: p.coverage for p in everything().passages if p.claim}
    assert found == {
        "c1": "declared", "c2": "declared", "c3": "constrained", "c4": "constrained",
        "c5": "asked", "n1": "inert", "c6": "unmodelled", "c7": "uncited",
    }  # fmt: skip
    uncovered = [p.text for p in everything().passages if p.coverage == "uncovered"]
    assert uncovered == ['Left over </script><img src=x onerror="alert(1)"> here']
    assert {p.coverage for p in everything().passages} == {*COVERAGES, None}
    background = hlogic.loads(EVERYTHING).compiled.census.text
    assert "".join(p.text for p in everything().passages) == background


@pytest.mark.parametrize(
    "path", [NIGHT, ITEMS / "duty_roster.hlogic", *CASES], ids=lambda p: p.stem
)
def test_passages_are_the_text(path: Path) -> None:
    from hlogic.report.coverage import claims_shown, passages
    from hlogic.report.statements import Statements

    item = hlogic.load(path).compiled
    shown = claims_shown(item, Statements(item.file))
    assert "".join(p.text for p in passages(item.census, shown)) == item.census.text


def test_sentences_and_statements_lead_to_each_other() -> None:
    tree = parsed(night_page())
    assert by_id(tree, "claim-c3").get("href") == "#value-load"
    assert by_id(tree, "claim-c3").get("data-beside") == "value:load rule:at_most_two"
    back = [e.get("href") for e in by_id(tree, "rule-li_wang").iter("a")]
    assert back == ["#claim-c4"]
    assert by_id(tree, "claim-n1").tag == "span"
    assert words_of(by_id(tree, "rule-li_wang")).endswith(
        "constraint li_wang: duty(mon) == li implies duty(wed) != wang 依据 c4"
    )


def test_asks_with_their_answers() -> None:
    tree = parsed(page(everything()))
    said = {
        ask.answer.id: words_of(by_id(tree, f"ask-{ask.answer.id}")) for ask in everything().asks
    }
    assert "{hers, his, two}" in said["sets"] or "{his, two}" in said["sets"]
    assert "two are red" in said["sets"]
    assert "{k1}" in said["mend"]
    assert "2 rows" in said["table"]
    assert "red <em>" in said["table"]
    assert "✓ as expected expected [(red, blue, false), (red, blue, true)]" in said["table"]
    assert "first <u> 2 second yes" in said["parts"]
    assert "✗ not as expected expected 3 got 2" in said["wrong"]
    assert "NO ANSWER: " in said["gone"]
    assert "Warning: " in said["again"] + said["gone"]
    assert "under calm : without the quarrel" in said["table"]
    assert "✓ as expected" in said["sound"]
    assert "rests on c5" in said["sound"]
    for ask in everything().asks:
        assert f"engine {ask.answer.engine}" in said[ask.answer.id]


def test_worlds_of_asks_are_links_to_the_worlds() -> None:
    tree = parsed(night_page())
    strata = [e for e in by_id(tree, "ask-q1").iter("a") if "world" in (e.get("href") or "")]
    assert strata
    target = by_id(tree, unquote((strata[0].get("href") or "")[1:]))
    assert target.tag == "li"
    assert "周一的值班医生是" in words_of(target)


def test_lint_and_audit_are_on_the_page() -> None:
    tree = parsed(page(everything()))
    found = words_of(by_id(tree, "section-lint"))
    for finding in everything().findings:
        assert finding.code in found
        assert f"line {finding.span.line}" in found
    assert {"uncovered-text", "claim-not-cited"} <= {f.code for f in everything().findings}
    marked = [words_of(e) for e in by_id(tree, "section-lint").iter("mark")]
    assert any(text.startswith("Left over") for text in marked)
    material = words_of(by_id(tree, "section-audit"))
    assert "Necessity: are rules invented?" in material
    assert "Which answer rests on" in material


def test_the_matrix_says_what_the_audit_found() -> None:
    tree = parsed(night_page())
    rows = [
        (words_of(row[0]), [cell.get("class") for cell in row[1:]])
        for table in tree.iter("table") if table.get("class") == "matrix"
        for row in table.iter("tr")
    ]  # fmt: skip
    assert rows[1:] == [
        ("c3", ["same", "same", "changed", "changed"]),
        ("c4", ["same", "changed", "changed", "same"]),
    ]


def test_long_answers_are_cut_and_say_so() -> None:
    bits = ", ".join(f"a({i}) as a{i}" for i in range(1, 11))
    text = f"item long\nvar a(1..10): bool\nask all: rows ({bits})\n"
    said = words_of(parsed(page(reported(text, with_audit=False))))
    assert "Only the first 300 of 1024 are shown here" in said
    assert "1024 rows" in said


# ---------------------------------------------------------------------------- the command


def test_the_command_writes_a_page(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    result = run("report", "-o", str(target), str(NIGHT))
    assert (result.exit_code, result.output) == (0, "")
    again = run("report", str(NIGHT))
    assert again.exit_code == 0
    assert again.stdout == target.read_text(encoding="utf-8")
    assert parsed(again.stdout).get("lang") == "zh"


def test_the_same_bytes_every_time() -> None:
    for seed in ("1", "2"):
        made = subprocess.run(
            [sys.executable, "-m", "hlogic", "report", str(NIGHT)],
            capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout.decode()  # fmt: skip
        assert made == night_page()


def test_without_the_audit() -> None:
    result = run("report", "--no-audit", "-", stdin=UNDEFINED)
    assert result.exit_code == 0
    said = words_of(parsed(result.stdout))
    assert "The audit was left out." in said
    assert "NO ANSWER: " in said


def test_certificates(tmp_path: Path) -> None:
    shown = tmp_path / "shown"
    assert (
        run("solve", "--certify", str(shown), "--ask", "q2", "--ask", "q3", str(NIGHT)).exit_code
        == 0
    )
    given = ("report", "--no-audit", "--certificate", str(shown))

    def said(file: str, ask: str) -> str:
        result = run(*given, file)
        assert result.exit_code == 0, result.stderr
        return words_of(by_id(parsed(result.stdout), f"ask-{ask}"))

    assert re.search("证书 已验证（情形 [1-9].*反驳 [1-9]", said(str(NIGHT), "q2"))
    assert "证书 没有证明" in said(str(NIGHT), "q3")
    assert "证书 没有; the certificate is not about it" in said(str(NIGHT), "q1")
    (shown / "extra.txt").write_text("more", encoding="utf-8")
    assert "证书 不成立; extra.txt: the manifest does not list it" in said(str(NIGHT), "q2")
    other = tmp_path / "night_shift.hlogic"
    other.write_text(NIGHT.read_text(encoding="utf-8") + "# more\n", encoding="utf-8")
    result = run(*given, str(other))
    assert result.exit_code == 2
    assert "it is of another text than item.hlogic" in result.stderr


def test_a_certificate_of_another_scope_says_nothing(tmp_path: Path) -> None:
    shown = tmp_path / "shown"
    assert run("solve", "--certify", str(shown), "--scope", "swapped", str(NIGHT)).exit_code == 0
    result = run("report", "--no-audit", "--certificate", str(shown), str(NIGHT))
    tree = parsed(result.stdout)
    assert "证书 没有; the certificate is about another" in words_of(by_id(tree, "ask-q1"))
    assert "证书 已验证" in words_of(by_id(tree, "ask-q2"))


def test_a_limit_says_so_and_fails() -> None:
    result = run("report", "--no-audit", "--timeout", "0.000001", "-", stdin=LONG)
    assert result.exit_code == 3
    assert "NOT COMPUTED, time ran out" in words_of(parsed(result.stdout))
    result = run("report", "--timeout", "0.000001", "-", stdin=LONG)
    assert result.exit_code == 3
    assert "NOT COMPLETE" in words_of(parsed(result.stdout))


def test_what_is_wrong_is_an_error_and_no_page(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    target.write_text("before", encoding="utf-8")
    result = run("report", "-o", str(target), "-", stdin="item a\nask q: possible b\n")
    assert result.exit_code == 2
    assert "error[unknown-name]" in result.stderr
    assert target.read_text(encoding="utf-8") == "before"
    assert run("report", "nowhere.hlogic").exit_code == 2
    assert run("report", "--engine", "sta", str(NIGHT)).exit_code == 2
    assert run("report", "-o", str(tmp_path / "no" / "x.html"), str(NIGHT)).exit_code == 2


# ---------------------------------------------------------------------------- words, colours


def test_words_are_there_in_both_languages() -> None:
    assert ENGLISH.keys() == CHINESE.keys()
    for name, words in ENGLISH.items():
        holes = re.findall(r"\{\w*\}", words)
        assert sorted(holes) == sorted(re.findall(r"\{\w*\}", CHINESE[name])), name


def test_language_tags() -> None:
    assert [language_tag(t) for t in ("zh", "zh_CN", "en", "", 'zh" onload="x')] == [
        "zh", "zh-CN", "en", "en", "en",
    ]  # fmt: skip


def test_what_html_cannot_hold_is_a_mark() -> None:
    assert fit("a\tb\n<&>😀") == "a\tb\n<&>😀"
    assert fit("\x00\x0b\r\x1f\x7f\x85\ufdd0\ufffe\U0001ffff\U0010ffff") == "\ufffd" * 10
