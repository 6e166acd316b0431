"""Who may sign in where: people on their pages, operators on the admin pages."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.http import HttpRequest

from games.http.page_paths import ADMIN
from games.people.selectors import user_by_id, user_by_login


class People(AuthenticationBackend):
    """By the name of the player or a verified e-mail address. Suspension ends every session at once.

    A password is hashed once for every attempt, so that its time does not tell whether there is an account.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        """Whether they may sign in now is decided by `Accounts.pre_login`."""
        login, password = credentials.get("email") or credentials.get("username"), credentials.get("password")
        if not (login and password) or (request is not None and request.path_info.startswith(ADMIN)):
            return None
        user = user_by_login(login)
        if user is None:
            User().set_password(password)  # as long as a check takes, so nobody learns which names exist
        return user if user and user.check_password(password) else None

    def get_user(self, user_id: int) -> User | None:
        return user_by_id(user_id)


class Operators(ModelBackend):
    """By user name, on the admin pages. Elsewhere an operator is nobody."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **more: Any,
    ) -> User | None:
        if request is not None and not request.path_info.startswith(ADMIN):
            return None
        found: User | None = super().authenticate(request, username, password, **more)
        return found
