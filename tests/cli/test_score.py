"""`murho score`: the object it prints, by which others script it."""

import gzip
import math
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
import pytest

FIELDS = {
    "measure": str, "value": float, "interval": list, "method": str, "level": float, "n": int, "clusters": int,
    "effective_n": float, "numerator": (int, float), "denominator": (int, float), "undefined": int, "counts": dict,
    "flags": list, "missing_answers": int, "unmatched_answers": int, "by": dict, "signature": str,
    "schema_version": int,
}  # fmt: skip
OF_THE_WHOLE = {"measure", "missing_answers", "unmatched_answers", "by", "signature", "schema_version"}


def check_fields(found: dict[str, Any]) -> None:
    """All fields are there, of their types, and fit each other."""
    assert set(FIELDS) <= set(found), "a measure may add to these"
    for name, kind in FIELDS.items():
        assert isinstance(found[name], kind), name
    check_figure(found)
    for groups in found["by"].values():
        for one in groups.values():
            assert set(FIELDS) - OF_THE_WHOLE <= set(one)
            assert not OF_THE_WHOLE & set(one)
            check_figure(one)


def check_figure(found: dict[str, Any]) -> None:
    assert (found["interval"] is None) == (found["clusters"] == 1) == ("undetermined" in found)
    if found["interval"] is not None:
        low, high = found["interval"]
        assert 0 <= low <= found["value"] <= high
        assert low < high, "never ±0"
    assert found["value"] == pytest.approx(found["numerator"] / found["denominator"])
    assert all(type(count) is int for count in found["counts"].values())


def test_labels(told: Any, suite: tuple[str, str]) -> None:
    found = told("score", "labels", *suite, "--by", "scenario", "--json").json
    check_fields(found)
    assert found["value"] == 0.5
    assert (found["numerator"], found["denominator"], found["n"], found["clusters"]) == (2, 4, 4, 3)
    assert found["counts"] == {"correct": 2, "total": 4, "undefined": 1}
    assert found["schema_version"] == 1
    groups = found["by"]["scenario"]
    assert list(groups) == ["hours", "loans", "other"]
    assert [one["n"] for one in groups.values()] == [1, 2, 1]
    assert [one["value"] for one in groups.values()] == [0, 1, 0]
    assert groups["loans"]["undefined"] == 1


def test_meanings(told: Any, suite: tuple[str, str]) -> None:
    found = told("score", "meanings", *suite, "--json").json
    check_fields(found)
    assert found["measure"] == "meanings(shifting=mu1())"
    assert found["value"] == 0.5
    assert found["counts"]["correct"] == 2
    assert found["counts"]["undefined"] == 1
    other = told("score", "meanings", *suite, "--shifting", "mu2(0.25)", "--json").json
    assert other["value"] == pytest.approx((1 + 0.25) / 4), "⊥ costs δ, a wrong set 1"
    assert other["measure"] == "meanings(shifting=mu2(0.25))"


def test_shifting_goes_with_meanings_only(told: Any, suite: tuple[str, str]) -> None:
    assert "--shifting" in told("score", "labels", *suite, "--shifting", "mu2(0.5)").line(2)


def test_whole_sets_are_compared_whatever_the_order_of_keys(told: Any, write: Callable[..., str]) -> None:
    meant = {"act": "renew", "item": {"kind": "book", "number": 2}}
    cases = write(
        "c.jsonl",
        {"id": 1, "expression": "", "reference": [meant, "x"]},
        {"id": 2, "expression": "", "reference": [meant]},
        {"id": 3, "expression": "", "reference": [[1, 2]]},
        {"id": 4, "expression": "", "reference": ["a", "b"]},
    )
    answers = write(
        "a.jsonl",
        {"id": "1", "answer": ["x", {"item": {"number": 2.0, "kind": "book"}, "act": "renew"}]},
        {"id": "2", "answer": [meant, meant]},
        {"id": "3", "answer": [[2, 1]]},
        {"id": "4", "answer": ["a"]},
    )
    assert told("score", "meanings", cases, answers, "--json").json["value"] == 0.5
    assert told("score", "any_of", cases, answers, "--json").json["value"] == 0.25


def test_words_and_several_references(told: Any, write: Callable[..., str]) -> None:
    cases = write(
        "c.jsonl",
        {"id": "a", "expression": "", "reference": ["i want to go to berlin"]},
        {"id": "b", "expression": "", "reference": ["gonna go", "going to go"]},
        {"id": "c", "expression": "", "reference": [""]},
        {"id": "d", "expression": "", "reference": ["stop"]},
    )
    answers = write(
        "a.jsonl",
        {"id": "a", "answer": ["want to go to bonn"]},
        {"id": "b", "answer": ["going to go"]},
        {"id": "c", "answer": ["uh"]},
        {"id": "d", "answer": None},
    )
    found = told("score", "words", cases, answers, "--json").json
    check_fields(found)
    assert found["counts"] == {"substitutions": 1, "deletions": 2, "insertions": 1, "hits": 7, "units": 10}
    assert (found["numerator"], found["denominator"], found["value"]) == (4, 10, 0.4)
    assert found["undefined"] == 1


def test_concepts(told: Any, write: Callable[..., str]) -> None:
    cases = write(
        "c.jsonl",
        {"id": "a", "expression": "", "reference": [["dm_marker:no", "goalcity:Bonn"]]},
        {"id": "b", "expression": "", "reference": [["time:noon"], ["time:12"]]},
    )
    answers = write(
        "a.jsonl", {"id": "a", "answer": [["goalcity:Berlin"]]}, {"id": "b", "answer": [["time:12", "day:today"]]}
    )
    found = told("score", "concepts", cases, answers, "--json").json
    check_fields(found)
    assert found["counts"] == {"substitutions": 1, "deletions": 1, "insertions": 1, "hits": 1, "units": 3}
    assert found["value"] == 1


def test_null_is_not_the_empty_set(told: Any, write: Callable[..., str]) -> None:
    cases = write("c.jsonl", *({"id": name, "expression": "", "reference": []} for name in "ab"))
    answers = write("a.jsonl", {"id": "a", "answer": []}, {"id": "b", "answer": None})
    for measure in ("labels", "meanings"):
        found = told("score", measure, cases, answers, "--json", "--by", "id").json
        assert found["undefined"] == found["counts"]["undefined"] == 1
        assert found["by"]["id"]["a"]["value"] == 0
        assert found["by"]["id"]["b"]["value"] == 1


@pytest.mark.parametrize(("missing", "value", "n"), [("undefined", 2 / 3, 3), ("skip", 0.5, 2)])
def test_a_case_without_an_answer_is_counted_either_way(
    told: Any, write: Callable[..., str], missing: str, value: float, n: int
) -> None:
    cases = write("c.jsonl", *({"id": name, "expression": "", "reference": ["x"]} for name in "abc"))
    answers = write("a.jsonl", {"id": "a", "answer": ["x"]}, {"id": "c", "answer": ["y"]})
    found = told("score", "labels", cases, answers, "--missing", missing, "--json").json
    assert found["value"] == pytest.approx(value)
    assert (found["n"], found["missing_answers"], found["undefined"]) == (n, 1, n - 2)
    shown = told("score", "labels", cases, answers, "--missing", missing).out
    assert "1 case without an answer" in shown


@pytest.mark.parametrize("missing", ["undefined", "skip"])
def test_answers_of_which_none_has_a_case_are_those_to_other_cases(
    told: Any, write: Callable[..., str], missing: str
) -> None:
    cases = write("c.jsonl", {"id": "a", "expression": "", "reference": ["x"]})
    answers = write("a.jsonl", {"id": "y", "answer": ["x"]}, {"id": "z", "answer": ["x"]})
    said = told("score", "labels", cases, answers, "--extra", "ignore", "--missing", missing, "--json")
    assert said.line() == (
        "a.jsonl:1: no answer belongs to a case, not even the first, 'y'; name the answers to these cases"
    )


def test_an_answer_without_a_case_is_ignored_only_if_asked(told: Any, write: Callable[..., str]) -> None:
    cases = write("c.jsonl", {"id": "a", "expression": "", "reference": ["x"]})
    answers = write("a.jsonl", {"id": "a", "answer": ["x"]}, {"id": "z", "answer": ["x"]})
    assert told("score", "labels", cases, answers).line().startswith("a.jsonl:2: ")
    found = told("score", "labels", cases, answers, "--extra", "ignore", "--json").json
    assert (found["unmatched_answers"], found["n"]) == (1, 1)
    assert "1 answer without a case" in told("score", "labels", cases, answers, "--extra", "ignore").out


def test_weights(told: Any, write: Callable[..., str]) -> None:
    def case(name: str, weight: float | None, price: float) -> dict[str, Any]:
        more = {} if weight is None else {"weight": weight}
        return {"id": name, "expression": name, "reference": ["x"], "price": price, "count": 3 * price, **more}

    cases = write("c.jsonl", case("a", 0.25, 1), case("b", None, 0.5), case("c", 0, 0.5))
    answers = write("a.jsonl", *({"id": name, "answer": [said]} for name, said in zip("abc", "yxy", strict=True)))

    def value(*options: str) -> float:
        found = told("score", "labels", cases, answers, "--json", *options).json
        assert found["value"] == pytest.approx(found["numerator"] / found["denominator"])
        return float(found["value"])

    assert value() == pytest.approx(0.25 / 1.25), "given, 1 where none is given"
    assert value("--weight", "constant") == pytest.approx(2 / 3)
    assert value("--weight", "price") == pytest.approx(1.5 / 2)
    assert value("--weight", "frequency('count')") == pytest.approx(1.5 / 2)
    assert value("--weight", "given * price") == pytest.approx(0.25 / 0.75)
    assert value("--weight", "domain") == pytest.approx(2 / 3)


def test_signature_tells_how_and_of_what(told: Any, suite: tuple[str, str]) -> None:
    plain = told("score", "labels", *suite, "--json").json["signature"]
    again = told("score", "labels", *suite, "--json").json["signature"]
    other = told("score", "labels", *suite, "--json", "--level", "0.9").json
    assert plain == again
    assert plain.startswith("murho|measure:labels|weight:given|")
    assert "|level:0.95|" in plain
    assert "|references:sha256:" in plain
    assert other["signature"] != plain
    assert other["level"] == 0.9
    Path(suite[1]).write_text(Path(suite[1]).read_text() + "\n")
    assert told("score", "labels", *suite, "--json").json["signature"] != plain, "other data, another signature"
    assert plain in told("score", "labels", *suite).out or "answers:sha256" in plain


def test_method_and_level(told: Any, write: Callable[..., str]) -> None:
    cases = write("c.jsonl", *({"id": i, "expression": "", "reference": ["x"]} for i in range(60)))
    answers = write("a.jsonl", *({"id": i, "answer": ["x" if i % 3 else "y"]} for i in range(60)))
    widths = {}
    for method in ("auto", "score", "wilson", "linearised", "korn-graubard", "bootstrap"):
        for level in ("0.8", "0.99"):
            found = told("score", "labels", cases, answers, "--method", method, "--level", level, "--json").json
            widths[method, level] = found["interval"][1] - found["interval"][0]
            assert found["value"] == pytest.approx(1 / 3)
        assert widths[method, "0.8"] < widths[method, "0.99"], method
    assert widths["auto", "0.8"] == widths["score", "0.8"]
    seeds = {
        tuple(told("score", "labels", cases, answers, "--method", "bootstrap", "--seed", s, "--json").json["interval"])
        for s in ("1", "2", "1")
    }
    assert len(seeds) == 2, "the seed decides, and nothing else"


def test_per_case(told: Any, suite: tuple[str, str]) -> None:
    found = told("score", "labels", *suite, "--per-case", "--json").json
    assert [row["id"] for row in found["per_case"]] == ["q1", "q2", "q3", "q4"]
    assert [row["value"] for row in found["per_case"]] == [0, 1, 0, 1]
    assert [row["undefined"] for row in found["per_case"]] == [False, False, False, True]
    total = math.fsum(row["loss"] * row["weight"] for row in found["per_case"])
    assert total == found["numerator"]


def test_by_a_feature_that_is_a_list_or_lacks_or_has_numbers(told: Any, write: Callable[..., str]) -> None:
    cases = write(
        "c.jsonl",
        {"id": "a", "expression": "one", "reference": ["x"], "topics": ["u", "v"], "size": 10},
        {"id": "b", "expression": "one two", "reference": ["x"], "topics": ["u"], "size": 9},
        {"id": "c", "expression": "one two", "reference": ["x"], "size": True},
    )
    answers = write("a.jsonl", *({"id": name, "answer": ["x"]} for name in "abc"))
    by = told("score", "labels", cases, answers, *("--by", "topics", "--by", "size", "--by", "length"), "--json").json
    assert {group: one["n"] for group, one in by["by"]["topics"].items()} == {"u": 2, "v": 1, "(none)": 1}
    assert list(by["by"]["size"]) == ["9", "10", "true"]
    assert {group: one["n"] for group, one in by["by"]["length"].items()} == {"1": 1, "2": 2}
    shown = told("score", "labels", cases, answers, "--by", "colour")
    assert shown.line() == "c.jsonl: no feature 'colour'; the features of these cases are: size, topics"


# --- files


@pytest.fixture
def texts(here: Path) -> tuple[str, str]:
    (here / "ref.txt").write_text("a ticket to Bonn\n\nyes\n")
    (here / "hyp.txt").write_text("a ticket to bonn\n\nyes please\n")
    return "ref.txt", "hyp.txt"


def test_text_and_its_compressed_twins(told: Any, here: Path, texts: tuple[str, str]) -> None:
    plain = told("score", "words", *texts, "--json").json
    check_fields(plain)
    assert plain["counts"] == {"substitutions": 1, "deletions": 0, "insertions": 1, "hits": 4, "units": 5}
    for name in texts:
        content = (here / name).read_bytes()
        (here / f"{name}.gz").write_bytes(gzip.compress(content))
        with pyarrow.output_stream(str(here / f"{name}.zst"), compression="zstd") as file:
            file.write(content)
    for suffix in (".gz", ".zst"):
        other = told("score", "words", *(name + suffix for name in texts), "--json").json
        assert {**other, "signature": ""} == {**plain, "signature": ""}


def test_standard_input(murho: Any, told: Any, texts: tuple[str, str], here: Path) -> None:
    reference, answers = texts
    plain = told("score", "words", reference, answers, "--json").json
    for arguments, stdin in (((reference, "-"), answers), (("-", answers), reference)):
        content = (here / stdin).read_bytes()
        for sent in (content, gzip.compress(content)):
            other = murho("score", "words", *arguments, "--json", stdin=sent)
            assert other.status == 0, other.err
            assert {**other.json, "signature": ""} == {**plain, "signature": ""}
    for measure, form in (("words", "text"), ("dependencies", "conllu")):
        both = told("score", measure, "-", "-", "--format", form)
        assert both.line(2) == "only one of both files can be standard input"


def test_a_file_that_changes_while_it_is_read_is_noted(told: Any, here: Path) -> None:
    """Its digest is of before, and what was read may be of after."""
    (here / "c.jsonl").write_text('{"id": "q1", "expression": "x", "reference": ["p"]}\n')
    os.mkfifo(here / "a.jsonl")

    def answer() -> None:
        with (here / "a.jsonl").open("wb") as pipe:  # which waits until somebody reads it
            with (here / "c.jsonl").open("ab") as file:
                file.write(b"\n")
            pipe.write(b'{"id": "q1", "answer": ["p"]}\n')

    answering = threading.Thread(target=answer, daemon=True)
    answering.start()
    found = told("score", "labels", here / "c.jsonl", here / "a.jsonl", "--json").json
    answering.join(30)
    note = f"{here / 'c.jsonl'} changed while it was read: the figure may be of neither version; score it again"
    assert (found["value"], found["notes"]) == (0.0, [note])


def test_jsonl_on_standard_input_needs_no_format(murho: Any, suite: tuple[str, str], here: Path) -> None:
    found = murho("score", "labels", suite[0], "-", "--json", stdin=(here / suite[1]).read_bytes())
    assert found.json["value"] == 0.5


def test_mixed_formats_meet_by_id(told: Any, here: Path, write: Callable[..., str]) -> None:
    (here / "ref.txt").write_text("one\ntwo\n")
    answers = write("a.jsonl", {"id": 2, "answer": ["two"]}, {"id": "1", "answer": ["uno"]})
    assert told("score", "words", "ref.txt", answers, "--json").json["value"] == 0.5


def test_a_pipe_that_is_closed_early_is_no_accident(here: Path, suite: tuple[str, str]) -> None:
    import subprocess
    import sys

    command = Path(sys.executable).with_name("murho")
    shell = f"{command} score labels {suite[0]} {suite[1]} --json --per-case | true"
    done = subprocess.run(shell, shell=True, cwd=here, capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""


# --- the gate


@pytest.mark.parametrize(
    ("limit", "options", "expected"),
    [
        ("0.5", (), 0),
        ("0.49999", (), 100),
        ("0.6", (), 0),
        ("0", ("--confident",), 100),
        ("0.4", ("--confident",), 0),
    ],
)
def test_gate(told: Any, suite: tuple[str, str], limit: str, options: tuple[str, ...], expected: int) -> None:
    for how in ((), ("--json",)):
        found = told("score", "labels", *suite, "--fail-above", limit, *options, *how)
        assert found.status == expected
        assert found.out, "the figures are printed all the same"
        assert ("gate failed: labels is" in found.err) == bool(expected)


def test_a_gate_looks_at_every_group(told: Any, write: Callable[..., str]) -> None:
    rows = [("phone", "a")] * 20 + [("fax", "b")] * 6
    cases = write(
        "c.jsonl", *({"id": i, "expression": "", "reference": ["a"], "by": by} for i, (by, _) in enumerate(rows))
    )
    answers = write("a.jsonl", *({"id": i, "answer": [said]} for i, (_, said) in enumerate(rows)))
    score = ("score", "labels", cases, answers, "--by", "by")
    assert told(*score[:4], "--fail-above", "0.6").status == 0, "the whole is 0.2308"
    failed = told(*score, "--fail-above", "0.6")
    assert failed.status == 100
    assert failed.err.startswith("gate failed: labels where by is fax is 1.0000, above 0.6 (nothing right in 6 cases")
    assert told(*score, "--fail-above", "0.6", "--fail-above", "by=fax:1").status == 0
    assert told(*score, "--fail-above", "by=fax:0.9").status == 100
    assert "--fail-above" in told(*score, "--fail-above", "by=fax").line(2)
    absent = told(*score, "--fail-above", "by=mail:0.3")
    assert absent.status == 2
    assert "by=mail:0.3: no group 'mail'; there are: fax, phone" in absent.err


def test_no_confidence_without_an_interval(told: Any, here: Path) -> None:
    """A single recording says nothing of how much recordings differ."""
    Path("said.txt").write_text("a b c\n")
    Path("heard.txt").write_text("a b d\n")
    found = told("score", "words", "said.txt", "heard.txt", "--json", "--fail-above", "0.9", "--confident")
    assert found.status == 1
    assert "words has no interval (only 1 case: how much cases differ is unknown)" in found.err
    assert (found.json["interval"], found.json["undetermined"]) == (
        None,
        "only 1 case: how much cases differ is unknown",
    )
    assert told("score", "words", "said.txt", "heard.txt", "--fail-above", "0.9").status == 0


def test_the_gate_looks_at_the_printed_figure(told: Any, write: Callable[..., str]) -> None:
    cases = write("c.jsonl", *({"id": i, "expression": "", "reference": ["x"]} for i in range(3)))
    answers = write("a.jsonl", *({"id": i, "answer": ["xxy"[i]]} for i in range(3)))
    assert "π = 0.3333" in told("score", "labels", cases, answers).out
    assert told("score", "labels", cases, answers, "--fail-above", "0.3333").status == 0, "1/3 is printed as 0.3333"
    assert told("score", "labels", cases, answers, "--fail-above", "0.3332").status == 100


def test_a_gate_without_a_figure_fails(told: Any, write: Callable[..., str]) -> None:
    cases = write("c.jsonl", {"id": 1, "expression": "", "reference": [""]})
    answers = write("a.jsonl", {"id": 1, "answer": [""]})
    found = told("score", "words", cases, answers, "--json", "--fail-above", "1")
    assert found.json["value"] is None
    assert found.json["interval"] is None
    assert found.status == 100
