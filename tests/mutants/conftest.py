"""run.py and what is put into copies are programs, no modules with examples to run."""

collect_ignore = ["run.py", "probe.py", "executing.py", "watching.py", "sessions.py"]
