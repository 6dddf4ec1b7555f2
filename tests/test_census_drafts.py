"""`hlogic census`: what is drafted and mended, and that nothing else of a file changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hlogic
from cli_runs import run
from hlogic.compiler.census.cover import uncovered
from hlogic.compiler.census.drafting import Drafting, draft
from hlogic.compiler.source import Source
from hlogic.compiler.syntax.print_expressions import passage

ERRORS = Path(__file__).parent / "cases" / "errors"
AUTHORED = """\
item half "写了一半"   # a comment
background "甲在家。乙不在家，丙也不在。雨！雨！"
  # kept as it is
claim   a1 "甲在家。"   # the first
inert n1 @2 '雨！'   because "叙述"  # the last
var home : bool  cites a1,c7
"""
DRAFTED = ['claim c8 "乙不在家，丙也不在。"', 'claim c9 @1 "雨！"']


def drafted(text: str, fix: bool = False) -> Drafting:
    return draft(Source.of("a.hlogic", text), None, fix)


def lines(text: str) -> list[str]:
    return [d.line for d in drafted(text).drafts]


def test_what_is_left_is_drafted() -> None:
    assert lines(AUTHORED) == DRAFTED  # and c7, which is cited, is left for what it means


def test_rest_of_a_sentence_without_the_comma_before_it() -> None:
    text = 'item a background "如果甲在家，乙就不在，丙也不在。好" claim c3 "乙就不在" inert n "好"'
    assert lines(text) == ['claim c4 "如果甲在家，"', 'claim c5 "丙也不在。"']


def test_punctuation_alone_is_not_drafted() -> None:
    assert lines('item a background "甲在家。……\\n——" claim c1 "甲在家"') == []


def test_printed_and_not_written(folder: Path) -> None:
    (folder / "half.hlogic").write_text(AUTHORED, "utf-8")
    done = run("census", "half.hlogic")
    assert (done.exit_code, done.stdout.splitlines(), done.stderr) == (0, DRAFTED, "")
    assert (folder / "half.hlogic").read_text("utf-8") == AUTHORED


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_written_behind_the_last_claim(folder: Path, newline: str, mark: str) -> None:
    before = mark + AUTHORED.replace("\n", newline)
    (folder / "half.hlogic").write_bytes(before.encode())
    done = run("census", "--write", "half.hlogic")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "drafted 2 claims in half.hlogic\n"
    after = (folder / "half.hlogic").read_bytes().decode()
    added = newline + newline.join(DRAFTED)
    assert after == before.replace("# the last", f"# the last{added}")
    again = run("census", "--write", "half.hlogic")
    assert (again.exit_code, again.output) == (0, "")
    assert (folder / "half.hlogic").read_bytes().decode() == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('item a background "甲。" # b\nvar v: bool', '# b\n\nclaim c1 "甲。"\nvar v: bool'),
        ('item a background "甲。"', 'background "甲。"\n\nclaim c1 "甲。"\n'),
        ('item a background "甲。" var v: bool', '"甲。"\n\nclaim c1 "甲。"\n var v: bool'),
        (
            'item a background "甲。乙。" claim c1 "甲。" var v: bool cites c1',
            'claim c1 "甲。"\nclaim c2 "乙。"\n var v: bool cites c1',
        ),
    ],
)
def test_where_drafts_are_put(before: str, after: str) -> None:
    written = drafted(before).written(before, draft=True)
    assert written.endswith(after)
    hlogic.loads(written)


def test_standard_input_gives_the_whole_file() -> None:
    done = run("census", "--write", "-", stdin=AUTHORED)
    assert done.exit_code == 0
    assert DRAFTED[0] in done.stdout.splitlines()
    assert done.stdout.startswith(AUTHORED.splitlines()[0])
    assert run("census", "-", stdin=AUTHORED).stdout.splitlines() == DRAFTED


def test_background_in_a_file_of_its_own(folder: Path) -> None:
    (folder / "story.txt").write_bytes("甲在家。\r\n乙不在。".encode())
    (folder / "own.hlogic").write_text('item own\nbackground from "story.txt"\n', "utf-8")
    assert run("census", "--write", "own.hlogic").exit_code == 0
    assert (folder / "own.hlogic").read_text("utf-8") == (
        'item own\nbackground from "story.txt"\n\nclaim c1 "甲在家。"\nclaim c2 "乙不在。"\n'
    )
    assert (folder / "story.txt").read_bytes() == "甲在家。\r\n乙不在。".encode()
    assert run("check", "own.hlogic").exit_code == 0


def test_item_without_a_background() -> None:
    done = run("census", "-", stdin="item a\nvar v: bool\n")
    assert (done.exit_code, done.stdout) == (0, "")
    assert "no background" in done.stderr


def test_rest_of_the_file_may_be_unfinished() -> None:
    text = 'item a background "甲在家。" var v: Nowhere cites c3 constraint c: nothing'
    assert lines(text) == ['claim c4 "甲在家。"']


# ---------------------------------------------------------------------------- changed backgrounds


def claims(background: str, *declared: str) -> str:
    return "\n".join([f'item a\nbackground "{background}"', *declared, ""])


def test_moved_text_is_mended_on_request(folder: Path) -> None:
    text = claims(
        "新的一句。甲在家。乙不在。",
        'claim c1  [0:4] "甲在家。" # keep',
        'claim c2 [4:8] "乙不在。"',
    )
    (folder / "a.hlogic").write_text(text, "utf-8")
    found = run("census", "a.hlogic")
    assert (found.exit_code, found.stdout) == (2, "")
    assert "`hlogic census --fix` mends that" in found.stderr
    assert (folder / "a.hlogic").read_text("utf-8") == text
    done = run("census", "--fix", "a.hlogic")
    assert (done.exit_code, done.stdout) == (0, 'claim c3 "新的一句。"\n')
    assert done.stderr == "c1: [0:4] is [5:9] now\nc2: [4:8] is [9:13] now\n"
    mended = text.replace("[0:4]", "[5:9]").replace("[4:8]", "[9:13]")
    assert (folder / "a.hlogic").read_text("utf-8") == mended
    assert run("check", "a.hlogic").exit_code == 0


def test_as_many_places_as_claims_are_taken_in_order() -> None:
    text = claims("新。他说谎。他说谎。", 'claim b [5:9] "他说谎。"', 'claim a [0:4] "他说谎。"')
    found = drafted(text, fix=True)
    assert {m.claim.id.name: m.span for m in found.mends} == {"a": (2, 6), "b": (6, 10)}
    assert not found.wrong


@pytest.mark.parametrize(
    "text",
    [
        claims("新。他说谎。他说谎。", 'claim a [0:4] "他说谎。"'),
        claims("新。他说谎。", 'claim a [0:4] "他说谎。"', 'claim b [4:8] "他说谎。"'),
        claims("新。他说谎。", 'claim a [0:2] "他说"', 'claim b [0:4] "他说谎。"'),
        claims("他说谎。他说谎。", 'claim a "他说谎。"'),
    ],
    ids=["two places", "two claims", "two claims that overlap", "no place"],
)
def test_nothing_is_guessed(text: str) -> None:
    found = drafted(text, fix=True)
    assert found.mends == ()
    assert found.wrong
    assert found.drafts == ()
    assert found.written(text, draft=True) == text


def test_a_place_that_another_claim_holds_is_not_taken() -> None:
    text = claims("他说谎。新。他说谎。", 'claim a @1 "他说谎。"', 'claim b [4:8] "他说谎。"')
    assert [m.span for m in drafted(text, fix=True).mends] == [(6, 10)]


def test_numbers_beyond_what_is_left_and_passages_by_their_ends() -> None:
    text = claims(
        "新。开头是这样，结尾。他说谎。",
        'claim a @2 "他说谎。"',
        'claim b [0:9] "开头" .. "结尾。"',
    )
    assert [m.after for m in drafted(text, fix=True).mends] == ["[11:15]", "[2:11]"]


def test_changed_text_is_shown_with_the_nearest_passage() -> None:
    text = claims(
        "没有人值三个晚上。外面下着雨。",
        'claim c1 [0:9] "没有人值两个晚上。"',
        'claim c2 "下着雪。"',
    )
    done = run("census", "--fix", "-", stdin=text)
    assert done.exit_code == 2
    assert "the nearest passage is “没有人值三个晚上。”" in done.stderr
    assert "claim-span-differs" in done.stderr
    assert "claim-not-found" in done.stderr
    assert done.stdout == text


def test_what_only_moved_is_mended_beside_what_changed() -> None:
    text = claims("新。甲在家。丙在。", 'claim c1 [0:4] "甲在家。"', 'claim c2 [4:7] "乙在。"')
    found = drafted(text, fix=True)
    assert [m.after for m in found.mends] == ["[2:6]"]
    assert [d.code for d in found.wrong] == ["claim-span-differs"]


@pytest.mark.parametrize(
    "name", ["claim_ambiguous", "claim_not_found", "claim_span_differs", "claims_overlap"]
)
def test_error_cases_are_reported_and_left_alone(name: str) -> None:
    text = (ERRORS / f"{name}.hlogic").read_text("utf-8")
    done = run("census", "--write", "-", stdin=text)
    assert done.exit_code == 2
    assert name.replace("_", "-") in done.stderr
    assert done.stdout == text


@pytest.mark.parametrize("name", ["unknown_claim", "inert_cited"])
def test_wrong_citations_are_not_the_census(name: str) -> None:
    assert run("census", str(ERRORS / f"{name}.hlogic")).exit_code == 0


# ---------------------------------------------------------------------------- any background

PIECES = [
    "甲在家。", "如果乙在，那么丙不在；", "She is 3.5 m tall. ", "（1）", "“你好！”", "\n", "\n\n",
    "\t", "👩\u200d👧", "😀", "e\u0301", "한글", "か\u3099", "नि", "א\u05b0", "𝔸", '"', "\\", "'",
    "# ", "- ", "……", "?!", "\u00a0", "\u3000", "\u2028", "\ufeff", "\u200b", "\x00", "\x85",
    "∀x≤3", "他说谎。",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES) | st.characters(codec="utf-8"), max_size=40).map("".join)
ALL = 'item any "任意"\nbackground {0}\n# 注\nvar v: bool\n'


def holds_all(text: str, newline: str = "\n") -> None:
    """Drafting the file covers its background, changes nothing else, and does so once."""
    source = Source.of("any.hlogic", text)
    found = draft(source, None)
    written = found.written(text, draft=True)
    again = draft(Source.of("any.hlogic", written), None)
    background = again.census.text
    assert background == found.census.text
    assert again.drafts == ()
    assert again.wrong == ()
    assert uncovered(background, again.census.spans.values()) == []
    for one in found.drafts:
        assert again.census.spans[one.id] == one.span
        assert background[slice(*one.span)] == one.text
        assert again.census.background is not None
    added = newline.join(["", "", *(d.line.replace("\n", newline) for d in found.drafts)])
    assert written == (
        text.replace(f"{newline}# 注", f"{added}{newline}# 注") if found.drafts else text
    )
    hlogic.loads(written.encode())


@given(TEXTS, st.booleans())
@settings(deadline=None)
def test_any_background_is_covered(background: str, windows: bool) -> None:
    text = ALL.format(passage(background))
    if windows:
        text = text.replace("\n", "\r\n")
    holds_all(text, "\r\n" if windows else "\n")


@given(TEXTS, st.data())
@settings(deadline=None)
def test_what_the_author_claimed_is_left_out(background: str, data: st.DataObject) -> None:
    cuts = st.lists(st.integers(0, len(background)), max_size=6, unique=True)
    places = sorted(data.draw(cuts))
    spans = list(zip(places[::2], places[1::2], strict=False))
    own = [f"claim a{i} [{a}:{b}] {passage(background[a:b])}" for i, (a, b) in enumerate(spans)]
    text = "\n".join([f"item any\nbackground {passage(background)}", *own, ""])
    written = drafted(text).written(text, draft=True)
    census = drafted(written).census
    assert uncovered(background, census.spans.values()) == []
    assert [census.spans[f"a{i}"] for i in range(len(spans))] == spans
    hlogic.loads(written)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_every_span_of_ten_thousand_characters_comes_back(newline: str) -> None:
    pieces = [p for p in PIECES if p != "\x00"]
    story = "".join(pieces[i * i % 31 % len(pieces)] + str(i) + "甲值夜班。" for i in range(900))
    assert len(story) > 10_000
    text = ALL.format(passage(story[:10_000])).replace("\n", newline)
    holds_all(text, newline)
    assert len(draft(Source.of("long.hlogic", text), None).drafts) > 500


@given(TEXTS, TEXTS)
@settings(deadline=None)
def test_what_moves_is_found_again_or_reported(before: str, story: str) -> None:
    """Claims by place, and then a text put before the background: each is mended or an error."""
    first = drafted(f"item any\nbackground {passage(story)}\n")
    own = [f"claim {d.id} [{d.span[0]}:{d.span[1]}] {passage(d.text)}" for d in first.drafts]
    text = "\n".join([f"item any\nbackground {passage(before + story)}", *own, ""])
    found = drafted(text, fix=True)
    fixed = drafted(found.written(text, draft=False))
    assert [d.message for d in fixed.wrong] == [d.message for d in found.wrong]
    for id, (start, end) in fixed.census.spans.items():
        assert fixed.census.text[start:end] == fixed.census.claims[id].text
    if not found.wrong:
        assert len(fixed.census.spans) == len(own)


CASES = Path(__file__).parent / "cases"
WRITTEN = [
    *sorted((CASES.parent.parent / "items").glob("*.hlogic")),
    *sorted(CASES.glob("*.hlogic")),
]


@pytest.mark.parametrize("path", WRITTEN, ids=lambda p: p.stem)
def test_items_and_cases_are_covered_by_their_claims_and_the_drafts(path: Path) -> None:
    """Also without the author's claims: the background alone is drafted as a file that checks."""
    text = path.read_text("utf-8")
    found = draft(Source.of(path.name, text), path.parent)
    if found.census.background is None:
        assert found.drafts == ()
        return
    written = found.written(text, draft=True)
    again = draft(Source.of(path.name, written), path.parent)
    assert again.drafts == ()
    assert uncovered(again.census.text, again.census.spans.values()) == []
    hlogic.loads(written, folder=path.parent)
    holds_all(ALL.format(passage(found.census.text)))
