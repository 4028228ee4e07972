"""A spaCy pipeline as a parser: `spacy:es_core_news_sm`, or the folder of a pipeline.

spaCy's pipelines for most languages are trained on Universal Dependencies, with words that are not split (Spanish
`del` is one word); scores that align words by their characters take that as it is. `ROOT` is written `root`, and a
word's spaces go to SpaceAfter. The pipeline runs with a newer spaCy than it was trained with, where that loads it: the
version of both is in the record of the run.
"""

import importlib.metadata
import importlib.util
import os
import time
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.core.meaning import UNDEFINED
from murho.systems.coerce import describe_error
from murho.systems.interface import AlwaysOpen, Answer
from murho.systems.kinds import Kind

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

    from murho.systems.closure import Sources

_INSTALL = "install it with: pip install 'murho[spacy]'"


class Spacy(AlwaysOpen):
    """A spaCy pipeline as a parser.

    Raises:
        UsageError: spaCy or the pipeline is not installed, cannot be loaded, or has no parser.
    """

    def __init__(self, name: str):
        try:
            import spacy
        except ImportError:
            raise UsageError(f"spacy:{name}: spaCy is not installed; {_INSTALL}") from None
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # W095: trained with another version; it is recorded
                self._pipeline = spacy.load(name, exclude=["ner"])  # entities are not in a tree
        except (OSError, ValueError, ImportError) as error:
            first, package = str(error).splitlines()[0], name.replace("_", "-")
            todo = f"install the pipeline: pip install --no-deps {package}, or python -m spacy download {name}"
            raise UsageError(f"spacy:{name}: {first}; {todo}") from None
        if "parser" not in self._pipeline.pipe_names:
            parts = ", ".join(self._pipeline.pipe_names) or "nothing"
            raise UsageError(f"spacy:{name}: the pipeline has no parser (it has {parts}); take one that has")
        self._name = name

    def describe(self) -> dict[str, Any]:
        """The settings for the record of a run."""
        versions = {"spacy": importlib.metadata.version("spacy"), "pipeline": self._pipeline.meta.get("version")}
        return {"kind": "spacy", "spec": self._name, **versions}

    def answer(self, cases: Cases) -> Iterator[Answer]:
        """Every case in order."""
        for position, expression in enumerate(cases.texts):
            began = time.perf_counter()
            try:
                tree = conllu(self._pipeline(expression))
            except Exception as error:  # whatever a pipeline raises costs that case only
                yield Answer(position, UNDEFINED, time.perf_counter() - began, describe_error(error))
            else:
                yield Answer(position, (tree,) if tree else (), time.perf_counter() - began)


def conllu(doc: "Doc") -> str:
    """A parsed text in CoNLL-U, a blank line after every sentence; tokens of white space are no words."""
    return "".join(map(_sentence, doc.sents))


def _sentence(span: "Span") -> str:
    words = [token for token in span if not token.is_space]
    numbers = {token.i: number for number, token in enumerate(words, 1)}
    lines = [f"# text = {' '.join(span.text.split())}"] if words else []
    for token in words:
        head = token.head  # may be white space, which is no word: then whatever that hangs on
        while head.is_space and head.head.i != head.i:
            head = head.head
        is_root = head.i == token.i or head.i not in numbers
        columns = [
            str(numbers[token.i]),
            token.text,
            token.lemma_ or "_",
            token.pos_ or "_",
            token.tag_ if token.tag_ and token.tag_ != token.pos_ else "_",
            str(token.morph) or "_",
            "0" if is_root else str(numbers[head.i]),
            "root" if is_root else token.dep_ or "dep",
            "_",
            "_" if token.whitespace_ or _is_before_space(token) else "SpaceAfter=No",
        ]
        lines.append("\t".join(columns))
    return "\n".join([*lines, "", ""]) if words else ""


def _is_before_space(token: "Token") -> bool:
    return token.i + 1 < len(token.doc) and token.doc[token.i + 1].is_space


def _files(name: str) -> "Sources":
    """The files of a pipeline: of its folder, or of the package that it is installed as."""
    from murho.systems.closure import Sources, of_folder

    if os.path.isdir(name):
        return of_folder(name, name)
    spec = importlib.util.find_spec(name) if name.isidentifier() else None
    folders = (spec.submodule_search_locations or []) if spec else []
    return of_folder(folders[0], name) if folders else Sources()


SYSTEM = Kind(
    make=Spacy,
    name="spacy",
    title="spaCy pipeline",
    why="answers in this process",
    code=_files,
    example="spacy:es_core_news_sm",
)
