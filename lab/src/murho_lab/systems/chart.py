"""A grammar of typed words as a system: the robust chart parser answers each expression with what it understood.

    chart:GRAMMAR [map=FILE] [output=units|structure] [signs=N] [word=COST] [piece=COST] [importance=GAIN] [scale=SHARE]

GRAMMAR is a file, or the name of a grammar that comes with murho: greetings. The answer is one meaning, the semantic
units of the best set of pieces, which is empty where nothing was understood. `map` says how structures become units,
instead of the grammar's own `[units]`; with `output=structure` the answer is the structure itself, for
`mapped(concepts, FILE)`. An expression whose chart would have more signs than allowed is UNDEFINED.

An expression may be a word graph (`murho.formats.slf`), as a recogniser gives with `output=graph`: all ways through it
are looked at, and the grammar takes part in the choice of the words (`murho_lab.chart.graphs`). What the recogniser
finds unlikely then costs, and so do words that no piece covers (`word`) and pieces (`piece`), while pieces that matter
gain (`importance`). A graph without posteriors gets them from its scores, times `scale`.

>>> with Chart("greetings") as system:
...     answers = list(system.answer(Cases(["a", "b"], ["to bonn no to berlin", "hm"], [(), ()])))
>>> [answer.answer for answer in answers]
[(['goal:berlin'],), ([],)]
>>> heard = "VERSION=1.0\\nN=3 L=3\\nJ=0 S=0 E=1 W=two p=.6\\nJ=1 S=0 E=1 W=to p=.4\\nJ=2 S=1 E=2 W=bonn p=1\\n"
>>> with Chart("greetings") as system:
...     [answer.answer for answer in system.answer(Cases(["a"], [heard], [()]))]
[(['goal:bonn'],)]
"""

import os
import shlex
import time
from collections.abc import Iterator
from math import inf, nan
from typing import TYPE_CHECKING, Any

from murho.core.case import Cases
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED, Answered
from murho.core.word_graph import WordGraph
from murho.formats.slf import is_word_graph, parse
from murho.measures.units.mapping import mapping
from murho.plugs import Option
from murho.systems.interface import AlwaysOpen, Answer
from murho.systems.kinds import Kind
from murho_lab.chart import TooLargeError, grammar_file, read_parser
from murho_lab.chart.engine import MOST_EDGES
from murho_lab.chart.grammar import read_grammar
from murho_lab.chart.graphs import charted
from murho_lab.chart.parsing import Parsed
from murho_lab.chart.partial import Weights

if TYPE_CHECKING:
    from murho.systems.closure import Sources

OUTPUTS = ("units", "structure")
SCALE = 0.1
"""About one over the usual weight of a language model."""
_OPTIONS = (
    Option("map", "file", None, "How structures become units; by default as the grammar says."),
    Option("output", "text", "units", "What the answer is.", OUTPUTS),
    Option("signs", "whole number", MOST_EDGES, "Signs in the chart after which an expression is given up."),
    Option("word", "number", Weights.word, "What a word costs in a word graph that no piece covers."),
    Option("piece", "number", Weights.piece, "What a piece costs in a word graph."),
    Option("importance", "number", Weights.importance, "What a piece gains there for each point of its importance."),
    Option("scale", "number", SCALE, "What the scores of a word graph without posteriors are multiplied with."),
)


class Chart(AlwaysOpen):
    """A grammar as a system: the best set of pieces, also where no analysis is complete."""

    def __init__(self, spec: str):
        named, settings = _settings(spec)
        self._output = settings.get("output", "units")
        if self._output not in OUTPUTS:
            raise UsageError(f"chart: output={self._output}; known: {', '.join(OUTPUTS)}")
        signs = settings.get("signs", str(MOST_EDGES))
        if not signs.isdigit() or int(signs) < 1:
            raise UsageError(f"chart: signs={signs}; give a whole number above 0")
        numbers = {name: _cost(settings, name) for name in ("word", "piece", "importance", "scale")}
        self._scale = numbers.pop("scale")
        self._weights = Weights(**numbers)
        read = mapping(settings["map"]) if "map" in settings else None
        self._parser = read_parser(grammar_file(named), int(signs), mapping=read)
        if self._output == "units" and self._parser.mapping is None:
            raise UsageError(f"chart: {named} does not say what its units are; give map=FILE, or output=structure")
        self._spec = spec

    def describe(self) -> dict[str, Any]:
        """The settings for the record of a run."""
        return {"kind": "chart", "spec": self._spec, "output": self._output, "signs": self._parser.most_edges}

    def answer(self, cases: Cases) -> Iterator[Answer]:
        """Every case in order."""
        for position, text in enumerate(cases.texts):
            began = time.perf_counter()
            answer, reason = self._outcome(text)
            yield Answer(position, answer, time.perf_counter() - began, reason)

    def _outcome(self, text: str) -> tuple[Answered, str | None]:
        try:
            parsed = self._of_graph(parse(text)) if is_word_graph(text) else self._parser.parse(text)
        except (TooLargeError, InputError) as error:
            return UNDEFINED, str(error)
        return (list(parsed.units or ()) if self._output == "units" else parsed.structure,), None

    def _of_graph(self, graph: WordGraph) -> Parsed:
        if any(link.posterior is None for link in graph.links):
            graph = graph.with_posteriors(self._scale)
        result = charted(self._parser, graph)
        if result is None:
            raise InputError("a word graph without words, or too large to be analysed", "prune it where it is made")
        return self._parser.of_chart(result.chart, self._weights)


def _cost(settings: dict[str, str], name: str) -> float:
    """A number of the options, not below 0."""
    given = settings.get(name)
    if given is None:
        return next(float(option.default) for option in _OPTIONS if option.name == name)
    try:
        value = float(given)
    except ValueError:
        value = nan
    if not 0 <= value < inf:
        raise UsageError(f"chart: {name}={given}; give a number, 0 or more")
    return value


def _settings(spec: str) -> tuple[str, dict[str, str]]:
    """The grammar's name, and the options."""
    try:
        parts = shlex.split(spec)
    except ValueError as error:
        raise UsageError(f"chart:{spec}: {error}; write chart:GRAMMAR output=structure") from None
    if not parts:
        raise UsageError("chart: name a grammar; write chart:GRAMMAR")
    named, *pairs = parts
    settings = {key: value for key, _, value in (pair.partition("=") for pair in pairs)}
    options = [option.name for option in _OPTIONS]
    unknown = [key for key in settings if key not in options]
    if unknown:
        raise UsageError(f"chart: no option {unknown[0]!r}; known: {', '.join(options)}")
    return named, settings


def _files(spec: str) -> "Sources":
    """The grammar, what it includes and the names that it reads; a grammar of murho's own is called by its name."""
    from murho.systems.closure import Sources

    named, settings = _settings(spec)
    path = grammar_file(named)
    files = {named if path == named else f"{named}.chart": path}
    # Others are called by what their places are from the grammar's, which is the same wherever the folder lies.
    folder = os.path.dirname(path) or "."
    files |= {os.path.relpath(file, folder): file for file in read_grammar(path).files if file != path}
    if "map" in settings:
        files[settings["map"]] = settings["map"]
    return Sources(files)


SYSTEM = Kind(
    make=Chart,
    name="chart",
    title="Robust chart parser",
    options=_OPTIONS,
    why="answers in this process",
    instead="bound it with signs=N",
    code=_files,
    example="chart:grammar.chart",
)
