"""An item retold in words that mean nothing, with the same logic.

    tree ──nouns──▶ nouns ──words──▶ a word each ──substitution──▶ texts ──rewrite──▶ edits
             (over function_words)           (over inflection)      └─findings─▶ what is lost

Ids, formulas and expectations stay, so the answers do; what people read of them is renamed.
"""
