"""What the tests of services share: servers, and cases put before one."""

from collections.abc import Callable, Iterator

import pytest

from murho.core.case import Answers, Cases
from murho.systems import System, gather

from .serving import Served, chatting, faulty, serving


@pytest.fixture
def server() -> Iterator[Served]:
    """A server that fails on purpose."""
    with serving(faulty) as served:
        yield served


@pytest.fixture
def chat(monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server that speaks as OpenAI's does, and its key in the environment."""
    monkeypatch.setenv("OPENAI_API_KEY", "canary-key-0123456789")
    with serving(chatting) as served:
        yield served


@pytest.fixture
def ask() -> Callable[..., Answers]:
    """The answers of a system to these expressions, in their order."""

    def answers(system: System, *expressions: str) -> Answers:
        cases = Cases([f"q{number}" for number in range(len(expressions))], list(expressions), [()] * len(expressions))
        with system:
            return gather(cases, system.answer(cases))

    return answers
