"""The verb chart, as the contract has it."""

from pathlib import Path

from murho_lab.chart import bundled

from .conftest import Command


def test_parse_prints_the_fields(told: Command) -> None:
    text = "uh to bonn no to berlin tomorrow xx"
    said = told("chart", "parse", "greetings", text, "--json")
    assert said.status == 0
    assert said.json == bundled("greetings").parse(text).as_json()
    assert (said.json["units"], said.json["complete"]) == (["goal:berlin", "date:tomorrow"], False)
    assert said.json["structure"] == [{"goal": {"city": "berlin"}}, {"date": "tomorrow"}]
    assert [piece["words"] for piece in said.json["pieces"]] == ["to bonn no to berlin", "tomorrow", "xx"]
    said = told("chart", "parse", "greetings", text)
    assert (said.out, said.err) == ("goal:berlin\ndate:tomorrow\n", "not understood: xx\n")


def test_another_mapping_and_none(told: Command, here: Path) -> None:
    (here / "own.map").write_text("goal.city -> to\n")
    assert told("chart", "parse", "greetings", "to bonn", "--map", "own.map").out == "to:bonn\n"
    said = told("chart", "parse", "greetings", "tomorrow", "--map", "own.map").line()
    assert said == 'no rule takes "tomorrow" at date; add it to own.map, or `drop` it there'
    (here / "toy.chart").write_text("[types]\na < piece: means {a: true}\n[words]\nu : a\n")
    assert told("chart", "parse", "toy.chart", "u u").out == '{"a": true}\n{"a": true}\n'
    assert told("chart", "parse", "toy.chart", "u", "--json").json["units"] is None


def test_check(told: Command, here: Path) -> None:
    said = told("chart", "check", "greetings", "--json")
    assert (said.status, said.json["findings"], said.json["rules"]) == (0, [], 2)
    (here / "task.txt").write_text("goal: ?\n")
    (here / "toy.chart").write_text("[types]\na < piece: means {a: true}\nb\n[words]\nu : a\n[units]\nkeep a\n")
    said = told("chart", "check", "toy.chart")
    assert said.status == 0
    assert said.out.splitlines() == [
        "toy.chart:3: warning: nothing is ever a b; give it words or a rule, or take it out",
        "toy.chart: 2 types, 1 entries, 0 rules, 1 finding",
    ]
    said = told("chart", "check", "toy.chart", "--task", "task.txt")
    assert said.status == 1
    assert said.out.startswith("error: [units] makes units of class 'a', which the task does not have; known: goal\n")


def test_bad_input_is_one_line(told: Command, here: Path) -> None:
    assert "no.chart" in told("chart", "parse", "no.chart", "u").line()
    (here / "toy.chart").write_text("[types]\na < b\nb < a\n")
    assert told("chart", "check", "toy.chart").line() == (
        "toy.chart:3: a < b < a is a circle; take one of the parents out"
    )
    (here / "toy.chart").write_bytes(b"[types]\n\xff\n")
    assert told("chart", "check", "toy.chart").line().startswith("toy.chart:2: not UTF-8")
