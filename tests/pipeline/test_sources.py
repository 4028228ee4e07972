"""Which format, which content, which system."""

from pathlib import Path

import pytest

from murho.core.errors import UsageError
from murho.measures import measure
from murho.pipeline.sources import content_of, data_of, extra_of, format_of, recorded, system_of
from murho.systems import Command, Function, Isolated, Recorded


def test_format_of() -> None:
    assert format_of("a.txt", None) == "text"
    assert format_of("a.txt", "jsonl") == "jsonl"
    assert format_of("-", None, "b.jsonl.gz") == "jsonl"
    with pytest.raises(UsageError, match="the name does not tell the format"):
        format_of("-", None, "-")


def test_extra_of() -> None:
    assert extra_of("a.jsonl", None) == "error"
    assert extra_of("a.jsonl", "slurp") == "ignore"
    assert extra_of("-", None, "b.parquet") == "error"


@pytest.mark.parametrize(
    ("how", "content"),
    [("labels", "labels"), ("words", "words"), ("characters", "words"), ("concepts", "concepts"),
     ("slots", "entities"), ("slu", "entities"), ("meanings", "frames"), ("graded", "frames")],
)  # fmt: skip
def test_content_of(how: str, content: str) -> None:
    assert content_of(measure(how)) == content


def test_system_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("said.jsonl").touch()
    Path("said.dat").touch()
    how = measure("labels")

    def kind(spec: str, name: str | None = None, **options: int) -> type:
        return type(system_of(spec, "cases.jsonl", name, how, workers=options.get("workers", 1)))

    assert kind("json:loads") is Function
    assert kind("json:loads", "jsonl") is Function
    assert kind("json:loads", workers=2) is Isolated
    assert kind("cmd:cat") is Command
    assert kind("said.jsonl") is kind("recorded:said.jsonl") is Recorded
    assert kind("said.dat", "jsonl") is kind("recorded:anywhere", "jsonl") is Recorded
    with pytest.raises(UsageError, match="the name does not tell the format"):
        kind("said.dat")


def test_data_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The record names every file whose change would make it another run."""
    monkeypatch.chdir(tmp_path)
    Path("cases.jsonl").write_text("{}")
    Path("said.jsonl").write_text("[]")
    how = measure("labels")
    plain = data_of("cases.jsonl", None, how, ["json:loads"])
    assert set(plain) == {"cases", "digest", "format"}
    assert plain["digest"].startswith("sha256:")
    both = data_of("cases.jsonl", None, how, ["said.jsonl", "json:loads"])
    assert list(both["answers"]) == ["said.jsonl"]
    assert data_of("cases.jsonl", "slurp", how, [])["content"] == "labels"
    Path("said.jsonl").write_text("[1]")
    assert data_of("cases.jsonl", None, how, ["said.jsonl"]) != data_of("cases.jsonl", None, how, ["json:loads"])
    assert data_of("cases.jsonl", None, how, ["said.jsonl"])["answers"] != both["answers"]


def test_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("said.jsonl").touch()
    assert recorded("said.jsonl") == recorded("recorded:said.jsonl") == "said.jsonl"
    assert recorded("recorded:none.jsonl") == "none.jsonl"
    assert recorded("none.jsonl") is None
    assert recorded("json:loads") is None
