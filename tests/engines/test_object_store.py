"""Files in an object store: a real server that speaks S3, read through s3fs by this process and by workers."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from murho.cli import status

pytest.importorskip("distributed")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of an empty bucket."""
    s3fs = pytest.importorskip("s3fs")
    server = pytest.importorskip("moto.server").ThreadedMotoServer("127.0.0.1", 0)
    server.start()
    host, port = server.get_host_and_port()
    settings = {"AWS_ENDPOINT_URL": f"http://{host}:{port}", "AWS_ACCESS_KEY_ID": "nobody"}
    for name, value in {**settings, "AWS_SECRET_ACCESS_KEY": "nothing", "AWS_DEFAULT_REGION": "us-east-1"}.items():
        monkeypatch.setenv(name, value)
    s3fs.S3FileSystem.clear_instance_cache()
    s3fs.S3FileSystem().mkdir("murho-test")
    yield "s3://murho-test"
    s3fs.S3FileSystem.clear_instance_cache()
    server.stop()


def put(folder: Path, bucket: str) -> None:
    import s3fs

    for file in folder.iterdir():
        s3fs.S3FileSystem().put_file(str(file), f"{bucket}/{file.name}")


def test_files_in_a_store_are_scored_and_run(
    bucket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    files = tmp_path / "files"
    files.mkdir()
    rows = [{"id": f"q{i}", "expression": f"text {i}", "reference": ["ab"[i % 2]]} for i in range(20_000)]
    said = [{"id": f"q{i}", "answer": ["abc"[i % 3]]} for i in range(20_000)]
    for name, lines in (("cases.jsonl", rows), ("answers.jsonl", said)):
        (files / name).write_text("".join(json.dumps(line) + "\n" for line in lines))
    put(files, bucket)

    def scored(place: str, *more: str) -> str:
        assert status(["score", "labels", f"{place}/cases.jsonl", f"{place}/answers.jsonl", "--json", *more]) == 0
        return capsys.readouterr().out

    here = scored(str(files))
    assert scored(bucket) == here
    assert scored(bucket, "--engine", "dask(processes=2)") == here
    assert json.loads(here)["n"] == 20_000

    (tmp_path / "store_desk.py").write_text("def answer(text):\n    return 'abc'[int(text.split()[-1]) % 3]\n")
    command = [
        "run",
        f"{bucket}/cases.jsonl",
        "--system",
        "store_desk:answer",
        "-m",
        "labels",
        "--limit",
        "300",
        "--json",
    ]
    assert status([*command, "-o", "here"]) == 0
    assert status([*command, "-o", "apart", "--engine", "dask(processes=2)"]) == 0
    one, other = map(json.loads, capsys.readouterr().out.splitlines())
    assert one["figures"] == other["figures"]

    assert status(["score", "labels", f"{bucket}/nothing.jsonl", f"{bucket}/answers.jsonl"]) == 1
    assert (
        capsys.readouterr().err == f"{bucket}/nothing.jsonl: no such file; check the name and the working directory\n"
    )
