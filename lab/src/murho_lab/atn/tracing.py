"""A trace to read: every attempt of an arc, how deep, before which word, and each going back.

>>> from murho_lab.atn.grammar import grammar
>>> from murho_lab.atn.lexicon import Lexicon, Reading
>>> nets = grammar("(S (CAT N T (TO S/N)) (CAT V T (TO S/E))) (S/N (CAT V T (TO S/E))) (S/E (POP 'S T))")
>>> both = Lexicon({"fish": (Reading("N"), Reading("V"))})
>>> trace(nets, both.sentence("fish"))
   1  fish  S:1 CAT N  crossed
   2  .     S/N:1 CAT V  -
         back to S at fish
   3  fish  S:2 CAT V  crossed
   4  .     S/E:1 POP  crossed
         analysis 1: S
"""

from collections.abc import Callable

from murho_lab.atn.engine import USUAL, Bounds, Search
from murho_lab.atn.lexicon import Sentence
from murho_lab.atn.network import Arc, Grammar, Order
from murho_lab.atn.values import bracketed


def trace(
    grammar: Grammar,
    sentence: Sentence,
    say: Callable[[str], object] = print,
    *,
    order: Order | None = None,
    wanted: int | None = 1,
    bounds: Bounds = USUAL,
) -> None:
    """Say each line of the trace as the search goes on; `.` is the end of the sentence, two spaces a level of PUSH."""
    forms = [word.form for word in sentence.words] + ["."]
    width = max(map(len, forms))
    tried: str | None = None
    count = 0

    def tell(what: str, arc: Arc | None, position: int, depth: int) -> None:
        nonlocal tried, count
        # The line of an attempt waits until the next event says whether it was crossed.
        if tried is not None and what != "parse":
            say(f"{tried}  {'crossed' if what == 'cross' else '-'}")
            tried = None
        if what == "try":
            count += 1
            tried = f"{count:4}  {forms[position]:{width}}  {'  ' * depth}{arc}"
        elif what == "back" and arc is not None:
            say(f"{'':9}{'  ' * depth}back to {arc.state} at {forms[position]}")
        elif what == "again" and arc is not None:
            say(f"{'':9}{'  ' * depth}another reading before {arc.state} at {forms[position]}")

    search = Search(grammar, sentence, order=order, bounds=bounds, trace=tell)
    number = 0
    for number, analysis in enumerate(search, 1):
        say(f"{'':9}analysis {number}: {bracketed(analysis.value)}")
        if wanted is not None and number >= wanted:
            return
    if tried is not None:
        say(f"{tried}  -")
    if search.undefined:
        say(f"UNDEFINED: {search.undefined}")
    elif not number:
        say(f"no analysis ({search.choices:,} choices)")
