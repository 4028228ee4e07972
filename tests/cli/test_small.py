"""Small texts are scored without the modules that large ones need, and come out to the same byte."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from murho.pipeline.scoring import small

HEAVY = ["click", "numpy", "pyarrow", "rich", "scipy", "msgspec"]
ORDINARY = ["i want to go to berlin", "", "no", "köln\u2003bitte", "a [b] c"] * 9
HEARD = ["want to go to bonn", "uh", "no", "köln bitte", "a [b] d"] * 9
pytestmark = pytest.mark.skipif(
    os.environ.get("MURHO_KERNEL") == "python", reason="the twins of what is compiled need numpy"
)


def run(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    code = f"import sys; from murho.cli import status; ended = status({words!r})\n"
    code += f"print(*(name for name in {HEAVY} if name in sys.modules), file=sys.stderr); sys.exit(ended)"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **env})


def written(folder: Path, right: str | bytes, said: str | bytes) -> tuple[str, str]:
    names = str(folder / "ref.txt"), str(folder / "hyp.txt")
    for name, text in zip(names, (right, said), strict=True):
        Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return names


def lines(texts: list[str]) -> str:
    return "".join(f"{text}\n" for text in texts)


@pytest.mark.parametrize("more", [[], ["--json"]], ids=["text", "json"])
def test_ordinary_texts_need_nothing_heavy_and_come_out_alike(tmp_path: Path, more: list[str]) -> None:
    names = written(tmp_path, lines(ORDINARY), "\ufeff" + lines(HEARD).rstrip("\n"))
    quick, usual = run("score", "words", *names, *more), run("score", "words", *names, *more, "--seed", "0")
    assert quick.stderr == "\n"
    assert "numpy" in usual.stderr
    assert (quick.stdout, quick.returncode) == (usual.stdout, 0)


def test_on_a_narrow_screen_and_with_colours_it_comes_out_alike(tmp_path: Path) -> None:
    names = written(tmp_path, lines(ORDINARY), lines(HEARD))
    for env in ({"COLUMNS": "20"}, {"FORCE_COLOR": "1"}):
        quick, usual = run("score", "words", *names, **env), run("score", "words", *names, "--seed", "0", **env)
        assert quick.stdout == usual.stdout
        assert "rich" in quick.stderr


@pytest.mark.parametrize(
    ("right", "said", "status", "told"),
    [
        ("a\nb\n", "a\n", 1, "hyp.txt"),
        ("", "", 1, "no case"),
        (b"a\xff\n", "a\n", 1, "not UTF-8"),
        ("\n", "a\n", 0, "1 / 0"),
    ],
    ids=["lengths", "empty", "latin", "nothing to lose"],
)
def test_what_is_unusual_is_left_to_the_verb(
    tmp_path: Path, right: str | bytes, said: str, status: int, told: str
) -> None:
    names = written(tmp_path, right, said)
    assert small.scored(*names) is None
    done = run("score", "words", *names)
    assert (done.returncode, told in done.stdout + done.stderr) == (status, True), done.stderr


def test_what_is_large_or_no_text_file_is_left_to_the_verb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = written(tmp_path, lines(ORDINARY), lines(HEARD))
    assert small.scored(*names) is not None
    assert small.scored(names[0], str(tmp_path)) is None
    assert small.scored(names[0], "-") is None
    monkeypatch.setattr(small, "LARGEST", 9)
    assert small.scored(*names) is None


@pytest.mark.parametrize("more", ["", "--json", "--seed 0"], ids=["text", "json", "usual"])
def test_a_closed_output_is_no_fault(tmp_path: Path, more: str) -> None:
    names = written(tmp_path, lines(ORDINARY), lines(HEARD))
    command = f"'{sys.executable}' -m murho score words '{names[0]}' '{names[1]}' {more} >&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
