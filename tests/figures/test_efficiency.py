"""What answers took, by hand and from a run of a service."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import murho
from murho.cli import status
from murho.figures import Subject
from murho.figures.efficiency import efficiency_of, quantity
from murho.measures import measure
from murho.pipeline.scoring.reading import Reading
from murho.store import open_run
from murho.systems.process import most_memory

from ..systems.services.serving import Served, chatting, serving


@pytest.fixture
def chat(monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setenv("OPENAI_API_KEY", "canary-key-0123456789")
    with serving(chatting) as served:
        yield served


def test_percentiles_of_what_is_known() -> None:
    found = quantity("cost", [4.0, None, 1.0, float("nan"), 2.0, 3.0, 0.0])
    assert found is not None
    assert found.as_json() == {
        "answers": 5, "total": 10.0, "mean": 2.0, "p50": 2.0, "p90": pytest.approx(3.6), "p99": pytest.approx(3.96),
        "most": 4.0,
    }  # fmt: skip
    assert quantity("cost", [None, None]) is None


def test_beside_pi(chat: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("prompt.md").write_text("TEXT: {{ expression }}")
    Path("prices.toml").write_text('currency = "EUR"\n[tiny]\ninput = 1000000\noutput = 10000000\nrequest = 0.5\n')
    cases = [{"expression": text, "reference": [f"intent={text}"]} for text in ("a", "bbb", "cc", "a")]
    system = f"openai:tiny base-url={chat.url}/v1 prompt=prompt.md prices=prices.toml cache=kept.sqlite"
    run = murho.run(cases, system, folder="run")
    found: dict[str, Any] = run.show().as_json()["efficiency"]
    sent, given = [len(f"TEXT: {text}") for text in ("a", "bbb", "cc", "a")], [8, 10, 9, 8]
    assert found["tokens_in"]["total"] == sum(sent)
    assert found["tokens_out"]["p50"] == 8.5
    assert found["cost"]["total"] == sum(0.5 + one + 10 * other for one, other in zip(sent, given, strict=True))
    assert found["cost"]["most"] == 0.5 + 9 + 100
    assert found["seconds"]["answers"] == 4
    assert (found["currency"], found["cached"], found["asked_again"]) == ("EUR", 1, 0)
    assert run.scores[0].value == 0
    assert status(["report", "run", "-o", "run.html"]) == 0
    assert ">cost (EUR)</bdi></th>" in Path("run.html").read_text()
    plain = murho.run(cases, "builtins:len", folder="plain")
    assert "efficiency" not in plain.show().as_json()
    assert plain.show(efficiency=True).as_json()["efficiency"]["seconds"]["answers"] == 4


def test_stages_together(chat: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("prompt.md").write_text("TEXT: {{ expression }}")
    model = f"openai:tiny base-url={chat.url}/v1 prompt=prompt.md"
    murho.run([{"expression": "a", "reference": ["x"]}], [model, model], folder="run")
    (seconds, sent, given) = efficiency_of(Subject(open_run("run"), measure("labels"), Reading())).quantities
    assert (seconds.answers, sent.total, given.total) == (1, len("TEXT: a") + len("TEXT: intent=a"), 8 + 15)


@pytest.mark.skipif(most_memory(os.getpid()) is None, reason="nobody tells of processes here")
def test_memory_of_the_processes_that_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = Path(__file__).parents[1] / "systems" / "scripts" / "holding.py"
    monkeypatch.chdir(tmp_path)
    cases = [{"id": held, "expression": held, "reference": ["hours"]} for held in ("100", "0", "1")]
    run = murho.run(cases, f"cmd:{sys.executable} {script}", folder="run", limit=1, seed=1)
    few = run.show(efficiency=True).as_json()["efficiency"]["memory"]["most"]
    again = murho.run(cases, f"cmd:{sys.executable} {script}", folder="run", limit=3, seed=1)
    most = again.show(efficiency=True).as_json()["efficiency"]["memory"]["most"]
    assert 100 << 20 < most < 150 << 20
    assert few <= most
    assert again.kept.record["memory"] == most
    assert status(["show", "run", "--efficiency"]) == 0
    told = capsys.readouterr().out
    assert f"memory – – – – {most / 1e6:.0f} MB –" in " ".join(told.split())
    assert "memory is the most that a process of the system had, whole, with all it has imported and started" in told
    assert status(["report", "run", "-o", "run.html"]) == 0
    page = Path("run.html").read_text()
    assert f">{most / 1e6:.0f} MB</td>" in page
    assert "memory is the most that a process of the system had" in page
    plain = murho.run(cases, "builtins:len", folder="plain")
    assert "memory" not in plain.show(efficiency=True).as_json()["efficiency"]
