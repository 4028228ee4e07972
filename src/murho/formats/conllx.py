r"""CoNLL-X, the format of the shared tasks of 2006 and 2007: a word on every line, in ten columns.

    1   Vamos   ir    v   vm   num=p|per=1   0   ROOT   _   _
    2   .       .     f   fp   _             1   PUNC   _   _

The last two are a projective head and its relation (PHEAD, PDEPREL). There are no comments, and so no ids; no multiword
tokens, no empty nodes; no spaces within a column. A sentence may have several roots, but its heads do not go round in
circles. A file that is valid is written byte by byte as it was read (Buchholz and Marsi 2006, section 3).

>>> (tree,) = parse("1\tVamos\tir\tv\tvm\tnum=p|per=1\t0\tROOT\t_\t_\n2\t.\t.\tf\tfp\t_\t1\tPUNC\t_\t_\n")
>>> tree.heads, tree.words[0].upos, tree.words[0].xpos, parse(serialise(tree)) == [tree]
((0, 1), 'v', 'vm', True)

As cases and answers a meaning is a tree in CoNLL-U, whatever the format, so that what comes from one can be compared
with what comes from the other; projective heads, at which no score looks, are left out of it. Otherwise what cannot go
over from one format into the other is an error that says why:

>>> from murho.formats import conllu
>>> (tree,) = conllu.parse("# id = s\n1\tSí\tsí\tADV\tadv\t_\t0\troot\t_\t_\n")
>>> serialise(tree)
Traceback (most recent call last):
murho.formats.saving.OutputError: a comment, '# id = s', which CoNLL-X has not; write CoNLL-U, or leave it out (`bare`)
>>> print(serialise(bare(tree)).expandtabs(6).strip())
1     Sí    sí    ADV   adv   _     0     root  _     _
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from murho.core.case import Answers, Cases
from murho.core.tree import EMPTY, Shape, Tree, Word, fault
from murho.formats.blocks import NUMBERS, Block, Columns, blocks, numbered, shown
from murho.formats.format import Format
from murho.formats.opening import Path, text_lines
from murho.formats.saving import OutputError
from murho.formats.sentences import Sentence, answers_of, cases_of, shape_for
from murho.formats.serialising import read_back, write_sentences

NAMES = ("ID", "FORM", "LEMMA", "CPOSTAG", "POSTAG", "FEATS", "HEAD", "DEPREL", "PHEAD", "PDEPREL")


def read_cases(path: Path, *, batch: int = 8192, shape: Shape = "forest") -> Iterator[Cases]:
    """A case for every sentence: its words, set off by spaces, and the tree as its reference; its number is its id.

    Raises:
        InputError: FILE:LINE: what is wrong there; what to do.
    """
    return cases_of(lambda: _sentences(path, shape), path, batch)


def read_answers(path: Path, *, batch: int = 8192, shape: Shape = "forest") -> Iterator[Answers]:
    """An answer of one tree for every sentence.

    Raises:
        InputError: FILE:LINE: what is wrong there; what to do.
    """
    return answers_of(lambda: _sentences(path, shape), path, batch)


def read_trees(path: Path, *, shape: Shape = "forest") -> Iterator[Tree]:
    """The sentences of a file, in order.

    Raises:
        InputError: FILE:LINE: what is wrong there; what to do.
    """
    return (sentence.tree for sentence in _sentences(path, shape))


def parse(text: str, *, shape: Shape = "forest") -> list[Tree]:
    """The sentences in a text.

    Raises:
        InputError: what is wrong, on which of its lines; what to do.
    """
    return [_tree(block, None, shape) for block in blocks(numbered(text), None)]


def write_trees(path: Path, trees: Iterable[Tree], *, shape: Shape = "forest") -> None:
    """Write sentences.

    Raises:
        OutputError: one of them does not go into CoNLL-X, see `serialise`; the file cannot be written.
    """
    write_sentences(path, trees, lambda tree: serialise(tree, shape=shape))


def serialise(tree: Tree, *, shape: Shape = "forest") -> str:
    """A sentence as text, with the blank line that ends it.

    Raises:
        OutputError: CoNLL-X has no place for something in it: comments, multiword tokens, empty nodes, enhanced
            dependencies, MISC, spaces; or the sentence is not of that shape, or would not be read back as it is.
    """
    if lost := _first_unrepresentable(tree):
        raise OutputError(f"{lost}, which CoNLL-X has not", "write CoNLL-U, or leave it out (`bare`)")
    text = "\n".join(map(_line, tree.words)) + "\n\n"
    # What is written is read first, so that no file comes out that would be refused.
    read_back(text, tree, lambda text: parse(text, shape=shape))
    return text


def bare(tree: Tree) -> Tree:
    """The words alone, without what CoNLL-X has no place for; spaces in forms and lemmas become `_`."""
    words = [
        replace(word, deps=EMPTY, misc=EMPTY, form=_solid(word.form), lemma=_solid(word.lemma)) for word in tree.words
    ]
    return Tree(tuple(words), line=tree.line)


def _solid(text: str) -> str:
    return text.replace(" ", "_")


def _first_unrepresentable(tree: Tree) -> str | None:
    """The first thing in a tree that CoNLL-X has no place for, as an error calls it; None if there is none."""
    if tree.comments:
        return f"a comment, {shown(tree.comments[0])}"
    for first, last, form, _ in tree.multiwords:
        return f"a multiword token, {first}-{last} {shown(form)}"
    for after, number, form, _ in tree.empty_nodes:
        return f"an empty node, {after}.{number} {shown(form)}"
    for word in tree.words:
        for name, value in (("DEPS", word.deps), ("MISC", word.misc)):
            if value != EMPTY:
                return f"{name} {shown(value)} of word {word.id}"
        for name, value in zip(NAMES[1:6], (word.form, word.lemma, word.upos, word.xpos, word.feats), strict=True):
            if " " in value:
                return f"a space in {name} {shown(value)} of word {word.id}"
    return None


def _line(word: Word) -> str:
    head, phead = (EMPTY if id is None else str(id) for id in (word.head, word.phead))
    columns = (word.form, word.lemma, word.upos, word.xpos, word.feats, head, word.deprel, phead, word.pdeprel)
    return "\t".join((str(word.id), *columns))


def _sentences(path: Path, shape: Shape) -> Iterator[Sentence]:
    for block in blocks(text_lines(path), path):
        tree = _tree(block, path, shape)
        # PHEAD and PDEPREL stand in the columns that are DEPS and MISC in CoNLL-U.
        projective = any(word.phead is not None or word.pdeprel != EMPTY for word in tree.words)
        yield Sentence(tree, _without_projective(block).text if projective else block.text)


def _without_projective(block: Block) -> Block:
    """The block with its last two columns empty, which makes it CoNLL-U."""
    rows = (line.split("\t")[:-2] for line in block.lines)
    return Block(block.line, ["\t".join((*row, EMPTY, EMPTY)) for row in rows])


def _tree(block: Block, path: Path | None, shape: Shape) -> Tree:
    columns = Columns("CoNLL-X", NAMES, path)
    words: list[Word] = []
    for number, line in enumerate(block.lines, block.line):
        if line[0] == "#" and "\t" not in line:
            raise columns.error("a comment", "CoNLL-X has none: delete the line, or is this CoNLL-U?", number)
        values = columns.split(line, number)
        if " " in line:
            name, value = next(pair for pair in zip(NAMES, values, strict=True) if " " in pair[1])
            todo = "CoNLL-X has none within columns: write _ instead, or is this CoNLL-U?"
            raise columns.error(f"a space in {name} {shown(value)}", todo, number)
        name, form, lemma, cpostag, postag, feats, head, deprel, phead, pdeprel = values
        id = len(words) + 1
        # Looked up first: of nearly every word id and head are small numbers.
        if NUMBERS.get(name) != id and name != str(id):
            todo = "number the words of a sentence from 1"
            if "-" in name or "." in name:
                todo = "CoNLL-X has no multiword tokens and no empty nodes; is this CoNLL-U?"
            raise columns.error(f"ID {shown(name)} where {id} belongs", todo, number)
        heads = [
            None if text == EMPTY else NUMBERS[text] if text in NUMBERS else columns.number(text, what, number)
            for what, text in (("HEAD", head), ("PHEAD", phead))
        ]
        words.append(Word(id, form, lemma, cpostag, postag, feats, heads[0], deprel, phead=heads[1], pdeprel=pdeprel))
    for word in words:
        if word.phead is not None and word.phead > len(words):
            todo = f"the words are 1 to {len(words)}; give one of them, or 0 for the root"
            raise columns.error(f"PHEAD {word.phead} of word {word.id}", todo, block.line + word.id - 1)
    if wrong := fault([word.head for word in words], shape):
        raise columns.error(wrong.found, wrong.todo, block.line + wrong.word - 1)
    return Tree(tuple(words), line=block.line)


FORMAT = Format(
    name="conllx",
    title="CoNLL-X",
    aliases=("conll", "conll-x"),
    suffixes=(".conll", ".conllx"),
    holds=("tree",),
    strict=True,
    usual="dependencies(rules=conllx)",
    wants={"rules": "conllx"},
    whole_text=True,
    reading=shape_for,
    read_cases=read_cases,
    read_answers=read_answers,
    read_trees=read_trees,
    write_trees=write_trees,
    example="murho score dependencies gold.conll system.conll",
)
