"""What an answer says of its limits, and addresses to ask from."""

import re
from random import randrange

INDEX = "/api/v1"


def new_address() -> str:
    return ".".join(str(randrange(256)) for _ in range(4))


def new_household() -> str:
    return "2001:db8:" + ":".join(f"{randrange(1, 65536):x}" for _ in range(2))


def standing(response) -> dict[str, tuple[int, int]]:
    """The RateLimit header, read: policy -> what is left, and seconds until all is."""
    items = response["RateLimit"].split(", ")
    found = [re.fullmatch(r'"(\w+)";r=(\d+);t=(\d+)', item) for item in items]
    return {match[1]: (int(match[2]), int(match[3])) for match in found if match}
