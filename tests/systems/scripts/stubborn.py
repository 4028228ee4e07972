"""A parser that does not leave when its input ends, nor when it is asked to."""

import json
import signal
import sys
import time

if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for line in sys.stdin:
        print(json.dumps({"id": json.loads(line)["id"], "answer": []}), flush=True)
    time.sleep(1000)
