"""A service that takes JSON over HTTP, as a system: `http://HOST/PATH request=FILE response=PATH`.

See `murho.systems.services`, and docs/services.md.

>>> system = SYSTEM.system("//nlu.example/parse response=$.intent rpm=60", workers=8, timeout=None)
>>> system.describe()["spec"], SYSTEM.typed({}, "//nlu.example/parse")
("//nlu.example/parse 'response=$.intent'", 'http://nlu.example/parse')
"""

from functools import partial

from murho.systems.kinds import Kind
from murho.systems.services.plain import OPTIONS, Plain
from murho.systems.services.service import ASKING, Service
from murho.systems.services.words import Words


def made(spec: str, *, workers: int, timeout: float | None, kind: str = "http") -> Service:
    """A service that takes JSON over HTTP and answers with JSON."""
    words = Words.of(kind, spec, (*OPTIONS, *ASKING))
    written = words.written([option.name for option in OPTIONS])
    return Service(kind, written, Plain(words), words, workers=workers, timeout=timeout)


def files(kind: str, spec: str) -> list[str]:
    """The template of its requests."""
    words = Words.of(kind, spec, OPTIONS)
    return [path for path in (words.get("request"),) if path is not None]


SYSTEM = Kind(
    make=made,
    name="http",
    title="Service that takes JSON",
    options=(*OPTIONS, *ASKING),
    takes=("workers", "timeout"),
    code=partial(files, "http"),
    is_service=True,
    example="http://localhost:8000/parse request=request.json response=$.intent.name",
)
