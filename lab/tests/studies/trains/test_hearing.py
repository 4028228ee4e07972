"""What is heard of utterances: real sound, the study's language model."""

from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest

from murho.core.case import Cases
from murho.formats.slf import is_word_graph
from murho_lab.studies.trains import hearing, task, understanding, utterances
from murho_lab.studies.trains.experiment import experiment
from murho_lab.studies.trains.frames import framing
from murho_lab.studies.trains.hearing import Setting

pytestmark = pytest.mark.slow
SAID = {
    "to berlin please": ["goalcity:berlin"],
    "i want to go from bonn to ulm": ["sourcecity:bonn", "goalcity:ulm"],
    "tomorrow morning": ["date:tomorrow", "period:morning"],
    "no thank you": ["dm_marker:no", "dm_marker:thanks"],
}


@pytest.fixture(scope="module", autouse=True)
def _needs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What is kept is kept for all tests here: a language model takes longer than they do."""
    pytest.importorskip("pocketsphinx")
    pytest.importorskip("soundfile")
    if which("flite") is None or which("espeak-ng") is None:
        pytest.skip("flite or espeak-ng is not installed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MURHO_CACHE", str(tmp_path_factory.mktemp("kept")))
        yield


def cases() -> Cases:
    names = [str(number) for number in range(len(SAID))]
    columns = {"phenomenon": ["plain"] * len(SAID)}
    return Cases(names, list(SAID), [(units,) for units in SAID.values()], clusters=names, features=columns)


def test_sounds_are_heard_once_with_text_graph_and_time() -> None:
    said, told = cases(), []
    spoken = hearing.spoken(said, None)
    assert all(Path(sound).is_file() for sound in spoken.features["audio"])
    known = hearing.known(adapting=2)
    heard = hearing.heard(spoken, 64, known, tell=lambda: told.append(1))
    assert len(told) == len(SAID)
    assert understanding.heard_words(heard)[2:] == list(SAID)[2:]
    assert all(is_word_graph(answer[-1]) for answer in heard.answers)
    assert all(seconds > 0 for seconds in heard.extras["cpu_seconds"])
    assert hearing.heard(spoken, 64, known).answers == heard.answers
    noisy = hearing.spoken(said, 0.0)
    assert set(noisy.features["audio"]).isdisjoint(spoken.features["audio"])


def test_nothing_that_is_measured_is_known_to_the_voices() -> None:
    frame = framing(task.bundled().names)
    known = hearing.besides(40)
    assert len(set(known)) == 40
    assert set(map(frame, known)).isdisjoint(map(frame, utterances.bundled().texts))


def test_the_experiment_on_few_utterances() -> None:
    said = cases()
    systems = {"grammar": understanding.grammar(), "mute": lambda text: []}
    settings = [Setting(64, None), Setting(10, None), Setting(10, 15.0)]
    found = experiment(said, said, systems, settings, settings[:1], adapting=2)
    shown = found.as_json()
    wide, narrow, noisy = shown["settings"]
    assert (wide["beam"], wide["noise"], noisy["noise"]) == (64, "clean", "15 dB")
    assert wide["wa"]["value"] > 80 > noisy["wa"]["value"]
    assert wide["wa"]["value"] >= narrow["wa"]["value"] >= noisy["wa"]["value"]
    assert wide["graphs"]["oracle"]["value"] >= wide["wa"]["value"]
    assert wide["graphs"]["right"] <= wide["graphs"]["held"]
    assert [one["systems"]["mute"]["value"] for one in shown["settings"]] == [0, 0, 0]
    assert shown["systems"]["grammar"]["transliterations"]["value"] == 100
    assert shown["systems"]["mute"]["line"]["slope"] == 0
    assert shown["line"]["slope"] > 0
    assert sum(shown["line"]["residuals"]) == pytest.approx(0)
    assert set(shown["rescoring"]) >= {"gain", "interval", "by_noise", "chosen", "development", "tried"}
    assert "adapted" in shown["speech"]
    assert 0 < shown["unadapted"]["value"] <= 100
    assert shown["foreseen"]["out_of_vocabulary"] == 0
    assert 1 < shown["foreseen"]["perplexity"] < 100
    assert shown["misheard"]["without unknown words"] == {**wide["wa"], "words": sum(len(one.split()) for one in SAID)}
