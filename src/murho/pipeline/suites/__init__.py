"""Hierarchical suites: built, run, and scored by phenomenon."""
