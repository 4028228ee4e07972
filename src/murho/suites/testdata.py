"""The test data of a suite: its sentences, plain or with their trees, in a file beside it.

`es.xml` has its sentences in `es.conllu`, `es.conll` (CoNLL-X) or `es.txt` (one a line), the first of these that is
there, or in the file that its attribute `data` names. A sentence is found by its text; a text that differs by spaces
and closing punctuation only, as texts put together from the words of CoNLL-X do, is the same.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "es.txt")
>>> _ = path.write_text("Llueve.\\nLa taza se rompió.\\n")
>>> data = read_sentences(str(path))
>>> data.find("La taza se rompió").id, data.find("Nieva.")
('2', None)
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from murho.core.errors import InputError
from murho.core.tree import Tree
from murho.formats import by_name, guess
from murho.formats.opening import plain_suffix, text_lines
from murho.suites.model import Suite

KINDS = (".conllu", ".conll", ".txt")
"""What test data may be, in the order in which it is looked for."""
_CLOSING = ".?!…;:。"


@dataclass(frozen=True)
class Sentence:
    """A sentence of the test data."""

    id: str
    """Its `sent_id`, or else its number in the file."""
    text: str
    tree: Tree | None
    """None in plain text."""
    line: int


@dataclass(frozen=True)
class Sentences:
    """All sentences of a file, in order."""

    path: str
    sentences: Sequence[Sentence]

    def __len__(self) -> int:
        return len(self.sentences)

    def find(self, text: str) -> Sentence | None:
        """The sentence with this text; of several the first."""
        # Letter by letter first: signs and blanks may be all that tells two sentences apart.
        return self._by_text.get(text) or self._by_letters.get(letters(text))

    @cached_property
    def _by_text(self) -> dict[str, Sentence]:
        # Reversed, so that of several with one text the first is found.
        return {sentence.text: sentence for sentence in reversed(self.sentences)}

    @cached_property
    def _by_letters(self) -> dict[str, Sentence]:
        return {letters(sentence.text): sentence for sentence in reversed(self.sentences)}


def letters(text: str) -> str:
    """A text without its spaces and its closing punctuation.

    >>> letters("¿Vienes ?"), letters("¿ Vienes?")
    ('¿Vienes', '¿Vienes')
    """
    return "".join(text.split()).rstrip(_CLOSING)


def misspelt(tree: Tree) -> tuple[str, str] | None:
    """What is wrong, and what to do, where the words of a tree do not spell its text; spaces do not count.

    >>> from murho.core.tree import Word
    >>> misspelt(Tree((Word(1, "Llueve"),), comments=("# text = Nieva",)))
    ("the words of 'Nieva' are: Llueve", 'correct the words or the text: parsers are given the text')
    """
    if "".join(tree.text.split()) == "".join(tree.surface.split()):
        return None
    return (
        f"the words of {tree.text!r} are: {tree.surface}",
        "correct the words or the text: parsers are given the text",
    )


def file_of(suite: Suite) -> str | None:
    """The file with the test data of a suite; None where there is none.

    Raises:
        InputError: the file that the suite names is not there.
    """
    if suite.path is None:
        return None
    # What the suite names goes before a file that only has its name; one that is not there is a mistake.
    if suite.data is not None:
        named = os.path.join(os.path.dirname(suite.path), suite.data)
        if not os.path.isfile(named):
            raise InputError(f"no test data {suite.data!r}", "correct the attribute data", path=suite.path)
        return named
    stem = suite.path.removesuffix(".gz").removesuffix(".xml")
    return next((f"{stem}{kind}" for kind in KINDS if os.path.isfile(f"{stem}{kind}")), None)


def read_sentences(path: str) -> Sentences:
    """The sentences of a file; its suffix tells what it is.

    Raises:
        InputError: FILE:LINE: what is wrong there; what to do.
    """
    kind = plain_suffix(path)
    if kind not in KINDS:
        raise InputError(f"test data named {kind or 'without suffix'}", f"it is one of: {', '.join(KINDS)}", path=path)
    if (read_trees := by_name(guess(path)).read_trees) is not None:
        return Sentences(path, [_sentence(tree, number) for number, tree in enumerate(read_trees(path), 1)])
    lines = [(line, text.strip()) for line, text in text_lines(path)]
    filled = [(line, text) for line, text in lines if text]
    return Sentences(path, [Sentence(str(i), text, None, line) for i, (line, text) in enumerate(filled, 1)])


def _sentence(tree: Tree, number: int) -> Sentence:
    return Sentence(tree.sent_id or str(number), tree.text, tree, tree.line)


def sentences_of(suite: Suite) -> Sentences | None:
    """The test data of a suite; None where it needs none because its items are sentences by themselves.

    Raises:
        InputError: the suite has no test data, and realizations that need it.
    """
    path = file_of(suite)
    if path is not None:
        return read_sentences(path)
    if any(section.kind != "phenomena" for section in suite.sections):
        todo = f"put a file of the same name beside it ({', '.join(KINDS)}), or name one in the attribute data"
        raise InputError("no test data", todo, path=suite.path)
    return None
