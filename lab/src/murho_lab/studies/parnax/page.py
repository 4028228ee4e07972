"""A page to type questions into: a dialogue with the interface, each turn with its queries and what they give.

The dialogue is in the address, so that nothing is kept between requests. It is served to this machine alone.

>>> from murho_lab.studies.parnax.page import asked
>>> asked(["Who works in sales?", "And how many are they?"])[1].queries
("SELECT COUNT(*) FROM employee WHERE department = 'sales'",)
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from murho_lab.studies.parnax.said import Said, said

if TYPE_CHECKING:
    from murho.evaluator.web.guards import App

LOOPBACK = "127.0.0.1"
MOST_TURNS = 12
"""Turns of a dialogue; those before are forgotten."""
ROWS_SHOWN = 40
EXAMPLES = (
    "Which departments have more than thirty people?",
    "Who else was born in the same town as Thomas Reed?",
    "Chi dei due è qui da più tempo, Peter Baker o Alice Morgan?",
)


def asked(questions: Sequence[str]) -> list[Said]:
    """What is said to each question of a dialogue."""
    return [said(questions[: turn + 1]) for turn in range(len(questions))]


def application() -> "App":
    """The page, as an ASGI application."""
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    from murho.evaluator.web.guards import guarded
    from murho.evaluator.web.pages import packaged, render

    def page(request: Request) -> Response:
        questions = [text for text in request.query_params.getlist("q") if text.strip()][-MOST_TURNS:]
        content = render(
            "ask.html", "murho_lab.studies.parnax", turns=asked(questions), rows_shown=ROWS_SHOWN, examples=EXAMPLES
        )
        return Response(content, media_type="text/html; charset=utf-8")

    def style(request: Request) -> Response:
        return Response(packaged("evaluator.css"), media_type="text/css; charset=utf-8")

    routes = [Route("/", page), Route("/static/evaluator.css", style)]
    # Another site must not read the page by a name of its own for this machine.
    hosts = Middleware(TrustedHostMiddleware, allowed_hosts=[LOOPBACK, "localhost"])
    return guarded(Starlette(routes=routes, middleware=[hosts]))


def serve(port: int) -> None:
    """Serve the page to this machine until somebody ends it.

    Raises:
        UsageError: Starlette is not installed, or the port cannot be had.
    """
    import sys

    from murho.core.errors import UsageError

    try:
        from murho.evaluator.web.serving import listening, run

        app = application()
    except ImportError as error:
        raise UsageError("starlette or uvicorn is not installed; install murho[evaluate]") from error
    listener = listening(LOOPBACK, port)
    print(f"http://{LOOPBACK}:{listener.getsockname()[1]}/  (Ctrl-C ends it)", file=sys.stderr, flush=True)
    run(app, listener)
