"""The same as `murho.systems.http`, over a connection that others cannot read."""

from dataclasses import replace
from functools import partial

from murho.systems import http
from murho.systems.services.service import Service


def _made(spec: str, *, workers: int, timeout: float | None) -> Service:
    """A service that takes JSON over HTTPS and answers with JSON."""
    return http.made(spec, workers=workers, timeout=timeout, kind="https")


SYSTEM = replace(
    http.SYSTEM,
    make=_made,
    name="https",
    title="Service over HTTPS",
    code=partial(http.files, "https"),
    example="https://nlu.example/parse header='X-Api-Key: ${NLU_KEY}'",
)
