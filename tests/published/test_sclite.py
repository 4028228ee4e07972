"""NIST's sclite: its own test data, and the program beside murho on generated pairs.

Source: usnistgov/SCTK (public domain), src/sclite/testdata and its base/ outputs: test1, and the UTF-8 pairs test15_d
(Ukrainian) and test17 (Vietnamese), whose case conversion is that of the language. The program is Debian's `sctk`.
"""

import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from murho.measures import measure
from murho.measures.text.lattice import Lattice
from murho.measures.text.origins import read_alternates
from murho.pipeline.scoring.files import score_files
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.score import Score
from murho.pipeline.sources import Pairing

NAMES = ("hits", "substitutions", "deletions", "insertions")
SCLITE = "words(costs='sclite')"
Counts = tuple[int, ...]
Pair = tuple[str, str]


def scored(folder: Path, name: str, reference: str, answer: str) -> Score:
    files = str(folder / reference), str(folder / answer)
    return score_files(measure(name), *files, Reading(by=["speaker"], per_case=True), Pairing("trn"))


@pytest.fixture(scope="module")
def test1(data: Path) -> Score:
    return scored(data / "sclite", SCLITE, "csrnab.ref", "csrnab.hyp")


def alignments(text: str) -> dict[str, Counts]:
    """The counts of each utterance in a report of alignments (`pralign`)."""
    found: dict[str, Counts] = {}
    for block in text.split("\nid: (")[1:]:
        name, numbers = block.split(")", 1)[0], re.search(r"\(#C #S #D #I\) (\d+) (\d+) (\d+) (\d+)", block)
        assert numbers
        found[name.lower()] = tuple(map(int, numbers.groups()))
    return found


def test_every_sentence_of_test1(test1: Score, data: Path) -> None:
    expected = alignments((data / "sclite" / "test1.pra").read_text())
    assert test1.per_case is not None
    assert len(expected) == 51
    assert {row["id"]: tuple(row["counts"][name] for name in NAMES) for row in test1.per_case} == expected


def test_the_system_table_of_test1(test1: Score, data: Path) -> None:
    assert (test1.counts["units"], *(test1.counts[name] for name in NAMES)) == (1406, 1263, 131, 12, 26)
    assert test1.value is not None
    assert round(100 * test1.value, 1) == 12.0
    lines = (data / "sclite" / "test1.raw").read_text().splitlines()
    table = [re.findall(r"[\w.]+", line) for line in lines if re.match(r"\s+\| 4t\d", line)]
    for speaker, cases, units, *rest in table:
        figure = test1.by["speaker"][speaker]
        counts = figure.counts
        assert [figure.n, counts["units"], *(counts[name] for name in NAMES)] == [
            int(cases),
            int(units),
            *map(int, rest[:4]),
        ]
    assert len(table) == 3


def test_the_sentence_errors_of_test1(data: Path) -> None:
    found = scored(data / "sclite", "sentences(costs='sclite')", "csrnab.ref", "csrnab.hyp")
    assert found.value is not None
    assert (found.figure.numerator, round(100 * found.value, 1)) == (38, 74.5)
    assert [found.by["speaker"][name].numerator for name in ("4t0", "4t1", "4t2")] == [13, 12, 13]


@pytest.mark.parametrize(
    ("reference", "answer", "expected"),
    [
        ("test.ukranian.ref", "test.ukranian.hyp", (59, 7, 0, 2)),
        ("test.vietnamese.ref.trn", "test.vietnamese.hyp.trn", (624, 0, 136, 208)),
    ],
)
def test_the_pairs_in_utf8(data: Path, reference: str, answer: str, expected: Counts) -> None:
    found = scored(data / "sclite", SCLITE, reference, answer)
    assert tuple(found.counts[name] for name in NAMES) == expected


@pytest.fixture(scope="module")
def sctk() -> str:
    program = shutil.which("sctk")
    if program is None:
        pytest.skip("no sctk here; it is Debian's package of that name")
    return program


def beside(sctk: str, folder: Path, pairs: list[Pair], *options: str) -> list[Counts]:
    """What sclite counts, pair by pair."""
    for side, name in enumerate(("ref", "hyp")):
        lines = [f"{pair[side]} (a-{i:06d})\n" for i, pair in enumerate(pairs)]
        (folder / f"{name}.trn").write_text("".join(lines))
    files = ("-r", str(folder / "ref.trn"), "trn", "-h", str(folder / "hyp.trn"), "trn", "-i", "rm")
    command = [sctk, "sclite", *files, "-o", "pralign", "stdout", "-f", "0", *options]
    report = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    found = alignments(report)
    return [found[f"a-{i:06d}"] for i in range(len(pairs))]


def ours(name: str, pairs: list[Pair]) -> list[Counts]:
    judged = measure(name).judge([(one,) for one, _ in pairs], [(two,) for _, two in pairs])
    return list(zip(*(judged.counts[name].tolist() for name in NAMES), strict=True))


def ways(lattice: Lattice, place: int = 0) -> Iterator[list[str]]:
    """All sequences of words that a lattice allows."""
    if place == lattice.last:
        yield []
    for arc in (arc for arc in lattice.arcs if arc.start == place):
        for rest in ways(lattice, arc.end):
            yield rest if arc.token is None else [str(arc.token), *rest]


def generated(size: int, seed: int, alternatives: float = 0) -> list[Pair]:
    """References, and answers with errors of each kind, over vocabularies of 30, 100 and 1,000 words.

    As in transcripts an alternative is a word or two, or nothing, at times with alternatives in it again.
    """
    draw = random.Random(seed)

    def several(words: list[str], inside: bool = False) -> str:
        options = ["@"] if draw.random() < 0.3 else []
        while len(options) < 2 or draw.random() < 0.3:
            nested = not inside and draw.random() < 0.05
            options.append(
                several(words, True) if nested else " ".join(draw.choices(words, k=draw.choice((1, 1, 1, 2))))
            )
        draw.shuffle(options)
        return f"{{ {' / '.join(options)} }}"

    pairs = []
    for _ in range(size):
        words = [f"w{i}" for i in range(draw.choice((30, 100, 1000)))]
        reference, said = [], []
        for word in draw.choices(words, k=draw.randint(0, 20)):
            part = several(words) if draw.random() < alternatives else word
            reference.append(part)
            said += draw.choice(list(ways(read_alternates(part))))
        heard = [draw.choice(words) if draw.random() < 0.15 else word for word in said if draw.random() < 0.88]
        for place in range(len(heard), -1, -1):
            if draw.random() < 0.08:
                heard.insert(place, draw.choice(words))
        pairs.append((" ".join(reference), " ".join(heard)))
    return pairs


SIZES = [pytest.param(1, id="small"), pytest.param(10, id="whole", marks=pytest.mark.slow)]


@pytest.mark.parametrize("times", SIZES)
def test_plain_pairs_have_the_counts_of_sclite(sctk: str, tmp_path: Path, times: int) -> None:
    """All of them; in ten such runs over 20,000 pairs each 4 of 200,000 differed, all of them ties (see below)."""
    pairs = generated(2000 * times, seed=times + 1)
    assert ours(SCLITE, pairs) == beside(sctk, tmp_path, pairs)


@pytest.mark.parametrize("times", SIZES)
@pytest.mark.parametrize(
    "optional", ["", "reference", "both"], ids=["alternatives", "optional", "optional on both sides"]
)
def test_alternatives_have_the_counts_of_sclite_but_for_ties(
    sctk: str, tmp_path: Path, times: int, optional: str
) -> None:
    pairs = generated(500 * times, seed=times, alternatives=0.1)
    name, options = SCLITE, []
    if optional:
        name, options = "words(costs='sclite', optional=True)", ["-D"]
        pairs = [(bracketed(one), bracketed(two) if optional == "both" else two) for one, two in pairs]
    found, expected = ours(name, pairs), beside(sctk, tmp_path, pairs, *options)
    apart = [(pair, one, two) for pair, one, two in zip(pairs, found, expected, strict=True) if one != two]
    assert len(apart) <= (0.005 if optional == "both" else 0.002) * len(pairs), apart
    if not optional:  # of an optional word left out the counts do not tell that it cost something
        for pair, one, two in apart:
            assert rule(one)[0] == rule(two)[0], (pair, one, two)
            assert rule(one) < rule(two), (pair, one, two)


def bracketed(text: str) -> str:
    """The text with a fifth of its words optional."""
    return re.sub(r"(?<!\S)(w\d*[05])(?!\S)", r"(\1)", text)


def test_optional_words_have_the_counts_of_sclite(sctk: str, tmp_path: Path) -> None:
    pairs = [(bracketed(one), bracketed(two)) for one, two in generated(1000, seed=7)]
    pairs += [(one, one) for one, _ in pairs[:50]]
    expected = beside(sctk, tmp_path, pairs, "-D")
    assert ours("words(costs='sclite', optional=True)", pairs) == expected
    assert {counts[1:] for counts in expected[-50:]} == {(0, 0, 0)}
    pairs = [pair for pair in pairs if all(pair)][:300]
    expected = beside(sctk, tmp_path, pairs, "-D", "-c")
    found = ours("characters(costs='sclite', optional=True)", pairs)
    assert sum(one != two for one, two in zip(found, expected, strict=True)) <= 3  # few characters, many ties


def rule(counts: Counts) -> tuple[int, int, int]:
    """Cost, edits, and the length of the reference, the longer the less."""
    hits, substitutions, deletions, insertions = counts
    edits = substitutions + deletions + insertions
    return 4 * substitutions + 3 * (deletions + insertions), edits, -(hits + substitutions + deletions)


@pytest.mark.parametrize(
    ("reference", "answer", "theirs", "of_murho"),
    [
        (
            "w5 w26 w10 w16 w26 w14 w17 w29 w2 w26 w16 w6 w28 w3 w17 w18 w9 w21 w25 w4",
            "w5 w10 w16 w26 w14 w17 w29 w2 w26 w6 w28 w3 w25 w4 w6 w25",
            (14, 0, 6, 2),
            (13, 3, 4, 0),
        ),
        ("{ w0 / w0 w0 w0 / w1 w1 } w0 w1 w2", "w0 w0 w0 w1 w2", (4, 0, 0, 1), (5, 0, 1, 0)),
    ],
    ids=["more errors", "shorter reference"],
)
def test_a_tie_in_which_sclite_takes_another_alignment(
    sctk: str, tmp_path: Path, reference: str, answer: str, theirs: Counts, of_murho: Counts
) -> None:
    """It reads its table from the end and takes a pair wherever a cheapest way has one: a tie goes by chance."""
    pairs = [(reference, answer)]
    assert beside(sctk, tmp_path, pairs) == [theirs]
    assert ours(SCLITE, pairs) == [of_murho]
    assert rule(of_murho)[0] == rule(theirs)[0]
    assert rule(of_murho) < rule(theirs)
