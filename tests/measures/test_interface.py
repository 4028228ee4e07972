"""Every measure says all about itself in its own file, and what it does not say is as in `Measure`."""

import pickle
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import Answered, Meanings
from murho.measures import SHELF, Measure, Record, measure
from murho.plugs import option, options_of

RECORDS = SHELF.all()


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_a_record_stands_beside_its_measure(record: Record) -> None:
    assert record.make.__name__ == record.name
    beside = {name: value for name, value in vars(sys.modules[record.make.__module__]).items() if value in RECORDS}
    assert beside["MEASURE" if len(beside) == 1 else f"MEASURE_{record.name.upper()}"] is record
    assert record.make.record() is record
    assert record.source == "murho"
    assert record.title[0].isupper()
    if not record.around:
        assert record.kind
        assert "loss" not in (record.loss, record.accuracy)
        assert repr(measure(record.example)).startswith(record.name)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_every_field_but_the_measure_inside_is_an_option_with_its_help(record: Record) -> None:
    fields = [name for name in record.make.__dataclass_fields__ if name != "measure"]
    assert [one.name for one in record.options] == fields
    assert all(one.help and one.help[-1] in ".)" for one in record.options)


def test_no_two_measures_have_a_name_in_common() -> None:
    names = [name for one in RECORDS for name in (one.name, *one.aliases)]
    assert len(names) == len(set(names)) == 24 + sum(len(one.aliases) for one in RECORDS)


def test_what_aligns_and_what_does_not() -> None:
    aligning = {one.name for one in RECORDS if one.aligning}
    assert aligning == {"words", "characters", "sentences", "mer", "wil", "concepts", "concept_bag", "slots"}


@dataclass(frozen=True)
class alike(Measure):  # noqa: N801
    """A measure with nothing but what it must have, and an option."""

    share: float = option(0.5, help="How much is wrong.")

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        return Judgements.of(np.full(len(references), self.share))


class plain(Measure):  # noqa: N801
    """One that is no dataclass."""

    def __init__(self, share: float = 0.5):
        self.share = share

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        return Judgements.of(np.full(len(references), self.share))


def test_what_a_measure_does_not_say() -> None:
    how = alike()
    assert (how.bounded, how.fixed_units, how.kind, how.whole_suite) == (True, True, "json", False)
    assert (how.files, how.finer_labels, how.reference_labels, how.finer()) == ((), (), (), how)
    assert (how.criteria({}), how.floors({}), how.inside, how.over_files) == ({}, {}, None, None)
    assert (how.aligning, how.unit, how.tokens_of("a b"), how.folds_case) == (False, "unit", ("a b",), False)
    assert not how.explaining
    assert how.agreement is how.linearised is how.tree_rules is None
    with pytest.raises(UsageError, match=r"alike aligns nothing that could be shown; give one of characters, concept"):
        how.aligned([], [])
    with pytest.raises(UsageError, match="alike explains nothing"):
        how.explained([], [])


def test_a_value_prints_with_the_module_it_comes_from() -> None:
    assert repr(alike()) == f"{__name__}:alike"
    assert repr(alike(0.25)) == f"{__name__}:alike(share=0.25)"
    assert alike().titles == (f"{__name__}:alike", "loss", "accuracy")
    assert repr(measure("oracle(words)").having(n=2)) == "oracle(words, n=2)"


def test_equal_is_what_says_the_same() -> None:
    assert alike(0.25) == alike(0.25) != alike()
    assert plain() == plain() != plain(0.25)
    assert len({plain(), plain(), plain(0.25)}) == 2
    assert plain() != alike()


def test_a_measure_is_chosen_again_with_other_options() -> None:
    how = measure("words").having(costs="sclite")
    assert repr(how) == "words(costs='sclite')"
    assert pickle.loads(pickle.dumps(how)) == how
    with pytest.raises(UsageError, match="words: no costs 'dear'"):
        how.having(costs="dear")


def test_help_and_type_of_an_option_come_from_its_field() -> None:
    (found,) = options_of(alike)
    assert (found.name, found.type, found.default, found.help) == ("share", "number", 0.5, "How much is wrong.")
    costs, normalize, alternates, optional, split, weights = options_of(type(measure("words")))
    assert [one.type for one in (costs, normalize, alternates, optional, split, weights)] == [
        "name or numbers",
        "text",
        "yes or no",
        "yes or no",
        "text",
        "file",
    ]
    assert split.choices == ("words", "cjk", "characters", "graphemes")


def test_what_judges_but_is_no_measure_is_taken_as_one() -> None:
    import murho

    class strict:  # noqa: N801
        bounded, fixed_units, kind = True, True, "label"

        def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
            loss = [float(right != said) for right, said in zip(references, answers, strict=True)]
            return Judgements.of(loss, counts={"seen": [1] * len(loss)})

        def __repr__(self) -> str:
            return "strict"

    found = murho.score(strict(), ["a", "b"], ["a", "c"], features={"day": ["mo", "tu"]})
    assert (found.measure, found.value, found.by["day"]["tu"].value, found.counts) == ("strict", 0.5, 1.0, {"seen": 2})
    with pytest.raises(UsageError, match=r"3 is not a measure: it has no judge; derive it from murho"):
        murho.score(3, ["a"], ["a"])  # type: ignore[arg-type]


@pytest.mark.parametrize("score", ["las", "uas", "mlas", "ufeats"])
def test_the_title_of_dependencies_names_the_score(score: str) -> None:
    names = {"las": "LAS", "uas": "UAS", "mlas": "MLAS", "ufeats": "UFeats"}
    titles = measure(f"dependencies(score={score!r})").titles
    assert titles == ("Dependencies", f"1 − {names[score]} F1", f"{names[score]} F1")


def test_around_a_measure_its_facts_stand() -> None:
    for inside in ("words(costs='sclite')", "wil", "slots", "concepts", "breaks", "dependencies(rules=conllx)"):
        one, other = measure(inside), measure(f"oracle({inside})")
        for fact in ("bounded", "fixed_units", "kind", "whole_suite", "finer_labels", "unit", "equal_tokens", "files",
                     "folds_case", "tree_rules", "without_intent", "aligning"):  # fmt: skip
            assert getattr(one, fact) == getattr(other, fact), fact
        assert other.inside == one
        assert other.titles.loss == one.titles.loss
    assert measure("oracle(words)").titles.title == "Words, best of several answers"
    assert measure("oracle(dependencies)").over_files is None
    assert measure("mapped(dependencies, 'x.map')").over_files == measure("dependencies")
    assert measure("mapped(oracle(dependencies), 'x.map')").over_files is None
