"""Trees that a parser proposed, as a table that a person corrects, and back.

A row is a token with the columns of CoNLL-U; comments of the sentence are rows of their own, their id `#`. A wrong
head is not overwritten but corrected beside it, in `new_head`; so what the parser did is still there to be counted.

>>> from murho.formats.conllu import parse
>>> trees = parse("# text = Van\\n1\\tVan\\tir\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n")
>>> rows = cells(trees[0])
>>> [(row["id"], row["form"], row["head"], row["new_head"]) for row in rows]
[('#', 'text = Van', '', ''), ('1', 'Van', '0', '')]
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from os import fspath

from murho.core.errors import InputError
from murho.core.tree import Tree, Word
from murho.formats import conllu
from murho.formats.opening import Path
from murho.suites.building import sheets
from murho.suites.testdata import misspelt

_CONLLU = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
NEW = ("new_head", "new_deprel", "new_upos", "new_lemma", "new_feats")
COLUMNS = ("sent_id", "id", "form", "lemma", "upos", "head", "deprel", *NEW, "comment", "xpos", "feats", "deps", "misc")
"""The columns of `trees.tsv`, what is looked at first."""


_SIGNS = re.compile(r"([^\w\s]*)(\w(?:.*\w)?)([^\w\s]*)", re.DOTALL)
"""A word with the signs around it."""


@dataclass(frozen=True)
class Annotated:
    """Corrected trees, and how much was corrected."""

    trees: tuple[Tree, ...]
    words: int
    corrected: int
    """Words that had a cell of `NEW` filled in with something else."""


@dataclass(frozen=True)
class Agreement:
    """How far two annotators agree, in words."""

    words: int
    heads: int
    """Words with the same head."""
    labelled: int
    """Words with the same head and relation."""
    differing: tuple[str, ...]
    """Sentence and word where heads or relations differ, as in `s1:3`."""


def cells(tree: Tree, comment: str = "") -> list[dict[str, str]]:
    """The rows of a sentence; `comment` stands in the first."""
    rows = []
    # A sentence that no parser has seen has no heads yet.
    for line in conllu.serialise(tree, shape="any").splitlines():
        if line.startswith("#"):
            row = {"id": "#", "form": line[1:].strip(" ")}
        elif line:
            row = dict(zip(_CONLLU, line.split("\t"), strict=True))
        else:
            continue
        rows.append(dict.fromkeys(COLUMNS, "") | {"sent_id": tree.sent_id or ""} | row)
    rows[0]["comment"] = comment
    return rows


def write(path: Path, sentences: Iterable[tuple[Tree, str]]) -> None:
    """Write trees, each with a comment on it, as a table; every one has a `sent_id`."""
    sheets.write(path, COLUMNS, (row for tree, comment in sentences for row in cells(tree, comment)))


def unparsed(id: str, text: str) -> Tree:
    """A sentence without a tree, for a person to make one: words by spaces, punctuation by itself, no heads."""
    parts = [part for word in text.split() for part in _split(word)]
    words = tuple(
        Word(number, form, misc="_" if spaced else "SpaceAfter=No") for number, (form, spaced) in enumerate(parts, 1)
    )
    return Tree(words, comments=(f"# sent_id = {id}", f"# text = {text}"))


def _split(word: str) -> list[tuple[str, bool]]:
    """What stands between two spaces as tokens, each with whether a space follows: signs before and behind it.

    >>> _split("¿Vienes?"), _split("...")
    ([('¿', False), ('Vienes', False), ('?', True)], [('...', True)])
    """
    match = _SIGNS.fullmatch(word)
    parts = [*match[1], match[2], *match[3]] if match else [word]
    return [(part, position == len(parts)) for position, part in enumerate(parts, 1)]


def named(tree: Tree, id: str, text: str) -> Tree:
    """A parser's tree with the id and the text of the sentence it was given."""
    rest = [line for line in tree.comments if line[1:].partition("=")[0].strip() not in ("sent_id", "text")]
    return replace(tree, comments=(f"# sent_id = {id}", f"# text = {text}", *rest))


def read(path: Path) -> Annotated:
    """The trees of an edited table.

    Raises:
        InputError: FILE:LINE: a sentence that is no tree, a word that is missing, words that do not spell the text, a
            sentence that stands in two places.
    """
    lines: list[str] = []
    origins: list[int] = []
    done: list[str] = []
    words = corrected = 0
    for row in sheets.read(path, ("sent_id", *_CONLLU), COLUMNS):
        if not row["sent_id"]:
            raise row.error("no sent_id", "copy it from the rows around it")
        if not done or row["sent_id"] != done[-1]:
            if row["sent_id"] in done:
                raise row.error(f"more of sentence {row['sent_id']!r}", "put all its rows together, in their order")
            done.append(row["sent_id"])
            lines.append("")
            origins.append(row.line)
        line, changed = _line(row)
        lines.append(line)
        origins.append(row.line)
        words += row["id"].isdigit()
        corrected += changed
    try:
        # The parser counts lines of the text made here; `origins` says which row each of them came from.
        trees = tuple(conllu.parse("\n".join([*lines[1:], "", ""])))
    except InputError as error:
        line_of_row = origins[min(error.line or 1, len(origins) - 1)]
        raise error.at(fspath(path), line_of_row) from None
    for tree, id in zip(trees, done, strict=True):
        _check(tree, id, fspath(path), origins[min(tree.line or 1, len(origins) - 1)])
    return Annotated(trees, words, corrected)


def _line(row: sheets.Row) -> tuple[str, bool]:
    """A row as CoNLL-U has it, and whether it was corrected."""
    if row["id"] == "#":
        return f"# {row['form']}", False
    new = {name.removeprefix("new_"): row[name] for name in NEW if row[name]}
    if new and not row["id"].isdigit():
        raise row.error(f"a correction of {row['id']}, which is no word", "correct the words it stands for")
    columns = {name: row[name] or "_" for name in _CONLLU}
    return "\t".join((columns | new).values()), any(columns[name] != value for name, value in new.items())


def _check(tree: Tree, id: str, path: str, line: int) -> None:
    """Refuse a tree with another `sent_id` than its rows, or whose words do not spell its text."""
    if tree.sent_id != id:
        found = f"sentence {id!r} has the comment sent_id = {tree.sent_id}"
        raise InputError(found, "make them the same", path=path, line=line)
    if wrong := misspelt(tree):
        raise InputError(*wrong, path=path, line=line)


def agreement(first: Sequence[Tree], second: Sequence[Tree]) -> Agreement:
    """How far two annotations of the same sentences agree; sentences that only one of them has do not count.

    Raises:
        InputError: a sentence does not have the same words in both.
    """
    theirs = {tree.sent_id: tree for tree in second}
    words = heads = labelled = 0
    differing = []
    for tree in first:
        if (twin := theirs.get(tree.sent_id)) is None:
            continue
        if [word.form for word in tree.words] != [word.form for word in twin.words]:
            found = f"the two reviews of sentence {tree.sent_id} have different words"
            raise InputError(found, "compare two reviews of the same table")
        for mine, their in zip(tree.words, twin.words, strict=True):
            same = mine.head == their.head
            both = same and mine.deprel == their.deprel
            words, heads, labelled = words + 1, heads + same, labelled + both
            if not both:
                differing.append(f"{tree.sent_id}:{mine.id}")
    return Agreement(words, heads, labelled, tuple(differing))
