"""What a person decides about schemas and links: a row each, proposed by the builder, edited, and read back.

A row of `schemas.tsv` is a realization. The person keeps or drops it, writes a test sentence of their own, comments;
may correct any attribute; may add rows. `merged` takes what they did over to a new survey, and loses no row of theirs.

>>> from murho.suites.building.schemas import Key
>>> mine = Reviewed(Key("v", "v", "active", "elliptic"), keep=True, test="Llueve.")
>>> new = Reviewed(Key("v", "v", "active", "elliptic"), keep=False, count=7, freq=0.1)
>>> (row,) = merged([mine], [new])
>>> row.keep, row.count, row.test
(True, 7, 'Llueve.')
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from murho.core.errors import InputError
from murho.core.tree import is_link
from murho.formats.opening import Path
from murho.suites.building import sheets
from murho.suites.building.clauses import CATEGORIES, CONSTRUCTIONS, FUNCTIONS, SUBJECT_TYPES
from murho.suites.building.schemas import Key, Realization, above_average, class_of, schema_of
from murho.suites.building.survey import Link

DECISIONS = ("keep", "drop")
SUGGESTIONS = ("suggestion", "suggestion2", "suggestion3")
SCHEMAS = (
    "decision", "test", *Key._fields, "class", "schema", "count", "freq", "idsensem", *SUGGESTIONS, "parent",
    "children", "comment", "corpus",
)  # fmt: skip
"""The columns of `schemas.tsv`."""
LINKS = ("decision", "link", "deprel", "count", "freq", "pairs", "comment")
"""The columns of `links.tsv`."""


@dataclass(frozen=True)
class Reviewed:
    """A realization, and what a person made of it."""

    key: Key
    keep: bool
    count: int = 0
    """How often it was found; 0 of one that a person added."""
    freq: float | None = None
    ids: str = ""
    """Sentences of the corpus, joined by `#`."""
    suggestions: tuple[str, ...] = ()
    test: str = ""
    """The person's own sentence."""
    parent: str = ""
    """Lemma of the verb in the test sentence; empty until there is a tree."""
    children: str = ""
    comment: str = ""
    corpus: str = ""
    """The names of the treebanks that freq and ids are from."""
    line: int = 0


def proposed(realizations: Sequence[Realization], corpus: str = "") -> list[Reviewed]:
    """Rows for a person: what is more frequent than the average is to be kept."""
    frequent = {realization.key for realization in above_average(realizations)}
    return [
        Reviewed(
            realization.key,
            realization.key in frequent,
            realization.count,
            realization.freq,
            "#".join(example.id for example in realization.examples),
            tuple(example.text for example in realization.examples),
            corpus=corpus,
        )
        for realization in realizations
    ]


def merged(mine: Sequence[Reviewed], fresh: Sequence[Reviewed]) -> list[Reviewed]:
    """Fresh counts and sentences with the person's decisions; rows only the person has come last, counted 0."""
    # By key, not by line: a person may have sorted the table, or taken rows out.
    decided = {row.key: row for row in mine}
    rows = []
    for row in fresh:
        # What is never taken out of `decided` is what only the person has.
        old = decided.pop(row.key, None)
        if old is not None:
            own = {name: getattr(old, name) for name in ("keep", "test", "parent", "children", "comment", "line")}
            row = replace(row, **own)
        rows.append(row)
    # Kept at the end, for they were written by hand; but the new treebanks do not have them.
    return rows + [replace(row, count=0, freq=None, ids="", corpus="") for row in decided.values()]


def corpus_of(rows: Iterable[Reviewed]) -> str | None:
    """The names of what the rows are from."""
    return " + ".join(dict.fromkeys(row.corpus for row in rows if row.corpus)) or None


def write_schemas(path: Path, rows: Iterable[Reviewed]) -> None:
    """Write the table of realizations."""
    sheets.write(path, SCHEMAS, map(_schema_cells, rows))


def _schema_cells(row: Reviewed) -> Mapping[str, object]:
    cells: dict[str, object] = {
        **row.key._asdict(),
        **dict(zip(SUGGESTIONS, row.suggestions, strict=False)),
        "decision": DECISIONS[not row.keep],
        "class": class_of(row.key.func),
        "schema": schema_of(row.key.func),
        "idsensem": row.ids,
    }
    return cells | {
        name: getattr(row, name) for name in ("count", "freq", "test", "parent", "children", "comment", "corpus")
    }


def read_schemas(path: Path) -> list[Reviewed]:
    """The rows of an edited table.

    Raises:
        InputError: FILE:LINE: an unknown decision, function, construction; categories that are not as many as the
            functions; one realization on two lines...
    """
    seen: dict[Key, int] = {}
    rows = []
    for row in sheets.read(path, ("decision", *Key._fields), SCHEMAS):
        read = _reviewed(row)
        if read.key in seen:
            todo = "leave one of them, or change what tells them apart: func, cat, constr, sbjtype"
            raise row.error(f"the same realization as on line {seen[read.key]}", todo)
        seen[read.key] = row.line
        rows.append(read)
    return rows


def _reviewed(row: sheets.Row) -> Reviewed:
    """What a row of an edited table says; InputError, with its line, where that does not go together."""
    keep = row.one_of("decision", DECISIONS) == "keep"
    func, cat = row["func"].split("#"), row["cat"].split("#")
    for column, names, known in (("func", func, FUNCTIONS), ("cat", cat, CATEGORIES)):
        if unknown := [name for name in names if name not in known]:
            raise row.error(f"{column} has {unknown[0]!r}", f"write some of: {', '.join(known)}, joined by #")
    # Told before categories are compared, which would only say that they do not go together.
    if func.count("v") != 1:
        raise row.error(f"func {row['func']!r} has {func.count('v')} verbs", "write v once, where the verb stands")
    if [name == "v" for name in func] != [name == "v" for name in cat]:
        found = f"func {row['func']!r} and cat {row['cat']!r} do not go together"
        raise row.error(found, "write a category for each function, and v where the verb stands")
    key = Key(row["func"], row["cat"], row.one_of("constr", CONSTRUCTIONS), row.one_of("sbjtype", SUBJECT_TYPES))
    for column, right in (("class", class_of(key.func)), ("schema", schema_of(key.func))):
        if row[column] not in ("", right):
            found = f"{column} is {row[column]!r}, but func {key.func!r} makes it {right!r}"
            raise row.error(found, "correct the one or the other; an empty cell is filled in")
    suggestions = tuple(row[name] for name in SUGGESTIONS)
    own = (row["test"], row["parent"], row["children"], row["comment"], row["corpus"])
    return Reviewed(key, keep, row.number("count"), row.share("freq"), row["idsensem"], suggestions, *own, row.line)


@dataclass(frozen=True)
class ReviewedLink:
    """A link, all relations together or one of them, and what a person made of it."""

    link: str
    deprel: str
    keep: bool
    """Whether its frequency counts; that of a link that was dropped is null."""
    count: int = 0
    freq: float | None = None
    pairs: str = ""
    comment: str = ""


def proposed_links(links: Sequence[Link]) -> list[ReviewedLink]:
    """Rows for a person: what has a frequency is to be kept."""
    return [
        ReviewedLink(link.link, link.deprel, link.freq is not None, link.count, link.freq, "; ".join(link.pairs))
        for link in links
    ]


def merged_links(mine: Sequence[ReviewedLink], fresh: Sequence[ReviewedLink]) -> list[ReviewedLink]:
    """Fresh counts with the person's decisions and comments; links only the person has come last, counted 0."""
    decided = {(row.link, row.deprel): row for row in mine}
    rows = []
    for row in fresh:
        old = decided.pop((row.link, row.deprel), None)
        rows.append(row if old is None else replace(row, keep=old.keep, comment=old.comment))
    return rows + [replace(row, count=0, freq=None) for row in decided.values()]


def frequencies(rows: Iterable[ReviewedLink]) -> dict[str, float | None]:
    """The frequency of every link, None of one that was dropped."""
    return {row.link: row.freq if row.keep else None for row in rows if not row.deprel}


def write_links(path: Path, rows: Iterable[ReviewedLink]) -> None:
    """Write the table of links."""
    sheets.write(path, LINKS, ({**vars(row), "decision": DECISIONS[not row.keep]} for row in rows))


def read_links(path: Path) -> list[ReviewedLink]:
    """The rows of an edited table.

    Raises:
        InputError: FILE:LINE: no link, no share of 0 to 1, a link on two lines...
    """
    seen: dict[tuple[str, str], int] = {}
    rows = []
    for row in sheets.read(path, ("decision", "link", "freq"), LINKS):
        if not is_link(row["link"]):
            raise row.error(f"link is {row['link']!r}", "write two letters, as in v-n")
        name = row["link"], row["deprel"]
        if name in seen:
            raise row.error(f"the same link as on line {seen[name]}", "leave one of them")
        seen[name] = row.line
        keep = row.one_of("decision", DECISIONS) == "keep"
        rows.append(ReviewedLink(*name, keep, row.number("count"), row.share("freq"), row["pairs"], row["comment"]))
    return rows


def kind(path: Path) -> str:
    """What an edited table is, by its header: `schemas`, `links` or `trees`.

    Raises:
        InputError: the header is that of no such table.
    """
    names = sheets.header(path)
    # The columns that only one of the tables has.
    for name, column in (("schemas", "func"), ("links", "link"), ("trees", "new_head")):
        if column in names:
            return name
    if len(names) == 1:
        raise InputError(sheets.NO_TABS, "save the table tab-separated", path=path, line=1)
    raise InputError("no table to review", "give schemas.tsv, links.tsv or trees.tsv", path=path, line=1)
