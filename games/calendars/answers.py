"""What the API says of calendar feeds."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

from games.http.answers import Answer, Text, Time, said

_MADE: Final = {"created_at": "2026-01-31T18:00:00Z"}
_URL: Final = "https://signalbox.example.org/api/v1/calendars/Nn3uQwq0y5i6v8ZrTj1kXb7Lm2oPc4sDf9gHe0aWtYU.ics"


class Calendar(Answer):
    created_at: Annotated[Time, said("When the current address was made.")]
    example: ClassVar = ("There is one", _MADE)


class NewCalendar(Calendar):
    url: Annotated[
        Text, said("The address to subscribe to in a calendar program. It is shown only this once.")
    ]
    example: ClassVar = ("Shown once", {**_MADE, "url": _URL})
