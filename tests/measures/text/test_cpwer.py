"""cpWER, against every permutation tried one by one, and against meeteval where it is installed."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import MeaningError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED
from murho.measures import measure
from murho.measures.alignment import count_texts
from murho.measures.text.cpwer import cpwer

Speakers = dict[str, str]


def counts(judged: Judgements, row: int = 0) -> dict[str, int]:
    return {name: int(column[row]) for name, column in judged.counts.items()}


def test_speakers_are_paired_by_what_they_say() -> None:
    reference = {"Ann": "good morning how are you", "Bob": "fine"}
    judged = cpwer().judge([(reference,)], [({"1": "find", "2": "good morning how are"},)])
    assert judged.labels["assignment"] == ["Ann=2 Bob=1"]
    assert counts(judged) == {
        "substitutions": 1,
        "deletions": 1,
        "insertions": 0,
        "hits": 4,
        "missed_speakers": 0,
        "invented_speakers": 0,
        "units": 6,
    }
    assert (judged.loss.tolist(), judged.units.tolist()) == ([2], [6])


def test_a_speaker_without_a_partner() -> None:
    two, one = {"Ann": "a b c", "Bob": "d"}, {"x": "d"}
    judged = cpwer().judge([(two,), (one,)], [(one,), (two,)])
    assert judged.labels["assignment"] == ["Ann=- Bob=x", "x=Bob -=Ann"]
    assert [counts(judged, row)["missed_speakers"] for row in (0, 1)] == [1, 0]
    assert [counts(judged, row)["invented_speakers"] for row in (0, 1)] == [0, 1]
    assert (judged.loss.tolist(), judged.units.tolist()) == ([3, 3], [4, 1])


def test_nobody_speaks() -> None:
    judged = cpwer().judge([({"A": "a b"},), ({"A": "a b"},), (), ({},)], [UNDEFINED, (), ({"x": "c"},), ({},)])
    assert judged.loss.tolist() == [2, 2, 1, 0]
    assert judged.units.tolist() == [2, 2, 0, 0]
    assert judged.undefined.tolist() == [True, False, False, False]
    assert len(cpwer().judge([], [])) == 0


def test_of_several_references_the_best_and_of_several_answers_the_first() -> None:
    references = ({"A": "a b"}, {"A": "a", "B": "b"}, {"A": "a", "B": "b c"})
    judged = cpwer().judge([references], [({"x": "b c", "y": "a"}, {"x": "a b"})])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([0], [3])
    of_equals = cpwer().judge([({"A": "a"}, {"A": "a b c"})], [({"x": "a b"},)])
    assert (of_equals.loss.tolist(), of_equals.units.tolist()) == ([1], [3])


def test_of_references_as_long_and_as_wrong_the_first() -> None:
    """Two words are replaced, or one is left out and one put in: two errors in three words both times."""
    replaced, moved = {"A": "a x y"}, {"A": "b c x"}
    judged = cpwer().judge([(replaced, moved), (moved, replaced)], [({"x": "a b c"},)] * 2)
    assert (judged.loss.tolist(), judged.units.tolist()) == ([2, 2], [3, 3])
    assert judged.counts["substitutions"].tolist() == [2, 0]
    assert judged.counts["deletions"].tolist() == judged.counts["insertions"].tolist() == [0, 1]


@pytest.mark.parametrize("wrong", ["a text", ["a"], {"A": ["a"]}, {"A": None}])
def test_a_meaning_is_a_session(wrong: object) -> None:
    with pytest.raises(
        MeaningError, match=r"^reference .* is no session of speakers; write what each speaker said"
    ) as e:
        cpwer().judge([({"A": "a"},), (wrong,)], [({},), ({},)])
    assert (e.value.index, e.value.side) == (1, "reference")
    with pytest.raises(MeaningError, match=r"^answer .* is no session of speakers"):
        cpwer().judge([({"A": "a"},)], [(wrong,)])


def test_notation() -> None:
    assert repr(measure("cpwer")) == "cpwer"


NAMES = st.sampled_from(["A", "B", "C", "D"])
SESSIONS = st.dictionaries(NAMES, st.lists(st.sampled_from("abc"), max_size=6).map(" ".join), max_size=4)


def one_by_one(right: Speakers, said: Speakers) -> tuple[int, int]:
    """Errors and substitutions of the best of all permutations."""
    size = max(len(right), len(said))
    ours, theirs = ([*side.values(), *[""] * (size - len(side))] for side in (right, said))
    found = (count_texts(ours, list(order)) for order in permutations(theirs))
    return min((int(c.errors.sum()), int(c.substitutions.sum())) for c in found)


@given(SESSIONS, SESSIONS)
def test_no_permutation_is_better(right: Speakers, said: Speakers) -> None:
    judged = cpwer().judge([(right,)], [(said,)])
    assert (int(judged.loss[0]), counts(judged)["substitutions"]) == one_by_one(right, said)
    assert counts(judged)["units"] == sum(len(text.split()) for text in right.values())


@given(SESSIONS, SESSIONS, st.permutations("ABCD"))
def test_names_and_order_do_not_matter(right: Speakers, said: Speakers, names: list[str]) -> None:
    new_name = dict(zip("ABCD", names, strict=True))
    renamed = {new_name[name]: text for name, text in reversed(said.items())}
    assert counts(cpwer().judge([(right,)], [(said,)])) == counts(cpwer().judge([(right,)], [(renamed,)]))


@given(st.lists(st.tuples(SESSIONS, SESSIONS), max_size=5))
def test_a_batch_is_its_sessions(pairs: list[tuple[Speakers, Speakers]]) -> None:
    whole = cpwer().judge([(right,) for right, _ in pairs], [(said,) for _, said in pairs])
    alone = [counts(cpwer().judge([(right,)], [(said,)])) for right, said in pairs]
    assert [counts(whole, row) for row in range(len(pairs))] == alone


@given(SESSIONS, SESSIONS)
def test_the_errors_of_meeteval(right: Speakers, said: Speakers) -> None:
    wer = pytest.importorskip("meeteval").wer
    theirs = wer.cp_word_error_rate(right, said)
    ours = counts(cpwer().judge([(right,)], [(said,)]))
    assert sum(ours[name] for name in ("substitutions", "deletions", "insertions")) == theirs.errors
    assert (ours["units"], ours["missed_speakers"]) == (theirs.length, theirs.missed_speaker)
