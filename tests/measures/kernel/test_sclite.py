"""Agreement with NIST's sclite (Debian's package sctk), where it is installed."""

import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from murho.measures.kernel import SCLITE, align, count_text

pytestmark = pytest.mark.skipif(not shutil.which("sctk"), reason="sctk is not installed")

Scored = tuple[list[tuple[int, ...]], list[str]]


def made(pairs: int, vocabulary: int, rate: float, seed: int) -> tuple[list[str], list[str]]:
    draw = random.Random(seed)
    words = [f"w{chr(97 + i % 26)}{i // 26 or ''}" for i in range(vocabulary)]
    weights = [1 / (rank + 3) for rank in range(vocabulary)]
    references, hypotheses = [], []
    for _ in range(pairs):
        reference = draw.choices(words, weights, k=draw.randint(1, 16))
        edits = [draw.choice("SSDI") if draw.random() < rate else "=" for _ in reference]
        new = draw.choices(words, weights, k=len(reference))
        heard = [
            {"=": word, "S": other, "D": "", "I": f"{word} {other}"}[edit]
            for word, other, edit in zip(reference, new, edits, strict=True)
        ]
        references.append(" ".join(reference))
        hypotheses.append(" ".join(" ".join(heard).split()))
    return references, hypotheses


def sclite(references: list[str], hypotheses: list[str], folder: Path) -> Scored:
    """Counts and alignment of every pair."""
    for name, texts in ("ref", references), ("hyp", hypotheses):
        lines = (f"{text} (s{i // 100:04d}-u{i:07d})\n" for i, text in enumerate(texts))
        (folder / name).write_text("".join(lines))
    files = ["-r", folder / "ref", "trn", "-h", folder / "hyp", "trn"]
    command = ["sctk", "sclite", *files, "-i", "rm", "-o", "pralign", "stdout"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found: dict[int, tuple[tuple[int, ...], str]] = {}
    block = r"id: \(s\d+-u(\d+)\)\nScores: .*?\) (.*)\n(?:.*\n)*?REF: (.*)\nHYP: (.*)\n"
    for number, counts, reference, hypothesis in re.findall(block, printed):
        path = "".join(
            "I" if set(r) == {"*"} else "D" if set(h) == {"*"} else "=" if r.lower() == h.lower() else "S"
            for r, h in zip(reference.split(), hypothesis.split(), strict=True)
        )
        found[int(number)] = tuple(map(int, counts.split())), path
    scores, paths = zip(*(found[i] for i in range(len(references))), strict=True)
    return list(scores), list(paths)


def compare(pairs: int, vocabulary: int, rate: float, folder: Path) -> tuple[int, int]:
    """How many of our counts differ, and how many alignments by path."""
    references, hypotheses = made(pairs, vocabulary, rate, seed=vocabulary)
    scores, paths = sclite(references, hypotheses, folder)
    ours = list(zip(*count_text(references, hypotheses, SCLITE), strict=True))
    by_path = [align(r.split(), h.split(), SCLITE, by_path=True) for r, h in zip(references, hypotheses, strict=True)]
    return (
        sum(a != b for a, b in zip(scores, ours, strict=True)),
        sum(a != b for a, b in zip(paths, by_path, strict=True)),
    )


def test_sentence_by_sentence(tmp_path):
    assert compare(2000, 5000, 0.15, tmp_path) == (0, 0)


def test_where_everything_resembles_everything(tmp_path):
    """Twelve words, half of them wrong: the alignment by path is sclite's, our counts need fewer edits now and then."""
    counts, paths = compare(4000, 12, 0.5, tmp_path)
    assert paths == 0
    assert counts <= 12


@pytest.mark.slow
def test_twenty_thousand_sentences(tmp_path):
    assert compare(20_000, 5000, 0.2, tmp_path) == (0, 0)
