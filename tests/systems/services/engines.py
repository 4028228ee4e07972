"""Engines of intents that others have packaged, trained on the library's requests as their documentation says."""

import json
import random
import re
import tempfile
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples"
Engine = Callable[[str], dict[str, float]]
"""Gives each intent its confidence."""


def lines(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (EXAMPLES / path).read_text("utf-8").splitlines()]


@cache
def lessons() -> list[tuple[str, str]]:
    """What was said to the library, and with which intent: the first act of what it means."""
    meant = ((case["expression"], json.dumps(case["reference"])) for case in lines("library/development.jsonl"))
    return [(said, (re.findall(r'"act": "(\w+)"', acts) or ["other"])[0]) for said, acts in meant]


@cache
def padatious() -> Engine:
    """ovos-padatious, the engine of a voice assistant: a small network for each intent."""
    package = pytest.importorskip("ovos_padatious")
    sentences = defaultdict[str, list[str]](list)
    for said, intent in lessons():
        sentences[intent].append(said.lower())
    with tempfile.TemporaryDirectory(prefix="murho-intents-") as folder:  # what was trained stays in memory, too
        engine = package.IntentContainer(folder)
        for intent, examples in sentences.items():
            engine.add_intent(intent, examples)
        engine.train()

    def understood(text: str) -> dict[str, float]:
        return {one.name: float(one.conf) for one in engine.calc_intents(text.lower())}

    return understood


@cache
def textcat() -> Engine:
    """spaCy's classifier of texts, whose confidences are a softmax: they are probabilities."""
    spacy = pytest.importorskip("spacy")
    from spacy.training import Example

    spacy.util.fix_random_seed(0)
    pipeline = spacy.blank("en")
    model = {"@architectures": "spacy.TextCatBOW.v3", "exclusive_classes": True, "ngram_size": 2, "length": 8192}
    classifier = pipeline.add_pipe("textcat", config={"model": {**model, "no_output_layer": False}})
    intents = sorted({intent for _, intent in lessons()})
    for intent in intents:
        classifier.add_label(intent)
    examples = [
        Example.from_dict(pipeline.make_doc(said), {"cats": {one: float(one == intent) for one in intents}})
        for said, intent in lessons()
    ]
    optimizer = pipeline.initialize(lambda: examples)
    optimizer.learn_rate = 0.02
    for epoch in range(10):
        random.Random(epoch).shuffle(examples)
        for start in range(0, len(examples), 16):
            pipeline.update(examples[start : start + 16], sgd=optimizer, drop=0.1)
    return lambda text: dict(pipeline(text).cats)
