"""The URLs for requests that the streams process does not serve."""

from typing import Any

urlpatterns: list[Any] = []

handler400 = "games.http.errors.bad_request"
handler403 = "games.http.errors.forbidden"
handler404 = "games.http.errors.not_found"
handler500 = "games.http.errors.server_error"
