"""The measure of trees: batches, absent sides, several references, errors; rows of words add up to rows of cases."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import MeaningError, UsageError
from murho.core.meaning import UNDEFINED
from murho.measures import Measure, fine_enough, measure
from murho.measures.dependencies.counts import METRICS
from murho.measures.dependencies.dependencies import dependencies
from murho.measures.dependencies.rules import conll2017, conll2018, conllx
from murho.measures.dependencies.scoring import score_text
from murho.measures.dependencies.word_rows import LABELS
from murho.measures.oracle import oracle

GOLD = (
    "1\tDogs\tdog\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\t_\t_\t0\troot\t_\t_\n"
    "3\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_\n\n"
)
WRONG = GOLD.replace("nsubj", "obj")
OTHER = "1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n\n"
Pairs = st.SearchStrategy[tuple[str, str]]


def counted(how: dependencies, *sides: tuple[Any, Any]) -> dict[str, list[int]]:
    found = how.judge([gold for gold, _ in sides], [said for _, said in sides])
    return {name: column.tolist() for name, column in found.counts.items()}


@pytest.mark.parametrize(
    "typed",
    [
        "dependencies",
        "dependencies(score='uas')",
        "dependencies(rules=conll2017)",
        "dependencies(score='la', rules=conllx(punctuation='keep'))",
        "dependencies(rules=conll2018(subtypes='keep'), rows='words')",
    ],
)
def test_it_prints_as_it_is_typed(typed: str) -> None:
    assert repr(measure(typed)) == typed
    assert isinstance(measure(typed), Measure)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("dependencies(score='elas')", "no score 'elas'"),
        ("dependencies(score='clas', rules=conllx())", "no score 'clas' here; give one of uas, las, la"),
        ("dependencies(rows='trees')", "give 'cases' or 'words'"),
        ("dependencies(score='tokens', rows='words')", "no matter of single words"),
        ("dependencies(rules='conll2018')", "give conll2018"),
    ],
)
def test_wrong_settings_are_refused(typed: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        measure(typed)


@given(st.data())
def test_a_batch_is_judged_as_its_cases_are(any_pairs: Pairs, data: st.DataObject) -> None:
    sides = data.draw(st.lists(any_pairs, min_size=1, max_size=5))
    found = counted(dependencies(), *[((gold,), (said,)) for gold, said in sides])
    for name, column in found.items():
        alone = [int(score_text(g.encode(), s.encode(), conll2018()).counts[name].sum()) for g, s in sides]
        assert column == alone, name


@given(st.data())
def test_rows_of_words_add_up(any_pairs: Pairs, data: st.DataObject) -> None:
    sides = data.draw(st.lists(any_pairs, min_size=1, max_size=4))
    how = dependencies(score=data.draw(st.sampled_from(["las", "uas", "la", "clas", "upos", "words"])))
    references, answers = [(gold,) for gold, _ in sides], [(said,) for _, said in sides]
    cases, words = how.judge(references, answers), how.finer().judge(references, answers)
    for column in ("loss", "units"):
        summed = np.bincount(words.case, getattr(words, column), len(sides))
        assert summed.tolist() == getattr(cases, column).tolist()
    for name, counts in words.counts.items():
        assert np.bincount(words.case, counts, len(sides)).tolist() == cases.counts[name].tolist(), name
    assert {len(column) for column in words.labels.values()} == {len(words)}
    assert set(words.labels) == set(LABELS)


@given(st.data())
def test_gold_against_itself_is_right_in_all(any_pairs: Pairs, data: st.DataObject) -> None:
    tree, _ = data.draw(any_pairs)
    judged = dependencies().judge([(tree,)], [(tree,)])
    assert judged.loss.tolist() == [0]
    for name, criterion in dependencies().criteria(judged.counts).items():
        assert np.asarray(criterion.part).tolist() == np.asarray(criterion.whole).tolist(), name


def test_only_f1_has_an_interval_of_its_own() -> None:
    judged = dependencies().judge([(GOLD,)], [(GOLD,)])
    found = dependencies().criteria(judged.counts)
    assert {name.partition(".")[2] for name, one in found.items() if one.interval} == {"f1", ""}
    assert {name.partition(".")[2] for name, one in found.items() if not one.interval} == {
        "precision",
        "recall",
        "aligned_accuracy",
    }
    assert {one.scale for one in found.values()} == {100}


@given(st.data())
def test_each_value_is_f1(any_pairs: Pairs, data: st.DataObject) -> None:
    sides = data.draw(any_pairs)
    for name, metric in METRICS.items():
        how = dependencies(score=name)
        judged = how.judge([(sides[0],)], [(sides[1],)])
        correct, both = 2 * judged.counts[metric.correct], judged.counts[metric.gold] + judged.counts[metric.system]
        assert (judged.units - judged.loss).tolist() == correct.tolist()
        assert judged.units.tolist() == both.tolist()


def test_no_answer_finds_nothing_and_has_nothing() -> None:
    found = dependencies().judge([(GOLD,)] * 3, [UNDEFINED, (), ("\n",)])
    assert found.undefined.tolist() == [True, False, False]
    for name, column in found.counts.items():
        assert column.tolist() == [{"gold_": 3, "system": 0}.get(name[:5], 0)] * 3 or name.startswith("gold_"), name
    assert found.counts["gold_words"].tolist() == [3, 3, 3]
    assert (found.loss == found.units).all()


def test_what_has_no_tree_is_answered_too_much() -> None:
    found = dependencies().judge([(), ()], [(GOLD,), UNDEFINED])
    assert found.counts["system_words"].tolist() == [3, 0]
    assert found.counts["gold_words"].tolist() == [0, 0]
    assert (found.loss.tolist(), found.units.tolist()) == ([3, 0], [3, 0])


def test_absent_sides_have_rows_of_their_own() -> None:
    rows = dependencies(rows="words").judge([(GOLD,), ()], [UNDEFINED, (OTHER,)])
    assert rows.case.tolist() == [0, 0, 0, 1]
    assert list(rows.labels["error"]) == ["missing"] * 3 + ["extra"]
    assert list(rows.labels["gold"]) == ["nsubj", "root", "punct", "∅"]
    assert list(rows.labels["given"]) == ["∅", "∅", "∅", "root"]
    assert rows.units.tolist() == [1, 1, 1, 1]
    assert rows.undefined.tolist() == [True, True, True, False]


def test_of_several_references_the_best_counts() -> None:
    assert counted(dependencies(), ((WRONG, GOLD), (GOLD,)), ((WRONG, OTHER), UNDEFINED))["las"] == [3, 0]
    assert counted(dependencies(), ((OTHER, GOLD), UNDEFINED))["gold_words"] == [1]
    words = dependencies(rows="words").judge([(WRONG, GOLD), (GOLD,)], [(GOLD,), (WRONG,)])
    assert (words.case.tolist(), words.loss.tolist()) == ([0, 0, 0, 1, 1, 1], [0, 0, 0, 2, 0, 0])


def test_of_several_answers_the_first_counts() -> None:
    assert counted(dependencies(), ((GOLD,), (WRONG, GOLD)))["las"] == [2]
    assert oracle(dependencies(), 2).judge([(GOLD,)], [(WRONG, GOLD)]).loss.tolist() == [0]


def test_a_case_may_hold_several_sentences() -> None:
    found = counted(dependencies(), ((GOLD + OTHER,), (GOLD + OTHER,)), ((OTHER,), (OTHER,)))
    assert found["gold_sentences"] == [2, 1]
    assert found["exact_las"] == [2, 1]


@pytest.mark.parametrize("end", ["", "\n", "\n\n\n", "\r\n"])
def test_the_end_of_a_text_is_forgiven(end: str) -> None:
    said = (GOLD.rstrip("\n") + end).replace("\n", "\r\n" if "\r" in end else "\n")
    assert counted(dependencies(), ((GOLD,), (said,)))["las"] == [3]


@pytest.mark.parametrize(
    ("gold", "said", "side", "expected"),
    [
        (GOLD, 7, "answer", "no text in CoNLL-U"),
        ({"a": 1}, GOLD, "reference", "no text in CoNLL-U"),
        (GOLD, "Dogs bark.", "answer", "line 1 of the answer: 1 column"),
        (GOLD, GOLD.replace("\t2\tpunct", "\t9\tpunct"), "answer", "line 3 of the answer"),
        (GOLD.replace("\t2\tpunct", "\t9\tpunct"), GOLD, "reference", "line 3 of the reference"),
        (GOLD, GOLD.replace("Dogs", "Cats"), "answer", "line 1 of the answer"),
        (GOLD, OTHER + GOLD, "answer", "of the answer"),
    ],
)
def test_what_cannot_be_scored_is_named(gold: Any, said: Any, side: str, expected: str) -> None:
    with pytest.raises(MeaningError, match=expected) as caught:
        dependencies().judge([(OTHER,), (gold,)], [(OTHER,), (said,)])
    assert (caught.value.index, caught.value.side) == (1, side)


def test_what_one_answer_lacks_the_next_cannot_make_up_for(written: Callable[..., str]) -> None:
    first, second = written([("a", 2, "obj"), ("b", 0, "root")]), written([("c", 0, "root")])
    said = written([("a", 0, "root")]), written([("b", 2, "obj"), ("c", 0, "root")])
    with pytest.raises(MeaningError) as caught:
        dependencies().judge([(first,), (second,)], [(said[0],), (said[1],)])
    assert caught.value.index == 0


def test_signs_of_private_use_are_words_like_others(written: Callable[..., str]) -> None:
    tree = written([("\uf8fe", 2, "obj"), ("\uf8fd", 0, "root")])
    assert counted(dependencies(), ((tree,), (tree,)))["las"] == [2]


def test_under_the_rules_of_conllx_words_are_what_is_divided_by(written: Callable[..., str]) -> None:
    how = dependencies(rules=conllx())
    judged = how.judge([(GOLD,)], [(WRONG,)])
    assert (judged.loss.tolist(), judged.units.tolist(), how.fixed_units) == ([1], [2], True)  # no punctuation
    assert {name.partition(".")[0] for name in how.criteria(judged.counts)} >= {"uas", "las", "la"}
    assert not any(name.startswith(("clas", "tokens", "upos")) for name in how.criteria(judged.counts))
    two_roots = GOLD.replace("\t2\tpunct", "\t0\tROOT")
    assert how.judge([(two_roots,)], [(two_roots,)]).loss.tolist() == [0]
    with pytest.raises(MeaningError, match="same"):
        how.judge([(GOLD,)], [(written([("Dogsbark", 0, "root"), (".", 1, "punct")]),)])


def test_punctuation_and_subtypes_are_settings() -> None:
    said = GOLD.replace("nsubj", "nsubj:pass").replace("\t2\tpunct", "\t1\tpunct")
    las = {
        repr(rules): counted(dependencies(rules=rules), ((GOLD,), (said,)))["las"][0]
        for rules in (conll2018(), conll2018(subtypes="keep"), conll2018(punctuation="drop"), conll2017())
    }
    assert list(las.values()) == [2, 1, 2, 2]


def test_labels_of_words_ask_for_rows_of_words() -> None:
    assert fine_enough(dependencies(), ["deprel"]) == dependencies(rows="words")
    assert fine_enough(dependencies(), ["genre"]) == dependencies()
