"""Spider's evaluator: its verdict on every prediction of its example, in both versions.

The report lists what it calls wrong, in order; it is of the first version. The figure of 2020 was computed with that.
"""

import json
import re
from pathlib import Path

import pytest

from murho.cli import status
from murho.formats.spider import read_answers, read_cases
from murho.measures.queries.spider_exact import spider_exact

WRONG = re.compile(r"^\w+ pred: (.*)\n\w+ gold: (.*)$", re.MULTILINE)


def verdicts(folder: Path, version: int) -> list[tuple[str, str, str]]:
    (cases,), (answers,) = read_cases(folder / "gold_example.txt"), read_answers(folder / "pred_example.txt")
    judged = spider_exact(str(folder / "tables.json.gz"), version).judge_cases(cases, answers.answers)
    pairs = zip(answers.answers, cases.meant, judged.labels["verdict"], strict=True)
    return [(said[0], right[0], verdict) for said, right, verdict in pairs]  # type: ignore[index]


def test_item_by_item_as_in_the_report(data: Path) -> None:
    report = (data / "spider" / "eval_result_example.txt").read_text("utf-8")
    wrong = [(said.strip(), right.strip()) for said, right in WRONG.findall(report)]
    found = verdicts(data / "spider", 2018)
    assert [(said, right) for said, right, verdict in found if verdict != "equal"] == wrong
    assert (len(found), len(wrong)) == (1034, 284)
    assert [verdict for *_, verdict in found].count("unparseable") == report.count("eval_err_num:") == 7


def test_the_version_of_2020_compares_all_tables(data: Path) -> None:
    old, new = (verdicts(data / "spider", version) for version in (2018, 2020))
    assert [verdict for *_, verdict in new].count("equal") == 721
    lost = [(before[2], after[2]) for before, after in zip(old, new, strict=True) if before[2] != after[2]]
    assert lost == [("equal", "other")] * 29


@pytest.mark.parametrize(("version", "value"), [("2018", 0.7253), ("2020", 0.6973)])
def test_on_the_command_line(version: str, value: float, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = data / "spider"
    files = [str(folder / "gold_example.txt"), str(folder / "pred_example.txt")]
    typed = ["--with", f"tables={folder / 'tables.json.gz'}", "--with", f"version={version}"]
    assert status(["score", "spider_exact", *files, *typed, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert round(1 - found["value"], 4) == value
    assert found["counts"]["unparseable"] == 7
