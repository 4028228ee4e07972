"""murho.score, murho.words, murho.align: options as keywords, one text against one, files beside columns."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import murho
from murho.core.errors import InputError, MurhoError, UsageError
from murho.core.shifting import mu3
from murho.pipeline.scoring import score as scoring

from .conftest import SPOKEN


def test_all_verbs_are_functions_of_murho() -> None:
    verbs = {"run", "open", "show", "compare", "plan", "report", "sample", "align", "score", "words"}
    assert verbs < set(murho.__all__)
    assert set(murho.__all__) <= set(dir(murho))
    assert all(callable(getattr(murho, verb)) for verb in verbs)
    assert isinstance(murho.words("a", "b"), murho.Score)
    assert isinstance(murho.words("a", "b"), scoring.Score)
    with pytest.raises(AttributeError, match="module 'murho' has no attribute 'shwo'"):
        murho.shwo  # noqa: B018


def test_the_verbs_do_not_make_the_start_slow() -> None:
    code = "import murho, sys; print(*(name for name in sys.modules if name.startswith('murho')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == {"murho", "murho.version"}


@pytest.mark.parametrize(
    ("measure", "options", "same"),
    [
        ("words", {"costs": "sclite"}, "words(costs='sclite')"),
        ("words", {"costs": (4, 3, 3), "normalize": "lower"}, "words(costs=(4, 3, 3), normalize='lower')"),
        ("words", {"alternates": True, "optional": None}, "words(alternates=True)"),
        ("oracle(words)", {"n": 2, "costs": "sclite"}, "oracle(words(costs='sclite'), n=2)"),
        ("oracle(words)", {"n": "2"}, "oracle(words, n=2)"),
        ("meanings", {"shifting": mu3()}, "meanings(shifting=mu3())"),
        ("meanings", {"shifting": "mu2(0.25)"}, "meanings(shifting=mu2(0.25))"),
    ],
)
def test_options_are_keywords(measure: str, options: dict[str, Any], same: str) -> None:
    columns = ["To { Bonn / Born }", "no no"], ["to Bonn", "no"]
    assert murho.score(measure, *columns, **options).as_json() == murho.score(same, *columns).as_json()


def test_names_with_commas_are_one_name() -> None:
    columns = [["a,b:c", "d:e"]], [["d:e"]]
    assert murho.score("concepts", *columns, only=["a,b"]).counts["deletions"] == 1
    assert murho.score("concepts", *columns, only=["a", "d"]).counts["deletions"] == 0


@pytest.mark.parametrize(
    ("measure", "options", "says"),
    [
        ("words", {"cost": "sclite"}, "cost: no option of words; did you mean costs?"),
        ("words", {"costs": "sclit"}, "words: no costs 'sclit'; known: equal, sclite"),
        (
            "labels",
            {"costs": "sclite"},
            "costs: only for the measures characters, mer, sentences, wil, words, not labels",
        ),
        ("oracle(words)", {"n": "many"}, "n: 'many' is no whole number"),
        ("oracle(words)", {"n": 1.5}, "n: '1.5' is no whole number"),
        ("words", {"split": "letters"}, "split: no 'letters'; known: "),
        (
            "labels",
            {"cluster": ["a"]},
            "cluster: no option of labels; known: none; or did you mean the argument clusters=?",
        ),
    ],
)
def test_options_that_there_are_not(measure: str, options: dict[str, Any], says: str) -> None:
    with pytest.raises(UsageError) as error:
        murho.score(measure, ["a"], ["a"], **options)
    assert says in str(error.value)


def test_options_of_words() -> None:
    assert murho.words("火车", "火 车", split="cjk").value == 0
    assert murho.words(["To Bonn"], ["to bonn"], normalize="lower").measure == "words(normalize='lower')"
    with pytest.raises(UsageError, match=r"^splt: no option of words; did you mean split"):
        murho.words("a", "b", splt="cjk")


def test_one_text_against_one() -> None:
    assert murho.score("words", "a b", "a c").figure == murho.score("words", ["a b"], ["a c"]).figure
    assert murho.words("a b", "a c").figure == murho.words(["a b"], ["a c"]).figure
    assert murho.words("a b", "a c").value == 0.5
    assert murho.score("labels", "hours", "hours").value == 0
    failed = murho.score("words", "a b", None)
    assert (failed.value, failed.figure.undefined) == (1, 1)
    assert murho.words("a b", murho.UNDEFINED).figure.undefined == 1
    one = murho.align("words", "a b", "a c")
    assert [step.operation for step in one[0].steps] == ["=", "S"]


@pytest.mark.parametrize("verb", [lambda *both: murho.score("words", *both), murho.words,
                                  lambda *both: murho.align("words", *both)])  # fmt: skip
def test_one_text_does_not_go_with_a_column(verb: Any) -> None:
    for both in (("a b", ["a c"]), (["a b"], "a c"), ("a b", ("a c",)), (3, "a"), ({"a b"}, {"a c"})):
        with pytest.raises(UsageError, match=r"is a single (str|int); give a list|is a set, which has no order"):
            verb(*both)
    with pytest.raises(UsageError, match=r"'README.md', a file; write Path\('README.md'\) to read it, \['README.md'\]"):
        verb("README.md", "a c")


def test_files_are_paths() -> None:
    assert murho.score("words", *SPOKEN).figure.n == 8
    calls: list[tuple[Any, str]] = [
        (lambda: murho.score("words", SPOKEN[0], ["a"]), "predictions is a list; give files for both, as pathlib.Path"),
        (lambda: murho.score("words", "a b", SPOKEN[1]), "references is a str; give files for both"),
        (lambda: murho.score("words", *SPOKEN, clusters=["a"]), "clusters= goes with columns"),
        (lambda: murho.score("words", ["a"], ["b"], format="trn"), "format= goes with files, given as pathlib.Path"),
        (lambda: murho.score("words", ["a"], ["b"], missing="skip"), "missing= goes with files"),
        (lambda: murho.score("words", *SPOKEN, missing="none"), "missing='none'; known: undefined, skip"),
        (lambda: murho.score("words", Path("a.trn"), Path("b.trn")), "a.trn: no such file"),
        (lambda: murho.align("words", *SPOKEN, features={"a": [1]}), "features= goes with columns"),
        (lambda: murho.align("labels", ["a"], ["b"]), "labels aligns nothing that could be shown"),
        (lambda: murho.align("words", ["a"], ["b"], frequencies="x"), "frequencies= goes with rare=True"),
        (lambda: murho.align("words", ["a"], ["b"], keywords=3), "keywords is a int; give a path, or a list or a set"),
        (lambda: murho.align("words", ["a"], ["b"], keywords=["a", 3]), "keywords is a list; give a path, or a list"),
        (lambda: murho.align("words", ["a"], ["b"], keywords=[]), "no keyword at all; give one at least"),
        (lambda: murho.align("words", ["a"], ["b"], keywords={" "}), "nothing is left of the keyword ' '"),
        (
            lambda: murho.align("words", ["a"], ["b"], rare=True, frequencies=["a"]),
            "frequencies is a list; give a path",
        ),
        (lambda: murho.align("words", ["a"], ["b"], rare=True, frequencies={"a": 0.5}), "the frequency of 'a' is 0.5"),
        (lambda: murho.align("words", ["a"], ["b"]).layout("sgml"), "layout='sgml'; known: pra, prf, sys, raw"),
        (lambda: murho.align("words", ["a"], ["b"]).save("out.doc"), "the suffix '.doc' does not tell what to write"),
        (lambda: murho.align("words", ["a"], ["b"], rank="most"), "rank='most'; known: errors, rate"),
    ]
    for call, says in calls:
        with pytest.raises(MurhoError) as error:
            call()
        assert says in str(error.value)


def test_alignments_of_columns_are_counted_by_features() -> None:
    found = murho.align("words", ["a b", "c"], ["a", "c d"], features={"speaker": ["x", "y"]})
    by = found.as_json()["by"]["speaker"]
    assert {name: one["counts"]["insertions"] for name, one in by.items()} == {"x": 0, "y": 1}
    assert [one.id for one in murho.align("words", ["a b", "c"], ["a", "c"], errors_only=True)] == ["1"]
    assert not murho.align("words", ["a b"], ["a b"], by=()).as_json()["by"]


def test_classes_of_labels() -> None:
    found = murho.score("labels", ["a", "b"], ["a", "a"], classes=True)
    assert {one["label"]: one["precision"] for one in found.also["classes"]} == {"a": 0.5, "b": None}


def test_a_row_for_each_case() -> None:
    rows = murho.score("labels", ["a", "b"], ["a", "a"], per_case=True).per_case
    assert rows is not None
    assert [(row["id"], row["loss"]) for row in rows] == [("1", 0), ("2", 1)]
    assert murho.score("labels", ["a"], ["a"]).per_case is None


@pytest.mark.parametrize("said", [["a b", "c d", ""], ["a", None, "x"]], ids=["texts", "undefined"])
def test_lists_of_texts_come_out_as_cases_do(said: list[Any]) -> None:
    """Without cases being made of them, unless something has to be known of each."""
    right = ["a b", "c", "d e"]
    straight, by_cases = murho.score("words", right, said), murho.score("words", right, said, clusters=[None] * 3)
    assert straight.as_json() == by_cases.as_json()
    assert straight.judgements is not None
    assert by_cases.judgements is not None
    assert straight.judgements.loss.tolist() == by_cases.judgements.loss.tolist()
    assert murho.score("words", right, said, by=[]).as_json() == straight.as_json()


def test_references_alone_are_told_what_is_missing() -> None:
    for alone in (["a", "b"], pl.DataFrame({"text": ["open?"]})):
        with pytest.raises(UsageError, match="no predictions; give a list with one for each reference, or one table"):
            murho.score("labels", alone)


@pytest.mark.parametrize("measure", ["meanings", "graded('json')", "words", "labels", "slots", "sql", "breaks"])
@pytest.mark.parametrize("side", ["reference", "answer"])
def test_a_bottomless_value_is_one_clear_error(measure: str, side: str) -> None:
    if measure == "sql":
        pytest.importorskip("sqlglot")
    deep: Any = "x"
    for _ in range(50_000):
        deep = {"a": [deep]}
    plain = {"slots": ["a:b"], "breaks": ["0"]}.get(measure, "SELECT 1")
    columns = [[[deep if side == one else plain]] for one in ("reference", "answer")]
    with pytest.raises(InputError, match=f"{side}.* nested too deeply"):
        murho.score(measure, *columns)
