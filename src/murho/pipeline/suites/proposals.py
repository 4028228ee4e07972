"""What a parser makes of test sentences: a tree for each, for a person to correct."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from murho.core.case import Cases
from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED
from murho.core.tree import Tree
from murho.formats import conllu
from murho.suites.building.annotation import named, unparsed
from murho.suites.testdata import misspelt
from murho.systems import gather, system

_ID = re.compile(r"t(\d+)")


@dataclass(frozen=True)
class Proposal:
    """A sentence with its tree; without heads where the parser failed."""

    tree: Tree
    comment: str = ""
    """Why there is no tree."""


def propose(texts: Sequence[str], known: Sequence[Tree], spec: str) -> tuple[Proposal, ...]:
    """A tree for each text, by the system that `spec` names, in the order of the texts.

    Their ids, t001 and so on, go on from those of the trees known.

    Raises:
        UsageError: there is no such system.
    """
    used = [int(match[1]) for tree in known if (match := _ID.fullmatch(tree.sent_id or ""))]
    first = max(used, default=0) + 1
    cases = Cases([f"t{number:03d}" for number in range(first, first + len(texts))], texts, [()] * len(texts))
    if not texts:
        return ()
    with system(spec) as parser:
        answers = gather(cases, parser.answer(cases))
    failures = answers.failures or [None] * len(answers.ids)
    by_id = {id: (answer, why) for id, answer, why in zip(answers.ids, answers.answers, failures, strict=True)}
    asked = zip(cases.ids, texts, strict=True)
    return tuple(_proposal(id, text, *by_id.get(id, (UNDEFINED, None))) for id, text in asked)


def _proposal(id: str, text: str, answer: object, failure: str | None) -> Proposal:
    first = answer[0] if isinstance(answer, tuple) and answer else None
    if not isinstance(first, str):
        return Proposal(unparsed(id, text), f"no tree: {failure or 'the parser gave none'}")
    try:
        trees = conllu.parse(first)
    except InputError as error:
        return Proposal(unparsed(id, text), f"no tree: {error.found}")
    if len(trees) != 1:
        return Proposal(unparsed(id, text), f"no tree: the parser made {len(trees)} sentences of it")
    tree = named(trees[0], id, text)
    if wrong := misspelt(tree):  # its words do not spell the sentence: a person would correct another sentence
        return Proposal(unparsed(id, text), f"no tree: {wrong[0]}")
    return Proposal(tree)
