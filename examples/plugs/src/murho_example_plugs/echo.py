"""A system that says what it hears: `echo:you said ...` puts every expression in the place of the dots."""

from murho.core.errors import UsageError
from murho.systems import Answer, Kind


class Echo:
    """A system; `pattern` is what stands behind `echo:`."""

    def __init__(self, pattern):
        if "..." not in pattern:
            raise UsageError(f"echo:{pattern} has no place for what was heard; write dots, as in 'echo:you said ...'")
        self.pattern = pattern

    def describe(self):
        """What the record of a run has to say."""
        return {"kind": "echo", "spec": self.pattern}

    def answer(self, cases):
        """Every case as soon as it is done, each with a set of meanings."""
        for position, expression in enumerate(cases.expressions):
            yield Answer(position, (self.pattern.replace("...", expression),))

    def __enter__(self):
        return self  # here is the place to load a model, or to connect

    def __exit__(self, *exception):
        return None


echo = Kind(name="echo", title="Echo", make=Echo, example="echo:you said ...")
