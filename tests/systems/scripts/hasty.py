"""A parser that answers before it has read the whole expression, and reads no more of it."""

import json
import os
import re
import time

if __name__ == "__main__":
    start = os.read(0, 200).decode()
    print(json.dumps({"id": re.search(r'"id": *"(.*?)"', start)[1], "answer": []}), flush=True)
    if not start.endswith("\n"):
        time.sleep(1000)
