"""The census: every way to name a span, and what each mistake is told."""

from __future__ import annotations

import time
import unicodedata
from pathlib import Path

import pytest

from hlogic.compiler.census.census import Census, check_census
from hlogic.compiler.census.passage import nearest
from hlogic.compiler.diagnostics import Diagnostic, Report
from hlogic.compiler.files import FileProblem, beside, reader_beside
from hlogic.compiler.source import Source
from hlogic.compiler.syntax.parse import parse_file


def census(
    text: str, folder: Path | None = None, name: str = "a.hlogic"
) -> tuple[Census, list[Diagnostic]]:
    """The census of an item, `item a` added, and everything that is wrong with it."""
    file, _ = parse_file(Source(name, "item a\n" + text))
    report = Report()
    found = check_census(file, report, reader_beside(folder) if folder else None)
    return found, report.diagnostics


def codes(text: str) -> list[str]:
    return [d.code for d in census(text)[1]]


def only(text: str) -> Diagnostic:
    (found,) = census(text)[1]
    return found


def test_text_that_stands_once_names_its_span() -> None:
    found, wrong = census('background "It rains. She knows."\nclaim c1 "She knows."')
    assert not wrong
    assert found.spans == {"c1": (10, 20)}
    assert found.text[10:20] == "She knows."


@pytest.mark.parametrize(
    ("claim", "span"),
    [
        ('@1 "He lies."', (0, 8)),
        ('@2 "He lies."', (9, 17)),
        ('[9:17] "He lies."', (9, 17)),
        ('"She" .. "knows."', (18, 28)),
        ('@2 "He" .. "."', (9, 17)),
        ('@1 "He" .. "knows."', (0, 28)),
        ('[0:17] "He" .. "lies."', (0, 17)),
    ],
)
def test_ways_to_say_which(claim: str, span: tuple[int, int]) -> None:
    found, wrong = census(f'background "He lies. He lies. She knows."\nclaim c1 {claim}')
    assert not wrong
    assert found.spans["c1"] == span


def test_code_points_count_an_emoji_as_one() -> None:
    found, wrong = census(
        'background """\n😀甲说：在家。乙也。\n"""\nclaim c1 [0:7] "😀甲说：在家。"'
    )
    assert not wrong
    assert found.spans["c1"] == (0, 7)


@pytest.mark.parametrize(
    "string",
    [
        r'"one\ntwo \"three\" \u{4e2d}文 end"',
        '"""\none\ntwo "three" 中文 end\n"""',
        '「one\ntwo "three" 中文 end」',
    ],
)
def test_place_in_the_file_for_every_kind_of_string(string: str) -> None:
    found, wrong = census(f"background # a comment \"no\"\n  {string}\nclaim c1 '文 end'")
    assert not wrong
    assert found.background is not None
    assert found.background.place(*found.spans["c1"]).text == "文 end"
    assert found.background.place(0, 3).text == "one"


def test_text_not_found_shows_the_nearest_passage() -> None:
    text = "值班医生是李明、王芳或赵强。没有人值两个晚上以上。外面下着雨。"
    found = only(f'background "{text}"\nclaim c1 "没有人能值两个晚上以上。"')
    assert found.code == "claim-not-found"
    assert found.hint == "the nearest passage is “没有人值两个晚上以上。”"
    assert found.labels[0].span.text == "没有人值两个晚上以上。"


def test_white_space_alone_is_said_in_words() -> None:
    found = only('background """\none two\nthree four\n"""\nclaim c1 "two three"')
    assert found.hint == "the nearest passage is “two⏎three”; only the white space differs"


def test_nothing_is_near_an_unlike_text() -> None:
    found = only('background "abc def"\nclaim c1 "值班医生"')
    assert (found.code, found.hint, found.labels) == ("claim-not-found", "", ())


def test_ambiguous_text_shows_both_spans() -> None:
    found = only('background "He lies. He lies. She knows."\nclaim c1 "He lies."')
    assert found.code == "claim-ambiguous"
    assert [(label.span.column, label.text) for label in found.labels] == [
        (13, "@1, [0:8]"),
        (22, "@2, [9:17]"),
    ]


@pytest.mark.parametrize("number", ["@0", "@3"])
def test_number_beyond_the_occurrences(number: str) -> None:
    found = only(f'background "He lies. He lies."\nclaim c1 {number} "He lies."')
    assert found.code == "claim-occurrence"


def test_span_that_holds_another_text_shows_both() -> None:
    found = only('background "He lies. He lies."\nclaim c1 [8:16] "He lies."')
    assert found.code == "claim-span-differs"
    assert "“ He lies”" in found.message
    assert "“He lies.”" in found.message
    assert "[0:8], [9:17]" in found.hint


@pytest.mark.parametrize("place", ["[5:5]", "[9:3]", "[0:99]"])
def test_span_outside_the_background(place: str) -> None:
    assert codes(f'background "He lies."\nclaim c1 {place} "He lies."') == ["claim-span-differs"]


def test_ending_must_follow_its_opening() -> None:
    text = "第一乙。第二甲。"
    found = only(f'background "{text}"\nclaim c7 "第二" .. "乙"')
    assert found.code == "claim-not-found"
    assert found.message == "“乙” does not stand after the opening of c7"
    assert found.span.text == '"乙"'
    assert "white space" not in found.hint
    assert [label.span.text for label in found.labels] == ["第二", "乙"]


def test_ending_that_stands_nowhere_is_sought_after_the_opening() -> None:
    found = only('background "the end. start. The  end!"\nclaim c1 "start" .. "The end"')
    assert found.message == "after the opening of c1 the background does not hold “The end”"
    assert found.span.text == '"The end"'
    assert found.hint == "the nearest passage is “The  end”; only the white space differs"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Le caf\u00e9 ferme. Fin.", "caf\u0065\u0301 ferme"),
        ("Le caf\u0065\u0301 ferme. Fin.", "caf\u00e9 ferme"),
        ("가\u1100\u1161나", "\u1100\u1161가나"),
        ("Le caf\u00e9", "\u0065\u0301"),
    ],
)
def test_normalisation_alone_is_said_in_words(text: str, wanted: str) -> None:
    found = only(f'background "{text}"\nclaim c1 "{wanted}"')
    assert found.code == "claim-not-found"
    assert "only the Unicode normalisation differs" in found.hint
    passage = found.labels[0].span.text
    assert unicodedata.normalize("NFC", passage) == unicodedata.normalize("NFC", wanted)
    ending = only(f'background "Oh! {text}"\nclaim c1 "Oh!" .. "{wanted}"')
    assert "only the Unicode normalisation differs" in ending.hint
    start = text.index(passage)
    placed = only(f'background "{text}"\nclaim c1 [{start}:{start + len(passage)}] "{wanted}"')
    assert placed.code == "claim-span-differs"
    assert "only the Unicode normalisation differs" in placed.hint


def test_half_a_letter_is_no_passage() -> None:
    found = only('background "caf\u00e9"\nclaim c1 "e"')
    assert "normalisation" not in found.hint


@pytest.mark.parametrize("reason", ["", " \u3000"])
def test_unmodelled_needs_a_reason(reason: str) -> None:
    found = only(f'background "a"\nclaim c1 "a" unmodelled because "{reason}"')
    assert (found.code, found.span.text) == ("missing-reason", f'"{reason}"')
    assert codes('background "a"\nclaim c1 "a" unmodelled because "-"') == []
    assert codes('background "a"\ninert c1 "a" because ""') == []


def test_empty_text() -> None:
    assert codes('background "a"\nclaim c1 ""') == ["claim-empty"]


def test_overlap_names_the_other_at_the_later_claim() -> None:
    found = only(
        'background "The red lamp is on."\ninert c2 "lamp is on."\nclaim c1 "The red lamp"'
    )
    assert found.code == "claims-overlap"
    assert found.line == 4
    assert found.message == "the span of c1 overlaps the span of c2"
    assert found.labels[1].span.text == "lamp"


def test_touching_spans_do_not_overlap() -> None:
    assert codes('background "abcd"\nclaim c1 "ab"\nclaim c2 "cd"') == []


def test_span_inside_a_long_one_is_met_after_others() -> None:
    text = 'background "abcdefgh"\nclaim c1 "abcdefgh"\nclaim c2 "bc"\nclaim c3 "fg"'
    assert codes(text) == ["claims-overlap"] * 2


def test_restatements() -> None:
    start = 'background "a b c"\nclaim c1 "a"\ninert n1 "b"\n'
    assert codes(start + 'claim c2 "c" restates c1') == []
    assert codes(start + 'claim c2 "c" restates c9') == ["unknown-claim"]
    assert codes(start + 'claim c2 "c" restates n1') == ["inert-restated"]
    assert codes(start + 'claim c2 "c" restates c2') == ["restates-itself"]


def test_circle_of_restatements_is_shown_once() -> None:
    found = only(
        'background "a b c"\nclaim c1 "a" restates c2\nclaim c2 "b" restates c3\n'
        'claim c3 "c" restates c2'
    )
    assert found.message == "c2 restates itself: c2 restates c3 restates c2"


def test_claims_without_a_background_are_one_error() -> None:
    assert codes('claim c1 "a"\nclaim c2 "b"') == ["claim-without-background"]


def test_second_background() -> None:
    found = only('background "a"\nbackground "b"')
    assert (found.code, found.line) == ("second-background", 3)


CITING = [
    "var a: bool cites {}",
    "sort S {{ x }} cites {}",
    "derive a: bool = true cites {}",
    "table t: bool = {{ }} cites {}",
    "constraint a: true cites {}",
    "scope s {{ assume true cites {} }}",
    "scope s {{ retract citing {} }}",
    "scope s {{ constraint k: true cites {} }}",
    "change k: assume true cites {}",
    "define p {{ rule r: p cites {} }}",
    "ask q cites {}: count worlds",
    "check q cites {}: count worlds",
]


@pytest.mark.parametrize("declaration", CITING)
def test_every_citation_is_judged(declaration: str) -> None:
    start = 'background "ab cd"\nclaim c1 "ab"\ninert n1 "cd"\n'
    assert codes(start + declaration.format("c1")) == []
    assert codes(start + declaration.format("n1")) == ["inert-cited"]
    found = only(start + declaration.format("c2"))
    assert (found.code, found.line) == ("unknown-claim", 5)
    assert found.hint == "the only claim is c1"


# ---------------------------------------------------------------------------- files


def test_background_from_a_file_counts_from_its_own_start(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_bytes("\ufeff甲在家。\r\n乙不在。\r\n".encode())
    found, wrong = census('background from "text.txt"\nclaim c1 "乙不在。"', tmp_path)
    assert not wrong
    assert found.spans["c1"] == (5, 9)
    assert found.background is not None
    place = found.background.place(5, 9)
    assert (place.source.name, place.line, place.column) == ("text.txt", 2, 1)


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("missing.txt", "no-such-file"),
        ("", "no-such-file"),
        (".", "not-a-file"),
        ("../outside.txt", "path-outside"),
        ("sub/../../outside.txt", "path-outside"),
        ("/etc/hostname", "path-outside"),
        ("link.txt", "path-outside"),
        ("away/outside.txt", "path-outside"),
        ("loop.txt", "no-such-file"),
        ("latin.txt", "not-utf8"),
    ],
)
def test_file_that_cannot_be_read(tmp_path: Path, path: str, code: str) -> None:
    folder = tmp_path / "item"
    (folder / "sub").mkdir(parents=True)
    (tmp_path / "outside.txt").write_text("secret")
    (folder / "link.txt").symlink_to(tmp_path / "outside.txt")
    (folder / "away").symlink_to(tmp_path)
    (folder / "loop.txt").symlink_to("loop.txt")
    (folder / "latin.txt").write_bytes(b"ab\nc\xff\n")
    found, wrong = census(f'background from "{path}"\nclaim c1 "a"', folder)
    assert [d.code for d in wrong] == [code]
    assert found.background is None
    if code == "not-utf8":
        assert (Path(wrong[0].file).name, wrong[0].line, wrong[0].column) == (path, 2, 2)
    else:
        assert wrong[0].line == 2
    assert "secret" not in wrong[0].message


def test_link_within_the_folder_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("abc")
    (tmp_path / "link.txt").symlink_to("real.txt")
    assert beside(tmp_path, "link.txt") == (tmp_path / "real.txt").resolve()
    assert beside(tmp_path, "sub/../real.txt").name == "real.txt"
    with pytest.raises(FileProblem):
        beside(tmp_path, "\0")


def test_text_without_a_folder_names_no_file() -> None:
    assert codes('background from "text.txt"') == ["no-such-file"]


# ---------------------------------------------------------------------------- effort


def test_nearest_passage_in_a_long_text_takes_no_time() -> None:
    text = "ab" * 500_000
    start = time.process_time()
    nearest(text, "ab" * 150 + "c" + "ba" * 150)
    nearest(text, "z" * 400)
    assert time.process_time() - start < 2


def test_many_claims_take_no_time() -> None:
    body = "".join(f"No. {i} is true.\n" for i in range(3000))
    claims = "".join(f'claim c{i} "No. {i} is true."\n' for i in range(3000))
    wrong = "".join(f'claim d{i} "No. {i} is false."\n' for i in range(3000))
    start = time.process_time()
    found, diagnostics = census(f'background """\n{body}"""\n{claims}{wrong}')
    assert len(found.spans) == 3000
    assert len(diagnostics) == 3000
    assert time.process_time() - start < 15
