from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from games.audits.receipt_views import SigningKey
from games.datasets.views import dataset_file, page
from games.notifications.unsubscription_views import Unsubscribe
from games.openapi.index import Index
from games.openapi.leads import leads
from games.operations.large_bodies import LargeBody
from games.operations.metrics import metrics
from games.operations.probes import Healthz, Readyz
from games.transparency.views import checkpoint, tile

urlpatterns = [
    path("api/v1/", include("games.urls")),
    path("api/internal/large-body", LargeBody.as_view(), name="large-body"),
    path("healthz", Healthz.as_view(), name="healthz"),
    path("readyz", Readyz.as_view(), name="readyz"),
    path("metrics", metrics, name="metrics"),
    *([path("admin/", admin.site.urls)] if settings.ADMIN == "on" else []),
    path("account/unsubscribe/<str:secret>", Unsubscribe.as_view(), name="unsubscribe"),
    path(".well-known/signalbox-key", SigningKey.as_view(), name="signing-key"),
    path("log/checkpoint", checkpoint, name="log-checkpoint"),
    path("log/tile/<str:level>/<path:place>", tile, name="log-tile"),
    path("datasets", page, name="datasets-page"),
    path("datasets/<str:name>/<str:file>", dataset_file, name="dataset-file"),
    path("", include("games.oauth.urls")),
    path("api/v1", Index.as_view(), name="index"),
    path("", include("games.pages.urls")),
    *leads,
]

handler400 = "games.pages.errors.bad_request"
handler403 = "games.pages.errors.forbidden"
handler404 = "games.pages.errors.not_found"
handler429 = "games.pages.errors.too_many"  # allauth's
handler500 = "games.pages.errors.server_error"
