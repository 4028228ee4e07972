"""A service as a system: asked about several cases at a time, and about none that is not paid for once.

Whatever a service does to one case costs that case only. What shows that it answers nobody ends the run, with what to
do: a key that it does not take, an address where nothing is, a budget that is used up, five questions in a row that it
did not take. Cases that it did not take are held back until it has taken another: then it was their own fault, and they
are UNDEFINED; else they stay unasked, and the same command goes on with them.
"""

import asyncio
import sys
from collections.abc import Coroutine, Iterator
from types import TracebackType
from typing import Any, Self

from murho.core.case import Cases
from murho.core.errors import MurhoError, UsageError
from murho.core.meaning import UNDEFINED
from murho.core.turns import went_before, with_order
from murho.plugs import Option
from murho.systems.coerce import describe_error
from murho.systems.event_loop import EventLoop
from murho.systems.interface import Answer, together
from murho.systems.services.cache import Cache, Claim, digest_of
from murho.systems.services.client import (
    AgainError,
    Client,
    EndedError,
    FaultError,
    RefusedError,
    Reply,
    Request,
    UnreachableError,
    library,
    parsed,
)
from murho.systems.services.dialect import Dialect, Read, Words
from murho.systems.services.limits import Budget, Pace
from murho.systems.services.secrets import Secrets

TIMEOUT = 60.0
"""Seconds a reply has by default."""
ATTEMPTS = 5
"""Times that a question is asked, at most, where the service says that it may be asked again."""
GIVE_UP = 5
"""Questions in a row that a service may refuse before it is the service's own fault."""
WAITING = 0.1
"""Seconds between two looks at whether a question that another is asking has been answered."""
LONGEST_BACKOFF = 60.0
"""Seconds between two attempts, at most, where the service names no other time."""
ASKING = (
    Option("rpm", "number", None, "Requests a minute, at most."),
    Option("tpm", "number", None, "Tokens a minute, at most."),
    Option("attempts", "whole number", ATTEMPTS, "Times a question is asked while the service is busy or cut off."),
    Option("budget", "text", None, "What one command may use: requests=N,tokens=N,money=X,minutes=X."),
    Option("cache", "file", None, "A file or folder that keeps replies for other runs; none by default."),
    Option("prices", "file", None, "What tokens and requests cost, in TOML."),
)
"""How any service is asked; none of it makes it another system."""


class Service:
    """A service in one dialect, as a system.

    Args:
        kind: of the record, and of the description.
        spec: what makes it this system, as it is typed.
        dialect: how it is spoken to.
        words: what was typed, with how it is asked.
        workers: questions under way at a time, at most.
        timeout: seconds for a whole reply, 60 by default.

    Raises:
        UsageError: an option makes no sense, or the extra `http` is not installed.
    """

    def __init__(
        self,
        kind: str,
        spec: str,
        dialect: Dialect,
        words: Words,
        *,
        workers: int = 1,
        timeout: float | None = None,
    ):
        library()
        self._kind, self._spec, self._dialect, self._words = kind, spec, dialect, words
        self._price = None if (prices := words.get("prices")) is None else dialect.price(prices)
        self._timeout = TIMEOUT if timeout is None else timeout
        if not self._timeout > 0:
            raise UsageError(f"a time-out of {timeout} s; give more than 0")
        if workers < 1:
            raise UsageError(f"{workers} workers; give 1 or more")
        self._workers = workers
        self._attempts = words.number("attempts", ATTEMPTS)
        self._requests, self._tokens = words.number("rpm"), words.number("tpm")
        self._budget = Budget.of(words.get("budget"))
        if "money" in self._budget.most and self._price is None:
            raise UsageError(f"{kind}: a budget of money needs to know what requests cost; give --prices FILE")
        self._cache = None if (path := words.get("cache")) is None else Cache(path)
        self.takes_before = "before" in dialect.names
        """Whether a question holds what went before in the dialogue."""
        self._open: _Open | None = None

    def describe(self) -> dict[str, Any]:
        """The settings for the record of a run: nothing in them is a secret."""
        how = {option.name: value for option in ASKING if (value := self._words.get(option.name)) is not None}
        how |= {"currency": self._price.currency} if self._price and self._price.currency else {}
        described = {"kind": self._kind, "spec": self._spec, "workers": self._workers, "timeout": self._timeout}
        return described | ({"asked": how} if how else {})

    @property
    def notes(self) -> list[str]:
        """What a run with it should know."""
        spent = [f"{self._budget.spent[name]:,.6g} of {most:,g} {name}" for name, most in self._budget.most.items()]
        return [f"budget: {', '.join(spent)}"] if spent else []

    def __enter__(self) -> Self:
        if self._cache is not None:
            self._cache.__enter__()
        self._budget = self._budget.anew()
        try:
            self._open = _Open(self)
        except BaseException:
            if self._cache is not None:
                self._cache.__exit__(*sys.exc_info())
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None
        if self._cache is not None:
            self._cache.__exit__(kind, error, trace)

    def answer(self, cases: Cases) -> Iterator[Answer]:
        """Every case of the batch once, as it is answered, in any order; batches one after the other.

        Raises:
            UsageError: the environment lacks a variable.
            MurhoError: nothing more is asked; what to do about it.
        """
        if self._open is None:
            raise UsageError("a service answers only inside `with`; write `with system:`")
        return self._open.answer(with_order(cases) if self.takes_before else cases)


class _OverError(Exception):
    """Somebody else has found that nothing more is to be asked."""


class _TakenError(Exception):
    """Somebody else has come to believe that nobody is at a question, and asks it, or has its reply."""


class _Open:
    """A service while it is asked."""

    def __init__(self, service: Service):
        self._of = service
        self._secrets = Secrets()
        self._loop = EventLoop()
        try:
            self._client, self._pace = self._loop.call(self._begin())
        except BaseException:
            self._loop.close()
            raise
        self._ended: MurhoError | None = None
        self._has_answered, self._in_vain = False, 0
        self._numbers: list[Any] | None = None
        """Which asking of its case each is, where cases are asked repeatedly."""
        self._held: list[Answer] = []
        """Cases that the service did not take while nobody knows whose fault that is."""

    async def _begin(self) -> tuple[Client, Pace]:
        of = self._of
        self._over = asyncio.Event()
        pace = Pace(of._workers, of._requests, of._tokens, self._sleep)
        return Client(self._secrets, of._timeout, of._workers), pace

    def close(self) -> None:
        self._loop.call(self._client.close())
        self._loop.close()

    def answer(self, cases: Cases) -> Iterator[Answer]:
        self._ended = None
        self._over.clear()
        numbers = cases.features.get("repetition")
        self._numbers = None if numbers is None else list(numbers)
        yield from self._loop.run(self._questions(cases), min(self._of._workers, len(cases)))
        if self._ended is not None:
            raise self._ended
        held, self._held = self._held, []
        yield from together(held)

    def _questions(self, cases: Cases) -> Iterator[Coroutine[Any, Any, list[Answer]]]:
        for position in range(len(cases)):
            if self._ended is not None:
                return
            yield self._question(cases, position)

    async def _question(self, cases: Cases, position: int) -> list[Answer]:
        """What can be told now that a case was asked: its answer, and those of cases that were held for it."""
        try:
            return await self._answered(cases, position)
        except _OverError:
            return []
        except MurhoError as error:
            self._end(error)
            return []

    def _end(self, error: MurhoError) -> None:
        if isinstance(error, EndedError | UsageError):
            error = type(error)(f"{self._of._kind}:{self._of._words.first}: {self._secrets.hide(str(error))}")
        self._ended = self._ended or error
        self._over.set()

    async def _answered(self, cases: Cases, position: int) -> list[Answer]:
        of, name = self._of, cases.ids[position]
        case = {"id": name, "expression": _value(cases.expressions[position]), "before": []}
        if of.takes_before:
            case["before"] = went_before(cases, position)
        try:
            request = of._dialect.request(**case)
        except UnicodeEncodeError as error:  # half a surrogate pair has no place in an address
            return [Answer(position, UNDEFINED, 0.0, describe_error(error))]
        headers = sorted(request.headers.items())
        if of._cache is None:
            return await self._asked(request, position, None)
        asked = digest_of(f"{request.url} {headers}", request.body, self._repetition(position))
        claim = Claim(asked, timeout=of._timeout)
        while (result := of._cache.find(claim.asked)) is None:
            if not of._cache.claim(claim):
                await self._sleep(WAITING)
                continue
            try:
                if (result := of._cache.find(claim.asked)) is not None:  # it came between the look and the claim
                    break
                return await self._asked(request, position, claim)
            except _TakenError:
                continue
            finally:
                of._cache.give_up(claim)
        read = of._dialect.read(parsed(result[0]), result[0])
        return [self._told(position, read, result[1], {"cached": True})]

    async def _asked(self, request: Request, position: int, claim: Claim | None) -> list[Answer]:
        """What can be told now that the service was asked about a case; its reply is kept for who has claimed it."""
        of = self._of
        started = asyncio.get_running_loop().time()
        try:
            reply, attempts = await self._replied(request, claim)
        except FaultError as fault:
            extras = {} if fault.raw is None else {"raw": fault.raw}
            seconds = asyncio.get_running_loop().time() - started
            undefined = Answer(position, UNDEFINED, seconds, self._secrets.hide(fault.failure), extras, paid=True)
            if isinstance(fault, RefusedError) and (isinstance(fault, AgainError) or not self._has_answered):
                return self._hold(undefined)
            return self._count_vain(undefined)
        read = of._dialect.read(reply.value, reply.text)
        answer = self._told(position, read, reply.seconds, {} if attempts == 1 else {"attempts": attempts})
        of._budget.used(tokens=read.tokens_in + read.tokens_out, money=answer.extras.get("cost", 0.0))
        self._pace.took(read.tokens_in + read.tokens_out)
        if read.failure is not None:
            return self._count_vain(answer)
        if of._cache is not None and claim is not None:
            of._cache.keep(claim.asked, reply.text, reply.seconds)
        self._has_answered, self._in_vain = True, 0
        held, self._held = self._held, []
        return [*held, answer]

    def _repetition(self, position: int) -> int:
        """Which asking of the same case this is, from 1."""
        number = None if self._numbers is None else self._numbers[position]
        return number if isinstance(number, int) else 1

    def _told(self, position: int, read: Read, seconds: float, extras: dict[str, Any]) -> Answer:
        """The answer to a case, with what it took."""
        extras = dict(extras)
        if read.tokens_in or read.tokens_out:
            extras |= {"tokens_in": read.tokens_in, "tokens_out": read.tokens_out}
        if self._of._price is not None:
            extras["cost"] = self._of._price.of(read.tokens_in, read.tokens_out)
        if read.raw is not None:
            extras["raw"] = read.raw
        return Answer(position, read.answer, seconds, read.failure, extras, paid="cached" not in extras)

    def _hold(self, answer: Answer) -> list[Answer]:
        """Keep back the case of a question that was not taken; end where that goes on and on."""
        self._held.append(answer)
        self._in_vain += 1
        if self._in_vain >= GIVE_UP:
            self._held.clear()
            found = f"{self._in_vain} questions in a row were not taken, the last: {answer.failure}"
            raise EndedError(f"{found}; mend that, then the same command goes on")
        return []

    def _count_vain(self, answer: Answer) -> list[Answer]:
        """A case that is UNDEFINED for what came; end where nothing else ever comes."""
        if not self._has_answered:
            self._in_vain += 1
            if self._in_vain == GIVE_UP:
                found = f"none of the first {self._in_vain} replies is an answer, the last: {answer.failure}"
                self._end(EndedError(f"{found}; mend that, then ask again with --retry undefined"))
        return [answer]

    async def _replied(self, request: Request, claim: Claim | None) -> tuple[Reply, int]:
        """The reply to a question, and how often it was asked.

        Raises:
            FaultError: there is none.
            MurhoError: nobody gets one.
            _TakenError: somebody else is at it.
        """
        import tenacity

        backoff = tenacity.wait_random_exponential(multiplier=0.5, max=LONGEST_BACKOFF)

        def wait(state: tenacity.RetryCallState) -> float:
            error = state.outcome.exception() if state.outcome is not None else None
            said = error.wait if isinstance(error, AgainError) else None
            # Whoever waited for the service's own time comes back a little apart from the others.
            return backoff(state) if said is None else said + backoff(state) / 10

        asking = tenacity.AsyncRetrying(
            stop=tenacity.stop_after_attempt(self._of._attempts),
            retry=tenacity.retry_if_exception_type(AgainError),
            wait=wait,
            sleep=self._sleep,
            reraise=True,
        )
        async for attempt in asking:
            with attempt:
                return await self._sent(request, claim), attempt.retry_state.attempt_number
        raise AssertionError("tenacity raises what the last attempt has raised")

    async def _sent(self, request: Request, claim: Claim | None) -> Reply:
        await self._pace.turn()
        try:
            if self._over.is_set():
                raise _OverError
            self._renew(claim)
            self._of._budget.ask()
            return await self._client.ask(request)
        except UnreachableError as error:
            if self._has_answered:
                raise
            raise EndedError(f"{error.failure}; {error.todo}") from None
        except AgainError as error:
            if error.crowded:
                self._pace.too_much(error.wait)
            raise
        finally:
            await self._pace.done()

    def _renew(self, claim: Claim | None) -> None:
        """Claim a question once more: it may have waited for its turn, or between attempts, for long."""
        cache = self._of._cache
        if cache is None or claim is None:
            return
        if not cache.claim(claim) or cache.find(claim.asked) is not None:
            raise _TakenError

    async def _sleep(self, seconds: float) -> None:
        """Wait, and no longer than anything is to be asked."""
        try:
            await asyncio.wait_for(self._over.wait(), seconds)
        except TimeoutError:
            return
        raise _OverError


def _value(expression: Any) -> Any:
    return expression if isinstance(expression, str) else list(expression)
