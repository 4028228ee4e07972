"""The ten minutes of docs/services.md, on the trained engine of examples/service behind uvicorn."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from murho.store import open_run

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "services.md").read_text("utf-8")
JSON = {"Content-Type": "application/json"}
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]


@pytest.fixture(scope="module")
def engine() -> Iterator[str]:
    """Where the engine answers."""
    pytest.importorskip("sklearn")
    with socket.create_server(("127.0.0.1", 0)) as listening:  # who connects before it serves has to wait for it
        port, given = listening.getsockname()[1], listening.fileno()
        command = [sys.executable, "-m", "uvicorn", "examples.service.engine:app", "--fd", str(given)]
        with subprocess.Popen([*command, "--log-level", "error"], cwd=ROOT, pass_fds=[given]) as process:
            listening.close()  # else who connects waits also for an engine that has ended without serving
            try:
                with urlopen(Request(f"http://127.0.0.1:{port}/parse", b'{"text": "hours"}', JSON), timeout=600):
                    pass
                yield f"http://127.0.0.1:{port}/parse"
            finally:
                process.terminate()


@pytest.mark.slow
def test_the_tutorial_runs_as_written(engine: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples" / "service", tmp_path / "examples" / "service")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    said = []
    for line in COMMANDS:
        assert line.startswith("murho ")
        line = line.replace("http://localhost:8000/parse", engine).replace("--repeat 5", "--repeat 2")
        done = subprocess.run(
            line, shell=True, capture_output=True, text=True, cwd=tmp_path, env={**os.environ, "PATH": path}
        )
        assert done.returncode == 0, (line, done.stderr)
        said.append(done.stdout)
    assert len(said) == 6
    assert "labels  π = 0.4887  95 % [0.4206, 0.5609]" in said[0], "what the page prints"
    assert "labels  π = 0.4887  95 % [0.4206, 0.5609]" in PAGE
    assert "time" in said[0]
    assert "each case was asked 2 times" in said[3]
    assert open_run(tmp_path / "drawn").record["counts"] == {
        "cases": 442, "undefined": 0, "missing_answers": 0, "failures": {}
    }  # fmt: skip


@pytest.mark.slow
def test_the_engine_says_the_same_when_it_is_asked_by_hand(engine: str, tmp_path: Path) -> None:
    from murho.core.case import Cases
    from murho.systems import gather, system

    texts = ["When do you open?", 'Renew "Emma", please', "Where are the maps?"]
    by_hand = []
    for text in texts:
        body = json.dumps({"text": text}).encode()
        with urlopen(Request(engine, body, JSON)) as reply:
            by_hand.append((json.loads(reply.read())["intent"]["name"],))
    asked = system(f"{engine} request={ROOT}/examples/service/body.json response=$.intent.name")
    cases = Cases(["1", "2", "3"], texts, [()] * 3)
    with asked:
        assert gather(cases, asked.answer(cases)).answers == by_hand
