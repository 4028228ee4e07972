"""A newcomer takes the measure and the weighting of docs/extending.md as they stand there, and the commands run."""

import json
import re
import shlex
from pathlib import Path

import pytest

from murho.cli import status

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
PACKAGE = ROOT / "examples" / "plugs" / "src" / "murho_example_plugs"
SECTIONS = "".join(
    text
    for title, text in re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", PAGE, re.MULTILINE)
    if title in ("Your own measure", "Your own weighting")
)
FILES = dict(re.findall(r"^```python\n# (\w+\.py)\n(.*?)^```", SECTIONS, re.MULTILINE | re.DOTALL))
COMMANDS = [
    line
    for block in re.findall(r"^```sh\n(.*?)^```", SECTIONS, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
]


@pytest.mark.parametrize("name", ["chrf", "recent"])
def test_the_page_has_what_the_package_has_in_30_lines(name: str) -> None:
    text = (PACKAGE / f"{name}.py").read_text(encoding="utf-8")
    assert FILES[f"my_{name}.py"] == text
    assert len([line for line in text.splitlines() if line.strip()]) <= 30


def test_the_commands_of_the_page_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    said, heard = ["to berlin please", "yes"], ["to bonn please", "yes"]
    for name, texts in (("said.txt", said), ("heard.txt", heard)):
        Path(name).write_text("\n".join(texts) + "\n")
    cases = [{"id": str(i), "expression": t, "reference": [t], "year": 2020 + i} for i, t in enumerate(said)]
    answers = [{"id": str(i), "answer": ["no", t]} for i, t in enumerate(heard)]
    Path("said.jsonl").write_text("".join(json.dumps(case) + "\n" for case in cases))
    Path("heard.jsonl").write_text("".join(json.dumps(answer) + "\n" for answer in answers))
    printed = []
    for command in COMMANDS:
        assert shlex.split(command)[0] == "murho"
        assert status(shlex.split(command)[1:]) == 0, command
        printed.append(capsys.readouterr().out)
    plain, threes, oracle, ran, _, recent, halved = printed
    assert "my_chrf:chrf  π = 0.7000" in plain, "6-grams: 11 and 9, of which 3 are of both"
    found = json.loads(threes)
    assert (found["measure"], found["numerator"], found["denominator"]) == ("my_chrf:chrf(n=3)", 10, 28)
    assert "oracle(my_chrf:chrf(n=1), n=5)  π = 0.1667" in oracle, "6 of 36 characters"
    assert "my_chrf:chrf(n=2)" in ran
    assert "words" in ran
    page = Path("report.html").read_text(encoding="utf-8")
    assert "Character n-grams (n=2)" in page
    assert "1 − chrF" in page
    assert "weight:my_recent:recent|" in recent
    assert "weight:my_recent:recent(half=2) * domain|" in halved
    assert "2020" in halved
