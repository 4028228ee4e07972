"""A model behind a chat endpoint that speaks as OpenAI's does, as a system: `openai:MODEL base-url=URL prompt=FILE`.

See `murho.systems.services`, and docs/services.md.
"""

from murho.systems.kinds import Kind
from murho.systems.services.chat import OPTIONS, Chat
from murho.systems.services.service import ASKING, Service
from murho.systems.services.words import Words


def _made(spec: str, *, workers: int, timeout: float | None) -> Service:
    """A language model behind an OpenAI-compatible chat endpoint."""
    words = Words.of("openai", spec, (*OPTIONS, *ASKING))
    # By which key it is asked makes it no other system.
    written = words.written([option.name for option in OPTIONS if option.name != "key-from"])
    return Service("openai", written, Chat(words), words, workers=workers, timeout=timeout)


def _files(spec: str) -> list[str]:
    """The prompt and the schema."""
    words = Words.of("openai", spec, OPTIONS)
    return [path for path in map(words.get, ("prompt", "schema")) if path is not None]


SYSTEM = Kind(
    make=_made,
    name="openai",
    title="Model behind a chat endpoint",
    options=(*OPTIONS, *ASKING),
    takes=("workers", "timeout"),
    code=_files,
    is_service=True,
    example="openai:small-model base-url=http://localhost:8000/v1 prompt=prompt.md",
)
