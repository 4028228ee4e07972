"""A text: sentences to parse, in order, from a treebank or from plain lines.

A text is named by its file, and a part of a file by patterns for the ids of its sentences or documents behind a colon,
parted by commas: `it_pud.conllu:n*` is the news of Italian PUD, `it_pud.conllu:w01*,w02*` a part of its Wikipedia.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "both.conllu")
>>> word = "1\\tGo\\tgo\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
>>> _ = path.write_text(f"# sent_id = n1\\n{word}# sent_id = w1\\n{word}")
>>> len(read_text(str(path))), read_text(f"{path}:w*").ids
(2, ('w1',))
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path

from murho.core.errors import InputError
from murho_lab.atn.lexicon import Lexicon, Sentence
from murho_lab.atn.treebank import Tree, read_treebank


@dataclass(frozen=True, eq=False)
class Text:
    """Sentences with their ids and documents (empty where the file has none)."""

    name: str
    sentences: tuple[Sentence, ...]
    ids: tuple[str, ...]
    documents: tuple[str, ...]
    heads: tuple[tuple[int, ...], ...] = ()
    """The gold heads of the words of each sentence; none of a text without trees."""

    def __len__(self) -> int:
        return len(self.sentences)

    @property
    def words(self) -> int:
        """The number of words in all sentences."""
        return sum(len(sentence.words) for sentence in self.sentences)

    def take(self, rows: Iterable[int], name: str | None = None) -> "Text":
        """These sentences."""
        chosen = list(rows)
        sentences, ids, documents = self.sentences, self.ids, self.documents
        return Text(
            self.name if name is None else name,
            tuple(sentences[row] for row in chosen),
            tuple(ids[row] for row in chosen),
            tuple(documents[row] for row in chosen),
            tuple(self.heads[row] for row in chosen) if self.heads else (),
        )


def of_trees(name: str, trees: Iterable[Tree]) -> Text:
    """The text of trees."""
    listed = list(trees)
    return Text(
        name,
        tuple(t.sentence for t in listed),
        tuple(t.id for t in listed),
        tuple(t.document for t in listed),
        tuple(t.heads for t in listed),
    )


def joined(name: str, parts: Sequence[Text]) -> Text:
    """Texts end to end."""
    return Text(
        name,
        tuple(sentence for part in parts for sentence in part.sentences),
        tuple(sentence_id for part in parts for sentence_id in part.ids),
        tuple(document for part in parts for document in part.documents),
        tuple(heads for part in parts for heads in part.heads) if all(part.heads for part in parts) else (),
    )


def read_text(
    spec: str, *, longest: int | None = None, limit: int | None = None, lexicon: Lexicon | None = None
) -> Text:
    """The text of `FILE` or `FILE:PATTERN,...`.

    Args:
        spec: a CoNLL-U file or, with a lexicon, a file with a sentence on every line; behind a colon patterns
            for the ids of sentences or documents, parted by commas.
        longest: leave out longer sentences.
        limit: the first so many of those that are left.
        lexicon: says that the file holds plain lines.

    Raises:
        InputError: FILE:LINE: what is wrong there; no sentence is left.
    """
    path, patterns = _parted(spec)
    if lexicon is not None:
        from murho.formats.opening import text_lines

        rows: list[tuple[str, str, Sentence, tuple[int, ...]]]
        rows = [(str(number), "", lexicon.sentence(line), ()) for number, line in text_lines(path) if line.strip()]
        rows = [row for row in rows if longest is None or len(row[2].words) <= longest]
    else:
        rows = [(tree.id, tree.document, tree.sentence, tree.heads) for tree in read_treebank(path, longest=longest)]
    if patterns:
        rows = [row for row in rows if any(fnmatchcase(name, pattern) for pattern in patterns for name in row[:2])]
    rows = list(islice(rows, limit))
    if not rows:
        which = f" matches {','.join(patterns)}" if patterns else ""
        short = f" of at most {longest} words" if longest else ""
        raise InputError(f"no sentence{short}{which}", "name a file with sentences, patterns for their ids", path=path)
    ids, documents, sentences, heads = zip(*rows, strict=True)
    return Text(spec, tuple(sentences), tuple(ids), tuple(documents), tuple(heads) if lexicon is None else ())


def _parted(spec: str) -> tuple[str, list[str]]:
    # A file whose own name has a colon is that file.
    path, colon, patterns = spec.rpartition(":")
    if not colon or Path(spec).exists() or not patterns:
        return spec, []
    return path, [pattern.strip() for pattern in patterns.split(",")]
