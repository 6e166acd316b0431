"""Where a request to the process for streams is sent that asks for anything else."""

from typing import Any

urlpatterns: list[Any] = []

handler400 = "games.api.errors.bad_request"
handler403 = "games.api.errors.forbidden"
handler404 = "games.api.errors.not_found"
handler500 = "games.api.errors.server_error"
