"""Dependency trees: how many words have the right head and relation."""
