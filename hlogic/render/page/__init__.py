"""A report as one HTML page that stands by itself.

The page holds its style sheet and its script, and names nothing outside itself; a policy in its
head forbids the browser to load anything. Without the script it is whole and every link works: the
script shows what belongs together, moves by keys, and turns light to dark. It is a tree of elements
that is written out in the end, so what an item says is never markup.
"""

from hlogic.render.page.document import page

__all__ = ["page"]
