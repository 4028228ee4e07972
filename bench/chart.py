"""The chart parser on spontaneous speech, beside NLTK's feature chart parser and Lark's Earley parser.

What is parsed are the transliterations of the development half of the trains task (the other half is for nobody's
eyes), each of them again and again, none remembered. The rate that counts is that of the whole grammar that is named,
by default `greetings` with the stations of the task:

    python bench/chart.py [GRAMMAR]

The peers cannot take a whole grammar of that kind, nor parts of an utterance. They get a small one, of places and
times, and murho the same as well: 300 sentences drawn from it, which all of them analyse whole. NLTK and Lark come
from `bench/peers.txt`; both give all trees, murho the best structure.
"""

import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from murho_lab.chart import grammar_file, read_parser

MATERIAL = Path(__file__).parents[1] / "src" / "murho" / "studies" / "trains" / "material"
CITIES = "bonn berlin kassel cologne ulm mainz trier kiel celle hof fulda jena".split()  # noqa: SIM905
NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()  # noqa: SIM905
CHART = f"""
[features]
value
[types]
whole < piece
places
place
goal < place: frame _ city
source < place: frame _ city
via < place: frame _ city
when
day: modifies when _
city
number
at < when: frame _ number
half < at: frame _ number
on < when: frame _ day
[rules]
one: whole -> places
two: whole -> places when
more: places -> places place
first: places -> place
[words]
to, for : goal
from : source
via, through : via
at : at
at half : half
on : on
{", ".join(CITIES)} : city
{", ".join(NUMBERS)} : number
{", ".join(DAYS)} : day
"""
RULES = {
    "Whole": ["Places", "Places When"],
    "Places": ["Place", "Places Place"],
    "Place": ["To City", "From City", "Via City"],
    "When": ["At Number", "At Half Number", "On Day", "When Day"],
}
WORDS = {
    "To": ["to", "for"], "From": ["from"], "Via": ["via", "through"], "At": ["at"], "Half": ["half"], "On": ["on"],
    "City": CITIES, "Number": NUMBERS, "Day": DAYS,
}  # fmt: skip


def development() -> list[str]:
    """What was said in the development half."""
    lines = [line for file in sorted(MATERIAL.glob("?.jsonl")) for line in file.read_text().splitlines()]
    return [case["expression"] for case in map(json.loads, lines) if case["half"] == "development"]


def drawn(count: int) -> list[str]:
    """Sentences of the small grammar."""
    chance = random.Random(12)

    def of(symbol: str) -> str:
        if symbol in WORDS:
            return chance.choice(WORDS[symbol])
        return " ".join(map(of, chance.choice(RULES[symbol]).split()))

    return [of("Whole") for _ in range(count)]


def with_nltk() -> Callable[[str], object]:
    """All trees by NLTK."""
    from nltk.grammar import FeatureGrammar
    from nltk.parse import FeatureChartParser

    lines = ["% start Whole", *(f"{name} -> {' | '.join(of)}" for name, of in RULES.items())]
    lines += [f"{name} -> {' | '.join(map(repr, words))}" for name, words in WORDS.items()]
    parser = FeatureChartParser(FeatureGrammar.fromstring("\n".join(lines)))
    return lambda text: list(parser.parse(text.split()))


def with_lark() -> Callable[[str], object]:
    """All trees by Lark."""
    from lark import Lark

    lines = ["start: whole", *(f"{name.lower()}: {' | '.join(map(str.lower, of))}" for name, of in RULES.items())]
    lines += [f"{name.lower()}: " + " | ".join(f'"{word}"' for word in words) for name, words in WORDS.items()]
    text = "\n".join([*lines, '%ignore " "'])
    return Lark(text, parser="earley", ambiguity="explicit", lexer="dynamic").parse


def rate(parse: Callable[[str], object], texts: Sequence[str], least: float = 1.0) -> float:
    """Texts a CPU second, the best of at least three rounds."""
    taken: list[float] = []
    while len(taken) < 3 or sum(taken) < least:
        began = time.process_time()
        for text in texts:
            parse(text)
        taken.append(time.process_time() - began)
    return len(texts) / min(taken)


def main() -> None:
    """Print the rates."""
    texts, named = development(), sys.argv[1] if len(sys.argv) > 1 else "greetings"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "stations.chart")
        whole = Path(grammar_file(named)).resolve()
        names = f"[names]\n{MATERIAL / 'stations.txt'} : city[value=?name]\n" if named == "greetings" else ""
        file.write_text(f"[include]\n{whole}\n{names}")
        began = time.process_time()
        parser = read_parser(file)
        read = time.process_time() - began
        words = sum(len(text.split()) for text in texts)
        entries = len(parser.compiled.grammar.entries)
        parsed = [parser.parse(text) for text in texts]
        covered = sum(len(piece.words) for each in parsed for piece in each.pieces if piece.type)
        print(f"{named}: {entries:,} entries, read in {read:.2f} CPU seconds; {len(texts)} utterances, {words} words")
        print(f"  {rate(parser.parse, texts):,.0f} utterances a CPU second; {covered / words:.0%} of the words covered")
        file.write_text(CHART)
        small = read_parser(file)
    texts = drawn(300)
    assert all(small.parse(text).complete and len(small.parse(text).pieces) == 1 for text in texts)
    print(f"the small grammar: {len(texts)} sentences, {sum(len(text.split()) for text in texts)} words")
    own = rate(small.parse, texts)
    print(f"  murho {own:,.0f} a CPU second")
    for name, make in {"NLTK FeatureChartParser": with_nltk, "Lark Earley": with_lark}.items():
        try:
            other = rate(make(), texts)
        except ImportError:
            print(f"{name} is not installed: pip install -r bench/peers.txt")
            continue
        print(f"  {name} {other:,.0f}, {own / other:.1f} times as slow")


if __name__ == "__main__":
    main()
