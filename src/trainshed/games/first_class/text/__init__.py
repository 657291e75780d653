"""The texts of First Class: sentences, coach, guide and summary, and the translations of the clauses.

What a module of the game adds to the sentences lies in `modules`, in one file for each module, found by its id.
"""
