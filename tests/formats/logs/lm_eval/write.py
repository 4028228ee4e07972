"""Writes the samples in this folder with lm-evaluation-harness, without network: `python write.py FOLDER`."""

import json
import sys
import tempfile
from pathlib import Path

from lm_eval import simple_evaluate
from lm_eval.api.model import LM
from lm_eval.loggers import EvaluationTracker
from lm_eval.tasks import TaskManager

FOLDER = Path(sys.argv[1])
INTENTS = [
    {"text": "Are you open at nine?", "intent": "hours", "channel": "web"},
    {"text": "I want it for longer.", "intent": "renew", "channel": "phone"},
    {"text": "That is all.", "intent": "goodbye", "channel": "web"},
]
LETTERS = [
    {"question": "Two and two?", "choices": ["three", "four"], "right": 1},
    {"question": "Three and one?", "choices": ["four", "five"], "right": 0},
]


class Said(LM):
    """A model that says what it is told to."""

    def __init__(self, said):
        super().__init__()
        self.said = said

    def generate_until(self, requests, disable_tqdm=False):
        return [next(text for start, text in self.said.items() if start in request.args[0]) for request in requests]

    def loglikelihood(self, requests, disable_tqdm=False):
        return [(-1.0 if request.args[1].strip() == "four" else -2.0, False) for request in requests]

    def loglikelihood_rolling(self, requests, disable_tqdm=False):
        return [-1.0 for _ in requests]


def task(work, name, rows, **more):
    data = work / f"{name}.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return {
        "task": name,
        "dataset_path": "json",
        "dataset_kwargs": {"data_files": {"test": str(data)}},
        "test_split": "test",
        **more,
    }


def keep(name, config, model):
    with tempfile.TemporaryDirectory() as folder:
        tracker = EvaluationTracker(output_path=folder)
        found = simple_evaluate(
            model,
            tasks=[config],
            log_samples=True,
            bootstrap_iters=0,
            evaluation_tracker=tracker,
            task_manager=TaskManager(include_defaults=False),
        )
        samples = found.pop("samples")
        tracker.save_results_aggregated(found, samples)
        for one, some in samples.items():
            tracker.save_results_samples(one, some)
        (written,) = Path(folder).rglob("samples_*.jsonl")
        (FOLDER / f"samples_{name}.jsonl").write_bytes(written.read_bytes())


with tempfile.TemporaryDirectory() as folder:
    work = Path(folder)
    generating = {
        "output_type": "generate_until",
        "doc_to_text": "Say the intent of: {{text}}",
        "doc_to_target": "{{intent}}",
        "metric_list": [{"metric": "exact_match"}],
        "generation_kwargs": {"until": ["\n"]},
    }
    first = Said({"open": "hours", "longer": "extend", "all": "goodbye"})
    keep("intents", task(work, "intents", INTENTS, **generating), first)
    keep("other", task(work, "other", INTENTS, **generating), Said({"open": "loans", "longer": "renew", "all": ""}))
    filters = [
        {"name": name, "filter": [{"function": "regex", "regex_pattern": pattern}, {"function": "take_first"}]}
        for name, pattern in (("strict", r"INTENT: (\w+)$"), ("flexible", r"(\w+)\W*$"))
    ]
    spoken = Said({"open": "INTENT: hours", "longer": "It is renew.", "all": "INTENT: goodbye"})
    keep("filters", task(work, "filters", INTENTS, **generating, filter_list=filters), spoken)
    keep(
        "repeats",
        task(
            work,
            "repeats",
            INTENTS,
            **generating,
            repeats=2,
            filter_list=[{"name": "all", "filter": [{"function": "take_first_k", "k": 2}]}],
        ),
        first,
    )
    keep(
        "choices",
        task(
            work,
            "choices",
            LETTERS,
            output_type="multiple_choice",
            doc_to_text="{{question}}",
            doc_to_choice="{{choices}}",
            doc_to_target="right",
            metric_list=[{"metric": "acc"}],
        ),
        Said({}),
    )
