"""Files to be written: what cannot be is told before the work, on every verb that writes one."""

from pathlib import Path
from typing import Any

import pytest

from murho.core.errors import UsageError
from murho.store.belonging import refuse_files_of_a_run

OPTIONS = [
    ("score", "labels", "absent.csv", "-o"),
    ("score", "labels", "absent.csv", "--table"),
    ("compare", "absent", "absent", "-o"),
    ("compare", "absent", "absent", "--fail-if-worse", "0", "--junit"),
    ("compare", "absent", "absent", "--markdown"),
    ("compare", "absent", "absent", "--table"),
    ("align", "absent.txt", "absent.txt", "--html"),
    ("align", "absent.txt", "absent.txt", "--layout", "pra", "-o"),
    ("report", "absent", "-o"),
    ("show", "absent", "--table"),
    ("trust", "absent", "--table"),
    ("plan", "absent.csv", "--margin", "0.1", "--table"),
    ("align", "absent.txt", "absent.txt", "--table"),
    ("evaluate", "absent", "--status", "--table"),
    ("suite", "show", "absent", "--table"),
    ("sample", "absent.jsonl", "--design", "simple(2)", "-o"),
    ("generate", "absent.templates", "-n", "3", "-o"),
    ("suite", "show", "absent", "absent", "-o"),
    ("atn", "draw", "absent", "-o"),
    ("atn", "compare", "absent", "-o"),
    ("atn", "learn", "absent", "-o"),
]


@pytest.mark.parametrize("words", OPTIONS, ids=lambda words: " ".join((words[0], words[-1])))
def test_a_place_where_nothing_can_be_written_is_told_first(told: Any, here: Path, words: tuple[str, ...]) -> None:
    """Before the files are read: these are absent, which no verb gets to say."""
    name = "no/folder/x.csv" if words[-1] == "--table" else "no/folder/x.html"
    assert told(*words, name).line(1) == f"{name}: cannot be written (No such file or directory); make the folder first"
    assert list(here.iterdir()) == []


def test_a_table_or_a_sample_of_no_kind_is_told_first(told: Any, here: Path) -> None:
    said = told("score", "labels", "absent.csv", "--table", "x.txt").line(2)
    assert said.startswith("--table x.txt: its name tells no table; known: .csv, .tex, .parquet")
    said = told("sample", "absent.jsonl", "--design", "simple(2)", "-o", "x.csv").line(2)
    assert "cases are written as JSON lines or Parquet" in said


def test_a_page_that_no_browser_can_print_is_told_first(told: Any, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(here))
    assert "none is installed" in told("report", "absent", "-o", "x.pdf").line(2)


def test_an_older_file_stays_where_the_work_fails(told: Any, here: Path) -> None:
    Path("page.html").write_text("old")
    assert told("report", "absent", "-o", "page.html").status == 1
    assert [path.name for path in here.iterdir()] == ["page.html"]
    assert Path("page.html").read_text() == "old"


@pytest.mark.parametrize(
    ("words", "file"),
    [
        (("compare", "my-run", "my-run", "-o"), "run.json"),
        (("compare", "my-run", "my-run", "--markdown"), "answers/journal-00001.jsonl"),
        (("show", "my-run", "--table"), "cases.parquet"),
        (("report", "my-run", "-o"), "judgements/labels/measure"),
        (("evaluate", "my-run", "--status", "--table"), "answers/part-00000.parquet"),
        (("report", "my-run", "-o"), "evaluation.sqlite"),
        (("report", "my-run", "-o"), "seen.json"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_what_a_run_is_made_of_is_not_written_over(told: Any, here: Path, words: tuple[str, ...], file: str) -> None:
    """A page under the name of its record was the end of a run."""
    path = here / "my-run" / file
    path.parent.mkdir(parents=True)
    for kept in {path, here / "my-run" / "run.json", here / "my-run" / "cases.parquet"}:
        kept.write_text("kept")
    said = told(*words, f"my-run/{file}").line(2)
    assert said.startswith(f"my-run/{file} belongs to the run in my-run, which would be lost; write to another file")
    assert path.read_text() == "kept"
    Path("link.html").symlink_to(path)
    assert told("report", "my-run", "-o", "link.html").status == 2
    assert (here / "my-run" / "run.json").read_text() == "kept"
    # A page may stand in the folder: there the record is looked at, and is none.
    assert told("report", "my-run", "-o", "my-run/page.html").line(1).startswith("my-run/run.json: cannot be read")


@pytest.mark.parametrize("text", ["", "// settings of the editor"])
def test_a_file_run_json_of_something_else_is_no_run(told: Any, here: Path, text: str) -> None:
    """It was taken for a damaged record, and nothing could be written to a folder `answers` beside it."""
    Path("run.json").write_text(text)
    Path("answers").mkdir()
    refuse_files_of_a_run("answers/report.html")
    Path("cases.parquet").write_bytes(b"")
    with pytest.raises(UsageError, match="belongs to the run"):
        refuse_files_of_a_run("answers/report.html")


@pytest.mark.parametrize(
    ("words", "both"),
    [
        (("compare", "a", "b", "--table", "x.csv", "--markdown", "./x.csv"), "--table and by --markdown"),
        (("score", "labels", "a", "b", "--table", "x.csv", "--table", "classes=x.csv"), "--table and by --table"),
    ],
    ids=["options", "views"],
)
def test_two_things_are_not_written_to_one_file(told: Any, here: Path, words: tuple[str, ...], both: str) -> None:
    assert f"would be written by {both}; name two files" in told(*words).line(2)
    assert list(here.iterdir()) == []
