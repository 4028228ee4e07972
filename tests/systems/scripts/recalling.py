"""Answers with the keys and values it was asked with and its process; announces itself as its arguments say."""

import json
import os
import sys

for announcement in sys.argv[1:]:
    print(announcement, flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked.pop("id"), "answer": [asked], "process": os.getpid()}), flush=True)
