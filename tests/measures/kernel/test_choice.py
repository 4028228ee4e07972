"""Which of the two implementations runs."""

import os
import subprocess
import sys

import pytest

from murho.measures import kernel

ASK = """
from murho.measures import kernel
print(kernel.IMPLEMENTATION, *kernel.count_text(["a b c"], ["a c d"], threads=2))
"""


def run(wanted: str | None) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "MURHO_KERNEL"}
    if wanted:
        environment["MURHO_KERNEL"] = wanted
    return subprocess.run([sys.executable, "-c", ASK], env=environment, capture_output=True, text=True, check=False)


def test_the_twin_on_demand_gives_the_same():
    twin, default = run("python").stdout.split(maxsplit=1), run(None).stdout.split(maxsplit=1)
    assert twin[0] == "python"
    assert twin[1] == default[1]


def test_insisting_on_the_compiled_one():
    pytest.importorskip("murho.measures.kernel._kernel", reason="the extension is not compiled")
    assert run("compiled").stdout.startswith("compiled")


def test_it_is_named():
    assert kernel.IMPLEMENTATION in ("compiled", "python")
