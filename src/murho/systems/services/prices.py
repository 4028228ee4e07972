"""What replies cost, by a file of prices in TOML: a table for each model, or host, in one currency.

currency = "EUR"

[small-model]
input = 0.15      # for a million tokens
output = 0.60

["nlu.example"]
request = 0.002   # for each request
"""

import tomllib
from dataclasses import dataclass

from murho.core.errors import InputError
from murho.systems.services.template import text_of

MILLION = 1_000_000


@dataclass(frozen=True)
class Price:
    """What one model costs."""

    input: float = 0.0
    """For a million tokens that it is sent."""
    output: float = 0.0
    """For a million tokens that it gives."""
    request: float = 0.0
    currency: str = ""

    def of(self, tokens_in: float, tokens_out: float) -> float:
        """What a request costs.

        >>> Price(input=1.0, output=4.0).of(1_000, 500)
        0.003
        """
        return self.request + (self.input * tokens_in + self.output * tokens_out) / MILLION


def price_of(path: str, name: str) -> Price:
    """The price of a model or host.

    Raises:
        InputError: the file is no file of prices, or has none of that name.
    """
    try:
        table = tomllib.loads(text_of(path))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"is no TOML ({error})", "mend it", path=path) from None
    currency, found = table.pop("currency", ""), table.get(name)
    if found is None:
        known = ", ".join(table) or "none at all"
        raise InputError(f"has no price of {name!r}, but of {known}", f'add a table ["{name}"]', path=path)
    fields = ("input", "output", "request")
    if not isinstance(found, dict) or set(found).difference(fields) or not isinstance(currency, str):
        raise InputError(f"cannot read the price of {name!r}", f"give it {', '.join(fields)}", path=path)
    for field, value in found.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
            raise InputError(f"{name}: {field} is {value!r}", "give a number, 0 or more", path=path)
    return Price(**found, currency=currency)
