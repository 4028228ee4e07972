"""The tree of phenomena in the terminal: what has room in it, and what stands beside a figure."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from murho.pipeline.runs.plan import Plan
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.suites.phenomena import score_suite
from murho.pipeline.suites.runs import run_suite
from murho.store import Run
from murho.terminal.phenomena import show_phenomena
from murho.weighting import weighting

DATA = Path(__file__).parents[2] / "examples" / "suites"


def run(folder: Path, weight: str = "given") -> Run:
    answers = str(DATA / "parsed.conllu")
    return run_suite(str(DATA / "small.xml"), [answers], str(folder / "r"), Plan([], Reading(weight=weighting(weight))))


def printed(kept: Run, width: int, *, intervals: bool = False) -> list[str]:
    out = StringIO()
    score = score_suite(kept, intervals=intervals)
    show_phenomena(score, Console(file=out, width=width), sentences="none")
    return out.getvalue().splitlines()


@pytest.mark.parametrize(
    ("width", "heads", "top"),
    [
        (100, "right % covered Σρ null π by ρ LAS", "all 4/6 67 ████████ 4/6 0.342284 2 0.3846 80.00"),
        (80, "right covered Σρ null π by ρ LAS", "all 4/6 4/6 0.342284 2 0.3846 80.00"),
        (60, "right covered Σρ null π by ρ LAS", "all 4/6 4/6 0.342284 2 0.3846 80.00"),
        (40, "right covered", "all 4/6 4/6"),
    ],
)
def test_a_figure_is_whole_or_not_there(tmp_path: Path, width: int, heads: str, top: str) -> None:
    lines = printed(run(tmp_path), width)
    spaced = [" ".join(line.split()) for line in lines]
    assert spaced[2].endswith(heads)
    assert top in spaced
    assert all(len(line) <= width for line in lines if line.startswith(" ") and "note" not in line)


def test_no_column_for_what_there_is_none_of(tmp_path: Path) -> None:
    heads = next(line for line in printed(run(tmp_path), 100) if line.startswith("order"))
    assert " ".join(heads.split()) == "order right % covered Σρ π by ρ LAS"


@pytest.mark.parametrize(
    ("weight", "told"), [("given", "each realization as one"), ("structure_frequency", "column('structure_frequency')")]
)
def test_intervals_say_what_they_count(tmp_path: Path, weight: str, told: str) -> None:
    lines = printed(run(tmp_path, weight), 100, intervals=True)
    (note, _) = [line for line in lines if "the interval of π counts" in line]
    assert told in note
    assert "random sample" in note
    assert not any("the interval" in line for line in printed(run(tmp_path, weight), 100))


def test_sentences_with_frequencies_are_weighed(tmp_path: Path) -> None:
    rows = [("1", "No llueve.", "true", 0.3), ("2", "Llueve no.", "false", 0.3), ("3", "Ve.", "true", 0.1)]
    lines = [
        f'{{"id": "{name}", "expression": "{text}", "phenomenon": "p", "wellformed": {good}, "freq": {freq}}}'
        for name, text, good, freq in rows
    ]
    (tmp_path / "w.jsonl").write_text("\n".join([*lines, lines[2].replace('"3"', '"4"').replace("0.1", "null")]))
    said = "".join(f'{{"id": "{name}", "answer": ["yes"]}}\n' for name in "1234")
    (tmp_path / "said.jsonl").write_text(said)
    kept = run_suite(str(tmp_path / "w.jsonl"), [str(tmp_path / "said.jsonl")], str(tmp_path / "r"), Plan([]))
    spaced = [" ".join(line.split()) for line in printed(kept, 100)]
    assert spaced[2] == "phenomena accepted % overgenerated Σρ null π by ρ"
    assert "all 3/3 100 ████████████ 1/1 0.700000 1 0.4286" in spaced
