"""Train time-table information in English: a task model, and what callers said, written down with its meaning.

`task` reads the model (classes of semantic units, their values, the stations), `utterances` what was said, and
counts it. The texts are in the folder `material/`; how units are found in words is said in its `guideline.md`.
"""
