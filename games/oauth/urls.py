"""The endpoints of OAuth."""

from django.urls import path

from games.oauth.views import protocol

urlpatterns = [
    path("oauth/token", protocol.token, name="token-endpoint"),
    path("oauth/revoke", protocol.revoke, name="revocation-endpoint"),
]
