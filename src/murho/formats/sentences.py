"""Sentences with trees as cases and answers: a meaning is the text of the sentence in its format.

>>> from murho.core.tree import Word
>>> sentence = Sentence(Tree((Word(1, "Go", head=0),), comments=("# sent_id = s1", "# genre = news")), "the text")
>>> [(cases.ids, cases.references, cases.features["genre"]) for cases in cases_of(lambda: [sentence], "said.conllu")]
[(['s1'], [('the text',)], ['news'])]
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.core.tree import Shape, Tree
from murho.formats.format import How
from murho.formats.opening import Path
from murho.formats.unique import unique

_KNOWN = {"sent_id", "text", "id", "expression", "cluster", "length", "sentence_length"}
"""Comments that are something else than a feature, and names that features cannot have."""


class Sentence(NamedTuple):
    """A sentence and what stands for it as a meaning."""

    tree: Tree
    text: str


def shape_for(measure: How) -> dict[str, Shape]:
    """The shape that a measure of trees can judge, where that is not the format's own: those of equal tokens take any
    number of roots.
    """
    return {"shape": "forest"} if getattr(measure, "equal_tokens", False) else {}


def cases_of(read: Callable[[], Iterable[Sentence]], path: Path, batch: int = 8192) -> Iterator[Cases]:
    """A case for every sentence; `read` gives them from the start.

    Raises:
        InputError: an id occurs twice, only some sentences have one, or there is no sentence at all.
    """
    return unique(lambda: _cases(read(), path, batch), path)


def answers_of(read: Callable[[], Iterable[Sentence]], path: Path, batch: int = 8192) -> Iterator[Answers]:
    """An answer for every sentence; its `sent_id`, if it has one, comes along.

    Raises:
        InputError: an id occurs twice, only some sentences have one, or there is no sentence at all.
    """
    return unique(lambda: _answers(read(), path, batch), path)


def _cases(sentences: Iterable[Sentence], path: Path, batch: int) -> Iterator[Cases]:
    document: str | None = None
    for first, group, names in _batches(sentences, path, batch):
        # Reversed: of several comments with one key the first counts, as in `Tree.comment`.
        comments = [dict(reversed(list(tree.metadata()))) for tree, _ in group]
        documents: list[str | None] = []
        for values in comments:
            if "newdoc" in values or "newdoc id" in values:
                document = values.get("newdoc id") or None
            documents.append(document)
        keys = [key for key in dict.fromkeys(chain.from_iterable(comments)) if _is_feature(key)]
        named: dict[str, Sequence[Any]] = {} if names is None else {"sent_id": names}
        yield Cases(
            ids=_ids(first, group, names),
            expressions=[tree.text for tree, _ in group],
            references=[(text,) for _, text in group],
            clusters=None if all(document is None for document in documents) else documents,
            features={
                **named,
                "sentence_length": [len(tree) for tree, _ in group],
                **{key: [values.get(key) or None for values in comments] for key in keys},
            },
            path=str(path),
            lines=[tree.line for tree, _ in group],
        )


def _answers(sentences: Iterable[Sentence], path: Path, batch: int) -> Iterator[Answers]:
    for first, group, names in _batches(sentences, path, batch):
        yield Answers(
            ids=_ids(first, group, names),
            answers=[(text,) for _, text in group],
            extras={} if names is None else {"sent_id": names},
            path=str(path),
            lines=[tree.line for tree, _ in group],
        )


def _is_feature(key: str) -> bool:
    """Whether sentences can be told apart by what a comment says: not by its text or a translation of it."""
    return key.isidentifier() and key not in _KNOWN and not key.startswith(("text_", "newpar", "newdoc"))


def _ids(first: int, group: Sequence[Sentence], names: Sequence[str] | None) -> list[str]:
    return [str(number) for number in range(first, first + len(group))] if names is None else list(names)


def _batches(
    sentences: Iterable[Sentence], path: Path, batch: int
) -> Iterator[tuple[int, list[Sentence], list[str] | None]]:
    """Sentences with the number of the first one and their `sent_id`, None if they have none."""
    stream, first, named = iter(sentences), 1, None
    while group := list(islice(stream, batch)):
        names = [tree.sent_id for tree, _ in group]
        named = names[0] is not None if named is None else named
        for name, (tree, _) in zip(names, group, strict=True):
            if (name is not None) != named:
                found = "a sentence without sent_id after one with it" if named else "the first sentence with sent_id"
                raise InputError(found, "give every sentence one, or none", path=path, line=tree.line)
        yield first, group, [name for name in names if name is not None] if named else None
        first += len(group)
    if first == 1:
        raise InputError("no sentence at all", "name another file", path=path)
