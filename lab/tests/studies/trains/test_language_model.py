"""The language model against a slow twin that follows the definition, and as others read what it writes."""

from math import prod
from pathlib import Path
from random import Random

import pytest

from murho.core.errors import InputError, UsageError
from murho_lab.studies.trains import language_model
from murho_lab.studies.trains.language_model import END, START, UNKNOWN, mixed, read, train

TEXTS = {
    "few": ["to bonn", "to ulm", "from ulm to bonn", "yes", "yes please", "no", "to bonn please", ""],
    "one": ["yes"],
    "many": [" ".join(Random(n).choices(list("abcdefgh"), range(8, 0, -1), k=n % 5 + 1)) for n in range(400)],
}


class Twin:
    """Interpolated modified Kneser-Ney by counting through the text for every question."""

    def __init__(self, texts: list[str], order: int):
        self.padded = [(START, *text.split(), END) for text in texts]
        self.order = order
        self.words = sorted({word for words in self.padded for word in words[1:]} | {UNKNOWN})

    def _said(self, length: int) -> list[tuple[str, ...]]:
        return [words[i : i + length] for words in self.padded for i in range(len(words) - length + 1)]

    def _count(self, gram: tuple[str, ...]) -> int:
        times = sum(other == gram for other in self._said(len(gram)))
        if len(gram) == self.order or gram[0] == START:
            return times
        return len({longer[0] for longer in self._said(len(gram) + 1) if longer[1:] == gram})

    def _discounts(self, length: int) -> list[float]:
        counts = [self._count(gram) for gram in set(self._said(length)) if gram[-1] != START]
        n1, n2, n3, n4 = (counts.count(n) for n in (1, 2, 3, 4))
        if not n1 * n2 * n3:
            return [0, 0.5, 0.5, 0.5]
        y = n1 / (n1 + 2 * n2)
        by_equation = [1 - 2 * y * n2 / n1, 2 - 3 * y * n3 / n2, 3 - 4 * y * n4 / n3]
        return [0, *(d if 0 < d < n else 0.5 for n, d in enumerate(by_equation, 1))]

    def probability(self, word: str, history: tuple[str, ...]) -> float:
        history = history[len(history) - self.order + 1 :] if len(history) >= self.order else history
        shorter = self.probability(word, history[1:]) if history else 1 / len(self.words)
        counts = [self._count((*history, other)) for other in self.words]
        if not sum(counts):
            return shorter
        discounts = self._discounts(len(history) + 1)
        count = self._count((*history, word))
        left = sum(discounts[min(one, 3)] for one in counts) / sum(counts)
        return (count - discounts[min(count, 3)]) / sum(counts) + left * shorter


@pytest.mark.parametrize("order", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["few", "one"])
def test_probabilities_are_those_of_the_definition(name: str, order: int) -> None:
    model, twin = train(TEXTS[name], order), Twin(TEXTS[name], order)
    assert sorted(model.words) == twin.words
    histories = {words[:n] for words in twin.padded for n in range(1, len(words))}
    for history in histories | {(), ("never",), ("to", "yes")}:
        for word in twin.words:
            assert model.probability(word, history) == pytest.approx(twin.probability(word, history), rel=1e-12)


@pytest.mark.parametrize("order", [2])
def test_discounts_by_counts_of_counts(order: int) -> None:
    model, twin = train(TEXTS["many"], order), Twin(TEXTS["many"], order)
    assert all(discount not in (0, 0.5) for discount in twin._discounts(order)[1:]), "the equation holds here"
    for history in [("a", "b"), (START, "c"), ("h",)]:
        for word in ("a", "h", END):
            assert model.probability(word, history) == pytest.approx(twin.probability(word, history), rel=1e-12)


@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_probabilities_add_up_to_one_after_any_words(order: int) -> None:
    model, random = train(TEXTS["many"], order), Random(1)
    for _ in range(50):
        history = tuple(random.choices([START, *"abcdefgh", "never"], k=random.randint(0, 4)))
        assert sum(model.probability(word, history) for word in model.words) == pytest.approx(1, rel=1e-12)


def test_perplexity_is_of_known_words_and_ends() -> None:
    model = train(TEXTS["few"], 2)
    found = model.foreseen(["to kiel please", "yes"])
    p = [
        model.probability("to", (START,)),
        model.probability("please"),
        model.probability(END, ("please",)),
        model.probability("yes", (START,)),
        model.probability(END, ("yes",)),
    ]
    assert (found.words, found.unknown, found.out_of_vocabulary) == (4, 1, 0.25)
    assert found.perplexity == pytest.approx(prod(p) ** (-1 / 5))
    assert train(["a b"] * 50, 2).foreseen(["a b"]).perplexity < 1.1


def written_model(path: Path) -> dict[tuple[str, ...], tuple[float, float | None]]:
    """An ARPA file as its definition reads it, with the numbers at its head checked."""
    grams: dict[tuple[str, ...], tuple[float, float | None]] = {}
    announced, length = {}, 0
    for line in path.read_text("ascii").splitlines():
        if line.startswith("ngram "):
            n, _, number = line.removeprefix("ngram ").partition("=")
            announced[int(n)] = int(number)
        elif line.endswith("-grams:"):
            length = int(line[1:-7])
        elif "\t" in line:
            logarithm, words, *back = line.split("\t")
            assert len(words.split()) == length
            grams[tuple(words.split())] = float(logarithm), float(back[0]) if back else None
    assert announced == {n: sum(len(gram) == n for gram in grams) for n in announced}
    return grams


def test_an_arpa_file_holds_the_model(tmp_path: Path) -> None:
    model = train(TEXTS["few"], 3)
    model.write(str(tmp_path / "few.arpa"))
    text = (tmp_path / "few.arpa").read_text("ascii")
    assert text.startswith("\\data\\\nngram 1=10\nngram 2=16\nngram 3=13\n\n\\1-grams:\n")
    assert text.endswith("\n\\end\\\n")
    grams = written_model(tmp_path / "few.arpa")
    assert grams[(START,)][0] == -99
    assert set(grams) == set(model.logarithms)
    for gram, (logarithm, back) in grams.items():
        assert logarithm == pytest.approx(model.logarithms[gram], abs=1e-6)
        assert back == pytest.approx(model.backing_off.get(gram), abs=1e-6)


WRONG = {
    "order": (["to bonn"], 0, "no order of a language model: 0; give 1 or more"),
    "nothing": ([], 3, "no utterances; a language model is trained on some"),
    "a word of its own": (["to <unk>"], 3, "<unk> among the words of an utterance; it has a meaning of its own"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_makes_no_model_is_told(case: str) -> None:
    texts, order, error = WRONG[case]
    with pytest.raises(UsageError) as caught:
        language_model.train(texts, order)
    assert str(caught.value) == error


@pytest.mark.parametrize("orders", [(3, 2), (2, 3), (1, 1)])
def test_two_models_mixed_are_one(orders: tuple[int, int]) -> None:
    first, second = train(TEXTS["few"], orders[0]), train(["nice to see you", "to see bonn", *TEXTS["many"]], orders[1])
    model = mixed([(first, 0.75), (second, 0.25)])
    for history in [(), (START,), ("to",), (START, "to"), ("from", "ulm"), ("to", "see"), ("never", "heard")]:
        assert sum(model.probability(word, history) for word in model.words) == pytest.approx(1)
    for gram in second.logarithms:
        if gram[-1] not in (START, UNKNOWN):
            parts = [0.25 * second.probability(gram[-1], gram[:-1])]
            if gram[-1:] in first.logarithms:
                parts.append(0.75 * first.probability(gram[-1], gram[:-1]))
            assert model.probability(gram[-1], gram[:-1]) == pytest.approx(sum(parts))
    assert model.foreseen(["to see ulm"]).unknown == 0 < first.foreseen(["to see ulm"]).unknown


@pytest.mark.parametrize("order", [1, 3])
def test_what_is_written_is_read_back(tmp_path: Path, order: int) -> None:
    model = train(TEXTS["many"], order)
    model.write(str(tmp_path / "lm.arpa"))
    again = read(str(tmp_path / "lm.arpa"))
    assert again.order == order
    assert again.logarithms == pytest.approx(model.logarithms, abs=1e-6)
    assert again.backing_off == pytest.approx(model.backing_off, abs=1e-6)


@pytest.mark.parametrize("line", ["-1.5", "x bonn", "-1.5 to bonn yes"])
def test_a_line_that_is_no_n_gram_is_told(tmp_path: Path, line: str) -> None:
    (tmp_path / "lm.arpa").write_text(f"\\data\\\nngram 1=1\n\n\\1-grams:\n{line}\n\\end\\\n")
    with pytest.raises(InputError, match="no n-gram") as told:
        read(str(tmp_path / "lm.arpa"))
    assert told.value.line == 5
