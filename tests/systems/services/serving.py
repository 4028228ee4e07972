"""Real servers for the tests: one that fails on purpose, and one that speaks as OpenAI's does."""

import asyncio
import contextlib
import json
import socket
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

Handler = Callable[[Request], Awaitable[Response]]


@dataclass
class Served:
    """A server that runs, and what it was asked."""

    url: str
    asked: list[Any] = field(default_factory=list)
    """The bodies of the requests that came, in their order."""
    at: list[float] = field(default_factory=list)
    """When they came."""
    at_once: int = 0
    most_at_once: int = 0

    @property
    def times(self) -> Counter[str]:
        """How often each expression was asked."""
        return Counter(body["expression"] for body in self.asked)


@contextlib.contextmanager
def serving(handle: Callable[[Any, Request, Served], Awaitable[Response]]) -> Iterator[Served]:
    """A server in a thread of its own, which hands every request to `handle`."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        served = Served(f"http://127.0.0.1:{listening.getsockname()[1]}")

        async def answer(request: Request) -> Response:
            body = json.loads(await request.body() or json.dumps({"expression": request.query_params.get("q")}))
            served.asked.append(body)
            served.at.append(time.monotonic())
            served.at_once += 1
            served.most_at_once = max(served.most_at_once, served.at_once)
            try:
                return await handle(body, request, served)
            finally:
                served.at_once -= 1

        app = Starlette(routes=[Route("/{path:path}", answer, methods=["GET", "POST"])])
        config = uvicorn.Config(app, log_level="critical", lifespan="off", timeout_graceful_shutdown=1, ws="none")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.005)
        try:
            yield served
        finally:
            server.should_exit = True
            thread.join(10)


async def faulty(body: Any, request: Request, served: Served) -> Response:
    """Does what the expression says, and else answers with it."""
    said = body["expression"]
    word, _, rest = said.partition(" ")
    first = served.times[said] == 1
    if word == "slow":
        await asyncio.sleep(float(rest))
    if word == "status":
        return JSONResponse(
            {"error": {"message": f"as you wish, {request.headers.get('x-api-key', 'nobody')}"}}, int(rest)
        )
    if word == "busy" and first:
        return Response("busy", 429, {"Retry-After": rest} if rest else {})
    if word == "once" and first:
        return Response("down", int(rest))
    if word == "page":
        return Response("<!doctype html><title>Log in</title>", media_type="text/html")
    if word == "garbage":
        return PlainTextResponse("\x00\x01 no json")
    if word == "half":
        return PlainTextResponse('{"answer": ["hours"')
    if word == "latin":
        return Response(b'{"answer": "caf\xe9"}', media_type="application/json")
    if word == "charset":
        return Response(b'{"answer": "caf\xe9"}', media_type="application/json; charset=latin-1")
    if word == "cut" and (first or rest == "always"):
        return Response('{"answer"', headers={"Content-Length": "1000"})
    if word == "flood":
        return StreamingResponse(_endless(b" " * (1 << 20), 0), media_type="application/json")
    if word == "endless":
        return StreamingResponse(_endless(b" ", 0.02), media_type="application/json")
    if word == "echo":
        return JSONResponse({"answer": [f"key {request.headers.get('x-api-key')}"]})
    if word == "elsewhere":
        return Response(status_code=302, headers={"Location": "http://127.0.0.1:9/"})
    if word == "null":
        return JSONResponse({"answer": None})
    if word == "other":
        return JSONResponse({"intent": "hours"})
    return JSONResponse({"answer": [said.upper()]})


async def _endless(chunk: bytes, pause: float) -> AsyncIterator[bytes]:
    while True:
        yield chunk
        await asyncio.sleep(pause)


async def chatting(body: Any, request: Request, served: Served) -> Response:
    """Speaks as OpenAI's endpoint does; it wants the key `canary-key-0123456789`."""
    if request.headers.get("authorization") != "Bearer canary-key-0123456789":
        key = request.headers.get("authorization", "")
        return JSONResponse({"error": {"message": f"Incorrect API key provided: {key}"}}, 401)
    if request.url.path != "/v1/chat/completions":
        return JSONResponse({"error": {"message": "not found"}}, 404)
    said = body["messages"][-1]["content"]
    word = said.rpartition("TEXT: ")[2]
    content: Any = f"intent={word.split()[0]}" if word else ""
    finish = "stop"
    if "response_format" in body:
        content = json.dumps({"intent": word.split()[0], "model": body["model"]})
    if word.startswith("rubbish"):
        content = "I'd rather not say"
    if word.startswith("fenced"):
        content = f"```json\n{content}\n```"
    if word.startswith("long"):
        content, finish = content[:5], "length"
    message = {"role": "assistant", "content": content}
    if word.startswith("refuse"):
        message = {"role": "assistant", "content": None, "refusal": "I can't help with that"}
    usage = {"prompt_tokens": len(said), "completion_tokens": len(str(content))}
    return JSONResponse({"choices": [{"message": message, "finish_reason": finish}], "usage": usage})
