"""Values of which there are few: type checkers know them, and the command line offers them."""

from typing import Literal

Missing = Literal["undefined", "skip"]
Extra = Literal["error", "ignore"]
Method = Literal["auto", "score", "wilson", "linearised", "korn-graubard", "bootstrap"]
Population = Literal["finite", "super"]
Divisor = Literal["importance", "expressions"]
Thin = Literal["meanings", "values"]
MapSide = Literal["answers", "references", "both"]
Rank = Literal["errors", "rate"]
Carry = Literal["best", "all"]
