"""A system whose calls can be counted, and cases for it."""

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

CALLS = "calls.txt"
SYSTEM = f'''
import os, signal, time

def once(name):
    """Whether nobody has come here before, in whichever process."""
    try:
        os.close(os.open(name, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True

def noted(text):
    file = os.open("{CALLS}", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(file, (text + "\\n").encode())
    os.close(file)

def plain(text):
    noted(text)
    number = int(text.split()[-1])
    if number % 11 == 0:
        raise ValueError(f"no {{number}}")
    return "abcd"[number % 4]

def slow(text):
    """A call that costs something, and is written down before the next one."""
    noted(text)
    time.sleep(0.06)
    return "abcd"[int(text.split()[-1]) % 4]

def hangs(text):
    if text.endswith(" 17") and once("hung"):
        time.sleep(1000)
    return slow(text)

def stops(text):
    if text.endswith(" 17") and once("stopped"):
        os.kill(os.getpid(), signal.SIGSTOP)
    return slow(text)

def swells(text):
    if text.endswith(" 17") and once("swollen"):
        held = bytearray(os.urandom(1 << 20) * 700)
        time.sleep(20)
        del held
    return slow(text)

def remembers(text, before):
    return str(len(before))
'''


class Place:
    """The working directory of this process and of workers that are started meanwhile, with the system in it."""

    def __init__(self, folder: Path):
        self.folder = folder

    def write_cases(self, name: str, number: int) -> None:
        with open(self.folder / name, "w", encoding="utf-8") as cases:
            for i in range(number):
                case = {"id": f"q{i}", "expression": f"question {i}", "reference": ["abca"[i % 4]]}
                case |= {"cluster": f"d{i // 3}", "weight": (i % 7 + 1) / 7, "day": ["mo", "tu", "we"][i % 3]}
                cases.write(json.dumps(case) + "\n")

    def calls(self) -> Counter[str]:
        """How often the system was asked each expression since `forget`."""
        file = self.folder / CALLS
        return Counter(file.read_text().splitlines()) if file.exists() else Counter()

    def forget(self) -> None:
        (self.folder / CALLS).unlink(missing_ok=True)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder, before = tmp_path_factory.mktemp("work"), os.getcwd()
    (folder / "counted_desk.py").write_text(SYSTEM)
    os.chdir(folder)
    yield Place(folder)
    os.chdir(before)
