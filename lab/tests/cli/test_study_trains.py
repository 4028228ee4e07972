"""`murho study trains`: what it prints, as JSON, on the terminal and on its page."""

import json
from importlib.util import find_spec
from pathlib import Path
from shutil import which
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
    system = "murho_lab.studies.trains.spotter:answer"
    assert "0.6667" in told("run", "said.jsonl", "--system", system, "-m", "concepts", "-o", "run").out


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where what was spoken and heard is kept, for all tests here."""
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(autouse=True)
def _kept(monkeypatch: pytest.MonkeyPatch, kept: Path) -> None:
    monkeypatch.setenv("MURHO_CACHE", str(kept))


def test_the_contract(told: Any, data: Path) -> None:
    found = told("study", "trains", "--data", str(data / "trains"), "--quick", "--json").json
    assert set(found["coverage"]) == {"trains", "multiwoz"}
    for task, utterances in {"trains": [905, 855], "multiwoz": [845, 816]}.items():
        halves = found["coverage"][task]["spotter"]
        assert [halves[half]["utterances"] for half in ("development", "held_out")] == utterances
        for half in halves.values():
            low, high = half["interval"]
            assert low < half["ca"] < high
    assert found["coverage"]["trains"]["spotter"]["held_out"]["ca"] < 60
    material = found["material"]
    assert (material["stations"], material["classes"]) == (241, 46)
    assert (material["halves"]["held_out"]["dialogues"], material["halves"]["development"]["dialogues"]) == (88, 91)
    assert material["training"]["utterances"] == 20_000
    model = material["language_model"]
    assert model["development"]["known_frames"] == 0
    assert model["held_out"]["known_frames"] < 0.2
    assert model["held_out"]["out_of_vocabulary"] < 0.05
    assert 50 < model["development"]["perplexity"] < model["held_out"]["perplexity"] < 120
    assert (material["agreement"]["utterances"], material["agreement"]["same"]) == (360, 357)
    assert round(material["agreement"]["ca"], 1) == 99.4
    grammar = found["coverage"]["trains"]["grammar"]
    assert grammar["held_out"]["ca"] > 80
    assert grammar["held_out"]["interval"][0] > found["coverage"]["trains"]["spotter"]["held_out"]["interval"][1]
    assert found["above"]["trains"]["interval"][0] > 30
    assert found["above"]["multiwoz"]["interval"][0] > 0
    assert found["quick"]
    if which("flite") is None or find_spec("pocketsphinx") is None:
        pytest.skip("flite or pocketsphinx is not installed")
    wide, narrow, noisy = found["settings"]
    assert set(found["systems"]) >= {"grammar", "spotter"}
    assert [(one["beam"], one["noise"]) for one in (wide, narrow, noisy)] == [
        (64, "clean"),
        (14, "clean"),
        (14, "20 dB"),
    ]
    assert wide["wa"]["value"] > narrow["wa"]["value"] > noisy["wa"]["value"]
    assert wide["ca"]["value"] > narrow["ca"]["value"]
    assert all(one["wa"]["interval"][0] < one["wa"]["value"] < one["wa"]["interval"][1] for one in found["settings"])
    assert wide["cpu_seconds"] > 0
    assert wide["graphs"]["oracle"]["value"] > wide["wa"]["value"]
    unadapted = found["unadapted"]  # of so few words it may be the same
    assert unadapted["interval"][0] < unadapted["value"] <= wide["wa"]["value"] + 5
    assert unadapted["value"] > 50
    line = found["line"]
    assert line["slope_interval"][0] <= line["slope"] <= line["slope_interval"][1]
    assert line["r"] > 0.9
    assert {"intercept", "intercept_interval", "r_interval"} <= line.keys()
    low, high = found["rescoring"]["interval"]
    assert low <= found["rescoring"]["gain"] <= high


def test_the_terminal_and_the_page_show_the_same_tables(told: Any, here: Path) -> None:
    printed = told("study", "trains", "--quick", "-o", "report").out
    assert printed.endswith("wrote report/trains.html\n")
    assert "MultiWOZ" not in printed
    page = (here / "report" / "trains.html").read_text("utf-8")
    for part in (
        "different frames, %",
        "How well it is foreseen",
        "Understood of transliterations: the trains",
        "Systems compared",
    ):
        assert part in printed
        assert part in page
    assert "synthetic speech" in page
    assert 'class="scatter"' in page


def test_without_voices_the_rest_is_there(told: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("MURHO_CACHE", str(tmp_path))
    found = told("study", "trains", "--quick", "--json").json
    assert "settings" not in found
    assert "espeak-ng and flite are not installed; install with: apt-get install espeak-ng flite" in found["missing"]
    assert found["coverage"]["trains"]["grammar"]["development"]["ca"] > 90
