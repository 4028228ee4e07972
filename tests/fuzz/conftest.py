"""What makes the tries imports its neighbours as a program does, and has no examples to run."""

collect_ignore = ["mutating.py", "run.py", "sanitizing.py", "targets.py", "twins.py"]
