"""What the kernel does on other processors than this one, and with words that share their hashes."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
NAME = "murho.measures.kernel._kernel"
COMPARE = """
import importlib.util, random, sys
from array import array

name, place = sys.argv[1:]
found = importlib.util.spec_from_file_location(name, place)
compiled = importlib.util.module_from_spec(found)
found.loader.exec_module(compiled)
from murho.measures.kernel import EQUAL, SCLITE, twin

draw = random.Random(7)
few, many = ["a", "b", "c", "köln"], [f"w{n}" + "x" * (n % 40) for n in range(200)]
lengths = [0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 62, 63, 64, 65, 66]
pairs = []
for _ in range(1000):
    words = draw.choice([few, many])
    reference = draw.choices(words, k=draw.choice(lengths))
    said = [draw.choice(words) if draw.random() < 0.2 else word for word in reference if draw.random() < 0.9]
    pairs.append((" ".join(reference), " ".join(said or draw.choices(words, k=draw.choice(lengths)))))
references, hypotheses = map(list, zip(*pairs))
for costs in EQUAL, SCLITE, (2, 3, 5):
    expected, counted = ([array("i", [0]) * len(pairs) for _ in range(4)] for _ in range(2))
    twin.count_strings(references, hypotheses, costs, 0, len(pairs), *expected)
    compiled.count_strings(references, hypotheses, costs, 0, len(pairs), *counted)
    wrong = [pair for pair, *counts in zip(pairs, zip(*expected), zip(*counted)) if counts[0] != counts[1]]
    assert not wrong, (costs, len(wrong), wrong[0])
print(len(pairs))
"""


@pytest.mark.slow
@pytest.mark.parametrize("defined", ["MURHO_NARROW", "MURHO_PLAIN", "MURHO_WEAK_HASH"])
def test_every_variant_counts_as_the_twin_does(tmp_path: Path, defined: str) -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    headers = sysconfig.get_paths()["include"]
    if compiler is None or not Path(headers, "Python.h").is_file():
        pytest.skip("no compiler of C, or no headers of Python")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    (sources,) = (one["sources"] for one in project["tool"]["setuptools"]["ext-modules"] if one["name"] == NAME)
    made = tmp_path / "_kernel.so"
    # -O1, since all that differs is chosen by hand; it takes half the time of -O3.
    flags = ["-O1", "-fPIC", "-shared", f"-D{defined}", f"-I{headers}"]
    subprocess.run([compiler, *flags, *sources, "-o", made], cwd=ROOT, check=True)
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}/src"}
    done = subprocess.run(
        [sys.executable, "-c", COMPARE, NAME, made], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "1000\n", "")
