"""Apps in the API: those one has registered, and those one has allowed."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.http.auth import PERSONAL, caller
from games.http.bodies import NoBody, NoQuery, read_body, read_query
from games.http.declared import may_refuse, sends
from games.http.examples import answered, asked
from games.http.pages import PageQuery, page_of
from games.models import App, Scope
from games.oauth.grants import grants_end
from games.oauth.selectors import allowed_apps, allowed_of, app_list, app_of, grants_of
from games.oauth.serializers import (
    ALLOWED_EXAMPLE,
    EXAMPLE,
    NEW_EXAMPLE,
    ONE,
    AllowedAppListSerializer,
    AllowedAppSerializer,
    AppBody,
    AppChangeBody,
    AppListSerializer,
    AppSerializer,
    NewAppSerializer,
)
from games.oauth.services import app_create, app_delete, app_secret_renew, app_update
from games.refusals.accounts import NoSuchApp, PersonalTokenRequired, PublicApp, TooManyApps

_WISH = {name: EXAMPLE[name] for name in ("name", "homepage", "redirect_uris")}


class Apps(APIView):
    required_scopes = {"GET": Scope.ACCOUNT, "POST": (PERSONAL, Scope.ACCOUNT)}

    @extend_schema(
        operation_id="listApps",
        summary="List the apps you have registered",
        tags=["apps"],
        parameters=[PageQuery],
        responses=AppListSerializer,
        examples=[answered("One page", {"items": [EXAMPLE], "next": None})],
    )
    def get(self, request: Request) -> Response:
        """Returns the apps you have registered, oldest first."""
        query = read_query(PageQuery, request)
        rows, following = page_of(app_list(caller(request)), query, order=("created_at", "id"))
        return Response({"items": [AppSerializer(row).data for row in rows], "next": following})

    @may_refuse(TooManyApps, PersonalTokenRequired)
    @extend_schema(
        operation_id="createApp",
        summary="Register an app",
        tags=["apps"],
        parameters=[sends("Location", 201)],
        request=AppBody,
        responses={201: NewAppSerializer},
        examples=[
            asked("In a browser or on a machine", _WISH),
            asked(
                "On a server",
                {**_WISH, "redirect_uris": NEW_EXAMPLE["redirect_uris"], "confidential": True},
            ),
            asked("A program without a browser", {"name": "Trains in a terminal", "redirect_uris": []}),
            answered("Shown once", NEW_EXAMPLE, 201),
        ],
    )
    def post(self, request: Request) -> Response:
        """Registers an app that players can allow to act for them.

        Its `client_id` is for the endpoints in `/.well-known/oauth-authorization-server`. The secret of a
        confidential app is shown only in this answer. An account can have 20 apps; after that the answer is
        `too_many_apps`.
        """
        wish = read_body(AppBody, request)
        app, secret = app_create(caller(request), **wish)
        response = shown_once(app, secret)
        response.status_code, response["Location"] = 201, reverse("app", args=[app.id])
        return response


class AppEntry(APIView):
    required_scopes = {
        "GET": Scope.ACCOUNT,
        "PATCH": (PERSONAL, Scope.ACCOUNT),
        "DELETE": Scope.ACCOUNT,
    }

    @extend_schema(
        operation_id="getApp",
        summary="Get an app you have registered",
        tags=["apps"],
        responses=AppSerializer,
        examples=[ONE],
    )
    def get(self, request: Request, app_id: UUID) -> Response:
        """Returns one of the apps you have registered, without its secret."""
        read_query(NoQuery, request)
        return Response(AppSerializer(app_of(caller(request), app_id)).data)

    @may_refuse(PersonalTokenRequired)
    @extend_schema(
        operation_id="updateApp",
        summary="Update an app",
        tags=["apps"],
        request=AppChangeBody,
        responses=AppSerializer,
        examples=[asked("Another homepage", {"homepage": "https://pocket.example.net"}), ONE],
    )
    def patch(self, request: Request, app_id: UUID) -> Response:
        """Changes the given fields and returns the app.

        Whether it is confidential cannot be changed. What players have allowed it stays.
        """
        app = app_of(caller(request), app_id)
        return Response(AppSerializer(app_update(app, **read_body(AppChangeBody, request))).data)

    @extend_schema(operation_id="deleteApp", summary="Delete an app", tags=["apps"], responses={204: None})
    def delete(self, request: Request, app_id: UUID) -> Response:
        """Deletes an app. All its tokens end immediately."""
        app_delete(app_of(caller(request), app_id))
        return Response(status=204)


class AppSecret(APIView):
    required_scopes = {"POST": (PERSONAL, Scope.ACCOUNT)}

    @may_refuse(PublicApp, PersonalTokenRequired)
    @extend_schema(
        operation_id="renewAppSecret",
        summary="Make a new secret for an app",
        tags=["apps"],
        request=None,
        responses=NewAppSerializer,
        examples=[answered("Shown once", NEW_EXAMPLE)],
    )
    def post(self, request: Request, app_id: UUID) -> Response:
        """Creates a new secret, which is shown only in this answer, and ends the old one.

        Tokens that the app already has stay valid. An app that is not confidential has no secret: the
        answer is `public_app`.
        """
        read_body(NoBody, request)
        app = app_of(caller(request), app_id)
        return shown_once(app, app_secret_renew(app))


class MyApps(APIView):
    required_scopes = {"GET": Scope.ACCOUNT}

    @extend_schema(
        operation_id="listMyApps",
        summary="List the apps that act for you",
        tags=["apps"],
        parameters=[PageQuery],
        responses=AllowedAppListSerializer,
        examples=[answered("One page", {"items": [ALLOWED_EXAMPLE], "next": None})],
    )
    def get(self, request: Request) -> Response:
        """Returns the apps you have allowed to act for you, each once, however often you signed in to it."""
        query = read_query(PageQuery, request)
        rows, following = page_of(allowed_apps(caller(request)), query, order=("created_at", "id"))
        found = allowed_of(caller(request), rows)
        return Response({"items": [AllowedAppSerializer(one).data for one in found], "next": following})


class MyApp(APIView):
    required_scopes = {"DELETE": Scope.ACCOUNT}

    @extend_schema(
        operation_id="endMyApp", summary="Stop an app acting for you", tags=["apps"], responses={204: None}
    )
    def delete(self, request: Request, app_id: UUID) -> Response:
        """Ends everything you have allowed an app.

        Its tokens and streams end immediately, and its webhooks are paused (`token_ended`).
        """
        if not grants_end(grants_of(caller(request)).filter(app=app_id)):
            raise NoSuchApp
        return Response(status=204)


def shown_once(app: App, secret: str | None) -> Response:
    answer = {**AppSerializer(app).data, **({"client_secret": secret} if secret else {})}
    return Response(answer, headers={"Cache-Control": "no-store"})
