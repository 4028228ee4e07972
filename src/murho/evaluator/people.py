"""People, how many judge a case, and the links by which they enter: a link holds a token, and the file only its hash.

>>> import tempfile, pathlib
>>> from murho.evaluator.storage import FILE
>>> storage = Storage(pathlib.Path(tempfile.mkdtemp(), FILE))
>>> token = invite(storage, "anna")
>>> who(storage, token).name, who(storage, token[:-1] + "!") is None
('anna', True)
>>> revoke(storage, "anna"), who(storage, token) is None
(1, True)

A share of the cases is judged by several people (`Overlap`):

>>> Overlap.read("0.2"), Overlap.read("3"), Overlap.read("0.2:3")
(Overlap(share=0.2, people=2), Overlap(share=1.0, people=3), Overlap(share=0.2, people=3))
>>> str(Overlap.read("0.2:3")), str(Overlap.read("1"))
('0.2:3', '1')
"""

import hashlib
import hmac
import re
import secrets
from typing import NamedTuple

from murho.core.errors import UsageError
from murho.evaluator.storage import Storage

OWNER = "owner"
"""The name of whoever has the run: sees figures and settles disagreements."""
LONGEST_NAME = 100


class Person(NamedTuple):
    """Somebody who may enter."""

    number: int
    name: str
    owner: bool


def invite(storage: Storage, name: str) -> str:
    """A new token for a person, who is made known; links from before hold on until they are revoked.

    Raises:
        UsageError: the name is empty, or too long.
    """
    token = secrets.token_urlsafe(32)
    person = known(storage, name)
    with storage.writing() as rows:
        rows.execute("INSERT INTO tokens (person, hash) VALUES (?, ?)", (person.number, _hashed(token)))
    return token


def known(storage: Storage, name: str) -> Person:
    """The person of this name, made known where that is new."""
    if not name.strip() or len(name) > LONGEST_NAME:
        raise UsageError(f"the name {name[:LONGEST_NAME]!r}; give evaluators names of 1 to {LONGEST_NAME} letters")
    with storage.writing() as rows:
        rows.execute("INSERT OR IGNORE INTO people (name, owner) VALUES (?, ?)", (name, name == OWNER))
        return Person(*rows.execute("SELECT number, name, owner FROM people WHERE name = ?", (name,)).fetchone())


def who(storage: Storage, token: str) -> Person | None:
    """Whose token this is; None where it is nobody's, or revoked.

    All tokens are looked at, each in constant time, so that how long it takes tells nothing about them.
    """
    hashed, result = _hashed(token), None
    for row in storage.read(
        "SELECT people.number, name, owner, hash FROM tokens JOIN people ON person = people.number WHERE NOT revoked"
    ):
        if hmac.compare_digest(hashed, row["hash"]):
            result = Person(row["number"], row["name"], bool(row["owner"]))
    return result


def revoke(storage: Storage, name: str) -> int:
    """Revoke all links of a person; returns how many there were."""
    with storage.writing() as rows:
        return rows.execute(
            "UPDATE tokens SET revoked = 1 WHERE NOT revoked AND person IN (SELECT number FROM people WHERE name = ?)",
            (name,),
        ).rowcount


def secret_of(token: str) -> str:
    """What forms of a person bear so that no other site can send them: only who has the token can work it out."""
    return hmac.new(token.encode(), b"murho evaluator form", hashlib.sha256).hexdigest()


def _hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


_TODO = "give a share as 0.2, people as 3, or both as 0.2:3"


class Overlap(NamedTuple):
    """The share of cases that several people judge, and how many do; the others are judged by one."""

    share: float = 0.0
    people: int = 2

    @classmethod
    def read(cls, text: str) -> "Overlap":
        """What a text denotes: up to 1 it is the share that two people judge, else how many judge every case.

        Raises:
            UsageError: it denotes none.
        """
        found = re.fullmatch(r"(\d*\.?\d+)(?::(\d{1,3}))?", text.strip())
        number = float(found[1]) if found else -1.0
        if found and found[2] is None and number > 1 and number.is_integer():
            return cls(1.0, int(number))
        people = int(found[2] or 2) if found else 0
        if not 0 <= number <= 1 or people < 2:
            raise UsageError(f"overlap {text}; {_TODO}")
        return cls(number, people)

    def __str__(self) -> str:
        return f"{self.share:g}" if self.people == 2 else f"{self.share:g}:{self.people}"


NO_OVERLAP = Overlap()
"""Every case is judged by one."""
