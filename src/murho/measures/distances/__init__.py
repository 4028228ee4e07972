"""Distances between meanings, by name: what `graded`, `mu4` and their explanations go by; docs/distances.md."""
