"""From a question to a sentence of the ATN: words parted, put together, corrected, and given their readings.

Readings come from lexicon files (words of the language, words of the database) and from the database itself, whose
values are words too. A word may be an expression of several ("date of birth"): the longest that fits is taken. What is
not known is the known word nearest to it, if one is near; else it is UNKNOWN, and with a capital it may be a name.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from murho_lab.atn import Lexicon, Reading, Sentence, Token
from murho_lab.studies.parnax.interface.database import Database

SKIP, NAME, VALUE, OUT, YN, FROM = "SKIP", "NAME", "VALUE", "OUT", "YN", "FROM"
FIELD, ENT, PRON, AND = "FIELD", "ENT", "PRON", "AND"
WHATEVER, EQUALS = "WHATEVER", "EQUALS"
ASK, ASIDE, ASKER = "ASK", "ASIDE", "ASKER"
"""Words of telling and wanting; of clauses that ask nothing; and words that say for whom one asks."""
SILENT = frozenset((SKIP, ASK, ASIDE, ASKER))
"""What says nothing of what is asked."""
ASKING = frozenset((ASK, ASKER, "WH", "WHICH", "COUNT", "PERCENT"))
FIRST = (YN, "ADD", "AGAIN")
BEFORE = {"AND", "AGAIN"}
"""What may stand before these."""
TO = "TO"
"""From one number or time to another; between other words it says nothing."""
AMOUNTS = frozenset(("NUM", "YEAR", "SHORT", "DECADE", "DATE", "MONTH"))
UNCOUNTED = "UNCOUNTED"
"""A number below zero, or one that may be two (7,8 and 7-8): nothing here is counted or compared so."""
BEYOND = "BEYOND"
"""Words that ask of the table what no query here says: a difference, how a name begins."""
UNKNOWN, NOTHING = "UNKNOWN", "NOTHING"
"""What is not known: with a capital it may be a value, which no row has; without, nothing is known of it."""

# fmt: off
_PART = re.compile(
    r"\d{4}-\d\d-\d\d|\d{1,2}[/.]\d{1,2}[/.]\d{4}|'?\d+s\b|^-\d[\d.,]*\b|(?<![\d,])\d+,\d+(?![\d,])|\d\d?-\d\d?(?![\d-])"
    r"|\d{4}[-/](?:\d\d?(?![\d-]))?|\d+(?:\.\d+)?(?:st|nd|rd|th|[°ºª])?|–"
    r"|[^\W\d_]+(?:'(?=\w))?|'(?:s|d|m|re|ve|ll)\b|[,+&<>%]=?"
)
_YEARS = re.compile(r"(?<![\d/.,-])((?:19|20)\d\d)\s*(?:[-–—/]|\.\.+)\s*'?((?:19|20)?\d\d)(?![\d-]|[/.]\d)")
"""Two years with a dash between them, the second of which may lack its century."""
_DECADES = re.compile(r"(?<=\d)(s)\s*[-–—]\s*(?='?\d)")
_ENDS = re.compile(r"[^\W\d_]{3}[\"')]*[.;!?][\"')]*\s+(?=[^\W\d_])")
"""The end of a sentence, behind a word that is no initial."""
# fmt: on
MOST_PASSED, FEWEST_LEFT = 3, 2
"""So many words of which nothing is known are passed over, where for each so many are left."""
_SHORTEST = 4
"""Letters of the shortest word that is corrected; of a long one twice as much may be wrong."""
_LONG = 8


def parts(text: str) -> list[str]:
    """The words of a text, as they are written.

    >>> parts("Where's O'Brien's birth-date, 12/5/1950 or the 1950s?")
    ['Where', "'s", "O'", 'Brien', "'s", 'birth', 'date', ',', '12/5/1950', 'or', 'the', '1950s']
    """
    text = re.sub(r"n't\b", " not", re.sub("-+>", " , ", text.replace("’", "'")))
    text = _DECADES.sub(r"\1 – ", _YEARS.sub(_range, text))
    text = re.sub(r"\b([eE])'(?=\s)", "è", text)
    text = re.sub(r"(?i)\b(every ?body|every ?one|all) but\b", r"\1 except", text)
    text = re.sub(r"(?i)\b(il|la|lo|i|le|gli|di) ?\+ ?(?=[a-z])", r"\1 più ", text)
    text = re.sub(r"(?i)(?<=\w),? (?:no|vero|right)\?", " ", text)
    text = re.sub(r"(?<!\w)'(?=[2-9]\d\b(?!'))|(?<=[lL]')(?=[2-9]\d\b)", "19", text)
    text = re.sub(r"\b[mM]inus (?=\d)|[−–](?=\d)", "-", text)
    results: list[str] = []
    for part in re.sub(r"(?<=\w)'(s|d|m|re|ve|ll)\b", r" '\1", text).split():
        results += _PART.findall(part)
    return results


@dataclass(frozen=True)
class Vocabulary:
    """All expressions that are known, by their words in small letters."""

    expressions: Mapping[tuple[str, ...], tuple[Reading, ...]]
    proper: frozenset[str] = frozenset()
    """Words that stand in names of people and places alone, in small letters."""
    elsewhere: frozenset[str] = frozenset()
    """Words of other languages: none is a name that is misspelt."""

    @cached_property
    def words(self) -> frozenset[str]:
        """The words that any expression is made of."""
        return frozenset(word for expression in self.expressions for word in expression)

    @cached_property
    def longest(self) -> int:
        """Words of the longest expression."""
        return max(map(len, self.expressions), default=1)

    @cached_property
    def _shortened(self) -> Mapping[str, Sequence[str]]:
        """The words by what is left of them where letters are missing: words that are near share something left."""
        results: dict[str, list[str]] = {}
        for word in sorted(self.words):
            if len(word) >= _SHORTEST - 1 and word.isalpha():
                for left in _left_of(word):
                    results.setdefault(left, []).append(word)
        return results

    @cached_property
    def _plain(self) -> Mapping[str, str]:
        """The words that are written with accents, without them."""
        return {_without_accents(word): word for word in sorted(self.words) if _without_accents(word) != word}

    @cached_property
    def _frequent(self) -> Counter[str]:
        """In how many expressions each word is."""
        return Counter(word for expression in self.expressions for word in expression)

    def strangers(self, question: str) -> int:
        """How many words of a question are not known as they are written."""
        return sum(word.lower() not in self.words for word in parts(question) if word.isalpha())

    def sentence(self, question: str) -> Sentence:
        """The question as the ATN takes it, without the words that say nothing here.

        >>> words = Vocabulary({("date", "of", "birth"): (Reading("FIELD"),), ("the",): (Reading("SKIP"),)})
        >>> [(token.form, token.readings[0].category) for token in words.sentence("the daet of birth").words]
        [('daet of birth', 'FIELD')]
        """
        tokens = _how_long(_between_amounts(_without_askers(_full_names(self._tokens(question)))))
        tokens = _beside_fields([token for token in tokens if {r.category for r in token.readings} != {SKIP}])
        whole = _only_first_asks(token for token in tokens if _says_something(token))
        unknown = tuple(token.form for token in whole if {r.category for r in token.readings} & {UNKNOWN, NOTHING, OUT})
        return Sentence(whole, unknown)

    def kinds(self, text: str) -> list[frozenset[str]]:
        """The categories that each expression of a text may have."""
        return [frozenset(reading.category for reading in token.readings) for token in self._tokens(text)]

    def _tokens(self, question: str) -> list[Token]:
        sentences = [parts(text) for text in _sentences(question.lower() if question.isupper() else question)]
        written = [word for sentence in sentences for word in sentence]
        first = {sum(map(len, sentences[:at])) for at in range(len(sentences))}
        names = not written or not written[0][0].isupper()  # who writes capitals writes them where a name is misspelt
        said = [self.corrected(word.lower(), names=names or word[0].isupper()) for word in written]
        written, said = self._with_what_is_shared(written, said)
        tokens: list[Token] = []
        at = 0
        while at < len(said):
            size = self._size(said, at)
            if not size and said[at] in self.words:  # it is known in longer expressions only
                said[at] = self.corrected(said[at], alone=True, names=written[at][0].isupper())
                size = self._size(said, at)
            if size > 1 and self._is_left_out(said[at]) and self._size(said, at + 1) >= size:
                size = 1  # "the most recent" is `the`, and then what is longer than "the most"
            if size > 1 and self._is_before_number(said[at : at + size], said[at + size :][:2]):
                size = 1  # "and above 6" is `and`, and then a comparison; "6 and above" is one
            form = " ".join(written[at : at + max(size, 1)])
            readings = self.expressions[tuple(said[at : at + size])] if size else _unlisted(form, first=at in first)
            tokens.append(Token(form, readings))
            at += max(size, 1)
        return tokens

    def _with_what_is_shared(self, written: list[str], said: list[str]) -> tuple[list[str], list[str]]:
        """The words, those that two expressions share standing with both: "date and place of birth"."""
        for at in range(1, len(said) - 3):
            shared = slice(at + 2, at + 4)
            whole = [(said[place], *said[shared]) for place in (at - 1, at + 1)]
            fields = [{r.category for r in self.expressions.get(words, ())} for words in whole]
            if self._is_and(said[at]) and all(FIELD in kinds for kinds in fields):
                written = [*written[:at], *written[shared], *written[at:]]
                said = [*said[:at], *said[shared], *said[at:]]
                break
        return written, said

    def _is_and(self, word: str) -> bool:
        return AND in self._categories(word)

    def _size(self, said: Sequence[str], at: int) -> int:
        """How many words the longest expression has that begins there; 0 where none does."""
        longest = range(min(self.longest, len(said) - at), 0, -1)
        return next((n for n in longest if tuple(said[at : at + n]) in self.expressions), 0)

    def _is_before_number(self, compares: Sequence[str], behind: Sequence[str]) -> bool:
        """Whether words that compare with a number before them, joined to it by their first, have one behind them."""
        after = [reading.features.get("after") for reading in self.expressions.get(tuple(compares), ())]
        joins = self._categories(compares[0]) & {AND, "OR"}
        number = behind[1:] if behind and FIELD in self._categories(behind[0]) else behind[:1]
        return bool(joins) and bool(after) and all(after) and any(word.isdecimal() for word in number)

    def _categories(self, word: str) -> set[str]:
        return {reading.category for reading in self.expressions.get((word,), ())}

    def _is_left_out(self, word: str) -> bool:
        readings = self.expressions.get((word,), ())
        return bool(readings) and all(reading.category in SILENT for reading in readings)

    def corrected(self, word: str, *, alone: bool = False, names: bool = True) -> str:
        """The one known word that is nearest, where one is near enough; else the word itself.

        The first letter is taken for right; a slip is a letter too many, too few, another one, or two exchanged. Where
        two are as near, letters that are missing are likelier than others, and words that are in many expressions.
        An accent that is missing is no slip, nor a vowel before an apostrophe. `alone`: a word that stands by itself.
        `names`: it may be one of those that stand in names alone, unless it is a word of another language.

        >>> words = Vocabulary({("department",): (), ("born",): (), ("mathematics",): ()})
        >>> [words.corrected(word) for word in ("deprtment", "mathmatcs", "bron", "salary")]
        ['department', 'mathematics', 'born', 'salary']
        """
        if word in self.words and not alone:
            return word
        if word.endswith("'") and len(word) > _SHORTEST:
            return next((word[:-1] + vowel for vowel in "aoie" if word[:-1] + vowel in self.words), word)
        if word in self._plain:
            return self._plain[word]
        if len(word) < _SHORTEST - 1 or not word.isalpha():
            return word
        most = 2 if len(word) >= _LONG else 1
        others = {other for left in _left_of(word) for other in self._shortened.get(left, ()) if other[0] == word[0]}
        near = [(slips(word, other), other) for other in sorted(others)]
        if len(word) < _SHORTEST:
            near = [(found, other) for found, other in near if _is_within(word, other)]
        ranked = [
            (found, not _is_within(word, other), -self._frequent[other], other)
            for found, other in near
            if found <= most
            and len(other) >= _SHORTEST
            and (not alone or (other,) in self.expressions)
            and (other not in self.proper or (names and word not in self.elsewhere))
        ]
        return min(ranked)[-1] if ranked else word


def vocabulary(lexicons: Sequence[Lexicon], database: Database) -> Vocabulary:
    """All words of the lexicons, and the values of the database's fields that the lexicons name."""
    results: dict[tuple[str, ...], dict[str, Reading]] = {}

    def add(text: str, reading: Reading) -> None:
        words = tuple(part.lower() for part in parts(text))
        if text.endswith("'") and words:  # an article that is written together with the next word
            words = (*words[:-1], f"{words[-1]}'")
        if not words:
            return
        known = results.setdefault(words, {})
        joined = ("field", "like") if reading.category in (VALUE, NAME) else ()
        key = f"{reading.category} {sorted((n, v) for n, v in reading.features.items() if n not in joined)}"
        known[key] = _both(known[key], reading) if key in known else reading

    for lexicon in lexicons:
        for form, readings in lexicon.readings.items():
            for reading in readings:
                if reading.category != FROM:
                    add(form, reading)
    common = {word for words in results for word in words}
    proper: set[str] = set()
    listed = [reading for readings in results.values() for reading in readings.values()]
    shown = {r.features["shows"]: "parts" in r.features for r in listed if r.category == "ENT"}
    fields = {name for r in listed if r.category in ("FIELD", "VERB") for name in r.features["field"].split(",")}
    for name in sorted(shown.keys() | fields):
        if name in database.fields:
            for value in database.fields[name].values:
                for text, like in _called(value) if shown.get(name) else [(value, value)]:
                    add(text, Reading(NAME if name in shown else VALUE, {"field": name, "like": like}))
                    proper |= {part.lower() for part in parts(text) if part[0].isupper()} - common
    for preposition, of in _prepositions(lexicons):
        about = of.features["field"]
        for words, known in list(results.items()):
            for one in list(known.values()):
                if one.category == VALUE and about in one.features["field"].split(","):
                    add(f"{preposition} {' '.join(words)}", Reading(VALUE, {**one.features, "field": about}))
    return Vocabulary({words: tuple(readings.values()) for words, readings in results.items()}, frozenset(proper))


def _prepositions(lexicons: Iterable[Lexicon]) -> list[tuple[str, Reading]]:
    """Words that make a value that of one field: in Italian who is `di Milano` was born there."""
    listed = ((form, reading) for lexicon in lexicons for form, found in lexicon.readings.items() for reading in found)
    return [(form, reading) for form, reading in listed if reading.category == FROM]


def is_outside(sentence: Sentence) -> bool:
    """Whether it has a word that is known to be of another domain."""
    return any(reading.category == OUT for token in sentence.words for reading in token.readings)


def beyond(sentence: Sentence) -> str | None:
    """The first word that asks what no query here says."""
    said = (token.form for token in sentence.words if any(reading.category == BEYOND for reading in token.readings))
    return next(said, None)


def without_unknown(sentence: Sentence) -> Sentence | None:
    """The sentence without the words of which nothing is known; None where too many or too much else is unknown.

    People say more than they ask. But what is known to be of another domain is never passed over.
    """
    kinds = [{reading.category for reading in token.readings} for token in sentence.words]
    left = [token for token, kind in zip(sentence.words, kinds, strict=True) if NOTHING not in kind]
    passed = len(kinds) - len(left)
    if any(NOTHING in kind and any(map(str.isdigit, t.form)) for t, kind in zip(sentence.words, kinds, strict=True)):
        return None  # "the level 8s"
    if not passed or is_outside(sentence) or passed > MOST_PASSED or len(left) < FEWEST_LEFT * passed:
        return None
    return Sentence(_only_first_asks(left), sentence.unknown)


def _range(years: re.Match[str]) -> str:
    """Two years as the words that stand for them; 1975-05 is not two years."""
    first, last = years[1], years[2]
    if len(last) == 2:
        last = first[:2] + last
    return f"{first} – {last}" if first < last or len(years[2]) == 4 else years[0]


def _sentences(text: str) -> list[str]:
    """The sentences of a text.

    >>> _sentences("Where does G. Mason live? Name his town.")
    ['Where does G. Mason live?', 'Name his town.']
    """
    ends = [0, *(found.end() for found in _ENDS.finditer(text)), len(text)]
    return [text[start:end].strip() for start, end in pairwise(ends)]


def _left_of(word: str) -> Iterator[str]:
    """What is left of a word without one letter, of a long one without two; and the word itself."""
    yield word
    shorter = {word[:at] + word[at + 1 :] for at in range(1, len(word))}
    yield from shorter
    if len(word) >= _LONG - 1:
        yield from {left[:at] + left[at + 1 :] for left in shorter for at in range(1, len(left))} - shorter


def _is_within(short: str, word: str) -> bool:
    """Whether a word has these letters in this order."""
    letters = iter(word)
    return all(letter in letters for letter in short)


def _without_accents(word: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter))


def slips(one: str, other: str) -> int:
    """How many letters are too many, too few or others, two that are exchanged counting once.

    >>> slips("bron", "born"), slips("sale", "sales"), slips("rome", "como")
    (1, 1, 2)
    """
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, wanted in enumerate(other, 1):
            least = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                least = min(least, before[j - 2] + 1)
            row.append(least)
        before, last = last, row
    return last[-1]


def _both(one: Reading, other: Reading) -> Reading:
    """One reading of two values that are called alike: all their fields, and all that they may be."""
    features = dict(one.features)
    for name in ("field", "like"):
        said = [*features.get(name, "").split(","), *other.features.get(name, "").split(",")]
        features[name] = ",".join(dict.fromkeys(value for value in said if value))
    return Reading(one.category, features)


def _called(name: str) -> list[tuple[str, str]]:
    """How somebody is called, each with the names that are so.

    >>> _called("Carla De Luca")
    [('Carla De Luca', 'Carla De Luca'), ('Carla', 'Carla %'), ('De Luca', '% De Luca')]
    """
    first, _, last = name.partition(" ")
    return [(name, name), *([(first, f"{first} %"), (last, f"% {last}")] if last else [])]


def _unlisted(form: str, *, first: bool) -> tuple[Reading, ...]:
    """What a word may be that is not known: a number, a time, a value; with a capital, but not the first, a name."""
    text = form.lower()
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return (Reading("DATE", {"date": text}),)
    if day := re.fullmatch(r"(\d+)[/.](\d+)[/.](\d{4})", text):
        return (Reading("DATE", {"date": f"{day[3]}-{int(day[2]):02}-{int(day[1]):02}"}),)
    if decade := re.fullmatch(r"'?(\d\d|\d{3}0)s", text):
        return (Reading("DECADE", {"decade": decade[1].rjust(4, "0").replace("00", "19", 1)[:3]}),)
    if number := re.fullmatch(r"(\d+(?:\.\d+)?)(?:st|nd|rd|th|[°ºª])?", text):
        place = {"nth": "yes"} if number[1] != text else {}
        year = [Reading("YEAR", {"year": text})] if re.fullmatch(r"(19|20)\d\d", text) else []
        year += [Reading("SHORT", {"year": f"19{text}"})] if re.fullmatch(r"[2-9]\d", text) else []
        return (*year, Reading("NUM", {"number": number[1], **place}))
    if re.fullmatch(r"-\d.*|\d+[,-]\d+|\d{4}[-/]\d*", text):
        return (Reading(UNCOUNTED, {"number": text}),)
    if form[0].isupper() and not first:
        return (Reading(UNKNOWN, {"like": form}), Reading(NAME, {"like": f"% {form}", "unknown": "yes"}))
    return (Reading(NOTHING, {"like": form}),)


def _full_names(tokens: Sequence[Token]) -> list[Token]:
    """First name and surname that follow each other, but that no row has together, are one name."""
    results: list[Token] = []
    for token in tokens:
        if results and _is_name(results[-1]) and _is_name(token):
            whole = f"{results[-1].form} {token.form}"
            if {r.category for t in (results[-1], token) for r in t.readings} <= {NAME, UNKNOWN}:
                readings = tuple(Reading(r.category, {**r.features, "like": whole}) for r in token.readings)
                results[-1] = Token(whole, readings)
                continue
        results.append(token)
    return results


def _is_name(token: Token) -> bool:
    return token.form[0].isupper() and any(reading.category == NAME for reading in token.readings)


def _says_something(token: Token) -> bool:
    return any(reading.category not in SILENT for reading in token.readings)


def _joins(token: Token) -> bool:
    return any(reading.category in ("AND", "OR") for reading in token.readings)


def _without_askers(tokens: Sequence[Token]) -> list[Token]:
    """Without those for whom somebody asks: "Mr Miller wants to know", "my boss has asked me"."""
    kinds = [{reading.category for reading in token.readings} for token in tokens]
    asks = [at for at, kind in enumerate(kinds) if ASKER in kind and at and kinds[at - 1] & {NAME, OUT}]
    return [token for at, token in enumerate(tokens) if at + 1 not in asks]


def _between_amounts(tokens: Sequence[Token]) -> list[Token]:
    """A word that means *to* (1950 to 1960, level 3 to level 5) does so only from one number or time to another."""
    results: list[Token] = []
    for at, token in enumerate(tokens):
        kinds = {reading.category for reading in token.readings}
        if TO in kinds:
            near = [{r.category for r in token.readings} for token in tokens[at + 1 : at + 4]]
            ahead = next((kind for kind in near if kind & AMOUNTS or not kind <= {SKIP, FIELD}), set())
            behind = {r.category for result in results[-1:] for r in result.readings}
            is_range = ahead & AMOUNTS and behind & (AMOUNTS | {"YEARS"})
            token = Token(token.form, tuple(r for r in token.readings if (r.category == TO) == bool(is_range)))
        if token.readings:
            results.append(token)
    return results


def _how_long(tokens: Sequence[Token]) -> list[Token]:
    """A word that means little says how long (*for ten years*, *for over ten years*) only before so many years."""
    results: list[Token] = []
    compared = False
    for at, token in enumerate(tokens):
        lasting = [r for r in token.readings if "lasts" in r.features and r.features.get("op") == "="]
        if lasting:
            ahead = [{r.category for r in token.readings} for token in tokens[at + 1 : at + 4]]
            compared = len(ahead) == 3 and "CMP" in ahead[0] and "NUM" in ahead[1] and "YEARS" in ahead[2]
            of_years = len(ahead) > 1 and "NUM" in ahead[0] and "YEARS" in ahead[1]
            token = Token(token.form, tuple(r for r in token.readings if (r in lasting) == of_years))
        elif compared:
            lasts = (Reading("CMP", {**r.features, "lasts": "yes"}) for r in token.readings if r.category == "CMP")
            token, compared = Token(token.form, tuple(lasts)), False
        results.append(token)
    return results


def _beside_fields(tokens: Sequence[Token]) -> list[Token]:
    """Words that mean little say that a field is, or may be, anything only beside it: any department; town being."""
    results: list[Token] = []
    for at, token in enumerate(tokens):
        kinds = {reading.category for reading in token.readings}
        if SKIP in kinds and kinds & {WHATEVER, EQUALS}:
            beside = {WHATEVER: tokens[at + 1 : at + 2], EQUALS: tokens[:at][-1:]}
            no = {
                kind for kind, near in beside.items() if not any(r.category == FIELD for t in near for r in t.readings)
            }
            token = Token(token.form, tuple(reading for reading in token.readings if reading.category not in no))
        results.append(token)
    return results


def _only_first_asks(tokens: Iterable[Token]) -> list[Token]:
    """A verb asks for yes or no, and `with` for more, only where it is the first word that says something."""
    results: list[Token] = []
    begun = False
    for token in tokens:
        if results and token.form == "," and _joins(results[-1]):
            continue
        if results and results[-1].form == "," and _joins(token):
            results.pop()
        readings = tuple(r for r in token.readings if r.category not in (*SILENT, *(FIRST if begun else [])))
        if readings:
            results.append(Token(token.form, readings))
            begun = begun or not {r.category for r in readings} <= BEFORE
    return results
