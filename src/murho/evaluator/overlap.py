"""How many people judge a case: a share of the cases is judged by several.

>>> Overlap.read("0.2"), Overlap.read("3"), Overlap.read("0.2:3")
(Overlap(share=0.2, people=2), Overlap(share=1.0, people=3), Overlap(share=0.2, people=3))
>>> str(Overlap.read("0.2:3")), str(Overlap.read("1"))
('0.2:3', '1')
"""

import re
from typing import NamedTuple

from murho.core.errors import UsageError

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
