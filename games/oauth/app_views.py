"""Apps in the API: those one has registered, and those one has allowed."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.accounts.refusals import PersonalTokenRequired
from games.http.answers import answer, returns
from games.http.auth import PERSONAL, caller
from games.http.bodies import NoBody, NoQuery, read_body, read_query
from games.http.declared import asked, may_refuse, sends
from games.http.pagination import PageQuery, page_of
from games.oauth import answers
from games.oauth.answers import APP, ON_SERVER
from games.oauth.grants import grants_end
from games.oauth.models import App
from games.oauth.refusals import NoSuchApp, PublicApp, TooManyApps
from games.oauth.selectors import allowed_apps, allowed_of, app_list, app_of, grants_of
from games.oauth.serializers import AppBody, AppChangeBody
from games.oauth.services import app_create, app_delete, app_secret_renew, app_update

_WISH = {name: APP[name] for name in ("name", "homepage", "redirect_uris")}


class Apps(APIView):
    required_scopes = {"GET": Scope.ACCOUNT, "POST": (PERSONAL, Scope.ACCOUNT)}

    @extend_schema(
        operation_id="listApps",
        summary="List the apps you have registered",
        tags=["apps"],
        parameters=[PageQuery],
        responses=returns(answers.AppList, "the apps you have registered, oldest first."),
    )
    def get(self, request: Request) -> Response:
        query = read_query(PageQuery, request)
        rows, following = page_of(app_list(caller(request)), query, order=("created_at", "id"))
        items = [answers.App.of(row) for row in rows]
        return Response(answers.AppList(items=items, next=following))

    @may_refuse(TooManyApps, PersonalTokenRequired)
    @extend_schema(
        operation_id="createApp",
        summary="Register an app",
        tags=["apps"],
        parameters=[sends("Location", 201)],
        request=AppBody,
        responses={
            201: answer(
                answers.NewApp,
                "The app and, if it is confidential, its secret, which is shown only this once.",
            )
        },
        examples=[
            asked("In a browser or on a machine", _WISH),
            asked("On a server", {**_WISH, **ON_SERVER}),
            asked("A program without a browser", {"name": "Trains in a terminal", "redirect_uris": []}),
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
        responses=returns(answers.App, "one of the apps you have registered, without its secret."),
    )
    def get(self, request: Request, app_id: UUID) -> Response:
        read_query(NoQuery, request)
        return Response(answers.App.of(app_of(caller(request), app_id)))

    @may_refuse(PersonalTokenRequired)
    @extend_schema(
        operation_id="updateApp",
        summary="Update an app",
        tags=["apps"],
        request=AppChangeBody,
        responses=answer(answers.App, "The app."),
        examples=[asked("Another homepage", {"homepage": "https://pocket.example.net"})],
    )
    def patch(self, request: Request, app_id: UUID) -> Response:
        """Changes the given fields and returns the app.

        Whether it is confidential cannot be changed. What players have allowed it stays.
        """
        app = app_of(caller(request), app_id)
        return Response(answers.App.of(app_update(app, **read_body(AppChangeBody, request))))

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
        responses=answer(answers.NewApp, "The app, with its new secret, which is shown only this once."),
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
        responses=returns(
            answers.AllowedAppList,
            "the apps you have allowed to act for you, each once, however often you signed in to it.",
        ),
    )
    def get(self, request: Request) -> Response:
        query = read_query(PageQuery, request)
        rows, following = page_of(allowed_apps(caller(request)), query, order=("created_at", "id"))
        items = [answers.AllowedApp.of(one) for one in allowed_of(caller(request), rows)]
        return Response(answers.AllowedAppList(items=items, next=following))


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
    shown = answers.NewApp.of(app, client_secret=secret)
    return Response(shown, headers={"Cache-Control": "no-store"})
