"""Transcripts, segments, words with times, sessions of several speakers: `murho score` on the formats of speech."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Write = Callable[..., None]
SEGMENTS = """\
;; CATEGORY "0" "" ""
;; CATEGORY "1" "Sex" ""
;; LABEL "F" "Female" ""
news A Ann 0 2 <O,F> good evening
news A Bob 2 4 <O,M> to you
news A Bob 4 5 <O,M> IGNORE_TIME_SEGMENT_IN_SCORING
"""
WORDS = "NEWS a 0.1 0.5 good\nNEWS a 2.5 0.5 to\nNEWS a 3 0.5 you\nNEWS a 4.2 0.2 applause\n"


def written(**files: str) -> None:
    for name, text in files.items():
        Path(name.replace("_", ".")).write_text(text)


def test_transcripts(told: Any) -> None:
    written(r_trn="to bonn (Ann-1)\nja (Bob-1)\n(Bob-2)\n", h_trn="to bern (ANN-1)\n(BOB-2)\nja (bob-1)\n")
    found = told("score", "words", "r.trn", "h.trn", "--by", "speaker", "--per-case", "--json").json
    assert found["value"] == 1 / 3
    assert {name: group["value"] for name, group in found["by"]["speaker"].items()} == {"ann": 0.5, "bob": 0}
    assert sorted((row["id"], row["loss"], row["units"]) for row in found["per_case"]) == [
        ("ann-1", 1, 2),
        ("bob-1", 0, 1),
        ("bob-2", 0, 0),
    ]
    written(x="to bern (ANN-1)\nja (bob-1)\n(c-1)\n")
    assert told("score", "words", "r.trn", "x", "--format", "trn").line().startswith("x:3: no case has the id 'c-1'")


def test_a_transcript_and_json_lines(told: Any) -> None:
    row = {"id": "Ann-1", "expression": "", "reference": ["to bonn"]}
    written(r_jsonl=json.dumps(row), h_trn="to bern (ann-1)\n")
    assert told("score", "words", "r.jsonl", "h.trn", "--json").json["value"] == 0.5
    Path("h").write_text(json.dumps({"id": "ANN-1", "answer": ["to bonn"]}))
    written(r_trn="to bonn (ann-1)\n")
    assert told("score", "words", "r.trn", "h", "--format", "trn,jsonl", "--json").json["value"] == 0


@pytest.mark.parametrize("options", [(), ("--format", "stm"), ("--format", "ctm"), ("--format", "stm,ctm")])
def test_words_with_times_against_segments(told: Any, options: tuple[str, ...]) -> None:
    written(r_stm=SEGMENTS, h_ctm=WORDS)
    found = told("score", "words", "r.stm", "h.ctm", "--by", "Sex", "--by", "speaker", "--json", *options).json
    assert {name: group["value"] for name, group in found["by"]["Sex"].items()} == {"Female": 0.5, "M": 0}
    assert {name: group["value"] for name, group in found["by"]["speaker"].items()} == {"Ann": 0.5, "Bob": 0}
    assert sorted(found["notes"]) == [
        "segments not scored (IGNORE_TIME_SEGMENT_IN_SCORING): 1",
        "words dealt to segments that are not scored: 1",
    ]
    said = told("score", "words", "r.stm", "h.ctm", *options)
    assert "words dealt to segments that are not scored: 1" in said.out


def test_a_run_of_words_with_times(told: Any) -> None:
    written(r_stm=SEGMENTS, h_ctm=WORDS)
    assert told("run", "r.stm", "--system", "h.ctm", "-m", "words", "-o", "run").status == 0
    assert told("show", "run", "--json").json["value"] == 0.25


def test_segments_from_standard_input(murho: Any) -> None:
    written(h_ctm=WORDS, r_stm=SEGMENTS)
    line = murho("score", "words", "-", "h.ctm", "--format", "stm", stdin=SEGMENTS.encode()).line(2)
    assert line.startswith("an stm is read twice where a ctm belongs to it; give a file")
    found = murho("score", "words", "r.stm", "-", "--format", "stm,ctm", "--json", stdin=WORDS.encode())
    assert found.json["value"] == 0.25


def test_both_with_segments_and_both_with_times(told: Any) -> None:
    written(r_stm=SEGMENTS, h_stm="news A Ann 0.0 2.00 good morning\nnews A Bob 2 4 to you\n", r_ctm=WORDS, h_ctm=WORDS)
    assert told("score", "words", "r.stm", "h.stm", "--json").json["value"] == 0.25
    assert told("score", "words", "r.ctm", "h.ctm", "--json").json["value"] == 0


def segment(session: str, speaker: str, begin: float, words: str) -> dict[str, Any]:
    return {"session_id": session, "speaker": speaker, "start_time": begin, "end_time": begin + 1, "words": words}


@pytest.fixture
def meeting(here: Path) -> None:
    said = [segment("s1", "Ann", 3, "you"), segment("s1", "Ann", 0, "how are"), segment("s1", "Bob", 1, "fine")]
    Path("r.seglst.json").write_text(json.dumps(said))
    Path("h.seglst.json").write_text(json.dumps([{**one, "speaker": one["speaker"][::-1]} for one in said]))


@pytest.mark.usefixtures("meeting")
def test_a_meeting(told: Any) -> None:
    found = told("score", "cpwer", "r.seglst.json", "h.seglst.json", "--json", "--per-case").json
    assert (found["value"], found["counts"]["hits"]) == (0, 4)
    assert found["per_case"][0]["labels"] == {"assignment": "Ann=nnA Bob=boB"}
    same = told("score", "words", "r.seglst.json", "r.seglst.json", "--by", "speaker", "--json").json
    assert [group["numerator"] for group in same["by"]["speaker"].values()] == [0, 0]
    other = told("score", "words", "r.seglst.json", "h.seglst.json").line()
    assert other.startswith("h.seglst.json:1: no case has the id 's1 nnA' of this answer")
    missing = Path("none.seglst.json")
    missing.write_text("[]")
    found = told("score", "cpwer", "r.seglst.json", str(missing), "--json").json
    assert (found["value"], found["missing_answers"]) == (1, 1)
    Path("more.seglst").write_text(json.dumps([segment("s2", "Ann", 0, "x")]))
    assert told("score", "cpwer", "r.seglst.json", "more.seglst").line().startswith("more.seglst:1: no case has the id")
    for name in ("r.seglst.json", "h.seglst.json"):
        assert told("run", name, "--system", "h.seglst.json", "-m", "cpwer", "-o", f"run-{name}").status == 0
        assert told("show", f"run-{name}", "--json").json["value"] == 0


@pytest.mark.usefixtures("meeting")
def test_speakers_of_segments(told: Any) -> None:
    written(r_stm="s1 1 Ann 0 1 how are\ns1 1 Bob 1 2 fine\ns1 1 Ann 3 4 you\n", h_ctm=WORDS)
    assert told("score", "cpwer", "r.stm", "h.seglst.json", "--json").json["value"] == 0
    line = told("score", "cpwer", "r.stm", "h.ctm").line(2)
    assert (
        line
        == "cpwer judges sessions of several speakers; give them as seglst, srt, stm, vtt, whisper or jsonl, not as ctm"
    )


def test_the_system_table_of_sclite(told: Any, data: Path) -> None:
    """NIST's own test1: words, and of these correct, substituted, deleted, inserted, by speaker."""
    folder = data / "sclite"
    options = ("--format", "trn", "--by", "speaker", "--json")
    found = told(
        "score", 'words(costs="sclite")', str(folder / "csrnab.ref"), str(folder / "csrnab.hyp"), *options
    ).json
    rows = [line.replace("|", " ").split() for line in (folder / "test1.raw").read_text().splitlines()]
    names = ("units", "hits", "substitutions", "deletions", "insertions")
    table = {row[0]: dict(zip(names, map(int, row[2:7]), strict=True)) for row in rows if row and row[0][:2] == "4t"}
    assert {name: group["counts"] for name, group in found["by"]["speaker"].items()} == table
    assert found["counts"] == {name: sum(row[name] for row in table.values()) for name in names}
