"""The version of murho, which runs, records and signatures carry: a module of its own, that takes nothing to import."""

__version__ = "0.1.0"
