"""A run's folder: what is written is read back, whole or not at all, and nothing of it is lost by accident."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, MurhoError, UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED
from murho.store import Run, alone, begin, open_run, signed_system

SETTINGS = {
    "measures": ["labels"],
    "weight": "given",
    "missing": "undefined",
    "level": 0.95,
    "method": "auto",
    "seed": 0,
}
RECORD: dict[str, Any] = {
    "state": "running",
    "data": {"cases": "c.jsonl"},
    "system": {"spec": "a:b"},
    "settings": SETTINGS,
}
SUITE = Cases(
    ["1", "b"],
    ["open?", "Zoë ⊥ \n"],
    [("x", {"a": [1, None]}), ()],
    clusters=["d", None],
    weights=[0.5, None],
    features={"topic": [["u"], None], "size": [1, 2.5]},
)


def said(*names: str) -> Answers:
    return Answers(list(names), [(name,) for name in names])


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return begin(tmp_path / "run", RECORD, [SUITE])


def test_a_suite_comes_back_as_it_was(run: Run) -> None:
    back = run.cases()
    assert (list(back.ids), list(back.expressions)) == (SUITE.ids, SUITE.expressions)
    assert list(back.references) == SUITE.references
    assert list(back.clusters or ()) == SUITE.clusters
    assert list(back.weights or ()) == SUITE.weights
    assert {name: list(column) for name, column in back.features.items()} == SUITE.features


def test_a_suite_may_be_older_than_the_fields_of_today(tmp_path: Path) -> None:
    """What is refused in a file of cases, since it is a slip there, is a feature of a run that was saved before."""
    older: dict[str, list[Any]] = {
        "references": [["a", "b"], ["c"]],
        "labels": [{"topic": ["u", "v"]}, {"topic": ["w"]}],
    }
    old = begin(tmp_path / "old", RECORD, [Cases(["1", "2"], ["", ""], [("yes",), ("no",)], features=older)])
    assert {name: list(values) for name, values in old.cases().features.items()} == older
    assert old.cases().labels == {}


def test_answers_come_back_as_they_were(run: Run) -> None:
    first = Answers(
        ["b", "1"],
        [UNDEFINED, ()],
        seconds=[0.25, None],
        failures=["time-out: ⊥", None],
        extras={"stage:1": [None, ["heard"]]},
    )
    run.add_answers(first)
    run.add_answers(Answers(["c"], [("x", {"y": [1, 2.5, None]})], extras={"cost": [3]}))
    back = run.answers()
    assert list(back.ids) == ["b", "1", "c"]
    assert list(back.answers) == [UNDEFINED, (), ("x", {"y": [1, 2.5, None]})]
    assert back.answers[0] is UNDEFINED
    assert list(back.seconds or ()) == [0.25, None, None]
    assert list(back.failures or ()) == ["time-out: ⊥", None, None]
    assert back.extras == {"stage:1": [None, ["heard"], None], "cost": [None, None, 3]}


json_value = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=3),
    lambda v: st.lists(v, max_size=2) | st.dictionaries(st.sampled_from(["a", "b", ""]), v, max_size=2),
    max_leaves=5,
)  # fmt: skip
answer = st.just(UNDEFINED) | st.lists(json_value, max_size=3).map(tuple)


@given(answers=st.lists(answer, min_size=1, max_size=8), size=st.integers(1, 4))
def test_undefined_survives_every_round_trip(
    answers: list[Any], size: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    run = begin(tmp_path_factory.mktemp("runs") / "run", RECORD, [SUITE])
    names = [str(i) for i in range(len(answers))]
    for start in range(0, len(names), size):
        run.add_answers(Answers(names[start : start + size], answers[start : start + size]))
    back = run.answers()
    assert list(back.ids) == names
    assert [given is UNDEFINED for given in back.answers] == [given is UNDEFINED for given in answers]
    assert list(back.answers) == answers


def test_no_answers_yet(run: Run) -> None:
    assert len(run.answers()) == 0
    assert list(run.answers().for_cases(["1"]).answers) == [UNDEFINED]


def test_a_part_never_takes_the_place_of_another(run: Run) -> None:
    for name in "abc":
        run.add_answers(said(name))
    run.parts_of_answers()[1].unlink()
    run.add_answers(said("d"))
    assert [part.name[:10] for part in run.parts_of_answers()] == [f"part-0000{i}" for i in (0, 2, 3)]
    assert list(run.answers().ids) == ["a", "c", "d"]


def test_judgements_finer_than_a_case(run: Run) -> None:
    """A row for a word, or a slot: the rows of a case stay the rows of that case, also in another order of cases."""
    rows = Judgements.of(
        [1, 0, 0.5],
        [2, 1, 1],
        {"hits": [0, 1, 2]},
        case=[0, 0, 1],
        undefined=[False, False, True],
        labels={"word": ["a", "b", "c"]},
    )
    run.write_judgements("fine(1)", np.arange(2), rows)
    back = run.judgements("fine(1)", SUITE)
    assert back is not None
    assert back.case.tolist() == [0, 0, 1]
    assert back.loss.tolist() == [1, 0, 0.5]
    assert back.units.tolist() == [2, 1, 1]
    assert back.undefined.tolist() == [False, False, True]
    assert back.counts["hits"].tolist() == [0, 1, 2]
    assert back.labels == {"word": ["a", "b", "c"]}
    turned = run.judgements("fine(1)", SUITE.take([1, 0]))
    assert turned is not None
    assert (turned.case.tolist(), turned.loss.tolist()) == ([0, 1, 1], [0.5, 1, 0])


def test_judgements_by_a_file_that_has_changed_are_none(run: Run) -> None:
    run.write_judgements("fine", np.arange(2), Judgements.of([0, 1]), {"a.map": "sha256:1"})
    for files, stale in (
        ({}, False),
        ({"a.map": "sha256:1"}, False),
        ({"a.map": "sha256:2"}, True),
        ({"a.map": "absent"}, False),
        ({"a.map": "sha256:1", "b.map": "sha256:1"}, True),
    ):
        assert (run.judgements("fine", SUITE, files) is None) == stale
    (noted,) = run.path.glob("judgements/*/files")
    for damaged in ('{"a.map', "[3]", '"a.map"', "[" * 100_000):
        noted.write_text(damaged)
        assert run.judgements("fine", SUITE, {"a.map": "sha256:1"}) is None
    (named,) = run.path.glob("judgements/*/measure")
    named.write_bytes(b"\xff")
    with pytest.raises(
        InputError, match="measure: names no measure; delete its folder, and `murho judge` makes it anew"
    ):
        run.measures()
    run.write_judgements("fine", np.arange(2), Judgements.of([0, 1]))
    assert run.judgements("fine", SUITE, {"a.map": "sha256:1"}) is None
    run.forget_judgements()
    assert not list(run.path.glob("judgements/*/*"))


def test_judgements_of_each_measure_by_its_name(run: Run) -> None:
    assert run.judgements("labels", SUITE) is None
    assert run.measures() == []
    names = ["labels", "a/../b", "x" * 300, "mu3(0.1, 0.2)", "mu3(0.1,0.2)"]
    for value, name in enumerate(names):
        run.write_judgements(name, np.arange(2), Judgements.of([value, value]))
    assert sorted(run.measures()) == sorted(names)
    for value, name in enumerate(names):
        found = run.judgements(name, SUITE)
        assert found is not None
        assert found.loss.tolist() == [value, value]
    assert all(file.is_relative_to(run.path / "judgements") for file in run.path.glob("judgements/**/*.parquet"))
    run.write_judgements("labels", np.arange(2), Judgements.of([9, 9]))
    again = run.judgements("labels", SUITE)
    assert again is not None
    assert again.loss.tolist() == [9, 9], "what was judged before is replaced"


# --- beginning


def test_begin_goes_on(run: Run) -> None:
    run.add_answers(said("1"))

    def never() -> Iterator[Cases]:
        raise AssertionError("the cases are not read again")
        yield SUITE

    same = begin(run.path, {**RECORD, "state": "anything"}, never())
    assert list(same.answers().ids) == ["1"]
    assert same.record["state"] == "running"


@pytest.mark.parametrize("name", ["data", "system"])
def test_begin_refuses_another_run(run: Run, name: str) -> None:
    run.add_answers(said("1"))
    with pytest.raises(UsageError, match=f"holds a run with another {name} .*begin anew with overwrite=True"):
        begin(run.path, {**RECORD, name: {**RECORD[name], "more": [1]}}, [SUITE])
    assert list(run.answers().ids) == ["1"]


def test_a_run_without_answers_may_be_begun_anew(run: Run) -> None:
    other = begin(run.path, {**RECORD, "system": {"spec": "c:d"}}, [SUITE.take([1])])
    assert other.record["system"] == {"spec": "c:d"}
    assert list(other.cases().ids) == ["b"]


def test_overwrite_leaves_nothing_of_the_older_run_and_all_else(run: Run) -> None:
    run.add_answers(said("1"))
    run.write_judgements("labels", np.arange(2), Judgements.of([0, 1]))
    (run.path / "report.html").write_text("a page")
    begin(run.path, {**RECORD, "system": {"spec": "c:d"}}, [SUITE.take([1])], overwrite=True)
    assert len(run.answers()) == 0
    assert run.measures() == []
    assert list(run.cases().ids) == ["b"]
    assert (run.path / "report.html").read_text() == "a page"


def test_overwrite_reads_the_cases_first(run: Run) -> None:
    run.add_answers(said("1"))

    def broken() -> Iterator[Cases]:
        yield SUITE
        raise InputError("broken JSON", "write one JSON object on every line", path="c.jsonl", line=9)

    with pytest.raises(InputError, match=r"c\.jsonl:9"):
        begin(run.path, RECORD, broken(), overwrite=True)
    assert list(run.answers().ids) == ["1"]
    assert list(run.cases().ids) == ["1", "b"]


def test_a_run_killed_while_it_began(run: Run) -> None:
    """After the record and before the suite; or while either was being written."""
    (run.path / "cases.parquet").unlink()
    (run.path / ".cases.parquet.1a2b3c4d.part").write_bytes(b"half of")
    assert list(begin(run.path, RECORD, [SUITE]).cases().ids) == ["1", "b"]
    for file in run.path.iterdir():
        file.unlink()
    (run.path / ".run.json.1a2b3c4d.part").write_text("{")
    assert list(begin(run.path, RECORD, [SUITE]).cases().ids) == ["1", "b"]


def test_a_run_killed_while_it_was_overwritten(run: Run) -> None:
    """The older record goes last, so that nobody takes its answers for those of the new run."""
    run.add_answers(said("1"))
    other = {**RECORD, "system": {"spec": "c:d"}}
    (run.path / "cases.parquet").unlink()
    with pytest.raises(UsageError, match="another system"):
        begin(run.path, other, [SUITE])
    begin(run.path, other, [SUITE], overwrite=True)
    assert len(run.answers()) == 0


@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize("name", ["cases.parquet", "answers", "notes.txt", ".hidden"])
def test_a_folder_of_something_else_is_refused(tmp_path: Path, name: str, overwrite: bool) -> None:
    (tmp_path / name).write_text("mine")
    with pytest.raises(UsageError, match="not empty, and not a run; name a new folder"):
        begin(tmp_path, RECORD, [SUITE], overwrite=overwrite)
    assert (tmp_path / name).read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_record_is_written_whole_or_not_at_all(run: Run) -> None:
    before = run.record
    with pytest.raises(TypeError):
        run.write_record({**RECORD, "odd": object()})
    assert run.record == before
    assert sorted(file.name for file in run.path.iterdir()) == ["cases.parquet", "run.json"]


def test_every_record_has_a_schema_version(run: Run) -> None:
    assert json.loads((run.path / "run.json").read_text())["schema_version"] == 2
    assert open_run(run.path).record["schema_version"] == 2
    assert open_run(str(run.path)).path == run.path
    with pytest.raises(InputError, match=r"no run here; name a folder that holds a run\.json"):
        open_run(run.path / "none")


# --- being alone


def test_alone_keeps_other_processes_out(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "run"
    code = f"from murho.store import alone\nwith alone({str(folder)!r}): pass"
    with alone(folder):
        busy = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
        (folder / "run.json").touch()
    assert f"another murho is at work on this run (process {os.getpid()} on " in busy.stderr
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


def test_alone_leaves_no_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), alone(tmp_path / "run"):
        raise KeyboardInterrupt
    assert not (tmp_path / "run").exists()
    with alone(tmp_path / "run"):
        (tmp_path / "run" / "file").touch()
    assert os.listdir(tmp_path / "run") == ["file"]


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        pytest.raises(MurhoError, match=r"file/run: cannot be made \(Not a directory\); name a folder"),
        alone(tmp_path / "file" / "run"),
    ):
        raise AssertionError("it was made")


def test_large_parts(run: Run) -> None:
    names = [str(i) for i in range(20_000)]
    run.add_answers(Answers(names, [("x",)] * len(names), seconds=np.linspace(0, 1, len(names)).tolist()))
    back = run.answers()
    assert list(back.ids) == names
    assert (back.seconds or [])[-1] == 1


def test_a_signature_names_the_system() -> None:
    def named(*stages: dict[str, Any], **answers: str) -> str | None:
        system = stages[0] if len(stages) == 1 else {"kind": "composed", "stages": list(stages)}
        return signed_system({"system": system, "data": {"answers": answers}})

    one, two = {"kind": "command", "spec": "./asr --fast"}, {"kind": "function", "spec": "desk:answer"}
    assert str(named(one)).startswith("command:./asr --fast sha256:")
    assert str(named(one, two)).startswith("command:./asr --fast then function:desk:answer sha256:")
    same = [one, {**one, "workers": 8, "timeout": 2.0, "concurrency": 3}]
    assert len({named(each) for each in same}) == 1, "how it is asked does not make another system"
    others = [one, {**one, "code": {"asr": "sha256:1"}}, {**one, "code": {"asr": "sha256:2"}}, {**one, "input": "text"}]
    assert len({named(each) for each in others}) == 4
    assert named(one, a="sha256:1") != named(one, a="sha256:2"), "recorded answers that were edited"
    assert (
        str(named({"kind": "command", "spec": "a | b\n\x1b[31m\udcffc"})).split(" sha256:")[0] == "command:a ¦ b [31m c"
    )
    assert len(str(named({"kind": "command", "spec": "x" * 1000}))) == 80 + len(" sha256:") + 12


def test_a_signature_names_all_systems_that_answered() -> None:
    system = {"kind": "function", "spec": "desk:answer"}

    def named(*systems: dict[str, Any]) -> str | None:
        return signed_system({"system": system, "systems": list(systems)})

    one, other = ({"digest": digest, "spec": "desk:answer", "files": {"desk.py": digest}} for digest in ("1", "2"))
    assert len({named(one), named(other), named(one, other), named()}) == 4
    assert named() == signed_system({"system": system}) == named({**one, "files": {}}), "without files as ever"
    first = {"digest": None, "spec": "desk:answer", "files": {"desk.py": "0"}}
    assert named(first) == named(), "a run of version 1 stays what it was"
    assert named(first, one) not in (named(one), named({**first, "files": {}}, one))


def test_answers_are_counted_by_the_system_that_gave_them(tmp_path: Path) -> None:
    """Of a case that was asked again the last answer counts; a part of version 1 is of the first."""
    entries = [{"digest": digest, "spec": "a:b", "files": {}} for digest in ("sha256:1", "sha256:2", "sha256:3")]
    more = Cases(["c", "d"], ["", ""], [(), ()])
    run = begin(tmp_path / "run", {**RECORD, "systems": entries}, [SUITE, more])
    assert [(one["cases"], one["parts"]) for one in run.systems()] == [(0, 0)] * 3
    run.add_answers(said("1", "b"))
    assert [(one["cases"], one["parts"]) for one in run.systems()] == [(2, 1), (0, 0), (0, 0)]
    run.add_answers(said("b", "c", "d"), system="sha256:2")
    run.add_answers(said("c", "d"), system="sha256:1")
    assert [(one["cases"], one["parts"]) for one in run.systems()] == [(3, 2), (1, 1), (0, 0)]


@pytest.mark.parametrize("record", [{}, {"system": None}, {"system": "desk"}, {"system": []}])
def test_a_record_without_a_system_has_none_in_its_signature(record: dict[str, Any]) -> None:
    assert signed_system(record) is None
    assert str(signed_system({"system": {"stages": "x"}, "data": {"answers": 3}})).startswith("unnamed sha256:")
