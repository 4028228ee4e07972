"""The recogniser as a system: real sound from a suite to words, and what bad sound and lost processes cost."""

import json
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, MurhoError, UsageError
from murho.core.meaning import UNDEFINED
from murho.formats import slf
from murho.systems import gather, system
from murho.systems.identity import identity
from murho_lab.speech import model
from murho_lab.speech.recogniser import Recogniser
from murho_lab.systems import listening
from murho_lab.systems.sphinx import Asked, Sphinx, sounds_of

pytest.importorskip("pocketsphinx")
soundfile = pytest.importorskip("soundfile")
if which("flite") is None:
    pytest.skip("flite is not installed", allow_module_level=True)

SENTENCES = ["to bonn please", "yes please", "no to berlin"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Three sounds, the text that they are of, and where things are kept."""
    folder = tmp_path_factory.mktemp("sphinx")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MURHO_CACHE", str(folder / "kept"))
        from murho_lab.speech.synthesis import synthesise

        for number, path in enumerate(synthesise(SENTENCES, ["flite:rms"])):
            (folder / f"{number}.wav").write_bytes(path.read_bytes())
        (folder / "said.txt").write_text("\n".join(SENTENCES))
        yield folder


def cases_of(folder: Path, *names: str | None) -> Cases:
    return Cases(
        [f"q{n}" for n in range(len(names))],
        ["?"] * len(names),
        [()] * len(names),
        features={"audio": list(names)},
        path=str(folder / "suite.jsonl"),
    )


def asked(folder: Path, cases: Cases, options: str = "", **more: int) -> tuple[Answers, Sphinx]:
    with Sphinx(f"en text={folder}/said.txt {options}", **more) as sphinx:
        return gather(cases, sphinx.answer(cases)), sphinx


def test_a_suite_is_heard(folder: Path) -> None:
    answers, sphinx = asked(folder, cases_of(folder, "0.wav", "1.wav", "2.wav"), workers=2)
    assert answers.answers == [(text,) for text in SENTENCES]
    assert all(seconds > 0 for seconds in answers.extras["cpu_seconds"])
    described = sphinx.describe()
    assert (described["kind"], described["maxhmmpf"], described["beam"]) == ("sphinx", -1, 1e-48)
    assert sphinx.notes == []


@pytest.mark.slow
def test_texts_graphs_or_both_are_answered(folder: Path) -> None:
    cases = cases_of(folder, "2.wav")
    (several,) = asked(folder, cases, "nbest=3 output=both")[0].answers
    (graph,) = asked(folder, cases, "nbest=3 output=graph")[0].answers
    assert several[0] == SENTENCES[2]
    assert not any(map(slf.is_word_graph, several[:-1]))
    assert several[-1:] == graph
    assert slf.parse(graph[0]).best() == tuple(SENTENCES[2].split())


def test_bad_sound_costs_its_case(folder: Path) -> None:
    soundfile.write(folder / "empty.wav", [], 16_000)
    soundfile.write(folder / "stereo.wav", [[0.0, 0.0]] * 1000, 16_000)
    (folder / "cut.wav").write_bytes((folder / "0.wav").read_bytes()[:9000])
    samples, _ = soundfile.read(folder / "1.wav")
    soundfile.write(folder / "narrow.wav", samples[::2], 8_000)
    cases = cases_of(folder, "empty.wav", "stereo.wav", None, "cut.wav", "said.txt", "narrow.wav", "gone.wav", "1.wav")
    answers, sphinx = asked(folder, cases)
    assert [answer is UNDEFINED for answer in answers.answers] == [True] * 5 + [False, True, False]
    kinds = [None if failure is None else failure.split(":")[0] for failure in answers.failures or ()]
    assert kinds == [
        "no sound in it",
        "2 channels",
        "no sound",
        "cut short after 0.28 s",
        "not read as sound (Format not recognised)",
        None,
        "no such file",
        None,
    ]
    assert answers.answers[-1] == (SENTENCES[1],)
    assert sphinx.notes == [
        "sphinx: 1 of the sounds have less than 16000 samples a second: the upper part of speech is missing in them"
    ]


def test_a_process_that_dies_costs_its_case(folder: Path) -> None:
    cases = cases_of(folder, "0.wav", "1.wav", "2.wav")
    with Sphinx(f"en text={folder}/said.txt") as sphinx:
        answers = sphinx.answer(cases)
        first = next(answers)
        (worker,) = sphinx._workers
        assert worker.process is not None
        # It does not run on until it is dead, so that it surely dies with the next case in hand.
        child = worker.process._popen.pid
        os.kill(child, signal.SIGSTOP)

        def kill() -> None:
            while worker.position is None:
                time.sleep(0.01)
            os.kill(child, signal.SIGFPE)
            os.kill(child, signal.SIGCONT)

        killer = threading.Thread(target=kill)
        killer.start()
        rest = list(answers)
        killer.join()
    said = {answer.position: answer for answer in (first, *rest)}
    assert [said[position].answer for position in range(3)] == [(SENTENCES[0],), UNDEFINED, (SENTENCES[2],)]
    assert str(said[1].failure).startswith("was killed by SIGFPE")


def test_what_makes_it_another_system(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    first = identity(system("sphinx:en text=said.txt"))
    assert "said.txt" in first.files
    assert "en-us/mdef" in first.files
    assert "en-us/en-us.lm.bin" not in first.files
    assert identity(system("sphinx:en text=said.txt", workers=2)).digest == first.digest
    assert identity(system("sphinx:en text=said.txt beam=1e-22")).digest != first.digest
    assert {"en-us/en-us.lm.bin", "en-us/cmudict-en-us.dict"} <= set(identity(system("sphinx:en")).files)
    (folder / "other.txt").write_text("to mainz")
    os.replace(folder / "said.txt", folder / "kept.txt")
    os.replace(folder / "other.txt", folder / "said.txt")
    try:
        assert identity(system("sphinx:en text=said.txt")).digest != first.digest
    finally:
        os.replace(folder / "kept.txt", folder / "said.txt")


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("", "sphinx:: name a model; write sphinx:en, or the folder of an acoustic model"),
        ("en bean=1", "sphinx: no option 'bean'; known: text, words, lm, dict, adapt, beam,"),
        ("en nbest=0", "sphinx: nbest=0; give a whole number above 0"),
        ("en output=slf", "sphinx: output=slf; known: words, graph, both"),
        ("en beam=2", "beam=2.0; give a share of the best, 1 or less"),
        ("en text=a lm=b", "sphinx: a text makes its own language model and dictionary"),
        ("mine", "sphinx:mine: a model of your own wants lm=FILE and dict=FILE"),
        ("en words=a", "sphinx: words go with a text; give text=FILE"),
        ("en 'text=a", "sphinx:en 'text=a: No closing quotation"),
    ],
    ids=["none", "option", "nbest", "output", "beam", "text and lm", "own", "words", "quote"],
)
def test_what_is_written_wrongly(spec: str, told: str) -> None:
    with pytest.raises(UsageError) as raised:
        Sphinx(spec)
    assert str(raised.value).startswith(told)


def test_what_cannot_be_loaded_is_told_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match=r"gone.txt: no such file"):
        Sphinx(f"en text={folder}/gone.txt")
    (folder / "none.txt").write_text("\n")
    with pytest.raises(InputError, match="no words in the text"), Sphinx(f"en text={folder}/none.txt"):
        pass
    (folder / "broken.arpa").write_text("\\data\\\nngram 1=5\n\n\\1-grams:\n-1 to\n")
    cases = cases_of(folder, "0.wav")
    refused = pytest.raises(MurhoError, match=r"broken.arpa: pocketsphinx refuses the model")
    with refused, Sphinx(f"en lm={folder}/broken.arpa") as sphinx:
        list(sphinx.answer(cases))
    monkeypatch.setitem(sys.modules, "pocketsphinx", None)
    with pytest.raises(UsageError, match="pocketsphinx is not installed; install it with: pip install pocketsphinx"):
        Sphinx("en")


def test_a_suite_without_sound_is_refused(folder: Path) -> None:
    cases = Cases(["a"], ["to bonn"], [()], path="said.jsonl", lines=[1])
    with pytest.raises(
        InputError, match=r"said.jsonl:1: case 'a': no sound to hear; name the file in its field 'audio'"
    ):
        sounds_of(cases)


@pytest.mark.slow
def test_a_run_finds_its_sounds_beside_the_suite_and_goes_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from murho.cli import main

    rows = [
        {"id": str(n), "expression": text, "reference": [text], "audio": f"late{n}.wav"}
        for n, text in enumerate(SENTENCES)
    ]
    (folder / "suite.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    for number in (0, 1):
        os.link(folder / f"{number}.wav", folder / f"late{number}.wav")
    away = folder / "away"
    away.mkdir()
    monkeypatch.chdir(away)
    call = ["run", "../suite.jsonl", "--system", "sphinx:en text=../said.txt", "-m", "words", "-o", "run", "--json"]
    with pytest.raises(SystemExit, match="0"):
        main(call)
    assert json.loads((away / "run" / "run.json").read_text())["counts"]["failures"] == {"no such file": 1}
    os.link(folder / "2.wav", folder / "late2.wav")
    with pytest.raises(SystemExit, match="0"):
        main([*call, "--retry", "undefined"])
    record = json.loads((away / "run" / "run.json").read_text())
    assert record["counts"]["undefined"] == 0
    assert record["figures"]["words"]["value"] == 0.0


@pytest.mark.slow
def test_cases_are_heard_by_a_model_of_their_speaker(folder: Path) -> None:
    rows = [
        {"id": str(n), "expression": text, "audio": f"{n}.wav", "speaker": "rms"} for n, text in enumerate(SENTENCES)
    ]
    (folder / "adapt.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    cases = cases_of(folder, "0.wav", "1.wav", "2.wav")
    cases.features["speaker"] = ["rms", "slt", None]
    options = f"adapt={folder}/adapt.jsonl nbest=50"
    answers, sphinx = asked(folder, cases, options)
    plain, _ = asked(folder, cases, "nbest=50")
    assert [texts[0] for texts in answers.answers if texts is not UNDEFINED] == SENTENCES
    # The others are heard as ever.
    assert answers.answers[1:] == plain.answers[1:]
    assert answers.answers[0] != plain.answers[0]
    assert sphinx.notes == [
        f"sphinx: 2 of the cases have no speaker that {folder}/adapt.jsonl knows: they are heard without adaptation"
    ]
    assert sphinx.describe()["adapt"] == f"{folder}/adapt.jsonl"
    spec = f"sphinx:en text={folder}/said.txt {options}"
    before = identity(system(spec))
    assert {f"{folder}/adapt.jsonl", f"{folder}/0.wav"} <= before.files.keys()
    (folder / "adapt.jsonl").write_text(json.dumps(rows[0]) + "\n")
    assert identity(system(spec)).digest != before.digest


@pytest.mark.slow
def test_what_it_could_not_adapt_to_is_told(folder: Path) -> None:
    samples, _ = soundfile.read(folder / "1.wav")
    soundfile.write(folder / "eight.wav", samples[::2], 8_000)
    rows = [("a", SENTENCES[0], "0.wav"), ("b", SENTENCES[1], "eight.wav"), ("c", "No, to Berlin!", "2.wav")]
    table = folder / "adapt.tsv"
    head = "id\texpression\taudio\tspeaker\n"
    table.write_text(head + "".join("\t".join((*row, "rms")) + "\n" for row in rows))
    for _ in range(2):  # what is kept is told again
        with Sphinx(f"en text={folder}/said.txt adapt={table}") as sphinx:
            assert sphinx.notes == [
                "sphinx: adapted to 2 of 3 sounds of rms: the others do not fit their words, or have words that the "
                "dictionary lacks",
                f"sphinx: 1 of the sounds of {table} have less than 16000 samples a second: the upper part of speech "
                "is missing in them",
            ]


def test_few_recognisers_are_in_memory_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "LOADED", 2)
    made = model.of_text(SENTENCES)
    first, second, third = (Recogniser(made) for _ in range(3))
    loaded = dict[Recogniser, None]()
    first.load()
    for one in (first, second, first, third):
        listening.use(one, loaded)
    assert list(loaded) == [first, third]
    assert "_decoder" in vars(first)
    listening.use(second, loaded)
    assert "_decoder" not in vars(first)
    assert first.hear_file(folder / "1.wav").texts == (SENTENCES[1],)


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ({"id": "1", "expression": "yes"}, "no sound to hear"),
        ({"id": "1", "expression": " ", "audio": "0.wav"}, "nothing to adapt to"),
        ({"id": "1", "expression": "yes", "audio": "gone.wav"}, "no such file"),
    ],
)
def test_what_cannot_be_adapted_to_is_one_line(folder: Path, row: dict[str, str], found: str) -> None:
    (folder / "bad.jsonl").write_text(json.dumps(row) + "\n")
    with pytest.raises(MurhoError, match=found):
        asked(folder, cases_of(folder, "0.wav"), f"adapt={folder}/bad.jsonl")


def test_words_that_the_dictionary_lacks_are_told(folder: Path) -> None:
    made = model.of_text(SENTENCES)
    shutil.copy(made.language, folder / "said.arpa")
    entries = Path(made.dictionary).read_text().splitlines(keepends=True)
    (folder / "few.dict").write_text("".join(line for line in entries if not line.startswith(("bonn", "no"))))
    with Sphinx(f"en lm={folder}/said.arpa dict={folder}/few.dict") as sphinx:
        (note,) = sphinx.notes
    assert note == f"sphinx: {folder}/few.dict lacks 2 words of the language model (bonn, no): they are never heard"
    assert Asked.of(f"en lm={model.bundled().language} dict={folder}/few.dict").unpronounced() == []
