"""run.py is a program, no module with examples to run."""

collect_ignore = ["run.py"]
