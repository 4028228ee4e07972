"""A trainable system: intents with slots, matched by small neural networks (ovos-padatious).

An intent is a row of classes, as `sourcecity goalcity date`; its sentences are those of the lessons with a slot for
each phrase. A network is trained for every intent, so only the most frequent ones are; the rest of what callers say
the engine cannot understand as a whole.
"""

import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence

from murho.core.errors import UsageError
from murho_lab.studies.trains.phrases import Lessons, Phrase
from murho_lab.studies.trains.understanding import Understander

NEEDS = "ovos-padatious"
INTENTS, SENTENCES, VALUES = 100, 20, 100
"""At most so many intents, sentences of each, and phrases of each slot."""


def trained(lessons: Lessons) -> Understander:
    """An engine that has learned its lessons.

    Raises:
        UsageError: ovos-padatious is not installed.
    """
    try:
        from ovos_padatious import IntentContainer
    except ImportError as error:
        todo = "install it, and before it swig and libfann-dev: pip install ovos-padatious"
        raise UsageError(f"{NEEDS} is not installed; {todo}") from error
    sentences: dict[tuple[str, ...], dict[str, None]] = defaultdict(dict)
    values: dict[str, dict[str, None]] = defaultdict(dict)
    often: Counter[tuple[str, ...]] = Counter()
    for utterance in lessons.utterances:
        labels = tuple(phrase.label for phrase in utterance if phrase.label)
        often[labels] += 1
        sentences[labels].setdefault(sentence(utterance))
        for phrase in utterance:
            if phrase.label:
                values[phrase.label].setdefault(" ".join(phrase.words))
    chosen = {f"intent{number}": labels for number, (labels, _) in enumerate(often.most_common(INTENTS))}
    with tempfile.TemporaryDirectory(prefix="murho-intents-") as folder:  # what was trained stays in memory, too
        engine = IntentContainer(folder)
        for name, labels in chosen.items():
            engine.add_intent(name, list(sentences[labels])[:SENTENCES])
        for label in {label for labels in chosen.values() for label in labels}:
            engine.add_entity(slot(label), list(values[label])[:VALUES])
        engine.train()

    def units(text: str) -> list[str]:
        found = engine.calc_intent(text)
        matches = found.matches if hasattr(found, "matches") else found["matches"]
        labels = {slot(label): label for label in values}
        known = [(text.find(said), said, labels[name]) for name, said in (matches or {}).items() if name in labels]
        tagged = [unit for _, said, label in sorted(known) for unit in lessons.units(said.split(), label)]
        return list(dict.fromkeys(tagged))

    return units


def slot(label: str) -> str:
    """The name of a class as a slot, which has letters only.

    >>> slot("dm_marker+goalcity")
    'dmmarkergoalcity'
    """
    return "".join(filter(str.isalpha, label))


def sentence(utterance: Sequence[Phrase]) -> str:
    """An utterance with slots.

    >>> sentence([Phrase(("uh",), "", ()), Phrase(("to", "ulm"), "goalcity", ("goalcity:ulm",))])
    'uh {goalcity}'
    """
    return " ".join(f"{{{slot(one.label)}}}" if one.label else " ".join(one.words) for one in utterance)
