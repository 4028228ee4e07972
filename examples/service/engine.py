"""A small intent engine behind HTTP: scikit-learn, trained on the library's development half when it starts.

    pip install scikit-learn starlette uvicorn
    uvicorn examples.service.engine:app

`POST /parse` with `{"text": ...}` answers `{"intent": {"name": ..., "confidence": ...}}`; with `"draw": true` the name
is drawn by the confidences, as a language model draws its words.
"""

import json
import random
import re
from pathlib import Path
from typing import Any

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

KNOWN = Path(__file__).resolve().parents[1] / "library" / "development.jsonl"


def intent_of(reference: list[Any]) -> str:
    """The first act of what a request means; `other` where it means nothing here."""
    acts = re.findall(r'"act": "(\w+)"', json.dumps(reference))
    return acts[0] if acts else "other"


CASES = [json.loads(line) for line in KNOWN.read_text(encoding="utf-8").splitlines()]
ENGINE = make_pipeline(TfidfVectorizer(ngram_range=(1, 2)), LogisticRegression(C=10, max_iter=1000))
ENGINE.fit([case["expression"] for case in CASES], [intent_of(case["reference"]) for case in CASES])


async def parse(request: Request) -> JSONResponse:
    """The intent of a text."""
    asked = await request.json()
    if not isinstance(asked.get("text"), str):
        return JSONResponse({"error": "give the text"}, status_code=422)
    confidences = ENGINE.predict_proba([asked["text"]])[0].tolist()
    names = ENGINE.classes_.tolist()
    name = random.choices(names, confidences)[0] if asked.get("draw") else max(zip(confidences, names, strict=True))[1]
    return JSONResponse({"intent": {"name": name, "confidence": round(confidences[names.index(name)], 3)}})


app = Starlette(routes=[Route("/parse", parse, methods=["POST"])])
