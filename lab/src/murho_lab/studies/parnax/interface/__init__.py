"""An interface to a database in natural language: questions in English or Italian, answered with SQL.

Questions are parsed by murho's own ATN with a semantic grammar (`questions.atn`), which is the same for both languages
and all databases; what a language says is in one lexicon, what a database holds in another (`english.tsv`,
`employee.english.tsv`), and its values are read off it (`words`). Analyses become queries (`reading`, `query`).

>>> answer("Where was Robert Miller born?")
["SELECT place_of_birth FROM employee WHERE name = 'Robert Miller'"]
>>> answer("What is his salary?", ["Where was Robert Miller born?"])
[]
"""

from murho_lab.studies.parnax.interface.asking import Asked, Interface, NotUnderstoodError, answer, employees, opened

__all__ = ["Asked", "Interface", "NotUnderstoodError", "answer", "employees", "opened"]
