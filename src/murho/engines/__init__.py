"""Engines: where the partitions of a large piece of work are done.

Each stands in a file that is named after it, with its record, `ENGINE`, beside it; docs/extending.md says how to write
one. A second engine implements `Engine.open` and `Running.map`, and nothing else: how work is cut into partitions,
what a worker does with one, and how the results are added up is murho's, and the same under every engine. An engine is
sent pieces (a file, from this byte to that), not data: workers read for themselves. docs/scale.md has the figures.

>>> engine("local"), engine("dask(processes=2)")
(local, dask(processes=2))
>>> def squared(number, tell):
...     return number * number
>>> with engine("local").open() as running:
...     sorted(running.map(squared, [1, 2, 3]))
[(0, 1), (1, 4), (2, 9)]
"""

from murho.engines.engine import SHELF, Engine, Record, Running, Tree, engine

__all__ = ["SHELF", "Engine", "Record", "Running", "Tree", "engine"]
