"""From what somebody has to a first figure of his own: an empty folder, ordinary files, two commands, no code."""

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response

from ..systems.services.serving import Served, chatting, serving

pytestmark = pytest.mark.slow


def test_a_table_of_logs(murho: Any, here: Path) -> None:
    rows = [
        ("book a room", "book", "book", "0,91", "web"),
        ("cancel it", "cancel", "book", "0,40", "phone"),
        ("a table; for two", "book", "book", "0,77", "web"),
        ("rain?", "weather", "weather", "0,99", "phone"),
    ]
    lines = ["utterance;true_intent;predicted_intent;confidence;channel"]
    lines += [";".join(f'"{one}"' if ";" in one else one for one in row) for row in rows]
    (here / "log.csv").write_text("\ufeff" + "\r\n".join(lines) + "\r\n", "utf-8")
    said = murho("score", "labels", "log.csv", "--by", "channel", "-o", "report.html")
    assert said.status == 0, said.err
    assert "π = 0.2500" in said.out
    assert "'true_intent' as the reference" in " ".join(said.out.split())
    page = (here / "report.html").read_text("utf-8")
    # Accuracy, the mean of F1 over labels (0.8, 0 and 1), slices, and the confusion down to its case.
    for part in (
        "Right 3 of 4 cases, no answer 0, wrong 1: understands 75.0 %",
        "macro",
        "0.600",
        "phone",
        "cancel it",
    ):
        assert part in page, part


def test_a_model_behind_an_endpoint(murho: Any, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A suite, a prompt and prices: one command to accuracy, time, tokens, money and retries, one to the page."""
    monkeypatch.setenv("OPENAI_API_KEY", "canary-key-0123456789")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    suite = [("book a room", "book"), ("cancel it", "cancel"), ("rubbish", "book"), ("book two", "cancel")]
    cases = [{"id": f"q{i}", "expression": text, "reference": [label]} for i, (text, label) in enumerate(suite)]
    (here / "suite.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in cases), "utf-8")
    (here / "prompt.md").write_text("Which intent is it?\nTEXT: {{ expression }}\n", "utf-8")
    (here / "prices.toml").write_text(
        'currency = "EUR"\n[tiny]\ninput = 0.15\noutput = 0.60\nrequest = 0.01\n', "utf-8"
    )
    busy = {"cancel it", "book two"}

    async def sometimes(body: Any, request: Request, served: Served) -> Response:
        if (text := body["messages"][0]["content"].rpartition("TEXT: ")[2]) in busy:
            busy.remove(text)
            return Response("busy", 429, {"Retry-After": "0"})
        return await chatting(body, request, served)

    with serving(sometimes) as served:
        endpoint = ("--base-url", f"{served.url}/v1", "--prompt", "prompt.md", "--prices", "prices.toml")
        reading = ("--parse", r"match:^intent=(\w+)$", "-m", "labels", "--workers", "2")
        said = murho("run", "suite.jsonl", "--system", "openai:tiny", *endpoint, *reading, "-o", "model", "--json")
    assert said.status == 0, said.err
    (figure,) = said.json["figures"].values()
    assert (figure["value"], figure["counts"]["undefined"]) == (0.5, 1)
    took = said.json["efficiency"]
    sent = sum(len(f"Which intent is it?\nTEXT: {text}") for text, _ in suite)
    given = len("intent=book") * 2 + len("intent=cancel") + len("I'd rather not say")
    assert (took["tokens_in"]["total"], took["tokens_out"]["total"]) == (sent, given)
    assert took["cost"]["total"] == pytest.approx(0.04 + (0.15 * sent + 0.60 * given) / 1_000_000)
    assert 0 < took["seconds"]["p50"] <= took["seconds"]["p90"] <= took["seconds"]["most"] < 60
    assert (took["currency"], took["asked_again"], took["cached"]) == ("EUR", 2, 0)
    assert len(served.asked) == 6
    assert murho("report", "model", "-o", "report.html").status == 0
    page = (here / "report.html").read_text("utf-8")
    for part in (
        "understands 50.0 %",
        "cost (EUR)",
        "2 answers took more than one attempt",
        "tokens sent",
    ):
        assert part in page, part
    assert not any("canary" in path.read_text("utf-8", "replace") for path in here.rglob("*") if path.is_file())


def test_transcripts_of_speech(murho: Any, here: Path) -> None:
    (here / "ref.text").write_text("anna-01 to bonn please\nbob-01 to ulm\n", "utf-8")
    (here / "hyp.text").write_text("anna-01 to born please\nbob-01 to ulm\n", "utf-8")
    (here / "utt2spk").write_text("anna-01 anna\nbob-01 bob\n", "utf-8")
    found = murho("score", "words", "ref.text", "hyp.text", "--format", "kaldi", "--by", "speaker", "--json").json
    assert found["value"] == 0.2
    assert {name: one["value"] for name, one in found["by"]["speaker"].items()} == {"anna": 1 / 3, "bob": 0.0}
    manifest = [{"audio_filepath": f"{name}.wav", "duration": 1.0, "text": text} for name, text in [("a", "to bonn")]]
    for name, change in (("right", {}), ("heard", {"pred_text": "to born"})):
        lines = (json.dumps(one | change) for one in manifest)
        (here / f"{name}.json").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    assert murho("score", "words", "right.json", "heard.json", "--format", "nemo", "--json").json["value"] == 0.5
    (here / "talk.json").write_text(json.dumps({"segments": [{"start": 0, "end": 2, "text": " to bonn"}]}), "utf-8")
    (here / "said.txt").write_text("to bonn please\n", "utf-8")
    heard = murho("score", "words", "said.txt", "talk.json", "--format", "text,whisper", "--json").json
    assert (heard["value"], heard["counts"]["deletions"]) == (1 / 3, 1)


def whisperx(*segments: str) -> dict[str, Any]:
    """Segments written as `anna:to bob:yes`, each of three seconds, its words with times and speakers."""
    made = []
    for begin, segment in enumerate(segments):
        named = [word.split(":") for word in segment.split()]
        times = [{"start": 3 * begin + at / 10, "end": 3 * begin + at / 10 + 0.1} for at in range(len(named))]
        words = [
            {"word": word, "score": 0.9, "speaker": who, **time} for (who, word), time in zip(named, times, strict=True)
        ]
        text = " " + " ".join(word for _, word in named)
        made.append({"start": 3 * begin, "end": 3 * begin + 3, "text": text, "words": words, "speaker": named[0][0]})
    return {"segments": made, "language": "en"}


def test_what_speakers_said_and_whisperx_heard(murho: Any, here: Path) -> None:
    """Speakers are the reference's, whatever the recogniser calls them; inserted words are whoever's was speaking."""
    said = whisperx("a:where a:to", "b:to b:bonn b:please a:today", "b:yes")
    heard = whisperx("X:where X:um X:to", "Y:to Y:born Y:please X:today", "Y:yes Y:now")
    for name, one in (("ref", said), ("hyp", heard)):
        (here / f"{name}.json").write_text(json.dumps(one), "utf-8")
    (here / "cities.txt").write_text("bonn\n", "utf-8")
    files = ("ref.json", "hyp.json", "--format", "whisperx")
    found = murho("score", "words", *files, "--by", "speaker", "-o", "report.html", "--json").json
    speakers = found["by"]["speaker"]
    assert (found["numerator"], found["denominator"]) == (3, 7)
    assert {name: (one["numerator"], one["denominator"]) for name, one in speakers.items()} == {
        "a": (1, 3),
        "b": (2, 4),
    }
    assert (here / "report.html").stat().st_size > 10_000
    aligned = murho("align", *files, "--keywords", "cities.txt")
    assert "bonn 1 0 1" in " ".join(aligned.out.split())
    aligned = " ".join(murho("align", *files).out.split())
    assert "ref where *** to to bonn please today yes *** hyp where um to to born please today yes now" in aligned


def test_logs_of_language_models(murho: Any, here: Path) -> None:
    """Weights of one's own, slices and pairs, from what other programs wrote; nothing is asked again."""
    kept = Path(__file__).parent.parent / "formats" / "logs"
    log = json.loads((kept / "inspect" / "intents.json").read_text("utf-8"))
    importance = {"open": 1.0, "renew": 0.5, "bye": 0.25}
    for sample in log["samples"]:
        sample["metadata"]["importance"] = importance[sample["id"]]
    (here / "log.json").write_text(json.dumps(log), "utf-8")
    (here / "other.eval").write_bytes((kept / "inspect" / "other.eval").read_bytes())
    own = ("--weight", "importance", "--by", "channel", "--json")
    found = murho("score", "labels", "log.json", "--format", "inspect", *own).json
    assert found["value"] == pytest.approx(0.25 / 1.75)
    assert found["by"]["channel"]["web"]["value"] == pytest.approx(0.25 / 1.25)
    found = murho(
        "compare", "--references", "other.eval", "log.json", "other.eval", "--format", "inspect", "-m", "labels"
    )
    assert "+0.3333" in found.out
    for name in ("intents", "other"):
        (here / f"{name}.jsonl").write_bytes((kept / "lm_eval" / f"samples_{name}.jsonl").read_bytes())
    files = ("--references", "intents.jsonl", "intents.jsonl", "other.jsonl")
    told = murho("compare", *files, "--format", "lm-eval", "-m", "labels", "--json").json
    assert (told["pi_a"], told["pi_b"]) == (pytest.approx(1 / 3), pytest.approx(2 / 3))
    (here / "results.json").write_bytes((kept / "promptfoo" / "results.json").read_bytes())
    assert (
        murho("score", "labels", "results.json", "--format", "promptfoo(system='large')", "--json").json["value"] < 0.34
    )


def test_results_of_rasa(murho: Any, here: Path) -> None:
    """What `rasa test nlu --successes` leaves in a folder, before and after; nothing is run again."""
    texts = [("hello", "greet"), ("bye", "leave"), ("see you", "leave"), ("hi there", "greet")]
    for name, wrong in (("before", {"bye", "hi there"}), ("after", {"bye"})):
        (here / name).mkdir()
        rows = [
            {"text": text, "intent": intent, "intent_prediction": {"name": "ask" if text in wrong else intent}}
            for text, intent in texts
        ]
        for kind, kept in (("errors", wrong), ("successes", {text for text, _ in texts} - wrong)):
            some = [row for row in rows if row["text"] in kept]
            (here / name / f"intent_{kind}.json").write_text(json.dumps(some), "utf-8")
    found = murho("score", "labels", "before", "--format", "rasa", "--json", "-o", "report.html").json
    assert (found["value"], found["n"]) == (0.5, 4)
    assert "understands 50.0 %" in (here / "report.html").read_text("utf-8")
    told = murho(
        "compare", "--references", "before", "before", "after", "--format", "rasa", "-m", "labels", "--json"
    ).json
    assert (told["pi_a"], told["pi_b"]) == (0.5, 0.25)


def test_a_run_before_and_a_run_after(murho: Any, here: Path) -> None:
    cases = [{"id": f"q{i}", "expression": f"ask {i}", "reference": ["ab"[i % 2]]} for i in range(200)]
    (here / "cases.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in cases), "utf-8")
    for name, wrong in (("before", 10), ("after", 60)):
        answers = [{"id": f"q{i}", "answer": ["c" if i < wrong else "ab"[i % 2]]} for i in range(200)]
        (here / f"{name}.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in answers), "utf-8")
        murho("run", "cases.jsonl", "--system", f"{name}.jsonl", "-m", "labels", "-o", name)
    gate = ("--fail-if-worse", "0.01", "--confident")
    worse = murho(
        "compare", "before", "after", *gate, "-o", "page.html", "--junit", "tests.xml", "--markdown", "page.md"
    )
    assert worse.status == 100
    assert 'failures="1"' in (here / "tests.xml").read_text("utf-8")
    assert "breaks 50" in (here / "page.md").read_text("utf-8")
    assert "fixes 0 cases and breaks 50" in (here / "page.html").read_text("utf-8")
    assert murho("compare", "after", "before", *gate).status == 0
    assert murho("compare", "before", "before", *gate).status == 0
