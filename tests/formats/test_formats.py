import inspect
import subprocess
import sys

import pytest

from murho.core.errors import UsageError
from murho.formats import FORMATS, by_name, guess


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("cases.jsonl", "jsonl"),
        ("CASES.NDJSON.GZ", "jsonl"),
        ("run/part-0.parquet", "parquet"),
        ("a.pq", "parquet"),
        ("said.txt.zst", "text"),
    ],
)
def test_the_name_tells_the_format(path: str, name: str) -> None:
    assert guess(path) == name


@pytest.mark.parametrize("path", ["-", "cases", "cases.json", "cases.gz", "a.jsonl/cases"])
def test_a_name_that_does_not(path: str) -> None:
    with pytest.raises(UsageError, match="the name does not tell the format; give one of: jsonl, parquet, text, slurp"):
        guess(path)


def test_unknown_format() -> None:
    with pytest.raises(UsageError, match="unknown format 'xml'; the formats are: jsonl, parquet, text, slurp"):
        by_name("xml")


@pytest.mark.parametrize("name", FORMATS)
def test_all_have_the_same_functions(name: str) -> None:
    module = by_name(name)
    for function, kind in (("read_cases", "Cases"), ("read_answers", "Answers")):
        signature = inspect.signature(getattr(module, function))
        assert list(signature.parameters)[:2] == ["path", "batch"]
        assert signature.return_annotation.__args__[0].__name__ == kind
    for function in ("write_cases", "write_answers"):
        if hasattr(module, function):
            assert list(inspect.signature(getattr(module, function)).parameters) == ["path", "batches"]


def test_heavy_libraries_wait_until_they_are_needed() -> None:
    modules = ", ".join(f"murho.formats.{name}" for name in FORMATS)
    code = f"import sys, {modules}, murho.formats.join; print('pyarrow' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"False\n"
