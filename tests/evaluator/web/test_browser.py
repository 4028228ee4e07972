"""The pages in a real browser: a whole session of two people, hostile data, a prefix, and what axe finds."""

import http.client
import json
import os
import re
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from murho.core.case import Answers, Cases
from murho.evaluator.storage import FILE
from murho.store import Run

pytestmark = [pytest.mark.browser, pytest.mark.slow]
HOSTILE = (
    "<script>window.hacked = 1</script>",
    '"><img src=x onerror="window.hacked = 2">',
    "' autofocus onfocus='window.hacked = 3' x='",
    "</textarea></option></datalist><script>window.hacked = 4</script>",
    '" hx-on:load="window.hacked = 5" hx-get="https://example.invalid/',
    "{{ 7 * 7 }} \u202egnp.exe \x07",
)


def opened(chromium: Any, link: str, problems: list[str], **how: Any) -> Any:
    """A page of a person; what the browser complains of goes into `problems`.

    It reports every refusal, also that of a draft which comes after its judgement (409): that is as it should be.
    """

    def told(message: Any) -> None:
        if message.type == "error" and "status of 409" not in message.text:
            problems.append(message.text)

    page = chromium.new_context(**how).new_page()
    page.on("console", told)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(link)
    return page


def judge(page: Any, key: str) -> None:
    """Judge the case on the page by keys, and wait until it says saved."""
    before = page.locator("[name=place]").get_attribute("value")
    page.keyboard.press(key)
    page.keyboard.press("Enter")
    page.wait_for_selector(f"[name=place]:not([value='{before}']), h1:text('All done')", state="attached")
    assert "Saved: " in page.inner_text(".saved")


def test_two_people_differ_and_the_owner_settles_it(
    chromium: Any, open_run: Callable[[int], Run], evaluating: Any
) -> None:
    run, problems = open_run(3), list[str]()
    with evaluating(run.path, "--evaluators", "anna,ben", "--overlap", "1") as (links, _):
        anna, ben = (opened(chromium, links[name], problems) for name in ("anna", "ben"))
        first = anna.locator("h1").inner_text()
        judge(anna, "1")
        anna.keyboard.press("u")  # taken back, it is there as it was left
        anna.wait_for_selector("[name=verdict][value=equal]:checked")
        assert anna.locator("h1").inner_text() == first
        anna.keyboard.press("c")
        anna.keyboard.type("sure")
        anna.keyboard.press("Control+Enter")
        anna.wait_for_selector(".course:has-text('1 by you')")
        for _ in range(2):
            judge(anna, "5")
        anna.wait_for_selector("text=All done")
        for _ in range(3):
            judge(ben, "5")
        ben.wait_for_selector("text=All done")
        owner = opened(chromium, links["owner"], problems)
        owner.wait_for_selector("text=On 3 cases that several people judged")
        owner.click("text=Disagreements")
        owner.wait_for_selector("text=1 to settle")
        assert "sure" in owner.inner_text("main")
        assert "anna" not in owner.inner_text("main")
        side = owner.locator("label.choice", has_text="Person").filter(has_text="Right").locator("input")
        side.check()
        owner.keyboard.press("Enter")
        owner.wait_for_selector("text=Nothing to settle")
        owner.click("text=Figures")
        owner.wait_for_selector("text=0.667")  # right, wrong, wrong
    assert problems == []


def test_the_owner_says_what_nobody_said(
    chromium: Any, open_run: Callable[[int], Run], evaluating: Any, expect: Any
) -> None:
    run, problems = open_run(12), list[str]()
    with evaluating(run.path, "--evaluators", "anna,ben", "--overlap", "1") as (links, _):
        anna, ben = (opened(chromium, links[name], problems) for name in ("anna", "ben"))
        judge(anna, "1")
        judge(ben, "5")
        owner = opened(chromium, links["owner"], problems)
        owner.click("text=Disagreements")
        expect(owner.locator(".own")).to_have_count(1)
        expect(owner.locator(".own")).to_be_hidden()
        owner.locator("main").press("n")  # its key does nothing while it is not there
        owner.locator("main").press("0")
        expect(owner.locator(".own legend", has_text="Its meaning")).to_be_visible()
        expect(owner.locator(".own [name=nothing]")).not_to_be_checked()
        owner.locator("main").press("n")
        expect(owner.locator(".own [name=nothing]")).to_be_checked()
        owner.locator(".own [name=nothing]").uncheck()
        owner.fill(".own [name='r1.text']", "closing time")
        owner.click("text=It can also mean")
        expect(owner.locator(".own [name='r2.text']")).to_be_visible()  # a draft, as evaluators have them
        owner.fill(".own [name='r2.text']", "opening time")
        owner.locator(".own [name='r2.text']").press("Control+Enter")
        expect(owner.locator(".problem")).to_contain_text("people said whether the answer is right")
        expect(owner.locator(".own [name='r2.text']")).to_have_value("opening time")
        owner.locator(".own [name=verdict][value=disjoint]").check()
        owner.locator("button.main").click()
        owner.wait_for_selector("text=Nothing to settle")
        owner.click("text=Figures")
        owner.wait_for_selector("text=1.000")
    done = subprocess.run(
        [sys.executable, "-m", "murho", "evaluate", str(run.path), "--adopt", str(run.path / "new.jsonl"), "--json"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout)["references"] == 1
    written = [json.loads(line) for line in (run.path / "new.jsonl").read_text().splitlines()]
    assert [line["reference"] for line in written if line["reference"]] == [["closing time", "opening time"]]
    assert [problem for problem in problems if "400" not in problem] == []


def test_a_label_is_chosen_by_its_letter_and_a_draft_survives(
    chromium: Any, open_run: Callable[[int], Run], evaluating: Any, expect: Any
) -> None:
    run, problems = open_run(12), list[str]()
    with evaluating(run.path, "--evaluators", "anna", "--ask", "meanings") as (links, _):
        page = opened(chromium, links["anna"], problems)
        assert "What a system took" not in page.inner_text("main")
        page.keyboard.press("b")
        with page.expect_response(lambda response: "half" in (response.request.post_data or "")):
            page.fill("#comment", "half a thought")
        page.reload()
        expect(page.locator("#comment")).to_have_value("half a thought")
        expect(page.locator("[name='r1.label']:checked")).to_have_count(1)
        page.evaluate(
            """() => addEventListener('htmx:afterSwap', () => setTimeout(() => {
                document.documentElement.dataset.focus = document.activeElement.closest("details")?.id;
            }))"""
        )
        page.click("text=It can also mean")
        page.wait_for_selector("text=Reading 2")
        # It is there with the page: later it would take a field from who types already.
        expect(page.locator("html")).to_have_attribute("data-focus", "meaning")
        page.click("button.main")
        page.wait_for_selector("text=Saved: 1 judgement of yours")
    assert problems == []


def test_values_are_completed_from_a_schema(
    chromium: Any, tmp_path: Path, record: Callable[..., Run], evaluating: Any, expect: Any
) -> None:
    ids = ["q1", "q2"]
    said = Answers(ids, [({"act": "fees", "day": "friday"},)] * 2)
    run = record(tmp_path / "run", Cases(ids, ["book a ride"] * 2, [None] * 2), said)
    stops = {"type": "array", "items": {"enum": ["bonn", "ulm"]}}
    schema = {"properties": {"act": {"enum": ["book"]}, "stops": stops, "seats": {"type": "integer"}}}
    (tmp_path / "schema.json").write_text(json.dumps(schema))
    problems = list[str]()
    with evaluating(run.path, "--evaluators", "anna", "--schema", str(tmp_path / "schema.json")) as (links, _):
        page = opened(chromium, links["anna"], problems)
        page.locator("main").press("m")
        expect(page.locator("[name='r1.v1']")).to_be_focused()  # the attribute beside it has its name already
        attributes = [page.locator(f"[name='r1.a{line}']") for line in range(1, 6)]
        for line, name in zip(attributes, ("act", "stops.1", "seats", "day", ""), strict=True):
            expect(line).to_have_value(name)
        attributes[4].fill("stops.2")
        for line, offered in ((1, ["book"]), (5, ["bonn", "ulm"]), (4, ["friday"])):
            page.locator(f"[name='r1.v{line}']").focus()
            expect(page.locator(f"[name='r1.v{line}']")).to_have_attribute("list", re.compile("values-"))
            completing = "[...document.activeElement.list.options].map(one => one.value)"
            assert page.evaluate(completing) == offered
        for line, value in ((1, "book"), (5, "ulm"), (3, "2")):
            page.fill(f"[name='r1.v{line}']", value)
        page.locator("button.main").click()
        page.wait_for_selector("text=Saved: 1 judgement of yours")
    with closing(sqlite3.connect(run.path / FILE)) as rows:
        ((reference,),) = rows.execute("SELECT reference FROM judgements").fetchall()
    assert json.loads(reference) == [{"act": "book", "seats": 2, "stops": ["ulm"]}]
    assert problems == []


TREE = "1\tdogs\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n"


def test_a_tree_is_drawn_and_edited_by_keys(
    chromium: Any, tmp_path: Path, record: Callable[..., Run], evaluating: Any, expect: Any
) -> None:
    texts = ["dogs bark loudly", "cats sleep here"]
    ids = [f"s{i}" for i in range(2)]
    said = TREE + "3\t{}\t_\tADV\t_\t_\t1\tadvmod\t_\t_\n"
    answers = Answers(ids, [(said.format(text.split()[2]).replace("dogs", text.split()[0]),) for text in texts])
    run = record(tmp_path / "run", Cases(ids, texts, [None] * 2), answers, ["dependencies"])
    problems = list[str]()
    with evaluating(run.path, "--evaluators", "anna") as (links, _):
        page = opened(chromium, links["anna"], problems)
        assert page.locator(".answer svg").count() == 1
        page.keyboard.press("m")  # the form is open, with the tree of the answer in it
        heads = [page.locator(f"[name='r1.h{word}']") for word in (1, 2, 3)]
        for head, value in zip(heads, "201", strict=True):
            expect(head).to_have_value(value)
        expect(heads[0]).to_be_focused()
        for _ in range(6):  # from field to field: head, relation, tag of two words
            page.keyboard.press("Tab")
        expect(heads[2]).to_be_focused()
        page.keyboard.type("3")
        page.keyboard.press("Control+Enter")
        page.wait_for_selector("text=hangs in a circle")
        heads[2].fill("2")
        drawn = page.locator("details .scroll svg")
        heads[2].press("Escape")
        page.keyboard.press("d")
        drawn.wait_for()
        expect(heads[2]).to_have_value("2")
        page.keyboard.press("m")  # the form is open, and stays so
        expect(heads[0]).to_be_focused()
        assert "loudly" in drawn.inner_html() or "here" in drawn.inner_html()
        page.set_viewport_size({"width": 390, "height": 900})
        for name in ("r1.d1", "r1.d3"):  # on a phone, too, advmod has room
            assert page.locator(f"[name='{name}']").bounding_box()["width"] > 119
        heads[0].focus()
        page.keyboard.press("Control+Enter")
        expect(page.locator(".saved")).to_contain_text("Saved: 1 judgement of yours")
        judge(page, "5")  # the tree of the answer stands in the form, and is not what this person says
    with closing(sqlite3.connect(run.path / FILE)) as rows:
        (verdict, reference), other = rows.execute("SELECT verdict, reference FROM judgements").fetchall()
    assert other == ("disjoint", None)
    (tree,) = json.loads(reference)
    words = [line.split("\t") for line in tree.splitlines()]
    assert verdict is None
    assert [(word[6], word[7]) for word in words] == [("2", "nsubj"), ("0", "root"), ("2", "advmod")]
    # The page that told of the circle was answered with 400, and the browser says so.
    assert [problem for problem in problems if "400" not in problem] == []


class Proxy(BaseHTTPRequestHandler):
    """Hands on what comes below /judging to the server, without that prefix, as nginx does; nothing else is there."""

    server_port: int
    behind: int

    def do_GET(self) -> None:
        """Ask the server, and hand its answer back."""
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)) or None
        if not self.path.startswith("/judging/"):
            self.send_error(404)
            return
        sent = {name: value for name, value in self.headers.items() if name.lower() not in ("connection", "host")}
        with closing(http.client.HTTPConnection("127.0.0.1", self.behind, timeout=30)) as connection:
            connection.request(self.command, self.path.removeprefix("/judging"), body, sent)
            answer = connection.getresponse()
            said = answer.read()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ("transfer-encoding", "connection", "content-length"):
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

    do_POST = do_GET  # noqa: N815  the name that the library looks for

    def log_message(self, *what: Any) -> None:
        """Tell nobody."""


def test_all_works_below_a_prefix_of_a_proxy(
    chromium: Any, open_run: Callable[[int], Run], evaluating: Any, free_port: int
) -> None:
    run, problems, asked = open_run(3), list[str](), list[str]()
    with ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{proxy.server_port}/judging"
        Proxy.behind = free_port
        port = ("--port", str(free_port))
        with evaluating(run.path, "--evaluators", "anna", "--address", address, *port) as (links, _):
            assert links["anna"].startswith(f"{address}/enter?token=")
            page = opened(chromium, links["anna"], problems)
            page.on("request", lambda request: asked.append(request.url))
            judge(page, "1")
            page.keyboard.press("u")
            page.wait_for_selector("[name=verdict][value=equal]:checked")
            judge(page, "5")
            (cookie,) = page.context.cookies()
            assert (cookie["path"], cookie["httpOnly"]) == ("/judging", True)
            owner = opened(chromium, links["owner"], problems)
            owner.click("text=Disagreements")
            owner.wait_for_selector("text=Nothing to settle")
            owner.click("text=Figures")
            owner.wait_for_selector("text=How it stands")
            assert owner.evaluate("getComputedStyle(document.body).fontFamily") != ""
        proxy.shutdown()
    assert asked
    assert all(url.startswith(address + "/") for url in asked)
    assert problems == []


def test_hostile_texts_stay_texts(
    chromium: Any, tmp_path: Path, record: Callable[..., Run], evaluating: Any, expect: Any
) -> None:
    n = len(HOSTILE)
    cases = Cases(
        [f"{i}{text}" for i, text in enumerate(HOSTILE)],
        list(HOSTILE),
        [None] * n,
        before=[list(HOSTILE)] * n,
    )
    answers = Answers(cases.ids, [({text: HOSTILE[i - 1], "same": [text]},) for i, text in enumerate(HOSTILE)])
    run, problems = record(tmp_path / "run", cases, answers), list[str]()
    (tmp_path / "guideline.txt").write_text("\n".join(HOSTILE))
    people = [f"{text.replace(',', '')[:60].strip()}" for text in HOSTILE[:2]]
    options = ("--overlap", "1", "--guideline", str(tmp_path / "guideline.txt"), "--evaluators", ",".join(people))
    with evaluating(run.path, *options) as (links, _):
        pages = [opened(chromium, links[name], problems) for name in people]
        # Beside the case where there is room; who folds it up has it so from case to case.
        expect(pages[0].locator(".guideline p")).to_be_visible()
        pages[0].keyboard.press("g")
        for turn in range(n):
            for page, key in zip(pages, "15", strict=True):
                page.fill("#comment", HOSTILE[turn])
                page.keyboard.press("Escape")
                page.locator("summary").first.click()
                page.locator("[name='r1.a1']").fill(HOSTILE[turn])
                page.locator("[name='r1.v1']").fill(HOSTILE[turn])
                cause = f"conceptual/{HOSTILE[turn]}"  # which no list offers
                page.evaluate(
                    "text => document.querySelector('[name=cause]').add(new Option(text, text, true, true))", cause
                )
                page.keyboard.press("Escape")
                assert page.evaluate("window.hacked") is None
                judge(page, key)
            expect(pages[1].locator(".guideline p, h1:text('All done')")).to_be_visible()
            expect(pages[0].locator(".guideline p")).to_be_hidden()
        owner = opened(chromium, links["owner"], problems)
        for path in ("progress", "disagreements"):
            owner.goto(links["owner"].partition("enter")[0] + path)
            assert owner.evaluate("window.hacked") is None
            assert owner.locator("main script, main img").count() == 0
        assert HOSTILE[0] in owner.inner_text("main")
        assert "conceptual/" in owner.inner_text("main")
        assert problems == []
        # Were a text taken for markup after all, the policy would still keep its script and its handler from running.
        owner.evaluate(
            """() => {
                const script = document.createElement("script");
                script.textContent = "window.hacked = 7";
                document.body.append(script);
                document.getElementById("main").setAttribute("onclick", "window.hacked = 8");
                document.getElementById("main").click();
            }"""
        )
        assert owner.evaluate("window.hacked") is None
        assert len([problem for problem in problems if "Content Security Policy" in problem]) == 2


SAID: dict[str, Any] = {
    "label": "hours",
    "text": "They want to know when it opens, or whether it is open now; which of both cannot be told from the words.",
    "fields": {"act": "hours", "day": {"name": "friday"}, "places": ["bonn", "ulm"]},
    "units": ["city:bonn", "time:noon", "please"],
    "query": "SELECT 'Friday', 9 UNION SELECT 'Saturday', 10",
    "tree": TREE + "3\tloudly\t_\tADV\t_\t_\t2\tadvmod\t_\t_\n",
}
"""A meaning of each kind that has a form of its own."""
LOOKS = [(width, scheme) for width in (1280, 390) for scheme in ("light", "dark")]


def look_at(page: Any, name: str, barriers: Callable[[Any], list[str]]) -> None:
    """Wide and narrow, light and dark: nothing is wider than the window, and axe finds nothing serious.

    Screenshots go where MURHO_SCREENSHOTS says.
    """
    for width, scheme in LOOKS:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        if shots := os.environ.get("MURHO_SCREENSHOTS"):
            page.screenshot(path=f"{shots}/{name}-{width}-{scheme}.png", full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, width, scheme)
        assert barriers(page) == [], (name, width, scheme)


@pytest.mark.parametrize(("form", "ask"), [*((form, "both") for form in SAID), ("label", "meanings")])
def test_a_case_bars_nobody(
    form: str,
    ask: str,
    chromium: Any,
    tmp_path: Path,
    record: Callable[..., Run],
    evaluating: Any,
    barriers: Callable[[Any], list[str]],
) -> None:
    ids = ["q1", "q2"]
    cases = Cases(ids, ["dogs bark loudly"] * 2, [None] * 2, before=[["good morning", "yes?"]] * 2)
    with closing(sqlite3.connect(tmp_path / "hours.sqlite")) as database:
        database.execute("CREATE TABLE hours (day, opens)")
    measure = {"tree": "dependencies", "query": f"sql(database='{tmp_path / 'hours.sqlite'}')"}.get(form, "meanings")
    run = record(tmp_path / "run", cases, Answers(ids, [(SAID[form],)] * 2), [measure])
    (tmp_path / "guideline.txt").write_text("Say what is right, not what is likely.")
    problems = list[str]()
    options = ("--ask", ask, "--guideline", str(tmp_path / "guideline.txt"), "--evaluators", "anna")
    with evaluating(run.path, *options) as (links, _):
        page = opened(chromium, links["anna"], problems, bypass_csp=True)  # axe sets styles
        look_at(page, f"{form}-{ask}", barriers)
        if form == "tree":
            page.locator("main").press("m")
            page.fill("[name='r1.h3']", "")
        page.locator("button.main").click()
        page.wait_for_selector("text=Not saved")
        page.locator("details:not([open]) > summary").evaluate_all("all => all.forEach(one => one.click())")
        look_at(page, f"{form}-{ask}-problem", barriers)
        if ask == "meanings":
            for _ in range(2):
                judge(page, "6")
            look_at(page, "done", barriers)
    assert [problem for problem in problems if "400" not in problem] == []


def test_what_the_owner_sees_bars_nobody(
    chromium: Any,
    tmp_path: Path,
    open_run: Callable[[int], Run],
    evaluating: Any,
    barriers: Callable[[Any], list[str]],
    expect: Any,
) -> None:
    run, problems = open_run(40), list[str]()
    judge_script = tmp_path / "judge.py"
    judge_script.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps({'id': json.loads(line)['id'], 'loss': 0.0}), flush=True)\n"
    )
    options = ("--judge", f"cmd:{sys.executable} {judge_script}", "--evaluators", "anna,ben,carl", "--overlap", "3")
    with evaluating(run.path, *options) as (links, _):
        owner = opened(chromium, links["owner"], problems, bypass_csp=True)
        look_at(owner, "progress-empty", barriers)
        owner.click("text=Disagreements")
        owner.wait_for_selector("text=Nothing to settle")
        look_at(owner, "nothing-to-settle", barriers)
        lines = [
            {"id": f"q{i}", "evaluator": name, "verdict": "disjoint" if i % 3 == part or i < 12 else "equal",
             "comment": f"because of {i}", "reference": ["hours"] if part else []}
            for i in range(40) if i % 10 != 9 for part, name in enumerate(("anna", "ben", "carl"))
        ]  # fmt: skip
        (tmp_path / "said.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        said = ["evaluate", str(run.path), "--import", str(tmp_path / "said.jsonl")]
        subprocess.run([sys.executable, "-m", "murho", *said], check=True, capture_output=True)
        owner.click("text=Figures")
        owner.wait_for_selector("text=Errors of people")
        owner.wait_for_selector("text=saved of people")
        assert len(owner.locator("svg.running polyline").get_attribute("points").split()) == 36
        look_at(owner, "progress", barriers)
        owner.locator("nav >> text=Disagreements").click()
        expect(owner.locator("[name=side]")).to_have_count(4)
        look_at(owner, "disagreements", barriers)
        owner.locator("[name=side][value=own]").check()
        expect(owner.locator(".own")).to_be_visible()
        look_at(owner, "disagreements-own", barriers)
        stranger = chromium.new_context().new_page()
        stranger.goto(links["owner"].partition("enter")[0])
        look_at(stranger, "stranger", barriers)
    assert problems == []
