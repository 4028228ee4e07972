"""A file that a measure or a weighting reads, and that changes between two scorings in one process."""

from collections.abc import Callable
from pathlib import Path

import pytest

import murho
from murho.core.case import Cases
from murho.measures import measure
from murho.pipeline.runs.finishing import judge_again
from murho.pipeline.runs.plan import Plan
from murho.pipeline.runs.run import run
from murho.pipeline.runs.show import figures
from murho.pipeline.scoring.score import Score
from murho.systems.function import Function

TREE = "1\tdogs\tdog\tNOUN\t_\t_\t2\t{}\t_\t_\n2\trun\trun\tVERB\t_\t_\t0\troot\t_\t_\n\n"


def words(file: str, how: str) -> Score:
    return murho.score(how.format(repr(file)), ["to bonn uh"], ["to born"])


def bag(file: str) -> Score:
    return murho.score("words", ["yes", "no no"], ["yes", "no"], weight=f"frequency(bag={file!r})")


def units(file: str) -> Score:
    return murho.score(f"mapped(concepts, {file!r})", [["goal:bonn", "day:1"]], [[{"to": "bonn", "on": "1"}]])


def trees(file: str) -> Score:
    return murho.score(f"mapped(dependencies, {file!r})", [TREE.format("nsubj")], [TREE.format("subj")])


@pytest.mark.parametrize(
    ("score", "before", "after", "values"),
    [
        (
            lambda file: words(file, "words(normalize='map({})')".replace("'", '"')),
            "uh\t\n",
            "born\tbonn\n",
            (1 / 2, 1 / 3),
        ),
        (lambda file: words(file, "words(weights={})"), "uh\t0\n", "uh\t2\n", (1 / 2, 3 / 4)),
        (lambda file: words(file, "oracle(words(weights={}))"), "uh\t0\n", "uh\t2\n", (1 / 2, 3 / 4)),
        (
            lambda file: words(file, 'words(normalize="lower|glm({})")'),
            ";; rules\nUH => / [ ] __ [ ]\n",
            ";; rules\nBORN => BONN / [ ] __ [ ]\n",
            (1 / 2, 1 / 3),
        ),
        (bag, "yes\nyes\nno no\n", "yes\nno no\n", (1 / 4, 1 / 3)),
        (units, "to -> goal\non -> day\n", "to -> goal\non -> time\n", (0.0, 1 / 2)),
        (trees, "deprel=subj -> deprel=nsubj\nkeep deprel\n", "keep deprel\n", (0.0, 1 / 2)),
    ],
    ids=["map", "weights", "inside another", "glm", "bag", "mapped units", "mapped trees"],
)
def test_a_changed_file_gives_its_own_figure_and_digest(
    score: Callable[[str], Score], before: str, after: str, values: tuple[float, float], tmp_path: Path
) -> None:
    file = tmp_path / "file"
    found = []
    for content in (before, after, before):
        file.write_text(content)
        found.append(score(str(file)))
    assert [one.value for one in found] == pytest.approx([*values, values[0]])
    assert found[0].signature == found[2].signature != found[1].signature


def test_one_measure_used_twice_reads_what_the_file_has_now(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("a\tb\n")
    how = measure(f'words(normalize="map({str(file)!r})")')
    assert murho.score(how, ["a"], ["b"]).value == 0
    file.write_text("a\tc\n")
    assert murho.score(how, ["a"], ["b"]).value == 1


def test_judgements_that_a_run_saved_are_those_of_the_file_they_were_made_by(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("a\tb\n")
    how = measure(f'words(normalize="map({str(file)!r})")')
    cases = Cases(["1"], ["x"], [("a",)])
    kept = run(iter([cases]), Function(lambda _: "b"), tmp_path / "run", Plan([how]))
    before = figures(kept, how)
    file.write_text("a\tc\n")
    after = figures(kept, how)
    assert (before.value, after.value) == (0, 1)
    assert before.signature != after.signature
    judge_again(kept, how)
    file.unlink()
    assert figures(kept, how).value == 1, "saved judgements need no file"
