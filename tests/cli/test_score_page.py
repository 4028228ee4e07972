"""`murho score ... -o`: the report of two files, and what is printed of it."""

import shutil
from pathlib import Path
from typing import Any

import pytest

import murho

from .conftest import jsonl


@pytest.fixture
def files(here: Path) -> tuple[str, ...]:
    """120 labels; those of topic `fees` are wrong three times in five, all others are right."""
    rows = range(120)
    jsonl(
        "cases.jsonl", *({"id": f"c{i}", "expression": f"nr {i}", "reference": ["a"], "topic": topic(i)} for i in rows)
    )
    said = ["b" if topic(i) == "fees" and i % 5 > 1 else "a" for i in rows]
    jsonl("said.jsonl", *({"id": f"c{i}", "answer": [one]} for i, one in enumerate(said)))
    return ("score", "labels", "cases.jsonl", "said.jsonl")


def topic(i: int) -> str:
    return ("fees", "hours", "loans")[i % 3]


def test_the_report_opens_with_a_sentence(told: Any, files: tuple[str, ...]) -> None:
    found = told(*files, "--json", "-o", "report.html", "--title", "Our <desk>")
    assert found.err == "wrote report.html\n"
    assert found.json["value"] == pytest.approx(24 / 120)
    page = Path("report.html").read_text(encoding="utf-8")
    assert "Right 96 of 120 cases, no answer 0, wrong 24: understands 80.0 % (" in page
    assert "); worst where topic is fees (40.0 %)." in page
    assert "Our &lt;desk&gt;" in page
    assert "accuracy <b>80.0 %</b>, higher is better" in page
    assert "error rate, lower is better" in page


def test_a_worst_slice_is_named_only_where_it_is_sure(told: Any, files: tuple[str, ...]) -> None:
    jsonl("said.jsonl", *({"id": f"c{i}", "answer": ["b" if i % 10 == 0 else "a"]} for i in range(120)))
    assert told(*files, "-o", "report.html").status == 0
    page = Path("report.html").read_text(encoding="utf-8")
    assert "Right 108 of 120 cases, no answer 0, wrong 12: understands 90.0 % (" in page
    assert "worst where" not in page


def test_words_are_known_by_their_error_rate(told: Any, here: Path) -> None:
    Path("ref.txt").write_text("a b c d\n" * 5)
    Path("hyp.txt").write_text("a b c\n" * 5)
    assert told("score", "words", "ref.txt", "hyp.txt", "-o", "report.html").status == 0
    page = Path("report.html").read_text(encoding="utf-8")
    assert "Right 15 of 20 words, wrong 5: word error rate 25.0 % (" in page
    assert "word error rate <b>25.0 %</b>, lower is better" in page


def test_html_is_never_written_under_the_name_of_a_pdf(
    told: Any, files: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert "a PDF is printed by Chromium or Chrome, and none is installed" in told(*files, "-o", "x.pdf").err
    assert not Path("x.pdf").exists()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("chromium") is None, reason="no chromium is installed")
def test_a_pdf_is_printed(told: Any, files: tuple[str, ...]) -> None:
    assert told(*files, "-o", "x.pdf").status == 0
    assert Path("x.pdf").read_bytes().startswith(b"%PDF")


OWN_WEIGHTING = '''
from dataclasses import dataclass

import numpy as np

from murho.weighting import Weighting


@dataclass(frozen=True)
class by_topic(Weighting):
    """Questions about fees matter half as much."""

    def weigh(self, cases):
        return np.array([0.5 if topic == "fees" else 1.0 for topic in cases.feature("topic")])
'''


def test_a_weighting_of_ones_own_weighs_the_page_as_well(told: Any, files: tuple[str, ...]) -> None:
    Path("my_topics_weighting.py").write_text(OWN_WEIGHTING)
    weighed = ("--weight", "my_topics_weighting:by_topic")
    found = told(*files, *weighed, "-o", "report.html", "--json")
    assert (found.status, found.err) == (0, "wrote report.html\n")
    assert found.json["value"] == pytest.approx(12 / 100)
    assert "accuracy <b>88.0 %</b>" in Path("report.html").read_text(encoding="utf-8")
    scored = murho.score("labels", Path("cases.jsonl"), Path("said.jsonl"), weight=weighed[1])
    scored.save("from-python.html")
    assert "accuracy <b>88.0 %</b>" in Path("from-python.html").read_text(encoding="utf-8")
    ran = ("run", "cases.jsonl", "--system", "said.jsonl", "-m", "labels", *weighed, "-o", "run")
    assert told(*ran).status == 0
    refused = told("show", "run")
    assert refused.status == 2
    assert "to allow it, type --weight 'my_topics_weighting:by_topic'" in refused.err
    assert told("show", "run", *weighed, "--json").json["value"] == pytest.approx(12 / 100)
