"""The GENERATOR: which cases are asked, how many, and what figures of a sample say of all of them."""

from murho.sampling.chance import Chance
from murho.sampling.designs import (
    Design,
    Drawn,
    Population,
    clusters,
    design,
    poststratified,
    proportional,
    simple,
    stratified,
    systematic,
)

__all__ = [
    "Chance",
    "Design",
    "Drawn",
    "Population",
    "clusters",
    "design",
    "poststratified",
    "proportional",
    "simple",
    "stratified",
    "systematic",
]
