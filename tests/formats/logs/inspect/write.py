"""Writes the logs in this folder with Inspect's own mock model, without network: `python write.py FOLDER`."""

import sys
import tempfile
from pathlib import Path

from inspect_ai import Task
from inspect_ai import eval as evaluate
from inspect_ai.dataset import Sample
from inspect_ai.log import read_eval_log, write_eval_log
from inspect_ai.model import ChatMessageSystem, ChatMessageUser, ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import choice, match, pattern
from inspect_ai.solver import generate, multiple_choice, solver


def said(*texts):
    outputs = [ModelOutput.from_content("mockllm/model", text) for text in texts]
    for output, text in zip(outputs, texts, strict=True):
        tokens = len(text.split())
        output.usage = ModelUsage(input_tokens=12, output_tokens=tokens, total_tokens=12 + tokens)
    return outputs


@solver
def failing_at(name):
    async def solve(state, generate):
        if state.sample_id == name:
            raise ValueError("the tool is gone")
        return await generate(state)

    return solve


def keep(task, name, outputs, **how):
    """Evaluate, and write the log again without events and tracebacks, which name files of the machine."""
    model = get_model("mockllm/model", custom_outputs=outputs)
    with tempfile.TemporaryDirectory() as work:
        (log,) = evaluate(task, model=model, log_dir=work, display="none", max_connections=1, max_samples=1, **how)
        log = read_eval_log(log.location)
        log.eval.model_args = {}
        for sample in log.samples:
            sample.events, sample.events_data = [], None
            if sample.error:
                sample.error.traceback = sample.error.traceback_ansi = ""
        write_eval_log(log, str(FOLDER / name))


INTENTS = [
    Sample(id="open", input="Are you open at nine?", target="hours", metadata={"channel": "web", "turn": 1}),
    Sample(id="renew", input="I want it for longer.", target=["renew", "extend"], metadata={"channel": "phone"}),
    Sample(
        id="bye",
        input=[ChatMessageSystem(content="Say the intent."), ChatMessageUser(content="That is all.")],
        target="goodbye",
        metadata={"channel": "web", "turn": 2},
    ),
]
LETTERS = [
    Sample(id=1, input="Two and two?", choices=["three", "four"], target="B"),
    Sample(id=2, input="Three and one?", choices=["four", "five"], target="A"),
]
INTENT = pattern(r"INTENT: (\w+)")
FOLDER = Path(sys.argv[1])

one = said("INTENT: hours", "INTENT: extend")
for name in ("intents.eval", "intents.json"):
    keep(Task(INTENTS, solver=failing_at("bye"), scorer=INTENT), name, one, fail_on_error=False)
other = said("INTENT: loans", "I do not know.", "INTENT: goodbye")
keep(Task(INTENTS, solver=generate(), scorer=INTENT), "other.eval", other)
twice = said(*(f"INTENT: {intent}" for intent in ("hours", "renew", "goodbye", "loans", "renew", "goodbye")))
keep(Task(INTENTS, solver=generate(), scorer=INTENT, epochs=2), "epochs.eval", twice)
keep(
    Task(LETTERS, solver=multiple_choice(), scorer=[choice(), match()]), "choices.eval", said("ANSWER: B", "ANSWER: B")
)
