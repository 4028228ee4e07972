"""Answers everything with "hours", and holds as many megabytes of memory as the expression says while it does so."""

import json
import sys

for line in sys.stdin:
    case = json.loads(line)
    held = b"x" * (int(case["expression"]) << 20)
    print(json.dumps({"id": case["id"], "answer": ["hours"]}), flush=True)
    del held
