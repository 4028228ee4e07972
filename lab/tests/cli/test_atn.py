"""The verb atn, as the contract has it."""

import json
from importlib import resources
from pathlib import Path

import pytest

from murho_lab.atn import bundled, parse

from .conftest import Command

ENGLISH = str(resources.files("murho_lab.atn") / "grammars" / "english.atn")
WORDS = str(resources.files("murho_lab.atn") / "grammars" / "english.tsv")
UD = str(resources.files("murho_lab.atn") / "grammars" / "ud.atn")
GOLD = (
    "# sent_id = a\n1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t"
    "Mood=Ind|Tense=Pres|VerbForm=Fin\t0\troot\t_\t_\n3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_\n\n"
)


@pytest.fixture
def treebank(here: Path) -> str:
    (here / "t.conllu").write_text(GOLD)
    return "t.conllu"


def test_parse_prints_the_fields(told: Command) -> None:
    said = told("atn", "parse", ENGLISH, "--lexicon", WORDS, "the man saw the dog", "--json")
    found = parse(bundled("english")[0], bundled("english")[1].sentence("the man saw the dog"))
    assert said.status == 0
    assert said.json == {
        "parses": ["(S DCL (NP the man) (VP saw (NP the dog)))"],
        "choices": {"total": found.choices, "on_solution": found.on_solution},
        "penetrance": found.on_solution / found.choices,
        "undefined": None,
        "unknown": [],
    }


def test_parse_all(told: Command) -> None:
    line = "the man saw the dog in the park"
    said = told("atn", "parse", ENGLISH, "--lexicon", WORDS, line, "--all", "--json").json
    assert (len(said["parses"]), said["penetrance"], said["undefined"]) == (2, None, None)
    assert said["parses"] == told("atn", "parse", ENGLISH, "--lexicon", WORDS, line, "--all").out.splitlines()
    again = told("atn", "parse", ENGLISH, "--lexicon", WORDS, line, "--all", "--memory", "--json").json
    assert sorted(again["parses"]) == sorted(said["parses"])


def test_no_parse_is_an_answer_and_a_bound_is_told(told: Command) -> None:
    said = told("atn", "parse", ENGLISH, "--lexicon", WORDS, "dog the xyz", "--json", "--partial")
    assert said.status == 0
    assert (said.json["parses"], said.json["penetrance"], said.json["unknown"]) == ([], 0.0, ["xyz"])
    assert [piece["structure"] for piece in said.json["partial"]] == ["dog", "the", "xyz"]
    said = told("atn", "parse", ENGLISH, "--lexicon", WORDS, "the man slept", "--steps", "3", "--json")
    assert (said.status, said.json["undefined"], said.json["parses"]) == (0, "more than 3 steps", [])
    said = told("atn", "parse", ENGLISH, "--lexicon", WORDS, "the man slept", "--steps", "3")
    assert said.err == "no analysis, 3 choices, penetrance 0.0000; UNDEFINED: more than 3 steps\n"


def test_unknown_words_by_a_declared_default(told: Command) -> None:
    said = told("atn", "parse", ENGLISH, "--lexicon", WORDS, "ulf slept", "--unknown", "NAME:Number=Sing")
    assert said.out == "(S DCL (NP ulf) (VP slept))\n"
    assert "not in the lexicon: ulf" in said.err


def test_units_and_dependencies(told: Command, here: Path) -> None:
    (here / "w.tsv").write_text("Dogs\tNOUN\tNumber=Plur\nbark\tVERB\n.\tPUNCT\n")
    said = told("atn", "parse", UD, "--lexicon", "w.tsv", "Dogs bark .", "--output", "conllu")
    heads = [line.split("\t")[6:8] for line in said.out.splitlines() if "\t" in line]
    assert heads == [["2", "nsubj"], ["0", "root"], ["2", "punct"]]
    said = told("atn", "parse", ENGLISH, "--lexicon", WORDS, "mary slept", "--output", "units")
    assert said.out == "NP:mary VP:slept\n"


def test_check(told: Command, here: Path) -> None:
    said = told("atn", "check", ENGLISH)
    assert (said.status, said.out.endswith("0 findings\n")) == (0, True)
    (here / "bad.atn").write_text("(S (CAT N T (TO X))\n (JUMP S T)\n (PUSH S T (TO S)) (POP 'x T))\n(U (POP 'x T))")
    said = told("atn", "check", "bad.atn")
    assert said.status == 1
    assert [line.split(";")[0] for line in said.out.splitlines()[:-1]] == [
        "bad.atn:1: error: state X is not defined",
        "bad.atn:2: error: JUMP cycle: S -> S passes no word",
        "bad.atn:3: error: left recursion: S pushes to S before a word is passed",
        "bad.atn:4: warning: state U is never reached",
    ]
    (here / "odd.atn").write_text("(S (POP 'x T)) (U (POP 'x T))")
    assert told("atn", "check", "odd.atn").status == 0


@pytest.mark.parametrize(
    "arguments", [["parse", "--lexicon", "w.tsv", "x"], ["learn", "--treebank", "t.conllu", "-o", "s"]]
)
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(S (JUMP S T) (POP 'x T))", "JUMP cycle"),
        ("(S (PUSH S T (TO E)) (CAT N T (TO E))) (E (POP 'x T))", "left recursion"),
        ("(S (CAT N T (TO X)))", "state X is not defined"),
        ("(S (CAT N T", "never closed"),
    ],
)
def test_what_cannot_be_used_is_refused(
    told: Command, here: Path, treebank: str, arguments: list[str], text: str, found: str
) -> None:
    (here / "g.atn").write_text(text)
    (here / "w.tsv").write_text("x\tN\n")
    line = told("atn", arguments[0], "g.atn", *arguments[1:]).line()
    assert line.startswith("g.atn:1: ")
    assert found in line


def test_learn_and_parse_in_the_learned_order(told: Command, here: Path) -> None:
    (here / "text.txt").write_text("who saw mary\nwhat did the man see\n")
    said = told("atn", "learn", ENGLISH, "--text", "text.txt", "--lexicon", WORDS, "-o", "s.tsv")
    assert (said.status, said.err) == (0, "learned from 2 of 2 sentences; wrote s.tsv\n")
    line = ["atn", "parse", ENGLISH, "--lexicon", WORDS, "who read the book", "--json"]
    before, after = told(*line).json, told(*line, "--strategies", "s.tsv").json
    assert before["parses"] == after["parses"]
    assert after["penetrance"] > before["penetrance"]
    told("atn", "learn", ENGLISH, "--text", "text.txt", "--lexicon", WORDS, "-o", "two.tsv", "--add", "s.tsv")
    assert (here / "two.tsv").read_text().startswith("# sentences=4 accepted=4 ")
    assert told("atn", "learn", ENGLISH, "-o", "s.tsv").status == 2


def test_the_best_of_all(told: Command, here: Path) -> None:
    (here / "text.txt").write_text("he slept in the park\nthey slept with a friend\nmary saw john yesterday\n" * 5)
    told("atn", "learn", ENGLISH, "--text", "text.txt", "--lexicon", WORDS, "-o", "s.tsv")
    line = ["atn", "parse", ENGLISH, "--lexicon", WORDS, "the man saw the dog in the park", "--best"]
    said = told(*line, "--strategies", "s.tsv", "--json").json
    assert said["parses"] == ["(S DCL (NP the man) (VP saw (NP the dog) (PP in (NP the park))))"]
    assert said["penetrance"] is None
    assert told(*line).status == 2


def test_learn_from_a_treebank(told: Command, here: Path, treebank: str) -> None:
    assert told("atn", "learn", UD, "--treebank", treebank, "-o", "s.tsv").status == 0
    assert "CAT VERB" in (here / "s.tsv").read_text()
    assert (
        told("atn", "parse", ENGLISH, "--lexicon", WORDS, "x", "--strategies", "s.tsv").line().startswith("s.tsv:3: ")
    )


def test_cover(told: Command, treebank: str) -> None:
    said = told("atn", "cover", UD, treebank, "--json").json
    assert (said["sentences"], said["covered"], said["uas"]["value"]) == (1, 1, 1.0)
    assert told("atn", "cover", UD, treebank, "--failed").out.startswith("1 of 1 sentences covered, 3 words")


def test_draw_and_trace(told: Command, here: Path) -> None:
    assert told("atn", "draw", ENGLISH).out.startswith("digraph atn {")
    assert told("atn", "draw", ENGLISH, "-o", "g.dot").status == 0
    assert (here / "g.dot").read_text().endswith("}\n")
    said = told("atn", "trace", ENGLISH, "--lexicon", WORDS, "mary slept")
    assert said.out.splitlines()[-1].strip() == "analysis 1: (S DCL (NP mary) (VP slept))"


@pytest.mark.parametrize("verb", ["check", "parse", "draw", "trace", "learn", "cover"])
def test_each_teaches_by_example(told: Command, verb: str) -> None:
    out = told("atn", verb, "--help").out
    assert f"murho atn {verb}" in out.split("Usage", 1)[1].split("\n", 1)[1]


def test_it_is_a_system_to_run(told: Command, here: Path) -> None:
    case = {"id": "a", "expression": "mary slept", "reference": ["(S DCL (NP mary) (VP slept))"]}
    (here / "cases.jsonl").write_text(json.dumps(case) + "\n")
    said = told("run", "cases.jsonl", "--system", f"atn:{ENGLISH}", "-m", "meanings", "-o", "run", "--json")
    (figure,) = said.json["figures"].values()
    assert (figure["value"], figure["undefined"]) == (0, 0)


def test_a_grammar_that_comes_with_murho_needs_its_name_only(told: Command) -> None:
    assert told("atn", "parse", "english", "who saw mary").out == "(S Q (NP who) (VP saw (NP mary)))\n"
    assert told("atn", "check", "italian").status == 0
    said = told("atn", "parse", "ud", "who saw mary")
    assert said.status == 2
    assert "give --lexicon FILE" in said.err
