"""Parsing a sentence: the first analysis, the first n, or all, and what the search took.

>>> from murho_lab.atn.grammar import grammar
>>> from murho_lab.atn.lexicon import Lexicon, Reading
>>> nets = grammar("(S (CAT N T (SETR SUBJ *) (TO S/V))) (S/V (CAT V T (SETR V *) (TO S/E)))"
...                "(S/E (POP (BUILDQ (S + + +) SUBJ V OBJ) T))")
>>> words = Lexicon({"fish": (Reading("N"), Reading("V"))})
>>> parsed = parse(nets, words.sentence("fish fish"))
>>> parsed.structures, parsed.choices, parsed.on_solution, parsed.penetrance
(('(S fish fish ())',), 3, 3, 1.0)
>>> parse(nets, words.sentence("fish")).penetrance
0.0
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from murho_lab.atn.analysis import Analysis
from murho_lab.atn.engine import USUAL, Bounds, Search, Tracer
from murho_lab.atn.lexicon import Sentence
from murho_lab.atn.making import Cell
from murho_lab.atn.network import Grammar, Order
from murho_lab.atn.values import TooLargeError


@dataclass(frozen=True, eq=False)
class Parsed:
    """What came of a sentence."""

    analyses: tuple[Analysis, ...]
    """Distinct ones, in the order they were found."""
    choices: int
    """Arcs attempted in all."""
    on_solution: int
    """Distinct attempts on the way of the first analysis; 0 without one."""
    penetrance: float | None
    """`on_solution` / the choices up to the first analysis; 0 without one; None where all were asked for, or with
    memory, since then the order of the arcs hardly shows in the number of choices."""
    undefined: str | None
    """Why the search ended before its time, or None."""
    unknown: tuple[str, ...] = ()
    """Words that the lexicon lacks."""

    @cached_property
    def structures(self) -> tuple[str, ...]:
        """The structures as bracketed text."""
        return tuple(analysis.structure for analysis in self.analyses)

    def as_json(self) -> dict[str, Any]:
        """The fields that `murho atn parse --json` prints."""
        return {
            "parses": list(dict.fromkeys(self.structures)),
            "choices": {"total": self.choices, "on_solution": self.on_solution},
            "penetrance": self.penetrance,
            "undefined": self.undefined,
            "unknown": list(self.unknown),
        }


def parse(
    grammar: Grammar,
    sentence: Sentence,
    *,
    wanted: int | None = 1,
    order: Order | None = None,
    memory: bool = False,
    bounds: Bounds = USUAL,
    trace: Tracer | None = None,
    passages: dict[Any, float] | None = None,
) -> Parsed:
    """Parse a sentence.

    Args:
        grammar: from `read_grammar`.
        sentence: from `Lexicon.sentence` or a treebank.
        wanted: how many analyses; None is all of them.
        order: in which arcs are tried, from `Strategies.order`; by default as in the grammar.
        memory: remember constituents. The analyses are the same, perhaps in another order.
        bounds: where they are met, `undefined` says so; what was found until then is kept.
        trace: called with every step.
        passages: where given, every crossing of an arc is counted there, by arc of arrival and arc; without memory.
    """
    search = Search(grammar, sentence, order=order, bounds=bounds, memory=memory, trace=trace, passages=passages)
    limit = bounds.parses if wanted is None else wanted
    distinct: dict[Any, Analysis] = {}
    first_choices = on_solution = written = 0
    undefined = None
    try:
        for analysis in search:
            if not distinct:
                first_choices, on_solution = search.choices, analysis.attempts
            key = identity(analysis)
            # Each may be long and there may be thousands: what is written is bounded as what is built.
            written += len(key[0]) + 10 * len(key[1])
            if written > bounds.room:
                undefined = f"analyses that take more than {bounds.room:,} characters"
                break
            if wanted is None and len(distinct) == limit and key not in distinct:
                undefined = f"more than {limit:,} parses"
                break
            distinct.setdefault(key, analysis)
            if wanted is not None and len(distinct) >= limit:
                break
        else:
            undefined = search.undefined
    except TooLargeError as error:
        undefined = str(error)
    penetrance = None if wanted is None or memory else on_solution / first_choices if distinct else 0.0
    return Parsed(tuple(distinct.values()), search.choices, on_solution, penetrance, undefined, sentence.unknown)


def identity(analysis: Analysis) -> Any:
    """What tells analyses apart: the structure, and who depends on whom."""
    return analysis.structure, frozenset(links(analysis))


def links(analysis: Analysis) -> Iterable[tuple[int, int, str]]:
    """Every (position of the governor, position of the dependent, relation); 0 is no governor.

    What constituents share, with memory, is said once.
    """
    seen: set[int] = set()
    waiting = [analysis.links]
    while waiting:
        link = waiting.pop()
        while link is not None and id(link) not in seen:
            seen.add(id(link))
            if isinstance(link.item, Cell):
                waiting.append(link.item)
            else:
                pending, head = link.item
                for relation, dependent, named in pending:
                    governor = named or head
                    yield governor.position if governor else 0, dependent.position, relation
            link = link.rest
