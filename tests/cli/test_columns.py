"""Tables of somebody's own, from the command line and from Python."""

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import murho
from murho.core.errors import InputError, UsageError

LOG = (
    "utterance,true_intent,predicted_intent,confidence,channel\n"
    'open at nine?,hours,hours,0.9,web\n"renew, please",renew,loans,0.4,phone\nhello,greet,,0.2,web\n'
)
TABLE = {
    "utterance": ["open at nine?", "renew, please", "hello"],
    "true_intent": ["hours", "renew", "greet"],
    "predicted_intent": ["hours", "loans", None],
    "channel": ["web", "phone", "web"],
}
NOTES = [
    "log.csv: took 'utterance' as the expression, 'true_intent' as the reference",
    "log.csv: took 'predicted_intent' as the answer",
]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("log.csv").write_text(LOG)
    return tmp_path


def scored(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    from murho.cli import status

    assert status(["score", "labels", *arguments, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_both_sides_in_one_file(capsys: pytest.CaptureFixture[str]) -> None:
    found = scored(capsys, "log.csv", "--by", "channel")
    assert found["counts"] == {"correct": 1, "total": 3, "undefined": 1}
    assert found["notes"] == NOTES
    said = scored(capsys, "log.csv", "--columns", "reference=true_intent,answer=predicted_intent,expression=utterance")
    assert (said["value"], said.get("notes")) == (found["value"], None)


def test_two_tables_of_two_formats(capsys: pytest.CaptureFixture[str]) -> None:
    Path("said.tsv").write_text("case_id\tlabel\n1\thours\n2\trenew\n3\tgreet\n")
    found = scored(capsys, "log.csv", "said.tsv", "--format", "csv,tsv(columns='answer=label')")
    assert found["value"] == 0


def test_without_ids_rows_belong_together_by_place(capsys: pytest.CaptureFixture[str]) -> None:
    Path("gold.csv").write_text('utterance,gold\n"two\nlines",hours\n\nnext,renew\n')
    Path("said.jsonl").write_text('{"said": "hours"}\n{"said": "loans"}\n')
    found = scored(capsys, "gold.csv", "said.jsonl", "--columns", "answer=said", "--per-case")
    assert [(one["id"], one["loss"]) for one in found["per_case"]] == [("1", 0), ("2", 1)]  # type: ignore[attr-defined]


def test_every_verb_that_reads_tables_takes_columns(told: Any) -> None:
    Path("old.csv").write_text("said\nhours\nloans\ngreet\n")
    columns = ("--columns", "reference=true_intent")
    compare = ("compare", "--references", "log.csv", "-m", "labels", "old.csv")
    found = told(*compare, "old.csv", "--columns", "answer=said,reference=true_intent", "--json").json
    assert (found["pi_a"], found["pairs"], found["difference"]) == (1 / 3, 3, 0)
    assert "log.csv: took 'utterance' as the expression" in found["notes"]
    found = told("check", "log.csv", *columns, "--json").json
    assert (found["cases"], found["notes"][0]) == (3, "log.csv: took 'utterance' as the expression")
    drawn = told("sample", "log.csv", *columns, "--design", "simple(2)", "-o", "drawn.jsonl", "--json")
    assert (drawn.json["population"], drawn.err.splitlines()) == (3, ["log.csv: took 'utterance' as the expression"])
    needed = told("plan", "log.csv", "--margin", "0.3", "--columns", "expression=utterance,reference=true_intent")
    assert (needed.status, needed.err) == (0, "")
    Path("speech.csv").write_text("said,heard\nto bonn,to born\n")
    aligned = told("align", "speech.csv", "--columns", "reference=said,answer=heard", "--json").json
    assert [step[:3] for step in aligned["alignments"][0]["steps"]] == [["=", "to", "to"], ["S", "bonn", "born"]]
    assert "--columns, --encoding and --extra go with --references" in told("compare", "a", "b", *columns).err


@pytest.mark.parametrize(
    ("name", "text", "status", "todo"),
    [
        ("a.txt", "text\tgold\tsaid\na\tx\tx\n", 2, "; or, if it is a table of both, give --format tsv"),
        ("b.csv", "Text;Wahr;Gesagt\na;x;x\n", 1, "or reference=COLUMN,answer=COLUMN if answers stand here, too"),
        ("c.csv", "a,x,x\nb,y,x\n", 1, "give each a name of its own; if this line is no header, write one above it"),
    ],
    ids=["tabs in text", "strange names", "no header"],
)
def test_what_a_newcomer_is_told(told: Any, name: str, text: str, status: int, todo: str) -> None:
    Path(name).write_text(text, encoding="utf-8")
    assert todo in told("score", "labels", name).line(status)


def test_an_object_for_a_label_points_to_a_mapping(told: Any) -> None:
    pq.write_table(pa.table({"gold": ["x", "y"], "result": [{"intent": {"name": "x"}}] * 2}), "nested.parquet")
    answer = ("--columns", "answer=result")
    assert "by --map FILE" in told("score", "labels", "nested.parquet", *answer).line()
    Path("engine.map").write_text("intent.name -> label\n")
    assert told("score", "labels", "nested.parquet", *answer, "--map", "engine.map", "--json").json["value"] == 0.5


def test_tables_that_are_not_in_utf8(told: Any) -> None:
    """As Excel saves them: with its old letters, and, called Unicode text, in UTF-16."""
    table = "utterance;true_intent;predicted_intent\nnach Köln;travel;travel\nfür zwei;book;travel\n"
    Path("old.csv").write_bytes(table.encode("windows-1252"))
    Path("wide.tsv").write_bytes(table.replace(";", "\t").encode("utf-16"))
    Path("bare.csv").write_bytes(table.encode("utf-16-le"))
    refused = told("score", "labels", "old.csv")
    assert refused.line() == (
        "old.csv:2: not UTF-8: byte 7 of the line is 0xf6; "
        "name what it is in; --encoding windows-1252 would read 'Köln' there"
    )
    as_it_is = ("--encoding", "windows-1252")
    assert told("score", "labels", "old.csv", *as_it_is, "--json").json["value"] == 0.5
    assert told("score", "labels", "wide.tsv", "--json").json["value"] == 0.5
    assert "give --encoding utf-16-le" in told("score", "labels", "bare.csv").line()
    assert told("score", "labels", "bare.csv", "--encoding", "utf-16-le", "--json").json["value"] == 0.5
    one_of_two = ("--format", "csv(encoding='cp1252'),tsv")
    assert told("score", "labels", "old.csv", "wide.tsv", *one_of_two, "--json").json["value"] == 0.5
    assert told("check", "old.csv", *as_it_is, "--json").json["cases"] == 2
    ran = told("run", "old.csv", "--system", "old.csv", "-m", "labels", *as_it_is, "-o", "done", "--json").json
    assert ran["figures"]["labels"]["value"] == 0.5
    assert "ascii: ordinal not in range(128)" in told("check", "old.csv", "--encoding", "ascii").line()
    assert told("check", "old.csv", "--encoding", "rot13").line(2).startswith("no encoding 'rot13'; usual ones: utf-8")
    for name in ("", "idna"):
        assert told("check", "old.csv", "--encoding", name).line(2).startswith(f"no encoding {name!r}; usual ones")
    for name in ("utf-16", "utf-32"):
        Path("broad.csv").write_bytes(table.encode(name))
        assert told("check", "broad.csv", "--encoding", name, "--json").json["cases"] == 2
    assert told("check", "old.csv", "--encoding", "utf-32").line().startswith("old.csv:1: not utf-32: ")
    assert told("check", "said.jsonl", *as_it_is).line(2) == "--encoding: only for csv, tsv, not for jsonl"


def test_python_reads_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    for one in (Path("log.csv"), pa.table(TABLE)):
        found = murho.score("labels", one, columns={"expression": "utterance"}, by="channel")
        assert found.counts == {"correct": 1, "total": 3, "undefined": 1}
        assert found.by["channel"]["web"].value == 0.5
        assert "'true_intent' as the reference" in found.notes[0]
    rows = [{"utterance": "hello", "true_intent": "greet", "channel": "web"}]
    done = murho.run(rows, lambda text: "greet", measures="labels", columns="expression=utterance", by="channel")
    assert (done.score.value, list(done.score.by["channel"])) == (0, ["web"])


def test_a_run_of_a_table_with_answers_of_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    from murho.cli import status

    columns = "reference=true_intent,answer=predicted_intent,expression=utterance"
    given = ["run", "log.csv", "--system", "log.csv", "-m", "labels", "--columns", columns, "-o", "done"]
    assert status(given) == 0
    assert murho.open("done").score.counts == {"correct": 1, "total": 3, "undefined": 1}


@pytest.mark.parametrize(
    ("arguments", "left", "message"),
    [
        (["said.trn"], 2, "said.trn: trn holds one side; name the file of answers, too"),
        (["-", "--format", "csv"], 2, "-: both sides in one file need one that can be read twice"),
        (["said.trn", "said.trn", "--columns", "id=x"], 2, "--columns: only for csv, jsonl, parquet, tsv, not for trn"),
        (
            ["log.csv", "--columns", "reference=intent"],
            1,
            "log.csv:1: no column 'intent', which is to be the reference; ",
        ),
        (["log.csv", "--columns", "gold=intent"], 2, "columns: 'gold=intent'; write ROLE=COLUMN"),
    ],
    ids=["one side", "stdin", "no table", "absent", "role"],
)
def test_what_does_not_fit(arguments: list[str], left: int, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    from murho.cli import status

    assert status(["score", "labels", *arguments]) == left
    complained = capsys.readouterr().err
    assert message in complained
    assert len(complained.splitlines()) == 1


def test_python_refuses_the_same() -> None:
    with pytest.raises(UsageError, match="columns= goes with one table"):
        murho.score("labels", ["a"], ["b"], columns="reference=x")
    table = pa.table(TABLE)
    with pytest.raises(InputError, match="the table:1: no column 'gold', which is to be the reference"):
        murho.score("labels", table, columns="reference=gold")
