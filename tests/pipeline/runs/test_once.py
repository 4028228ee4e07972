"""What is done once: a run is read once, an answer judged once, a pair of texts aligned once."""

import builtins
import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from murho.cli import status
from murho.core.case import Answers, Cases
from murho.formats import parquet
from murho.measures import measure
from murho.measures.dependencies.dependencies import dependencies
from murho.measures.text.options import Texts
from murho.pipeline.comparing.compare import compare
from murho.pipeline.comparing.significance import Alignments
from murho.pipeline.runs.plan import Plan
from murho.pipeline.runs.run import run
from murho.store import Run
from murho.systems import Function

MEASURES = ["-m", "words", "-m", "sentences", "-m", "mer"]
SAID = ["to bonn", "no to berlin", "yes", "to bonn please"]
HEARD = ["to born", "no to berlin", "yes yes", "born please"]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each kind of file of a run is read."""
    counted: Counter[str] = Counter()

    def counting(name: str, read: Callable[..., Any]) -> Callable[..., Any]:
        def counted_read(*arguments: Any, **named: Any) -> Any:
            counted[name] += 1
            return read(*arguments, **named)

        return counted_read

    monkeypatch.setattr(Run, "_read_record", counting("record", Run._read_record))
    for name in ("read_cases", "read_answers", "read_judgements"):
        monkeypatch.setattr(parquet, name, counting(name.removeprefix("read_"), getattr(parquet, name)))
    return counted


def lines(path: Path, rows: Sequence[dict[str, Any]]) -> str:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return str(path)


@pytest.fixture
def runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    ids = [str(i) for i in range(len(SAID))]
    cases = [{"id": i, "expression": text, "reference": [text]} for i, text in zip(ids, SAID, strict=True)]
    suite = lines(tmp_path / "cases.jsonl", cases)
    folders = str(tmp_path / "a"), str(tmp_path / "b")
    for folder, answers in zip(folders, (HEARD, SAID[:2] + HEARD[2:]), strict=True):
        answered = [{"id": i, "answer": [text]} for i, text in zip(ids, answers, strict=True)]
        said = lines(Path(f"{folder}.jsonl"), answered)
        assert not status(
            ["run", suite, "--system", said, "-o", folder, *["-m", "words", "-m", "sentences", "-m", "mer"]]
        )
    capsys.readouterr()
    return folders


def test_a_small_suite_is_opened_once_however_many_columns_a_report_looks_at(
    runs: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: Counter[str] = Counter()

    def counting(file: Any, *arguments: Any, **named: Any) -> Any:
        counted[Path(str(file)).name.partition("-")[0]] += 1
        return real(file, *arguments, **named)

    real = builtins.open
    monkeypatch.setattr(builtins, "open", counting)
    assert not status(["report", runs[0], "-o", str(tmp_path / "page.html")])
    # The digest, the footer, and then all columns together; of answers and judgements what each part is about, too.
    assert counted["cases.parquet"] == 3
    assert counted["part"] == 4 * (1 + 3)


@pytest.mark.parametrize(
    ("verb", "at_most"),
    [
        (["show", "--by", "length"], {"record": 1, "cases": 0, "judgements": 3, "answers": 0}),
        (["report", "-o", "page.html"], {"record": 1, "cases": 0, "judgements": 3, "answers": 0}),
    ],
)
def test_a_run_is_read_once(
    verb: list[str], at_most: dict[str, int], runs: tuple[str, str], opened: Counter[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    opened.clear()
    assert not status([verb[0], runs[0], *verb[1:]])
    assert dict(opened) == {name: count for name, count in at_most.items() if count}


def test_a_comparison_reads_each_run_once_and_takes_the_judgements_that_are_saved(
    runs: tuple[str, str], opened: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def judge(*_: Any) -> Any:
        raise AssertionError("judged again")

    opened.clear()
    monkeypatch.setattr("murho.pipeline.comparing.sides.judge", judge)
    assert not status(["compare", *runs])
    assert dict(opened) == {"record": 2, "cases": 2, "answers": 2, "judgements": 6}


def test_measures_that_align_alike_share_their_alignments(
    runs: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    aligned = Texts.aligned

    def counting(self: Texts, references: Any, answers: Any) -> Any:
        asked.append(len(references))
        return aligned(self, references, answers)

    monkeypatch.setattr(Texts, "aligned", counting)
    kept = [Run(Path(folder)) for folder in runs]
    made: dict[str, Alignments] = {}
    three = [compare(kept, measure(name), alignments=made) for name in ("words", "sentences", "mer")]
    assert sum(asked) == 2 * 3, "the three cases that one of both has wrong, once for each side"
    alone = [compare(kept, measure(name)) for name in ("words", "sentences", "mer")]
    assert [one.as_json() for one in three] == [one.as_json() for one in alone]
    asked.clear()
    compare(kept, measure("words(costs='sclite')"), alignments=made)
    assert sum(asked) == 2 * 3, "other costs make another alignment"


TREE = "1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No\n2\t!\t!\tPUNCT\t_\t_\t1\tpunct\t_\t_\n\n"


@pytest.mark.parametrize(
    ("wrong", "judged"), [((), 5), ((2,), 5 + 3 + 2), ((0,), 5 + 1 + 4), ((1, 3), 5 + 2 + 3 + 2 + 1)]
)
def test_an_answer_is_judged_once_and_what_stands_before_a_bad_tree_twice(
    wrong: tuple[int, ...], judged: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    judge = dependencies.judge

    def counting(self: dependencies, references: Any, answers: Any) -> Any:
        asked.append(len(references))
        return judge(self, references, answers)

    monkeypatch.setattr(dependencies, "judge", counting)
    cases = Cases([str(i) for i in range(5)], [str(i) for i in range(5)], [(TREE,)] * 5)
    system = Function(lambda expression: "no tree" if int(expression) in wrong else TREE)
    kept = run(iter([cases]), system, tmp_path / "run", Plan([measure("dependencies")]), progress=lambda *_: None)
    assert kept.record["counts"]["undefined"] == len(wrong)
    assert sum(asked) == judged
    assert Answers(kept.answers().ids, kept.answers().answers).answers.count((TREE,)) == 5 - len(wrong)
