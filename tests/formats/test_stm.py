from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho.formats.join import pair
from murho.formats.stm import read_answers, read_cases, segments

LABELLED = """\
;; CATEGORY "0" "" ""
;; CATEGORY "1" "Sex" "Sex of the speaker"
;; CATEGORY "2" "Speaker" "Not what speaker means here"
;; LABEL "F" "Female" "Female speakers"
;; LABEL "m" "Male" "Male speakers"
;; any comment
News 1 Ann 0.00 2.50 <O,F,00> good { evening / night }

News 1 Bob 2.5 3 <o,M,>
News 1 Ann 3 4
news 2 excluded_region 0 99 <O,,> ignore_time_segment_in_scoring
"""


def written(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "a.stm"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_segments_are_cases(tmp_path: Path) -> None:
    notes: list[str] = []
    (cases,) = read_cases(written(tmp_path, LABELLED), notes=notes)
    assert cases.ids == ["news 1 ann 0 2.5", "news 1 bob 2.5 3", "news 1 ann 3 4"]
    assert cases.references == [("good { evening / night }",), ("",), ("",)]
    assert cases.expressions == ["good { evening / night }", "", ""]
    assert list(cases.lines or ()) == [7, 9, 10]
    assert cases.features == {
        "file": ["News"] * 3,
        "channel": ["1"] * 3,
        "speaker": ["Ann", "Bob", "Ann"],
        "label1": ["O", "o", None],
        "Sex": ["Female", "Male", None],
        "Speaker": ["00", None, None],
    }
    assert notes == ["segments not scored (IGNORE_TIME_SEGMENT_IN_SCORING): 1"]
    assert [len(some) for some in read_cases(tmp_path / "a.stm", batch=2)] == [2, 1]
    assert len(segments(tmp_path / "a.stm")) == 4


def test_a_name_that_is_taken(tmp_path: Path) -> None:
    text = ';; CATEGORY "0" "speaker" ""\n;; CATEGORY "1" "Sex" ""\n;; CATEGORY "2" "Sex" ""\nf 1 a 0 1 <x,y,z> ja\n'
    (cases,) = read_cases(written(tmp_path, text))
    assert cases.features["speaker"] == ["a"]
    assert [cases.features[name] for name in ("label1", "Sex", "label3")] == [["x"], ["y"], ["z"]]


def test_segments_are_answers(tmp_path: Path) -> None:
    (answers,) = read_answers(written(tmp_path, LABELLED))
    assert answers.ids == ["news 1 ann 0 2.5", "news 1 bob 2.5 3", "news 1 ann 3 4"]
    assert answers.answers == [("good { evening / night }",), ("",), ("",)]
    (tmp_path / "b.stm").write_text("NEWS 1 BOB 2.50 3.000 ja\nnews 1 ANN 3 4.0\nnews 1 ann 0 2.5 good evening\n")
    pairs = pair(read_cases(tmp_path / "a.stm"), read_answers(tmp_path / "b.stm"))
    assert [(cases.ids[i], said.answers[i]) for cases, said in pairs for i in range(len(cases))] == [
        ("news 1 ann 0 2.5", ("good evening",)),
        ("news 1 bob 2.5 3", ("ja",)),
        ("news 1 ann 3 4", ("",)),
    ]


def test_by_session(tmp_path: Path) -> None:
    path = written(tmp_path, "a 1 Ann 5 6 two\nb 1 Bob 0 1 <O> hello\na 2 Bob 0 9 yes\na 1 Ann 0 1 one\n")
    (cases,) = read_cases(path, by_session=True)
    assert cases.ids == ["a", "b"]
    assert cases.references == [({"Ann": "one two", "Bob": "yes"},), ({"Bob": "hello"},)]
    (answers,) = read_answers(path, by_session=True)
    assert answers.answers == [({"Ann": "one two", "Bob": "yes"},), ({"Bob": "hello"},)]
    written(tmp_path, LABELLED)
    for read in (read_cases, read_answers):
        with pytest.raises(
            InputError, match=r"a.stm:11: a segment not to be scored, and words of a session have no ti"
        ):
            list(read(path, by_session=True))  # type: ignore[operator]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("f 1 a 0 1 ja\nf 1 a 2\n", ":2: 4 fields, where a segment has at least 5; write file, channel, speaker, "),
        ("f 1 a -1 1 ja\n", ":1: begin is -1; write seconds"),
        ("f 1 a 0 ja 1\n", ":1: end is ja; write seconds"),
        ("f 1 a 2 1 ja\n", ":1: a segment from 2 to 1 seconds; give an end that is not before the begin"),
        ("f 1 a 0 1 <O,F ja\n", ":1: labels that do not end: '<O,F ja'; write them as <O,F,00>, then a blank"),
        ("f 1 a 0 1 <O, F> ja\n", ":1: labels that do not end: '<O, F> ja'; "),
        ("f 1 a 0 1 <O>ja\n", ":1: labels that do not end: '<O>ja'; "),
        ("f 1 a 0 1 ja\nF 1 A 0.0 1.00 nein\n", ":2: id 'f 1 a 0 1' a second time, first on line 1; "),
        ("", ": no segment at all; "),
        (";; LABEL\n", ": no segment at all; "),
        (b"f 1 a 0 1 ja\nf 1 a 1 2 \xe4h\n", ":2: not UTF-8: byte 11 of the line is 0xe4; "),
    ],
)
def test_wrong_files(tmp_path: Path, text: str | bytes, error: str) -> None:
    path = written(tmp_path, text)
    for read in (read_cases, read_answers):
        with pytest.raises(InputError) as caught:
            list(read(path))  # type: ignore[operator]
        assert str(caught.value).startswith(f"{path}{error}")
