"""An honest parser that answers with the words of the expression, unless the expression bids it misbehave."""

import json
import os
import signal
import sys
import time


def say(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def spawn(pid_file):
    """A child that holds our pipes open and hangs."""
    pid = os.fork()
    if pid == 0:
        time.sleep(1000)
        os._exit(0)
    with open(pid_file, "w") as file:
        file.write(str(pid))


def act(name, mood, rest):
    match mood:
        case "crash":
            print("Traceback: ...\nValueError: no rule for this", file=sys.stderr)
            sys.exit(3)
        case "segfault":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "hang":
            print("searching for ever", file=sys.stderr, flush=True)
            time.sleep(1000)
        case "rubbish":
            sys.stdout.write("Loading model... done\n")
        case "bytes":
            sys.stdout.buffer.write(b"\xff\xfe\x00\n")
        case "number":
            say(17)
        case "wrong-id":
            say({"id": "other", "answer": []})
        case "no-id":
            say({"answer": []})
        case "no-answer":
            say({"id": name})
        case "string":
            say({"id": name, "answer": "hours"})
        case "nan":
            say({"id": name, "answer": [float("nan")]})
        case "deep":
            say({"id": name, "answer": json.loads("[" * 300 + "]" * 300)})
        case "undefined":
            say({"id": name, "answer": None, "failure": "out of vocabulary", "cost": 2})
        case "empty":
            say({"id": name, "answer": []})
        case "extras":
            say({"id": name, "answer": ["x"], "confidence": 0.5, "seconds": 7})
        case "blank":
            sys.stdout.write("\n\r\n")
            say({"id": name, "answer": ["after blank lines"]})
        case "twice":
            say({"id": name, "answer": ["first"]})
            say({"id": name, "answer": ["second"]})
        case "twice-later":
            say({"id": name, "answer": ["first"]})
            time.sleep(0.1)
            say({"id": name, "answer": ["second"]})
        case "twice-nameless":
            say({"id": name, "answer": ["first"]})
            time.sleep(float(rest or 0))
            say({"answer": ["second"]})
        case "deep-extra":
            say({"id": name, "answer": "hours", "why": json.loads("[" * 300 + "]" * 300)})
        case "noise":
            block = b"x" * 99 + b"\n"
            for _ in range(100):
                sys.stderr.buffer.write(block * 10_000)
            say({"id": name, "answer": ["100 MB of noise"]})
        case "endless":
            for _ in range(20):
                sys.stdout.write("x" * 2**20)
            time.sleep(1000)
        case "big":
            say({"id": name, "answer": ["x" * (8 * 2**20)]})
        case "close":
            os.close(1)
            time.sleep(1000)
        case "bye":
            say({"id": name, "answer": ["bye"]})
            sys.exit(0)
        case "fork-exit":
            spawn(rest)
            os._exit(4)
        case "fork-hang":
            spawn(rest)
            time.sleep(1000)
        case "pid":
            say({"id": name, "answer": [os.getpid()]})
        case "slow":
            time.sleep(float(rest))
            say({"id": name, "answer": [f"slept {rest}"]})
        case "number-id":
            say({"id": int(name), "answer": []})
        case _:
            say({"id": name, "answer": f"{mood} {rest}".split()})


def main():
    if "ready" in sys.argv:
        say({"ready": True})
    for line in sys.stdin:
        message = json.loads(line)
        act(message["id"], *message["expression"].partition(" ")[::2])
        sys.stdout.flush()


if __name__ == "__main__":
    main()
