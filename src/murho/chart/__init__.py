"""A robust chart parser over a lexicalised unification grammar; docs/chart.md teaches how to write one."""
