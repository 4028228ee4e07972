"""Parsing: analyses, choices, penetrance, and hostile sentences, which end within their bounds."""

import tracemalloc

import pytest

from murho_lab.atn import Bounds, Grammar, Lexicon, Reading, Sentence, Token, bundled, grammar, parse
from murho_lab.atn.oracle import Oracle
from murho_lab.atn.parsing import identity
from murho_lab.atn.values import bracketed

A = Token("a", (Reading("a"),))
AMBIGUOUS = """
(X  (CAT a T (TO X1)))
(X1 (PUSH X T (TO X2)) (POP 'x T))
(X2 (PUSH X T (TO X3)) (POP 'x T))
(X3 (POP 'x T))
"""
TREES = AMBIGUOUS.replace("(PUSH X T (TO X2))", "(PUSH X T (SETR L *) (TO X2))").replace(
    "(PUSH X T (TO X3))", "(PUSH X T (SETR R *) (TO X3))"
).replace("'x", "(BUILDQ (x + +) L R)")  # fmt: skip

SENTENCES = [
    "the man saw the dog",
    "did the man see the dog in the park",
    "what did the man see",
    "which book did mary read",
    "the book was read by the girl",
    "these books mary liked",
    "the man that the dog that mary saw chased slept",
    "the man saw the dog in the park with the telescope on the hill",
    "the dogs sleeps",
    "a dogs sleep",
    "saw",
    "",
]


@pytest.fixture(scope="module")
def english() -> tuple[Grammar, Lexicon]:
    return bundled("english")


def row(count: int) -> Sentence:
    return Sentence([A] * count)


@pytest.mark.parametrize("text", SENTENCES)
def test_the_bundled_grammar_as_its_slow_twin(english: tuple[Grammar, Lexicon], text: str) -> None:
    nets, lexicon = english
    sentence = lexicon.sentence(text)
    parsed = parse(nets, sentence, wanted=None)
    oracle = Oracle(nets, sentence)
    assert list(parsed.structures) == list(dict.fromkeys(bracketed(value) for value, _ in oracle.analyses()))
    assert parsed.choices == oracle.choices
    remembered = parse(nets, sentence, wanted=None, memory=True)
    assert set(map(identity, remembered.analyses)) == set(map(identity, parsed.analyses))
    assert remembered.choices <= parsed.choices


@pytest.mark.parametrize(
    ("text", "structure"),
    [
        ("what did the man see", "(S Q (NP the man) (VP see (NP what)))"),
        ("who saw mary", "(S Q (NP who) (VP saw (NP mary)))"),
        ("these books mary liked", "(S DCL (NP mary) (VP liked (NP these books)))"),
        ("the man that the dog chased slept", "(S DCL (NP the man (REL (NP the dog) (VP chased man))) (VP slept))"),
        ("the book was read", "(S DCL (NP the book) (VP read PASSIVE))"),
        ("mary said that the dogs sleep", "(S DCL (NP mary) (VP said (S DCL (NP the dogs) (VP sleep))))"),
    ],
)
def test_what_is_fronted_is_taken_where_it_is_missed(
    english: tuple[Grammar, Lexicon], text: str, structure: str
) -> None:
    nets, lexicon = english
    assert parse(nets, lexicon.sentence(text), wanted=None).structures == (structure,)


@pytest.mark.parametrize("text", ["the dogs sleeps", "a dogs sleep", "who did mary liked", "what did mary see the dog"])
def test_what_is_no_english_is_refused(english: tuple[Grammar, Lexicon], text: str) -> None:
    nets, lexicon = english
    parsed = parse(nets, lexicon.sentence(text))
    assert (parsed.structures, parsed.on_solution, parsed.penetrance, parsed.undefined) == ((), 0, 0.0, None)


def test_the_first_n(english: tuple[Grammar, Lexicon]) -> None:
    nets, lexicon = english
    sentence = lexicon.sentence("the man saw the dog in the park with the telescope")
    every = parse(nets, sentence, wanted=None)
    assert len(every.structures) == 5
    assert every.penetrance is None
    first, three = parse(nets, sentence), parse(nets, sentence, wanted=3)
    assert three.structures == every.structures[:3]
    assert first.choices < three.choices < every.choices
    assert first.penetrance == three.penetrance == first.on_solution / first.choices
    assert parse(nets, sentence, memory=True).penetrance is None


def test_choices_are_counted_up_to_the_first_analysis() -> None:
    nets = grammar("(S (CAT b T (TO E)) (CAT a T (TO E)) (CAT a (NOT T) (TO E))) (E (JUMP F T)) (F (POP 'x T))")
    parsed = parse(nets, row(1))
    assert (parsed.choices, parsed.on_solution, parsed.penetrance) == (4, 3, 0.75)
    assert parse(nets, row(1), wanted=None).choices == 5
    assert [str(arc) for _, arc in parsed.analyses[0].arcs()] == ["S:2 CAT a", "E:1 JUMP F", "F:1 POP"]


def test_an_unset_register_builds_as_an_empty_list() -> None:
    nets = grammar("(S (CAT a T (TO E))) (E (POP (BUILDQ (S + *) NEVER) T))")
    assert parse(nets, row(1)).structures == ("(S () ())",)


def test_an_empty_sentence() -> None:
    nets = grammar("(S (CAT a T (TO S)) (POP 'empty T))")
    assert parse(nets, row(0)).structures == ("empty",)
    assert parse(grammar(AMBIGUOUS), row(0)).structures == ()


@pytest.mark.slow
def test_ten_thousand_words_in_a_loop_and_in_depth() -> None:
    loop = grammar("(S (CAT a T (ADDR L *) (TO S)) (POP (BUILDQ (S +) L) T))")
    assert len(parse(loop, row(10_000)).structures[0]) == len("(S (") + 20_000 - 1 + len("))")
    deep = grammar("(S (CAT a T (TO D)) (POP 'end T)) (D (PUSH S T (SETR X *) (TO E))) (E (POP (BUILDQ (S +) X) T))")
    for memory in (False, True):
        parsed = parse(deep, row(9_999), memory=memory)
        assert parsed.structures[0].count("(") == 9_999
        assert parsed.analyses[0].arcs()[-1][1].type == "POP"
        parsed = parse(deep, row(10_001), memory=memory, bounds=Bounds(steps=50_000))
        assert (parsed.structures, parsed.undefined) == ((), "more than 50,000 steps")
        parsed = parse(deep, row(120), memory=memory, bounds=Bounds(depth=100))
        assert (parsed.structures, parsed.undefined) == ((), "deeper than 100 levels")


@pytest.mark.parametrize("memory", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_exponential_ambiguity_ends_within_its_bound(memory: bool) -> None:
    nets = grammar(TREES)
    few = parse(nets, row(8), wanted=None, memory=memory)
    assert (len(few.structures), few.undefined) == (127, None)  # Motzkin's number of unary-binary trees
    tracemalloc.start()
    many = parse(nets, row(40), wanted=None, memory=memory, bounds=Bounds(steps=200_000))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert many.undefined in ("more than 1,000 parses", "more than 200,000 steps")
    assert many.choices <= 200_000
    assert peak < 200e6


def test_the_memory_makes_recognition_polynomial() -> None:
    nets = grammar(AMBIGUOUS)
    assert parse(nets, row(40), wanted=None, bounds=Bounds(steps=100_000)).undefined == "more than 100,000 steps"
    parsed = parse(nets, row(40), wanted=None, memory=True, bounds=Bounds(steps=100_000))
    assert (parsed.structures, parsed.undefined) == (("x",), None)
    assert parsed.choices < 20_000


def test_a_bound_keeps_what_was_found() -> None:
    nets = grammar(TREES)
    parsed = parse(nets, row(8), wanted=None, bounds=Bounds(parses=10))
    assert (len(parsed.structures), parsed.undefined) == (10, "more than 10 parses")
    assert parse(nets, row(8), wanted=None, bounds=Bounds(parses=127)).undefined is None
    assert parse(nets, row(8), bounds=Bounds(steps=5)).undefined == "more than 5 steps"
    assert parse(nets, row(8), bounds=Bounds(steps=5)).choices == 5
    assert parse(nets, row(8), bounds=Bounds(depth=8)).undefined is None


def test_what_is_held_in_circles_ends_too() -> None:
    nets = grammar("(S (CAT a T (HOLD x *) (TO H))) (H (VIR x T (HOLD x *) (TO H)) (POP 'x T))", check=False)
    parsed = parse(nets, row(1), bounds=Bounds(steps=1000))
    assert parsed.undefined == "more than 1,000 steps"


LISTS = "lists and links of more than 30,000,000 elements"
ATOMS = "a structure of more than 1,000,000 atoms"


@pytest.mark.parametrize("memory", [False, True])
@pytest.mark.parametrize(
    ("words", "text", "reason"),
    [
        (60, "(S (CAT a T (SETR X (LIST (GETR X) (GETR X) 'a)) (TO S)) (POP (GETR X) T))", ATOMS),
        (60, "(S (CAT a (NOT (EQ (GETR X) (LIST a a))) (SETR X (LIST (GETR X) (GETR X))) (TO S)) (POP (GETR X) T))",
         ATOMS),
        (60, "(S (CAT a T (SETR X (APPEND (GETR X) (GETR X) 'a)) (TO S)) (POP 'x T))", LISTS),
        pytest.param(10_000, "(S (CAT a T (HOLD x *) (TO S)) (VIR x T (TO S)) (POP 'x T))", LISTS,
                     marks=pytest.mark.slow),
        pytest.param(10_000, "(S (CAT a T (SETR X (APPEND (GETR X) *)) (TO S)) (CAT a T (TO S)) (POP 'x T))", LISTS,
                     marks=pytest.mark.slow),
    ],
    ids=["doubled", "doubled and compared", "appended to itself", "held", "copied at each word"],
)  # fmt: skip
def test_what_a_grammar_builds_is_bounded(words: int, text: str, reason: str, memory: bool) -> None:
    parsed = parse(grammar(text), row(words), memory=memory)
    assert (parsed.structures, parsed.undefined) == ((), reason)
    assert 0 < parsed.choices < 50_000


def test_the_room_bounds_memory() -> None:
    nets = grammar("(S (CAT a T (HOLD x *) (TO S)) (VIR x T (TO S)) (POP 'x T))")
    for memory in (False, True):
        tracemalloc.start()
        parsed = parse(nets, row(10_000), memory=memory, bounds=Bounds(room=3_000_000))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert parsed.undefined == "lists and links of more than 3,000,000 elements"
        assert peak < 60e6


@pytest.mark.slow
@pytest.mark.parametrize("add", ["ADDR", "ADDL"])
def test_ten_thousand_words_added_at_either_end(add: str) -> None:
    nets = grammar(f"(S (CAT a T ({add} X *) (TO S)) (CAT a T (TO S)) (POP (GETR X) T))")
    tracemalloc.start()
    parsed = parse(nets, row(10_000))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(parsed.structures[0]) == 20_001
    assert peak < 50e6


def test_all_of_many_long_analyses_end_with_a_reason() -> None:
    nets = grammar("(S (CAT a T (ADDR X *) (TO S)) (CAT a T (TO S)) (POP (GETR X) T))")
    parsed = parse(nets, row(2_000), wanted=None, bounds=Bounds(room=1_000_000))
    assert parsed.undefined == "analyses that take more than 1,000,000 characters"
    assert parsed.structures


@pytest.mark.slow
def test_dependents_of_one_constituent_are_not_copied_at_every_pop() -> None:
    nets = grammar(
        "(S (PUSH NP T (TO E))) (E (CAT b T (TO F))) (F (POP 'x T))"
        "(NP (CAT a T (HEAD *) (TO NP/))) (NP/ (POP 'np T) (CAT a T (DEP d *) (TO NP/)))"
    )
    for memory in (False, True):
        assert parse(nets, row(10_000), memory=memory).undefined is None


def test_what_memory_found_once_is_one_attempt() -> None:
    levels = "".join(f"(L{i} (PUSH L{i + 1} T (TO M{i}))) (M{i} (PUSH L{i + 1} T (TO N{i}))) (N{i} (POP 'x T))"
                     for i in range(40))  # fmt: skip
    nets = grammar(f"(S (PUSH L0 T (TO E))) (E (CAT a T (TO F))) (F (POP 'x T)) {levels} (L40 (POP 'x T))")
    parsed = parse(nets, row(1), memory=True)
    assert parsed.on_solution == parsed.choices == 3 + 40 * 3 + 1
    two = grammar("(S (PUSH O T (TO A))) (A (PUSH O T (TO B))) (B (CAT a T (TO C))) (C (POP 'x T)) (O (POP 'o T))")
    assert parse(two, row(1)).on_solution == 6
    assert parse(two, row(1), memory=True).on_solution == 5


@pytest.mark.slow
def test_the_way_of_many_constituents_on_one_level() -> None:
    nets = grammar("(S (PUSH A T (TO S)) (POP 'x T)) (A (CAT a T (TO AE))) (AE (POP 'a T))")
    way = parse(nets, row(10_000)).analyses[0].arcs()
    assert len(way) == 30_001
    assert [str(arc) for _, arc in way[:3]] == ["S:1 PUSH A", "A:1 CAT a", "AE:1 POP"]
    assert [arrival.name if arrival else None for arrival, _ in way[:4]] == [None, "S:1", "A:1", "S:1"]


def test_the_trace_shows_another_reading_of_a_word() -> None:
    from murho_lab.atn.tracing import trace

    nets = grammar("(S (CAT N T (SETR F (GETF f)) (TO M))) (M (CAT N (EQ (GETR F) 2) (TO E))) (E (POP 'x T))")
    word = Token("fish", (Reading("N", {"f": "1"}), Reading("N", {"f": "2"})))
    lines: list[str] = []
    trace(nets, Sentence([word, Token("swim", (Reading("N"),))]), lines.append)
    assert any("another reading before M at swim" in line for line in lines)
    assert lines[-1].strip() == "analysis 1: x"
