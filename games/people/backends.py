"""Who may sign in where: people on their pages, operators on the admin pages."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.http import HttpRequest

from games.http.admin_sessions import ADMIN
from games.people.selectors import user_by_email, user_by_id, user_by_name


class People(AuthenticationBackend):
    """By the name of the player or a verified e-mail address. Suspension ends every session at once."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        if request is not None and request.path_info.startswith(ADMIN):
            return None
        found: User | None = super().authenticate(request, **credentials)
        return found

    def _authenticate_by_username(self, username: str, password: str) -> User | None:
        """A player is found by an index on the name, whatever its case."""
        found: User | None = self._check_password(user_by_name(username), password)
        return found

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        found: User | None = self._check_password(user_by_email(email), password)
        return found

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
