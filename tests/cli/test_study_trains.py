"""`murho study trains`: what it prints, as JSON, on the terminal and on its page."""

import json
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow


def test_the_spotter_is_a_system(told: Any, here: Path) -> None:
    rows = [
        ("1", "to bonn no to berlin", ["goalcity:berlin"]),
        ("2", "yes thanks", ["dm_marker:yes", "dm_marker:thanks"]),
    ]
    lines = [json.dumps({"id": name, "expression": text, "reference": [units]}) for name, text, units in rows]
    (here / "said.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    system = "murho.studies.trains.spotter:answer"
    assert "0.6667" in told("run", "said.jsonl", "--system", system, "-m", "concepts", "-o", "run").out


def test_the_contract(told: Any, data: Path) -> None:
    found = told("study", "trains", "--data", str(data / "trains"), "--json").json
    assert set(found["coverage"]) == {"trains", "multiwoz"}
    for task, utterances in {"trains": [472, 443], "multiwoz": [845, 816]}.items():
        halves = found["coverage"][task]["spotter"]
        assert [halves[half]["utterances"] for half in ("development", "held_out")] == utterances
        for half in halves.values():
            low, high = half["interval"]
            assert low < half["ca"] < high
    assert found["coverage"]["trains"]["spotter"]["held_out"]["ca"] < 60
    material = found["material"]
    assert (material["stations"], material["classes"]) == (241, 46)
    assert (material["halves"]["held_out"]["dialogues"], material["halves"]["development"]["dialogues"]) == (45, 46)
    assert material["training"]["utterances"] == 20_000
    model = material["language_model"]
    assert model["development"]["known_frames"] == 0
    assert model["held_out"]["known_frames"] < 0.2
    assert model["held_out"]["out_of_vocabulary"] < 0.05
    assert 30 < model["development"]["perplexity"] < model["held_out"]["perplexity"] < 100
    assert (material["agreement"]["utterances"], material["agreement"]["same"]) == (180, 177)
    assert round(material["agreement"]["ca"], 1) == 98.8


def test_the_terminal_and_the_page_show_the_same_tables(told: Any, here: Path) -> None:
    printed = told("study", "trains", "-o", "report").out
    assert printed.endswith("wrote report/trains.html\n")
    assert "MultiWOZ" not in printed
    page = (here / "report" / "trains.html").read_text("utf-8")
    for part in ("different frames, %", "How well it is foreseen", "Understood of transliterations: the trains"):
        assert part in printed
        assert part in page
