"""Words and characters: what a unit is, and where losses go beyond it."""

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

import murho
from murho.core.errors import InputError, UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED
from murho.measures import measure
from murho.measures.text.rates import characters, sentences
from murho.measures.text.words import word_weights, words


def counts(judged: Judgements) -> dict[str, int]:
    return {name: int(column.sum()) for name, column in judged.counts.items()}


def test_counts_of_an_alignment() -> None:
    judged = words().judge([("the cat sat",)], [("a cat sat down",)])
    assert counts(judged) == {"substitutions": 1, "deletions": 0, "insertions": 1, "hits": 2, "units": 3}


def test_errors_beyond_the_units_are_not_clipped() -> None:
    judged = words().judge([("no",)], [("oh no not that one",)])
    assert (judged.loss.tolist(), judged.units.tolist(), words().bounded) == ([4], [1], False)


@pytest.mark.parametrize("space", [" ", "  ", "\t", "\n", "\u00a0", "\u3000", "\u2028"])
def test_words_end_at_any_white_space(space: str) -> None:
    judged = words().judge([(f"{space}to{space}bonn",)], [("to bonn ",)])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([0], [2])


def test_case_and_punctuation_matter() -> None:
    assert words().judge([("To Bonn .",)], [("to Bonn.",)]).loss.tolist() == [3]


def test_characters_count_one_space_between_words() -> None:
    judged = characters().judge([(" to  bonn ",), ("to",)], [("to bonn",), ("tö",)])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([0, 1], [7, 2])


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("words()", "words"),
        ("words('equal')", "words"),
        ("words(costs='sclite')", "words(costs='sclite')"),
        ("words([4, 3, 3], alternates=False)", "words(costs=(4, 3, 3), alternates=False)"),
        ("words(normalize=' lower |nfkc')", "words(normalize='lower|nfkc')"),
        ("words(split='cjk', optional=True)", "words(optional=True, split='cjk')"),
        ("characters(spaces=False, graphemes=True)", "characters(graphemes=True, spaces=False)"),
        ("sentences(costs='sclite')", "sentences(costs='sclite')"),
        ("mer(normalize='no_punctuation(keep=\"\")')", "mer(normalize=\"no_punctuation(keep='')\")"),
        ("wil(costs=(2, 1, 1))", "wil(costs=(2, 1, 1))"),
    ],
)
def test_only_what_differs_from_the_defaults_is_printed(typed: str, printed: str) -> None:
    how = measure(typed)
    assert repr(how) == printed
    assert measure(printed) == how
    how.judge([("a",)], [("b",)])
    assert pickle.loads(pickle.dumps(how)) == how


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("words(costs='fast')", "words: no costs 'fast'; known: equal, sclite, or three integers"),
        ("words(costs=(1, 2))", r"costs \(1, 2\); give three integers"),
        ("words(costs=(0, 1, 1))", r"costs \(0, 1, 1\); give three integers"),
        ("words(costs=5)", "words: costs=5; give a name or three integers"),
        ("words(split='letters')", "words: no split 'letters'; known: words, cjk, characters, graphemes"),
        ("mer(normalize=7)", "mer: normalize=7; write a chain such as"),
        ("characters(costs='sclite', spaces=True)", "white space cannot be counted where alternatives are read"),
        ("words(optional=True, alternates=False)", "words: optional words are read with alternatives only"),
        ("characters(split='words')", "measure characters: "),
        ("mer(weights='x')", "measure mer: "),
    ],
)
def test_options_that_are_none(typed: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        measure(typed)


def test_costs_choose_the_alignment() -> None:
    reference, answer = [("a b c d",)], [("b x d e",)]
    assert counts(words().judge(reference, answer))["substitutions"] == 1
    pair = [("a b c",)], [("c x y",)]
    assert counts(words().judge(*pair)) | {"hits": 0} == counts(words().judge(*pair))
    cheap_gaps = counts(words(costs=(9, 1, 1)).judge(*pair))
    assert (cheap_gaps["hits"], cheap_gaps["substitutions"]) == (1, 0)


def test_the_costs_of_sclite_fold_case_and_read_alternatives() -> None:
    pair = [("{ ÄRGER / @ } a",)], [("Ärger A",)]
    assert words(costs="sclite").judge(*pair).loss.tolist() == [0]
    assert words(costs="sclite", alternates=False).judge(*pair).loss.tolist() == [4]
    assert words(costs=(4, 3, 3)).judge(*pair).loss.tolist() == [6]


def test_alternatives_make_units_depend_on_the_answer() -> None:
    judged = words(alternates=True).judge([("{ a / b c }",)] * 2, [("a",), ("b c",)])
    assert judged.units.tolist() == [1, 2]
    assert [how.fixed_units for how in (words(), words(alternates=True), words(costs="sclite"))] == [True, False, False]


def test_of_several_references_with_alternatives_the_nearest_counts() -> None:
    judged = words(alternates=True).judge([("{ a / b } c", "d"), (), ("x y",)], [("d",), ("q",), ("x",)])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([0, 1, 1], [1, 0, 2])


def test_sentences_are_right_or_wrong() -> None:
    judged = sentences().judge(
        [("a b",), ("a b",), ("",), ("",), ("", "a"), ("a",)], [("a b",), ("a",), ("",), ("a",), ("a",), UNDEFINED]
    )
    assert judged.loss.tolist() == [0, 1, 0, 1, 0, 1]
    assert judged.units.tolist() == [1] * 6
    assert counts(judged) == {"correct": 3, "total": 6}
    assert sentences().judge([("",)], [UNDEFINED]).loss.tolist() == [1], "⊥ is never right"


def test_what_is_reported_besides() -> None:
    found = murho.score("words", ["a b c", "d"], ["a x c e", "d"], sample_weight=[1, 0.5])
    assert found.also["correct"] == pytest.approx(100 * 2.5 / 3.5)
    assert found.also["match_errors"] == pytest.approx(100 * 2 / 4.5)
    low, high = found.also["intervals"]["correct"]
    assert low < found.also["correct"] < high


# Words that weigh differently: the file, and what is lost.


Write = Callable[[str], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def save(content: str) -> str:
        path = tmp_path / "weights.tsv"
        path.write_text(content, encoding="utf-8")
        return str(path)

    return save


def test_words_classes_and_all_others(write: Write) -> None:
    weigh = word_weights(write("# trains\n<function>\t0.2\n\nthe\t<function>\nof \t <function>\nKöln\t3\n*\t0.5\n"))
    assert [weigh(word) for word in ("the", "of", "Köln", "köln", "#")] == [0.2, 0.2, 3, 0.5, 0.5]


def test_a_class_may_come_after_its_words(write: Write) -> None:
    assert word_weights(write("the\t<f>\n<f>\t0\n"))("the") == 0


def test_labels_are_classes_to_which_the_file_gives_no_word(write: Write) -> None:
    weigh = word_weights(write("<e=X>\t3\n<e=Y>\t4\n<p=a=b>\t5\n<old=1>\t6\nthe\t<old=1>\nbonn\t7\n<plain>\t8\n*\t9\n"))
    assert weigh.labels == ("e", "p")
    assert weigh("no", {"e": "X", "p": "a=b"}) == 3, "the first line of the file that fits"
    assert weigh("no", {"e": "Z", "p": "a=b"}) == 5
    assert weigh("no", {"e": None, "p": None}) == weigh("no") == 9
    assert weigh("bonn", {"e": "X", "p": "a=b"}) == 7, "the word's own line"
    assert weigh("the", {"e": "X", "p": None}) == 6
    assert word_weights(write("<e=>\t3\n<=X>\t3\n<e>\t3\n")).labels == ()


@pytest.mark.parametrize(
    ("content", "line", "found"),
    [
        ("the\t1\nof 0.2\n", 2, "not two columns"),
        ("the\t1\tx\n", 1, "not two columns"),
        ("\t1\n", 1, "not two columns"),
        ("the\tlittle\n", 1, "'little' is not a weight"),
        ("the\t-1\n", 1, "'-1' is not a weight"),
        ("the\tnan\n", 1, "'nan' is not a weight"),
        ("the\tinf\n", 1, "'inf' is not a weight"),
        ("the\t1\nthe\t2\n", 2, "'the' has a weight already"),
        ("<f>\t1\n<f>\t2\n", 2, "'<f>' has a weight already"),
        ("a\t1\nthe\t<f>\n", 2, "the class <f> has no weight"),
        ("<f>\t<g>\n", 1, "'<g>' is not a weight"),
        ("a\t1\n<speaker=insertions>\t0\n", 2, "<speaker=insertions> is no class of words"),
    ],
)
def test_what_is_no_weight_is_named(write: Write, content: str, line: int, found: str) -> None:
    path = write(content)
    with pytest.raises(InputError) as error:
        word_weights(path)
    assert str(error.value).startswith(f"{path}:{line}: {found}; ")


def test_what_is_lost_weighs_as_the_word_of_the_reference_what_is_added_as_itself(write: Write) -> None:
    path = write("berlin\t3\nto\t0.25\nuh\t0\nplease\t0.5\n")
    judged = measure(f"words(weights={path!r})").judge(
        [("to berlin",), ("to berlin",), ("to berlin",), ("now",), ("",)],
        [("to bonn",), ("berlin please uh",), (), ("now",), ("berlin",)],
    )
    assert judged.loss.tolist() == [3, 0.25 + 0.5, 3.25, 0, 3]
    assert judged.units.tolist() == [3.25, 3.25, 3.25, 1, 0]
    assert judged.counts["units"].tolist() == [2, 2, 2, 1, 0]


def test_a_word_that_is_inserted_weighs_as_who_was_speaking(write: Write) -> None:
    path = write("<speaker=anna>\t3\n<speaker=bob>\t0.5\n<speaker=(none)>\t7\n")
    found = murho.score(
        f"words(weights={path!r})",
        ["yes no", "yes"],
        ["uh yes uh no uh", "yes uh"],
        labels={"speaker": [["anna", "bob"], None]},
    )
    assert {who: (one.numerator, one.denominator) for who, one in found.by["speaker"].items()} == {
        "anna": (6, 3),
        "bob": (0.5, 0.5),
        "(none)": (7, 7),
    }


def test_weight_one_for_all_is_the_word_error_rate(write: Write) -> None:
    cases = [("a b c", "a x"), ("", "y"), ("q", "q")]
    references, answers = ([(text,) for text in side] for side in zip(*cases, strict=True))
    plain = measure("words").judge(references, answers)
    weighed = measure(f"words(weights={write('*	1')!r})").judge(references, answers)
    assert (weighed.loss == plain.loss).all()
    assert (weighed.units == plain.units).all()


def test_words_are_looked_up_after_normalisation_and_with_sclite_in_lower_case(write: Write) -> None:
    path = write("Berlin\t3\nbonn\t2\n")
    case = ([("Berlin BONN",)], [("x y",)])
    assert measure(f"words(weights={path!r})").judge(*case).units.tolist() == [4]
    assert measure(f"words(weights={path!r}, normalize='lower')").judge(*case).units.tolist() == [3]
    assert measure(f"words(weights={path!r}, costs='sclite')").judge(*case).units.tolist() == [5]


def test_of_alternatives_the_words_that_count_weigh(write: Write) -> None:
    how = measure(f"words(weights={write('berlin	3')!r}, alternates=True, optional=True)")
    judged = how.judge([("{ berlin / bonn } (please)",), ("{ berlin / bonn } (please)",)], [("bonn",), ("berlin",)])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([0, 0], [2, 4])


def test_an_optional_word_left_out_of_the_answer_is_no_loss_and_a_unit_as_elsewhere(write: Write) -> None:
    how = measure(f"words(weights={write('uh	3')!r}, optional=True)")
    judged = how.judge([("go",), ("go",), ("go (uh)",)], [("go (uh)",), ("go uh",), ("go",)])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([0, 3, 0], [4, 1, 4])


def test_the_file_is_named_in_time(tmp_path: Path) -> None:
    how = measure(f"words(weights={str(tmp_path / 'none.tsv')!r})")
    with pytest.raises(InputError, match="no such file"):
        how.judge([], [])
