"""A module that takes its time to import."""

import time

time.sleep(0.8)


def words(expression):
    return expression.split()
