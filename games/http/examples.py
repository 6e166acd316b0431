"""Examples of requests and answers, for the reference. A test holds each against its schema."""

from typing import Any

from drf_spectacular.utils import OpenApiExample

JSON = "application/json"


def asked(name: str, value: Any, description: str = "", media_type: str = JSON) -> OpenApiExample:
    return OpenApiExample(name, value, description=description, request_only=True, media_type=media_type)


def answered(name: str, value: Any, *statuses: int, media_type: str = JSON) -> OpenApiExample:
    codes = [str(status) for status in statuses or (200,)]
    return OpenApiExample(name, value, response_only=True, status_codes=codes, media_type=media_type)
