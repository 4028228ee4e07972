"""Word graphs of what was heard: what they hold. What the parser makes of them is told by `murho_lab.chart.graphs`."""

from collections.abc import Sequence

from murho.core.case import Answers
from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED
from murho.core.word_graph import WordGraph
from murho.formats.slf import is_word_graph, parse
from murho.measures.text.lattice_alignment import nearest
from murho_lab.chart.engine import TooLargeError
from murho_lab.chart.parsing import Parser


def of_answers(answers: Answers) -> list[WordGraph | None]:
    """The word graph of each answer; None where there is none."""
    return [
        parse(answer[-1]) if answer is not UNDEFINED and answer and is_word_graph(answer[-1]) else None
        for answer in answers.answers
    ]


def oracle(
    references: Sequence[str], graphs: Sequence[WordGraph | None], texts: Sequence[str | None]
) -> list[str | None]:
    """Of each graph the text nearest to what was said; without a graph the best text."""
    return [
        text if graph is None else " ".join(nearest(said.split(), graph))
        for said, graph, text in zip(references, graphs, texts, strict=True)
    ]


def words_of(parser: Parser, text: str) -> str | None:
    """The words of a text as an analysis has them, without those that count as nothing; None where it fails."""
    try:
        return parser.parse(text).words
    except (InputError, TooLargeError):
        return None
