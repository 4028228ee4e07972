"""The verb suite: check, run, show."""

import json
import shutil
from pathlib import Path

import pytest

from .conftest import Command

DATA = Path(__file__).parents[2] / "examples" / "suites"
SMALL, GOLD, PARSED = (str(DATA / name) for name in ("small.xml", "small.conllu", "parsed.conllu"))


def test_check_says_what_a_suite_holds(told: Command) -> None:
    said = told("suite", "check", SMALL)
    assert said.status == 0
    assert said.out.splitlines() == [
        f"{SMALL}: 6 realizations in structure, 2 realizations in order, 5 test sentences, "
        "5 sentences in the test data, 17 phenomena, 3 links, 2 without a frequency",
        f"{SMALL}: 0 errors, 0 warnings",
    ]


def test_check_tells_everything_that_is_wrong(told: Command, here: Path) -> None:
    shutil.copy(GOLD, here / "bad.conllu")
    text = Path(SMALL).read_text("utf-8").replace('freq="0.131629"', 'freq="7"').replace('id="0003"', 'id="0002"')
    (here / "bad.xml").write_text(text.replace('test="Es acusada."', 'test="Otra."'), encoding="utf-8")
    said = told("suite", "check", "bad.xml")
    assert said.status == 1
    assert [line.split(" ")[0] for line in said.out.splitlines()] == [
        "bad.xml:12:",
        "bad.xml:12:",
        "bad.xml:13:",
        "bad.conllu:14:",
        "bad.xml:",
        "bad.xml:",
    ]
    assert said.out.splitlines()[-1] == "bad.xml: 3 errors, 1 warning"


def test_check_as_json(told: Command, here: Path) -> None:
    found = told("suite", "check", SMALL, "--json").json
    assert (found["errors"], found["findings"], found["schema_version"]) == (0, [], 1)
    assert found["summary"]["sections"] == {"structure": 6, "order": 2}
    (here / "m.jsonl").write_text('{"id": 1}\n')
    both = told("suite", "check", SMALL, "m.jsonl", "--json")
    assert both.status == 1
    assert both.json["suites"][1]["findings"] == [
        {"found": "no field 'expression'", "todo": "give the sentence", "path": "m.jsonl", "line": 1, "error": True}
    ]


def test_check_of_what_is_no_suite(told: Command, here: Path) -> None:
    assert told("suite", "check", "none.xml").line(2).startswith("no suite 'none.xml'; name a file")
    (here / "x.xml").write_text("<suite>")
    said = told("suite", "check", "x.xml")
    assert said.status == 1
    assert said.out.startswith("x.xml:1: error: no XML")


def test_run_shows_the_tree_and_leaves_a_run(told: Command) -> None:
    said = told("suite", "run", SMALL, "--system", PARSED, "-o", "r")
    assert said.status == 0, said.err
    lines = [line.split() for line in said.out.splitlines()]
    assert ["all", "4/6", "66.7", "%", "4/6", "0.342284", "2", "0.3846", "80.00"] in [line[:9] for line in lines]
    assert ["noun", "0/2", "0.0", "%", "0/2", "0.131629", "1", "1.0000", "70.00"] in lines
    assert "  note  2 realizations without a frequency, left out of the figure weighed by frequency" in said.out
    assert "  ✗ 0004  Habrán vendido la casa.  noun · v-n vender → casa  wrong label" in said.out
    assert "[" not in said.out  # no interval unless it is asked for
    shown = told("show", "r", "--by", "phenomenon", "--json").json
    assert shown["by"]["phenomenon"]["structure/intraclause/verb phrase/child/noun"]["value"] == 1.0
    assert shown["coverage"] == 50.0
    assert told("suite", "show", "r").out.splitlines()[:-1] == said.out.splitlines()[:-2]


def test_run_as_json(told: Command) -> None:
    found = told("suite", "run", SMALL, "--system", GOLD, "-o", "r", "--json").json
    assert [(one["phenomenon"], one["right"], one["cases"]) for one in found["sections"]] == [
        ("structure", 6, 6),
        ("order", 2, 2),
    ]
    assert "intervals" not in found
    assert told("suite", "show", "r", "--json", "--interval").json["intervals"]["structure"]["n"] == 6


def test_show_less_and_more(told: Command) -> None:
    told("suite", "run", SMALL, "--system", PARSED, "-o", "r", "--sentences", "none")
    short = told("suite", "show", "r", "--depth", "0", "--sentences", "none").out
    assert "verb phrase" not in short
    assert "✗" not in short
    everything = told("suite", "show", "r", "--sentences", "all", "--interval").out
    assert everything.count("✓") == 4
    assert "interval of π" in everything


def test_show_two(told: Command) -> None:
    told("suite", "run", SMALL, "--system", PARSED, "-o", "a")
    told("suite", "run", SMALL, "--system", GOLD, "-o", "b")
    said = told("suite", "show", "a", "b")
    assert ["structure", "6", "4", "·", "2", "·", "0.3846", "0.0000"] in [
        line.split() for line in said.out.splitlines()
    ]
    *_, alone, of_a, of_b = said.out.splitlines()
    assert alone == "  only B: 0004, 0005, 0101, 0102"
    assert of_a.startswith("murho|measure:links|")
    assert of_a != of_b
    found = told("suite", "show", "a", "b", "--json", "--depth", "0").json
    assert [(one["both"], one["only_b"]) for one in found["phenomena"]] == [
        (4, ["0004", "0005"]),
        (0, ["0101", "0102"]),
    ]
    compared = told("compare", "a", "b", "--by", "phenomenon", "--json").json
    assert compared["by"]["phenomenon"]["order"]["difference"] == -1.0


def test_two_on_a_page(told: Command, here: Path) -> None:
    told("suite", "run", SMALL, "--system", PARSED, "-o", "a")
    told("suite", "run", SMALL, "--system", GOLD, "-o", "b")
    assert told("suite", "show", "a", "b", "-o", "both.html").out == "wrote both.html\n"
    page = (here / "both.html").read_text("utf-8")
    assert page.count('<details class="node') == 17 + 2
    assert page.count("right in B only</p>") == 3
    assert page.count("A: wrong label") == 2
    assert "use murho report RUN -o" in told("suite", "show", "a", "-o", "one.html").line(2)


@pytest.mark.parametrize(
    ("arguments", "status", "found"),
    [
        (("suite", "run", SMALL, "-o", "r"), 2, "Missing option '--system'"),
        (("suite", "run", SMALL, "--system", "no.conllu", "-o", "r"), 1, "no.conllu: no such file"),
        (("suite", "run", SMALL, "--system", PARSED, "-o", "r", "--section", "x"), 2, "no section 'x'"),
        (("suite", "show", "nothing"), 1, "nothing: no run here"),
        (("suite", "show", "a", "b", "c"), 2, "give one run or two"),
    ],
    ids=["no-system", "no-file", "no-section", "no-run", "three"],
)
def test_what_is_refused(told: Command, arguments: tuple[str, ...], status: int, found: str) -> None:
    assert found in told(*arguments).line(status)


def test_show_of_another_run(told: Command, suite: tuple[str, str]) -> None:
    told("run", suite[0], "--system", suite[1], "-o", "plain")
    assert "plain: no run of a suite" in told("suite", "show", "plain").line(2)


def test_report_has_the_tree(told: Command, here: Path) -> None:
    told("suite", "run", SMALL, "--system", PARSED, "-o", "r")
    assert told("report", "r", "-o", "r.html").status == 0
    page = (here / "r.html").read_text("utf-8")
    assert '<section id="phenomena"' in page
    assert page.count('<details class="node') == 17 + 2
    assert "murho suite run" in page


def test_one_of_a_thing_is_called_one(told: Command, here: Path) -> None:
    (here / "one.jsonl").write_text('{"id": 1, "expression": "Llueve.", "phenomenon": "rain"}\n')
    assert told("suite", "check", "one.jsonl").out.splitlines() == [
        "one.jsonl: 1 realization in phenomena, 1 test sentence, 1 phenomenon, 1 well-formed",
        "one.jsonl: 0 errors, 0 warnings",
    ]


@pytest.fixture
def dangling(here: Path) -> str:
    """A skeleton with a row that points to no item."""
    (here / "sk").mkdir()
    columns = {
        "item": "i-id :integer\n  i-input :string\n  i-wf :integer",
        "phenomenon": "p-id :integer\n  p-name :string\n  p-supertypes :string",
        "item-phenomenon": "i-id :integer\n  p-id :integer",
        "parse": "i-id :integer\n  readings :integer",
    }
    tables = {
        "relations": "\n\n".join(f"{table}:\n  {text}" for table, text in columns.items()) + "\n",
        "item": "1@Llueve.@1\n2@Llueven.@0\n",
        "phenomenon": "10@verb@clause\n",
        "item-phenomenon": "1@10\n5@10\n2@10\n",
        "parse": "1@2\n2@1\n",
    }
    for name, text in tables.items():
        (here / "sk" / name).write_text(text, encoding="utf-8")
    return "sk"


def test_a_row_that_points_nowhere_is_a_warning_or_strictly_an_error(told: Command, dangling: str) -> None:
    pytest.importorskip("delphin")
    said = told("suite", "check", dangling)
    assert said.status == 0
    row = "sk/item-phenomenon:2: {}: i-id 5 is in no table; the row is left out; mend the table"
    assert said.out.splitlines()[0] == row.format("warning")
    assert said.out.splitlines()[-1] == "sk: 0 errors, 1 warning"
    said = told("suite", "check", dangling, "--strict")
    assert (said.status, said.out.splitlines()[0]) == (1, row.format("error"))
    refused = told("suite", "run", dangling, "--system", dangling, "-o", "out", "--strict")
    assert refused.line() == "sk/item-phenomenon:2: i-id 5 is in no table; mend the table"
    said = told("suite", "run", dangling, "--system", dangling, "-o", "out")
    note = "1 row that points nowhere left out (first sk/item-phenomenon:2: i-id 5 is in no table)"
    assert (said.status, said.out.count(f"note  {note}")) == (0, 1)
    found = told("suite", "show", "out", "--json").json
    assert found["notes"] == [note]
    (section,) = found["sections"]
    assert [part["phenomenon"] for part in section["phenomena"]] == ["phenomena/clause"]


def test_names_of_phenomena_do_not_break_inside_words(told: Command, here: Path) -> None:
    assert told("suite", "run", SMALL, "--system", PARSED, "-o", "run").status == 0
    shown = told("show", "run", "--by", "phenomenon").out.splitlines()
    assert all(len(line) <= 80 for line in shown if not line.startswith(("murho|", "  note")))
    name, parts = "structure/intraclause/verb phrase/child/noun", [line[:17].strip() for line in shown]
    place = next(i for i in range(len(parts)) if "".join(parts[i : i + 4]) == name)
    assert all(part.endswith("/") for part in parts[place : place + 3]), "folded behind a slash"


def test_options_of_the_measure_and_what_stages_carry(told: Command, here: Path) -> None:
    assert told("suite", "run", SMALL, "--system", PARSED, "-o", "r").status == 0
    for command in (("suite", "show", "r"), ("suite", "show", "r", "-m", "links")):
        found = told(*command, "--with", "punctuation=drop", "--json").json
        assert found["measure"] == "links(rules=conll2018(punctuation='drop'))"
    assert "--with costs: only for" in told("suite", "show", "r", "--with", "costs=sclite").line(2)
    (here / "two.py").write_text(
        "def both(text):\n    return [text.lower(), text]\n\ndef tree(text):\n    return None\n"
    )
    chain = ("suite", "run", SMALL, "--system", "two:both", "--then", "two:tree", "-o", "chain", "--carry", "all")
    assert told(*chain).status == 1  # the second stage knows nothing
    record = json.loads((here / "chain" / "run.json").read_text())
    assert record["system"]["carry"] == "all"
    alone = told("suite", "run", SMALL, "--system", "two:both", "-o", "one", "--carry", "all")
    assert alone.line(2).startswith("--carry goes with --then")


def test_a_weighting_of_ones_own(told: Command, here: Path) -> None:
    """It is typed where the run is made; to open the run it has to be typed again, or another."""
    (here / "my_ones_weighting.py").write_text(
        "import numpy as np\nfrom murho.weighting import Weighting\n\n"
        "class half(Weighting):\n    def weigh(self, cases):\n        return np.full(len(cases), 0.5)\n"
    )
    mine = ("--weight", "my_ones_weighting:half")
    ran = told("suite", "run", SMALL, "--system", PARSED, "-o", "r", *mine)
    assert ran.status == 0, ran.err
    assert "|weight:my_ones_weighting:half|" in ran.out
    assert "to allow it, type --weight 'my_ones_weighting:half'" in told("suite", "show", "r").line(2)
    found = told("suite", "show", "r", "--interval", "--json", *mine).json
    assert found["intervals"]["structure"]["denominator"] == 3
    assert found["signature"] in ran.out
    for weight in (mine, ("--weight", "given")):
        assert told("suite", "show", "r", "r", "--interval", *weight).status == 0
        assert told("suite", "show", "r", "r", "-o", "both.html", *weight).status == 0
