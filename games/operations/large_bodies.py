"""For the proxy alone: whether it should take a large body.

The proxy holds a body in memory until all of it has arrived. So before it reads one of more than 64 kB, it
asks here with the headers of the request; its Caddyfile says for which requests.
"""

from typing import Final

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.counters import Policy
from games.http.auth import ANY_TOKEN, caller
from games.http.rate_limits import spend

MINUTE: Final = 60


class LargeBody(APIView):
    required_scopes = {"GET": ANY_TOKEN}

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        spend(Policy("large_bodies", settings.RATE_LIMIT_IMPORTS, MINUTE), caller(request))
        return Response(status=204)
