"""Which format, and which system."""

import ast
from pathlib import Path

import pytest

import murho
from murho.core.errors import InputError, UsageError
from murho.formats import FORMATS
from murho.measures import measure
from murho.pipeline.sources import (
    Pairing,
    data_of,
    extra_of,
    format_of,
    formats_of,
    pairs_of,
    read_cases,
    recorded,
    system_of,
    usual_measure,
)
from murho.systems import Command, Function, Isolated, Recorded


def test_format_of() -> None:
    assert format_of("a.txt", None) == "text"
    assert format_of("a.txt", "jsonl") == "jsonl"
    assert format_of("-", None, "b.jsonl.gz") == "jsonl"
    with pytest.raises(UsageError, match="the name does not tell the format"):
        format_of("-", None, "-")


def test_of_formats_that_go_together_the_names_of_the_files_tell_which(tmp_path: Path) -> None:
    assert format_of("a.stm", "ctm") == format_of("a.stm", "stm") == "stm"
    assert format_of("a.dat", "ctm") == "ctm"
    assert format_of("a.trn", "ctm") == "ctm", "a transcript is no partner of it"
    assert formats_of("a.stm", "b.ctm", "stm") == formats_of("a.stm", "b.ctm", "ctm") == ("stm", "ctm")
    assert formats_of("a.ctm", "b.stm", "stm,ctm") == ("stm", "ctm"), "named one by one, they are what they are named"


def test_a_format_for_both_files_or_one_for_each() -> None:
    assert formats_of("a", "b", "jsonl") == ("jsonl", "jsonl")
    assert formats_of("a", "b", "helsinki, lines") == ("helsinki", "lines")
    assert formats_of("a.txt", "b", ",trn") == ("text", "trn")
    words = "textgrid(tiers='words,breaks')"
    assert formats_of("a", "b", f"{words},lines") == (words, "lines"), "a comma inside brackets divides nothing"
    assert formats_of("a", "b", "txt") == ("text", "text"), "another name of it"
    with pytest.raises(UsageError, match="more than two formats"):
        formats_of("a", "b", "text,trn,stm")


@pytest.mark.parametrize(
    ("path", "name", "usual"),
    [("a.jsonl", None, "meanings"), ("a.conllu", None, "dependencies"), ("a.dat", "conllu", "dependencies"),
     ("a.conll", None, "dependencies(rules=conllx)"), ("a.dat", None, "meanings"), ("a.dat", "jsnl", "meanings")],
)  # fmt: skip
def test_usual_measure(path: str, name: str | None, usual: str) -> None:
    assert usual_measure(path, name) == usual


def test_tiers_are_for_textgrids(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="tiers: only for the format textgrid, not for text and trn"):
        pairs_of("a.txt", "b.trn", Pairing(tiers="words,breaks"))


NOT_IN_THE_PIPELINE = set(FORMATS) - {"text"}
"""Text is a kind of meaning, too."""


@pytest.mark.parametrize(
    "module", sorted((Path(murho.__file__).parent / "pipeline").glob("*.py")), ids=lambda m: m.stem
)
def test_the_pipeline_knows_no_format_by_name(module: Path) -> None:
    tree = ast.parse(module.read_text("utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in prose)
    assert not {node.value for node in texts if isinstance(node.value, str)} & NOT_IN_THE_PIPELINE


def test_extra_of() -> None:
    assert extra_of("a.jsonl", None) == "error"
    assert extra_of("a.jsonl", "slurp") == "ignore"
    assert extra_of("-", None, "b.parquet") == "error"


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
    asked = data_of("cases.jsonl", "slurp(content='action')", how, [])
    assert (asked["format"], asked["content"]) == ("slurp(content='action')", "action")
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
        pairs, counted = pairs_of("gold.conllu", answers, Pairing(), how)
        found = {name: said for cases, some in pairs for name, said in zip(cases.ids, some.answers, strict=True)}
        assert ["go" in str(found["a"]), "stop" in str(found["b"]), len(counted.notes)] == [True, True, noted]
        (cases,) = read_cases("gold.conllu", None, how)
        with system_of(answers, "gold.conllu", None, how) as system:
            said = [str(one.answer) for one in system.answer(cases)]
        assert ["go" in said[0], "stop" in said[1]] == [True, True]
