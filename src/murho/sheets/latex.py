r"""A table of figures as LaTeX, with the rules of booktabs.

>>> import pyarrow as pa
>>> table = pa.table({"group": ["a_b", None], "n": [1200, 3], "value": [0.25, None], "note": [None, None]})
>>> print(latex(table), end="")
\begin{tabular}{lrr}
\toprule
group & n & value \\
\midrule
a\_b & 1200 & 0.2500 \\
-- & 3 & -- \\
\bottomrule
\end{tabular}
"""

import json
from typing import TYPE_CHECKING, Any

from murho.core.figure import DECIMALS
from murho.sheets.legible import legible

if TYPE_CHECKING:
    import pyarrow as pa

_SIGNS = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}


def latex(table: "pa.Table") -> str:
    """The table with a line for each row; columns in which all rows lack a value are left out."""
    import pyarrow as pa

    shown = [name for name in table.column_names if not len(table) or table[name].null_count < len(table)]
    numbers = [pa.types.is_floating(table[name].type) or pa.types.is_integer(table[name].type) for name in shown]
    lines = [f"\\begin{{tabular}}{{{''.join('lr'[one] for one in numbers)}}}", r"\toprule"]
    lines += [f"{' & '.join(map(escaped, shown))} \\\\", r"\midrule"]
    lines += [f"{' & '.join(_cell(row[name]) for name in shown)} \\\\" for row in table.to_pylist()]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def escaped(text: str) -> str:
    r"""Text with nothing that LaTeX would act on.

    >>> print(escaped("50 % of {a_b} & \\x"))
    50 \% of \{a\_b\} \& \textbackslash{}x
    """
    return "".join(_SIGNS.get(sign, sign) for sign in legible(" ".join(text.split())))


def _cell(value: Any) -> str:
    if value is None:
        return "--"
    if isinstance(value, float):
        return f"{value:.{DECIMALS}f}"
    return escaped(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str))
