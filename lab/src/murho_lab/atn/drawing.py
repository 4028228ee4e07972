"""A grammar as a graph for Graphviz, its arcs as heavy as they are probable where strategies are given.

>>> from murho_lab.atn.grammar import grammar
>>> print(dot(grammar("(S (CAT N T (TO E))) (E (POP 'S T))")))
digraph atn {
  rankdir=LR; node [shape=ellipse, fontname="sans-serif"]; edge [fontname="sans-serif", fontsize=10];
  "S" [penwidth=2];
  "E" [shape=doublecircle];
  "S" -> "E" [label="1 CAT N"];
}
"""

import subprocess
from shutil import which

from murho.core.errors import InputError
from murho_lab.atn.network import Arc, Grammar
from murho_lab.atn.strategies import Strategies


def dot(grammar: Grammar, strategies: Strategies | None = None) -> str:
    """The graph in Graphviz' language; a state that can POP has a double line.

    With strategies an arc carries its probability whatever the arrival, and its line grows with it: a drawing has one
    line for an arc, not one for each arrival.
    """
    lines = [
        "digraph atn {",
        '  rankdir=LR; node [shape=ellipse, fontname="sans-serif"]; edge [fontname="sans-serif", fontsize=10];',
    ]
    shares = strategies.regardless() if strategies else {}
    for state in grammar.states.values():
        looks = ["shape=doublecircle"] if any(arc.type == "POP" for arc in state.arcs) else []
        looks += ["penwidth=2"] if state.name == grammar.start else []
        lines.append(_node(state.name, looks))
    for arc in grammar.arcs:
        if arc.target:
            lines.append(f"  {_quoted(arc.state)} -> {_quoted(arc.target)} [{_looks(arc, shares.get(arc))}];")
    return "\n".join([*lines, "}"])


def svg(grammar: Grammar, strategies: Strategies | None = None) -> bytes:
    """The graph drawn by Graphviz.

    Raises:
        InputError: Graphviz is not installed, or fails.
    """
    program = which("dot")
    if program is None:
        raise InputError("Graphviz (dot) is not installed", "install it, or write a .dot file")
    done = subprocess.run([program, "-Tsvg"], input=dot(grammar, strategies).encode(), capture_output=True, check=False)
    if done.returncode:
        raise InputError(f"Graphviz failed ({done.stderr.decode(errors='replace').strip()})", "write a .dot file")
    return done.stdout


def _node(name: str, looks: list[str]) -> str:
    return f"  {_quoted(name)} [{', '.join(looks)}];" if looks else f"  {_quoted(name)};"


def _looks(arc: Arc, share: float | None) -> str:
    style = ", style=dashed" if arc.type in ("JUMP", "VIR") else ""
    if share is None:
        return f"label={_quoted(f'{arc.number} {arc.label}')}{style}"
    return f"label={_quoted(f'{arc.number} {arc.label}  {share:.2f}')}, penwidth={0.5 + 4 * share:.2f}{style}"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
