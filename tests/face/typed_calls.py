"""Calls that a type checker looks at, and nobody runs: lines with a remark hold the mistake that it names."""

import murho
from murho.measures import Measure

COLUMNS = ["to bonn", "yes"], ["to born", "yes"]

murho.score("words", *COLUMNS)
murho.score("lables", *COLUMNS)  # wrong: arg-type
murho.score("words", *COLUMNS, costs="sclite", normalize="lower", by="day", level=0.9)
murho.score("words", *COLUMNS, bye="x")  # wrong: call-arg
murho.score("words", *COLUMNS, method="wilsn")  # wrong: arg-type
murho.score("words", *COLUMNS, missing="skipp")  # wrong: arg-type
murho.score(murho.measure("my_measures:closeness(within=0.1)"), *COLUMNS)


def of_ones_own(measure: Measure) -> float | None:
    return murho.score(measure, *COLUMNS).value


def understand(text: str) -> str:
    return text


murho.run(3, 4)  # wrong: arg-type arg-type
murho.run("cases.jsonl", understand, measures=["words", "words@heard"], folder="run")
murho.run([{"expression": "open?", "reference": ["hours"]}], "nlu:understand", workers="2")  # wrong: arg-type
murho.run("cases.jsonl", ["asr:recognise", understand], carry="worst")  # wrong: arg-type
murho.show("run", efficiency=True, profile=["day"], by=["day", "length"], costs="sclite")
murho.show("run", eficiency=True)  # wrong: call-arg
murho.compare("one", "two", missing="shared", tests="all")
murho.compare("one", "two", missing="skip")  # wrong: arg-type
murho.align("words", *COLUMNS, rank="rate")
murho.align("wrds", *COLUMNS)  # wrong: arg-type
