"""The syntax tree: one class a form of language.md, each with its span.

Nodes are frozen; spans take no part in equality, so `parse(print(tree)) == tree` can be tested.
Chains of one associative connective (`a and b and c`) are one `Chain`; parentheses leave no node.
Names are NFC. Strings are held by value (escapes and verbatim quotes already read).
"""

from hlogic.compiler.ast.declarations import *  # noqa: F403 (the tree is one vocabulary, `ast.X`)
from hlogic.compiler.ast.expressions import *  # noqa: F403
from hlogic.compiler.ast.file import *  # noqa: F403
from hlogic.compiler.ast.node import Ident as Ident
from hlogic.compiler.ast.node import Node as Node
from hlogic.compiler.ast.node import walk as walk
from hlogic.compiler.ast.queries import *  # noqa: F403
