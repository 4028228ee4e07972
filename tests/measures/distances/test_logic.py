"""Logical forms: what is one form, how far others are, in words."""

from typing import Any

import pytest

from murho.core.errors import UsageError
from murho.measures.distances.logic import MOST_DEPTH, logic_told
from murho.measures.distances.naming import named
from murho.measures.meanings import graded

RIVERS = "(lambda x (and (river x) (through x texas)))"


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (RIVERS, "(lambda $0 (and (through $0 texas)\n (river $0)))"),
        ("(λ x (∧ (p x) (q x)))", "(lambda y (and (q y) (p y)))"),
        ("(exists x (exists y (loves x y)))", "(∃ (y x) (loves y x))"),
        ("(exists (x y) (loves x y))", "(exists (x y) (loves y x))"),
        ("(exists (x y) (and (p x a) (p y b) (q c)))", "(exists (a1 a2) (and (q c) (p a1 b) (p a2 a)))"),
        ("(forall ((x Int) (y Real)) (< x y))", "(forall ((b Real) (a Int)) (< a b))"),
        ("(lambda $0 e (state $0))", "(lambda $1 e (state $1))"),
        ("(and a (and b (and c)))", "(and c b a)"),
        ("(or (or a b) (and c))", "(or c b a)"),
        ("(lambda x (and (p x)))", "(lambda x (p x))"),
        ("(lambda x (p x (lambda x (q x))))", "(lambda x (p x (lambda y (q y))))"),
        ('(name x "a (b")', '( name x  "a (b" )'),
    ],
)
def test_one_form(one: str, two: str) -> None:
    assert named("logic").between(one, two) == named("logic").between(two, one) == 0
    assert graded("logic").judge([(one,)], [(two,)]).labels["relation"] == ["equal"]


@pytest.mark.parametrize(
    ("one", "two", "far"),
    [
        # binder and first word, variable, list of two, list of three: 2 + 1 + 3 + 4 nodes
        (RIVERS, RIVERS.replace("texas", "utah"), 1 - 9 / 11),
        (RIVERS, "(lambda x (river x))", 1 - 6 / 10),
        (RIVERS, RIVERS.replace("lambda", "exists"), 1 - 9 / 11),
        (RIVERS, RIVERS.replace("and", "or"), 1 - 3 / 18),
        (RIVERS, "(river x)", 1),
        ("(f x)", "(f y)", 1 - 2 / 4),  # free variables are constants
        ("(forall x (exists y (p x y)))", "(exists y (forall x (p x y)))", 1 - 7 / 13),
        ("(lambda (x y) (p x y))", "(lambda (x y) (p y x))", 1 - 7 / 9),
        ("(lambda ((x A) (y B)) (p x y))", "(lambda ((y B) (x A)) (p x y))", 1 - 6 / 10),  # arguments have an order
        ("(and (p a) (p a))", "(p a)", 1 / 2),
        ("(f a b)", "(f b a)", 1 - 3 / 5),
        ("(", "(", 0),
        ("(", "((", 1),
        ("(f a)) (g b", "(f a)", 1),
        ("texas", "texas", 0),
        ("texas", "utah", 1),
        (3, "(f a)", 1),
    ],
)
def test_values(one: Any, two: Any, far: float) -> None:
    between = named("logic").between
    assert between(one, two) == pytest.approx(far)
    assert between(two, one) == pytest.approx(far)


def test_further_words() -> None:
    one, two = "(argmax $0 (state $0) (size $0))", "(argmax $1 (state $1) (size $1))"
    assert named("logic").between(one, two) > 0
    assert named("logic(binders='count argmax')").between(one, two) == 0
    assert named("logic").between("(= a b)", "(= b a)") > 0
    assert named("logic(unordered='=')").between("(= a b)", "(= b a)") == 0
    assert named("logic(unordered='=')").between("(= a (= b c))", "(= (= a b) c)") > 0  # taken apart only and, or
    with pytest.raises(UsageError, match="logic: binders=3; give words"):
        named("logic(binders=3)")


@pytest.mark.parametrize(
    ("said", "sentences"),
    [
        ("(lambda z (river z))", ["missing condition (through x texas)"]),
        ("(lambda z (and (river z) (through z utah)))", ["(through z utah) instead of (through x texas)"]),
        ("(exists z (and (through z texas) (deep z) (river z)))",
         [f"exists instead of lambda in {RIVERS}", "additional condition (deep z)"]),
        ("(lambda (z w) (and (river w) (through z texas)))",
         ["additional variable w", "(river w) instead of (river x)"]),
        ("(lambda z (and (river z) (not (through z texas))))",
         ["(not (through z texas)) instead of (through x texas)"]),
        ("(river x)", [f"(river x) instead of {RIVERS}"]),
        ("", [f'"" instead of "{RIVERS}"']),
        (RIVERS, []),
    ],
)  # fmt: skip
def test_sentences(said: str, sentences: list[str]) -> None:
    assert logic_told()(RIVERS, said) == sentences


def test_sentences_of_alternatives_and_arguments() -> None:
    assert logic_told()("(or (p a) (p b))", "(or (p a) (q c d e))") == ["(q c d e) instead of (p b)"]
    assert logic_told()("(or (p a) (p b))", "(or (p b))") == ["(p b) instead of (or (p a) (p b))"]
    assert logic_told()("(or a b)", "(or a b c)") == ["additional alternative c"]
    assert logic_told()("(count (f a) b)", "(count (f c) b)") == ["(f c) instead of (f a)"]
    assert logic_told()("(count (f a) b)", "(count (f a))") == ["missing part b"]


def test_what_is_too_large_is_equal_or_not_and_counted() -> None:
    deep = [f"{'(a ' * 50_000}{leaf}{')' * 50_000}" for leaf in "xy"]
    wide = [f"(f {' '.join(f'{word}{i}' for i in range(800))})" for word in "ab"]
    judged = graded("logic").judge([(deep[0],), (deep[0],), (wide[0],)], [(deep[1],), (f" {deep[0]} ",), (wide[1],)])
    assert judged.loss.tolist() == [1, 0, 1]
    assert judged.counts["too_large"].tolist() == [1, 0, 1]
    assert len(logic_told()(*deep)[0]) < 500
    below = [f"{'(f (and (p) ' * (MOST_DEPTH // 2 - 1)}{leaf}{'))' * (MOST_DEPTH // 2 - 1)}" for leaf in "xy"]
    assert 0 < named("logic").between(*below) < 0.1
