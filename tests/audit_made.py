"""An item with one of everything that stands out, and audits of texts."""

from __future__ import annotations

from typing import Any

import hlogic
from hlogic.audit import audit
from hlogic.audit.run import Options
from hlogic.compiler.material import Audit

# One of everything that stands out.
PARTIAL = """\
item days "Three days" { lang: en }
background "Ann goes second at the latest. Bob follows Ann. Nobody knows Carl. A bell rings."
claim c1 "Ann goes second at the latest."
claim c2 "Bob follows Ann."
claim c3 "Nobody knows Carl." unmodelled because "no question is about it"
claim c4 "A bell rings."
sort Person { ann "Ann", bob "Bob", carl "Carl" }
sort Day ordered { mon "Monday", tue "Tuesday", wed "Wednesday" }
var day(Person) "{1}'s day": Day cites c1
var rung "the bell rings": bool
derive after "the day after Ann's": Day = next(day(ann))
constraint early: rank(day(ann)) <= 2 cites c1
constraint follows: day(bob) == next(day(ann)) cites c2
constraint carl_apart: day(carl) != day(bob) cites c2
define stable lamp(Person) "{1} has a lamp" {
  rule one: lamp(ann) if not lamp(bob) cites c2
  rule two: lamp(bob) if not lamp(ann) cites c2
  rule three: lamp(carl) if lamp(carl) cites c2
}
define reached(Day) "{1} is reached" {
  rule start: reached(mon) cites c1
  rule on(x in Day): reached(next(x)) if reached(x) and rung cites c1
  rule twice: reached(tue) if reached(mon) and rung cites c1
}
scope late { retract early }
scope never { retract early  assume day(ann) == wed }
ask q1 "When does Ann go?": values day(ann)
ask q2 "Can Bob go on Monday?": possible day(bob) == mon
ask q3 "And what is after?" under late: value after
"""


def audited(text: str, **more: Any) -> Audit:
    return audit(hlogic.loads(text), Options(**more))
