"""When enough was judged: a rule that is chosen beforehand, looked at as judgements come, and obeyed.

Cases come to people in an order drawn at random, so that those judged are a sample of all. A rule says after how
many to look (`murho.core.stopping_rules`); where it stops nobody gets a new case, and what is open is still kept.
Without a rule whoever looks may stop at any moment: the interval is then that of a confidence sequence, until all is
judged.
"""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases
from murho.core.confidence_sequence import Population
from murho.core.errors import InputError, UsageError
from murho.core.estimate import Estimate
from murho.core.sampled_sequence import Clusters, Draws, Sampled, Strata, Stratum
from murho.core.stopping_rules import (
    LEAST,
    Rule,
    SoFar,
    fixed,
    running,
    sequence,
    stopping_rule,
    too_early,
    unread,
    width,
)
from murho.evaluator import assigning
from murho.evaluator.judged import (
    Judged,
    at,
    clusters_of,
    judged,
    known_draws,
    reading_of,
    sample_of,
    weights,
    weights_of_part,
)
from murho.evaluator.judgement import CANNOT_SAY, Judgement, losses
from murho.evaluator.machine import Together, machine_of, together
from murho.evaluator.storage import Storage
from murho.pipeline.scoring.judge import weigh_part
from murho.sampling.designs import Design, poststratified, proportional, simple, stratified, systematic
from murho.sampling.estimating import stratum_names
from murho.store import Run
from murho.weighting import given

_ONLY_OF_THE_SAMPLE = (
    "no interval while judgements arrive: what the machine says of the cases that were not drawn is not known, so "
    "nobody can bet on it; it is told when a rule (--stop fixed(n) or width(w)) has stopped, or all is judged"
)

JUDGEMENTS, PEOPLE, BOTH = "judgements", "people", "people and machine"
"""What stops: how many judgements there are, or the width of people's interval, or of that by people and a machine."""


class Chosen(NamedTuple):
    """The rule of an evaluation."""

    rule: Rule
    after: int
    """Cases that were judged when it was chosen."""


class Standing(NamedTuple):
    """Where judging stands: whether it is over, and π with the interval that may be shown now."""

    met: bool
    """A rule stopped it."""
    over: bool
    """A rule stopped it, or all was judged: what is read now is read once."""
    estimate: Estimate
    by: str | None = None
    """What stopped it: `JUDGEMENTS`, `PEOPLE` or `BOTH`; None where nothing did."""


def choose(run: Run, storage: Storage, text: str) -> None:
    """Make a rule that of the evaluation.

    Raises:
        UsageError: there is no such rule, or the cases are a sample that it cannot be used on.
    """
    rule, before = stopping_rule(text), chosen(storage)
    why = _no_bet(run, storage)
    if isinstance(rule, sequence) and why:
        raise UsageError(f"{rule!r}: {why}; choose --stop fixed(n) or width(w)")
    if before is not None and before.rule == rule:
        return
    told = json.dumps({"rule": repr(rule), "after": len(_judged_places(storage))})
    with storage.writing() as rows:
        rows.execute("INSERT OR REPLACE INTO about VALUES ('stop', ?)", (told,))
        rows.execute("DELETE FROM about WHERE name IN ('looked', 'stopped', 'stopped_by')")


def chosen(storage: Storage) -> Chosen | None:
    """The rule of the evaluation; None where all cases are to be judged."""
    told = storage.about("stop")
    if told is None:
        return None
    read = json.loads(told)
    return Chosen(stopping_rule(read["rule"]), read["after"])


def look(run: Run, storage: Storage) -> None:
    """Let the rule look, if so much was judged since it looked last; where it stops nobody gets a new case."""
    found = chosen(storage)
    if found is None or assigning.has_stopped(storage):
        return
    count, looked = len(_judged_places(storage)), int(storage.about("looked") or 0)
    # `fixed` looks again and again where somebody could not tell, which is no judgement.
    if next((size for size in found.rule.looks() if size > looked), count) > count:
        return
    try:
        standing = stands(run, storage, judged_now(run, storage))
    except InputError:  # there is no figure yet, as where all that was judged weighs nothing; the status says why
        return
    with storage.writing() as rows:
        rows.execute("INSERT OR REPLACE INTO about VALUES ('looked', ?)", (str(count),))
        if standing is not None and standing.met:
            rows.execute("INSERT OR REPLACE INTO about VALUES ('stopped', ?)", (str(count),))
            rows.execute("INSERT OR REPLACE INTO about VALUES ('stopped_by', ?)", (standing.by,))


def judged_now(run: Run, storage: Storage) -> Judged | None:
    """What people said so far; None where nothing was said that has a loss."""
    said, settled = assigning.judgements(storage), assigning.settled(storage)
    turns = _turns(storage)
    clusters = clusters_of(run, turns) if assigning.comes_in_clusters(storage) else {}
    in_order = {place: clusters[place] for place in in_turn(storage, clusters)}
    return judged(run, turns, said, settled, assigning.draws(storage), in_order)


def stands(run: Run, storage: Storage, found: Judged | None) -> Standing | None:
    """Where judging stands; None where nothing was judged.

    Raises:
        UsageError: the rule does not fit the measure.
    """
    if found is None:
        return None
    rule, so_far = chosen(storage), _so_far(run, storage, found)
    every = _all_judged(storage)
    if rule is None:
        return Standing(
            False, every, found.figure(reading_of(run)).estimate if every else _at_any_moment(run, storage, so_far)
        )
    if isinstance(rule.rule, sequence) and (why := _no_bet(run, storage)):  # chosen before that was looked at
        return Standing(False, every, unread(so_far, f"{why}; choose --stop fixed(n) or width(w)"))
    reached = rule.rule.reached(so_far)
    by = storage.about("stopped_by") or _stopped_by(run, storage, found, rule.rule, reached.met)
    met = by is not None or assigning.has_stopped(storage)
    if isinstance(rule.rule, sequence):
        return Standing(met, met or every, reached.estimate, by)
    if met or every:
        # Nobody looks at it again and again any more, also where it stopped, and a judgement was taken back.
        flags = () if met else (f"{rule.rule!r} did not stop: all that could be judged was",)
        estimate = replace(so_far.usual, flags=(*so_far.usual.flags, *flags))
    else:
        estimate = unread(so_far, too_early(rule.rule))
    if rule.after:
        late = (
            f"{rule.rule!r} was chosen after {rule.after} judgements: the interval holds if nobody had looked at them"
        )
        estimate = replace(estimate, flags=(late, *estimate.flags))
    return Standing(met, met or every, estimate, by)


def _stopped_by(run: Run, storage: Storage, found: Judged, rule: Rule, by_people: bool) -> str | None:
    """What makes a rule stop, which people's judgements alone make it do or not; None where it does not stop.

    Once π by people and a machine together is told, its interval is the one whose width is asked for; of two
    sequences, which are told from the first judgement on, the first that is narrow enough will do.
    """
    if isinstance(rule, fixed):
        return JUDGEMENTS if by_people else None
    both = with_machine(run, storage, found, over=isinstance(rule, width))
    if both is None or both.interval is None:
        return PEOPLE if by_people else None
    if isinstance(rule, sequence) and by_people:
        return PEOPLE
    narrow = both.interval[1] - both.interval[0] <= rule.width
    return BOTH if narrow and (isinstance(rule, sequence) or len(found.cases) >= LEAST) else None


def with_machine(run: Run, storage: Storage, found: Judged, over: bool) -> Together | None:
    """π by people's verdicts and a machine's, with the interval that may be shown now; None where one said nothing.

    Nor of a machine that was not asked about every case yet: those that it was are in no random order.

    Args:
        run: whose answers they judged.
        storage: what they said.
        found: what people's judgements come to.
        over: a rule stopped them, or all was judged.
    """
    machine, said = machine_of(storage), assigning.judgements(storage)
    people = losses(said, assigning.settled(storage))
    if machine is None or machine.left or not people or all(loss is None for loss in machine.losses.values()):
        return None
    untold, sampled, rule = _untold(said), found.drawn, chosen(storage)
    aim = rule.rule.width if rule is not None and isinstance(rule.rule, sequence) else None
    shown: Sequence[int] | str | None = None
    if rule is not None and aim is None and not over:
        shown = too_early(rule.rule)
    elif sampled is None and (aim is not None or not over):
        shown = in_turn(storage, untold.union(people))
    elif sampled is not None and not (over if aim is None else _all_judged(storage)):
        shown = _ONLY_OF_THE_SAMPLE
    return together(run, machine, people, untold, sampled, found.effect, shown=shown, aim=aim)


def _untold(said: Iterable[Judgement]) -> set[int]:
    """The places of cases of which somebody could not tell."""
    return {answer.place for answer in said if answer.verdict == CANNOT_SAY and not answer.repeat}


def _at_any_moment(run: Run, storage: Storage, so_far: SoFar) -> Estimate:
    """π with an interval that holds whenever it is looked at; without one where nobody can bet on what was drawn."""
    if why := _no_bet(run, storage):
        return unread(so_far, f"no interval before all are judged: {why}; choose --stop fixed(n) or width(w)")
    try:
        return running(so_far)
    except UsageError as error:
        return unread(so_far, f"no interval while judgements arrive: {error}")


def _no_bet(run: Run, storage: Storage) -> str:
    """Why no confidence sequence can be made of what people judge; empty where one can.

    Of a simple sample the cases that were judged are a simple sample of all, and draws with replacement are each by
    themselves: on both one can bet.
    """
    sampled = sample_of(run)
    if sampled is None:
        return ""
    plan, record, weight = sampled.plan, run.record["data"]["sample"], reading_of(run).weight
    weighed_so = repr(weight) in (repr(given()), record.get("weight"))
    if plan.with_replacement:
        if assigning.draws(storage) is None:
            return "this evaluation was begun before cases came in the order of their draws"
        if isinstance(plan, proportional) and not weighed_so:
            return f"cases were drawn in proportion to another importance than {weight!r}, so a bet has no bound"
        return ""
    if why := _why_not(plan):
        return f"the cases are a sample by {sampled.design}, and {why}"
    if len(_turns(storage)) < len(run.suite()):
        return "only the open cases of a sample are judged, and nobody knows how many of all cases are open"
    if "total_importance" not in record or not weighed_so:
        return f"Σρ of all cases that the sample was drawn from is not known under {weight!r}"
    if not isinstance(plan, simple) and record["n"] != len(run.suite()):
        return (
            f"{len(run.suite())} of the {record['n']} cases of the sample were asked, and what the others are is open"
        )
    if plan.in_strata and not all("importance" in one for one in record["strata"].values()):
        return "Σρ of its strata is not known: the sample was drawn by an older murho"
    if plan.in_strata and (unknown := {*_stratum_of_each(run, plan)}.difference(record["strata"])):
        return f"a case is of the stratum {min(unknown)!r}, and the record of the sample knows of no such stratum"
    if plan.whole_clusters and "largest_cluster" not in record:
        return "nobody knows the largest Σρ of a cluster: the sample was drawn by an older murho"
    if plan.whole_clusters and not assigning.comes_in_clusters(storage):
        return "this evaluation was begun before whole clusters came together"
    return ""


def _why_not(plan: Design) -> str:
    """Why a confidence sequence cannot bet on a design; empty where it can."""
    if isinstance(plan, proportional) or (isinstance(plan, stratified) and plan.within == "proportional"):
        return "what is left of a sample of unequal inclusions without replacement has no known mean to bet on"
    if isinstance(plan, stratified) and plan.allocation == "adaptive":
        return "what a pilot found decided which cases came after it: they and the pilot are in no common random order"
    if isinstance(plan, systematic):
        return "a systematic sample has a single random draw, its start: there is nothing to bet on case by case"
    return ""


def _so_far(run: Run, storage: Storage, found: Judged) -> SoFar:
    """What was judged, in the order in which it was drawn.

    A sequence speaks of the cases that are to be judged, or that a simple sample of them was drawn from, as far as they
    can be told. One that nobody could tell keeps its turn, and any that was not judged may count.
    """
    turns, places, order = _turns(storage), list(found.cases.places or ()), as_drawn(storage, found)
    untold = _untold(assigning.judgements(storage)).difference(places)
    every, lost = weights(run, at(run, sorted(turns))), float(weights_of_part(run, at(run, sorted(untold))).sum())
    population: Population | None = Population(len(every), float(every.sum()) - lost)
    largest, by_design = float(every.max(initial=0.0)) or 1.0, None
    if found.drawn is not None and not _no_bet(run, storage):
        size, record, plan = found.drawn.sampled.size, run.record["data"]["sample"], found.drawn.sampled.plan
        if not isinstance(plan, simple) or found.drawn.came is not None:
            population, by_design = None, _by_design(run, storage, found.cases.take(order), plan, untold)
            if by_design.judged < len(order) and (why := _only_meant(storage, {*places, *untold})):
                by_design = replace(by_design, waiting=why)
        else:
            # Every case stands for as many; ρ of the cases that were not drawn is at most 1.
            stands_for = size / len(turns)
            population = Population(size, stands_for * float(record["total_importance"]) - lost)
            largest = max(stands_for, largest)
    came = [turns[places[row]] for row in order.tolist()]
    names = found.cases.clusters
    return SoFar(
        found.rows.of_cases(order),
        found.rho[order],
        None if names is None else [names[row] for row in order.tolist()],
        found.bounded,
        population,
        largest,
        None if found.drawn is None else found.drawn.by_design,
        found.method(reading_of(run)),
        by_design,
        np.searchsorted(came, [turns[place] for place in in_turn(storage, untold)]).tolist(),
        level=reading_of(run).level,
    )


def _only_meant(storage: Storage, looked_at: Collection[int]) -> str:
    """That the next case has a meaning where verdicts count; empty where it has none."""
    left = in_turn(storage, set(_turns(storage)).difference(looked_at))
    meant = {
        judgement.place: judgement.id
        for judgement in assigning.judgements(storage)
        if judgement.reference is not None and not judgement.repeat
    }
    if not left or left[0] not in meant:
        return ""
    return f"{meant[left[0]]!r}, which comes before the others, has a meaning and no verdict, and verdicts count here"


def _by_design(run: Run, storage: Storage, cases: Cases, plan: Design, untold: Collection[int]) -> Sampled:
    """What a sequence bets on of a sample: of these judged cases all that come before the first that was not judged."""
    turns = _turns(storage)
    row_of = {place: row for row, place in enumerate(cases.places or ())}
    order = sorted(turns, key=turns.__getitem__) if (drawn := assigning.draws(storage)) is None else drawn
    known = known_draws(order, turns, {*row_of, *untold})
    if plan.with_replacement:
        return _draws(run, cases, plan, [row_of[place] for place in known if place in row_of])
    asked = at(run, known)
    rho = weigh_part(reading_of(run).weight, asked)
    rows = np.array([row_of.get(place, -1) for place in known], np.int64)
    if plan.in_strata:
        return _strata(run, known, rho, rows, plan)
    of = clusters_of(run, turns)
    # The last may have cases to come.
    whole = np.array([len(known) == len(order) or of[place] != of[order[len(known)]] for place in known], bool)
    names = {name: number for number, name in enumerate(dict.fromkeys(of[place] for place in known))}
    each = np.array([names[of[place]] for place in known], np.int64)
    record, bet = run.record["data"]["sample"], whole & (rows >= 0)
    lost = float(weigh_part(reading_of(run).weight, at(run, sorted(untold))).sum())
    return Clusters(
        rows[bet],
        each[bet],
        rho[bet],
        Population(record["clusters"], float(record["total_importance"]) - lost),
        record["largest_cluster"],
    )


def _strata(run: Run, asked: Sequence[int], rho: NDArray[np.float64], rows: NDArray[np.int64], plan: Design) -> Strata:
    """The strata of a sample, and what was asked of them: the places of the cases.

    A simple sample that is stratified afterwards is one whose next case may be any that is left: as if all were drawn.
    """
    known = run.record["data"]["sample"]["strata"]
    afterwards = isinstance(plan, poststratified)
    strata = [
        Stratum(one["size"], one["size"] if afterwards else one["n"], one["importance"], one["largest"])
        for one in known.values()
    ]
    number, names = {name: index for index, name in enumerate(known)}, _stratum_of_each(run, plan)
    return Strata(rows, np.array([number[names[place]] for place in asked], np.int64), rho, strata)


def _stratum_of_each(run: Run, plan: Design) -> list[str]:
    """The stratum of each case of a sample, by place."""
    return stratum_names(at(run, range(len(run.suite()))).feature(getattr(plan, "by", "")))


def _draws(run: Run, cases: Cases, plan: Design, rows: Sequence[int]) -> Draws:
    """The draws of a sample with replacement, rows of the judged cases.

    Draws of what nobody could tell, or is asked for, are none of what π is of. ρ over the probability of a draw is the
    same for all cases that were drawn in proportion to ρ; else each draw is as likely, and ρ is at most 1.
    """
    draws, expected = (np.array(cases.features[name], np.float64) for name in ("draws", "expected_draws"))
    each = weights(run, cases) / draws
    most = each if isinstance(plan, proportional) else 1 / expected
    return Draws(np.array(rows, np.int64), each, float(max(most.max(), each.max())) or 1.0)


def as_drawn(storage: Storage, found: Judged) -> NDArray[np.int64]:
    """The numbers of judged cases in the order in which the cases were drawn, (cases,)."""
    row_of = {place: row for row, place in enumerate(found.cases.places or ())}
    return np.array([row_of[place] for place in in_turn(storage, row_of)], np.int64)


def in_turn(storage: Storage, places: Iterable[int]) -> list[int]:
    """These places in the order in which the cases were drawn."""
    return sorted(places, key=_turns(storage).__getitem__)


def _turns(storage: Storage) -> dict[int, int]:
    return {row["place"]: row["turn"] for row in storage.read("SELECT place, turn FROM cases")}


def _all_judged(storage: Storage) -> bool:
    return assigning.progress(storage).cases == len(_judged_places(storage))


def _judged_places(storage: Storage) -> set[int]:
    return {row["place"] for row in storage.read("SELECT place FROM cases WHERE judged")}
