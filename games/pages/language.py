"""The choice of a language, kept in a cookie and, of those who have signed in, for mail."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from games.people.models import Person


@require_POST
def choose(request: HttpRequest) -> HttpResponseBase:
    wish = request.POST.get("language", "")
    if request.user.is_authenticated and wish in dict(settings.LANGUAGES):
        Person.objects.filter(user_id=request.user.pk).update(language=wish)
    answer: HttpResponseBase = set_language(request)
    return answer
