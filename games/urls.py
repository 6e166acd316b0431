"""Every address under /api/v1."""

from django.urls import include, path

from games.audits.access_log_views import Looks, MyAudits
from games.audits.audit_views import Audit, Export
from games.audits.diff_views import Diff, TextRecord
from games.audits.import_views import Imports
from games.audits.receipt_views import Receipt
from games.audits.report_views import GameReport, Reports
from games.calendars.views import Feed, MyCalendar
from games.datasets.views import DatasetProof, Datasets
from games.me.account_views import Me, PlayerProfile, Players
from games.me.claim_views import NewClaim
from games.me.export_views import MyExport
from games.me.key_views import MyKey
from games.me.token_views import TokenEntry, Tokens
from games.messages.views import MessageReport, Messages, MyNote, OneMessage
from games.moves.views import Actions, Resign
from games.notices.views import Notices
from games.notifications.choice_views import Choices
from games.notifications.subscription_views import PushKey, SubscriptionEntry, Subscriptions
from games.oauth.app_views import AppEntry, Apps, AppSecret, MyApp, MyApps
from games.openapi.docs import Schema
from games.openapi.index import Problems
from games.ratings.my_views import MyResults, MyStatistics
from games.ratings.views import Leaderboard, Leaderboards
from games.reading.event_views import Events
from games.reading.my_game_views import MyGames
from games.reading.picture_views import BoardPicture, TablePicture
from games.relations.views import Blocks, Friends, OneBlock, OneFriend, Preferences
from games.rulesets.bot_views import Bots
from games.rulesets.ruleset_views import RulesetEntry, Rulesets
from games.search.search_views import GameSearch
from games.streams.game_views import GameStream
from games.streams.my_views import MyStream
from games.tables.absence_views import MoreTime, Pause, PauseConsent, Return, Vacation
from games.tables.code_views import Invite, InviteLink
from games.tables.game_views import GameDetail
from games.tables.invitation_views import GameInvitations, MyInvitation, MyInvitations, OneInvitation
from games.tables.rematch_views import Rematch
from games.tables.sandbox_views import Clock
from games.tables.views import Games, MySeat, OneSeat, Seats, Start
from games.transparency.views import Consistency, GameProofs, NamedProofs, PublicLog
from games.webhooks.delivery_views import Deliveries, DeliveryEntry, Replay, TestDelivery
from games.webhooks.webhook_views import WebhookEntry, Webhooks, WebhookSecret

DELIVERY = "webhooks/<uuid:webhook_id>/deliveries/<uuid:delivery_id>"

_game = [
    path("", GameDetail.as_view(), name="game"),
    path("/actions", Actions.as_view(), name="actions"),
    path("/events", Events.as_view(), name="events"),
    path("/seats", Seats.as_view(), name="seats"),
    path("/seats/me", MySeat.as_view(), name="my-seat"),
    path("/seats/<int:seat>", OneSeat.as_view(), name="seat"),
    path("/proofs", GameProofs.as_view(), name="game-proofs"),
    path("/start", Start.as_view(), name="start"),
    path("/resign", Resign.as_view(), name="resign"),
    path("/vacation", Vacation.as_view(), name="vacation"),
    path("/pause", Pause.as_view(), name="pause"),
    path("/pause/consent", PauseConsent.as_view(), name="pause-consent"),
    path("/time", MoreTime.as_view(), name="time"),
    path("/return", Return.as_view(), name="return"),
    path("/clock", Clock.as_view(), name="clock"),
    path("/rematch", Rematch.as_view(), name="rematch"),
    path("/messages", Messages.as_view(), name="messages"),
    path("/messages/<int:number>", OneMessage.as_view(), name="message"),
    path("/messages/<int:number>/report", MessageReport.as_view(), name="message-report"),
    path("/note", MyNote.as_view(), name="note"),
    path("/invite", Invite.as_view(), name="invite"),
    path("/invite/<str:secret>", InviteLink.as_view(), name="invite-link"),
    path("/invitations", GameInvitations.as_view(), name="invitations"),
    path("/invitations/<str:name>", OneInvitation.as_view(), name="invitation"),
    path("/stream", GameStream.as_view(), name="stream"),
    path("/report", GameReport.as_view(), name="report"),
    path("/audit", Audit.as_view(), name="audit"),
    path("/looks", Looks.as_view(), name="looks"),
    path("/diff", Diff.as_view(), name="diff"),
    path("/record.txt", TextRecord.as_view(), name="record"),
    path("/receipt", Receipt.as_view(), name="receipt"),
    path("/export", Export.as_view(), name="export"),
    path("/board.svg", TablePicture.as_view(), name="table-picture"),
]

# Addresses are tried from top to bottom, and most requests are about a game.
urlpatterns = [
    path("games/<uuid:game_id>", include(_game)),
    path("games", Games.as_view(), name="games"),
    path("log", PublicLog.as_view(), name="log"),
    path("log/consistency", Consistency.as_view(), name="log-consistency"),
    path("log/games/<str:blinded>/proofs", NamedProofs.as_view(), name="log-proofs"),
    path("datasets", Datasets.as_view(), name="datasets"),
    path("datasets/<str:dataset>/proof", DatasetProof.as_view(), name="dataset-proof"),
    path("problems", Problems.as_view(), name="problems"),
    path("schema", Schema.as_view(), name="schema"),
    path("players", Players.as_view(), name="players"),
    path("players/<str:name>", PlayerProfile.as_view(), name="player"),
    path("me", Me.as_view(), name="me"),
    path("me/key", MyKey.as_view(), name="my-key"),
    path("me/claim", NewClaim.as_view(), name="me-claim"),
    path("me/results", MyResults.as_view(), name="my-results"),
    path("me/statistics", MyStatistics.as_view(), name="my-statistics"),
    path("me/export", MyExport.as_view(), name="my-export"),
    path("me/tokens", Tokens.as_view(), name="tokens"),
    path("me/tokens/<uuid:token_id>", TokenEntry.as_view(), name="token"),
    path("me/apps", MyApps.as_view(), name="my-apps"),
    path("me/apps/<uuid:app_id>", MyApp.as_view(), name="my-app"),
    path("apps", Apps.as_view(), name="apps"),
    path("apps/<uuid:app_id>", AppEntry.as_view(), name="app"),
    path("apps/<uuid:app_id>/secret", AppSecret.as_view(), name="app-secret"),
    path("rulesets", Rulesets.as_view(), name="rulesets"),
    path("rulesets/<str:ruleset_id>", RulesetEntry.as_view(), name="ruleset"),
    path("search/games", GameSearch.as_view(), name="search-games"),
    path("bots", Bots.as_view(), name="bots"),
    path("leaderboards", Leaderboards.as_view(), name="leaderboards"),
    path("leaderboards/<str:ruleset_id>", Leaderboard.as_view(), name="leaderboard"),
    path("rulesets/<str:ruleset_id>/board.svg", BoardPicture.as_view(), name="board-picture"),
    path("webhooks", Webhooks.as_view(), name="webhooks"),
    path("webhooks/<uuid:webhook_id>", WebhookEntry.as_view(), name="webhook"),
    path("webhooks/<uuid:webhook_id>/rotate", WebhookSecret.as_view(), name="webhook-secret"),
    path("webhooks/<uuid:webhook_id>/test", TestDelivery.as_view(), name="webhook-test"),
    path("webhooks/<uuid:webhook_id>/deliveries", Deliveries.as_view(), name="deliveries"),
    path(DELIVERY, DeliveryEntry.as_view(), name="delivery"),
    path(f"{DELIVERY}/replay", Replay.as_view(), name="replay"),
    path("me/games", MyGames.as_view(), name="my-games"),
    path("me/friends", Friends.as_view(), name="friends"),
    path("me/friends/<str:name>", OneFriend.as_view(), name="friend"),
    path("me/blocks", Blocks.as_view(), name="blocks"),
    path("me/blocks/<str:name>", OneBlock.as_view(), name="block"),
    path("me/preferences", Preferences.as_view(), name="preferences"),
    path("me/invitations", MyInvitations.as_view(), name="my-invitations"),
    path("me/invitations/<uuid:game_id>", MyInvitation.as_view(), name="my-invitation"),
    path("me/notices", Notices.as_view(), name="notices"),
    path("me/notifications", Choices.as_view(), name="notifications"),
    path("me/push-subscriptions", Subscriptions.as_view(), name="push-subscriptions"),
    path(
        "me/push-subscriptions/<uuid:subscription_id>", SubscriptionEntry.as_view(), name="push-subscription"
    ),
    path("push-key", PushKey.as_view(), name="push-key"),
    path("me/stream", MyStream.as_view(), name="my-stream"),
    path("me/calendar", MyCalendar.as_view(), name="my-calendar"),
    path("calendars/<str:secret>.ics", Feed.as_view(), name="calendar"),
    path("me/audits", MyAudits.as_view(), name="my-audits"),
    path("reports", Reports.as_view(), name="reports"),
    path("imports", Imports.as_view(), name="imports"),
]
