r"""CoNLL-U, the format of Universal Dependencies: a word on every line, in ten columns.

    # sent_id = s1
    # text = Vámonos.
    1-2 Vámonos _    _     _ _        _ _    _ SpaceAfter=No
    1   Vamos   ir   VERB  _ Mood=Imp 0 root _ _
    2   nos     yo   PRON  _ _        1 obj  _ _
    3   .       .    PUNCT _ _        1 punct _ _

Comments, multiword tokens (`1-2`) and empty nodes (`3.1`) are kept; a file that is valid is written byte by byte as it
was read. A sentence must be a tree with exactly one root, unless another shape is asked for. As cases and answers a
meaning is the text of a sentence; its id is its `sent_id`, or else its number.

The meaning is the text because that loses nothing, is stored and compared like any text, and is what parsers write.
Code that looks at trees parses it (`murho.core.tree`); the scorer reads the bytes. What is written is read back first,
so that no file is written that murho would refuse.

>>> (tree,) = parse("1\tDogs\tdog\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\t_\t_\t0\troot\t_\t_\n")
>>> tree.text, tree.heads, parse(serialise(tree)) == [tree]
('Dogs bark', (2, 0), True)

"CoNLL-X, the format of the shared tasks of 2006 and 2007: a word on every line, in ten columns.

    1   Vamos   ir    v   vm   num=p|per=1   0   ROOT   _   _
    2   .       .     f   fp   _             1   PUNC   _   _

The last two are a projective head and its relation (PHEAD, PDEPREL). There are no comments, and so no ids; no multiword
tokens, no empty nodes; no spaces within a column. A sentence may have several roots, but its heads do not go round in
circles. A file that is valid is written byte by byte as it was read (Buchholz and Marsi 2006, section 3).

>>> (tree,) = conllx_parse("1\tVamos\tir\tv\tvm\tnum=p|per=1\t0\tROOT\t_\t_\n2\t.\t.\tf\tfp\t_\t1\tPUNC\t_\t_\n")
>>> tree.heads, tree.words[0].upos, tree.words[0].xpos, conllx_parse(conllx_serialise(tree)) == [tree]
((0, 1), 'v', 'vm', True)

As cases and answers a meaning is a tree in CoNLL-U, whatever the format, so that what comes from one can be compared
with what comes from the other; projective heads, at which no score looks, are left out of it. Otherwise what cannot go
over from one format into the other is an error that says why:

>>> from murho.formats import conllu
>>> (tree,) = conllu.parse("# id = s\n1\tSí\tsí\tADV\tadv\t_\t0\troot\t_\t_\n")
>>> conllx_serialise(tree)
Traceback (most recent call last):
murho.formats.saving.OutputError: a comment, '# id = s', which CoNLL-X has not; write CoNLL-U, or leave it out (`bare`)
>>> print(conllx_serialise(bare(tree)).expandtabs(6).strip())
1     Sí    sí    ADV   adv   _     0     root  _     _
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from murho.core.case import Answers, Cases
from murho.core.tree import EMPTY, EmptyNode, Multiword, Rest, Shape, Tree, Word, fault
from murho.formats.format import Format
from murho.formats.opening import Path, text_lines
from murho.formats.saving import OutputError
from murho.formats.sentences import (
    NUMBERS,
    Block,
    Columns,
    Sentence,
    answers_of,
    blocks,
    cases_of,
    defined,
    named_trees,
    numbered,
    read_back,
    shape_for,
    shown,
    the_only,
    write_sentences,
)

NAMES = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")


def read_cases(path: Path, *, batch: int = 8192, shape: Shape = "tree") -> Iterator[Cases]:
    """A case for every sentence: its text, the tree as its reference, `newdoc id` as its cluster.

    Features are `sentence_length` in words, and what comments `# key = value` say.

    Raises:
        InputError: FILE:LINE: a sentence that is no tree, an id that occurs twice...
    """
    return cases_of(lambda: _sentences(path, shape), path, batch)


def read_answers(path: Path, *, batch: int = 8192, shape: Shape = "tree") -> Iterator[Answers]:
    """An answer of one tree for every sentence.

    Raises:
        InputError: FILE:LINE: a sentence that is no tree, an id that occurs twice...
    """
    return answers_of(lambda: _sentences(path, shape), path, batch)


def read_trees(path: Path, *, shape: Shape = "tree") -> Iterator[Tree]:
    """The sentences of a file, in order.

    Raises:
        InputError: FILE:LINE: what is wrong there; what to do.
    """
    return (sentence.tree for sentence in _sentences(path, shape))


def parse(text: str, *, shape: Shape = "tree") -> list[Tree]:
    """The sentences in a text, such as a meaning.

    Raises:
        InputError: what is wrong, on which of its lines; what to do.
    """
    return [_tree(block, None, shape) for block in blocks(numbered(text), None)]


def write_cases(path: Path, batches: Iterable[Cases]) -> None:
    """Write the references of cases, each with its id as `sent_id`.

    Raises:
        OutputError: a case has no reference or several, or one that is no CoNLL-U; the file cannot be written.
    """
    write_trees(path, named_trees(the_only(batches, path), path, _parse_any_shape), shape="any")


def write_answers(path: Path, batches: Iterable[Answers]) -> None:
    """Write answers, of several the first, each with its id as `sent_id`.

    ⊥ is left out: read against the same cases, a sentence without an answer is ⊥.

    Raises:
        OutputError: an answer is no CoNLL-U, or the empty set; the file cannot be written.
    """
    write_trees(path, named_trees(defined(batches), path, _parse_any_shape), shape="any")


def _parse_any_shape(text: str) -> list[Tree]:
    """The sentences in a text, whatever the shape of their heads."""
    return parse(text, shape="any")


def write_trees(path: Path, trees: Iterable[Tree], *, shape: Shape = "tree") -> None:
    """Write sentences.

    Raises:
        OutputError: one of them does not go into CoNLL-U, see `serialise`; the file cannot be written.
    """
    write_sentences(path, trees, lambda tree: serialise(tree, shape=shape))


def serialise(tree: Tree, *, shape: Shape = "tree") -> str:
    """A sentence as text, with the blank line that ends it.

    Raises:
        OutputError: CoNLL-U has no place for something in it, as for a projective head (PHEAD) of CoNLL-X; or the
            sentence is not of that shape, or would not be read back as it is.
    """
    for word in tree.words:
        if word.phead is not None or word.pdeprel != EMPTY:
            found = (
                f"word {word.id} has a projective head or relation (PHEAD, PDEPREL), and CoNLL-U has no place for it"
            )
            raise OutputError(found, "leave it out, or write CoNLL-X")
    text = _text(tree)
    # What is written is read first, so that no file comes out that would be refused.
    read_back(text, tree, lambda text: parse(text, shape=shape))
    return text


def _text(tree: Tree) -> str:
    """The lines of a sentence, multiword tokens before their first word, and the blank line."""
    starting = {multiword.first: multiword for multiword in tree.multiwords}
    following: dict[int, list[EmptyNode]] = {}
    for node in tree.empty_nodes:
        following.setdefault(node.after, []).append(node)
    lines = [*tree.comments, *_empty_lines(following, 0)]
    for word in tree.words:
        if multiword := starting.get(word.id):
            lines.append("\t".join((f"{multiword.first}-{multiword.last}", multiword.form, *multiword.rest)))
        head = EMPTY if word.head is None else str(word.head)
        columns = (word.form, word.lemma, word.upos, word.xpos, word.feats, head, word.deprel, word.deps, word.misc)
        lines.append("\t".join((str(word.id), *columns)))
        lines += _empty_lines(following, word.id)
    return "\n".join(lines) + "\n\n"


def _empty_lines(nodes: dict[int, list[EmptyNode]], after: int) -> list[str]:
    return ["\t".join((f"{after}.{node.number}", node.form, *node.rest)) for node in nodes.get(after, ())]


def _sentences(path: Path, shape: Shape) -> Iterator[Sentence]:
    for block in blocks(text_lines(path), path):
        yield Sentence(_tree(block, path, shape), block.text)


def _tree(block: Block, path: Path | None, shape: Shape) -> Tree:
    """The tree that a block of lines is; InputError, with the line, where it is none of that shape."""
    columns = Columns("CoNLL-U", NAMES, path)
    words: list[Word] = []
    line_numbers: list[int] = []
    multiwords: list[Multiword] = []
    empty_nodes: list[EmptyNode] = []
    comments = _comments(block, columns)
    for number, line in enumerate(block.lines[len(comments) :], block.line + len(comments)):
        if line[0] == "#":
            raise columns.error("a comment inside a sentence", "put it before the first word", number)
        name, form, lemma, upos, xpos, feats, head, deprel, deps, misc = columns.split(line, number)
        id = len(words) + 1
        # Looked up first: of nearly every word id and head are small numbers.
        if NUMBERS.get(name) == id or name == str(id):
            governor = NUMBERS.get(head)
            if governor is None and head != EMPTY:
                governor = columns.number(head, "HEAD", number)
            words.append(Word(id, form, lemma, upos, xpos, feats, governor, deprel, deps, misc))
            line_numbers.append(number)
            continue
        rest: Rest = (lemma, upos, xpos, feats, head, deprel, deps, misc)
        if "-" in name:
            multiwords.append(Multiword(*_range(name, id, multiwords, columns, number), form, rest))
        elif "." in name:
            # Between the line of a multiword token and its first word nothing else may stand.
            starting = bool(multiwords) and multiwords[-1].first == id
            empty_nodes.append(
                EmptyNode(*_empty_node_id(name, id - 1, empty_nodes, starting, columns, number), form, rest)
            )
        else:
            raise columns.error(f"ID {shown(name)} where {id} belongs", "number the words of a sentence from 1", number)
    if not words:
        raise columns.error("a sentence without words", "put in its words, or delete these lines", block.last)
    if multiwords and multiwords[-1].last > len(words):
        first, last = multiwords[-1][:2]
        found = f"the sentence ends before the multiword token {first}-{last} does, after {len(words)} words"
        raise columns.error(found, "put in the words that are missing, or correct its range", block.last)
    if wrong := fault([word.head for word in words], shape):
        raise columns.error(wrong.found, wrong.todo, line_numbers[wrong.word - 1])
    return Tree(tuple(words), tuple(multiwords), tuple(empty_nodes), comments, block.line)


def _comments(block: Block, columns: Columns) -> tuple[str, ...]:
    """The comment lines that a block begins with; InputError for CoNLL-U Plus."""
    size = 0
    for line in block.lines:
        if line[0] != "#":
            break
        columns.check(line, block.line + size)
        if line[1:].lstrip().startswith("global.columns") and line.partition("=")[2].split() != list(NAMES):
            raise columns.error("CoNLL-U Plus, with columns of its own", "turn it into CoNLL-U", block.line + size)
        size += 1
    return tuple(block.lines[:size])


def _range(name: str, id: int, before: list[Multiword], columns: Columns, number: int) -> tuple[int, int]:
    """First and last word of the multiword token in front of the word `id`."""
    start, _, end = name.partition("-")
    first, last = columns.number(start, "ID", number), columns.number(end, "ID", number)
    if before and first <= before[-1].last:
        found = f"the multiword token {name} overlaps with {before[-1].first}-{before[-1].last}"
        raise columns.error(found, "a word belongs to one of them at most", number)
    if first != id or last < first:
        todo = "write FIRST-LAST, on the line before the first of its words"
        raise columns.error(f"the multiword token {name} before word {id}", todo, number)
    return first, last


def _empty_node_id(
    name: str, after: int, before: list[EmptyNode], starting: bool, columns: Columns, number: int
) -> tuple[int, int]:
    """The word before an empty node, and its number among those after that word."""
    start, _, end = name.partition(".")
    node_id = columns.number(start, "ID", number), columns.number(end, "ID", number)
    if starting:
        todo = "put it before the line of the multiword token"
        raise columns.error(f"the empty node {name} between a multiword token and its first word", todo, number)
    expected = after, before[-1].number + 1 if before and before[-1].after == after else 1
    if node_id != expected:
        todo = "number the empty nodes after each word from 1"
        raise columns.error(f"the empty node {name} where {expected[0]}.{expected[1]} could come", todo, number)
    return node_id


FORMAT_CONLLU = Format(
    name="conllu",
    title="CoNLL-U",
    aliases=("conll-u",),
    suffixes=(".conllu",),
    holds=("tree",),
    strict=True,
    usual="dependencies",
    whole_text=True,
    reading=shape_for,
    read_cases=read_cases,
    read_answers=read_answers,
    write_cases=write_cases,
    write_answers=write_answers,
    read_trees=read_trees,
    write_trees=write_trees,
    example="murho score dependencies gold.conllu system.conllu",
)


CONLLX_NAMES = ("ID", "FORM", "LEMMA", "CPOSTAG", "POSTAG", "FEATS", "HEAD", "DEPREL", "PHEAD", "PDEPREL")


def read_conllx_cases(path: Path, *, batch: int = 8192, shape: Shape = "forest") -> Iterator[Cases]:
    """A case for every sentence: its words, set off by spaces, and the tree as its reference; its number is its id.

    Raises:
        InputError: FILE:LINE: what is wrong there; what to do.
    """
    return cases_of(lambda: _conllx_sentences(path, shape), path, batch)


def read_conllx_answers(path: Path, *, batch: int = 8192, shape: Shape = "forest") -> Iterator[Answers]:
    """An answer of one tree for every sentence.

    Raises:
        InputError: FILE:LINE: what is wrong there; what to do.
    """
    return answers_of(lambda: _conllx_sentences(path, shape), path, batch)


def read_conllx_trees(path: Path, *, shape: Shape = "forest") -> Iterator[Tree]:
    """The sentences of a file, in order.

    Raises:
        InputError: FILE:LINE: what is wrong there; what to do.
    """
    return (sentence.tree for sentence in _conllx_sentences(path, shape))


def conllx_parse(text: str, *, shape: Shape = "forest") -> list[Tree]:
    """The sentences in a text.

    Raises:
        InputError: what is wrong, on which of its lines; what to do.
    """
    return [_conllx_tree(block, None, shape) for block in blocks(numbered(text), None)]


def write_conllx_trees(path: Path, trees: Iterable[Tree], *, shape: Shape = "forest") -> None:
    """Write sentences.

    Raises:
        OutputError: one of them does not go into CoNLL-X, see `serialise`; the file cannot be written.
    """
    write_sentences(path, trees, lambda tree: conllx_serialise(tree, shape=shape))


def conllx_serialise(tree: Tree, *, shape: Shape = "forest") -> str:
    """A sentence as text, with the blank line that ends it.

    Raises:
        OutputError: CoNLL-X has no place for something in it: comments, multiword tokens, empty nodes, enhanced
            dependencies, MISC, spaces; or the sentence is not of that shape, or would not be read back as it is.
    """
    if lost := _first_unrepresentable(tree):
        raise OutputError(f"{lost}, which CoNLL-X has not", "write CoNLL-U, or leave it out (`bare`)")
    text = "\n".join(map(_line, tree.words)) + "\n\n"
    # What is written is read first, so that no file comes out that would be refused.
    read_back(text, tree, lambda text: conllx_parse(text, shape=shape))
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
        for name, value in zip(
            CONLLX_NAMES[1:6], (word.form, word.lemma, word.upos, word.xpos, word.feats), strict=True
        ):
            if " " in value:
                return f"a space in {name} {shown(value)} of word {word.id}"
    return None


def _line(word: Word) -> str:
    head, phead = (EMPTY if id is None else str(id) for id in (word.head, word.phead))
    columns = (word.form, word.lemma, word.upos, word.xpos, word.feats, head, word.deprel, phead, word.pdeprel)
    return "\t".join((str(word.id), *columns))


def _conllx_sentences(path: Path, shape: Shape) -> Iterator[Sentence]:
    for block in blocks(text_lines(path), path):
        tree = _conllx_tree(block, path, shape)
        # PHEAD and PDEPREL stand in the columns that are DEPS and MISC in CoNLL-U.
        projective = any(word.phead is not None or word.pdeprel != EMPTY for word in tree.words)
        yield Sentence(tree, _without_projective(block).text if projective else block.text)


def _without_projective(block: Block) -> Block:
    """The block with its last two columns empty, which makes it CoNLL-U."""
    rows = (line.split("\t")[:-2] for line in block.lines)
    return Block(block.line, ["\t".join((*row, EMPTY, EMPTY)) for row in rows])


def _conllx_tree(block: Block, path: Path | None, shape: Shape) -> Tree:
    columns = Columns("CoNLL-X", CONLLX_NAMES, path)
    words: list[Word] = []
    for number, line in enumerate(block.lines, block.line):
        if line[0] == "#" and "\t" not in line:
            raise columns.error("a comment", "CoNLL-X has none: delete the line, or is this CoNLL-U?", number)
        values = columns.split(line, number)
        if " " in line:
            name, value = next(pair for pair in zip(CONLLX_NAMES, values, strict=True) if " " in pair[1])
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


FORMAT_CONLLX = Format(
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
    read_cases=read_conllx_cases,
    read_answers=read_conllx_answers,
    read_trees=read_conllx_trees,
    write_trees=write_conllx_trees,
    example="murho score dependencies gold.conll system.conll",
)
