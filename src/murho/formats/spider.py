"""Spider's files of queries (Yu and others, EMNLP 2018): `query<TAB>database` on every line, or a query alone.

The database is the feature `db` of the case. The questions are in another file; an expression is the query itself. A
blank line among the answers is ⊥: nothing was said. White space at the ends of a query is left out.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "gold.sql")
>>> _ = path.write_text("SELECT count(*) FROM singer\\tconcert_singer\\n")
>>> for cases in read_cases(path):
...     print(cases.ids, cases.references, cases.features)
['1'] [('SELECT count(*) FROM singer',)] {'db': ['concert_singer']}
"""

from collections.abc import Iterator

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, shortened
from murho.core.meaning import UNDEFINED, Answered
from murho.formats.format import Format
from murho.formats.opening import Path, decoded, line_blocks


def read_cases(path: Path, *, batch: int = 8192) -> Iterator[Cases]:
    """A case for every line.

    Raises:
        InputError: a line without a query or without the name of a database; the file is missing, not UTF-8...
    """
    for first, block in line_blocks(path, batch):
        queries, databases = [], []
        for number, line in enumerate(decoded(block, path, first), first):
            query, _, database = (part.strip() for part in line.partition("\t"))
            if not query or not database:
                found = f"{shortened(line, 60)!r} is no query with a database" if line.strip() else "a blank line"
                raise InputError(found, "write query<TAB>database", path=path, line=number)
            queries.append(query)
            databases.append(database)
        numbers = range(first, first + len(block))
        yield Cases(
            ids=list(map(str, numbers)),
            expressions=queries,
            references=[(query,) for query in queries],
            features={"db": databases},
            path=str(path),
            lines=numbers,
        )


def read_answers(path: Path, *, batch: int = 8192) -> Iterator[Answers]:
    """An answer for every line; what stands behind a tab is left out.

    Raises:
        InputError: the file is missing, not UTF-8...
    """
    for first, block in line_blocks(path, batch):
        queries = [line.partition("\t")[0].strip() for line in decoded(block, path, first)]
        answers: list[Answered] = [(query,) if query else UNDEFINED for query in queries]
        numbers = range(first, first + len(block))
        yield Answers(list(map(str, numbers)), answers, path=str(path), lines=numbers)


FORMAT = Format(
    name="spider",
    suffixes=(".sql",),
    title="Spider's queries",
    pairing="place",
    cut="lines",
    holds=("label", "text"),
    usual="sql",
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score sql gold.sql predicted.sql --database databases",
)
