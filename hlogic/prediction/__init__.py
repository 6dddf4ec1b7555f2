"""How many proofs of a set come out right, from the number of their steps: the step model.

table of steps (CSV, JSON) ──steps──▶ Proofs ──model──▶ accuracies, or the accuracy of a step
"""
