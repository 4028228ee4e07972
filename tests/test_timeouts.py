"""What hangs ends as a failing test, wherever it hangs, and those after it are run."""

import os
import re
import subprocess
import sys
from pathlib import Path

HANGING = '''
import subprocess, sys, time
import pytest
from hypothesis import given, settings, strategies as st

def test_busy():
    while True:
        pass

def test_asleep_in_what_catches_everything():
    while True:
        try:
            time.sleep(60)
        except Exception:
            continue

def test_waiting_for_a_process():
    subprocess.run([sys.executable, "-c", "import time; time.sleep(60)"])

@settings(deadline=None)
@given(st.integers())
def test_some_examples(number):
    while number > 10:
        time.sleep(0.01)

def test_not_even_cleaning_up_ends():
    try:
        time.sleep(60)
    finally:
        time.sleep(60)

@pytest.fixture
def never_ready():
    time.sleep(60)

def test_its_fixture(never_ready):
    pass

@pytest.fixture
def never_over():
    yield
    time.sleep(60)

def test_what_comes_after(never_over):
    pass

def example():
    """
    >>> while True: pass
    """

@pytest.mark.slow
def test_that_is_slow():
    time.sleep(1)

def test_that_is_over():
    pass
'''


def test_whatever_hangs(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parent.parent
    (tmp_path / "conftest.py").write_text((root / "conftest.py").read_text())
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = slow\naddopts = --doctest-modules\n")
    (tmp_path / "test_hanging.py").write_text(HANGING)
    environment = {**os.environ, "MURHO_TEST_SECONDS": "0.5", "COLUMNS": "200"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-rA"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600)
    ended = re.findall(r"^(PASSED|FAILED|ERROR) test_hanging.py::(\S+)(?: - (.*))?$", done.stdout, re.MULTILINE)
    late = "conftest.TimedOut: not over after 0.5 s"
    assert sorted(ended) == sorted(
        [
            ("FAILED", "test_busy", late),
            ("FAILED", "test_asleep_in_what_catches_everything", late),
            ("FAILED", "test_waiting_for_a_process", late),
            ("FAILED", "test_some_examples", late),
            ("FAILED", "test_not_even_cleaning_up_ends", late),
            ("ERROR", "test_its_fixture", late),
            ("PASSED", "test_what_comes_after", ""),
            ("ERROR", "test_what_comes_after", late),
            ("FAILED", "test_hanging.example", late),
            ("PASSED", "test_that_is_slow", ""),
            ("PASSED", "test_that_is_over", ""),
        ]
    )
