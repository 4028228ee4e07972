"""Forms, tests and actions, each through the smallest grammar that shows it."""

import pytest

from murho_lab.atn import Reading, Sentence, Token, grammar, parse
from murho_lab.atn.oracle import Oracle
from murho_lab.atn.values import bracketed

DOG = Token("dog", (Reading("N", {"Number": "Sing", "Gender": "Fem,Masc"}),))
RUNS = Token("Runs", (Reading("V", {"Number": "Sing"}), Reading("N", {"Number": "Plur"})))


def built(text: str, *words: Token) -> tuple[str, ...]:
    """The structures of all analyses, by the engine and by its slow twin."""
    nets, sentence = grammar(text), Sentence(list(words))
    found = parse(nets, sentence, wanted=None).structures
    assert list(found) == list(dict.fromkeys(bracketed(value) for value, _ in Oracle(nets, sentence).analyses()))
    return found


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("(GETR X)", "dog"),
        ("(GETR Y)", "()"),
        ("'x", "x"),
        ("'(a (b))", "(a (b))"),
        ("()", "()"),
        ("NIL", "()"),
        ("T", "T"),
        ("constant", "constant"),
        ("(GETF Number X)", "Sing"),
        ("(GETF Case X)", "()"),
        ("(BUILDQ (NP + (A +) *) X Y)", "(NP dog (A ()) ())"),
        ("(BUILDQ + X)", "dog"),
        ("(BUILDQ (S () +) (LIST 'a 'X))", "(S () (a X))"),
        ("(BUILDQ (@ (S) + (b c)) L)", "(S dog dog b c)"),
        ("(LIST (GETR X) 'a)", "(dog a)"),
        ("(LIST)", "()"),
        ("(APPEND (GETR L) 'z)", "(dog dog z)"),
        ("(AND (GETR X) 'b)", "b"),
        ("(AND (GETR Y) 'b)", "()"),
        ("(OR (GETR Y) 'b)", "b"),
        ("(NOT (GETR X))", "()"),
        ("(NULLR Y)", "T"),
        ("(EQ (GETR X) 'DOG)", "T"),
        ("(EQ 'dog 'DOG)", "()"),
        ("(EQ (GETR L) '(dog dog))", "T"),
        ("(EQ (GETR Y) ())", "T"),
        ("(MEMQ (GETR X) (cat dog))", "T"),
        ("(MEMQ (GETR X) '(cat))", "()"),
        ("(AGREE X X Number Case)", "T"),
        ("(CAT N V)", "()"),
        ("(WRD dog)", "()"),
    ],
)
def test_forms(form: str, expected: str) -> None:
    nets = f"(S (CAT N T (SETR X *) (ADDR L *) (ADDL L *) (TO E))) (E (POP {form} T))"
    assert built(nets, DOG) == (expected,)


@pytest.mark.parametrize(
    ("test", "passes"),
    [
        ("(CAT N)", True),
        ("(CAT V X)", True),
        ("(CAT DET)", False),
        ("(WRD runs walks)", True),
        ("(EQ * runs)", True),
        ("(AGREE * X Number)", True),
        ("(NOT *)", False),
    ],
)
def test_tests_on_a_jump_see_the_current_word(test: str, passes: bool) -> None:
    nets = f"(S (CAT N T (SETR X *) (TO A))) (A (JUMP B {test})) (B (CAT V T (TO E))) (E (POP 'x T))"
    assert built(nets, DOG, RUNS) == (("x",) if passes else ())


def test_each_reading_is_tried_under_one_choice() -> None:
    both = Token("fish", (Reading("N", {"Number": "Sing"}), Reading("N", {"Number": "Plur"}), Reading("V")))
    nets = grammar("(S (CAT N T (SETR X (GETF Number)) (TO E))) (E (POP (GETR X) T))")
    parsed = parse(nets, Sentence([both]), wanted=None)
    assert (parsed.structures, parsed.choices) == (("Sing", "Plur"), 3)


def test_several_values_of_a_feature_agree_in_one() -> None:
    masculine = Token("il", (Reading("D", {"Gender": "Masc"}),))
    neuter = Token("das", (Reading("D", {"Gender": "Neut"}),))
    nets = "(S (CAT D T (SETR D *) (TO A))) (A (CAT N (AGREE D * Gender Number) (TO E))) (E (POP 'x T))"
    assert built(nets, masculine, DOG) == ("x",)
    assert built(nets, neuter, DOG) == ()


def test_sendr_liftr_and_levels_of_their_own() -> None:
    text = """
    (S (PUSH A T (SENDR UP 'sent) (SETR OWN 'mine) (SETR GOT *) (TO E)))
    (E (POP (BUILDQ (S + + + +) GOT UP OWN LIFTED) T))
    (A (CAT N T (LIFTR LIFTED (GETR UP)) (SETR OWN 'other) (TO AE)))
    (AE (POP (BUILDQ (A + +) UP OWN) T))
    """
    assert built(text, DOG) == ("(S (A sent other) () mine sent)",)


def test_sendr_of_the_same_register_by_its_name() -> None:
    text = """
    (S (CAT N T (SETR X *) (TO B))) (B (PUSH A T (SENDR X) (SETR Y *) (TO E))) (E (POP (GETR Y) T))
    (A (CAT V T (TO AE))) (AE (POP (BUILDQ (A + *) X) T))
    """
    assert built(text, DOG, RUNS) == ("(A dog ())",)


def test_what_is_held_must_be_used_before_its_level_ends() -> None:
    held = "(S (CAT N T (HOLD) (TO A))) (A (CAT V T (TO B)) (PUSH P T (SETR X *) (TO B)))"
    below = "(P (CAT V T (TO P/2))) (P/2 (VIR N T (SETR O *) (TO PE))) (PE (POP (BUILDQ (P +) O) T))"
    assert built(f"{held} (B (POP (GETR X) T)) {below}", DOG, RUNS) == ("(P dog)",)
    inside = "(S (PUSH Q T (TO B))) (B (VIR N T (TO E))) (E (POP 'x T)) (Q (CAT N T (HOLD) (TO QE))) (QE (POP 'q T))"
    assert built(inside, DOG) == ()


def test_what_was_held_last_is_tried_first() -> None:
    text = """(S (CAT N T (HOLD x *) (TO A))) (A (CAT V T (HOLD x *) (TO B))) (B (VIR x T (ADDR L *) (TO C)))
    (C (VIR (x y) T (ADDR L *) (TO E))) (E (POP (GETR L) T))"""
    assert built(text, DOG, RUNS) == ("(Runs dog)", "(dog Runs)")


def test_a_constituent_has_the_features_of_its_head_and_its_own() -> None:
    text = """(S (PUSH NP T (SETR X *) (TO E))) (E (POP (BUILDQ (S + + +) X (GETF Number X) (GETF Person X)) T))
    (NP (CAT N T (HEAD *) (SETF Person 3) (SETF Person 1) (SETR N *) (TO NP/E)))
    (NP/E (POP (BUILDQ (NP +) N) T))"""
    assert built(text, DOG) == ("(S (NP dog) Sing 1)",)


def test_words_and_the_jump_that_looks_without_passing() -> None:
    text = """(S (WRD dog T (JUMP A))) (A (TST any (EQ (GETF Number) Sing) (SETR X *) (TO B)))
    (B (MEM (runs) T (TO E)) (WRD 's T (TO E))) (E (POP (GETR X) T))"""
    assert built(text, DOG, RUNS) == ("dog",)
    assert built(text, DOG, Token("'s", ())) == ("dog",)
    assert built(text, DOG) == ()


def test_buildq_takes_forms_for_the_other_sign() -> None:
    text = "(S (CAT N T (SETR X *) (TO E))) (E (POP (BUILDQ (S + # #) X 'x (GETF Number X)) T))"
    assert built(text, DOG) == ("(S dog x Sing)",)


def test_a_constituent_with_a_head_is_one_element_at_either_end() -> None:
    text = """(S (PUSH NP T (SETR X *) (ADDL X 'l) (ADDR X 'r) (ADDL X 'a 'b) (TO E))) (E (POP (GETR X) T))
    (NP (CAT N T (HEAD *) (TO NP/E))) (NP/E (POP (BUILDQ (NP n)) T))"""
    assert built(text, DOG) == ("(a b l (NP n) r)",)
