"""Mutation of bytes: a few changes at random, of the kinds that readers stumble over."""

import re
from collections.abc import Callable, Sequence
from random import Random

MOST = 200_000
"""Bytes of what comes out, about: a reader's time is no finding."""
NUMBERS = [
    b"0", b"-1", b"1.5", b"-0.0", b"1e999", b"-1e308", b"1e-320", b"nan", b"NaN", b"Infinity", b"0x1f",
    b"1_000", b"7" * 5000, b"2147483648", b"9223372036854775808", b"18446744073709551616", b"\xd9\xa3",
    "²".encode(), "１".encode(),
]  # fmt: skip
TEXTS = [
    b"", b" ", b"\t", b"\n", b"\r\n", b"\r", b"\0", b"\xef\xbb\xbf", b"\xff", b"\xc3", b"\xed\xa0\x80", b'"',
    b"'", b"\\", b"\\ud800", b"\\u0000", b"null", b"true", b"[]", b"{}", b'""', b"@", b"#", b";;", b"%", b"(",
    b")", b"{", b"}", b"<", b">", b"/", b"|", b"_", b"-", b"&lt;", b"&x;", b"<!DOCTYPE a [<!ENTITY b 'c'>]>",
    "\u2028".encode(), "\u0085".encode(), "\u200b".encode(), "é".encode(), "e\u0301".encode(), "😀".encode(),
    "İ".encode(), "ß".encode(), b"\x1b[31m", b"__class__", b"../..", b"/dev/null",
]  # fmt: skip
NESTED = [(b"[", b"]"), (b'{"a":', b"}"), (b"(", b")"), (b"<a>", b"</a>"), (b"oracle(", b")")]
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_TOKEN = re.compile(rb"[^\s,:;|{}\[\]()<>\"'=@/]+")
Change = Callable[[bytes, Random], bytes]


def mutated(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    """The bytes with one to four changes; some of them take something from `others`, which are of the same kind."""
    for _ in range(random.choice([1, 1, 1, 2, 3, 4])):
        if others and random.random() < 0.1:
            data = _spliced(data, random.choice(others), random)
        else:
            data = random.choice(CHANGES)(data, random)
    return data[:MOST]


def _spliced(data: bytes, other: bytes, random: Random) -> bytes:
    return data[: random.randint(0, len(data))] + other[random.randint(0, len(other)) :]


def _span(data: bytes, random: Random) -> tuple[int, int]:
    start = random.randint(0, len(data))
    return start, min(len(data), start + random.choice([1, 2, 4, 16, 64, 1024]))


def _bit(data: bytes, random: Random) -> bytes:
    if not data:
        return data
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]


def _byte(data: bytes, random: Random) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + bytes([random.randrange(256)]) + data[at + random.randint(0, 1) :]


def _without(data: bytes, random: Random) -> bytes:
    start, stop = _span(data, random)
    return data[:start] + data[stop:]


def _doubled(data: bytes, random: Random) -> bytes:
    start, stop = _span(data, random)
    at = random.randint(0, len(data))
    return data[:at] + data[start:stop] * random.choice([1, 1, 2, 50]) + data[at:]


def _cut(data: bytes, random: Random) -> bytes:
    return data[: random.randint(0, len(data))]


def _number(data: bytes, random: Random) -> bytes:
    return _replaced(data, _NUMBER, random.choice(NUMBERS), random)


def _token(data: bytes, random: Random) -> bytes:
    found = _TOKEN.findall(data)
    return _replaced(data, _TOKEN, random.choice([*found[:200], *TEXTS, *NUMBERS]), random)


def _text(data: bytes, random: Random) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + random.choice(TEXTS) + data[at:]


def _nested(data: bytes, random: Random) -> bytes:
    opening, closing = random.choice(NESTED)
    times = random.choice([1, 3, 100, 3000, 20_000])
    start, stop = _span(data, random)
    return data[:start] + opening * times + data[start:stop] + closing * times + data[stop:]


def _lines(data: bytes, random: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    if not lines:
        return data
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[other])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case _:
            lines[at] = lines[at].replace(b"\n", b"\r\n")
    return b"".join(lines)


def _columns(data: bytes, random: Random) -> bytes:
    """A line with a column more, or less, or two of them the other way round."""
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    sign = random.choice([b"\t", b" ", b"@", b",", b"|"])
    parts = lines[at].split(sign)
    one, other = random.randrange(len(parts)), random.randrange(len(parts))
    if random.random() < 0.5:
        parts[one], parts[other] = parts[other], parts[one]
    elif random.random() < 0.5:
        del parts[one]
    else:
        parts.insert(one, parts[other])
    lines[at] = sign.join(parts)
    return b"\n".join(lines)


def _replaced(data: bytes, pattern: re.Pattern[bytes], by: bytes, random: Random) -> bytes:
    found = list(pattern.finditer(data))
    if not found:
        return data + by
    match = random.choice(found)
    return data[: match.start()] + by + data[match.end() :]


CHANGES: tuple[Change, ...] = (
    _bit, _byte, _without, _doubled, _cut, _number, _number, _token, _token, _text, _nested, _lines, _columns,
)  # fmt: skip
