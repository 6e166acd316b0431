from django.urls import include, path

from games.api.accounts import Me, PlayerProfile, Players
from games.api.bots import Bots
from games.api.deliveries import Deliveries, DeliveryEntry, Replay, TestDelivery
from games.api.docs import Schema
from games.api.index import Index, Problems
from games.api.pictures import BoardPicture
from games.api.ratings import Leaderboard
from games.api.rulesets import RulesetEntry, Rulesets
from games.api.tokens import TokenEntry, Tokens
from games.api.webhooks import WebhookEntry, Webhooks, WebhookSecret

DELIVERY = "webhooks/<uuid:webhook_id>/deliveries/<uuid:delivery_id>"

urlpatterns = [
    path("", Index.as_view(), name="index"),
    path("problems", Problems.as_view(), name="problems"),
    path("schema", Schema.as_view(), name="schema"),
    path("players", Players.as_view(), name="players"),
    path("players/<str:name>", PlayerProfile.as_view(), name="player"),
    path("me", Me.as_view(), name="me"),
    path("me/tokens", Tokens.as_view(), name="tokens"),
    path("me/tokens/<uuid:token_id>", TokenEntry.as_view(), name="token"),
    path("rulesets", Rulesets.as_view(), name="rulesets"),
    path("rulesets/<str:ruleset_id>", RulesetEntry.as_view(), name="ruleset"),
    path("bots", Bots.as_view(), name="bots"),
    path("leaderboards/<str:ruleset_id>", Leaderboard.as_view(), name="leaderboard"),
    path("rulesets/<str:ruleset_id>/board.svg", BoardPicture.as_view(), name="board-picture"),
    path("webhooks", Webhooks.as_view(), name="webhooks"),
    path("webhooks/<uuid:webhook_id>", WebhookEntry.as_view(), name="webhook"),
    path("webhooks/<uuid:webhook_id>/rotate", WebhookSecret.as_view(), name="webhook-secret"),
    path("webhooks/<uuid:webhook_id>/test", TestDelivery.as_view(), name="webhook-test"),
    path("webhooks/<uuid:webhook_id>/deliveries", Deliveries.as_view(), name="deliveries"),
    path(DELIVERY, DeliveryEntry.as_view(), name="delivery"),
    path(f"{DELIVERY}/replay", Replay.as_view(), name="replay"),
    path("", include("games.api.game_urls")),
]
