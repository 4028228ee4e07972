"""Trees as files: one sentence after the other, or the meanings of cases and answers.

>>> from murho.formats import conllu
>>> next(named_trees([("s1", ("1\\tSí\\t_\\t_\\t_\\t_\\t0\\troot\\t_\\t_\\n",))], "said.conllu", conllu.parse)).comments
('# sent_id = s1',)
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED, Meanings
from murho.core.tree import Tree
from murho.formats.opening import Path
from murho.formats.saving import OutputError, writing


def write_sentences(path: Path, trees: Iterable[Tree], text_of: Callable[[Tree], str]) -> None:
    """Write sentences one after the other.

    Raises:
        OutputError: `text_of` raised one, which is given the name of the sentence; the file cannot be written.
    """
    with writing(path) as file:
        for number, tree in enumerate(trees, 1):
            try:
                text = text_of(tree)
            except OutputError as error:
                name = f"sentence {number}" if tree.sent_id is None else f"sentence {tree.sent_id!r}"
                location = f"{name}, from line {tree.line}" if tree.line else name
                raise OutputError(f"{location}: {error.found}", error.todo, path=path) from None
            file.write(text.encode())


def read_back(text: str, tree: Tree, parse: Callable[[str], list[Tree]]) -> None:
    """See that a tree is read from its text as it is, and so that no column holds a tab, and all ids are in order.

    Raises:
        OutputError: it would be read otherwise, or it is no text of that format.
    """
    try:
        trees = parse(text)
    except InputError as error:
        raise OutputError(error.found, error.todo) from None
    if trees != [tree]:
        todo = "number the words from 1, keep line breaks out of columns, and begin comments with #"
        raise OutputError("the sentence would be read back otherwise than it is", todo)


def named_trees(
    pairs: Iterable[tuple[str, Meanings]], path: Path, parse: Callable[[str], list[Tree]]
) -> Iterator[Tree]:
    """The one tree of every set of meanings, with its id as `sent_id`.

    Raises:
        OutputError: there is no tree, or a meaning is no text that holds just one.
    """
    for name, meanings in pairs:
        if not (meanings and isinstance(meanings[0], str)):
            found = f"{meanings[0]!r} is no text" if meanings else "the empty set of meanings"
            raise OutputError(f"{name!r}: {found}", "write trees as CoNLL, other meanings as jsonl", path=path)
        try:
            trees = parse(meanings[0])
        except InputError as error:
            raise OutputError(f"{name!r}: {error.found}", error.todo, path=path) from None
        if len(trees) != 1:
            raise OutputError(f"{name!r}: {len(trees)} sentences", "write one for each id, or write jsonl", path=path)
        yield _named(trees[0], name)


def _named(tree: Tree, name: str) -> Tree:
    if tree.sent_id == name:
        return tree
    others = [line for line in tree.comments if line[1:].partition("=")[0].strip() != "sent_id"]
    return replace(tree, comments=(f"# sent_id = {name}", *others))


def the_only(batches: Iterable[Cases], path: Path) -> Iterator[tuple[str, Meanings]]:
    """Ids and references, of which there may be one.

    Raises:
        OutputError: a case has several references.
    """
    for cases in batches:
        for name, reference in zip(cases.ids, cases.meant, strict=True):
            if len(reference) > 1:
                raise OutputError(f"{name!r}: {len(reference)} references", "write jsonl, which has them", path=path)
            yield name, reference


def defined(batches: Iterable[Answers]) -> Iterator[tuple[str, Meanings]]:
    """Ids and answers; ⊥ is left out, as a sentence that is missing is read as ⊥."""
    for batch in batches:
        for name, answer in zip(batch.ids, batch.answers, strict=True):
            if answer is not UNDEFINED:
                yield name, answer
