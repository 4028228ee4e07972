"""Functions that tests name as `parsers:NAME`."""

import asyncio
import os
import sys
import time

from murho.systems import batch


def words(expression):
    return expression.split()


async def later(expression):
    await asyncio.sleep(0)
    return expression.split()


@batch(size=4)
def batches(expressions):
    return [expression.split() for expression in expressions]


def moody(expression):
    match expression:
        case "hang":
            time.sleep(1000)
        case "exit":
            os._exit(5)
        case "leave":
            sys.exit("leaving")
        case "print":
            print('{"id": "q1", "answer": ["forged"]}')
            os.write(1, b"straight to the descriptor\n")
            return "printed"
        case "read":
            return sys.stdin.read()
        case "raise":
            raise ValueError("no such date")
    return expression.split()


def recalls(expression, before):
    return {"heard": expression, "before": before, "process": os.getpid()}


def recalls_if_told(expression, *, before=()):
    return {"heard": expression, "before": before}


async def recalls_later(expression, before):
    said.append(("asked", expression))
    await asyncio.sleep(0.01 if expression.endswith("1") else 0)
    said.append(("answered", expression))
    return {"before": before}


said = []


@batch(size=4)
def recalls_batches(expressions, before):
    assert len(expressions) == len(before)
    return [{"before": one} for one in before]


class Parser:
    """Has a method that parses."""

    @batch(size=8)
    def parse(self, expressions):
        return [[len(expressions)]] * len(expressions)

    def __call__(self, expression):
        return expression.upper()


parser = Parser()
number = 7
