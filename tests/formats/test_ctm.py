import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import InputError
from murho.formats import stm
from murho.formats.ctm import Word, deal, read_answers, read_cases
from murho.formats.join import pair


def written(tmp_path: Path, text: str | bytes, name: str = "a.ctm") -> Path:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_channels_are_cases(tmp_path: Path) -> None:
    text = ";; comment\nNews A 2.0 0.1 later 0.5\n\nNews B 0 1 ja NA\nNEWS a 1.0 0.1 sooner -6.7 lex Ann\n; comment\n"
    (cases,) = read_cases(written(tmp_path, text))
    assert (cases.ids, cases.references) == (["news a", "news b"], [("sooner later",), ("ja",)])
    assert cases.features == {"file": ["News", "News"], "channel": ["A", "B"]}
    (answers,) = read_answers(tmp_path / "a.ctm")
    assert (answers.ids, answers.answers) == (["news a", "news b"], [("sooner later",), ("ja",)])
    assert [answers.ids for answers in read_answers(tmp_path / "a.ctm", batch=1)] == [["news a"], ["news b"]]


def test_alternatives(tmp_path: Path) -> None:
    text = """\
f A 1 0.1 yes
f A * * <ALT_BEGIN>
f A 2 0.1 UM
f A 3 9 ER
f A * * <alt>
f A 2 0.1 UH
f A * * <ALT>
f A * * <ALT_END>
f A 5 0.1 no
"""
    (cases,) = read_cases(written(tmp_path, text))
    assert cases.references == [("yes { UM ER / UH / @ } no",)]
    segments = written(tmp_path, "f A ann 0 4 x\nf A bob 4 9 x\n", "a.stm")
    (answers,) = read_answers(tmp_path / "a.ctm", segments=segments)
    assert answers.answers == [("yes",), ("{ UM ER / UH / @ } no",)]


SEGMENTS = """\
f A ann 0 2.00 one two
f A bob 3 4.00 IGNORE_TIME_SEGMENT_IN_SCORING
f A ann 5 6.00 three
f B eve 0 1 nobody hears me
"""
WORDS = """\
f A 0.0 1.0 one
f A 1.6 0.2 two
f A 2.5 0.2 gap
f A 3.4 0.2 ignored
f A 4.4 0.2 early
f A 5.4 0.2 three
f A 9.0 0.2 tail
f C 0.0 1.0 elsewhere
"""


def test_words_are_dealt_to_segments(tmp_path: Path) -> None:
    notes: list[str] = []
    segments = written(tmp_path, SEGMENTS, "a.stm")
    (answers,) = read_answers(written(tmp_path, WORDS), segments=segments, notes=notes)
    assert answers.ids == ["f a ann 0 2", "f a ann 5 6", "f c"]
    assert answers.answers == [("one two",), ("early three tail",), ("elsewhere",)]
    assert list(answers.lines or ()) == [1, 5, 8]
    assert notes == [
        "words dealt to segments that are not scored: 2",
        "words outside all segments, dealt to the next or the last: 2",
    ]
    with pytest.raises(InputError, match=r"a.ctm:8: no case has the id 'f c' of this answer"):
        list(pair(stm.read_cases(segments), read_answers(tmp_path / "a.ctm", segments=segments)))
    paired = pair(stm.read_cases(segments), read_answers(tmp_path / "a.ctm", segments=segments), extra="ignore")
    failures = {name: reason for _, said in paired for name, reason in zip(said.ids, said.failures or (), strict=False)}
    assert failures == {"f b eve 0 1": "missing"}


def test_nobody_spoke(tmp_path: Path) -> None:
    segments = written(tmp_path, "f A ann 0 1 hello\nf A ann 1 2\n", "a.stm")
    assert list(read_answers(written(tmp_path, ""), segments=segments)) == []
    (answers,) = read_answers(written(tmp_path, "F a 0.2 0.1 hello\n"), segments=segments)
    assert answers.answers == [("hello",), ("",)]


MIDDLES = st.lists(st.floats(0, 100), max_size=20).map(sorted)


@given(MIDDLES, st.lists(st.floats(0, 100), min_size=1, max_size=8))
def test_every_word_is_dealt_once(middles: Sequence[float], ends: Sequence[float]) -> None:
    words = [Word(i, middle, middle, str(i)) for i, middle in enumerate(middles)]
    parts = deal(words, ends)
    assert len(parts) == len(ends)
    assert [word for part in parts for word in part] == words


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("f A 0 1 ja\nf A 0 1\n", ":2: 4 fields, where a word has 5 or 6; write file, channel, begin, duration, "),
        ("f A 0 1 ja 1 lex ann more\n", ":1: 9 fields, where a word has 5 or 6; "),
        ("f A 0 1 new york\n", ":1: confidence is 'york'; write a number, and each word on a line of its own"),
        ("f A -1 1 ja\n", ":1: begin is -1; "),
        ("f A 0 -0.1 ja\n", ":1: duration is -0.1; "),
        ("f A * * ja\n", ":1: begin is *; "),
        ("f A * * <ALT>\n", ":1: <ALT> without <ALT_BEGIN>; write <ALT_BEGIN>, words, <ALT>, words, <ALT_END>"),
        ("f A * * <ALT_END>\n", ":1: <ALT_END> without <ALT_BEGIN>; "),
        ("f A * * <ALT_BEGIN>\nf A 0 1 ja\n", ":1: alternatives that have no <ALT_END>; "),
        ("f A * * <ALT_BEGIN>\nf A * * <ALT_BEGIN>\n", ":2: alternatives begun on line 1 have no <ALT_END> yet; "),
        ("f A * * <ALT_BEGIN>\nf B 0 1 ja\n", ":2: alternatives begun on line 1 have no <ALT_END> yet; "),
        (b"f A 0 1 ja\nf A 1 1 \xe4h\n", ":2: not UTF-8: byte 9 of the line is 0xe4; "),
    ],
)
def test_wrong_files(tmp_path: Path, text: str | bytes, error: str) -> None:
    path = written(tmp_path, text)
    for read in (read_cases, read_answers):
        with pytest.raises(InputError) as caught:
            list(read(path))  # type: ignore[operator]
        assert str(caught.value).startswith(f"{path}{error}")


def generated(dice: random.Random) -> tuple[str, str]:
    """Segments with gaps and overlaps, and words whose middles often are the very end of a segment."""
    segments, words = [], []
    for file, channel in [("f0", "A"), ("f0", "B"), ("f1", "A"), ("f1", "B")]:
        begin, ends = dice.choice([0.0, 0.5, 1.27]), []
        for _ in range(dice.randint(1, 8)):
            begin = round(begin + dice.choice([0, 0, 0.01, 0.8, 2]), 2)
            end = round(begin + dice.choice([0.3, 1.0, 2.37, 5]), 2)
            ignored = dice.random() < 0.1
            text = (
                "IGNORE_TIME_SEGMENT_IN_SCORING" if ignored else " ".join(dice.choices("abcdefg", k=dice.randint(0, 6)))
            )
            labels = dice.choice(["", "<O,F,00> "])
            segments.append(f"{file} {channel} {dice.choice(['Ann', 'bob'])} {begin:.2f} {end:.2f} {labels}{text}")
            ends.append(end)
            begin = end if dice.random() < 0.8 else max(round(begin + 0.01, 2), round(end - 0.5, 2))
        at = 0.0
        while at < ends[-1] + 2:
            duration = dice.choice([0.1, 0.2, 0.33, 0.5])
            edge = dice.choice(ends) - duration / 2
            at = round(edge, 3) if dice.random() < 0.4 and edge >= at else at
            words.append(
                f"{file} {channel.lower()} {at:.3f} {duration:.2f} {dice.choice('abcdefg')} {dice.random():.2f}"
            )
            at = round(at + duration + dice.choice([0, 0, 0.05, 1]), 3)
    return "\n".join(segments) + "\n", "\n".join(words) + "\n"


@pytest.mark.slow
def test_words_are_dealt_as_sclite_deals_them(tmp_path: Path, sclite) -> None:  # type: ignore[no-untyped-def]
    dice = random.Random(5)
    compared = 0
    for _ in range(100):
        segments, words = generated(dice)
        reference, hypothesis = written(tmp_path, segments, "r.stm"), written(tmp_path, words, "h.ctm")
        theirs = {one.id: one.words for one in sclite(reference, hypothesis)}
        (cases,), (answers,) = stm.read_cases(reference), read_answers(hypothesis, segments=reference)
        seen: Counter[str] = Counter()
        ours = {}
        for speaker, name, said in zip(cases.features["speaker"], cases.ids, answers.answers, strict=True):
            ours[f"{speaker.lower()}-{seen[speaker]:03d}"] = said[0].split()  # type: ignore[index]
            seen[speaker] += 1
            assert name in answers.ids
        assert ours == theirs
        compared += len(ours)
    assert compared > 1500
