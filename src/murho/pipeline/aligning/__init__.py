"""Answers beside references, token by token or tree by tree."""
