"""The ATN engine beside NLTK's RecursiveDescentParser and ChartParser and Lark's Earley parser.

One context-free grammar, without left recursion so that all can take it, and one list of sentences: those of the
bundled English grammar that it covers. Every parser gives all trees of every sentence, and all must give as many. Two
longer sentences follow, which NLTK's recursive descent is spared: it gives them up after 5 seconds.

NLTK and Lark come from `bench/peers.txt`. The ATN runs twice: with and without its memory of constituents.
"""

import time
from collections.abc import Callable, Mapping, Sequence

from murho_lab.atn import Bounds, Grammar, Lexicon, Reading, grammar, parse

RULES = {
    "S": ["NP VP"],
    "NP": ["D NB", "PRO", "NAME"],
    "NB": ["ADJ NB", "N", "N PPS", "N REL"],
    "PPS": ["PP", "PP PPS"],
    "PP": ["P NP"],
    "REL": ["WHO VP"],
    "VP": ["V NP", "V NP PPS", "VI", "VI PPS", "VS THAT S"],
}
WORDS = {
    "D": "the a this every",
    "N": "man woman dog cat park telescope book girl boy letter hill friend",
    "ADJ": "big old small red happy",
    "PRO": "I he she it they",
    "NAME": "john mary",
    "P": "in with on near to by",
    "WHO": "that which who",
    "V": "saw read liked found chased",
    "VI": "slept walked",
    "VS": "said believed knew",
    "THAT": "that",
}
SENTENCES = [
    "the man saw the dog",
    "mary slept",
    "the old man liked the big red book",
    "the man that saw the dog slept",
    "mary said that the dog chased the cat",
    "the man saw the dog in the park",
    "john believed that mary said that the boy read the letter",
    "the girl that liked the boy that found the dog saw the old woman",
    "the man saw the dog in the park with the telescope",
]
LONG = [
    "mary said that the man saw the dog in the park with the telescope on the hill",
    "the man saw the dog in the park with the telescope on the hill by the friend near the cat",
]


def atn() -> tuple[Grammar, Lexicon]:
    """The rules as networks: a chain of arcs for each, and a tree built at its end."""
    states: dict[str, list[object]] = {}
    for name, alternatives in RULES.items():
        states[name] = []
        for number, rule in enumerate(alternatives):
            at, parts = name, rule.split()
            for place, part in enumerate(parts):
                after = f"{name}.{number}.{place}"
                kind = "PUSH" if part in RULES else "CAT"
                kept = "*" if part in RULES else ["BUILDQ", [part, "*"]]
                states.setdefault(at, []).append([kind, part, "T", ["SETR", f"r{place}", kept], ["TO", after]])
                at = after
            pattern = [name, *"+" * len(parts)]
            states[at] = [["POP", ["BUILDQ", pattern, *(f"r{place}" for place in range(len(parts)))], "T"]]
    readings: dict[str, tuple[Reading, ...]] = {}
    for category, words in WORDS.items():
        for word in words.split():
            readings[word] = (*readings.get(word, ()), Reading(category))
    return grammar(states), Lexicon(readings)


def with_murho(*, memory: bool) -> Callable[[str], int]:
    """Trees by the engine."""
    nets, lexicon = atn()
    bounds = Bounds(steps=10**8, parses=10**6)
    return lambda line: len(parse(nets, lexicon.sentence(line), wanted=None, memory=memory, bounds=bounds).structures)


def nltk_grammar() -> object:
    """The same rules for NLTK."""
    from nltk import CFG

    lines = [f"{name} -> {' | '.join(alternatives)}" for name, alternatives in RULES.items()]
    lines += [f"{name} -> {' | '.join(map(repr, words.split()))}" for name, words in WORDS.items()]
    return CFG.fromstring("\n".join(lines))


def with_nltk(kind: str) -> Callable[[str], int]:
    """Trees by one of NLTK's parsers."""
    import nltk.parse

    parser = getattr(nltk.parse, kind)(nltk_grammar())
    return lambda line: len(list(map(str, parser.parse(line.split()))))


def with_lark() -> Callable[[str], int]:
    """Trees by Lark's Earley parser, its ambiguities spread out."""
    from lark import Lark
    from lark.visitors import CollapseAmbiguities

    lines = ["start: s"]
    lines += [f"{name.lower()}: {' | '.join(rule.lower() for rule in rules)}" for name, rules in RULES.items()]
    lines += [_lark_words(name, words.split()) for name, words in WORDS.items()]
    parser = Lark("\n".join([*lines, '%ignore " "']), parser="earley", ambiguity="explicit", lexer="dynamic")

    def count(line: str) -> int:
        return len(list(map(str, CollapseAmbiguities().transform(parser.parse(line)))))

    return count


def _lark_words(name: str, words: Sequence[str]) -> str:
    return f"{name.lower()}: " + " | ".join(f'"{word}"' for word in words)


def seconds(parser: Callable[[str], int], sentences: Sequence[str], least: float = 0.5) -> float:
    """The best of at least three rounds, over all sentences."""
    times: list[float] = []
    while len(times) < 3 or sum(times) < least:
        start = time.perf_counter()
        for line in sentences:
            parser(line)
        times.append(time.perf_counter() - start)
        if sum(times) > 60:
            break
    return min(times)


def main() -> None:
    """Print the times and their ratios."""
    parsers: Mapping[str, Callable[[], Callable[[str], int]]] = {
        "murho": lambda: with_murho(memory=False),
        "murho, with memory": lambda: with_murho(memory=True),
        "NLTK RecursiveDescentParser": lambda: with_nltk("RecursiveDescentParser"),
        "NLTK ChartParser": lambda: with_nltk("ChartParser"),
        "Lark Earley": with_lark,
    }
    ready: dict[str, Callable[[str], int]] = {}
    for name, make in parsers.items():
        try:
            ready[name] = make()
        except ImportError:
            print(f"{name} is not installed: pip install -r bench/peers.txt")
    compare(ready, SENTENCES)
    compare({name: parser for name, parser in ready.items() if "Recursive" not in name}, LONG)


def compare(ready: Mapping[str, Callable[[str], int]], sentences: Sequence[str]) -> None:
    """One table."""
    print(f"{len(sentences)} sentences, {sum(len(line.split()) for line in sentences)} words, all trees of each")
    counts = {name: [parser(line) for line in sentences] for name, parser in ready.items()}
    print(f"  trees: {counts['murho']}")
    for name, found in counts.items():
        if found != counts["murho"]:
            print(f"  {name:28} finds other trees: {found}")
    taken = {name: seconds(parser, sentences) for name, parser in ready.items()}
    for name, spent in taken.items():
        ratios = ", ".join(f"{spent / taken[own]:7.2f} x {own}" for own in ("murho", "murho, with memory"))
        print(f"  {name:28} {spent * 1000:9.2f} ms  {ratios}")


if __name__ == "__main__":
    main()
