"""The real URLs and, beside them, the least a view can do."""

import json
from uuid import UUID

from django.db import connection, transaction
from django.http import HttpRequest, JsonResponse
from django.urls import include, path
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView


def bare(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


LOCK = "SELECT id, version, hash FROM games_game WHERE id = %s FOR UPDATE"
ROW = "(%s, %s, 'card_drawn', 1, 0, %s, %s, %s, 0, %s, %s)"
INSERT = f"""INSERT INTO games_event
    (game_id, seq, type, v, actor, at, public, private, sealed_to, commit, hash) VALUES {ROW}, {ROW}"""  # noqa: S608 – only placeholders
UPDATE = "UPDATE games_game SET version = %s, hash = %s, moved_at = %s WHERE id = %s"
PUBLIC, PRIVATE = json.dumps({"seat": 0, "pile": "transport"}), bytes(48)


class BareWrite(APIView):
    """What writing costs if nobody asks who, whether, or what follows: lock, two events, update, commit."""

    authentication_classes = ()
    permission_classes = ()

    def post(self, request: Request, game_id: UUID) -> Response:
        now = timezone.now()
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(LOCK, [game_id])
            _, version, last = cursor.fetchone()
            more = (now, PUBLIC, PRIVATE, last, last)
            cursor.execute(INSERT, [game_id, version + 1, *more, game_id, version + 2, *more])
            cursor.execute(UPDATE, [version + 2, last, now, game_id])
        return Response({"version": version + 2}, status=201)


urlpatterns = [
    path("bare", bare),
    path("api/v1/bare/<uuid:game_id>", BareWrite.as_view()),
    path("", include("config.urls")),
]
