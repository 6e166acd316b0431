"""The addresses of the documentation."""

from django.urls import path

from games.docs.views import Chapter, Search, SearchIndex

urlpatterns = [
    path("docs", Chapter.as_view(), name="docs"),
    path("docs/search", Search.as_view(), name="docs-search"),
    path("docs/search.json", SearchIndex.as_view(), name="docs-search-index"),
    path("docs/<path:slug>", Chapter.as_view(), name="docs-page"),
]
