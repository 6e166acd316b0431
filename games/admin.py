"""The admin pages: read-only, except for what moderation needs and for the operators themselves.

The admin does not support composite keys. So the log of a game, which must not be edited anyway, is a
separate page without a form; of a sealed event it shows what a spectator may see. Seats and results are shown
with their game, ratings and the newest results with their player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, cast
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Exists, Model, OuterRef, QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.functional import cached_property
from django.utils.html import format_html, format_html_join
from django.views.decorators.http import require_safe

from games.accounts.models import Player
from games.audits.models import OperatorDeed
from games.log.models import Event, Game, Seat
from games.operations import moderation
from games.operations.moderation import NotDone, Operator
from games.operations.operator_accounts import accounts_register
from games.operations.reported_messages import ReportPages
from games.ratings.models import Result
from games.ratings.selectors import MAX_RESULTS, rating_list
from games.work.attempts import games_parked
from rules import catalogue
from rules.refusals import Refusal

MAX_LISTED: Final = 500


class ReadOnly:
    """Objects can be viewed, not added, changed or deleted."""

    actions: Any = ()

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class DeedForm(ActionForm):
    """Beside the choice of an action: why, and for a player who is renamed the new name."""

    reason = forms.CharField(required=False, max_length=500)
    new_name = forms.CharField(required=False, max_length=24)


class Moderated(ReadOnly):
    """Actions that are recorded in the operator log. They need the permission to change the model."""

    action_form = DeedForm
    model: Any
    message_user: Any

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(f"games.change_{self.model._meta.model_name}")

    def perform(self, request: HttpRequest, chosen: QuerySet[Any], deed: Callable[..., str | None]) -> None:
        """To each of them by itself, so that one refusal does not undo the others."""
        by = Operator(request.user.get_username(), request.POST.get("reason", ""))
        for one in chosen:
            try:
                shown = deed(one, by)
            except (NotDone, Refusal) as refused:
                self.message_user(request, f"{one}: {refused}", messages.ERROR)
            else:
                self.message_user(request, f"{one}: {shown or 'done'}")


def table_of(rows: Iterable[Any], *columns: str) -> str:
    """Rows without a page of their own: the admin supports no composite keys."""
    head = format_html_join("", "<th>{}</th>", ((name.replace("_", " "),) for name in columns))
    cells = (
        (format_html_join("", "<td>{}</td>", ((getattr(row, name),) for name in columns)),) for row in rows
    )
    return format_html(
        "<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>",
        head,
        format_html_join("", "<tr>{}</tr>", cells),
    )


class Pages(Paginator):
    """Counting all rows would take longer the more there are; nobody turns more than five pages."""

    @cached_property
    def count(self) -> int:
        found = cast("QuerySet[Model]", self.object_list)
        return found[:MAX_LISTED].count()


class IsParked(admin.SimpleListFilter):
    title = "parked"
    parameter_name = "parked"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "Yes"), ("no", "No")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        if self.value() is None:
            return queryset
        parked = Exists(games_parked().filter(game=OuterRef("pk")))
        return queryset.filter(parked if self.value() == "yes" else ~parked)


class ByRuleset(admin.SimpleListFilter):
    """From the catalogue: Django would look for the names in all games."""

    title = "ruleset"
    parameter_name = "ruleset"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(known.name, known.name) for known in catalogue()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        return queryset.filter(ruleset=self.value()) if self.value() else queryset


@admin.register(Game)
class GameAdmin(Moderated, admin.ModelAdmin):
    list_display = (
        *("id", "ruleset", "status", "version", "attention", "moved_at"),
        "parked_because",
    )
    list_filter = (IsParked, "status", ByRuleset)
    search_fields = ("id",)
    ordering = ("-created_at",)
    paginator = Pages
    show_full_result_count = False
    actions = ("release", "close", "hide", "show")
    # The invite code is not shown to operators, nor is the seed, which has no page at all.
    fields = (
        *("ruleset", "status", "visibility", "version", "hash", "log", "board", "host", "to_act", "deadline"),
        *("attention", "attend_at", "parked_because"),
        *("created_at", "started_at", "finished_at", "moved_at", "rematch", "hidden_at"),
        *("table", "scores"),
    )

    @admin.display(description="parked")
    def parked_because(self, game: Game) -> str:
        found = games_parked().filter(game=game).order_by("work")
        return "; ".join(f"{one.work} until {one.retry_at:%Y-%m-%d %H:%M}: {one.because}" for one in found)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """By the whole id: Django would look for a part of it in every game."""
        if not search_term:
            return queryset, False
        try:
            return queryset.filter(pk=UUID(search_term.strip())), False
        except ValueError:
            return queryset.none(), False

    @admin.action(description="Release: retry the tasks now", permissions=["moderate"])
    def release(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        self.perform(request, queryset, moderation.release)

    @admin.action(description="Close: a table that has not started", permissions=["moderate"])
    def close(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        self.perform(request, queryset, moderation.close)

    @admin.action(description="Hide: leave out of lists", permissions=["moderate"])
    def hide(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        self.perform(request, queryset, moderation.hide)

    @admin.action(description="Show: list again", permissions=["moderate"])
    def show(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        self.perform(request, queryset, moderation.show)

    @admin.display(description="seats")
    def table(self, game: Game) -> str:
        seats = Seat.objects.filter(game=game).select_related("player").order_by("number")
        return table_of(seats, "number", "player", "bot", "stand_in", "score", "won")

    @admin.display(description="results")
    def scores(self, game: Game) -> str:
        results = Result.objects.filter(game=game).select_related("player").order_by("seat")
        columns = ("rank", "seat", "player", "bot", "score", "won", "rating_before", "rating_after")
        return table_of(results, *columns)

    @admin.display(description="log")
    def log(self, game: Game) -> str:
        return format_html(
            '<a href="{}">{} events</a>', reverse("admin:game-log", args=[game.pk]), game.version
        )

    @admin.display(description="messages")
    def board(self, game: Game) -> str:
        return format_html('<a href="{}">board</a>', reverse("admin:game-messages", args=[game.pk]))

    def get_readonly_fields(self, request: HttpRequest, obj: Game | None = None) -> tuple[str, ...]:
        return self.fields

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(require_safe(self.log_page))
        own = [path("<uuid:game_id>/log/", page, name="game-log"), *ReportPages(self.admin_site).urls]
        return [*own, *super().get_urls()]

    def log_page(self, request: HttpRequest, game_id: UUID) -> HttpResponseBase:
        if not self.has_view_permission(request):
            raise PermissionDenied
        game = get_object_or_404(Game, pk=game_id)
        events = Event.objects.filter(game=game).order_by("seq").defer("private")
        context = {**self.admin_site.each_context(request), "title": "Log", "game": game, "events": events}
        return TemplateResponse(request, "admin/games/log.html", context)


@admin.register(Player)
class PlayerAdmin(Moderated, admin.ModelAdmin):
    list_display = ("name", "is_bot", "created_at", "suspended_at", "deleted_at")
    actions = ("suspend", "reinstate", "rename", "give_back")
    list_filter = ("is_bot",)
    search_fields = ("name",)
    ordering = (Lower("name"),)  # type: ignore[assignment]  # the stubs know names only
    paginator = Pages
    show_full_result_count = False
    fields = ("name", "is_bot", "created_at", "suspended_at", "deleted_at", "strengths", "newest")

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        return self.fields

    @admin.display(description="ratings")
    def strengths(self, player: Player) -> str:
        return table_of(rating_list(player), "ruleset", "kind", "rating", "games", "wins")

    @admin.display(description="newest results")
    def newest(self, player: Player) -> str:
        results = Result.objects.filter(player=player).order_by("-finished_at", "-game_id")[:MAX_RESULTS]
        return table_of(results, "finished_at", "game_id", "seat", "rank", "score", "won", "rating_after")

    @admin.action(description="Suspend: refuse every token", permissions=["moderate"])
    def suspend(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        self.perform(request, queryset, moderation.suspend)

    @admin.action(description="Reinstate: accept tokens again", permissions=["moderate"])
    def reinstate(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        self.perform(request, queryset, moderation.reinstate)

    @admin.action(description="Rename: to the new name", permissions=["moderate"])
    def rename(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        name = request.POST.get("new_name", "")
        self.perform(request, queryset, lambda player, by: moderation.rename(player, name, by))

    @admin.action(description="Give back: revoke every token, show a new one", permissions=["moderate"])
    def give_back(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        self.perform(request, queryset, moderation.give_back)


@admin.register(OperatorDeed)
class OperatorDeedAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("at", "operator", "deed", "player", "game", "reason")
    list_filter = ("deed",)
    list_select_related = ("player", "game")
    search_fields = ("operator", "player__name", "reason")
    ordering = ("-id",)


accounts_register(admin.site)
