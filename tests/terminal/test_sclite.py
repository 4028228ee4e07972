"""sclite's layouts: byte for byte the files of its own test, and those that it writes on this machine."""

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from murho.measures import measure
from murho.pipeline.aligning.alignment_counts import align_files
from murho.pipeline.sources import Pairing
from murho.terminal.sclite import LAYOUTS, lines
from murho.views.speakers import by_speaker


def written(layout: str, references: str, answers: str, how: str = "words(costs='sclite')", folded: bool = True) -> str:
    passing, _ = align_files(measure(how), references, answers, Pairing("trn"), by=("speaker",))
    shown = by_speaker(list(passing), "speaker", references, answers, folded, measure(how).unit)
    return "".join(f"{line}\n" for line in lines(layout, shown))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_sclites_own_test_byte_for_byte(layout: str, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(data / "sclite")
    assert written(layout, "./csrnab.ref", "./csrnab.hyp") == Path(f"test1.{layout}").read_text()


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_case_sensitive_as_sclite_marks_it(files: Path) -> None:
    Path("r.trn").write_text("to Bonn now (a-1)\n")
    Path("h.trn").write_text("to bonn (a-1)\n")
    text = written("pra", "r.trn", "h.trn", "words(costs=(4,3,3))", folded=False)
    assert "Attributes: Case_sensitve \nREF:  to Bonn now  \nHYP:  to **** bonn \nEval:    D    S    \n" in text


def test_wide_and_marked_letters_are_padded_by_places(files: Path) -> None:
    Path("r.trn").write_text("北京 cafe\u0301 na (a-1)\n")
    Path("h.trn").write_text("x cafe na (a-1)\n")
    text = written("pra", "r.trn", "h.trn")
    assert "REF:  北京 CAFE\u0301 na \nHYP:  X    CAFE na \nEval: S    S       \n" in text


def test_an_answer_that_is_missing_is_all_deleted_and_comes_last(files: Path) -> None:
    Path("r.trn").write_text("one two (a-1)\nthree (b-1)\n")
    Path("h.trn").write_text("three (b-1)\n")
    text = written("pra", "r.trn", "h.trn")
    assert text.index("id: (b-1)") < text.index("id: (a-1)\nScores: (#C #S #D #I) 0 0 2 0\n")


def test_speakers_without_words_are_told_in_numbers(files: Path) -> None:
    """As sclite does; with several such speakers its means would not be of those who spoke, as these are."""
    Path("r.trn").write_text("one two (a-1)\n(b-1)\none two three four (c-1)\n")
    Path("h.trn").write_text("one too (a-1)\nuh (b-1)\none two three (c-1)\n")
    text = written("sys", "r.trn", "h.trn")
    assert "| b      |    1      0 |    0*     0*     0*     1*     1* 100.0 |" in text
    mean = next(line for line in text.splitlines() if " Mean " in line)
    assert mean.split("|")[3].split() == ["62.5+", "25.0+", "12.5+", "0.0+", "37.5+", "100.0"]


VOCABULARY = ("a", "b", "c", "dd", "eee", "ffff", "ggggg", "the", "of", "zz")
ALTERNATIVES = ("{ xx / yy }", "{ yy / xx / ww }")
"""Of words that stand nowhere else: where alternatives are as good, sclite may take another one."""


def corpus(seed: int) -> tuple[str, str, str]:
    """References, hypotheses and a title: speakers of all kinds, empty utterances, one longer than a line."""
    draw = random.Random(seed)
    names = draw.sample(
        ["a", "bb", "a_rather_long_speaker", "Zed", *(f"s{k}" for k in range(10))], draw.choice([1, 2, 5, 14])
    )
    rows = []
    for name in names:
        for number in range(draw.randint(1, 4)):
            said = [draw.choice(VOCABULARY) for _ in range(draw.choice([1, 2, 5, 9, 30]))]
            heard = [w if draw.random() < 0.8 else draw.choice(said) for w in said if draw.random() < 0.9]
            heard += ["uh"] * draw.choice([0, 0, 0, 2])
            if draw.random() < 0.4:
                place = draw.randrange(len(said) + 1)
                said.insert(place, draw.choice(ALTERNATIVES))
                heard.insert(min(place, len(heard)), draw.choice(["xx", "yy"]))
            rows.append((f"{name}-{number}", " ".join(said), " ".join(heard)))
    rows.append((f"{names[0]}-9", "long " * 250, "long " * 240))
    rows.append((f"{names[0]}-8", "yes", ""))
    draw.shuffle(rows)
    references = "".join(f"{said} ({name})\n" for name, said, _ in rows)
    draw.shuffle(rows)
    answers = "".join(f"{heard} ({name})\n" for name, _, heard in rows)
    return references, answers, draw.choice(["h.trn", f"{'a_title_that_widens_the_table_' * 3}{'x' * (seed % 7)}.trn"])


@pytest.mark.skipif(not shutil.which("sctk"), reason="no sctk (Debian's package of sclite) here")
@pytest.mark.parametrize("seed", range(10))
def test_what_sclite_writes(seed: int, files: Path) -> None:
    references, answers, title = corpus(seed)
    Path("r.trn").write_text(references)
    Path(title).write_text(answers)
    wanted = ("pralign", "prf", "sum", "rsum")
    asked = ("-i", "rm", *(["-c"] if seed >= 8 else []), "-o", *wanted, "-O", ".", "-n", "t", "-f", "0")
    how = "characters(costs='sclite')" if seed >= 8 else "words(costs='sclite')"
    subprocess.run(
        ["sctk", "sclite", "-r", "r.trn", "trn", "-h", title, "trn", *asked], check=True, capture_output=True
    )
    for layout in LAYOUTS:
        theirs = Path(f"t.{layout}").read_text().splitlines()
        assert written(layout, "r.trn", title, how).splitlines() == [
            line for line in theirs if not line.startswith("Creation date:")
        ], layout
