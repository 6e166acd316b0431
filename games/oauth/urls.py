"""The endpoints of OAuth and the pages about apps. Where they are is told by the metadata."""

from django.urls import path

from games.oauth import protocol_views as protocol
from games.oauth.consent_views import Authorize
from games.oauth.device_views import Device
from games.oauth.my_app_views import AppPage, MyAppsPage, NewApp, RemoveApp, RenewSecret

urlpatterns = [
    path(".well-known/oauth-authorization-server", protocol.metadata, name="oauth-metadata"),
    path("oauth/authorize", Authorize.as_view(), name="authorize"),
    path("oauth/token", protocol.token, name="token-endpoint"),
    path("oauth/revoke", protocol.revoke, name="revocation-endpoint"),
    path("oauth/device-authorization", protocol.device_authorization, name="device-authorization"),
    path("oauth/device", Device.as_view(), name="device"),
    path("account/apps", MyAppsPage.as_view(), name="apps-page"),
    path("account/apps/new", NewApp.as_view(), name="new-app"),
    path("account/apps/<uuid:app_id>", AppPage.as_view(), name="app-page"),
    path("account/apps/<uuid:app_id>/secret", RenewSecret.as_view(), name="renew-secret"),
    path("account/apps/<uuid:app_id>/remove", RemoveApp.as_view(), name="remove-app"),
]
