"""How the process of a command ends where Arrow's threads run."""

import subprocess
import sys
from pathlib import Path

SCRIPT = """
import atexit
import pyarrow
from murho.cli import main

class Kept:
    def __del__(self):
        print("taken apart")

kept = Kept()
atexit.register(print, "told at the end")
main()
"""


def test_what_is_to_be_done_at_the_end_is_done_and_the_interpreter_not_taken_apart(tmp_path: Path) -> None:
    for arguments, ended in (("--help", 0), ("show nowhere", 1), ("shwo", 2)):
        command = [sys.executable, "-c", SCRIPT, *arguments.split()]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == ended
        assert done.stdout.endswith("told at the end\n")
        assert "taken apart" not in done.stdout
