"""Help that teaches, quickly; and what is imported by whom."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from murho.cli import VERBS, status
from murho.measures.kernel import IMPLEMENTATION

HEAVY = ("numpy", "pyarrow", "rich", "scipy", "polars", "jinja2", "msgspec", "asyncio")


def imported_by(code: str) -> set[str]:
    """The top-level modules that a fresh Python has imported after running this."""
    code += "\nimport sys; print(*sorted({name.split('.')[0] for name in sys.modules}), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return set(done.stderr.split())


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_teaches_by_example(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status([verb, "--help"]) == 0
    shown = capsys.readouterr().out
    examples = [line for line in shown.splitlines() if line.strip().startswith(f"murho {verb}")]
    assert examples, shown
    assert VERBS[verb]
    for line in shown.splitlines():
        assert len(line) <= 80 or line in examples, line


def test_the_group_names_all_verbs(capsys: pytest.CaptureFixture[str]) -> None:
    assert status(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"  {verb} " in shown for verb in VERBS)
    assert "murho score words" in shown


def test_without_arguments_it_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert status([]) == 2
    shown = capsys.readouterr()
    assert not shown.out
    assert shown.err.startswith("Usage: murho ")
    assert "(see" not in shown.err


def test_an_unknown_verb(capsys: pytest.CaptureFixture[str]) -> None:
    assert status(["scoer"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "'scoer'" in line
    assert "see murho --help" in line


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert status(["--version"]) == 0
    assert capsys.readouterr().out == f"murho {version('murho')} (alignment: {IMPLEMENTATION})\n"
    assert IMPLEMENTATION in ("compiled", "python")


def test_import_is_light() -> None:
    assert not imported_by("import murho; murho.UNDEFINED, murho.__version__") & set(HEAVY)


def test_help_is_light() -> None:
    code = "from murho.cli import status\nfor verb in ([], ['run'], ['score'], ['show']): status([*verb, '--help'])"
    assert not imported_by(code) & set(HEAVY)


def test_score_of_text_leaves_out_what_it_does_not_need(tmp_path: object) -> None:
    code = f"""
import os; os.chdir({str(tmp_path)!r})
open("ref.txt", "w").write("a b\\n"); open("hyp.txt", "w").write("a c\\n")
from murho.cli import status
assert status(["score", "words", "ref.txt", "hyp.txt", "--json"]) == 0
"""
    found = imported_by(code)
    assert "numpy" in found
    assert not found & {"scipy", "polars", "pyarrow", "jinja2", "rich", "asyncio"}


def test_scoring_words_imports_nothing_that_trees_need(tmp_path: Path) -> None:
    for name in ("said", "heard"):
        (tmp_path / name).write_text("to bonn\n")
    arguments = ["score", "words", str(tmp_path / "said"), str(tmp_path / "heard"), "--format", "text"]
    code = f"import sys\nfrom murho.cli import status\nstatus({arguments!r})\n"
    code += "print(*(name for name in sys.modules if name.startswith('murho.measures.dependencies')), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "words" in done.stdout
    assert done.stderr.split() == []


def test_scoring_words_imports_no_other_measure(tmp_path: Path) -> None:
    """But for labels, whose classes any measure may have."""
    for name in ("said", "heard"):
        (tmp_path / name).write_text("to bonn\n")
    arguments = ["score", "words", str(tmp_path / "said"), str(tmp_path / "heard"), "--format", "text"]
    code = f"import sys\nfrom murho.cli import status\nstatus({arguments!r})\n"
    code += "there = [m for n, m in sys.modules.items() if n.startswith('murho.measures.') and hasattr(m, 'MEASURE')]\n"
    code += "print(*sorted(m.MEASURE.name for m in there), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.split() == ["labels", "words"]
