"""The addresses of the documentation."""

from django.urls import path, re_path

from games.docs.views import Chapter, Package, Picture, Search, SearchIndex

urlpatterns = [
    path("docs", Chapter.as_view(), name="docs"),
    path("docs/search", Search.as_view(), name="docs-search"),
    path("docs/search.json", SearchIndex.as_view(), name="docs-search-index"),
    path("docs/clients/<name>.tar.gz", Package.as_view(), name="docs-package"),
    re_path(r"^docs/(?P<name>[^/]+\.(?:svg|webp))$", Picture.as_view(), name="docs-picture"),
    path("docs/<path:slug>", Chapter.as_view(), name="docs-page"),
]
