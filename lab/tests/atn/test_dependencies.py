"""Heads: trees, what is none, and CoNLL-U."""

import pytest

from murho_lab.atn import Reading, Sentence, Token, grammar, parse
from murho_lab.atn.dependencies import NotATreeError, conllu, tree

WORDS = Sentence(
    [
        Token("The", (Reading("DET", {"Lemma": "the", "XPOS": "DT"}),)),
        Token("dog", (Reading("NOUN", {"Number": "Sing", "Case": "Nom"}),)),
        Token("barks", (Reading("VERB"),)),
    ]
)
NETS = """
(S   (PUSH NP T (DEP nsubj *) (TO S/V)))
(S/V (CAT VERB T (HEAD *) (SETR V *) (TO S/E)))
(S/E (POP (BUILDQ (S +) V) T))
(NP  (CAT DET T (DEP det *) (TO NP))
     (CAT NOUN T (HEAD *) (SETR N *) (TO NP/E)))
(NP/E (POP (BUILDQ (NP +) N) T))
"""


@pytest.mark.parametrize("memory", [False, True])
def test_what_comes_before_its_head_depends_on_it(memory: bool) -> None:
    heads = tree(parse(grammar(NETS), WORDS, memory=memory).analyses[0], 3)
    assert heads == [(2, "det"), (3, "nsubj"), (0, "root")]
    assert conllu(WORDS, heads, name="d1") == (
        "# sent_id = d1\n# text = The dog barks\n"
        "1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\t_\n"
        "2\tdog\t_\tNOUN\t_\tCase=Nom|Number=Sing\t3\tnsubj\t_\t_\n"
        "3\tbarks\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    )


def test_what_is_held_depends_where_it_is_taken() -> None:
    nets = grammar("""
    (S (PUSH NP T (HOLD NP *) (TO S/2)))
    (S/2 (PUSH VP T (HEAD *) (SETR VP *) (TO E)))
    (E (POP (BUILDQ (S +) VP) T))
    (VP (CAT VERB T (HEAD *) (SETR V *) (TO VP/V)))
    (VP/V (VIR NP T (DEP obj *) (TO VP/E)))
    (VP/E (POP (BUILDQ (VP +) V) T))
    """ + NETS.split("\n", 4)[4])  # fmt: skip
    for memory in (False, True):
        assert tree(parse(nets, WORDS, memory=memory).analyses[0], 3) == [(2, "det"), (3, "obj"), (0, "root")]


def test_a_governor_of_its_own() -> None:
    nets = grammar(NETS.replace("(DEP nsubj *) (TO S/V)", "(SETR N *) (TO S/V)").replace(
        "(HEAD *) (SETR V *) (TO S/E)", "(HEAD N) (DEP root-of * N) (SETR V *) (TO S/E)"
    ))  # fmt: skip
    assert tree(parse(nets, WORDS).analyses[0], 3) == [(2, "det"), (0, "root"), (2, "root-of")]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("(DEP det *)", "", "word 1 has no head"),
        ("(DEP det *)", "(DEP det *) (DEP mark *)", "word 1 has two heads"),
        ("(HEAD *) (SETR V *)", "(SETR V *)", "the analysis has no head"),
        ("(DEP nsubj *)", "", "word 2 has no head"),
        ("(HEAD *) (SETR V *)", "(HEAD *) (DEP x *) (SETR V *)", "word 3 has two heads"),
    ],
)
def test_what_is_no_tree_says_why(old: str, new: str, found: str) -> None:
    with pytest.raises(NotATreeError, match=found):
        tree(parse(grammar(NETS.replace(old, new, 1)), WORDS).analyses[0], 3)


def test_a_circle() -> None:
    nets = grammar("""(S (CAT DET T (SETR D *) (TO A))) (A (CAT NOUN T (SETR N *) (DEP x D *) (DEP y * D) (TO B)))
    (B (CAT VERB T (HEAD *) (TO E))) (E (POP 's T))""")
    with pytest.raises(NotATreeError, match="depends on itself"):
        tree(parse(nets, WORDS).analyses[0], 3)
