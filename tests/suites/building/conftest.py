"""Small treebanks in a notation that can be read: a word a line, `form lemma UPOS head deprel [feats]`."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest

from murho.core.tree import Tree, Word
from murho.formats import conllu
from murho.suites.building.survey import Survey, survey

Sentences = dict[str, str]


def _tree(id: str, lines: str) -> Tree:
    words = []
    for number, line in enumerate(lines.strip().splitlines(), 1):
        form, lemma, upos, head, deprel, feats = (*line.split(), "_")[:6]
        words.append(Word(number, form, lemma, upos, "_", feats, int(head), deprel))
    text = " ".join(word.form for word in words)
    return Tree(tuple(words), comments=(f"# sent_id = {id}", f"# text = {text}"))


@pytest.fixture(scope="session")
def tree() -> Callable[[str, str], Tree]:
    """A tree from its id and its words."""
    return _tree


@pytest.fixture
def treebank(tmp_path: Path) -> Callable[..., Path]:
    """A file of CoNLL-U from ids and words, or from trees."""

    def write(sentences: Sentences | Sequence[Tree], name: str = "es_mine.conllu") -> Path:
        trees = (
            [_tree(id, lines) for id, lines in sentences.items()] if isinstance(sentences, dict) else list(sentences)
        )
        conllu.write_trees(tmp_path / name, trees)
        return tmp_path / name

    return write


@pytest.fixture(scope="session")
def surveyed(data: Path) -> Callable[[str], Survey]:
    """The survey of a real treebank, made once."""
    return cache(lambda file: survey([data / "ud" / f"{file}.conllu.gz"]))
