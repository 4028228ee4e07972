"""Sentences of a treebank in CoNLL-U, as texts to parse with their own tags and trees to compare with.

The category of a word is its UPOS; its features are those of the FEATS column, and `Lemma` and `XPOS`. Heads and
relations are kept apart, so that no grammar can see them. Lines of multiword tokens and empty nodes are passed over.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "two.conllu")
>>> _ = path.write_text("# sent_id = a\\n1\\tGo\\tgo\\tVERB\\tVB\\tMood=Imp\\t0\\troot\\t_\\t_\\n\\n")
>>> (tree,) = read_treebank(path)
>>> tree.id, tree.sentence.words[0].readings[0].category, tree.heads, tree.relations
('a', 'VERB', (0,), ('root',))
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike, fspath

from murho.atn.lexicon import Reading, Sentence, Token, reading
from murho.core.errors import InputError

_TODO = "name a CoNLL-U file: ten columns parted by tabs"


@dataclass(frozen=True)
class Tree:
    """A sentence with its gold tree."""

    id: str
    document: str
    """The `newdoc id` it belongs to; empty where the file has none."""
    sentence: Sentence
    heads: tuple[int, ...]
    """Positions counted from 1; 0 is the root."""
    relations: tuple[str, ...]


def read_treebank(path: str | PathLike[str], *, longest: int | None = None) -> Iterator[Tree]:
    """The sentences of a file, in order; `longest` is the greatest number of words.

    Raises:
        InputError: FILE:LINE: what is wrong there; what to do.
    """
    from murho.formats.opening import text_lines

    rows: list[tuple[int, list[str]]] = []
    name, document, count, line = "", "", 0, 0
    for line, text in text_lines(path):
        if text.startswith("#"):
            key, _, value = text[1:].partition("=")
            if key.strip() == "sent_id":
                name = value.strip()
            elif key.strip() == "newdoc id":
                document = value.strip()
        elif text.strip():
            columns = text.split("\t")
            if len(columns) != 10:
                raise InputError(f"{len(columns)} columns", _TODO, path=fspath(path), line=line)
            if columns[0].isdigit():
                rows.append((line, columns))
        elif rows:
            count += 1
            if longest is None or len(rows) <= longest:
                yield _tree(rows, name or str(count), document, fspath(path))
            rows, name = [], ""
    if rows and (longest is None or len(rows) <= longest):
        yield _tree(rows, name or str(count + 1), document, fspath(path))


def _tree(rows: Sequence[tuple[int, list[str]]], name: str, document: str, path: str) -> Tree:
    words: list[Token] = []
    heads: list[int] = []
    for position, (line, columns) in enumerate(rows, 1):
        _, form, lemma, upos, xpos, feats, head, *_ = columns
        try:
            if int(columns[0]) != position:
                raise InputError(f"word {columns[0]} where {position} belongs", "number the words of a sentence from 1")
            if not head.isdigit() or int(head) > len(rows):
                raise InputError(f"head {head!r}", f"give 0 to {len(rows)}")
            features = dict(reading([upos, feats]).features)
        except InputError as error:
            raise error.at(path, line) from None
        heads.append(int(head))
        words.append(Token(form, (Reading(upos, {**features, "Lemma": lemma, "XPOS": xpos}),)))
    return Tree(name, document, Sentence(words), tuple(heads), tuple(columns[7] for _, columns in rows))
