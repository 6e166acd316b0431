from django.contrib import admin
from django.urls import include, path

from games.api.docs import Docs
from games.api.operations import Healthz, Readyz
from games.api.receipts import SigningKey
from games.api.scraping import metrics

urlpatterns = [
    path("healthz", Healthz.as_view(), name="healthz"),
    path("readyz", Readyz.as_view(), name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("docs", Docs.as_view(), name="docs"),
    path("admin/", admin.site.urls),
    path(".well-known/signalbox-key", SigningKey.as_view(), name="signing-key"),
    path("api/v1/", include("games.api.urls")),
]

handler400 = "games.api.errors.bad_request"
handler403 = "games.api.errors.forbidden"
handler404 = "games.api.errors.not_found"
handler500 = "games.api.errors.server_error"
