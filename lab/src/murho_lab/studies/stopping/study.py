"""The study, cell by cell, and its tables."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from murho_lab.studies.simulation import Tables, Told, each, in_silence, written
from murho_lab.studies.stopping import designs, machines, paths, rules
from murho_lab.studies.stopping.designs import DESIGN_CELLS, DesignFound
from murho_lab.studies.stopping.machines import MachineFound
from murho_lab.studies.stopping.paths import LOOKED, PATH_CELLS, PathFound
from murho_lab.studies.stopping.rules import RULE_CELLS, RulesFound

if TYPE_CHECKING:
    from rich.console import Console

REPETITIONS = 400
QUICK = 100


@dataclass(frozen=True)
class Study:
    """What was found in every cell."""

    seed: int
    repetitions: int
    rules: Sequence[RulesFound]
    machines: Sequence[MachineFound]
    paths: Sequence[PathFound]
    designs: Sequence[DesignFound]

    def summary(self) -> dict[str, object]:
        """The figures that the tables come down to."""
        results: dict[str, object] = {}
        if self.rules:
            times = [cell.times for cell in self.rules]
            results["a sequence asks for as many times the fixed number"] = f"{min(times):.1f} to {max(times):.1f}"
            results["lowest coverage of whole paths by a sequence"] = min(cell.sequence.covered for cell in self.rules)
            results["lowest coverage at a width"] = min(cell.width.covered for cell in self.rules)
            peeked = [cell.peeked for cell in self.rules]
            results["paths on which the usual interval misses at least once"] = f"{min(peeked)} to {max(peeked)}"
        if self.machines:
            covered = [cell.covered for cell in self.machines]
            results["corrected figures, cells"] = len(covered)
            results["of these below 93"] = sum(one < 93 for one in covered)
            results["the lowest"] = min(covered)
            results["PPI++ as usual, below 93"] = sum(cell.machine < 93 for cell in self.machines)
        if self.paths:
            results["lowest coverage of whole paths by a sequence of machine and people"] = min(
                cell.held for cell in self.paths
            )
        if self.designs:
            results["lowest coverage of whole paths by a sequence of a sample by a design"] = min(
                cell.held for cell in self.designs
            )
        return results

    def as_json(self) -> dict[str, Any]:
        """All of it as plain JSON."""
        return {
            "seed": self.seed,
            "repetitions": self.repetitions,
            "summary": self.summary(),
            "rules": [{**asdict(cell), "times": round(cell.times, 2)} for cell in self.rules],
            "machines": [asdict(cell) for cell in self.machines],
            "paths": [asdict(cell) for cell in self.paths],
            "designs": [{**asdict(cell), "times": round(cell.times, 2)} for cell in self.designs],
        }


def study(
    *,
    quick: bool = False,
    repetitions: int | None = None,
    seed: int = 0,
    only: str | None = None,
    told: Told = in_silence,
) -> Study:
    """All parts of the study; `only`: cells whose name holds this."""
    count = repetitions or (QUICK if quick else REPETITIONS)
    stopped = [cell for cell in RULE_CELLS if (not quick or cell.width >= 0.1) and (only or "") in cell.population]
    corrected = [cell for cell in machines.grid(quick) if (only or "") in cell.name]
    followed = [cell for cell in PATH_CELLS if (only or "") in cell.name]
    by_design = [cell for cell in DESIGN_CELLS if (not quick or cell.weights == "equal") and (only or "") in cell.name]
    cells: list[Any] = [*stopped, *corrected, *followed, *by_design]

    def examine(cell: Any, rng: np.random.Generator) -> RulesFound | MachineFound | PathFound | DesignFound | None:
        if isinstance(cell, rules.RuleCell):
            return rules.examine(cell, count, rng)
        if isinstance(cell, paths.PathCell):
            return paths.examine(cell, count, rng)
        if isinstance(cell, designs.DesignCell):
            return designs.examine(cell, count, rng)
        return machines.examine(cell, count, rng)

    results = list(each(cells, seed, examine, told))
    return Study(
        seed,
        count,
        tuple(result for result in results if isinstance(result, RulesFound)),
        tuple(result for result in results if isinstance(result, MachineFound)),
        tuple(result for result in results if isinstance(result, PathFound)),
        tuple(result for result in results if isinstance(result, DesignFound)),
    )


def show(study: Study, console: "Console") -> None:
    """Print the summary, and every table."""
    for part in _tables(study):
        part.show(console)


def draw(study: Study, folder: str) -> list[str]:
    """Write the tables to `stopping-tables.md` in a folder; the path written."""
    head = [
        "# Stopping: what each way asks for and covers, cell by cell\n",
        f"Written by `murho study stopping -o FOLDER`: seed {study.seed}, {study.repetitions} samples a cell; shares",
        "in percent, of 95 % intervals; judgements are medians.\n",
    ]
    first, *others = _tables(study)
    text = "\n".join([first.markdown(head), *(part.markdown([]) for part in others)])
    return written(text, folder, "stopping-tables.md")


def _tables(study: Study) -> tuple[Tables, ...]:
    drawn = f"seed {study.seed}, {study.repetitions} samples a cell"
    columns = "population width fixed covers | width covers | seldom covers | sequence covers times | peeking misses"
    lines = [
        [
            cell.population,
            f"{cell.wanted:g}",
            *(text for way in (cell.fixed, cell.width, cell.seldom, cell.sequence) for text in _way(way)),
            f"{cell.times:.1f}",
            f"{cell.peeked:.1f}",
        ]
        for cell in study.rules
    ]
    heads = [name for name in columns.replace("peeking misses", "peeking").split() if name != "|"]
    machine_lines = [
        [
            cell.cell,
            str(cell.labelled),
            f"{cell.covered:.1f}",
            f"{cell.flagged:.0f}",
            f"{cell.people:.1f}",
            f"{cell.machine:.1f}",
            f"{cell.width:.2f}",
            f"{100 * cell.saving:.0f}",
        ]
        for cell in study.machines
    ]
    machine_heads = ["system and machine", "labelled", "covered", "flagged", "people", "PPI++", "width", "saved"]
    path_lines = [
        [
            cell.cell,
            f"{cell.held:.1f}",
            *(f"{width:.3f}" for pair in zip(cell.widths, cell.people, strict=True) for width in pair),
        ]
        for cell in study.paths
    ]
    path_heads = ["system and machine", "held", *(f"{who} after {n}" for n in LOOKED for who in ("width", "people's"))]
    design_lines = [
        [
            f"`{cell.design}`",
            cell.weights,
            f"{cell.fixed:,}",
            f"{cell.sequence:,}",
            f"{cell.times:.2f}",
            f"{cell.reached:.0f}",
            f"{cell.held:.1f}",
        ]
        for cell in study.designs
    ]
    design_heads = ["design", "importances", "fixed", "sequence", "times", "reached", "held"]
    by_design = [(f"confidence sequences of samples by a design, {designs.WIDTH:g} wide", design_lines)]
    return (
        Tables(drawn, study.summary(), heads, [("ways to stop", lines)] if lines else []),
        Tables("", {}, machine_heads, [("a machine corrected by people", machine_lines)] if machine_lines else []),
        Tables("", {}, path_heads, [("confidence sequences of machine and people", path_lines)] if path_lines else []),
        Tables("", {}, design_heads, by_design if design_lines else []),
    )


def _way(way: rules.Stopped) -> tuple[str, str]:
    return str(way.judgements), f"{way.covered:.1f}"
