"""Redirects from URLs that people try first."""

from django.http import HttpRequest, HttpResponseRedirect
from django.urls import path, reverse
from django.views import View
from django.views.generic import RedirectView

from games.http.auth import OPEN
from games.http.page_paths import DOCS


class Lead(View):
    """Redirects GET and HEAD to a route and keeps the query string."""

    required_scopes = {"GET": OPEN}
    route = ""
    format = ""

    def get(self, request: HttpRequest) -> HttpResponseRedirect:
        wish = f"format={self.format}" if self.format else ""
        query = "&".join(filter(None, (wish, request.META.get("QUERY_STRING", ""))))
        return HttpResponseRedirect(reverse(self.route) + (f"?{query}" if query else ""))


leads = [
    path("docs/", RedirectView.as_view(url=DOCS)),
    path("openapi.json", Lead.as_view(route="schema", format="json")),
    path("openapi.yaml", Lead.as_view(route="schema", format="yaml")),
    path("api/v1/", Lead.as_view(route="index")),
]
