"""TextGrids in all their forms; the long one is laid out as Praat's manual page "TextGrid file formats" shows it."""

import gzip
from pathlib import Path

import pytest

from murho.core.errors import InputError, UsageError
from murho.formats.textgrid import read_answers, read_cases

LONG = '''\
File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0
xmax = 2.3
tiers? <exists>
size = 2
item []:
    item [1]:
        class = "IntervalTier"
        name = "Words"
        xmin = 0
        xmax = 2.3
        intervals: size = 4
        intervals [1]:
            xmin = 0
            xmax = 0.5
            text = "oh"
        intervals [2]:
            xmin = 0.5
            xmax = 0.9
            text = ""
        intervals [3]:
            xmin = 0.9
            xmax = 1.4
            text = "so ""ça"""
        intervals [4]:
            xmin = 1.4
            xmax = 2.3
            text = "va"
    item [2]:
        class = "TextTier"
        name = "break indices"
        xmin = 0
        xmax = 2.3
        points: size = 2
        points [1]:
            number = 0.88
            mark = "3"
        points [2]:
            number = 2.3
            mark = "4"
'''
SHORT = '''\
File type = "ooTextFile"
Object class = "TextGrid"

0
2.3
<exists>
2
"IntervalTier"
"Words"
0
2.3
4
0
0.5
"oh"
0.5
0.9
""
0.9
1.4
"so ""ça"""
1.4
2.3
"va"
"TextTier"
"break indices"
0
2.3
2
0.88
"3"
2.3
"4"
'''
COMMENTED = '''"ooTextFile" "TextGrid" ! a "comment" of 3
0s 2.3s <exists> 2 ! tiers
"IntervalTier" "Words" 0 2.3 4  0 0.5 "oh" 0.5 0.9 "" 0.9 1.4 "so ""ça""" 1.4 2.3 "va"
"TextTier" "break indices" 0 2.3 2  0.88 "3" 2.3 "4"
'''
HEAD = '"ooTextFile" "TextGrid" 0 3 <exists> '
WORDS = '"IntervalTier" "words" 0 3 3  0 1 "a" 1 2 "b" 2 3 "c"\n'


def grid(path: Path, *tiers: str) -> Path:
    path.write_text(f"{HEAD}{len(tiers)}\n" + "".join(tiers))
    return path


def labels(path: Path) -> list[str]:
    (cases,) = read_cases(path)
    found: list[str] = cases.references[0][0]
    return found


@pytest.mark.parametrize("text", [LONG, SHORT, COMMENTED, LONG.replace("\n", "\r\n"), SHORT.replace("\n", "\r")])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
def test_all_forms(tmp_path: Path, text: str, encoding: str) -> None:
    path = tmp_path / "a.TextGrid"
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    path.write_bytes((mark + text).encode(encoding))
    (cases,), (answers,) = read_cases(path), read_answers(path)
    assert cases.expressions == answers.extras["expression"] == ['oh so_"ça" va']
    assert cases.references == answers.answers == [(["3", "0", "4"],)]
    assert (cases.ids, cases.clusters) == (["1"], None)


def test_compressed(tmp_path: Path) -> None:
    path = tmp_path / "a.TextGrid.gz"
    path.write_bytes(gzip.compress(SHORT.encode("utf-16")))
    assert labels(path) == ["3", "0", "4"]


def test_a_point_belongs_to_the_last_word_whose_middle_it_follows(tmp_path: Path) -> None:
    points = '"TextTier" "breaks" 0 3 2  0.6 "x" 2.49 ""\n'
    assert labels(grid(tmp_path / "a.TextGrid", WORDS, points)) == ["x", "1", "0"]


def test_intervals_label_the_words_in_them(tmp_path: Path) -> None:
    intervals = '"IntervalTier" "Boundaries" 0 3 3  0 0.9 "2" 0.9 2.1 "" 2.1 3 "1"\n'
    assert labels(grid(tmp_path / "a.TextGrid", WORDS, intervals)) == ["2", "0", "1"]


def test_words_outside_all_intervals(tmp_path: Path) -> None:
    assert labels(grid(tmp_path / "a.TextGrid", WORDS, '"IntervalTier" "breaks" 0 3 1  1.2 1.8 "2"')) == ["0", "2", "0"]


def test_pauses_are_no_words(tmp_path: Path) -> None:
    words = '"IntervalTier" "ORT-MAU" 0 3 3  0 1 "a" 1 2 "<p:>" 2 3 "sp"\n'
    path = grid(tmp_path / "a.TextGrid", words, '"TextTier" "breaks" 0 3 1  2.9 "2"')
    assert labels(path) == ["2"]


def test_tiers_by_name(tmp_path: Path) -> None:
    one, two = '"TextTier" "Ann" 0 3 1  1 "1"\n', '"TextTier" "Bob" 0 3 1  2 "1"\n'
    path = grid(tmp_path / "a.TextGrid", WORDS, one, two)
    (first,), (second,) = read_cases(path, tiers="words,ann"), read_answers(path, tiers="WORDS, Bob")
    assert (first.references[0][0], second.answers[0]) == (["1", "0", "0"], (["0", "1", "0"],))


def test_a_tier_of_utterances(tmp_path: Path) -> None:
    parts = '"IntervalTier" "sentences" 0 3 3  0 1 "s1" 1 2 "" 2 3 "s2"\n'
    path = grid(tmp_path / "a.TextGrid", WORDS, '"TextTier" "breaks" 0 3 1  3 "1"\n', parts)
    (cases,) = read_cases(path)
    assert (cases.ids, cases.expressions, cases.lines) == (["1", "2"], ["a", "c"], [4, 4])
    assert cases.references == [(["0"],), (["1"],)]


def test_a_folder(tmp_path: Path) -> None:
    breaks, parts = '"TextTier" "breaks" 0 3 0\n', '"IntervalTier" "utt" 0 3 2  0 1 "x" 1 3 "y"\n'
    grid(tmp_path / "b.TextGrid", WORDS, breaks, parts)
    grid(tmp_path / "a.textgrid", WORDS, breaks)
    (tmp_path / "notes.txt").write_text("no TextGrid")
    (cases,) = read_cases(tmp_path)
    assert cases.ids == ["a", "b:1", "b:2"]
    assert (cases.clusters, cases.lines) == ([None, "b", "b"], None)
    (tmp_path / "none").mkdir()
    with pytest.raises(InputError, match=r"no .TextGrid file in this folder"):
        list(read_cases(tmp_path / "none"))


@pytest.mark.parametrize(
    ("tiers", "found"),
    [
        ([WORDS], ": no tier of breaks among 'words'; name the tiers: tiers=WORDS,BREAKS"),
        ([WORDS, WORDS], ": 2 times a tier of words among 'words', 'words'"),
        (
            ['"TextTier" "words" 0 3 0\n', '"TextTier" "breaks" 0 3 0'],
            "2: tier 'words' has points; name an interval tier",
        ),
        ([WORDS, '"TextTier" "breaks" 0 3 1  0.2 "1"'], "3: a break at 0.2 s, before the middle of the first word"),
        ([WORDS, '"TextTier" "breaks" 0 3 2  1 "1"\n1.2 "1"'], "4: breaks at 1 s and 1.2 s, both after word 1"),
        (
            [WORDS, '"TextTier" "breaks" 0 3 2  1 "1" 0.9 "1"'],
            "3: 0.9 s comes after 1 s; put the tier in order of time",
        ),
        ([WORDS, '"TextTier" "breaks" 0 3 2  1 "1"'], "the file breaks off where a number is expected"),
        ([WORDS, '"TextTier" "breaks" 0 3 1  "1" 1'], '3: "1" where a number is expected'),
        ([WORDS, '"TextTier" "breaks" 0 3 1.5'], "3: 1.5 where a number of things is expected"),
        ([WORDS, '"PitchTier" "breaks" 0 3 0'], "3: a tier of the class 'PitchTier'"),
    ],
)
def test_wrong_tiers(tmp_path: Path, tiers: list[str], found: str) -> None:
    path = grid(tmp_path / "a.TextGrid", *tiers)
    with pytest.raises(InputError) as caught:
        list(read_cases(path))
    assert str(caught.value).startswith(str(path))
    assert found in str(caught.value)


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        (b"", "the file breaks off where a text is expected"),
        (b'File type = "ooTextFile"\nObject class = "Pitch"\n', ":2: no TextGrid; name another file"),
        (b"ooBinaryFile\x08TextGrid", ": a binary file of Praat's; save it anew from Praat, as a text file"),
        (b'"ooTextFile"\n"TextGrid" "\xff"', ":2: neither UTF-8 nor UTF-16"),
        ('"ooTextFile"'.encode("utf-16")[:-1], ": neither UTF-8 nor UTF-16"),
        (b'"ooTextFile" "TextGrid" 0 1 <absent>', ": no tier of words among none at all"),
        (b'"ooTextFile" "TextGrid" 0 1 <exists> ' + b"9" * 5000, "where a number of things is expected"),
    ],
)
def test_what_is_no_textgrid(tmp_path: Path, raw: bytes, found: str) -> None:
    path = tmp_path / "a.TextGrid"
    path.write_bytes(raw)
    with pytest.raises(InputError) as caught:
        list(read_cases(path))
    assert found in str(caught.value)


@pytest.mark.parametrize("tiers", ["words", "words,", "a,b,c,d"])
def test_wrong_names(tmp_path: Path, tiers: str) -> None:
    with pytest.raises(UsageError, match="give the names of those with the words and the breaks"):
        list(read_cases(grid(tmp_path / "a.TextGrid", WORDS), tiers=tiers))


def test_an_unknown_name(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no tier 'tones' among 'words'"):
        list(read_cases(grid(tmp_path / "a.TextGrid", WORDS), tiers="words,tones"))
