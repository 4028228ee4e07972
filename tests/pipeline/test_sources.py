"""Which format, which content, which system."""

from pathlib import Path

import pytest

from murho.core.errors import InputError, UsageError
from murho.measures import measure
from murho.pipeline.sources import (
    content_of,
    data_of,
    extra_of,
    format_of,
    pairs_of,
    read_cases,
    recorded,
    system_of,
)
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


def tree(name: str, form: str) -> str:
    return f"# sent_id = {name}\n1\t{form}\t_\t_\t_\t_\t0\troot\t_\t_\n\n"


def test_trees_are_for_measures_of_trees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gold.conllu").write_text(tree("a", "go"))
    for kind in ("words", "labels", "cpwer"):
        with pytest.raises(
            UsageError, match=r"conllu holds trees, which .* cannot judge; name the measure dependencies"
        ):
            list(read_cases("gold.conllu", None, measure(kind)))
    (cases,) = read_cases("gold.conllu", None, measure("dependencies"))
    assert cases.ids == ["a"]


def test_trees_with_two_roots_are_for_the_rules_of_conllx(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gold.conllu").write_text(tree("a", "go").rstrip("\n") + "\n2\ton\t_\t_\t_\t_\t0\troot\t_\t_\n\n")
    with pytest.raises(InputError, match=r"gold.conllu:3: a second root, after word 1"):
        list(read_cases("gold.conllu", None, measure("dependencies")))
    (cases,) = read_cases("gold.conllu", None, measure("dependencies(rules=conllx())"))
    assert cases.features["sentence_length"] == [2]


def test_trees_in_order_or_by_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gold.conllu").write_text(tree("a", "go") + tree("b", "stop"))
    Path("numbered.conllu").write_text(tree("1", "go") + tree("2", "stop"))
    Path("plain.conll").write_text("".join(f"1\t{form}\t_\t_\t_\t_\t0\troot\t_\t_\n\n" for form in ("go", "stop")))
    Path("other.conllu").write_text(tree("b", "stop") + tree("a", "go"))
    how = measure("dependencies")
    for answers, noted in (("numbered.conllu", 1), ("plain.conll", 1), ("other.conllu", 0)):
        pairs, counted = pairs_of("gold.conllu", answers, None, how)
        found = {name: said for cases, some in pairs for name, said in zip(cases.ids, some.answers, strict=True)}
        assert ["go" in str(found["a"]), "stop" in str(found["b"]), len(counted.notes)] == [True, True, noted]
        (cases,) = read_cases("gold.conllu", None, how)
        with system_of(answers, "gold.conllu", None, how) as system:
            said = [str(one.answer) for one in system.answer(cases)]
        assert ["go" in said[0], "stop" in said[1]] == [True, True]
