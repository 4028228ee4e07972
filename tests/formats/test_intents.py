"""Rasa's own results, as its documentation has them: both sides in one folder."""

import json
from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho.formats.intents import read_rasa_answers, read_rasa_cases


def example(text: str, right: str, said: str) -> dict[str, object]:
    return {"text": text, "intent": right, "intent_prediction": {"name": said, "confidence": 0.9}}


def test_results_hold_both_sides(tmp_path: Path) -> None:
    (tmp_path / "intent_successes.json").write_text(json.dumps([example("hello", "greet", "greet")]))
    (tmp_path / "intent_errors.json").write_text(json.dumps([example("bye", "bye", "greet"), example("?", "bye", "")]))
    file = tmp_path / "intent_errors.json"
    cases, answers = next(read_rasa_cases(file)), next(read_rasa_answers(file))
    assert (cases.references, answers.answers) == ([("bye",), ("bye",)], [("greet",), ()])
    cases, answers = next(read_rasa_cases(tmp_path)), next(read_rasa_answers(tmp_path))
    assert (cases.expressions, cases.references) == (["?", "bye", "hello"], [("bye",), ("bye",), ("greet",)])
    assert answers.answers == [(), ("greet",), ("greet",)]


def test_an_example_has_one_place_whatever_was_predicted(tmp_path: Path) -> None:
    texts = [("b", "x"), ("a", "x"), ("b", "w"), ("c", "x")]
    for name, wrong in (("one", {0, 3}), ("other", {1, 2})):
        (tmp_path / name).mkdir()
        for kind in ("errors", "successes"):
            some = [
                example(*one, "y" if place in wrong else one[1])
                for place, one in enumerate(texts)
                if (place in wrong) == (kind == "errors")
            ]
            (tmp_path / name / f"intent_{kind}.json").write_text(json.dumps(some))
    one, other = (next(read_rasa_cases(tmp_path / name)) for name in ("one", "other"))
    assert (one.expressions, one.references) == (other.expressions, other.references)
    assert one.expressions == ["a", "b", "b", "c"]
    assert next(read_rasa_answers(tmp_path / "one")).answers == [("x",), ("w",), ("y",), ("y",)]
    assert next(read_rasa_answers(tmp_path / "other")).answers == [("y",), ("y",), ("x",), ("x",)]


def test_what_is_no_result_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a folder without intent_successes\.json; name the folder"):
        next(read_rasa_cases(tmp_path))
    data = tmp_path / "nlu.json"
    data.write_text(json.dumps({"rasa_nlu_data": {"common_examples": [{"text": "hello", "intent": "greet"}]}}))
    with pytest.raises(InputError, match="training data, and no answers"):
        next(read_rasa_answers(data))
