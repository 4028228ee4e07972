"""Trees on the command line, from files to the table, the slices, the drawing and the page."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "parsing"
METRICS = ["tokens", "sentences", "words", "upos", "xpos", "ufeats", "all_tags", "lemmas"]
METRICS += ["uas", "las", "la", "clas", "mlas", "blex"]
PARTS = {"precision", "recall", "f1", "aligned_accuracy", "interval"}
Told = Callable[..., Any]


@pytest.fixture
def files(here: Path) -> tuple[str, str]:
    """The files of examples/parsing in the working directory."""
    for name in ("gold.conllu", "system.conllu"):
        shutil.copy(EXAMPLE / name, here / name)
    return "gold.conllu", "system.conllu"


def test_every_metric_is_an_object(told: Told, files: tuple[str, str]) -> None:
    found = told("score", "dependencies", *files, "--json").json
    assert found["measure"] == "dependencies"
    for name in METRICS:
        assert set(found[name]) == PARTS, name
        assert found[name]["interval"][0] <= found[name]["f1"] <= found[name]["interval"][1]
    assert found["value"] == pytest.approx(1 - found["las"]["f1"] / 100)
    assert all(found[name]["aligned_accuracy"] is None for name in ("tokens", "sentences", "words"))
    assert found["las"]["aligned_accuracy"] == pytest.approx(100 * 23 / 28)
    assert found["sentences"]["recall"] == 60
    assert found["roots_found"] == 80
    assert found["exact_trees"] == found["exact_trees_unlabelled"] == 0
    assert "rules:conll2018" in found["signature"]


@pytest.mark.parametrize("score", ["uas", "la", "clas", "mlas", "blex", "upos", "lemmas"])
def test_another_score_makes_the_value(score: str, told: Told, files: tuple[str, str]) -> None:
    found = told("score", "dependencies", *files, "--score", score, "--json").json
    assert found["measure"] == f"dependencies(score='{score}')"
    assert found["value"] == pytest.approx(1 - found[score]["f1"] / 100)


def test_rules_change_what_counts(told: Told, files: tuple[str, str]) -> None:
    def counts(*options: str) -> dict[str, int]:
        found: dict[str, int] = told("score", "dependencies", *files, *options, "--json").json["counts"]
        return found

    assert counts()["gold_words"] == 30
    assert counts("--punctuation", "drop")["gold_words"] == 23
    assert counts("--rules", "conll2017")["las"] == counts()["las"]
    assert told("score", "dependencies", *files, "--rules", "conllx").line().startswith("gold.conllu:15: ")  # del


def test_slices_and_classes(told: Told, files: tuple[str, str]) -> None:
    found = told(
        "score", "dependencies", *files, *["--by", "deprel", "--by", "length", "--by", "error", "--classes", "--json"]
    ).json
    assert set(found["by"]) == {"deprel", "length", "error"}
    assert found["by"]["deprel"]["obj"]["las"]["recall"] == 50
    assert set(found["by"]["length"]) == {"1", "2", "3-6", "7+", "root"}
    assert found["by"]["error"]["right"]["value"] == 0
    assert {"gold": "root", "given": "parataxis", "importance": 1.0} in found["confusion"]
    assert set(found["tokens"]) == PARTS  # the whole is not touched by slices


def test_the_terminal_shows_the_table_and_what_was_asked_for(told: Told, files: tuple[str, str]) -> None:
    out = told("score", "dependencies", *files, "--by", "upos", "--classes").out
    lines = [line.split() for line in out.splitlines()]
    assert ["Sentences", "75.00", "60.00", "66.67"] in [line[:4] for line in lines]
    assert next(line for line in lines if line[:1] == ["LAS"] and line[1] != "F1")[1:4] == ["79.31", "76.67", "77.97"]
    assert "roots found" in out
    assert next(line for line in lines if line[:1] == ["INTJ"])[1:5] == ["1", "0.00", "0.00", "0.00"]
    assert "given instead" in out
    assert all(len(line) <= 80 for line in out.splitlines() if not line.startswith("murho|"))


def test_files_of_conllx_have_rules_of_their_own(told: Told, here: Path) -> None:
    Path("gold.conll").write_text("1\tGo\tgo\tV\tV\t_\t0\tROOT\t_\t_\n2\taway\taway\tA\tA\t_\t1\tADV:x\t_\t_\n\n")
    Path("said.conll").write_text(Path("gold.conll").read_text().replace("ADV:x", "ADV:y"))
    found = told("score", "dependencies", "gold.conll", "said.conll", "--json").json
    assert found["measure"] == "dependencies(rules=conllx)"
    assert [name for name in METRICS if name in found] == ["uas", "las", "la"]
    assert (found["value"], found["las"]["f1"], found["uas"]["f1"]) == (0.5, 50, 100)
    stripped = told("score", "dependencies", "gold.conll", "said.conll", "--subtypes", "strip", "--json").json
    assert stripped["value"] == 0
    assert list(told("run", "gold.conll", "--system", "said.conll", "-o", "r", "--json").json["figures"]) == [
        "dependencies(rules=conllx)"
    ]
    named = told("run", "gold.conll", "--system", "said.conll", "-m", "dependencies", "-o", "n", "--json").json
    assert list(named["figures"]) == ["dependencies(rules=conllx)"]
    compared = ("compare", "--references", "gold.conll", "gold.conll", "said.conll", "-m", "dependencies", "--json")
    assert told(*compared).json["difference"] == 0.5
    assert "1 of 2 wrong" in told("align", "gold.conll", "said.conll").out


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("mercado", "mercadillo"), "system.conllu:7: "),
        (("\t2\tobj", "\t12\tobj"), "system.conllu:4: head 12"),
        (("\t2\tnsubj", "\tx\tnsubj"), "system.conllu:2: head 'x'"),
        (("1\tAna\tAna", "1\tAna"), "system.conllu:2: 9 columns"),
        (("\t0\troot", "\t1\troot"), "system.conllu:"),
    ],
)
def test_a_malformed_file_is_one_clear_error(
    change: tuple[str, str], expected: str, told: Told, files: tuple[str, str]
) -> None:
    text = Path("system.conllu").read_text()
    assert change[0] in text
    Path("system.conllu").write_text(text.replace(*change))
    line = told("score", "dependencies", *files, "--json").line()
    assert expected in line
    assert "; " in line


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("score", "words", "gold.conllu", "system.conllu"), "trees"),
        (("score", "dependencies", "gold.conllu", "nowhere.conllu"), "no such file"),
        (("score", "dependencies", "gold.conllu", "system.conllu", "--by", "mood"), "no feature 'mood'"),
        (("score", "dependencies", "gold.conllu", "system.conllu", "--missing", "skip"), "missing: not for two files"),
        (("score", "dependencies", "gold.conllu", "system.conllu", "--tiers", "a,b"), "tiers: not for two files"),
        (("score", "dependencies", "gold.conllu", "system.conllu", "--annotator", "x"), "annotators: not for two"),
        (("run", "gold.conllu", "--system", "system.conllu", "-o", "r"), "score whole files: murho score dependencies"),
        (("align", "gold.conllu", "system.conllu", "--rare"), "--rare is not for trees"),
        (("align", "gold.conllu", "system.conllu", "--layout", "pra"), "not for trees"),
    ],
)
def test_what_does_not_go_is_said(
    arguments: tuple[str, ...], expected: str, told: Told, files: tuple[str, str]
) -> None:
    found = told(*arguments)
    assert found.status in (1, 2)
    assert expected in found.err


def test_files_without_a_sentence_are_named(told: Told, here: Path) -> None:
    for name in ("gold.conllu", "said.conllu"):
        Path(name).write_text("# nothing\n")
    assert told("score", "dependencies", "gold.conllu", "said.conllu").line().startswith("gold.conllu: no case")


def test_options_of_trees_are_for_trees(told: Told, suite: tuple[str, str]) -> None:
    assert (
        "--rules: only for the measures dependencies, links, not labels"
        in told("score", "labels", *suite, "--rules", "conllx").err
    )


def test_the_gate_looks_at_the_value(told: Told, files: tuple[str, str]) -> None:
    assert told("score", "dependencies", *files, "--fail-above", "0.2").status == 100
    assert told("score", "dependencies", *files, "--fail-above", "0.3").status == 0


def test_a_run_of_recorded_trees(told: Told, files: tuple[str, str]) -> None:
    """Sentence by sentence: the system's file has as many, in the order of gold."""
    gold = Path("gold.conllu").read_text()
    Path("said.conllu").write_text(gold.replace("\tobl\t", "\tnmod\t").replace("\tadvmod\t", "\tdet\t"))
    Path("better.conllu").write_text(gold.replace("\tobl\t", "\tnmod\t"))
    told("run", "gold.conllu", "--system", "said.conllu", "-o", "a")  # the measure is that of trees
    told("run", "gold.conllu", "--system", "better.conllu", "-m", "dependencies", "-o", "b")
    shown = told("show", "a", "--by", "deprel", "--json").json
    assert shown["measure"] == "dependencies"
    assert set(shown["tokens"]) == PARTS  # the whole is not touched by slices
    assert told("show", "a", "--classes", "--json").json["confusion"][0]["given"] in ("nmod", "det")
    assert shown["by"]["deprel"]["obl"]["value"] == 1
    assert shown["las"]["f1"] == pytest.approx(100 * 28 / 30)
    assert "LAS" in told("show", "a").out
    compared = told("compare", "a", "b", "--by", "deprel", "--json").json
    assert compared["difference"] < 0
    assert compared["by"]["deprel"]["advmod"]["difference"] == -1
    assert told("report", "a", "-o", "a.html").status == 0
    page = Path("a.html").read_text()
    assert page.count('class="trees"') == 2
    assert "Parse scores" in page


def test_a_system_answers_with_a_tree(told: Told, files: tuple[str, str]) -> None:
    """A flat tree over the tokens of the expression, from a command."""
    Path("flat.py").write_text(
        "import json, re, sys\n"
        "for line in sys.stdin:\n"
        "    case = json.loads(line)\n"
        "    words = re.findall(r'\\w+|[^\\w\\s]', case['expression'])\n"
        "    rows = [[str(i), w, '_', 'X', '_', '_', '0' if i == 1 else '1', 'root' if i == 1 else 'dep', '_', '_']\n"
        "            for i, w in enumerate(words, 1)]\n"
        "    tree = ''.join('\\t'.join(row) + '\\n' for row in rows)\n"
        "    print(json.dumps({'id': case['id'], 'answer': None if case['id'] == 'n2' else [tree]}), flush=True)\n"
    )
    found = told("run", "gold.conllu", "--system", "cmd:python3 flat.py", "-o", "flat", "--json")
    figures = json.loads(found.out)["figures"]["dependencies"]
    assert figures["undefined"] == 1
    assert figures["counts"]["system_words"] == 26  # "del" in one piece, and three words of n2 without an answer
    assert figures["counts"]["roots"] == 1
    assert figures["tokens"]["precision"] == 100


def test_align_shows_trees(told: Told, files: tuple[str, str]) -> None:
    out = told("align", *files).out
    assert "n1 + n2  2 of 7 wrong, 28.6 %: label 1, head and label 1" in out
    assert [line.split() for line in out.splitlines() if "mercado" in line] == [
        ["head", "and", "label", "6", "mercado", "NOUN", "2", "obl", "→", "3", "nmod"]
    ]
    worst = told("align", *files, "--worst", "1", "--rank", "rate", "--json").json
    assert [one["id"] for one in worst["alignments"]] == ["m2"]
    assert told("align", *files, "--html", "trees.html").out == "wrote trees.html\n"
    page = Path("trees.html").read_text()
    assert page.count('class="trees"') == 4
    assert "✗ nmod" in page
    assert "references:sha256:" in page


def test_files_of_several_parsers_compare(told: Told, data: Path) -> None:
    folder = data / "conll17_es_pud"
    names = [str(folder / f"{name}.conllu.gz") for name in ("00-gold-r2.0-test", "Stanford", "conll17-baseline")]
    found = told("compare", "--references", *names, "-m", "dependencies(rules=conll2017)", "--json").json
    assert [round(100 * (1 - found[side]), 2) for side in ("pi_a", "pi_b")] == [81.05, 77.65]  # as published
    assert found["interval"][0] > 0


def test_real_files_print_the_official_table(told: Told, data: Path) -> None:
    folder = data / "ud"
    gold, said = (str(folder / f"cs_pud-{name}.conllu.gz") for name in ("gold", "udpipe-pdtc-ud-2.17-251125"))
    printed = [line.split() for line in told("score", "dependencies", gold, said).out.splitlines()]
    for row in (folder / "eval.txt").read_text().splitlines()[2:15]:
        title, *values = (cell.strip() for cell in row.split("|"))
        line = next(line for line in printed if line[:1] == [title] and line[1] != "F1")
        assert line[1:4] == values[:3]
        assert line[-1] == (values[3] or "–")
