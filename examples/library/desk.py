"""A city library's enquiry desk: what does an expression ask for?

`understand` reads one English expression and returns every meaning it finds, in the language that README.md defines.

1. **Phrases.** The rules in grammar.txt find phrases wherever they match: "until Friday" says `until=friday`.
2. **Paths.** A search joins phrases from the first word to the last, cheapest path first. A filler ("please") costs
   little, an unknown word much. What the phrases say is united; phrases that contradict each other never meet.
3. **Frames** turn what was said into meanings. A frame fits if all that it needs was said, and nothing else was.

The meanings on the cheapest paths are the answer. As a program it speaks JSON lines:

    $ echo '{"id": "1", "expression": "When do you close?"}' | python3 desk.py
    {"id": "1", "answer": [{"act": "hours", "edge": "closing"}]}
"""

import difflib
import heapq
import itertools
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

Meaning = dict[str, Any]
Said = dict[str, Any]  # what phrases say: `v` verb, `q` question, `t` topic and the slots of meanings
Words = Sequence[str]

LENGTH, STEPS = 40, 20_000  # words in an expression, steps in one search; beyond them the desk gives up
UNKNOWN = 1 / 4  # the share of unknown words beyond which the desk does not claim to have understood
FILLER_COST, UNKNOWN_COST = 1, 100  # for a word; the words of a phrase cost nothing
LONGEST = 10  # words in a phrase

MONTH_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
AGES = {"new": "new", "latest": "new", "recent": "new", "old": "old"}
MODIFIERS = {"language", "age", "form", "audience", "subject"}  # of a noun: "French films and novels"
TRAILING = {"language", "form", "audience", "subject", "until"}  # "novels and films about Dublin"
SILENT = {"v", "q", "t", "free", "late"}  # said, but no slots of a meaning
DETERMINERS = re.compile(
    r"((?P<all>all|each|every|both) |any |some )?(of )?((?P<the>the|my|our|these|those) |this |that |an? )?(?P<rest>.*)"
)
HELD = {"renew", "reserve", "cancel", "due", "return"}  # done to all of "my books"; elsewhere that is books in general


# --- The grammar -----------------------------------------------------------------------------------------------------


def sections(text: str) -> dict[str, list[list[str]]]:
    """The entries of each section of a grammar file, cut at their arrows."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    _, *blocks = re.split(r"^== (\w+) ==\n", "\n".join(lines), flags=re.M)
    entries = [re.sub(r"\n\s+", " ", block).strip().splitlines() for block in blocks[1::2]]
    cut = [[[part.strip() for part in entry.split("<-")] for entry in section] for section in entries]
    return dict(zip(blocks[::2], cut, strict=True))


def sequences(patterns: str) -> Iterator[tuple[str, ...]]:
    """Every sequence of symbols that patterns such as ``keep, hang|hold on to, the? hall`` stand for."""
    for pattern in patterns.split(","):
        choices = [symbol.rstrip("?").split("|") + [""] * symbol.endswith("?") for symbol in pattern.split()]
        yield from (tuple(filter(None, chosen)) for chosen in itertools.product(*choices))


def slots(text: str) -> dict[str, str]:
    """``of=late form=large print`` as a dictionary; a value may hold spaces."""
    return {name: value.strip() for name, value in re.findall(r"(\S+)=(.+?)(?=\s\S+=|$)", text)}


def noun_forms(said: str, forms: str) -> Iterator[tuple[tuple[str, ...], bool, dict[str, str]]]:
    """Each form of a noun: its words, whether it is a plural, what it says."""
    for form in forms.split(","):
        yield tuple(form.replace("+", "").split()), False, slots(said)
        if "+" in form:
            yield tuple(form.replace("+", "s").split()), True, slots(said)


GRAMMAR = sections(Path(__file__).with_name("grammar.txt").read_text(encoding="utf-8"))
PHRASES = [(symbols, slots(said)) for said, patterns in GRAMMAR["phrases"] for symbols in sequences(patterns)]
FILLERS = [symbols for (patterns,) in GRAMMAR["fillers"] for symbols in sequences(patterns)]
NOUNS = [form for said, forms in GRAMMAR["nouns"] for form in noun_forms(said, forms)]
LISTS = {name: list(sequences(words)) for name, words in GRAMMAR["lists"]}
CONTRACTIONS = [(short, full) for full, short in GRAMMAR["contractions"]]
LISTED = {name: {" ".join(form) for form in forms} for name, forms in LISTS.items()}
FRAMES = [
    (meaning.split()[0], slots(meaning.partition(" ")[2]), needs.split(), allows[0].split() if allows else [])
    for meaning, needs, *allows in GRAMMAR["frames"]
]
KNOWN = {word for symbols in [*(symbols for symbols, _ in PHRASES), *FILLERS] for word in symbols}
KNOWN |= {word for form, *_ in NOUNS for word in form} | {word for forms in LISTS.values() for word in sum(forms, ())}
DAYS, MONTHS, COUNTING = ([" ".join(form) for form in LISTS[name]] for name in ("WEEKDAY", "MONTH", "NUMBER"))
NUMBERS = {word: number for number, word in enumerate(COUNTING, 1)} | {"fifteen": 15, "twenty": 20, "thirty": 30}
KNOWN |= {*(day + "s" for day in DAYS), *NUMBERS, *AGES}


# --- Values: each reader takes the words of one phrase and returns all that they can be ------------------------------


def read_number(words: Words) -> list[int]:
    """``three`` or ``3``."""
    word = " ".join(words).lower()
    return [int(word)] if word.isdecimal() and len(word) < 5 else [NUMBERS[word]] if word in NUMBERS else []


def read_day(words: Words) -> list[str]:
    """A day or a date; ``next Friday`` may be the one after, ``3/4`` may be 3 April or 4 March."""
    text = re.sub(r"^the (?=weekend|end|\d)", "", " ".join(words).lower())
    if match := re.fullmatch(r"(next |this |coming )?(\w+day)(s?)", text):
        which, day, _ = match.groups()
        if day in DAYS:
            return [day, day + "+7"] if which == "next " else [day]
    if text in ("today", "tomorrow", *LISTED["FEAST"]):
        return [text]
    if match := re.fullmatch(r"(this |next )?weekend", text):
        return ["weekend", "weekend+7"] if match[1] == "next " else ["weekend"]
    if match := re.fullmatch(r"(\d{1,2})/(\d{1,2})", text):
        first, second = int(match[1]), int(match[2])
        return [*date(first, second), *(date(second, first) if first != second else [])]
    if match := re.fullmatch(r"end of (\w+)", text):
        return date(MONTH_LENGTHS[MONTHS.index(match[1])], MONTHS.index(match[1]) + 1) if match[1] in MONTHS else []
    if match := re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?(?: of)? (\w+)", text):
        return date(int(match[1]), MONTHS.index(match[2]) + 1) if match[2] in MONTHS else []
    return [match[1]] if (match := re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)", text)) else []


def date(day: int, month: int) -> list[str]:
    """The one date ``MM-DD``, if the calendar has it."""
    return [f"{month:02}-{day:02}"] if 1 <= month <= 12 and 1 <= day <= MONTH_LENGTHS[month - 1] else []


def read_time(words: Words) -> list[str]:
    """A time of day; the library's day runs from 8 to 20, so that only eight o'clock is two times."""
    text = " ".join(words).lower()
    if text in ("noon", "midday"):
        return ["12:00"]
    match = re.fullmatch(r"(half past )?(\w+?)(?::(\d\d))? ?(am|pm|o'clock)?", text)
    hours = read_number([match[2]]) if match else []
    if not match or not hours or hours[0] > 23:
        return []
    hour, minute = hours[0], "30" if match[1] else match[3] or "00"
    if match[4] in ("am", "pm"):
        both = [hour % 12 + 12 * (match[4] == "pm")]
    else:
        both = [8, 20] if hour == 8 else [hour + 12 if hour < 8 else hour]
    return [f"{hour:02}:{minute}" for hour in both]


def read_span(words: Words) -> list[Said]:
    """``four to six``: when it begins and how many hours it lasts."""
    cuts = [i for i, word in enumerate(words) if word in ("to", "till", "until", "and")]
    times = [(begin, end) for i in cuts for begin in read_time(words[:i]) for end in read_time(words[i + 1 :])]
    return [{"time": begin, "duration": int(end[:2]) - int(begin[:2])} for begin, end in times if begin < end]


def read_name(words: Words) -> list[str]:
    """A title or a person's name: words with capitals, joined by small words, not all of them in the lexicon."""
    capital = [word[0].isupper() for word in words]
    joined = all(up or word in ("of", "the", "and", "in", "to", "a") for up, word in zip(capital, words, strict=True))
    strange = any(up and word.lower() not in KNOWN for up, word in zip(capital, words, strict=True))
    return [" ".join(words).lower().removeprefix("the ")] if joined and strange and capital[0] and capital[-1] else []


def read_text(words: Words) -> list[str]:
    """The subject of a book in free words, with an audience at its end perhaps: ``cooking for children``."""
    text = " ".join(words).lower()
    body = re.sub(rf" for ({'|'.join(LISTED['AUDIENCE'])})$", "", text)
    language = re.search(rf"\bin ({'|'.join(LISTED['LANGUAGE'])})\b", text)
    return (
        []
        if not body or language or LISTED["TEXTEND"] & set(body.split())
        else [re.sub(r"^(the|a|an) (?=.)", "", text)]
    )


def read_noun(words: Words) -> list[Said]:
    """A noun phrase: ``all my French novels``. "Russian history books" are Russian, or on Russian history."""
    match = DETERMINERS.fullmatch(" ".join(words).lower())
    rest = match["rest"].split() if match else []
    count = read_number(rest[:1])
    readings = []
    for form, plural, said in NOUNS:
        if tuple(rest[-len(form) :]) != form:
            continue
        how_many: list[Any] = [n for n in count if n > 1]
        if match and not how_many and (match["all"] or (plural and match["the"])):
            how_many = [2 if match["all"] == "both" else "all"]
        for modifiers in read_modifiers(rest[len(count) : -len(form)], said):
            readings.append(said | modifiers | ({"number": how_many[0]} if how_many else {}))
    return readings


def read_modifiers(words: Words, noun: Said) -> list[Said]:
    """What the words before a noun say of it: nothing known, one thing or, for languages before subjects, two."""
    kinds = {kind: LISTED[kind.upper()] for kind in ("language", "subject", "audience")}
    said: Said = {}
    for word in words:
        plain = word.removesuffix("'s")
        found = {kind: plain for kind, values in kinds.items() if plain in values}
        found |= {"age": AGES[word]} if word in AGES else {}
        if not found or said.keys() & found.keys():
            return []
        said |= found
    if said and "item" not in noun:
        return []
    if "language" in said and ("subject" in said or noun["item"] == "book"):
        subject = " ".join(said[kind] for kind in ("language", "subject") if kind in said)
        return [said, without(said, {"language"}) | {"subject": subject}]
    return [said]


def read_pair(words: Words) -> list[Said]:
    """Two nouns or names with "and" or "or"; what modifies the first may modify the second as well."""
    readings = []
    for i, word in enumerate(words):
        if word not in ("and", "or"):
            continue
        for first, second in itertools.product(read_object(words[:i]), read_object(words[i + 1 :])):
            shared = {name: value for name, value in first.items() if name in MODIFIERS - second.keys()}
            for other in [second, shared | second] if shared else [second]:
                readings.append({"pair": ("both" if word == "and" else "either", first, other)})
    return readings


def read_object(words: Words) -> list[Said]:
    """A noun phrase or a title."""
    return read_noun(words) + [{"title": name} for name in read_name(words[1:] if words[:1] == ["the"] else words)]


def read_item(words: Words) -> list[Any]:
    """What is left out of a request: a kind of thing, or how many."""
    return [noun["item"] for noun in read_noun(words) if noun.keys() <= {"item", "number"}] + read_number(words)


def read_word(words: Words) -> list[str]:
    """Any one word that is no article."""
    return [words[0].lower()] if len(words) == 1 and words[0].lower() not in ("a", "an", "the") else []


READERS: dict[str, Callable[[Words], list[Any]]] = {
    "DAY": read_day,
    "TIME": read_time,
    "SPAN": read_span,
    "N": read_number,
    "NAME": read_name,
    "TEXT": read_text,
    "NOUN": read_noun,
    "PAIR": read_pair,
    "ITEM": read_item,
    "WORD": read_word,
}


# --- The chart: phrases, and the paths through them ------------------------------------------------------------------


def tokens(expression: str) -> list[str]:
    """The words of an expression, its contractions written out; a capital that only begins a sentence is lowered."""
    text = re.sub("[\u2018\u2019]", "'", expression)
    for short, full in CONTRACTIONS:
        text = re.sub(short, " " + full, text, flags=re.I)
    words = re.findall(r"[\w'/:-]*\w|[;.?!]", text)
    begins = [i == 0 or words[i - 1] in ".?!;" for i in range(len(words))]
    lowered = [
        word.lower() if begin and word.lower() in KNOWN else word for word, begin in zip(words, begins, strict=True)
    ]
    return ["and" if word == ";" else word for word in lowered if word not in (".", "?", "!")]


def match(words: Words, at: int, symbols: Sequence[str]) -> Iterator[tuple[int, Said]]:
    """Each way in which the symbols of a rule fit the words: where it ends, and the values of its capitals."""
    if not symbols:
        yield at, {}
        return
    first, rest = symbols[0], symbols[1:]
    for end, value in read(words, at, first):
        for stop, values in match(words, end, rest):
            yield stop, values if value is None else {first: value} | values


def read(words: Words, at: int, symbol: str) -> Iterator[tuple[int, Any]]:
    """Each way in which one symbol fits: a word of the rule itself, a list, or a reader."""
    if symbol in READERS:
        for end in range(at + 1, min(at + LONGEST, len(words)) + 1):
            if symbol == "NAME" and read_name(words[end : end + 1]):
                continue  # a name does not end before another one begins
            yield from ((end, value) for value in READERS[symbol](words[at:end]))
    elif symbol in LISTS:
        for form in LISTS[symbol]:
            yield from ((end, " ".join(words[at:end]).lower()) for end, _ in match(words, at, form))
    elif at < len(words) and words[at].lower() == symbol:
        yield at + 1, None


def phrases(words: Words, at: int) -> Iterator[tuple[int, int, Said]]:
    """Every phrase that begins here: where it ends, what it costs, what it says."""
    for symbols, says in PHRASES:
        for end, values in match(words, at, symbols):
            whole = [value for name, value in says.items() if name == "*"]
            said = {name: values.get(value, value) for name, value in says.items() if name != "*"}
            yield end, 0, said | (values[whole[0]] if whole else {})
    for symbols in FILLERS:
        yield from ((end, FILLER_COST * (end - at), {}) for end, _ in match(words, at, symbols))
    if words[at].lower() not in KNOWN:
        yield at + 1, UNKNOWN_COST, {}


class ExhaustedError(Exception):
    """The search has met its bound."""


def paths(words: Words) -> Iterator[tuple[int, Said]]:
    """What can be said by the whole expression, cheapest first: a search over the chart."""
    chart = [list(phrases(words, at)) for at in range(len(words))]
    queue: list[tuple[int, int, int, Said]] = [(0, 0, 0, {})]
    tickets, seen = itertools.count(1), set()
    while queue:
        cost, ticket, at, said = heapq.heappop(queue)
        key = (at, canonical(said))
        if key in seen:
            continue
        seen.add(key)
        if ticket > STEPS:
            raise ExhaustedError
        if at == len(words):
            yield cost, said
            continue
        for end, price, more in chart[at]:
            united = said | more
            if all(united[name] == value for name, value in said.items()):
                heapq.heappush(queue, (cost + price, next(tickets), end, united))


# --- From what was said to meanings ----------------------------------------------------------------------------------


def canonical(value: Any) -> str:
    """One spelling for equal values."""
    return json.dumps(value, sort_keys=True)


def meanings(said: Said) -> list[Meaning]:
    """Every meaning that some frame gives to what was said."""
    if "not" in said:
        return [{"not": meaning} for meaning in meanings(without(said, {"not"}))]
    if "pair" in said:
        operator, first, second = said["pair"]
        shared = without(said, {"pair"})
        readings = [shared] + ([without(shared, TRAILING)] if TRAILING & shared.keys() else [])
        return [
            {operator: [one, other]}
            for of_first in readings
            for one in meanings(of_first | first)
            for other in meanings(shared | second)
            if one.get("act") == other.get("act")
        ]
    found = [meaning for frame in FRAMES if (meaning := fill(said, *frame))]
    how = meanings(without(said, {"q"})) if said.get("q") == "how" else []
    return found or [{"how": meaning} for meaning in how]


def fill(said: Said, act: str, constants: dict[str, str], needs: Words, allows: Words) -> Meaning | None:
    """The meaning that one frame gives, if it fits."""
    if said.get("number") == "all" and act not in HELD:
        said = without(said, {"number"})
    if said.get("item") == "any" and act == "find":
        said = without(said, {"item"})
    needed = [[name for name in names(term) if says(said, term, name)] for term in needs]
    licensed = {name for term in (*needs, *allows) for name in names(term) if says(said, term, name)}
    if not all(needed) or licensed != said.keys():
        return None
    unsaid = SILENT | {name for term in (*needs, *allows) if term[0] == "-" for name in names(term)}
    fixed = {name: said["t"] if value == "TOPIC" else value for name, value in constants.items()}
    meaning = {"act": act.removeprefix("how:")} | fixed | without(said, unsaid)
    return {"how": meaning} if act.startswith("how:") else meaning


def names(term: str) -> list[str]:
    """The features that a term of a frame speaks of: ``item|title``, ``v=open|close``, ``-room``."""
    return term.lstrip("-").partition("=")[0].split("|")


def says(said: Said, term: str, name: str) -> bool:
    """Whether a feature was said with a value that the term allows."""
    values = term.partition("=")[2].replace("_", " ")
    return name in said and (not values or said[name] in values.split("|"))


def without(said: Said, dropped: set[str]) -> Said:
    """What was said but for some features."""
    return {name: value for name, value in said.items() if name not in dropped}


# --- The desk --------------------------------------------------------------------------------------------------------


def understand(expression: str) -> list[Meaning] | None:
    """Every meaning found; ``[]`` if it has none at this desk, None if the desk failed to read it.

    >>> understand("Are the laptops free?")
    [{'act': 'free', 'device': 'laptop'}, {'act': 'cost', 'device': 'laptop'}]
    >>> understand("How are you?")
    []
    """
    words = tokens(expression)
    if len(words) > LENGTH:
        return None
    respelt = [corrected(word) for word in words]
    try:
        answer = interpret(words)
        return interpret(respelt) if not answer and respelt != words else answer
    except ExhaustedError:
        return None


def interpret(words: Words) -> list[Meaning] | None:
    """The meanings on the cheapest readings, of one request or of two joined by "and"."""
    readings = [reading for reading in (request(words), *(both(words, i) for i in range(len(words)))) if reading]
    if readings:
        best = min(cost for cost, _ in readings)
        found = [meaning for cost, several in readings if cost == best for meaning in several]
        return list({canonical(meaning): meaning for meaning in found}.values())
    unknown = sum(word.lower() not in KNOWN for word in words)
    return None if unknown > UNKNOWN * len(words) else []


def request(words: Words, with_verb: bool = False) -> tuple[int, list[Meaning]] | None:
    """The lowest cost at which the words mean something, and all that they mean at it."""
    bound, found = int(UNKNOWN * UNKNOWN_COST * len(words)), []
    for cost, said in paths(words):
        if cost > bound:
            break
        if not with_verb or said.keys() & {"v", "q", "state"}:
            several = meanings(said)
            bound = cost if several else bound
            found += several
    return (bound, found) if found else None


def both(words: Words, at: int) -> tuple[int, list[Meaning]] | None:
    """Two requests joined by "and" or "but" at one place."""
    if words[at] not in ("and", "but"):
        return None
    first, second = request(words[:at], with_verb=True), request(words[at + 1 :], with_verb=True)
    if not first or not second:
        return None
    return first[0] + second[0], [{"both": [one, other]} for one in first[1] for other in second[1]]


def corrected(word: str) -> str:
    """A word that the lexicon holds, if this one is nearly spelt like it."""
    if word.lower() in KNOWN or len(word) < 4 or word[0].isupper():
        return word
    return next(iter(difflib.get_close_matches(word, sorted(KNOWN), n=1, cutoff=0.82)), word)


def main() -> None:
    """Answer the expressions on standard input, one JSON object a line."""
    for line in sys.stdin:
        case = json.loads(line)
        answer = {"id": case["id"], "answer": understand(case["expression"])}
        print(json.dumps(answer, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
