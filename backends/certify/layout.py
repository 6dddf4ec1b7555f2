"""How a certificate's folder is laid out, and what its README says.

manifest.json           what was answered, and where what shows it stands
README.txt              what this proves and what it does not
item/…                  the item's text, and the files that it uses
refutations/0001.cnf    a question that was answered "none", as clauses
refutations/0001.drup   the proof that they have no model
"""

from __future__ import annotations

import hashlib

FORMAT = "hlogic certificate 1"
MANIFEST = "manifest.json"
README = "README.txt"
ITEM = "item"
REFUTATIONS = "refutations"

README_TEXT = """\
This folder shows why the answers to a logic item are what they are.

  hlogic verify FOLDER

checks it without solving anything: the item in item/ is compiled again, each ask in manifest.json
is answered again, and each question on the way is answered only by what stands here.

 - "There is such a world": the world is listed, and every constraint, every group of rules and
   what was asked about is evaluated in it, by the definitions of the language.
 - "There is none": refutations/NNNN.cnf is the question as clauses (DIMACS), refutations/NNNN.drup
   a proof (DRUP) that they have no model. The CNF is compiled again and must be the same to the
   byte; the proof is checked step by step. Other programs can check it too, drat-trim for one.

So the program that solved is trusted in nothing that is marked as shown. What this does not prove:

 - That the CNF says what the question says. The map from formulas to clauses is tested, not proved:
   operator by operator on all inputs of small sorts, and on random items against an evaluator that
   shares nothing with it. The same holds for the evaluator that worlds are judged by, and for the
   part that puts an ask into questions.
 - Counts. A number of worlds stands here as an engine gave it, marked "uncertified"; so does all
   else that has no proof, with the reason.
 - That the item says what its text says. That is for a reader.
"""


def digest(data: bytes) -> str:
    """How the manifest knows a file again: SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()
