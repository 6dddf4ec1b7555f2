"""Words that mean nothing and can be spoken: of syllables, or of two characters for Chinese.

A seed gives the same words wherever it is used. No word is given twice, and none stands in the
texts already. Of a Chinese word the first character is of one set and the second of another, so
that two words side by side never hold a third.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

_ONSETS = (
    *"bdfgklmnprstvz",
    *("bl", "br", "dr", "fl", "gl", "gr", "kl", "kr", "pl", "pr", "sk", "sl", "sm", "sn", "sp"),
)
_VOWELS = ["a", "e", "i", "o", "u"]
_CODAS = ["", "", "b", "d", "g", "k", "l", "m", "n", "p", "r", "t", "x"]
_FIRST = "阿巴波卡科达多法菲戈格哈霍加基凯库拉洛玛梅米莫纳诺帕普奇萨塞索塔特维沃西雅伊扎佐"
_SECOND = "克兰林伦罗姆尼宁帕里姆丹登迪顿恩尔芬夫根吉金莱勒利娜农佩森山斯坦汀托温文辛亚延"
_ENDINGS = ("s", "ed", "er")  # of forms of other words
TRIES = 10_000


def latin_words(seed: str, taken: str) -> Iterator[str]:
    """Words like `blim` and `sprado`, none of them part of `taken`; longer ones when the short
    are used up."""
    dice = random.Random(f"{seed} latin")
    given: set[str] = set()
    texts = taken.casefold()
    while True:
        syllables = 2 + (len(given) > TRIES)
        body = "".join(dice.choice(_ONSETS) + dice.choice(_VOWELS) for _ in range(syllables))
        word = body + dice.choice(_CODAS)
        if word not in given and word not in texts and not word.endswith(_ENDINGS):
            given.add(word)
            yield word


def chinese_words(seed: str, taken: str) -> Iterator[str]:
    """Words of two characters, none of them part of `taken`; of four when these are used up."""
    dice = random.Random(f"{seed} 中文")
    second = [c for c in dict.fromkeys(_SECOND) if c not in _FIRST]
    pairs = [a + b for a in dict.fromkeys(_FIRST) for b in second if a + b not in taken]
    dice.shuffle(pairs)
    yield from pairs
    for one in pairs:
        yield from (one + other for other in pairs)
