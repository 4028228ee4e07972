"""NIST's sclite, run as a program: what its alignment says of every utterance."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

collect_ignore = ["logs"]
"""What wrote the logs needs the programs that write them."""


class Aligned(NamedTuple):
    """An utterance as sclite has it; words and ids in lower case."""

    id: str
    speaker: str
    words: list[str]
    """Of the hypothesis."""
    counts: tuple[int, int, int, int]
    """Hits, substitutions, deletions, insertions."""


Sclite = Callable[..., list[Aligned]]
_STEP = re.compile(r'(?:^|:)([CSDI]),(?:"([^"]*)")?,(?:"([^"]*)")?')


@pytest.fixture(scope="session")
def sclite() -> Sclite:
    """Align two files, each of a format that sclite knows; skipped, visibly, where Debian's sctk is not installed."""
    if shutil.which("sctk") is None:
        pytest.skip("no sctk: apt install sctk")

    def run(reference: Path, hypothesis: Path, *options: str) -> list[Aligned]:
        formats = [path.suffix[1:] for path in (reference, hypothesis)]
        command = ["sctk", "sclite", "-r", reference, formats[0], "-h", hypothesis, formats[1], "-e", "utf-8"]
        command += [*options, "-f", "0", "-o", "sgml", "stdout"]
        done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=True)
        found: list[Aligned] = []
        speaker = name = ""
        for line in done.stdout.splitlines():
            if line.startswith("<SPEAKER "):
                speaker = line.split('"')[1]
            elif line.startswith("<PATH "):
                name = line.split('"')[1].strip("()")
            elif line.startswith("</PATH"):
                name = ""
            elif name:
                steps = _STEP.findall(line)
                kinds = [kind for kind, _, _ in steps]
                words = [word for kind, _, word in steps if kind != "D"]
                counts = kinds.count("C"), kinds.count("S"), kinds.count("D"), kinds.count("I")
                found.append(Aligned(name, speaker, words, counts))
        return found

    return run
