"""The application: who may enter, which page they get, and what becomes of what they send.

All addresses in pages are relative, so that it works below any prefix of a proxy without knowing it.
"""

import hmac
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from murho.core.causes import TAXONOMY
from murho.core.causes import parse as parse_cause
from murho.core.errors import MurhoError, UsageError
from murho.evaluator import assigning, forms
from murho.evaluator.assigning import AGAIN, FIRST, RULING
from murho.evaluator.judgement import Conflict, Judgement, agreement, conflicts, offered, people_of
from murho.evaluator.material import Material
from murho.evaluator.people import Person, secret_of, who
from murho.evaluator.storage import Storage
from murho.evaluator.web.guards import App, Limit, guarded
from murho.evaluator.web.pages import case_page, packaged, readings_shown, render
from murho.formats.saving import OutputError

Ask = Literal["both", "answers", "meanings"]
STATIC = {
    "evaluator.css": "text/css; charset=utf-8",
    "evaluator.js": "text/javascript; charset=utf-8",
    "htmx.min.js": "text/javascript; charset=utf-8",
}
MOST_FIELDS = 2000
LONGEST_COMMENT = 4000
_UNWRITABLE = "Tell whoever sent you the link, and send it again later"
OWN = "own"
"""The side of a disagreement that the owner writes."""


@dataclass(frozen=True)
class Desk:
    """What the pages are about, and by what rules."""

    storage: Storage
    material: Material
    figures: Callable[[], Any]
    """What the owner is shown of the status: `murho.evaluator.status`."""
    judged: Callable[[], None] = lambda: None
    """Told when a judgement was kept: a rule may find that it is enough (`murho.evaluator.stopping`)."""
    ask: Ask = "both"
    """Whether people judge answers, write what is meant without seeing an answer, or both."""
    guideline: str = ""
    secure: bool = False
    """The pages are reached by https, so that the cookie goes no other way."""
    guesses: Limit = field(default_factory=lambda: Limit(burst=20, per_second=0.2))
    """Wrong tokens from one address."""
    requests: Limit = field(default_factory=lambda: Limit(burst=120, per_second=10))
    """Of one person."""

    @property
    def cookie(self) -> str:
        """The name of the cookie: one for each evaluation, since cookies know no ports."""
        return f"murho_{self.storage.about('cookie') or 'evaluator'}"


def application(desk: Desk) -> App:
    """The pages of an evaluation, as an ASGI application."""

    def page(
        handler: Callable[[Desk, Person, str, Request], Response], *, owner: bool = False
    ) -> Callable[[Request], Response]:
        """A page for who has a token; what is sent has to bear the secret of a form."""

        def answer(request: Request) -> Response:
            token = request.cookies.get(desk.cookie, "")
            person = who(desk.storage, token) if token else None
            if person is None:
                return _stranger(desk, request, bool(token))
            if not desk.requests.allows(person.number):
                return _message(429, "Slower, please", "You asked for many pages at once. Wait a moment, and go on.")
            if owner and not person.owner:
                return _message(404, "No such page", "There is nothing here.")
            if request.method == "POST" and not _is_own(request, token):
                return _message(403, "Not sent", "This form is not one of this page. Go back, and send it again.")
            try:
                return handler(desk, person, secret_of(token), request)
            except OutputError as error:
                return _message(503, "Not saved", f"{error.found}. {_UNWRITABLE}")
            except MurhoError as error:
                return _message(400, "Not saved", str(error))

        return answer

    def enter(request: Request) -> Response:
        address, token = _address(request), request.query_params.get("token", "")
        if desk.guesses.is_used_up(address):
            return _message(429, "Too many tries", "Wait some minutes, and open your link again.")
        if who(desk.storage, token) is None:
            return _stranger(desk, request, True)
        response = _to("./")
        # Without a path: then it is that of this page, below whatever prefix the browser sees.
        response.set_cookie(
            desk.cookie, token, max_age=90 * 86400, path=None, httponly=True, samesite="lax", secure=desk.secure
        )
        return response

    def static(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in STATIC:
            return PlainTextResponse("There is nothing here.\n", 404)
        return Response(packaged(name), media_type=STATIC[name])

    routes = [
        Route("/healthz", lambda _: PlainTextResponse("ok\n")),
        Route("/enter", enter),
        Route("/static/{name}", static),
        Route("/", page(_case)),
        Route("/judge", page(_judge), methods=["POST"]),
        Route("/draft", page(_draft), methods=["POST"]),
        Route("/skip", page(_skip), methods=["POST"]),
        Route("/undo", page(_undo), methods=["POST"]),
        Route("/progress", page(_progress, owner=True)),
        Route("/disagreements", page(_disagreements, owner=True)),
        Route("/settle", page(_settle, owner=True), methods=["POST"]),
    ]
    return guarded(Starlette(routes=routes))


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _stranger(desk: Desk, request: Request, tried: bool) -> Response:
    """What somebody without a token is told, which is nothing; a wrong one is counted."""
    if tried and not desk.guesses.allows(_address(request)):
        return _message(429, "Too many tries", "Wait some minutes, and open your link again.")
    return _message(
        403, "Your link is needed", "Open the link that you were given; it may have been replaced by another."
    )


def _is_own(request: Request, token: str) -> bool:
    """Whether a form is one of ours, sent by a page of ours."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    sent = forms.one(_typed(request), "secret")
    return hmac.compare_digest(sent.encode("utf-8", "replace"), secret_of(token).encode())


def _typed(request: Request) -> dict[str, list[str]]:
    try:
        text = request.scope["body"].decode("utf-8")
        return parse_qs(text, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        return {}


def _to(address: str) -> Response:
    return Response(status_code=303, headers={"location": address})


def _html(template: str, code: int = 200, **context: Any) -> Response:
    return Response(render(template, **context), code, media_type="text/html; charset=utf-8")


def _message(status: int, title: str, text: str) -> Response:
    return _html("message.html", status, title=title, text=text)


def _case(desk: Desk, person: Person, secret: str, request: Request) -> Response:
    if person.owner:
        return _to("progress")
    given = assigning.next_case(desk.storage, person)
    progress = assigning.progress(desk.storage, person)
    common: dict[str, Any] = {"person": person, "secret": secret, "progress": progress, "guideline": desk.guideline}
    if given is None:
        return _html("done.html", **common, stopped=assigning.has_stopped(desk.storage))
    return _html("case.html", **common, **case_page(desk.material, given, desk.ask, TAXONOMY))


def _which(desk: Desk, person: Person, typed: Mapping[str, Sequence[str]]) -> tuple[int, int]:
    """The place and the round of the case that a form is about."""
    place, turn = forms.one(typed, "place"), forms.one(typed, "round")
    rounds = [RULING] if person.owner else [FIRST, AGAIN]
    if not (place.isdecimal() and len(place) < 16 and int(place) in desk.material.cases and turn in map(str, rounds)):
        raise UsageError("no such case")
    return int(place), int(turn)


def _content(typed: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """What a person typed, without what the form itself bears."""
    return {name: values for name, values in typed.items() if name not in ("secret", "place", "round", "more", "copy")}


def _draft(desk: Desk, person: Person, secret: str, request: Request) -> Response:
    typed = _typed(request)
    place, turn = _which(desk, person, typed)
    fields = _content(typed)
    if "copy" in typed and isinstance(answer := desk.material.cases[place].answer, tuple) and desk.ask != "meanings":
        mine = {name: values for name, values in fields.items() if not forms.is_of_a_reading(name)}
        case = desk.material.cases[place]
        fields = {**mine, **forms.written(answer, desk.material.representation, case.turns[-1])}
    if "more" in typed:
        fields = {**fields, f"r{min(forms.MOST_READINGS, forms.readings_in(fields) + 1)}.on": ["1"]}
    kept = assigning.keep_draft(desk.storage, person, place, turn, fields)
    if "copy" in typed or "more" in typed or "draw" in typed:
        return _to("disagreements" if person.owner else "./")
    return Response(status_code=204 if kept else 409)


def _judge(desk: Desk, person: Person, secret: str, request: Request) -> Response:
    typed = _typed(request)
    place, turn = _which(desk, person, typed)
    if person.owner or not assigning.has(desk.storage, person, place, turn):
        raise UsageError("this case was not given to you")
    case = desk.material.cases[place]
    fields = _content(typed)

    def again(code: int, problem: str) -> Response:
        """The case as it was typed, and why it was not saved."""
        common: dict[str, Any] = {"person": person, "secret": secret, "guideline": desk.guideline}
        given = assigning.Given(case.place, turn, fields)
        shown = case_page(desk.material, given, desk.ask, TAXONOMY, problem=problem)
        return _html("case.html", code, **common, progress=assigning.progress(desk.storage, person), **shown)

    try:
        said = _said(desk, person, place, turn, typed)
    except UsageError as error:
        assigning.keep_draft(desk.storage, person, place, turn, fields)
        return again(400, str(error))
    try:
        new = assigning.keep(desk.storage, person, said, fields)
    except OutputError as error:
        return again(503, f"{error.found}. {_UNWRITABLE}")
    if new:
        with suppress(MurhoError):  # it was saved; the next judgement looks again
            desk.judged()
    return _to("./")


def _said(desk: Desk, person: Person, place: int, turn: int, typed: Mapping[str, Sequence[str]]) -> Judgement:
    """The judgement that a form says.

    Raises:
        UsageError: it says nothing, or what cannot be.
    """
    case = desk.material.cases[place]
    verdict = forms.one(typed, "verdict") or None
    reference = None
    shown = case.answer if desk.ask == "both" else ()
    if desk.ask != "answers" and not forms.is_untouched(typed, shown, desk.material.representation, case.turns[-1]):
        reference = forms.read(typed, desk.material.representation, case.turns[-1])
    if desk.ask == "meanings":
        verdict = "cannot say" if verdict == "cannot say" else None
    if verdict is not None and verdict not in [one.name for one in offered(case.answer)] and desk.ask != "meanings":
        raise UsageError("choose one of the verdicts that are offered")
    if verdict is None and reference is None:
        wanted = {"both": "say whether the answer is right, or what is meant", "answers": "say whether it is right"}
        raise UsageError(wanted.get(desk.ask, "say what is meant") + "; or skip this one")
    cause = forms.one(typed, "cause") or None
    if cause is not None:
        cause = "/".join(parse_cause(cause[:200]))
    comment = forms.one(typed, "comment")[:LONGEST_COMMENT]
    return Judgement(place, case.id, person.name, verdict, reference, None, comment, cause, turn == AGAIN)


def _skip(desk: Desk, person: Person, secret: str, request: Request) -> Response:
    typed = _typed(request)
    place, turn = _which(desk, person, typed)
    assigning.keep_draft(desk.storage, person, place, turn, _content(typed))
    assigning.skip(desk.storage, person, place, turn)
    return _to("./")


def _undo(desk: Desk, person: Person, secret: str, request: Request) -> Response:
    typed = _typed(request)
    if "place" in typed:
        place, turn = _which(desk, person, typed)
        assigning.keep_draft(desk.storage, person, place, turn, _content(typed))
    assigning.undo(desk.storage, person)
    return _to("./")


def _progress(desk: Desk, person: Person, secret: str, request: Request) -> Response:
    said, status = assigning.judgements(desk.storage), desk.figures()
    return _html(
        "progress.html",
        person=person,
        secret=secret,
        progress=assigning.progress(desk.storage),
        status=status,
        course=_course(status.course) if status.course else None,
        agreement=agreement(said),
        people=people_of(said),
        conflicts=len(conflicts(said, assigning.settled(desk.storage))),
    )


def _course(points: Sequence[tuple[int, float]]) -> dict[str, Any]:
    """The points of a line in a box of 100 by 100, whose height is the highest π, or 1 where that is 0."""
    first, last, top = points[0][0], points[-1][0], max(value for _, value in points) or 1.0
    places = [(100 * (n - first) / max(last - first, 1), 100 - 100 * value / top) for n, value in points]
    return {"points": " ".join(f"{x:.5g},{y:.4g}" for x, y in places), "top": top, "cases": last}


def _disagreements(desk: Desk, person: Person, secret: str, request: Request) -> Response:
    result = conflicts(assigning.judgements(desk.storage), assigning.settled(desk.storage))
    shown = next((conflict for conflict in result if conflict.place in desk.material.cases), None)
    return _conflict_page(desk, person, secret, shown, len(result))


def _conflict_page(
    desk: Desk, person: Person, secret: str, shown: Conflict | None, left: int, problem: str = ""
) -> Response:
    common: dict[str, Any] = {
        "person": person,
        "secret": secret,
        "progress": assigning.progress(desk.storage),
        "left": left,
    }
    if shown is None:
        return _html("disagreements.html", **common, conflict=None)
    given = assigning.ruling(desk.storage, person, shown.place)
    typed = case_page(desk.material, given, desk.ask, TAXONOMY, problem=problem)
    owns = forms.one(given.fields, "side") == OWN
    context: dict[str, Any] = {**common, **typed, "conflict": shown, "sides": _sides(desk, shown), "owns": owns}
    return _html("disagreements.html", 400 if problem else 200, **context)


def _sides(desk: Desk, conflict: Conflict) -> list[dict[str, Any]]:
    case = desk.material.cases[conflict.place]
    titles = {verdict.name: verdict.title for verdict in offered(case.answer)}
    return [
        {
            "number": number,
            "verdict": None if judgement.verdict is None else titles.get(judgement.verdict, judgement.verdict),
            "readings": None
            if judgement.reference is None
            else readings_shown(judgement.reference, desk.material, case.place),
            "comment": judgement.comment,
            "cause": judgement.cause,
        }
        for number, judgement in enumerate(conflict.judgements)
    ]


def _settle(desk: Desk, person: Person, secret: str, request: Request) -> Response:
    typed = _typed(request)
    place, turn = _which(desk, person, typed)
    side = forms.one(typed, "side")
    found = conflicts(assigning.judgements(desk.storage), {})
    conflict = next((result for result in found if result.place == place), None)
    if conflict is None:
        raise UsageError("nobody differs on this case")
    if side == OWN:
        try:
            said = _said(desk, person, place, turn, typed)
            if said.verdict is None and any(judgement.verdict is not None for judgement in conflict.judgements):
                raise UsageError("people said whether the answer is right: say that, too")
        except UsageError as error:
            assigning.keep_draft(desk.storage, person, place, turn, _content(typed))
            left = len(conflicts(assigning.judgements(desk.storage), assigning.settled(desk.storage)))
            return _conflict_page(desk, person, secret, conflict, left, str(error))
        assigning.rule(desk.storage, person, said)
        return _to("disagreements")
    if not side.isdecimal() or int(side) >= len(conflict.judgements):
        raise UsageError("choose whose judgement holds")
    comment = forms.one(typed, "comment")[:LONGEST_COMMENT]
    # Sides are numbered by name, so that who reads the page cannot tell whose they are.
    assigning.settle(desk.storage, person, place, conflict.judgements[int(side)].evaluator, comment)
    return _to("disagreements")
