"""`murho.score`: plain Python values in, a figure out; the same figures as on the command line."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import murho
from murho.cli import status
from murho.core.errors import InputError, UsageError
from murho.measures import measure
from murho.pipeline.scoring.arrays import meanings_by_kind

REFERENCES = ["open", "renew", "open", "fees", "fees"]
PREDICTIONS = ["open", "open", None, "fees", "renew"]
WEIGHTS = [1.0, 0.5, 0.25, 0.5, 0.0]
COLUMNS: dict[str, Any] = {
    "list": list,
    "tuple": tuple,
    "numpy": lambda column: np.array(column, object if None in column else None),
    "polars": polars.Series,
    "arrow": pa.array,
    "chunks": lambda column: pa.chunked_array([column[:2], column[2:]]),
    "generator": iter,
    "dictionary": lambda column: pa.array(column).dictionary_encode(),
}


@pytest.mark.parametrize("kind", COLUMNS)
def test_columns_of_all_kinds(kind: str) -> None:
    make = COLUMNS[kind]
    found = murho.score(
        "labels", references=make(REFERENCES), predictions=make(PREDICTIONS), sample_weight=make(WEIGHTS)
    )
    assert found.value == (0.5 + 0.25) / 2.25
    assert found.counts == {"correct": 2, "total": 5, "undefined": 1}
    assert isinstance(found.counts, dict)
    low, high = found.interval
    assert 0 <= low < found.value < high <= 1


def test_arguments_can_be_named() -> None:
    assert murho.score(measure="words", references=["a b"], predictions=["a"]).value == 0.5
    assert murho.score(measure("words"), ["a b"], ["a"]).value == 0.5


def test_numbers_are_labels() -> None:
    assert murho.score("labels", np.array([1, 2, 3]), np.array([1.0, 2.0, 4.0])).value == pytest.approx(1 / 3)
    assert murho.score("labels", [True, False], [True, True]).value == 0.5
    assert murho.score("labels", ["1"], [1]).value == 0


@pytest.mark.parametrize("nothing", [None, float("nan"), np.float64("nan"), murho.UNDEFINED])
@pytest.mark.parametrize("how", ["labels", "words", "concepts", "concept_bag", "slots", "meanings", "graded", "any_of"])
def test_nothing_is_undefined(nothing: object, how: str) -> None:
    right: Any = ["a:b"] if measure(how).kind == "units" else "a"
    found = murho.score(how, [right], [nothing])
    assert found.value == 1
    assert found.figure.undefined == 1
    with pytest.raises(UsageError, match=r"reference 2 is \w+; give a meaning, or \[\]"):
        murho.score(how, [right, None if nothing is murho.UNDEFINED else nothing], [right, right])


def test_the_empty_set_is_not_undefined() -> None:
    found = murho.score("meanings", [[], "a", []], [[], [], None])
    assert found.counts["undefined"] == 1
    assert found.value == 2 / 3


def test_sets_and_alternatives() -> None:
    assert murho.score("meanings", [{"a", "b"}], [["b", "a"]]).value == 0
    assert murho.score("meanings", [("a", "b")], [["b"]]).value == 1
    assert murho.score("any_of", [("a", "b")], [["b"]]).value == 0
    assert murho.score("words", [["to go", "gonna"]], ["gonna"]).value == 0
    assert murho.score("words", ["a"], [{"a", "it's"}]).value == 0, "the first in the order of JSON"
    with pytest.raises(UsageError, match="a set holds what is no meaning: object is not a JSON value"):
        murho.score("words", ["a"], [{object()}])
    assert murho.score("meanings", [{"act": "x"}], [{"act": "x"}]).value == 0


def test_units() -> None:
    one, two = ["a:1", "b:2"], ["a:1"]
    assert murho.score("concepts", [one, two], [one, one]).value == pytest.approx(1 / 3)
    assert murho.score("concepts", [[one, two]], [two]).value == 0, "a list of lists are alternatives"
    assert murho.score("concepts", [one, []], [[], []]).value == 1
    assert meanings_by_kind([], "units") == ([],)
    assert meanings_by_kind([[]], "units") == ([],)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("labels", "abc", ["abd"]), "references is a single str; give a list"),
        (("labels", ["abc"], "abc"), "predictions is a single str; give a list"),
        (("words", 3, 4), "references is a single int"),
        (("words", np.float64(3), ["a"]), "references is a single float"),
        (("labels", {"a": 1}, ["a"]), "references is a single dict"),
        (("labels", ["a"], ["a", "b"]), "1 references and 2 predictions; give as many"),
        (("labels", ["a"], ["a"], [1, 1]), "sample_weight has 2 entries for 1 references; give one for each"),
        (("label", ["a"], ["a"]), "no measure 'label'; did you mean labels? known: "),
    ],
)
def test_calls_that_make_no_sense(arguments: tuple[Any, ...], says: str) -> None:
    with pytest.raises(UsageError) as error:
        murho.score(*arguments)
    assert str(error.value).startswith(says)


@pytest.mark.parametrize("weight", [-0.1, 1.01, float("nan"), float("inf"), "high", None, True])
def test_weights_that_make_no_sense(weight: Any) -> None:
    with pytest.raises(InputError) as error:
        murho.score("labels", ["a", "b"], ["a", "b"], sample_weight=[0.5, weight]) if weight is not None else (
            murho.score("labels", ["a", "b"], ["a", "b"], sample_weight=[0, 0])
        )
    assert str(error.value).startswith("case '2': weight is " if weight is not None else "every importance is 0; ")


def test_what_a_measure_cannot_read_names_its_place() -> None:
    with pytest.raises(InputError, match=r"'1': reference 'a:1' is not a list of units; write units as in"):
        murho.score("concepts", ["a:1"], [["a:1"]])
    with pytest.raises(InputError, match=r"'2': answer 5 is not a text; a text is a string"):
        murho.score("words", ["a", "b"], ["a", 5])


def test_no_case() -> None:
    with pytest.raises(InputError, match="no case to score"):
        murho.score("labels", [], [])


def test_features_clusters_and_cases() -> None:
    found = murho.score(
        "labels",
        REFERENCES,
        PREDICTIONS,
        clusters=["d1", "d1", None, float("nan"), "d2"],
        features={"day": polars.Series(["mo", "mo", "tu", "tu", None])},
        per_case=True,
    )
    assert found.figure.estimate.clusters == 4
    assert {day: figure.n for day, figure in found.by["day"].items()} == {"mo": 2, "tu": 2, "(none)": 1}
    assert [row["value"] for row in found.per_case or ()] == [0, 1, 1, 0, 1]
    json.dumps(found.as_json(), allow_nan=False)
    none = murho.score("labels", REFERENCES, PREDICTIONS, features={"day": list("abcde")}, by=[])
    assert none.by == {}


def test_labels_of_words() -> None:
    said, heard = ["ask anna now", "bert - no", "yes"], ["ask hanna", None, "oh yes"]
    labels = {"entity": [["O", "X", "O"], ("X", "O", "O"), None]}
    for columns in (labels, polars.DataFrame({"entity": [["O", "X", "O"], ["X", "O", "O"], None]})):
        found = murho.score(
            "words(normalize='no_punctuation')", said, heard, labels=columns, features={"day": [1, 1, 2]}
        )
        by = {name: (one.numerator, one.denominator, one.n) for name, one in found.by["entity"].items()}
        assert by == {"O": (2, 3, 2), "X": (2, 2, 2), "insertions": (1, 0, 1), "(none)": (0, 1, 1)}
        assert list(found.by) == ["day", "entity"]
        assert (found.measure, found.value) == ("words(normalize='no_punctuation')", 5 / 6)
    assert list(murho.score("words", said, heard, labels=labels, by="entity").by) == ["entity"]
    assert list(murho.score("sentences", said, heard, labels=labels, by=[]).by) == []


@pytest.mark.parametrize(
    ("labels", "says"),
    [
        ({"entity": [["O"]]}, "entity has 1 entries for 2 references"),
        ({"entity": [["O"], ["O", "O"]]}, "case '1': 1 label of 'entity' for 2 words of its reference"),
        ({"entity": ["O O", None]}, "entity has 'O O' at place 1; give a list with a label, a text, for each word"),
        ({"entity": [["O", 1], None]}, "entity has ['O', 1] at place 1; give a list"),
        ({"day": [["O", "O"], None]}, "case '1': labels of words named 'day', as a feature is; rename them"),
        ([["O", "O"], None], "labels is a list; give columns by name"),
    ],
)
def test_labels_that_make_no_sense(labels: Any, says: str) -> None:
    with pytest.raises((UsageError, InputError), match=re.escape(says)):
        murho.score("words", ["a b", "c"], ["a b", "c"], labels=labels, features={"day": [1, 2]})


def test_weighting_of_the_whole_suite() -> None:
    texts = ["a b", "a b c d", "a"]
    found = murho.score("words", texts, ["a", "a b c d", "a"], weight="length(cuts=(2,), weights=(1, 0.5))")
    assert found.figure.importance == 2.5
    alternatives = murho.score("words", [["a b", "x"]], ["a"], weight="length(cuts=(2,), weights=(1, 0.5))")
    assert alternatives.figure.importance == 1, "the first reference is the expression"


def test_bootstrap_is_seeded() -> None:
    rng = np.random.default_rng(1)
    gold = rng.integers(0, 2, 200)
    said = rng.integers(0, 2, 200)
    intervals = [murho.score("labels", gold, said, method="bootstrap", seed=seed).interval for seed in (1, 2, 1)]
    assert intervals[0] == intervals[2] != intervals[1]


@pytest.mark.parametrize("clusters", [None, list("vwxyz") * 10])
@pytest.mark.parametrize("method", ["score", "wilson", "linearised", "korn-graubard", "bootstrap"])
def test_a_constant_that_all_importances_are_multiplied_by_changes_nothing(
    method: str, clusters: list[str] | None
) -> None:
    def scored(unit: float) -> murho.Score:
        weights = [unit, unit / 2] * 25
        options: dict[str, Any] = {"method": method, "clusters": clusters, "sample_weight": weights}
        return murho.score("labels", ["a", "b", "a", "b", "b"] * 10, ["a", "a"] * 25, **options)

    expected = scored(1.0)
    for unit in (2.0**-300, 2.0**-500, 2.0**-540, 2.0**-1073):
        found = scored(unit)
        assert (found.value, found.interval) == (expected.value, expected.interval)
    assert scored(1e-170).interval == pytest.approx(expected.interval)


label = st.sampled_from(["a", "b", "c", ""])
text = st.lists(st.sampled_from(["to", "go", "Bonn", "é"]), max_size=4).map(" ".join)
units = st.lists(st.sampled_from(["a:1", "a:2", "b:1"]), max_size=3)
value = st.recursive(st.none() | st.booleans() | st.integers(-3, 3) | label, lambda v: st.lists(v, max_size=2)
                     | st.dictionaries(label, v, max_size=2), max_leaves=4)  # fmt: skip
KINDS = {"label": label, "text": text, "units": units, "json": value}


@pytest.mark.parametrize("how", ["labels", "words", "characters", "concepts", "concept_bag", "slots", "meanings",
                                 "meanings(shifting=mu3())", "graded", "any_of"])  # fmt: skip
@settings(max_examples=settings().max_examples // 3)
@given(chosen=st.data())
def test_api_and_command_line_say_the_same(
    how: str, chosen: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Sets of meanings, weights, clusters and features, through files and through lists."""
    kind = KINDS[measure(how).kind]
    some = st.lists(kind, max_size=2).filter(lambda meanings: meanings != [None])
    case = st.tuples(some, st.none() | some, st.sampled_from([0, 0.25, 1]), st.sampled_from([None, "p", "q"]))
    rows = chosen.draw(st.lists(case, min_size=1, max_size=6).filter(lambda rows: any(row[2] for row in rows)))
    folder = tmp_path_factory.mktemp("parity")
    with open(folder / "c.jsonl", "w") as cases, open(folder / "a.jsonl", "w") as answers:
        for i, (right, said, weight, group) in enumerate(rows):
            line = {"id": i, "expression": right[0] if how in ("words", "characters") and right else "",
                    "reference": right, "weight": weight, "cluster": group, "group": group}  # fmt: skip
            print(json.dumps(line), file=cases)
            print(json.dumps({"id": i, "answer": said}), file=answers)
    import contextlib
    import io

    out = io.StringIO()
    files = (str(folder / "c.jsonl"), str(folder / "a.jsonl"))
    with contextlib.redirect_stdout(out):
        assert status(["score", how, *files, "--json", "--by", "group"]) == 0
    printed = json.loads(out.getvalue())
    columns = list(zip(*rows, strict=True))
    found = murho.score(
        how,
        references=[tuple(meanings) for meanings in columns[0]],
        predictions=[None if said is None else tuple(said) for said in columns[1]],
        sample_weight=columns[2],
        clusters=columns[3],
        features={"group": columns[3]},
    )
    direct = json.loads(json.dumps(found.as_json(), allow_nan=False))
    assert {**direct, "signature": ""} == {**printed, "signature": ""}


def test_api_and_command_line_on_real_data(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import gzip

    folder = data / "slurp"
    with gzip.open(folder / "test.jsonl.gz", "rt") as file:
        sentences = [json.loads(line) for line in file]
    with gzip.open(folder / "predictions" / "gold_hermit_predictions.jsonl.gz", "rt") as file:
        said = {str(row["slurp_id"]): f"{row['scenario']}_{row['action']}" for row in map(json.loads, file)}
    found = murho.score(
        "labels",
        [f"{row['scenario']}_{row['action']}" for row in sentences],
        [said[str(row["slurp_id"])] for row in sentences],
        features={"scenario": [row["scenario"] for row in sentences]},
    )
    files = (str(folder / "test.jsonl.gz"), str(folder / "predictions" / "gold_hermit_predictions.jsonl.gz"))
    assert status(["score", "labels", *files, "--format", "slurp", "--by", "scenario", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert {**found.as_json(), "signature": ""} == {**printed, "signature": ""}


def test_a_measure_that_loses_cases_or_gives_no_loss_is_refused() -> None:
    """A figure of those cases that it happened to judge would be no figure of the suite."""
    from dataclasses import dataclass

    from murho.core.case import Answers, Cases
    from murho.core.judgement import Judgements
    from murho.measures import Measure
    from murho.pipeline.scoring.judge import judge

    @dataclass(frozen=True)
    class losing(Measure):  # noqa: N801
        gives: Any = None

        def judge(self, references: Any, answers: Any) -> Any:
            return self.gives

    cases = Cases(["a", "b"], ["", ""], [("x",), ("x",)], path="c.jsonl", lines=[1, 2])
    answers = Answers(["a", "b"], [("x",), ("y",)])
    with pytest.raises(InputError, match=r"^c\.jsonl:2: case 'b': .*losing.* gave no row for it; "):
        judge(losing(Judgements.of([0])), cases, answers)
    with pytest.raises(UsageError, match=r"judged case 3 of 2; "):
        judge(losing(Judgements.of([0, 1, 1])), cases, answers)
    with pytest.raises(UsageError, match=r"gave a value of type list; a measure gives Judgements"):
        judge(losing([0, 1]), cases, answers)
    with pytest.raises(
        InputError, match=r"^c\.jsonl:2: case 'b': .* gave loss -1\.0; loss must be finite and at least 0"
    ):
        judge(losing(Judgements.of([0, -1.0])), cases, answers)
    with pytest.raises(InputError, match=r"^c\.jsonl:1: case 'a': .* gave loss inf; "):
        judge(losing(Judgements.of([float("inf"), 1])), cases, answers)
    assert judge(losing(Judgements.of([0, 1])), cases, answers).loss.tolist() == [0, 1]


@pytest.mark.parametrize("name", ["labels", "meanings", "graded('exact', undefined=0.3)", "sentences", "frames"])
def test_if_failures_is_what_other_answers_would_have_given(name: str) -> None:
    references = [["a:1"], ["b:1", "c:2"], ["a:1"], ["c:3"], ["b:1"]]
    said: list[Any] = [["a:1"], None, ["b:1"], None, ["b:1"]]
    if name in ("labels", "sentences"):
        references, said = [one[0] for one in references], [one and one[0] for one in said]  # type: ignore[misc]
    elif name == "frames":
        references, said = [[one] for one in references], [one and [one] for one in said]  # type: ignore[misc]

    def score(instead: Any) -> Any:
        given = [instead[i] if answer is None else answer for i, answer in enumerate(said)]
        return murho.score(name, references, given, WEIGHTS)

    wrong: Any = (
        ["z:9"] * 5 if isinstance(references[0], str) else [[["z:9"]]] * 5 if name == "frames" else [["z:9"]] * 5
    )
    ends = score([None] * 5).if_failures
    assert (ends.right, ends.wrong) == (score(references).value, score(wrong).value)
    assert (ends.right, ends.wrong) == (0.25 / 2.25, 1.25 / 2.25)


def test_if_failures_is_told_where_it_is_known() -> None:
    assert murho.score("labels", ["a", "b"], ["a", "c"]).if_failures is None
    assert "if_failures" not in murho.score("labels", ["a", "b"], ["a", "c"]).as_json()
    for name in ("words", "mer", "wil", "slots"):  # unbounded, or with units that depend on the answer
        references = [["a:b"], ["c:d"]] if name == "slots" else ["a b", "c d"]
        assert murho.score(name, references, [references[0], None]).if_failures is None
    assert murho.score("labels", ["a", "b"], [None, "b"], [0.0, 1.0]).if_failures == (0.0, 0.0)
    assert murho.score("labels", ["a", "b"], [None, "b"], divide_by="expressions").if_failures == (0.0, 0.5)


def test_if_failures_of_slices() -> None:
    features = {"day": ["mo", "mo", "tu", "tu", "tu"]}
    found = murho.score("graded('exact', undefined=0.5)", REFERENCES, PREDICTIONS, features=features, by="day")
    assert found.as_json()["if_failures"] == {"right": 0.4, "wrong": 0.6}
    assert found.by["day"]["mo"].if_failures is None
    assert found.by["day"]["tu"].if_failures == (1 / 3, 2 / 3)


def test_slices_have_intervals_that_hold_at_once() -> None:
    """Of all groups of all features, those of labels of words too: one family, whichever book counts them."""
    texts, said = ["a b", "c d"] * 6, ["a b", "c x"] * 6
    features = {"day": ["mo", "tu"] * 6, "part": ["am"] * 6 + ["pm"] * 6}
    labels = {"kind": [["X", "O"]] * 12}
    found = murho.score("words", texts, said, features=features, labels=labels)
    groups = {(feature, name): one for feature, slices in found.by.items() for name, one in slices.items()}
    assert [*groups] == [("day", "mo"), ("day", "tu"), ("part", "am"), ("part", "pm"), ("kind", "O"), ("kind", "X")]
    wider = murho.score("words", texts, said, features=features, labels=labels, level=0.95 ** (1 / 6))
    for (feature, name), one in groups.items():
        assert one.simultaneous_interval == pytest.approx(wider.by[feature][name].interval)
        assert one.as_json()["simultaneous_interval"] == list(one.simultaneous_interval or ())
    assert found.figure.simultaneous_interval is None
    assert "simultaneous_interval" not in found.figure.as_json()


def test_a_bootstrap_has_no_simultaneous_intervals() -> None:
    found = murho.score(
        "labels", ["a", "b"] * 9, ["a", "a"] * 9, features={"day": ["mo"] * 9 + ["tu"] * 9}, method="bootstrap"
    )
    assert [one.simultaneous_interval for one in found.by["day"].values()] == [None, None]
