"""An item with everything that a report shows, and reports as tests read them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from xml.etree.ElementTree import Element

import html5lib

import hlogic
from hlogic.audit import audit
from hlogic.compiler.reporting import Report
from hlogic.render.page import page
from hlogic.report import report

NIGHT = Path(__file__).resolve().parent.parent / "items" / "night_shift.hlogic"

# One passage of each coverage, a restatement, rules, scopes, changes, and answers of many shapes.
EVERYTHING = r'''
item every "Everything </title><script>document.title = 'taken'</script>" { lang: en }
background """
Lamps are red or blue. Ann & Bob hold <b>one each</b>. Ann's is red. So hers is. A check rests here.
It rains. The price is unknown. Nobody cites me!
Left over </script><img src=x onerror="alert(1)"> here.
"""
claim c1 "Lamps are red or blue."
claim c2 "Ann & Bob hold <b>one each</b>."
claim c3 "Ann's is red."
claim c4 "So hers is." restates c3
claim c5 "A check rests here."
inert n1 "It rains." because "a \"story\""
claim c6 "The price is unknown." unmodelled because "no <i>ask</i> is about it"
claim c7 "Nobody cites me!"
sort Colour { red "red <em>", blue "blue" } cites c1
sort Person { ann "Ann", bob "Bob" } cites c2
var lamp(Person) "{1}'s lamp": Colour cites c2
var wet "it is wet": bool
derive reds "how many are red" = count(p in Person: lamp(p) == red) cites c2
define known(Person) "{1} is known" { rule first: known(ann) if lamp(ann) == red cites c3 }
constraint hers "hers is red": lamp(ann) == red cites c3
constraint his "his is blue": lamp(bob) == blue cites c3
constraint two "two are red": reds == 2 cites c3
scope calm "without the quarrel" { retract two }
scope wild extends calm { replace hers with lamp(ann) == blue  assume fine: wet }
change k1 "let two go": retract two
change k2 "let his go": retract his
ask sets "What quarrels </h3>?": core
ask mend "What mends it?": repair { k1, k2 } to possible true
ask table "Which lamps?" under calm: rows (lamp(ann) as ann, lamp(bob) as bob, wet as wet)
  expect [(red, blue, true), (red, blue, false)]
ask parts "And so?" under calm: cases {
  case a "first <u>": count worlds
  case b "second": possible wet
}
ask wrong "How many worlds?" under calm: count worlds expect 3
ask gone "What is it?" : value lamp(ann)
ask both "Which pairs?" under calm: values (lamp(ann), lamp(bob))
ask again "Once more?": for_scopes { calm, wild }: possible wet
ask whole "All of it?": parts under wild
check sound "Is it so?" under calm cites c5: necessary lamp(ann) == red expect true
'''


def parsed(text: str) -> Element:
    """The page by the parser of the HTML standard; anything wrong in it is an error."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    tree: Element = parser.parse(text)
    return tree


def words_of(found: Element) -> str:
    """What an element says, its parts set apart."""
    return " ".join(" ".join(found.itertext()).split())


def by_id(tree: Element, id: str) -> Element:
    return next(e for e in tree.iter() if e.get("id") == id)


def reported(text: str, with_audit: bool = True) -> Report:
    item = hlogic.loads(text)
    return report(item, item.lint(), audit(item) if with_audit else None)


@cache
def everything() -> Report:
    """The report of the item with everything, with its audit."""
    return reported(EVERYTHING)


@cache
def night_page() -> str:
    """The page of the night shift, with its audit."""
    item = hlogic.load(NIGHT)
    return page(report(item, item.lint(), audit(item)))
