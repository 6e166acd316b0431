"""The admin pages about those who may use them. Each change there is a deed."""

from __future__ import annotations

from typing import Any, Final

from allauth.account.admin import EmailAddress
from allauth.mfa.admin import Authenticator
from allauth.usersessions.admin import UserSession
from django.contrib.admin import AdminSite
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from games.operations.moderation import Deed, Operator

# They show secrets, and anything there could be changed. What operators may do for people is among the deeds.
WITHOUT_A_PAGE: Final = (EmailAddress, Authenticator, UserSession)


class Recorded:
    """What Django notes of a change is a deed, too."""

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        _record(request, obj, "added")
        return super().log_addition(request, obj, message)  # type: ignore[misc]  # a mixin

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        _record(request, obj, "changed")
        return super().log_change(request, obj, message)  # type: ignore[misc]

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
        for obj in queryset:
            _record(request, obj, "deleted")
        return super().log_deletions(request, queryset)  # type: ignore[misc]


def _record(request: HttpRequest, obj: Model, what: str) -> None:
    """By its number: the operator log is never erased, and players who sign in are users, too."""
    reason = f"{obj._meta.model_name} {obj.pk} {what}"
    Operator(request.user.get_username(), reason).record(Deed.CHANGE_OPERATOR)


class OperatorAdmin(Recorded, UserAdmin):
    pass


class RightsAdmin(Recorded, GroupAdmin):
    pass


def accounts_register(site: AdminSite) -> None:
    site.unregister([*WITHOUT_A_PAGE, User, Group])
    site.register(User, OperatorAdmin)
    site.register(Group, RightsAdmin)
