import time

import pytest

from murho.core.tree import EmptyNode, Multiword, Shape, Tree, Word, attributes, fault

CORPUS = Tree(
    (
        Word(1, "Vamos", "ir", "VERB", head=0, deprel="root"),
        Word(2, "nos", "yo", "PRON", head=1, deprel="expl:pv"),
        Word(3, "a", "a", "ADP", head=5, deprel="case"),
        Word(4, "el", "el", "DET", head=5, deprel="det"),
        Word(5, "río", "río", "NOUN", head=1, deprel="obl", misc="SpaceAfter=No"),
        Word(6, ".", ".", "PUNCT", head=1, deprel="punct"),
    ),
    (Multiword(1, 2, "Vámonos"), Multiword(3, 4, "al")),
    (EmptyNode(0, 1, "nosotros"), EmptyNode(5, 1, "grande")),
    ("# newdoc id = d1", "# sent_id = s1", "#lang=es", "# checked"),
    line=10,
)


def heads(*given: int | None) -> Tree:
    return Tree(tuple(Word(id, str(id), head=head) for id, head in enumerate(given, 1)))


def test_what_can_be_asked() -> None:
    assert len(CORPUS) == 6
    assert CORPUS.heads == (0, 1, 5, 5, 1, 1)
    assert CORPUS.relations == ("root", "expl:pv", "case", "det", "obl", "punct")
    assert (CORPUS.root, CORPUS.roots, CORPUS.children(0)) == (1, (1,), (1,))
    assert (CORPUS.children(1), CORPUS.children(5), CORPUS.children(6)) == ((2, 5, 6), (3, 4), ())
    assert (CORPUS.subtree(5), CORPUS.subtree(0)) == ((3, 4, 5), (1, 2, 3, 4, 5, 6))
    assert [CORPUS.depth(word.id) for word in CORPUS.words] == [1, 2, 3, 3, 2, 2]
    assert [CORPUS.arc_length(word.id) for word in CORPUS.words] == [0, 1, -2, -1, 4, 5]
    assert (CORPUS.word(2).relation, CORPUS.word(5).space_after, CORPUS.word(6).space_after) == ("expl", False, True)


def test_text_and_comments() -> None:
    assert CORPUS.text == CORPUS.surface == "Vámonos al río."
    assert [token.form for token in CORPUS.tokens] == ["Vámonos", "al", "río", "."]
    assert CORPUS.sent_id == "s1"
    assert list(CORPUS.metadata()) == [("newdoc id", "d1"), ("sent_id", "s1"), ("lang", "es"), ("checked", "")]
    assert (CORPUS.comment("lang"), CORPUS.comment("checked"), CORPUS.comment("text")) == ("es", "", None)
    assert Tree((), comments=("# sent_id =",)).sent_id is None
    rest = ("_", "_", "_", "_", "_", "_", "_", "Foreign=Yes|SpaceAfter=No")
    joined = Tree(CORPUS.words[2:4], (Multiword(1, 2, "al", rest),)).tokens
    assert not joined[0].space_after


def test_lines() -> None:
    # 10-13 comments, 14 empty node, 15 multiword, 16-17 words, 18 multiword, 19-21 words, 22 empty node, 23 word
    assert [CORPUS.line_of(word.id) for word in CORPUS.words] == [16, 17, 19, 20, 21, 23]
    assert heads(0).line_of(1) == 0
    assert heads(0) == Tree((Word(1, "1", head=0),), line=7)


def test_roots_and_words_that_are_not_there() -> None:
    with pytest.raises(ValueError, match="2 roots where one was expected"):
        _ = heads(0, 0).root
    with pytest.raises(ValueError, match="0 roots"):
        _ = heads(2, 1).root
    for id in (0, 3, -1):
        with pytest.raises(IndexError, match=f"no word {id} among 2"):
            heads(0, 1).word(id)


def test_circles_and_missing_heads() -> None:
    tree = heads(2, 3, 2, 0, None)
    assert (tree.subtree(2), tree.subtree(0), tree.arc_length(5)) == ((1, 2, 3), (4,), None)
    for id in (1, 3, 5):
        with pytest.raises(ValueError, match=f"word {id} does not hang from a root"):
            tree.depth(id)


def test_attributes() -> None:
    assert attributes("Case=Nom|sg||Number[psor]=Plur=2") == {
        "Case": "Nom", "sg": "", "": "", "Number[psor]": "Plur=2"
    }  # fmt: skip
    assert attributes("") == attributes("_") == {}


@pytest.mark.parametrize(
    ("heads", "shape", "word", "found"),
    [
        ((2, None), "tree", 2, "word 2 has no head"),
        ((0, 3), "any", 2, "head 3 of word 2"),
        ((0, -1), "tree", 2, "head -1 of word 2"),
        ((1,), "forest", 1, "the heads go round in a circle: 1 → 1"),
        ((0, 4, 1, 3, 3, 7, 6), "tree", 6, "the heads go round in a circle: 6 → 7 → 6"),
        ((0, 3, 4, 2), "tree", 2, "the heads go round in a circle: 2 → 3 → 4 → 2"),
        ((2, 3, 4, 5, 6, 7, 8, 9, 1), "tree", 1, "the heads go round in a circle: 1 → 2 → 3 → 4 → 5 → 6 → 7 → 8 → ..."),
        ((2, 0, 0, 0), "tree", 3, "a second root, after word 2"),
    ],
)
def test_faults(heads: tuple[int | None, ...], shape: Shape, word: int, found: str) -> None:
    wrong = fault(heads, shape)
    assert wrong is not None
    assert (wrong.word, wrong.found) == (word, found)
    assert wrong.todo


@pytest.mark.parametrize(
    ("heads", "shape"), [((2, 0, 2), "tree"), ((0, 0), "forest"), ((None, 1, 2), "any"), ((2, 1), "any"), ((), "tree")]
)
def test_no_fault(heads: tuple[int | None, ...], shape: Shape) -> None:
    assert fault(heads, shape) is None


def test_long_sentences_take_no_longer_by_the_word() -> None:
    size = 200_000
    start = time.process_time()
    assert fault([*range(2, size + 1), 0]) is None
    wrong = fault([*range(2, size + 1), 1])
    assert wrong is not None
    assert wrong.word == 1
    assert time.process_time() - start < 5
