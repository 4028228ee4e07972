import gzip
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED
from murho.formats.saving import OutputError
from murho.formats.trn import read_answers, read_cases, speaker_of, write_answers, write_cases
from murho.measures.alignment import SCLITE, count_texts


def test_utterances_are_cases_and_answers(tmp_path: Path) -> None:
    path = tmp_path / "a.trn"
    path.write_text(";; a comment\n\nso far { industry's / @ } (uh) (4T0-C1)\n  \n(4T0-C2)  \n\tja\t( b_1 )")
    (cases,) = read_cases(path)
    assert cases.ids == ["4t0-c1", "4t0-c2", "b_1"]
    assert cases.expressions == ["so far { industry's / @ } (uh)", "", "ja"]
    assert cases.references == [("so far { industry's / @ } (uh)",), ("",), ("ja",)]
    assert cases.features == {"speaker": ["4t0", "4t0", "b"]}
    assert list(cases.lines or ()) == [3, 5, 6]
    first, second = read_answers(path, batch=5)  # lines
    assert (first.ids, first.answers) == (["4t0-c1", "4t0-c2"], [("so far { industry's / @ } (uh)",), ("",)])
    assert (second.ids, list(second.lines or ())) == (["b_1"], [6])


def test_compressed(tmp_path: Path) -> None:
    path = tmp_path / "a.trn.gz"
    path.write_bytes(gzip.compress("grüße (a-1)\r\n".encode()))
    (cases,) = read_cases(path)
    assert (cases.ids, cases.expressions) == (["a-1"], ["grüße"])


@pytest.mark.parametrize(
    ("utterance", "speaker"),
    [
        ("cmh_sa01", "cmh"),
        ("2347-a-000", "2347"),
        ("sw_2005-a_3", "sw_2005"),  # a hyphen comes before an underscore, wherever it stands
        ("4t0c0201", "4t0"),
        ("utt1", None),
        ("-1", None),
    ],
)
def test_speakers(utterance: str, speaker: str | None) -> None:
    assert speaker_of(utterance) == speaker


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("ja (a-1)\nnein\n", ":2: no utterance id at the end of 'nein'; end the line with it, as in: "),
        ("ja (a-1\n", ":1: no utterance id at the end of 'ja (a-1'; "),
        ("ja a-1)\n", ":1: no utterance id at the end of 'ja a-1)'; "),
        ("ja ()\n", ":1: no utterance id at the end of 'ja ()'; "),
        ("ja (a-1) nein\n", ":1: no utterance id at the end of 'ja (a-1) nein'; "),
        ("ja (not an id)\n", ":1: 'not an id' cannot be an utterance id; "),
        ("ja (a-1))\n", ":1: 'a-1)' cannot be an utterance id; "),
        ("ja (A-1)\n(b-1)\nnein (a-1)\n", ":3: id 'a-1' a second time, first on line 1; "),
        ("", ": no utterance at all; "),
        (";; nothing\n\n", ": no utterance at all; "),
        (b"ja (a-1)\n\xe4h (a-2)\n", ":2: not UTF-8: byte 1 of the line is 0xe4; "),
        (f"{'ja ' * 50}\n", ":1: no utterance id at the end of '..."),
    ],
)
def test_wrong_files(tmp_path: Path, text: str | bytes, error: str) -> None:
    path = tmp_path / "a.trn"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    for read in (read_cases, read_answers):
        with pytest.raises(InputError) as caught:
            list(read(path))  # type: ignore[operator]
        assert str(caught.value).startswith(f"{path}{error}")


def test_written(tmp_path: Path) -> None:
    path = tmp_path / "a.trn"
    write_cases(path, [Cases(["A-1", "A-2", "b"], [""] * 3, [("to  Bonn",), ("ja", ""), ()])])
    assert path.read_text() == "to Bonn (A-1)\n{ ja / @ } (A-2)\n(b)\n"
    said = Answers(["A-1", "A-2", "b"], [("to Bonn", "to Bern"), UNDEFINED, ()], failures=[None, "timed\nout", None])
    write_answers(path, [said])
    assert path.read_text() == "to Bonn (A-1)\n;; no answer: timed out\n(A-2)\n(b)\n"
    (again,) = read_answers(path)
    assert (again.ids, again.answers) == (["a-1", "a-2", "b"], [("to Bonn",), ("",), ("",)])


@pytest.mark.parametrize(
    ("name", "meaning", "error"),
    [
        ("a b", "ja", "id 'a b' cannot stand in parentheses"),
        ("a)", "ja", "id 'a)' cannot stand in parentheses"),
        ("", "ja", "id '' cannot stand in parentheses"),
        ("a", {"act": "yes"}, "'a': {'act': 'yes'} is no text"),
        ("a", ";; ja", "'a' begins with ';;', which makes a comment"),
    ],
)
def test_not_written(tmp_path: Path, name: str, meaning: object, error: str) -> None:
    path = tmp_path / "a.trn"
    with pytest.raises(OutputError) as caught:
        write_cases(path, [Cases([name], [""], [(meaning,)])])
    assert str(caught.value).startswith(f"{path}: {error}; ")
    with pytest.raises(OutputError):
        write_answers(path, [Answers([name], [(meaning,)])])
    assert not path.exists()


IDS = st.text(st.characters(codec="utf-8", exclude_characters="()\0"), min_size=1).filter(lambda s: s.split() == [s])
TEXTS = (
    st.text(st.characters(codec="utf-8", exclude_characters="\0"))
    .map(lambda s: " ".join(s.split()))
    .filter(lambda s: not s.startswith(";;"))
)


@given(st.lists(st.tuples(IDS, TEXTS), min_size=1, unique_by=lambda row: row[0].casefold()))
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str]]) -> None:
    path = tmp_path_factory.mktemp("trn") / "a.trn"
    write_answers(path, [Answers([name for name, _ in rows], [(text,) for _, text in rows])])
    (again,) = read_answers(path)
    assert list(again.ids) == [name.casefold() for name, _ in rows]
    assert list(again.answers) == [(text,) for _, text in rows]


def test_the_speakers_of_the_wall_street_journal(data: Path) -> None:
    (cases,) = read_cases(data / "sclite" / "csrnab.ref")
    speakers = cases.features["speaker"]
    assert {name: speakers.count(name) for name in speakers} == {"4t0": 15, "4t1": 21, "4t2": 15}


@pytest.mark.slow
def test_as_sclite_reads_it(tmp_path: Path, sclite) -> None:  # type: ignore[no-untyped-def]
    dice = random.Random(1)
    words = ["ein", "zwei", "drei", "vier", "grün", "Uhr"]
    names = [f"{dice.choice(['Ann', 'bob'])}{dice.choice('-_')}{i}{dice.choice(['', '-x', '_y'])}" for i in range(300)]

    def write(path: Path, fold: bool) -> None:
        lines = [f"{' '.join(dice.choices(words, k=dice.randint(0, 6)))} ({n.upper() if fold else n})" for n in names]
        dice.shuffle(lines)
        path.write_text(";; comment\n" + "\n\n".join(lines) + "\n")

    write(tmp_path / "r.trn", False)
    write(tmp_path / "h.trn", True)
    theirs = {one.id: one for one in sclite(tmp_path / "r.trn", tmp_path / "h.trn", "-i", "spu_id")}
    (cases,), (answers,) = read_cases(tmp_path / "r.trn"), read_answers(tmp_path / "h.trn")
    said = answers.for_cases(cases.ids).answers
    hypotheses = [answer[0].lower() for answer in said]
    counts = count_texts([text.lower() for text in cases.expressions], hypotheses, SCLITE)
    assert len(theirs) == len(cases) == 300
    for i, name in enumerate(cases.ids):
        assert theirs[name].speaker == cases.features["speaker"][i]
        assert theirs[name].words == hypotheses[i].split()
        ours = counts.hits[i], counts.substitutions[i], counts.deletions[i], counts.insertions[i]
        assert theirs[name].counts == ours
