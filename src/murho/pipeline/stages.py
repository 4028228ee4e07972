"""The stages of a chain: what is judged by their names, before anything is asked.

>>> from murho.measures import measure
>>> from murho.systems import Function, compose
>>> chain = compose(Function(str.split), Function(len), names=("heard", "counted"))
>>> check_stage(measure("words@herd"), chain)
Traceback (most recent call last):
murho.core.errors.UsageError: words@herd: the chain has no stage 'herd'; did you mean heard? its stages: heard, counted
>>> with_last_stage(Cases(["1"], ["a b"], [(2,)]), chain).by_stage
{'counted': [(2,)]}
"""

from dataclasses import replace

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.measures import Measure
from murho.plugs import close_to
from murho.systems import Composed, Recorded, System


def check_stage(how: Measure, system: System) -> None:
    """Refuse a measure of a stage that the system does not have; what recorded answers hold is known when all are read.

    Raises:
        UsageError: there is no such stage.
    """
    if how.stage is None or isinstance(system, Recorded):
        return
    names = [name for name in system.names if name] if isinstance(system, Composed) else []
    if how.stage in names:
        return
    if not names:
        todo = f"name the stages of a chain: --system {how.stage}=SYSTEM --then SYSTEM"
        raise UsageError(f"{how!r}: the system has no stages with names; {todo}")
    near = close_to(how.stage, names)
    hint = f"did you mean {near}? " if near else ""
    raise UsageError(f"{how!r}: the chain has no stage {how.stage!r}; {hint}its stages: {', '.join(names)}")


def with_last_stage(suite: Cases, system: System) -> Cases:
    """The cases, with what they mean as what the last stage of a chain ought to say, if it has a name.

    Where cases say themselves what a stage of that name ought to say, that is all there is.
    """
    name = system.names[-1] if isinstance(system, Composed) else None
    if name is None or name in suite.by_stage:
        return suite
    return replace(suite, by_stage={**suite.by_stage, name: suite.references})
