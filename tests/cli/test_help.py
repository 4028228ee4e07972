"""Help that teaches, quickly; and what is imported by whom."""

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import PathDistribution, version
from pathlib import Path

import pytest

from murho.cli import VERBS, help, pages, status
from murho.measures.kernel import IMPLEMENTATION

from ..docs import help_pages

HEAVY = ("numpy", "pyarrow", "rich", "scipy", "polars", "jinja2", "msgspec", "asyncio")


def imported_by(code: str) -> set[str]:
    """The modules that a fresh Python has imported after running this."""
    code += "\nimport sys; print(*sys.modules, file=sys.stderr)"
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


@pytest.mark.parametrize("asked", ["--help", "-h", "--version"])
def test_the_front_page_starts_nothing(asked: str) -> None:
    code = f"import sys\nfrom murho.cli import main\nsys.argv[1:] = [{asked!r}]\ntry: main()\nexcept SystemExit: pass"
    assert not imported_by(code) & {*HEAVY, "click", "typing", "json", "pathlib", "importlib.metadata"}


@pytest.mark.parametrize("asked", [["--help"], ["--version"]])
def test_the_front_page_is_what_the_commands_say(asked: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    from murho.cli.app import obey

    assert status(asked) == 0
    front = capsys.readouterr().out
    assert obey(asked) == 0
    assert capsys.readouterr().out == front
    assert {len(line) <= 80 for line in front.splitlines() if not line.startswith("Pages")} == {True}


EVERY_HELP = """
import sys
from murho.cli import main
for words in {asked!r}:
    sys.argv[1:] = [*words, "--help"]
    try: main()
    except SystemExit as ended: assert ended.code == 0
"""


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


@pytest.mark.usefixtures("wide")
def test_the_help_of_every_verb_is_written_beforehand() -> None:
    # What lists the kinds of systems is another page where the laboratory is installed, which brings some.
    asked = [list(words) for words in help_pages.own_commands() if words not in (("run",), ("suite", "run"))]
    assert ["trust"] in asked
    assert ["suite", "check"] in asked
    light = {"click", "typing", "re", "json", "pathlib", "importlib.metadata", "murho.cli.options", "murho.plugs"}
    assert not imported_by(EVERY_HELP.format(asked=asked)) & {*HEAVY, *light}


@pytest.mark.usefixtures("wide")
def test_what_is_written_is_what_the_commands_say() -> None:
    written = {file.name: file.read_text("utf-8") for file in Path(help.PAGES).iterdir()}
    assert written == help_pages.pages(), "python3 dev.py help writes the pages anew"


def test_a_narrow_terminal_gets_lines_of_its_width(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert help.page(["trust"]) is None
    assert status(["trust", "--help"]) == 0
    options = capsys.readouterr().out.partition("Options:")[2]
    assert max(map(len, options.splitlines())) <= 60


def test_a_command_that_there_is_not_has_no_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert help.page(["suite", "../score"]) is None
    assert status(["suite", "rnu", "--help"]) == 2
    assert "'rnu'" in capsys.readouterr().err


def test_score_of_text_leaves_out_what_it_does_not_need(tmp_path: object) -> None:
    code = f"""
import os; os.chdir({str(tmp_path)!r})
open("ref.txt", "w").write("a b\\n"); open("hyp.txt", "w").write("a c\\n")
from murho.cli import status
assert status(["score", "words", "ref.txt", "hyp.txt", "--seed", "0", "--json"]) == 0
"""
    found = imported_by(code)
    assert "numpy" in found  # of what needs none, see test_small
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
    for name in ("said", "heard"):
        (tmp_path / name).write_text("to bonn\n")
    arguments = ["score", "words", str(tmp_path / "said"), str(tmp_path / "heard"), "--format", "text"]
    code = f"import sys\nfrom murho.cli import status\nstatus({arguments!r})\n"
    code += "there = [m for n, m in sys.modules.items() if n.startswith('murho.measures.')]\n"
    code += "known = [r for m in there for name, r in vars(m).items() if name.startswith('MEASURE')]\n"
    code += "print(*sorted(record.name for record in known), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.split() == ["words"]


def test_python_m_murho_is_the_command(tmp_path: Path) -> None:
    def said(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "murho", *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)

    (tmp_path / "ref.txt").write_text("to bonn\n")
    (tmp_path / "hyp.txt").write_text("to born\n")
    scored = said("score", "words", "ref.txt", "hyp.txt", "--json", "--fail-above", "0.4")
    assert (json.loads(scored.stdout)["value"], scored.returncode) == (0.5, 100)
    wrong = said("scoer")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("No such command 'scoer'")
    assert said("--help").stdout.startswith("Usage: murho ")


def test_help_tells_where_the_pages_are_that_it_names(
    capsys: pytest.CaptureFixture[str],
) -> None:
    docs = Path(__file__).parents[2] / "docs"
    assert pages.folder() == str(docs)
    assert status(["--help"]) == 0
    assert str(docs) in "".join(line.strip() for line in capsys.readouterr().out.splitlines())
    named = set()
    for verb in VERBS:
        status([verb, "--help"])
        named |= set(re.findall(r"docs/([\w-]+\.md)", capsys.readouterr().out))
    assert "words.md" in named
    assert {name for name in named if not (docs / name).exists()} == set()


def test_the_pages_of_an_installed_murho(tmp_path: Path) -> None:
    """As a wheel leaves them: beside the packages, and listed among the files."""
    site, share = tmp_path / "lib" / "python3" / "site-packages", tmp_path / "share" / "doc" / "murho"
    metadata = site / "murho-1.dist-info"
    for place in (metadata, share):
        place.mkdir(parents=True)
    (share / "theory.md").touch()
    (metadata / "RECORD").write_text("murho/__init__.py,,\n../../../share/doc/murho/theory.md,,\n")
    assert pages.installed(PathDistribution(metadata).files or ()) == str(share)
    (metadata / "RECORD").write_text("murho/__init__.py,,\n")
    assert pages.installed(PathDistribution(metadata).files or ()) is None


def test_a_wheel_has_the_pages() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    assert project["tool"]["setuptools"]["data-files"] == {"share/doc/murho": ["docs/*.md"]}
