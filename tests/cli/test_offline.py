"""The main job needs no network, and looks for none: it runs with sockets blocked, to the same figures."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import MURHO

ROOT = Path(__file__).resolve().parents[2]
BLOCKING = """
import os, sys

def refuse(event, arguments):
    if event in ("socket.connect", "socket.bind", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"):
        with open(os.environ["ATTEMPTS"], "a") as file:
            print(event, arguments, file=file)
        raise OSError("this process has no network")

sys.addaudithook(refuse)
"""
CALL = [sys.executable, "-c", "import socket; socket.create_connection(('127.0.0.1', 9), 1)"]
COMMANDS = (
    "run --config examples/library/murho.toml --overwrite --json -o run",
    "run inputs/intents.jsonl --system inputs/intents-a.jsonl -m labels -o recorded --json",
    "show run -m meanings --by scenario --json",
    "score words inputs/said.parquet inputs/heard.parquet --by speaker --json",
    "score dependencies examples/parsing/gold.conllu examples/parsing/system.conllu --json",
    "compare run run -m meanings --json",
    "suite run examples/suites/small.xml --system examples/suites/parsed.conllu -o suite --json",
    "study parnax --json",
    "report run --weight given --weight length() -o page.html",
)


@pytest.fixture(params=["audit", "namespace"])
def blocked(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[list[str], dict[str, str]]:
    """What stands before a command, and its environment, so that it has no network."""
    environment = {**os.environ, "COLUMNS": "80"}
    if request.param == "namespace":
        before = ["unshare", "--map-root-user", "--net"]
        try:
            subprocess.run([*before, "true"], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            pytest.skip("no network namespace may be made here")
        return before, environment
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(BLOCKING)
    path = os.pathsep.join(filter(None, [str(tmp_path / "site"), os.environ.get("PYTHONPATH", "")]))
    return [], {**environment, "PYTHONPATH": path, "ATTEMPTS": str(tmp_path / "attempts")}


@pytest.mark.slow
def test_the_main_job_runs_without_a_network(blocked: tuple[list[str], dict[str, str]], tmp_path: Path) -> None:
    before, environment = blocked
    refused = subprocess.run([*before, *CALL], env=environment, capture_output=True, text=True, check=False)
    assert "no network" in refused.stderr or "unreachable" in refused.stderr, "the block holds"
    (tmp_path / "attempts").unlink(missing_ok=True)
    said = {}
    for name, prefix, env in (("with", [], {**os.environ, "COLUMNS": "80"}), ("without", before, environment)):
        here = tmp_path / name
        here.mkdir()
        (here / "examples").symlink_to(ROOT / "examples")
        (here / "inputs").symlink_to(ROOT / "tests" / "kept" / "inputs")
        said[name] = []
        for command in COMMANDS:
            arguments = [*prefix, str(MURHO), *command.split()]
            done = subprocess.run(arguments, cwd=here, env=env, capture_output=True, text=True, check=False)
            assert done.returncode == 0, (command, done.stderr)
            said[name].append(json.loads(done.stdout) if "--json" in command else done.stdout)
        assert (here / "page.html").stat().st_size > 10_000
    assert said["without"] == said["with"]
    assert not (tmp_path / "attempts").exists(), (tmp_path / "attempts").read_text()
