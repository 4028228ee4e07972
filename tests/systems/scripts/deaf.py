"""A parser that never reads what it is given."""

import time

if __name__ == "__main__":
    time.sleep(1000)
