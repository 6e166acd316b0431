"""Apps in the API: those one has registered, and those one has allowed."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.accounts.refusals import PersonalTokenRequired
from games.http.answers import List, answer, returns
from games.http.auth import PERSONAL, caller
from games.http.declared import asked, sends
from games.http.operations import Values, tagged
from games.http.pagination import PageQuery, listed, page_of
from games.oauth import answers
from games.oauth.answers import APP, ON_SERVER
from games.oauth.grants import grants_end
from games.oauth.models import App
from games.oauth.refusals import NoSuchApp, PublicApp, TooManyApps
from games.oauth.selectors import allowed_apps, allowed_of, app_list, app_of, grants_of
from games.oauth.serializers import AppBody, AppChangeBody
from games.oauth.services import app_create, app_delete, app_secret_renew, app_update

operation = tagged("apps")

_WISH = {name: APP[name] for name in ("name", "homepage", "redirect_uris")}


class Apps(APIView):
    required_scopes = {"GET": Scope.ACCOUNT, "POST": (PERSONAL, Scope.ACCOUNT)}

    @operation(
        "listApps",
        "List the apps you have registered",
        returns(answers.AppList, "the apps you have registered, oldest first."),
        query=PageQuery,
    )
    def get(self, request: Request, query: Values) -> List[answers.App]:
        return listed(answers.App.of, app_list(caller(request)), query, order=("created_at", "id"))

    @operation(
        "createApp",
        "Register an app",
        answer(
            answers.NewApp, "The app and, if it is confidential, its secret, which is shown only this once."
        ),
        status=201,
        body=AppBody,
        refuses=[TooManyApps, PersonalTokenRequired],
        parameters=[sends("Location", 201)],
        examples=[
            asked("In a browser or on a machine", _WISH),
            asked("On a server", {**_WISH, **ON_SERVER}),
            asked("A program without a browser", {"name": "Trains in a terminal", "redirect_uris": []}),
        ],
    )
    def post(self, request: Request, body: Values) -> Response:
        """Registers an app that players can allow to act for them.

        Its `client_id` is for the endpoints in `/.well-known/oauth-authorization-server`. The secret of a
        confidential app is shown only in this answer. An account can have 20 apps; after that the answer is
        `too_many_apps`.
        """
        app, secret = app_create(caller(request), **body)
        response = shown_once(app, secret)
        response.status_code, response["Location"] = 201, reverse("app", args=[app.id])
        return response


class AppEntry(APIView):
    required_scopes = {
        "GET": Scope.ACCOUNT,
        "PATCH": (PERSONAL, Scope.ACCOUNT),
        "DELETE": Scope.ACCOUNT,
    }

    @operation(
        "getApp",
        "Get an app you have registered",
        returns(answers.App, "one of the apps you have registered, without its secret."),
    )
    def get(self, request: Request, app_id: UUID) -> answers.App:
        return answers.App.of(app_of(caller(request), app_id))

    @operation(
        "updateApp",
        "Update an app",
        answer(answers.App, "The app."),
        body=AppChangeBody,
        refuses=[PersonalTokenRequired],
        examples=[asked("Another homepage", {"homepage": "https://pocket.example.net"})],
    )
    def patch(self, request: Request, body: Values, app_id: UUID) -> answers.App:
        """Changes the given fields and returns the app.

        Whether it is confidential cannot be changed. What players have allowed it stays.
        """
        app = app_of(caller(request), app_id)
        return answers.App.of(app_update(app, **body))

    @operation("deleteApp", "Delete an app", unchecked=True)
    def delete(self, request: Request, app_id: UUID) -> None:
        """Deletes an app. All its tokens end immediately."""
        app_delete(app_of(caller(request), app_id))


class AppSecret(APIView):
    required_scopes = {"POST": (PERSONAL, Scope.ACCOUNT)}

    @operation(
        "renewAppSecret",
        "Make a new secret for an app",
        answer(answers.NewApp, "The app, with its new secret, which is shown only this once."),
        refuses=[PublicApp, PersonalTokenRequired],
    )
    def post(self, request: Request, app_id: UUID) -> Response:
        """Creates a new secret, which is shown only in this answer, and ends the old one.

        Tokens that the app already has stay valid. An app that is not confidential has no secret: the
        answer is `public_app`.
        """
        app = app_of(caller(request), app_id)
        return shown_once(app, app_secret_renew(app))


class MyApps(APIView):
    required_scopes = {"GET": Scope.ACCOUNT}

    @operation(
        "listMyApps",
        "List the apps that act for you",
        returns(
            answers.AllowedAppList,
            "the apps you have allowed to act for you, each once, however often you signed in to it.",
        ),
        query=PageQuery,
    )
    def get(self, request: Request, query: Values) -> List[answers.AllowedApp]:
        rows, following = page_of(allowed_apps(caller(request)), query, order=("created_at", "id"))
        items = [answers.AllowedApp.of(one) for one in allowed_of(caller(request), rows)]
        return answers.AllowedAppList(items=items, next=following)


class MyApp(APIView):
    required_scopes = {"DELETE": Scope.ACCOUNT}

    @operation("endMyApp", "Stop an app acting for you", unchecked=True)
    def delete(self, request: Request, app_id: UUID) -> None:
        """Ends everything you have allowed an app.

        Its tokens and streams end immediately, and its webhooks are paused (`token_ended`).
        """
        if not grants_end(grants_of(caller(request)).filter(app=app_id)):
            raise NoSuchApp


def shown_once(app: App, secret: str | None) -> Response:
    shown = answers.NewApp.of(app, client_secret=secret)
    return Response(shown, headers={"Cache-Control": "no-store"})
