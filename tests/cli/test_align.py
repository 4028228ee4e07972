"""murho align: what was said beside what was heard, from files to the terminal, JSON, HTML and sclite's layouts."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

Command = Callable[..., object]
SAID = "a ticket to bonn please\nyes\nto new york\n\n"
HEARD = "ticket to born please\nyes\nto new york now\nuh\n"


@pytest.fixture
def texts(here: Path) -> tuple[str, str]:
    Path("said.txt").write_text(SAID)
    Path("heard.txt").write_text(HEARD)
    return "said.txt", "heard.txt"


@pytest.fixture
def trn(here: Path) -> tuple[str, str]:
    Path("said.trn").write_text("a ticket { to / for } Bonn (anna-1)\nyes (otto-1)\nno (otto-2)\n")
    Path("heard.trn").write_text("ticket for born (ANNA-1)\nyes (otto-1)\n")
    return "said.trn", "heard.trn"


def test_the_picture(told: Command, texts: tuple[str, str]) -> None:
    found = told("align", *texts)
    assert found.status == 0
    assert found.err == ""
    *picture, counts, signature = found.out.splitlines()
    assert picture == [
        "1  2 of 5 wrong, 40.0 %: S 1, D 1",
        "ref  a   ticket to bonn please",
        "hyp  *** ticket to born please",
        "     D             S",
        "",
        "2  nothing wrong",
        "ref  yes",
        "hyp  yes",
        "",
        "3  1 of 3 wrong, 33.3 %: I 1",
        "ref  to new york ***",
        "hyp  to new york now",
        "                 I",
        "",
        "4  1 of 0 wrong: I 1",
        "ref  ***",
        "hyp  uh",
        "     I",
        "",
    ]
    assert counts == "4 errors in 9 words, 44.44 %: S 1, D 1, I 2, 7 right; 3 of 4 utterances with an error"
    assert signature.startswith("murho|measure:words|missing:undefined|references:sha256:")


def test_the_real_command_in_a_pipe_has_no_colour(murho: Command, texts: tuple[str, str]) -> None:
    found = murho("align", *texts, "--errors-only")
    assert found.status == 0
    assert "\x1b" not in found.out
    assert "nothing wrong" not in found.out


def test_worst_first(told: Command, texts: tuple[str, str]) -> None:
    heads = [line for line in told("align", *texts, "--worst", "2").out.splitlines() if " wrong" in line]
    assert [head.split()[0] for head in heads] == ["1", "4"]
    heads = [
        line for line in told("align", *texts, "--worst", "9", "--rank", "rate").out.splitlines() if "wrong" in line
    ]
    assert [head.split()[0] for head in heads] == ["4", "1", "3"]


def test_json(told: Command, texts: tuple[str, str]) -> None:
    found = told("align", *texts, "--json").json
    assert (found["measure"], found["n"], found["in_error"], found["errors"]) == ("words", 4, 3, 4)
    assert found["counts"] == {"substitutions": 1, "deletions": 1, "insertions": 2, "hits": 7, "units": 9}
    first = found["alignments"][0]
    assert first["steps"][:2] == [["D", "a", None], ["=", "ticket", "ticket"]]
    assert first["counts"] == {"hits": 3, "substitutions": 1, "deletions": 1, "insertions": 0}
    score = told("score", "words", *texts, "--json").json
    assert {name: score["counts"][name] for name in found["counts"]} == found["counts"]
    assert found["schema_version"] == score["schema_version"]


def test_confusions(told: Command, texts: tuple[str, str]) -> None:
    shown = told("align", *texts, "--confusions").out
    assert "ref  " not in shown
    assert "     1  bonn → born" in shown
    assert "inserted  2, 2 different" in shown
    found = told("align", *texts, "--confusions", "--most", "1", "--json").json
    assert "alignments" not in found
    inserted = found["confusions"]["inserted"]
    assert inserted == {"total": 2, "different": 2, "most": [{"word": "now", "count": 1}]}
    assert found["confusions"]["pairs"]["most"] == [{"reference": "bonn", "answer": "born", "count": 1}]


def test_keywords_and_rare_words(told: Command, texts: tuple[str, str]) -> None:
    Path("cities.txt").write_text("# cities\nBonn\nNew York\n")
    Path("counts.txt").write_text("to 900\nticket 12\n")
    asked = ("--keywords", "cities.txt", "--rare", "--frequencies", "counts.txt", "--normalize", "lower")
    found = told("align", *texts, *asked, "--json").json
    each = {row["keyword"]: (row["hits"], row["misses"], row["false_alarms"]) for row in found["keywords"]["each"]}
    assert each == {"bonn": (0, 1, 0), "new york": (1, 0, 0)}
    total = found["keywords"]["total"]
    assert (total["recall"], total["precision"], round(total["f1"], 3)) == (0.5, 1.0, 0.667)
    classes = {
        row["frequency"]: (row["words"], row["substitutions"], row["deletions"]) for row in found["by_frequency"]
    }
    assert classes == {"0": (6, 1, 1), "10-99": (1, 0, 0), "100-999": (2, 0, 0)}
    shown = told("align", *texts, *asked).out
    assert "false alarms" in shown
    assert "frequency in the file of frequencies" in shown


def test_by_speaker(told: Command, trn: tuple[str, str]) -> None:
    asked = ("align", *trn, "--costs", "sclite", "--by", "speaker")
    found = told(*asked, "--json").json
    assert {name: (one["errors"], one["counts"]["units"]) for name, one in found["by"]["speaker"].items()} == {
        "anna": (2, 4),
        "otto": (1, 2),
    }
    assert found["alignments"][0]["groups"] == {"speaker": ["anna"]}
    assert (found["missing_answers"], found["undefined"]) == (1, 1)
    shown = told(*asked).out
    assert "otto-2  1 of 1 wrong, 100.0 %: D 1  ⊥ no answer, missing  speaker otto" in shown
    assert "1 case without an answer" in shown


def test_layouts(told: Command, trn: tuple[str, str]) -> None:
    for layout, some in (
        ("pra", "REF:  A ticket for BONN \nHYP:  * ticket for BORN \n"),
        ("prf", "Speaker sentences   0:  anna   utt# 0 of 1\n"),
        ("sys", "| Sum/Avg|    3      6 |"),
        ("raw", "| Sum  |    3      6 |"),
    ):
        written = told("align", *trn, "--costs", "sclite", "--layout", layout, "-o", f"out.{layout}")
        assert (written.status, written.out) == (0, "")
        assert some in Path(f"out.{layout}").read_text()
    to_output = told("align", *trn, "--costs", "sclite", "--layout", "pra")
    assert to_output.out == Path("out.pra").read_text()


def test_sclites_own_test(told: Command, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(data / "sclite")
    files = ("./csrnab.ref", "./csrnab.hyp", "--format", "trn", "--costs", "sclite")
    for layout in ("pra", "prf", "sys", "raw"):
        assert told("align", *files, "--layout", layout).out == Path(f"test1.{layout}").read_text()


def test_html(told: Command, texts: tuple[str, str]) -> None:
    found = told("align", *texts, "--html", "page.html", "--by", "length", "--confusions")
    assert found.out == "wrote page.html\n"
    page = Path("page.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "By <bdi>length</bdi>" in page


def test_concepts(told: Command, write: Callable[..., str]) -> None:
    cases = [{"id": "u1", "expression": "to bonn", "reference": [["goal:Bonn", "day:next week"]]}]
    write("cases.jsonl", *cases)
    write("units.jsonl", {"id": "u1", "answer": [["goal:Berlin", "day:next week"]]})
    assert told("align", "cases.jsonl", "units.jsonl", "-m", "concepts").out.splitlines()[:4] == [
        "u1  1 of 2 wrong, 50.0 %: S 1",
        "ref  goal:Bonn   day:next␣week",
        "hyp  goal:Berlin day:next␣week",
        "     S",
    ]
    shown = told("align", "cases.jsonl", "units.jsonl", "-m", "concept_bag", "--confusions").out
    assert "     1  goal:Bonn → goal:Berlin" in shown
    assert "1 error in 2 units" in shown


def test_what_differs_in_words(told: Command, here: Path) -> None:
    (here / "gold.sql").write_text("SELECT name FROM staff WHERE age > 3\tx\nSELECT name FROM staff\tx\n")
    (here / "said.sql").write_text("select age from staff\nselect NAME from staff\n")
    files = ("align", "gold.sql", "said.sql", "-m", "sql")
    assert told(*files).out.splitlines() == [
        "1  loss 1 of 1",
        "ref  SELECT name FROM staff WHERE age > 3",
        "hyp  select age from staff",
        "     selects age instead of name",
        "     missing condition age > 3",
        "",
        "2  nothing wrong",
        "ref  SELECT name FROM staff",
        "hyp  select NAME from staff",
        "",
        "1 of 2 shown with a loss",
    ]
    (one,) = told(*files, "--json", "--errors-only").json["alignments"]
    assert (one["loss"], one["differences"]) == (1, ["selects age instead of name", "missing condition age > 3"])
    with closing(sqlite3.connect("x.sqlite")) as staff:
        staff.execute("CREATE TABLE staff (name TEXT, age INTEGER)")
    (here / "said.sql").write_text("select age from staff\nselect name from staff where 1 = 1\n")
    right = told(*files, "--with", "database=x.sqlite", "--json").json["alignments"][1]
    assert (right["loss"], right["differences"]) == (0, [])  # though the forms differ
    assert "--confusions is not for what is described in words" in told(*files, "--confusions").line(2)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("-m", "labels"), "labels aligns nothing that could be shown"),
        (("-m", "concepts", "--costs", "sclite"), "--costs: only for the measures"),
        (("--frequencies", "heard.txt"), "--frequencies goes with --rare"),
        (("-o", "x"), "-o goes with --layout"),
        (("--layout", "pra", "--json"), "--layout writes all utterances"),
        (("--html", "x", "--json"), "--html or --json"),
        (("--costs", "cheap"), "cheap"),
        (("--worst", "0"), "worst"),
    ],
)
def test_wrong_usage(told: Command, texts: tuple[str, str], options: tuple[str, ...], said: str) -> None:
    found = told("align", *texts, *options)
    assert said in found.line(2)


def test_bad_input(told: Command, texts: tuple[str, str]) -> None:
    assert told("align", "said.txt", "none.txt").line().startswith("none.txt: ")
    Path("short.txt").write_text("one\n")
    assert "1 lines, where said.txt has 4" in told("align", "said.txt", "short.txt", "--errors-only").err
    Path("keys.txt").write_text("ja\n?!\n")
    asked = ("--keywords", "keys.txt", "--normalize", "no_punctuation")
    assert told("align", *texts, *asked).line().startswith("keys.txt:2: nothing is left of the keyword '?!'; ")
    Path("counts.txt").write_text("berlin often\n")
    asked = ("--rare", "--frequencies", "counts.txt")
    assert told("align", *texts, *asked).line().startswith("counts.txt:1: 'berlin often' is no word with its frequency")
    assert "no feature 'speaker'" in told("align", *texts, "--by", "speaker").line()


def test_alternates_that_do_not_fit_name_their_line(told: Command, here: Path) -> None:
    Path("said.trn").write_text("to { bonn (a-1)\n")
    Path("heard.trn").write_text("to bonn (a-1)\n")
    assert told("align", "said.trn", "heard.trn", "--costs", "sclite").line().startswith("said.trn:1: 'a-1': ")
