"""Tokens: characters as readers see them, words and characters of scripts without blanks, other scripts than Latin."""

import pytest

from murho.measures import measure
from murho.measures.text.options import graphemes, spaced


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("abc", 3),
        ("e\u0301\u0327a", 2),
        ("🇩🇪🇫🇷🇮", 3),
        ("👩‍👩‍👧🏽!", 2),
        ("❤️", 1),
        ("1️⃣", 1),
        ("한국어", 3),
        ("\u1112\u1161\u11ab\u1100", 2),
        ("가\u11ab", 1),
        ("각\u1161", 2),
        ("स्ते", 2),
        ("ที่นี่", 2),
        ("น้ำ", 1),
        ("שָׁלוֹם", 4),
        ("مَرْحَبًا", 5),
        ("が か\u3099", 3),
        ("\n\u0301", 2),
        ("a\u200db", 2),
    ],
)
def test_graphemes(text: str, count: int) -> None:
    found = graphemes(text)
    assert len(found) == count
    assert "".join(found) == text


JAMO = {
    "leading": ((0x1100, 0x115F), (0xA960, 0xA97C)),
    "vowel": ((0x1160, 0x11A7), (0xD7B0, 0xD7C6)),
    "trailing": ((0x11A8, 0x11FF), (0xD7CB, 0xD7FB)),
}


@pytest.mark.parametrize(
    ("before", "part", "joined"),
    [
        ("\u1100", "leading", 1),
        ("\u1100", "vowel", 1),
        ("\u1100", "trailing", 2),
        ("\u1161", "vowel", 1),
        ("\u1161", "trailing", 1),
        ("\u11a8", "trailing", 1),
        ("\u11a8", "vowel", 2),
        ("가", "trailing", 1),
        ("각", "vowel", 2),
        ("\uac00", "vowel", 1),
        ("나", "vowel", 1),
        ("난", "vowel", 2),
        ("\ud7a3", "trailing", 1),
    ],
)
def test_parts_of_syllables_from_the_first_to_the_last(before: str, part: str, joined: int) -> None:
    """Unicode Standard Annex 29, Hangul_Syllable_Type: the ends of each range, and what lies beyond them."""
    for first, last in JAMO[part]:
        assert [len(graphemes(before + chr(code))) for code in (first, last)] == [joined, joined]
    beyond = (0x10FF, 0xA95F, 0xA97D, 0xD7AF, 0xD7C7, 0xD7CA, 0xD7FC, 0x1200)
    assert [len(graphemes(before + chr(code))) for code in beyond] == [2] * 8


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("今天很好。", ["今", "天", "很", "好", "。"]),
        ("用Python3写code吧", ["用", "Python3", "写", "code", "吧"]),
        ("カタカナ と ひらがな", [*"カタカナとひらがな"]),
        ("か\u3099ｶﾞ", ["か\u3099", "ｶﾞ"]),
        ("한국어 단어", ["한국어", "단어"]),
        ("𠀋葛\U000e0100城", ["𠀋", "葛\U000e0100", "城"]),
        ("plain words", ["plain", "words"]),
        ("ＡＢＣ（完）", ["ＡＢＣ", "（", "完", "）"]),
    ],
)
def test_chinese_and_japanese_by_character(text: str, tokens: list[str]) -> None:
    assert spaced(text).split() == tokens


@pytest.mark.parametrize(
    ("name", "reference", "answer", "errors", "units"),
    [
        ("words", "أين محطة القطار", "أين محطه القطار", 1, 3),
        ("words", "איפה התחנה", "איפה התחנה", 0, 2),
        ("words", "שָׁלוֹם", "שלום", 1, 1),
        ("words(normalize='no_marks')", "שָׁלוֹם מַרְחָבָא", "שלום מרחבא", 0, 2),
        ("words(normalize='nfc')", "cafe\u0301", "café", 0, 1),
        ("words", "cafe\u0301", "café", 1, 1),
        ("characters", "cafe\u0301", "cafe", 1, 5),
        ("characters(graphemes=True)", "cafe\u0301 ok", "cafe ok", 1, 7),
        ("characters(graphemes=True, spaces=False)", "cafe\u0301 ok", "cafe o k", 1, 6),
        ("characters(spaces=False)", "to bonn", "tob onn", 0, 6),
        ("characters", "to bonn", "tob onn", 2, 7),
        ("words(split='cjk')", "我用Python写代码", "我用Java写 代码", 1, 6),
        ("words(split='characters')", "今天 很好", "今天很", 1, 4),
        ("words(split='graphemes')", "नमस्ते जी", "नमस्तेजी", 0, 5),
        ("words", "今天很好", "今天很", 1, 1),
        ("characters(costs='sclite')", "{ Ja / Nein } doch", "nein do", 2, 8),
        ("words(costs='sclite', split='cjk')", "{ 今天 / 今日 } 好", "今日好", 0, 3),
        ("words(split='graphemes', optional=True)", "(เ) ที่", "ที่", 0, 2),
        ("words", "ae t ih k ih t", "ax t ih k ih d", 2, 6),
    ],
)
def test_errors_and_units(name: str, reference: str, answer: str, errors: int, units: int) -> None:
    judged = measure(name).judge([(reference,)], [(answer,)])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([errors], [units])
