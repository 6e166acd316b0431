"""URLs that fail in every way, beside the real ones."""

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.urls import handler400, handler403, handler404, handler500
from config.urls import urlpatterns as real
from games.http.auth import ANYONE
from games.http.problems import CONFLICT, Problem, ProblemError

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

REFUSAL = Problem(CONFLICT, "The route is taken.", rule="CLAIM-5", context={"version": 7})


class Route(serializers.Serializer):
    cards = serializers.ListField(child=serializers.IntegerField(), min_length=1)
    name = serializers.CharField()


class Order(serializers.Serializer):
    route = Route()


class Echo(APIView):
    required_scopes = {"POST": ANYONE}

    def post(self, request: Request) -> Response:
        order = Order(data=request.data)
        order.is_valid(raise_exception=True)
        return Response(order.data)


ERRORS = {
    "boom": RuntimeError("the password is hunter2"),
    "refusal": ProblemError(REFUSAL),
    "missing": Http404("No such game."),
    "denied": PermissionDenied(),
    "throttled": exceptions.Throttled(wait=3.2),
    "unauthenticated": exceptions.NotAuthenticated(),
    "full": OperationalError("the password is hunter2"),
    "cut": InterfaceError("the password is hunter2"),
    "teapot": exceptions.APIException(detail="short and stout"),
}


class Fail(APIView):
    required_scopes = {"GET": ANYONE, "POST": ANYONE}

    def get(self, request: Request, how: str) -> Response:
        raise ERRORS[how]

    post = get


def plain_boom(request):
    raise RuntimeError("the password is hunter2")


@csrf_exempt
def plain_full(request):
    raise OperationalError("the password is hunter2")


def plain_suspicion(request):
    raise SuspiciousOperation("the password is hunter2")


def plain_denial(request):
    raise PermissionDenied("the password is hunter2")


def plain_gone(request):
    return HttpResponse("<h1>gone</h1>", status=410)


urlpatterns = [
    *real,
    path("api/v1/echo", Echo.as_view()),
    path("api/v1/fail/<how>", Fail.as_view()),
    path("plain/boom", plain_boom),
    path("plain/full", plain_full),
    path("plain/suspicion", plain_suspicion),
    path("plain/denial", plain_denial),
    path("plain/gone", plain_gone),
]
