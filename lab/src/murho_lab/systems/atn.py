"""A grammar as a system: an ATN that answers each expression with the structures it finds.

    atn:GRAMMAR [lexicon=FILE] [strategies=FILE] [output=tree|units|conllu] [wanted=N|all] [steps=N]

GRAMMAR is a file, or the name of a grammar that comes with murho: english, ud, italian, spanish. Without `lexicon` the
words are sought beside the grammar, in a file of the same name that ends in `.tsv`. An expression without an analysis
means nothing to the grammar, which is the empty set; where a bound is met first, it is UNDEFINED.

`output=conllu` answers with dependency trees, of the grammars that say heads. Then, without a lexicon, the words and
their tags are those of the reference, and only the tree is the grammar's own; one analysis is wanted.

>>> from importlib import resources
>>> toy = resources.files("murho_lab.atn") / "grammars" / "english.atn"
>>> with Atn(str(toy)) as system:
...     [answer.answer for answer in system.answer(Cases(["a", "b"], ["they sleep", "sleep they"], [(), ()]))]
[('(S DCL (NP they) (VP sleep))',), ()]
"""

import shlex
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from murho.core.case import Cases
from murho.core.errors import MurhoError, UsageError
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.core.tree import EMPTY, Tree
from murho.formats.conllu import parse as read_conllu
from murho.formats.conllu import serialise
from murho.plugs import Option
from murho.systems.interface import AlwaysOpen, Answer
from murho.systems.kinds import Kind
from murho_lab.atn import grammar_file
from murho_lab.atn.analysis import Analysis
from murho_lab.atn.dependencies import NotATreeError, conllu, tree
from murho_lab.atn.engine import Bounds
from murho_lab.atn.grammar import read_grammar
from murho_lab.atn.lexicon import Sentence, read_lexicon
from murho_lab.atn.parsing import parse
from murho_lab.atn.strategy_files import read_strategies
from murho_lab.atn.treebank import tagged
from murho_lab.atn.values import bracketed, units

if TYPE_CHECKING:
    from murho.systems.closure import Sources

OUTPUTS = ("tree", "units", "conllu")
_OPTIONS = (
    Option("lexicon", "file", None, "The words and their tags; by default beside the grammar, `.tsv`."),
    Option("strategies", "file", None, "In which order arcs are tried: what `murho atn learn` wrote."),
    Option("output", "text", "tree", "What an analysis is as a meaning.", OUTPUTS),
    Option("wanted", "whole number", None, "How many analyses are sought, or `all`, the default but for trees."),
    Option("steps", "whole number", Bounds().steps, "Steps after which an expression is given up."),
)


class Atn(AlwaysOpen):
    """A grammar as a system. With all analyses wanted it remembers constituents, which is quicker."""

    def __init__(self, spec: str):
        try:
            parts = shlex.split(spec)
        except ValueError as error:
            raise UsageError(f"atn:{spec}: {error}; write atn:GRAMMAR lexicon=FILE") from None
        if not parts:
            raise UsageError("atn: name a grammar; write atn:GRAMMAR lexicon=FILE")
        named, *pairs = parts
        path = grammar_file(named)
        settings = {key: value for key, _, value in (pair.partition("=") for pair in pairs)}
        options = [option.name for option in _OPTIONS]
        unknown = [key for key in settings if key not in options]
        if unknown:
            raise UsageError(f"atn: no option {unknown[0]!r}; known: {', '.join(options)}")
        beside = Path(path).with_suffix(".tsv")
        self._output = settings.get("output", "tree")
        if self._output not in OUTPUTS:
            raise UsageError(f"atn: output={self._output}; known: {', '.join(OUTPUTS)}")
        wanted = settings.get("wanted", "1" if self._output == "conllu" else "all")
        self._wanted = None if wanted == "all" else _number("wanted", wanted)
        self._bounds = Bounds(steps=_number("steps", settings["steps"])) if "steps" in settings else Bounds()
        self._grammar = read_grammar(path)
        own_tags = self._output == "conllu" and "lexicon" not in settings
        self._lexicon = None if own_tags else read_lexicon(settings.get("lexicon", beside))
        """None where the tags of the references are taken."""
        saved = settings.get("strategies")
        self._order = read_strategies(self._grammar, saved).order() if saved else None
        self._spec = spec

    def describe(self) -> dict[str, Any]:
        """The settings for the record of a run."""
        wanted = "all" if self._wanted is None else self._wanted
        settings = {"output": self._output, "wanted": wanted, "steps": self._bounds.steps}
        return {"kind": "atn", "spec": self._spec, **settings}

    def answer(self, cases: Cases) -> Iterator[Answer]:
        """Every case in order."""
        for position in range(len(cases)):
            began = time.perf_counter()
            answer, reason = self._outcome(cases, position)
            yield Answer(position, answer, time.perf_counter() - began, reason)

    def _outcome(self, cases: Cases, position: int) -> tuple[Answered, str | None]:
        gold = _tree(cases.references[position] or ()) if self._lexicon is None else None
        if gold is not None:
            sentence = tagged(gold)
        elif self._lexicon is not None:
            sentence = self._lexicon.sentence(cases.texts[position])
        else:
            return UNDEFINED, "no reference in CoNLL-U to take the tags from; give lexicon=FILE"
        parsed = parse(
            self._grammar, sentence, wanted=self._wanted, order=self._order,
            memory=self._wanted is None, bounds=self._bounds,
        )  # fmt: skip
        # What was found until then is not the set of meanings, which a bound leaves open.
        if parsed.undefined is not None:
            return UNDEFINED, parsed.undefined
        try:
            return tuple(self._meaning(analysis, sentence, gold) for analysis in parsed.analyses), None
        except NotATreeError as error:
            return UNDEFINED, str(error)

    def _meaning(self, analysis: Analysis, sentence: Sentence, gold: Tree | None) -> Any:
        if self._output != "conllu":
            return units(analysis.value) if self._output == "units" else bracketed(analysis.value)
        heads = tree(analysis, len(sentence.words))
        if gold is None:
            return conllu(sentence, heads)
        # The reference's own sentence with other heads: its words and tags are what the grammar was given.
        rows = zip(gold.words, heads, strict=True)
        words = tuple(replace(word, head=head, deprel=relation, deps=EMPTY) for word, (head, relation) in rows)
        return serialise(replace(gold, words=words, empty_nodes=()))


def _tree(reference: Meanings) -> Tree | None:
    """The reference as the one sentence of CoNLL-U that it is, if it is one."""
    try:
        trees = read_conllu(str(reference[0])) if reference else []
    except MurhoError:
        return None
    return trees[0] if len(trees) == 1 else None


def _number(name: str, text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise UsageError(f"atn: {name}={text}; give a whole number above 0")
    return int(text)


def _files(spec: str) -> "Sources":
    """The grammar, its words and its strategies; a grammar of murho's own is called by its name."""
    from murho.systems.closure import Sources

    named, *pairs = shlex.split(spec)
    path = grammar_file(named)
    settings = {key: value for key, _, value in (pair.partition("=") for pair in pairs)}
    shown = named if path == named else f"{named}.atn"
    files = {shown: path, settings.get("strategies", ""): settings.get("strategies", "")}
    if "lexicon" in settings:
        files[settings["lexicon"]] = settings["lexicon"]
    elif settings.get("output") != "conllu":
        files[str(Path(shown).with_suffix(".tsv"))] = str(Path(path).with_suffix(".tsv"))
    return Sources({name: file for name, file in files.items() if file})


SYSTEM = Kind(
    make=Atn,
    name="atn",
    title="Augmented transition network",
    options=_OPTIONS,
    why="answers in this process",
    instead="bound it with steps=N",
    code=_files,
    example="atn:grammar.atn output=units",
)
