"""A chain whose stages have names and references of their own: one run, word accuracy and concept accuracy."""

import json
from pathlib import Path
from typing import Any

import pytest

from murho.store import open_run
from murho.views.evidence import gather

CHAIN = """
def recognise(sound):
    if sound == "noise.wav":
        raise ValueError("too loud")
    return {"no.wav": ["no to born", "no to bonn"], "hm.wav": []}.get(sound, "to berlin")

def parse(text):
    words = text.split()
    return [["goal:" + words[-1]] + (["marker:no"] if "no" in words else [])]
"""
CASES = [
    {
        "id": "a",
        "expression": "no.wav",
        "references": {"heard": ["no to bonn"]},
        "reference": [["goal:bonn", "marker:no"]],
        "day": "mo",
    },
    {"id": "b", "expression": "berlin.wav", "references": {"heard": ["to berlin"]}, "day": "mo"},
    {"id": "c", "expression": "noise.wav", "reference": [["goal:rome"]], "day": "tu"},
    {"id": "d", "expression": "hm.wav", "references": {"heard": ["hm"]}, "reference": [], "day": "tu"},
    {"id": "e", "expression": "noise.wav", "references": {"heard": ["be quiet"]}, "reference": [["act:quiet"]]},
]
SYSTEM = ("--system", "heard=speech:recognise", "--then", "speech:parse")
BOTH = ("-m", "words@heard", "-m", "concepts")
WORDS = {"substitutions": 1, "deletions": 3, "insertions": 0, "hits": 4, "units": 8}
CONCEPTS = {"substitutions": 1, "deletions": 2, "insertions": 0, "hits": 1, "units": 4}


@pytest.fixture
def cases(here: Path, write: Any) -> str:
    (here / "speech.py").write_text(CHAIN)
    return str(write("speech.jsonl", *CASES))


@pytest.fixture
def done(told: Any, cases: str) -> dict[str, Any]:
    found = told("run", cases, *SYSTEM, *BOTH, "-o", "run", "--json")
    assert found.status == 0, found.err
    return dict(found.json)


def test_one_run_gives_both(done: dict[str, Any]) -> None:
    words, concepts = (done["figures"][name] for name in ("words@heard", "concepts"))
    assert (words["counts"], words["n"], words["open"], words["undefined"]) == (WORDS, 4, 1, 1)
    assert (concepts["counts"], concepts["n"], concepts["open"], concepts["undefined"]) == (CONCEPTS, 4, 1, 2)
    assert (words["value"], concepts["value"], done["open"]) == (4 / 8, 3 / 4, 1)
    assert words["measure"] == "words@heard"


def test_what_a_run_keeps_of_its_stages(done: dict[str, Any], here: Path) -> None:
    kept = open_run("run")
    assert kept.answers().for_cases(list("abcde")).extras["stages"] == [
        {"heard": ["no to born", "no to bonn"]},
        {"heard": ["to berlin"]},
        {"heard": None},
        {"heard": []},
        {"heard": None},
    ]
    assert sorted(kept.measures()) == ["concepts", "words@heard"]
    record = json.loads((here / "run" / "run.json").read_text())
    assert record["settings"]["measures"] == ["words@heard", "concepts"]
    assert [stage.get("name") for stage in record["system"]["stages"]] == ["heard", None]
    assert record["figures"]["words@heard"]["value"] == 0.5


def test_every_verb_takes_a_measure_of_a_stage(told: Any, done: dict[str, Any], here: Path) -> None:
    shown = told("show", "run", "-m", "words@heard", "--by", "day", "--per-case", "--profile", "day", "--json").json
    assert {name: one["n"] for name, one in shown["by"]["day"].items()} == {"mo": 2, "tu": 1, "(none)": 1}
    assert [(row["id"], row["loss"], row["undefined"]) for row in shown["per_case"]] == [
        ("a", 1, False),
        ("b", 0, False),
        ("d", 1, False),
        ("e", 2, True),
    ]
    judged = told("judge", "run", "-m", "oracle(characters)@heard", "--json").json
    assert (judged["measure"], judged["counts"]["substitutions"]) == ("oracle(characters)@heard", 0)
    assert "oracle(characters)@heard" in open_run("run").measures()
    shown = told("show", "run", "-m", "words@heard", "--with", "costs=sclite", "--json").json
    assert shown["measure"] == "words(costs='sclite')@heard"
    for how in (("words@heard", "concepts"), ("concepts", "words@heard")):
        assert told("report", "run", "-m", how[0], "-m", how[1], "-o", "page.html").status == 0
        page = (here / "page.html").read_text()
        assert "murho run speech.jsonl --system heard=speech:recognise --then speech:parse -m words@heard" in page
    assert "no to bonn" in page or "no</" in page


def test_two_chains_are_compared_at_a_stage(told: Any, cases: str, write: Any, here: Path) -> None:
    write("speech.jsonl", *(row for row in CASES if "heard" in row.get("references", {})))
    (here / "better.py").write_text(CHAIN.replace('"no to born", ', ""))
    assert told("run", cases, *SYSTEM, "-m", "words@heard", "-o", "a").status == 0
    better = ("--system", "heard=better:recognise", "--then", "better:parse")
    assert told("run", cases, *better, "-m", "words@heard", "-o", "b").status == 0
    found = told("compare", "a", "b", "-m", "words@heard", "--json").json
    assert (found["measure"], found["pi_a"], found["pi_b"], found["pairs"]) == ("words@heard", 4 / 8, 3 / 8, 4)
    assert found["tests"]["mapsswe"]["pairs"] == 3
    assert "case 'b': it is open" in told("compare", "a", "b", "-m", "concepts").line()


def test_recorded_answers_may_tell_their_stages(told: Any, done: dict[str, Any], write: Any) -> None:
    kept = open_run("run").answers()
    rows = [
        {"id": name, "answer": None if said.__class__.__name__ == "Undefined" else list(said), "stages": stages}
        for name, said, stages in zip(kept.ids, kept.answers, kept.extras["stages"], strict=True)
    ]
    said = write("said.jsonl", *rows)
    found = told("run", "speech.jsonl", "--system", said, *BOTH, "-o", "again", "--json").json
    for name in ("words@heard", "concepts"):
        assert found["figures"][name]["counts"] == done["figures"][name]["counts"]
        assert found["figures"][name]["open"] == 1
    cases = write("closed.jsonl", *(row for row in CASES if row["id"] in "ade"))
    scored = told("score", "words@heard", cases, said, "--extra", "ignore", "--json").json
    assert (scored["measure"], scored["counts"]["units"], scored["value"]) == ("words@heard", 6, 4 / 6)
    assert "@" not in told("score", "concepts", cases, said, "--extra", "ignore", "--json").json["measure"]
    alone = told("align", cases, said, "-m", "words@heard", "--extra", "ignore", "--json")
    assert alone.json["counts"]["deletions"] == 3
    assert told("score", "words@herd", cases, said, "--extra", "ignore").line() == (
        "speech.jsonl: no answers of a stage 'herd'; the stages are: heard".replace("speech", "said")
    )


def test_a_stage_that_is_not_there(told: Any, done: dict[str, Any], cases: str, here: Path) -> None:
    line = told("run", cases, *SYSTEM, "-m", "words@herd", "-o", "new").line(2)
    assert line == "words@herd: the chain has no stage 'herd'; did you mean heard? its stages: heard"
    line = told("run", cases, "--system", "speech:recognise", "-m", "words@heard", "-o", "new").line(2)
    assert line.startswith("words@heard: the system has no stages with names; name the stages of a chain: --system ")
    assert not (here / "new").exists()
    assert "no answers of a stage 'herd'; the stages are: heard" in told("judge", "run", "-m", "words@herd").line()


def test_stages_all_of_which_have_names(told: Any, cases: str) -> None:
    named = ("--system", "heard=speech:recognise", "--then", "meant=speech:parse")
    found = told("run", cases, *named, *BOTH, "-m", "concepts@meant", "-o", "run", "--json").json["figures"]
    assert found["concepts@meant"]["counts"] == found["concepts"]["counts"] == CONCEPTS
    assert found["words@heard"]["counts"] == WORDS
    gated = told("run", cases, *named, "-m", "concepts@meant", "-o", "gated", "--fail-above", "1")
    assert "speech.jsonl:2: case 'b': it is open" in gated.line()
    alone = told("run", cases, "--system", "heard=speech:recognise", "-m", "words@heard", "-o", "alone", "--json")
    assert alone.json["figures"]["words@heard"]["counts"] == WORDS
    line = told("run", cases, "--system", "x=speech:recognise", "--then", "x=speech:parse", "-o", "twice").line(2)
    assert line == "2 stages are called 'x'; give each a name of its own"


def test_carry(told: Any, cases: str, here: Path) -> None:
    for carry, meant in (
        ("best", [["goal:born", "marker:no"]]),
        ("all", [["goal:born", "marker:no"], ["goal:bonn", "marker:no"]]),
    ):
        assert told("run", cases, *SYSTEM, "--carry", carry, *BOTH, "-o", carry).status == 0
        assert list(open_run(carry).answers().answers[0]) == meant
        assert json.loads((here / carry / "run.json").read_text())["system"]["carry"] == carry
    oracle = told("show", "all", "-m", "oracle(concepts)", "--json").json
    assert oracle["counts"]["substitutions"] == 0
    assert "holds a run with another system" in told("run", cases, *SYSTEM, "--carry", "all", *BOTH, "-o", "best").line(
        2
    )
    assert told("report", "all", "-o", "page.html").status == 0
    assert "--carry all" in (here / "page.html").read_text()
    assert "--carry goes with --then" in told("run", cases, "--system", "speech:parse", "--carry", "all", "-o", "x").err


def test_commands_as_stages(told: Any, cases: str, here: Path) -> None:
    (here / "asr.py").write_text(
        "import json, sys, speech\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    said = speech.recognise(asked['expression']) if asked['expression'] != 'noise.wav' else None\n"
        "    said = [said] if isinstance(said, str) else said\n"
        "    print(json.dumps({'id': asked['id'], 'answer': said}), flush=True)\n"
    )
    system = ("--system", "heard=cmd:python3 asr.py --beam=8", "--then", "speech:parse")
    found = told("run", cases, *system, *BOTH, "-o", "run", "--json")
    assert found.status == 0, found.err
    assert found.json["figures"]["words@heard"]["counts"] == WORDS
    assert found.json["figures"]["concepts"]["counts"] == CONCEPTS


def test_such_words_may_be_features(told: Any, cases: str, write: Any) -> None:
    rows = [
        {"id": "a", "expression": "no.wav", "reference": ["to berlin"], "references": "book 3", "before": "noon"},
        {"id": "b", "expression": "berlin.wav", "reference": ["to berlin"], "references": {"year": 3}, "before": 12},
    ]
    cases = write("cases.jsonl", *rows)
    said = write("said.jsonl", *({"id": name, "answer": ["to berlin"], "stages": 2} for name in "ab"))
    feature, staged = "is a feature here", 'written {"heard": ["no to bonn"]}'
    notes = [
        f"cases.jsonl: the field references {feature}; references by stage are {staged}",
        f'cases.jsonl: the field before {feature}; what went before is written ["good morning", "to bonn"]',
        f"said.jsonl: the field stages {feature}; the answers of stages are {staged}",
    ]
    scored = told("score", "words", cases, said, "--by", "before", "--by", "references", "--json").json
    assert (scored["value"], scored["notes"]) == (0, notes)
    assert set(scored["by"]["before"]) == {"noon", "12"}
    assert all(f"note  {note}" in told("score", "words", cases, said).out for note in notes)
    assert told("check", cases, said, "--json").json["notes"][:2] == notes[:2]
    ran = told("run", cases, "--system", said, "-m", "words", "-o", "run", "--by", "before")
    assert (ran.status, ran.err.splitlines()) == (0, [f"note: {note}" for note in notes])
    assert set(told("show", "run", "--by", "before", "--json").json["by"]["before"]) == {"noon", "12"}
    assert "no answers of a stage 'heard'" in told("judge", "run", "-m", "words@heard").line()


def test_a_page_has_what_each_measure_judged(told: Any, cases: str, write: Any, here: Path) -> None:
    rows = [
        {
            "id": str(i),
            "expression": f"{i}.wav",
            **({"references": {"heard": ["to berlin"]}} if i % 3 else {}),
            **({"reference": [["goal:berlin"]]} if i % 2 else {}),
            "loudness": i / 2,
        }
        for i in range(60)
    ]
    assert told("run", write("many.jsonl", *rows), *SYSTEM, *BOTH, "-o", "many").status == 0
    command = (
        "report",
        "many",
        "--weight",
        "constant",
        "--weight",
        "column('loud')",
        "--by",
        "loudness",
        "-o",
        "page.html",
    )
    rows = [row | {"loud": row["loudness"] / 30} for row in rows]
    assert told("run", write("many.jsonl", *rows), *SYSTEM, *BOTH, "-o", "many", "--overwrite").status == 0
    assert told(*command).status == 0
    page = (here / "page.html").read_text()
    assert "<bdi>words@heard</bdi>: 20 open" in page
    assert "<bdi>concepts</bdi>: 30 open" in page
    evidence = gather(open_run("many"), None, ["constant", "column('loud')"])
    assert [evidence.figure_under(i, 0).n for i in (0, 1)] == [40, 30]
    assert [evidence.figure_under(i, 1).importance for i in (0, 1)] == [
        pytest.approx(sum(row["loud"] for row in rows if keep in row)) for keep in ("references", "reference")
    ]
    assert [len(costs) for costs in evidence.costs] == [40, 40]
