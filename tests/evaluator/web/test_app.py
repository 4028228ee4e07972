"""The server as a process: who may enter, what is refused, and that everybody sees and changes own work only."""

import asyncio
import hashlib
import os
import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from hmac import compare_digest
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from murho.evaluator import assigning, people, stopping
from murho.evaluator.evaluation import open_evaluation
from murho.evaluator.judgement import Judgement, agreement, people_of
from murho.evaluator.material import material
from murho.evaluator.status import status
from murho.evaluator.storage import FILE, Storage
from murho.evaluator.web.app import Desk, application
from murho.evaluator.web.guards import App, Limit
from murho.evaluator.web.pages import render
from murho.evaluator.web.serving import listening
from murho.sheets.legible import fraction
from murho.store import Run


@pytest.fixture(scope="module")
def served(
    tmp_path_factory: pytest.TempPathFactory, record: Callable[..., Run], evaluating: Any, suite_of: Any
) -> Iterator[tuple[Path, dict[str, str]]]:
    """A run that anna and ben judge."""
    folder = tmp_path_factory.mktemp("served") / "run"
    record(folder, *suite_of(300))
    with evaluating(folder, "--evaluators", "anna,ben,carl,dora") as (links, _):
        yield folder, links


@pytest.fixture
def anna(served: Any, reader: Any) -> Any:
    person = reader(served[1]["anna"])
    assert person.enter() == 303
    return person


@pytest.fixture
def ben(served: Any, reader: Any) -> Any:
    person = reader(served[1]["ben"])
    assert person.enter() == 303
    return person


def kept(folder: Path, question: str) -> list[Any]:
    with closing(sqlite3.connect(folder / FILE)) as rows:
        return rows.execute(question).fetchall()


PAGES = (
    ("GET", "/"), ("POST", "/judge"), ("POST", "/draft"), ("POST", "/skip"), ("POST", "/undo"), ("GET", "/progress"),
    ("GET", "/disagreements"), ("POST", "/settle"),
)  # fmt: skip


def test_every_page_but_one_needs_a_token(served: Any, reader: Any) -> None:
    nobody = reader(served[1]["anna"])
    for method, path in PAGES:
        status, text, headers = nobody.ask(method, path, b"" if method == "POST" else None)
        assert (status, "request number" in text) == (403, False), path
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
    assert nobody.ask("GET", "/healthz")[:2] == (200, "ok\n")


@pytest.mark.skipif(sys.platform != "linux", reason="needs a second address of this machine")
def test_only_this_machine_is_listened_to_unless_told(served: Any) -> None:
    """Linux has all of 127.0.0.0/8: who listens everywhere answers at 127.0.0.2, too."""

    def answers(port: int | None) -> bool:
        with closing(socket.socket()) as other:
            return other.connect_ex(("127.0.0.2", port or 0)) == 0

    assert not answers(urlsplit(served[1]["anna"]).port)
    with closing(listening("0.0.0.0", 0)) as everywhere:  # --host 0.0.0.0
        assert answers(everywhere.getsockname()[1])


def test_a_token_is_kept_as_its_hash_and_compared_in_constant_time(
    served: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, links = served
    tokens = [link.partition("token=")[2].encode() for link in links.values()]
    files = [path.read_bytes() for path in folder.glob(f"{FILE}*")]
    assert not any(token in content for token in tokens for content in files)
    assert sum(hashlib.sha256(token).digest() in b"".join(files) for token in tokens) == len(tokens)
    compared = list[bytes]()

    def counting(one: bytes, other: bytes) -> bool:
        compared.append(one)
        return compare_digest(one, other)

    monkeypatch.setattr(people.hmac, "compare_digest", counting)
    with closing(Storage(folder / FILE)) as storage:
        for token in (tokens[0].decode(), tokens[-1].decode(), "nobody's"):
            compared.clear()
            assert (people.who(storage, token) is None) == (token == "nobody's")
            # Each token is looked at, wherever the right one stands.
            assert len(compared) == storage.read("SELECT count(*) AS n FROM tokens WHERE NOT revoked")[0]["n"]


def test_a_judgement_is_kept_and_the_next_case_is_another(served: Any, anna: Any) -> None:
    folder, _ = served
    before = kept(folder, "SELECT count(*) FROM judgements")[0][0]
    first = anna.fields()
    assert anna.send("/judge", {**first, "verdict": "cannot say", "comment": "why"})[0] == 303
    assert anna.fields()["place"] != first["place"]
    assert anna.send("/judge", {**first, "verdict": "cannot say", "comment": "why"})[0] == 303  # the same once more
    status, text = anna.send("/judge", {**first, "verdict": "cannot say", "comment": "because"})  # of another browser
    assert (status, "on another page, and otherwise" in text) == (400, True)
    assert kept(folder, "SELECT count(*) FROM judgements")[0][0] == before + 1
    assert "Saved: " in anna.page()


def test_a_form_of_another_site_is_refused(served: Any, anna: Any, ben: Any) -> None:
    fields = {**anna.fields(), "verdict": "cannot say"}
    others = {**fields, "secret": ben.fields()["secret"]}
    without = {name: value for name, value in fields.items() if name != "secret"}
    assert [anna.send("/judge", sent)[0] for sent in (others, without, {**fields, "secret": "é"})] == [403] * 3
    assert anna.send("/judge", fields, Sec_Fetch_Site="cross-site")[0] == 403
    assert anna.fields()["place"] == fields["place"]  # it is still to be judged


def test_a_person_changes_own_work_only(served: Any, anna: Any, ben: Any) -> None:
    folder, _ = served
    his, hers = ben.fields(), anna.fields()
    assert his["place"] != hers["place"]
    foreign = {**hers, "place": his["place"], "verdict": "cannot say", "comment": "mine now"}
    status, text = anna.send("/judge", foreign)
    assert (status, "not given to you" in text) == (400, True)
    assert anna.send("/draft", foreign)[0] == 409
    anna.send("/skip", foreign)
    assert ben.fields()["place"] == his["place"]
    assert "mine now" not in ben.page()
    assert kept(folder, f"SELECT count(*) FROM judgements WHERE place = {his['place']}") == [(0,)]


def test_figures_are_for_the_owner(served: Any, anna: Any, reader: Any) -> None:
    assert [anna.ask("GET", path)[0] for path in ("/progress", "/disagreements")] == [404, 404]
    assert anna.send("/settle", {**anna.fields(), "side": "0"})[0] == 404
    owner = reader(served[1]["owner"])
    owner.enter()
    assert "How it stands" in owner.page("/progress")


def test_the_owner_is_told_how_wide_the_interval_is_that_a_rule_waits_for(open_run: Callable[[int], Run]) -> None:
    run = open_run(60)
    storage = open_evaluation(run).storage
    stopping.choose(run, storage, "sequence(0.05)")

    def page() -> str:
        owner, who = SimpleNamespace(owner=True, name="owner"), people_of(assigning.judgements(storage))
        standing = {"status": status(run, storage), "course": None, "agreement": agreement([]), "people": who}
        progress = assigning.progress(storage)
        return render("progress.html", person=owner, progress=progress, conflicts=0, **standing).decode()

    assert "sequence(0.05) has not stopped it." in page()
    assert "Nobody has judged yet." in page()
    anna = people.known(storage, "anna")
    drawn = [row["place"] for row in storage.read("SELECT place FROM cases ORDER BY turn")][:30]
    said = [(anna, Judgement(place, f"q{place}", "anna", "cannot say" if place % 5 else "equal")) for place in drawn]
    assigning.keep_imported(storage, said)
    low, high = status(run, storage).interval or (0.0, 0.0)
    assert f"sequence(0.05) has not stopped it: the interval is {fraction(high - low)} wide." in page()
    told = sum(place % 5 == 0 for place in drawn)
    assert f"<dt>somebody could not tell</dt><dd>{30 - told} <small>in no divisor where nobody could</small>" in page()
    assert "Nobody has judged yet." not in page()


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e%2fapp.py", "/static/..%5capp.py", "//etc/passwd"]
)
def test_no_path_leads_to_a_file(served: Any, reader: Any, path: str) -> None:
    status, text, _ = reader(served[1]["anna"]).ask("GET", path)
    assert status == 404
    assert "import" not in text
    assert "root:" not in text


def test_a_request_that_is_too_large_is_refused(anna: Any) -> None:
    place = anna.fields()["place"]
    assert anna.send("/judge", {**anna.fields(), "comment": "x" * 300_000})[0] == 413
    assert anna.fields()["place"] == place


@pytest.mark.parametrize(
    "fields",
    [{"place": "99999"}, {"place": "-1"}, {"place": "٣"}, {"round": "7"}, {"verdict": "best"}, {"cause": "bad luck"}],
    ids=["far", "negative", "digit", "round", "verdict", "cause"],
)
def test_what_cannot_be_said_is_refused(served: Any, anna: Any, fields: dict[str, str]) -> None:
    before = kept(served[0], "SELECT count(*) FROM judgements")
    status, text = anna.send("/judge", {**anna.fields(), "verdict": "cannot say", **fields})
    assert (status, "Not saved" in text) == (400, True)
    assert kept(served[0], "SELECT count(*) FROM judgements") == before


def test_a_draft_is_there_again(served: Any, reader: Any) -> None:
    carl = reader(served[1]["carl"])
    carl.enter()
    assert carl.send("/draft", {**carl.fields(), "comment": "half a thought"})[0] == 204
    assert "half a thought" in carl.page()


def test_a_revoked_link_is_useless_at_once(served: Any, reader: Any) -> None:
    folder, links = served
    dora = reader(links["dora"])
    dora.enter()
    fields = {**dora.fields(), "verdict": "cannot say"}
    done = subprocess.run(
        [sys.executable, "-m", "murho", "evaluate", str(folder), "--revoke", "dora", "--json"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == '{"revoked": 1}\n'
    before = kept(folder, "SELECT count(*) FROM judgements")
    assert dora.send("/judge", fields)[0] == 403  # of the page that is still open
    assert kept(folder, "SELECT count(*) FROM judgements") == before
    assert dora.ask("GET", "/")[0] == 403
    assert dora.enter() == 403


def got(app: App, path: str, cookie: str = "", client: str = "10.0.0.1") -> tuple[int, str]:
    """The status of a page that is asked for from an address, without a server; and the cookie that comes with it."""
    status, headers, _ = asked(app, path, cookie, client)
    return status, headers.get(b"set-cookie", b"").decode().partition(";")[0]


def asked(
    app: App, path: str, cookie: str, client: str = "10.0.0.1", fields: dict[str, str] | None = None
) -> tuple[int, dict[bytes, bytes], str]:
    """Status, headers and text of a page; of what is answered to a form, where there are fields."""
    sent: list[Any] = []
    address, _, query = path.partition("?")
    scope = {
        "type": "http", "method": "POST" if fields else "GET", "path": address,
        "query_string": query.encode(), "client": (client, 1),
        "headers": [(b"cookie", cookie.encode())],
    }  # fmt: skip

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": urlencode(fields or {}).encode()}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    return sent[0]["status"], dict(sent[0]["headers"]), b"".join(one.get("body", b"") for one in sent).decode()


def test_what_does_not_fit_on_the_disk_is_not_called_saved(open_run: Callable[[int], Run]) -> None:
    run = open_run(6)
    with closing(open_evaluation(run).storage) as storage:
        token = people.invite(storage, "anna")
        app = application(Desk(storage, material(run), lambda: None))
        _, cookie = got(app, f"/enter?token={token}")
        given = assigning.next_case(storage, people.known(storage, "anna"))
        assert given is not None
        said = {"secret": people.secret_of(token), "place": str(given.place), "round": "0", "verdict": "equal"}
        said["comment"] = "ø" * 4000
        pages = storage.read("PRAGMA page_count")[0][0]
        storage.read(f"PRAGMA max_page_count = {pages}")  # SQLite takes it for a disk that is full
        status, _, text = asked(app, "/judge", cookie, fields=said)
        assert status == 503
        assert "Not saved: cannot be written (database or disk is full)" in text
        assert said["comment"] in text  # nothing has to be typed again
        assert str(run.path) not in text
        assert (asked(app, "/draft", cookie, fields=said)[0], assigning.judgements(storage)) == (503, [])
        storage.read(f"PRAGMA max_page_count = {pages + 1000}")
        assert asked(app, "/judge", cookie, fields=said)[0] == 303
        assert [one.comment for one in assigning.judgements(storage)] == [said["comment"]]


def test_who_tries_links_is_refused(open_run: Callable[[int], Run]) -> None:
    run = open_run(6)
    with closing(open_evaluation(run).storage) as storage:
        anna, ben = (f"/enter?token={people.invite(storage, name)}" for name in ("anna", "ben"))
        desk = Desk(storage, material(run), lambda: None)
        limits = [(limit.burst, limit.per_second) for limit in (desk.guesses, desk.requests)]
        assert limits == [(20, 0.2), (120, 10)]
        # Here none comes back with time, so that it is the same on a slow machine.
        app = application(replace(desk, guesses=Limit(20, 0), requests=Limit(30, 0)))
        status, cookie = got(app, anna)
        assert (status, got(app, "/enter?token=x", client="10.0.0.2")[0]) == (303, 403)
        assert [got(app, "/enter?token=x")[0] for _ in range(21)] == [403] * 20 + [429]
        assert got(app, ben)[0] == 429  # the right one, too: else guessing went on
        assert got(app, ben, client="10.0.0.2")[0] == 303
        # Who has entered is not hindered, but has a limit, too.
        assert [got(app, "/", cookie)[0] for _ in range(31)] == [200] * 30 + [429]


def test_address_in_use_is_one_line(served: Any, tmp_path: Path) -> None:
    folder, links = served
    port = links["anna"].split(":")[2].partition("/")[0]
    done = subprocess.run(
        [sys.executable, "-m", "murho", "evaluate", str(folder), "--port", port], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "name another --port" in done.stderr


@pytest.mark.slow
def test_the_two_commands_of_the_readme_lead_to_a_judged_case(tmp_path: Path, evaluating: Any, reader: Any) -> None:
    """Typed as they stand, in an empty folder; only the port is a free one."""
    readme = (Path(__file__).resolve().parents[3] / "README.md").read_text("utf-8")
    lines = [line for block in re.findall(r"```text\n(.*?)```", readme, re.DOTALL) for line in block.splitlines()]
    last = lines.index("murho evaluate open-run")
    *typed, run = lines[last - 4 : last]
    assert run.startswith("murho run open-cases.jsonl ")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for line in (*typed, run):
        subprocess.run(
            line, shell=True, check=True, cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True
        )
    with evaluating(tmp_path / "open-run") as (links, _):
        person = reader(links["evaluator"])
        assert person.enter() == 303
        assert person.send("/judge", {**person.fields(), "verdict": "equal"})[0] == 303
    assert kept(tmp_path / "open-run", "SELECT verdict FROM judgements") == [("equal",)]
