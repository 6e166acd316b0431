from django.urls import include, path

from games.api.accounts import Me, PlayerProfile, Players
from games.api.bots import Bots
from games.api.docs import Schema
from games.api.index import Index, Problems
from games.api.pictures import BoardPicture
from games.api.ratings import Leaderboard
from games.api.rulesets import RulesetEntry, Rulesets
from games.api.tokens import TokenEntry, Tokens

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
    path("", include("games.api.game_urls")),
]
