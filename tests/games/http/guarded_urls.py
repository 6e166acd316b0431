"""A view for each thing a view can say of its callers."""

from typing import Any

from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.http.auth import ANY_TOKEN, ANYONE, PERSONAL, caller_if_any


class Guarded(APIView):
    required_scopes: dict[str, Any] = {}

    def get(self, request: Request) -> Response:
        player = caller_if_any(request)
        return Response({"player": player.name if player else None})


urlpatterns = [
    path("anyone", Guarded.as_view(required_scopes={"GET": ANYONE})),
    path("any-token", Guarded.as_view(required_scopes={"GET": ANY_TOKEN})),
    path("play", Guarded.as_view(required_scopes={"GET": Scope.PLAY})),
    path("audit", Guarded.as_view(required_scopes={"GET": Scope.AUDIT})),
    path("both", Guarded.as_view(required_scopes={"GET": (Scope.PLAY, Scope.ACCOUNT)})),
    path("personal", Guarded.as_view(required_scopes={"GET": (PERSONAL, Scope.PLAY)})),
    path("forgotten", Guarded.as_view()),
]
