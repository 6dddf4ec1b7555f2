"""An item retold in words that mean nothing, with the same logic.

    tree ──nouns──▶ nouns ──words──▶ a word each ──substitution──▶ texts ──rewrite──▶ edits

Ids, formulas and expectations stay, so the answers do; what people read of them is renamed.
"""
