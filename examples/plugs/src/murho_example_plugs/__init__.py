"""Plugs for murho: a few lines each, see docs/extending.md."""
