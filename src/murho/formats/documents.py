"""The documents of a CoNLL file, without reading its trees: which one each sentence belongs to.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "two.conllu")
>>> sentence = "1\\tGo\\tgo\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
>>> _ = path.write_text(f"# newdoc id = a\\n{sentence}{sentence}# newdoc id = b\\n{sentence}")
>>> list(documents(path))
['a', 'a', 'b']
"""

import re
from collections.abc import Iterator

from murho.formats.opening import Path, byte_blocks

_MARK = "\ufeff".encode()
"""The byte order mark in UTF-8."""
_START = re.compile(rb"#[ \t]*newdoc(?:[ \t]+id)?[ \t]*(?:=[ \t]*([^\r\n]*?))?[ \t]*\r?$", re.MULTILINE)


def documents(path: Path) -> Iterator[str | None]:
    """The `newdoc id` that holds for each sentence, None before the first, and in documents without a name.

    Raises:
        InputError: the file cannot be read.
    """
    name: str | None = None
    for block in _blocks(path):
        at = 0
        for start in _starts(block):
            yield from [name] * _sentences(block, at, start.start())
            name, at = (start[1] or b"").decode("utf-8", "replace") or None, start.start()
        yield from [name] * _sentences(block, at, len(block))


def _starts(block: bytes) -> Iterator[re.Match[bytes]]:
    """The comments that start a document; the word is looked for first, which is much quicker than lines are."""
    at = -1
    while (at := block.find(b"newdoc", at + 1)) >= 0:
        if start := _START.match(block, block.rfind(b"\n", 0, at) + 1):
            yield start


def _sentences(block: bytes, start: int, end: int) -> int:
    return block.count(b"\n\n", start, end) + (block.count(b"\n\r\n", start, end) if b"\r" in block else 0)


def _blocks(path: Path) -> Iterator[bytes]:
    """The file in pieces that end with a sentence; the last one is ended if it is not."""
    rest = b""
    for number, more in enumerate(byte_blocks(path)):
        # A byte order mark would keep the first comment from being found.
        rest += more.removeprefix(_MARK) if number == 0 else more
        # rfind gives -1 where there is no end of a sentence: then cut is 2 at most.
        cut = max(rest.rfind(b"\n\n") + 2, rest.rfind(b"\n\r\n") + 3)
        if cut > 2:
            yield rest[:cut]
            rest = rest[cut:]
    if rest.strip():
        yield rest.rstrip(b"\r\n") + b"\n\n"
