"""The words of the reports, each explained in plain words, with its formula where it has one.

>>> explain("PI").term, explain("confidence interval").term
('π', 'interval')
>>> explain("effective_n").term, explain("accuracy, higher is better").term, explain("slices").term
('effective n', 'accuracy', 'slice')
>>> explain("simultaneus")
Traceback (most recent call last):
murho.core.errors.UsageError: no term 'simultaneus'; did you mean simultaneous? `murho explain` lists all
"""

from collections.abc import Sequence
from difflib import get_close_matches

from murho.core.errors import UsageError
from murho.sheets.terms import TERMS, Term


def explain(word: str, terms: Sequence[Term] = TERMS, plural: bool = True) -> Term:
    """The term of this name; with `plural` also of this name in the plural.

    Raises:
        UsageError: there is none.
    """
    known = {name.casefold(): term for term in terms for name in (term.term, *term.also)}
    asked = " ".join(word.replace("_", " ").split()).casefold()
    # As it stands in a heading: with what follows a comma or a colon, or in the plural.
    before = asked.partition(",")[0].partition(":")[0]
    for name in (asked, before, *((asked.removesuffix("s"), before.removesuffix("s")) if plural else ())):
        if name in known:
            return known[name]
    near = get_close_matches(word.casefold(), known, 1)
    hint = f"did you mean {near[0]}? " if near else ""
    raise UsageError(f"no term {word!r}; {hint}`murho explain` lists all")
