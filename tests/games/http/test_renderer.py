"""What the renderer writes, any reader of JSON reads as what was meant."""

import json
from datetime import UTC, datetime
from uuid import UUID

from django.utils.translation import gettext_lazy
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.exceptions import ErrorDetail

from games.http.renderer import JsonRenderer

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda parts: st.lists(parts) | st.dictionaries(st.text(), parts),
)


@given(PLAIN.filter(lambda data: data is not None))
def test_it_reads_back_as_what_was_written(data):
    assert json.loads(JsonRenderer().render(data)) == data


def test_what_only_looks_like_text_is_written_as_its_words():
    data = {
        "title": gettext_lazy("Sign in"),
        "detail": ErrorDetail("No.", code="refused"),
        "id": UUID(int=7),
        "at": datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
    }

    assert json.loads(JsonRenderer().render(data)) == {
        "title": "Sign in",
        "detail": "No.",
        "id": "00000000-0000-0000-0000-000000000007",
        "at": "2026-01-02T03:04:05Z",
    }


def test_no_data_is_no_body():
    assert JsonRenderer().render(None) == b""
