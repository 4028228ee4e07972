"""Whatever stands in a file of speech: one error that names the file, or columns of one length."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import InputError
from murho.formats import by_name

PIECES = st.sampled_from([
    b"a", b"A", b"f", b"1", b"0", b"2.5", b"-1", b"nan", b"1e999", b"*", b"ja", b" ", b"\t", b"\n", b"\r\n", b"\r",
    b"(", b")", b"(a-1)", b"f A 0 1 ja\n", b"f A bob 0 1 ja\n", b";;", b';; LABEL "F" "x" "y"', b"<O,F>", b"<", b">",
    b"f A * * <ALT_BEGIN>\n", b"f A * * <ALT>\n", b"f A * * <ALT_END>\n", b"IGNORE_TIME_SEGMENT_IN_SCORING",
    b"[", b"]", b"{", b"}", b",", b'"', b'{"session_id": 1, "speaker": "A", "words": "ja"}', b'"start_time": 1',
    b"\0", b"\xff", b"\xff\xfe", b"\xed\xa0\x80", b"\xc3\xa9", b"\xe2\x80\xa8", b"\xef\xbb\xbf",
    b"\x1f\x8b", b"\x28\xb5\x2f\xfd",
])  # fmt: skip
FILES = st.one_of(st.lists(PIECES, max_size=30).map(b"".join), st.binary(max_size=200))


@pytest.mark.parametrize("name", ["trn", "stm", "ctm", "seglst"])
@given(raw=FILES)
def test_whatever_is_in_the_file(tmp_path: Path, name: str, raw: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(raw)
    for read in ("read_cases", "read_answers"):
        try:
            batches = list(getattr(by_name(name), read)(path))
        except InputError as refused:
            error = str(refused)
            if not error.startswith(f"{path}:") or "\n" in error:
                raise AssertionError(error) from refused
            continue
        for batch in batches:
            columns = [batch.ids, batch.lines, *(batch.features if read == "read_cases" else batch.extras).values()]
            columns.append(batch.references if read == "read_cases" else batch.answers)
            assert {len(column) for column in columns} == {len(batch.ids)}
            assert len(set(batch.ids)) == len(batch.ids) > 0
