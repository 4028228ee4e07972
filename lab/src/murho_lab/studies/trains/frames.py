"""What is left of an utterance when values are replaced by their class: its frame.

Two utterances of one frame say different values in the same words. How many frames there are tells how varied a
material is, whatever the number of stations.

>>> from murho_lab.studies.trains.task import bundled
>>> names = bundled().names
>>> frame("to frankfurt airport at nine thirty", names), frame("to bonn at ten", names)
('to STATION at NUMBER', 'to STATION at NUMBER')
>>> frame("tomorrow morning the twenty first i c e", names)
'DATE PERIOD the ORDINAL TRAIN'
"""

from collections.abc import Callable, Iterable, Mapping

_WORDS = {
    "NUMBER": """oh zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
        sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred
        thousand half quarter noon midnight""",
    "ORDINAL": """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
        fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth""",
    "DAY": "monday tuesday wednesday thursday friday saturday sunday weekend weekday weekends weekdays",
    "MONTH": "january february march april may june july august september october november december",
    "DATE": "today tonight tomorrow",
    "PERIOD": "morning forenoon midday lunchtime afternoon teatime evening night",
    "TRAIN": "intercity eurocity eurostar railjet regional",
}
_CLASSES = {word: name for name, words in _WORDS.items() for word in words.split()}
_PHRASES = {("i", "c", "e"): "TRAIN", ("i", "c"): "TRAIN", ("e", "c"): "TRAIN", ("s", "bahn"): "TRAIN"}


def frame(expression: str, stations: Iterable[str]) -> str:
    """The words of an utterance, with names of stations and words of values replaced; values in a row are one value."""
    return framing(stations)(expression)


def framing(stations: Iterable[str]) -> Callable[[str], str]:
    """What gives the frames of many utterances, with the stations looked through once."""
    phrases = {tuple(name.split()): "STATION" for name in stations} | _PHRASES
    longest = max(map(len, phrases), default=0)
    return lambda expression: " ".join(_replaced(expression.split(), phrases, longest))


def _replaced(words: list[str], phrases: Mapping[tuple[str, ...], str], longest: int) -> list[str]:
    result = list[str]()
    while words:
        length = next((n for n in range(longest, 0, -1) if tuple(words[:n]) in phrases), 1)
        part = phrases.get(tuple(words[:length])) or _CLASSES.get(words[0], words[0])
        if part == "ORDINAL" and result[-1:] == ["NUMBER"]:
            result[-1] = part  # twenty first
        elif not (part.isupper() and result[-1:] == [part]):
            result.append(part)
        words = words[length:]
    return result
