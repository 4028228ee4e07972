"""Services against a server that fails on purpose: what each fault costs, and what is said of it."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from murho.core.case import Answers
from murho.core.errors import MurhoError, UsageError
from murho.core.meaning import UNDEFINED
from murho.systems import system

from .serving import Served

Ask = Callable[..., Answers]

UNDEFINED_FOR = {
    "status 400": "HTTP 400: as you wish, nobody",
    "page": "not JSON but a page of HTML; check the path of the address",
    "garbage": "not JSON: Expecting value: line 1 column 1 (char 0)",
    "half": "not JSON: ends in the middle",
    "latin": "wrong encoding: no UTF-8 at byte 15; have it say its charset, or send UTF-8",
    "other": "no answer: nothing stands at $.answer; it has intent",
    "flood": "flood: more than 16 MB, the rest was not read",
}


def test_a_fault_costs_its_case_only_and_is_asked_once(server: Served, ask: Ask) -> None:
    asked = system(f"{server.url}/", workers=4)
    said = ask(asked, "open today", *UNDEFINED_FOR, "charset", "null", "echo")
    assert said.answers == [
        ("OPEN TODAY",), *[UNDEFINED] * len(UNDEFINED_FOR), ("café",), UNDEFINED, ("key None",)
    ]  # fmt: skip
    assert dict(zip(UNDEFINED_FOR, said.failures[1:], strict=False)) == UNDEFINED_FOR  # type: ignore[index]
    assert set(server.times.values()) == {1}
    raw = dict(zip(UNDEFINED_FOR, said.extras["raw"][1:], strict=False))
    assert raw["half"] == '{"answer": ["hours"'
    assert raw["latin"] == '{"answer": "caf\\xe9"}'
    assert raw["flood"] is None


def test_what_is_not_there_in_time_costs_its_case_only(server: Served, ask: Ask) -> None:
    said = ask(system(f"{server.url}/", workers=2, timeout=1), "slow 30", "endless")
    assert said.failures == ["time-out: no whole reply within 1 s"] * 2
    assert server.times == {"slow 30": 1, "endless": 1}


def test_what_may_be_asked_again_is(server: Served, ask: Ask) -> None:
    expressions = ["yes", "busy 0.3", "once 500", "once 503", "cut", "busy"]
    said = ask(system(f"{server.url}/", workers=2), *expressions)
    assert said.answers == [(text.upper(),) for text in expressions]
    assert server.times == {"yes": 1} | dict.fromkeys(expressions[1:], 2)
    assert said.extras["attempts"] == [None, 2, 2, 2, 2, 2]


def test_nobody_asks_while_the_service_says_to_wait(server: Served, ask: Ask) -> None:
    ask(system(f"{server.url}/"), "a", "busy 0.6", "b")
    assert [body["expression"] for body in server.asked] == ["a", "busy 0.6", "busy 0.6", "b"]
    assert server.at[2] - server.at[1] >= 0.6


def test_attempts_come_to_an_end(server: Served, ask: Ask) -> None:
    said = ask(system(f"{server.url}/ attempts=2"), "yes", "cut always", "status 503", "yes too")
    assert said.failures is not None
    assert said.failures[1].startswith("connection cut: ")
    assert said.failures[2] == "HTTP 503: as you wish, nobody"
    assert server.times == {"yes": 1, "cut always": 2, "status 503": 2, "yes too": 1}


@pytest.mark.parametrize(
    ("expression", "told"),
    [
        ("status 401", "HTTP 401: as you wish, (secret); check the key in X-Api-Key"),
        ("status 402", "the account has nothing left: go on when it has, with the same command"),
        ("elsewhere", "HTTP 302: it is elsewhere; name the address that it points to, or check the path"),
        ("busy 3600", "HTTP 429: busy; it asks to wait 3,600 s: go on after that, with the same command"),
    ],
)
def test_what_ends_a_run_is_asked_once(
    server: Served, ask: Ask, monkeypatch: pytest.MonkeyPatch, expression: str, told: str
) -> None:
    monkeypatch.setenv("NLU_KEY", "canary-0123456789\n")
    asked = system(f"{server.url}/parse header='X-Api-Key: ${{NLU_KEY}}'")
    with pytest.raises(MurhoError) as error:
        ask(asked, expression, "another")
    assert str(error.value).startswith(f"{server.url}/parse: ")
    assert str(error.value).endswith(told)
    assert len(server.asked) == 1


def test_where_nothing_is_nobody_waits(ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("prompt.md").write_text("{{ expression }}")
    there = r"no connection: nothing answers at http://127.0.0.1:9 \(.*\); start the service, or check the address"
    with pytest.raises(MurhoError, match=f"^http://127.0.0.1:9/: {there}$"):
        ask(system("http://127.0.0.1:9/ attempts=1000"), "yes")
    with pytest.raises(MurhoError, match=f"^openai:tiny: {there}$"):
        ask(system("openai:tiny base-url=http://127.0.0.1:9/v1 prompt=prompt.md attempts=1000"), "yes")


def test_https_where_nobody_speaks_it(server: Served, ask: Ask) -> None:
    address = server.url.replace("http", "https")
    with pytest.raises(
        MurhoError, match=f"{address} does not speak as https does, .*; write http:// where it is plain"
    ):
        ask(system(f"{address}/"), "yes")


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("HTTP_PROXY", "http://me:canary@127.0.0.1:9", "the proxy in HTTP_PROXY does not lead to http://h.example ("),
        ("http_proxy", "http://me:canary@127.0.0.1:9", "; mend http_proxy, or add h.example to NO_PROXY"),
        ("ALL_PROXY", "sox://me:canary@h", "a proxy that cannot be used, in ALL_PROXY; write http://HOST:PORT there"),
    ],
)
def test_a_proxy_that_leads_nowhere(
    server: Served, ask: Ask, monkeypatch: pytest.MonkeyPatch, name: str, value: str, told: str
) -> None:
    for other in ("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy"):
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv(name, value)
    with pytest.raises(MurhoError) as error:
        ask(system("http://h.example/"), "yes")
    assert told in str(error.value)
    assert "canary" not in str(error.value)
    if name != "ALL_PROXY":
        assert ask(system(f"{server.url}/"), "yes").answers == [("YES",)]


def test_a_service_that_takes_nothing_ends_the_run(server: Served, ask: Ask) -> None:
    with pytest.raises(MurhoError, match=r"5 questions in a row were not taken, the last: HTTP 404: .*; mend that"):
        ask(system(f"{server.url}/"), *[f"status 404{' ' * n}" for n in range(9)])
    assert len(server.asked) == 5


def test_five_replies_that_nobody_can_read_are_enough(server: Served, ask: Ask) -> None:
    told = "none of the first 5 replies is an answer, the last: no answer: nothing stands at .*--retry undefined"
    with pytest.raises(MurhoError, match=told):
        ask(system(f"{server.url}/ response=$.intents"), *map(str, range(9)))
    assert len(server.asked) == 5


def test_a_few_cases_that_are_not_taken_are_undefined(server: Served, ask: Ask) -> None:
    said = ask(system(f"{server.url}/"), "status 400", "status 404")
    assert said.answers == [UNDEFINED, UNDEFINED]


def test_the_secret_comes_back_from_nowhere(server: Served, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NLU_KEY", "canary-0123456789")
    asked = system(f"{server.url}/ header='X-Api-Key: ${{NLU_KEY}}'")
    said = ask(asked, "echo", "status 400", "half")
    assert said.answers == [("key (secret)",), UNDEFINED, UNDEFINED]
    assert "canary" not in repr((said, asked.describe()))


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("http://me:hush@h/", "the address at h holds a password"),
        ("http://h/?api_key=hush", "the address at h holds a secret in api_key"),
        ("http://h/ header='Authorization: Bearer hush'", "what stands there would be written into the run"),
        ("http://h/ header=hush", "a header is written 'NAME: VALUE'"),
        ("http:///hush", "this is no address"),
        ("openai:m prompt=p.md key-from=sk-hush", "key-from is no name of a variable"),
    ],
)
def test_a_secret_that_is_typed_is_refused_and_not_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.md").write_text("{{ expression }}")
    with pytest.raises(UsageError) as error:
        system(spec)
    assert told in str(error.value)
    assert "hush" not in str(error.value)


def test_a_variable_that_is_not_set(server: Served, ask: Ask) -> None:
    with pytest.raises(UsageError, match="the environment has no NOBODYS_KEY; set it: export NOBODYS_KEY="):
        ask(system(f"{server.url}/ header='X-Api-Key: ${{NOBODYS_KEY}}'"), "yes")
    assert not server.asked


def test_as_many_at_a_time_as_workers_and_not_from_the_start(server: Served, ask: Ask) -> None:
    ask(system(f"{server.url}/", workers=6), *["slow 0.3"] * 16)
    assert 2 < server.most_at_once <= 6
    assert server.at[2] - server.at[0] >= 0.25, "two go first, and more when these are answered"


def test_requests_a_minute(server: Served, ask: Ask) -> None:
    began = time.monotonic()
    ask(system(f"{server.url}/ rpm=600", workers=4), *map(str, range(6)))
    assert server.at[-1] - began >= 0.5


def test_the_budget_ends_the_asking_and_keeps_what_came(server: Served) -> None:
    from murho.core.case import Cases

    cases = Cases([str(n) for n in range(9)], [str(n) for n in range(9)], [()] * 9)
    asked, came = system(f"{server.url}/ budget=requests=4", workers=3), []

    def take() -> None:
        with asked:
            for answer in asked.answer(cases):
                came.append(cases.ids[answer.position])

    with pytest.raises(MurhoError, match="the budget of 4 requests is used up; the same command goes on"):
        take()
    assert sorted(came) == ["0", "1", "2", "3"]
    assert len(server.asked) == 4
    assert asked.notes == ["budget: 4 of 4 requests"]  # type: ignore[attr-defined]


def test_an_address_with_the_expression_is_asked_by_get(server: Served, ask: Ask) -> None:
    said = ask(system(f"{server.url}/parse?q={{{{expression}}}}"), "a & b")
    assert said.answers == [("A & B",)]


def test_a_request_is_made_of_its_template(server: Served, ask: Ask, tmp_path: Path) -> None:
    template = tmp_path / "body.json"
    template.write_text('{"expression": "{{ expression }}", "meta": {"id": "n-{{ id }}", "n": 1}}')
    said = ask(system(f"{server.url}/ request={template} 'response=$.answer[0]'"), 'say "hi"\n')
    assert said.answers == [('SAY "HI"\n',)]
    assert server.asked == [{"expression": 'say "hi"\n', "meta": {"id": "n-q0", "n": 1}}]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"text": "hello"}', r"holds no \{\{ expression \}\}; put it"),
        ('{"text": ', "body.json:1: is no JSON"),
        ('{"text": "{{ expression }"}', "is no template"),
        ('{"text": "{{ utterance }}"}', "no 'utterance' is known of a case; known: expression, id, before"),
    ],
)
def test_a_template_that_is_none(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "body.json").write_text(text)
    with pytest.raises(MurhoError, match=told):
        system(f"http://localhost/ request={tmp_path}/body.json")


def test_what_a_service_is_and_how_it_is_asked() -> None:
    from murho.systems.identity import identity

    one = system("http://h/p rpm=5 attempts=2", workers=3)
    assert identity(one).digest == identity(system("http://h/p")).digest
    assert identity(one).spec == "http://h/p"
    assert identity(one).digest != identity(system("http://h/p response=$.x")).digest
    assert identity(one).digest != identity(system("https://h/p")).digest


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("http://h/ respons=$", "http: no option 'respons'; did you mean response?"),
        ("http://h/ rpm=none", "http: rpm=none: give a number above 0"),
        ("http://h/ response=$.a[", "response=$.a[: no JSONPath"),
        (
            "http://h/ budget=1000",
            "budget '1000': write requests, tokens, money, minutes, as in requests=1000,money=2.50",
        ),
        ("http://h/ budget=money=3", "http: a budget of money needs to know what requests cost; give --prices FILE"),
        ("openai: prompt=p.md", "openai: nothing is named; write an address or a model behind the colon"),
        ("openai:gpt", "openai:gpt: no prompt; write one with {{ expression }} and name it, --prompt FILE"),
    ],
)
def test_words_that_do_not_fit(spec: str, told: str) -> None:
    with pytest.raises(UsageError) as error:
        system(spec)
    assert str(error.value).startswith(told)


def test_whatever_came_of_a_question_is_paid(server: Served) -> None:
    from murho.core.case import Cases

    with system(f"{server.url}/") as asked:
        said = [*asked.answer(Cases(["a", "b"], ["yes", "half"], [(), ()]))]
    assert [answer.paid for answer in said] == [True, True]


def test_half_a_surrogate_pair_ends_nothing(server: Served, ask: Ask) -> None:
    said = ask(system(f"{server.url}/parse?q={{{{expression}}}}"), "yes", "\ud800", "no")
    assert said.answers == [("YES",), UNDEFINED, ("NO",)]
    assert ask(system(f"{server.url}/"), "\ud800", "no").answers == [UNDEFINED, ("NO",)]


def test_whoever_leaves_early_leaves_nothing_behind(server: Served) -> None:
    from murho.core.case import Cases

    with system(f"{server.url}/", workers=3) as asked:
        for answer in asked.answer(Cases(["a", "b", "c"], ["yes", "slow 20", "slow 30"], [()] * 3)):
            assert answer.answer == ("YES",)
            break
