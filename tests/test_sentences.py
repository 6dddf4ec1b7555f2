"""Where sentences end: each rule by an example, and what holds of any text."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hlogic.compiler.census.cover import counts, uncovered
from hlogic.compiler.census.drafting import draft
from hlogic.compiler.census.sentences import sentences
from hlogic.compiler.source import Source

ROOT = Path(__file__).parent.parent
# `|` marks where a sentence ends and the next begins; it is no part of the text.
CUT = {
    "Chinese stops": "甲在家。|乙呢？|丙也在！|丁不在",
    "a stop with what closes behind it": "甲说：“我在家。”|乙不在。|（备注：无。）|然后",
    "stops in a quotation": "甲说：“我是骑士。乙是无赖。”|乙说：“不对！”",
    "who speaks, behind the quotation": "“我们都在家。”丙说。|“你在吗？”甲问道，乙不答。",
    "a quoted name": "写着“小心。”的箱子是空的。|《规定。》|乙说。",
    "ASCII quotes": 'He said "Go."| Then he left.| "Who?" he asked.|甲在家。|"乙在家"是假的。',
    "semicolons": "甲值一夜；|乙值两夜。|One; two.",
    "decimals": "It is 3.14 or .5 now.|共３．５元。|版本v1.2。",
    "abbreviations": "Mr. Li met Dr. No at 5 p.m. on e.g. Monday.| See example.com.",
    "initials and names": "George W. Bush won.| Either A or B.| If A, then C.",
    "dots of omission": "他说……然后走了。|后来……\n|真的？！",
    "dots in English": "Well... maybe.| He left...| Then she came.",
    "several stops": "真的？！|是的。|Really?!|Yes.",
    "a list in lines": "规则如下：\n|1. 甲在家。|乙在家\n|2. 乙不在家\n|第四条 丁不在",
    "a list in one line": "规则如下：|（1）甲在家，乙不在；|（2）乙在家。|见规则（1）的说明。",
    "speakers": "A: I am a knight\n|B: He is a knave",
    "headings": "【背景】\n|甲在家\n|\n|Title of it\n|It is late.",
    "a wrapped line": "The lamp is on, and so is\nthe other one.|如果甲在家，\n那么乙不在。",
    "an empty line": "甲在家\n\n|乙不在",
    "combining marks": "甲在家！\ufe0f|乙不在。\u0301|丙",
    "other scripts": "क्या?|हाँ।|هل؟|نعم۔",
}


@pytest.mark.parametrize("marked", CUT.values(), ids=CUT.keys())
def test_cut(marked: str) -> None:
    parts = [p.strip() for p in marked.split("|") if p.strip()]
    text = marked.replace("|", "")
    assert [text[a:b] for a, b in sentences(text)] == parts


def test_marks_that_stand_apart_are_left_out() -> None:
    text = "# 标题\n- one\n- two\n• 三\n正文。"
    assert [text[a:b] for a, b in sentences(text)] == ["标题", "one", "two", "三", "正文。"]


def test_a_long_quotation_is_cut() -> None:
    inside = "他说谎。" * 60
    assert len(sentences(f"甲说：“{inside}”")) == 60


def test_the_items_are_cut_as_their_authors_did() -> None:
    """Most claims of the items are sentences; the rest were cut finer, at commas, or given by
    their ends."""
    same = total = 0
    for path in sorted((ROOT / "items").glob("*.hlogic")):
        census = draft(Source.of(path.name, path.read_text("utf-8")), path.parent).census
        cut = set(sentences(census.text))
        total += len(census.spans)
        same += len(cut.intersection(census.spans.values()))
    assert same / total > 0.8


TEXTS = st.text(
    st.sampled_from(
        "甲乙说a B1 \n.。！?…\"“”「」（）()、，,:：；-#•😀\u0301\ufe0f\u200d\u3000\t|'’"
    ),
    max_size=120,
)


@given(TEXTS | st.text(max_size=60))
def test_sentences_hold_all_that_counts(text: str) -> None:
    found = sentences(text)
    assert uncovered(text, found) == []
    assert all(a < b for a, b in found)
    assert all(b <= c for (_, b), (c, _) in pairwise(found))
    for a, b in found:
        assert text[a:b] == text[a:b].strip()


@pytest.mark.parametrize("piece", ["(", "(]", "a.", "1.", "“", '"', "…", "。", "\n", "- ", "甲"])
def test_strange_long_texts_take_no_time(piece: str) -> None:
    start = time.perf_counter()
    found = sentences(piece * 100_000)
    assert time.perf_counter() - start < 10
    assert found or not any(map(counts, piece))
