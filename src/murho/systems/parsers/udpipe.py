"""A model of UDPipe 1 as a parser: `udpipe:model.udpipe`.

With `udpipe:input=words model.udpipe` it is given the gold words, with `input=tagged` the gold tags too. A model is one
file; `train` makes one of a treebank in minutes:

    from murho.systems.parsers.udpipe import train
    train(["ca_ancora-ud-train.conllu"], "ca.udpipe")
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.core.meaning import UNDEFINED
from murho.formats.digest import digest
from murho.systems.interface import AlwaysOpen, Answer
from murho.systems.kinds import Kind
from murho.systems.parsers.conllu_command import INPUT, INPUTS, SHOWN, bare


class Udpipe(AlwaysOpen):
    """A model as a parser.

    Raises:
        UsageError: UDPipe is not installed, or the file is no model.
    """

    def __init__(self, spec: str):
        udpipe = _library(spec)
        words = spec.split(" ", 1)
        self._input = words.pop(0).removeprefix("input=") if spec.startswith("input=") else "text"
        if self._input not in INPUTS:
            raise UsageError(f"udpipe: input={self._input}; known: {', '.join(INPUTS)}")
        self._path = words[0] if words else ""
        if not Path(self._path).is_file():
            raise UsageError(f"udpipe: no file {self._path!r}; write udpipe:model.udpipe")
        self._model = udpipe.Model.load(self._path)
        if self._model is None:
            raise UsageError(f"udpipe: {self._path} is no model of UDPipe 1")
        # With gold words given, only the form or the tags of a sentence are shown (`bare`), and no tokenizer is wanted.
        read_as = {"text": "tokenizer"}.get(self._input, "conllu")
        tag = udpipe.Pipeline.NONE if self._input == "tagged" else udpipe.Pipeline.DEFAULT
        self._pipeline = udpipe.Pipeline(self._model, read_as, tag, udpipe.Pipeline.DEFAULT, "conllu")
        self._error = udpipe.ProcessingError

    def describe(self) -> dict[str, Any]:
        """The settings for the record of a run."""
        return {"kind": "udpipe", "spec": self._path, "input": self._input, "model": digest(self._path)[:19]}

    def answer(self, cases: Cases) -> Iterator[Answer]:
        """Every case in order."""
        for position, expression in enumerate(cases.texts):
            began = time.perf_counter()
            given = expression
            if self._input != "text":
                given = "".join(bare(str(tree), SHOWN[self._input]) for tree in (cases.references[position] or ())[:1])
            problem = self._error()
            tree = self._pipeline.process(given, problem)
            seconds = time.perf_counter() - began
            if problem.occurred():
                yield Answer(position, UNDEFINED, seconds, problem.message)
            else:
                yield Answer(position, (tree.rstrip("\n") + "\n\n",) if tree.strip() else (), seconds)


def train(
    treebanks: Sequence[str | Path],
    model: str | Path,
    *,
    tokenizer: str = "epochs=5;initialization_range=0.5",
    tagger: str = "iterations=5;models=1",
    parser: str = "iterations=5;transition_oracle=static;embedding_upostag=20;embedding_form=20;use_gold_tags=1",
) -> None:
    """Train a model on treebanks and write it.

    Args:
        treebanks: files in CoNLL-U.
        model: the file to write.
        tokenizer: UDPipe's options for cutting text into sentences and words; `none` for a model that is always given
            its words.
        tagger: for lemmas, tags and features.
        parser: for trees. By default it trains quickly rather than well.

    Raises:
        InputError: a treebank cannot be read.
        UsageError: UDPipe refuses the options, or is not installed.
    """
    from murho.formats import conllu

    udpipe = _library("train")
    reader = udpipe.InputFormat.newConlluInputFormat()
    sentences = udpipe.Sentences()
    problem = udpipe.ProcessingError()
    for treebank in treebanks:
        for tree in conllu.read_trees(treebank):
            reader.setText(conllu.serialise(tree))
            sentence = udpipe.Sentence()
            reader.nextSentence(sentence, problem)
            sentences.append(sentence)
    learnt = udpipe.Trainer.train(
        "morphodita_parsito", sentences, udpipe.Sentences(), tokenizer, tagger, parser, problem
    )
    if problem.occurred():
        raise UsageError(f"UDPipe cannot train: {problem.message}")
    Path(model).write_bytes(bytes(learnt))


def _library(name: str) -> Any:
    try:
        from ufal import udpipe
    except ImportError:
        why = "UDPipe is not installed; install it with: pip install 'murho[udpipe]'"
        raise UsageError(f"udpipe:{name}: {why}") from None
    return udpipe


def _before(described: Mapping[str, Any]) -> str:
    given = described.get("input", INPUT.default)
    return "" if given == INPUT.default else f"input={given} "


def _files(spec: str) -> list[str]:
    return [spec]  # a model describes itself by its path alone


SYSTEM = Kind(
    make=Udpipe,
    name="udpipe",
    title="Model of UDPipe 1",
    options=(INPUT,),
    why="answers in this process",
    before=_before,
    code=_files,
    example="udpipe:model.udpipe",
)
