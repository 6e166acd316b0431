"""Addresses that people try first, and where they lead."""

from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.views import View

from games.http.auth import OPEN


class Lead(View):
    """Redirects a reader to a route, with the query; there is nothing here to post to."""

    required_scopes = {"GET": OPEN}
    route = "index"

    def get(self, request: HttpRequest) -> HttpResponseRedirect:
        query = request.META.get("QUERY_STRING", "")
        return HttpResponseRedirect(reverse(self.route) + (f"?{query}" if query else ""))
