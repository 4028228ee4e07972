"""Sentences of a treebank in CoNLL-U, as texts to parse with their own tags and trees to compare with.

The category of a word is its UPOS; its features are those of the FEATS column, and `Lemma` and `XPOS`. Heads and
relations are kept apart, so that no grammar can see them. Multiword tokens and empty nodes are passed over.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "two.conllu")
>>> _ = path.write_text("# sent_id = a\\n1\\tGo\\tgo\\tVERB\\tVB\\tMood=Imp\\t0\\troot\\t_\\t_\\n\\n")
>>> (tree,) = read_treebank(path)
>>> tree.id, tree.sentence.words[0].readings[0].category, tree.heads, tree.relations
('a', 'VERB', (0,), ('root',))
"""

from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike, fspath

from murho.core import tree
from murho.core.errors import InputError
from murho_lab.atn.lexicon import Reading, Sentence, Token, reading


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
    from murho.formats.conllu import read_trees

    document = ""
    for number, gold in enumerate(read_trees(path), 1):
        document = gold.comment("newdoc id") or document
        if longest is None or len(gold) <= longest:
            heads = tuple(head for head in gold.heads if head is not None)
            yield Tree(gold.sent_id or str(number), document, tagged(gold, fspath(path)), heads, gold.relations)


def tagged(gold: tree.Tree, path: str | None = None) -> Sentence:
    """The words of a tree with their tags and features.

    Raises:
        InputError: the features of a word are none.
    """
    return Sentence(tuple(_token(word, gold, path) for word in gold.words))


def _token(word: tree.Word, of: tree.Tree, path: str | None) -> Token:
    try:
        features = dict(reading([word.upos, word.feats]).features)
    except InputError as error:
        raise error.at(path, of.line_of(word.id)) from None  # the file is read already, so its line is looked up
    return Token(word.form, (Reading(word.upos, {**features, "Lemma": word.lemma, "XPOS": word.xpos}),))
