"""Tables with a header and tabs between their fields; all else is as in `murho.formats.csv`.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "log.tsv")
>>> _ = path.write_text("text\\tgold\\nno, thanks\\trefuse\\n")
>>> [(cases.expressions, cases.references) for cases in read_cases(path)]
[(['no, thanks'], [('refuse',)])]
"""

from functools import partial

from murho.formats import csv
from murho.formats.format import ANY, Format
from murho.formats.roles import OPTION

read_cases = partial(csv.read_cases, separators="\t")
read_answers = partial(csv.read_answers, separators="\t")

FORMAT = Format(
    name="tsv",
    title="TSV",
    suffixes=(".tsv",),
    holds=(ANY,),
    both_sides=True,
    options=(OPTION, csv.QUOTES, csv.ENCODING),
    reading=lambda measure: {"kind": measure.kind},
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score labels log.tsv --columns reference=gold,answer=said",
)
