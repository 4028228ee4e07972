"""Measures how well a system understands language."""

__version__ = "0.1.0"
