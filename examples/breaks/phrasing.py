"""A phraser to be measured: the phrase breaks that Festival predicts.

Debian has it in the packages festival, festvox-kallpc16k, festlex-cmu and festlex-poslex.
From the root of the project, with the test part of the Helsinki prosody corpus:

    murho run test.txt.gz --format helsinki --system examples.breaks.phrasing:festival -m breaks -o phrased
"""

import subprocess
import tempfile
from pathlib import Path

from murho.systems import batch

SCHEME = """
(voice_kal_diphone)
(define (pbreak_of token)  ; that of its last word: Festival writes 1998 in three
  (let ((words (item.daughters token)))
    (if words (item.feat (car (reverse words)) 'pbreak) "NB")))
(define (phrase text)
  (let ((utt (eval (list 'Utterance 'Text text))))  ; Utterance does not evaluate its argument
    (Text utt) (Token_POS utt) (Token utt) (POS utt) (Phrasify utt)
    (let ((token (utt.relation.first utt 'Token)))
      (while token
        (format t "%s " (pbreak_of token))
        (set! token (item.next token))))
    (format t "\\n")))
"""
LABELS = {"NB": "0", "mB": "1", "B": "1", "BB": "2"}


@batch(size=256)
def festival(expressions: list[str]) -> list[list[list[str]] | None]:
    """The label of each token of each expression; None where Festival splits an expression otherwise."""
    calls = (f'(phrase "{_escaped(expression)}")' for expression in expressions)
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "phrase.scm")
        script.write_text(SCHEME + "\n".join(calls), encoding="utf-8")
        done = subprocess.run(["festival", "-b", script], capture_output=True, text=True, check=True)
    lines = [[LABELS[pbreak] for pbreak in line.split()] for line in done.stdout.splitlines()]
    return [
        [labels] if len(labels) == len(expression.split()) else None
        for expression, labels in zip(expressions, lines, strict=True)
    ]


def _escaped(expression: str) -> str:
    return expression.replace("\\", "\\\\").replace('"', '\\"')
