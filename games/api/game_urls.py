"""Where games are found."""

from django.urls import path

from games.api.auditing import Audit, Export
from games.api.audits import AuditEntry, Audits
from games.api.events import Events
from games.api.game_stream import GameStream
from games.api.history import Diff, TextRecord
from games.api.importing import Imports
from games.api.looks import Looks, MyAudits
from games.api.my_games import MyGames
from games.api.my_stream import MyStream
from games.api.notices import Notices
from games.api.pictures import ScoreChart, TablePicture
from games.api.play import Actions, GameDetail, Resign
from games.api.receipts import Receipt
from games.api.tables import Games, MySeat, OneSeat, Rematch, Seats, Start

urlpatterns = [
    path("me/games", MyGames.as_view(), name="my-games"),
    path("me/notices", Notices.as_view(), name="notices"),
    path("me/stream", MyStream.as_view(), name="my-stream"),
    path("me/audits", MyAudits.as_view(), name="my-audits"),
    path("imports", Imports.as_view(), name="imports"),
    path("games", Games.as_view(), name="games"),
    path("games/<uuid:game_id>", GameDetail.as_view(), name="game"),
    path("games/<uuid:game_id>/seats", Seats.as_view(), name="seats"),
    path("games/<uuid:game_id>/seats/me", MySeat.as_view(), name="my-seat"),
    path("games/<uuid:game_id>/seats/<int:seat>", OneSeat.as_view(), name="seat"),
    path("games/<uuid:game_id>/start", Start.as_view(), name="start"),
    path("games/<uuid:game_id>/actions", Actions.as_view(), name="actions"),
    path("games/<uuid:game_id>/resign", Resign.as_view(), name="resign"),
    path("games/<uuid:game_id>/rematch", Rematch.as_view(), name="rematch"),
    path("games/<uuid:game_id>/events", Events.as_view(), name="events"),
    path("games/<uuid:game_id>/stream", GameStream.as_view(), name="stream"),
    path("games/<uuid:game_id>/audit", Audit.as_view(), name="audit"),
    path("games/<uuid:game_id>/audits", Audits.as_view(), name="audits"),
    path("games/<uuid:game_id>/audits/<uuid:audit_id>", AuditEntry.as_view(), name="audit-run"),
    path("games/<uuid:game_id>/looks", Looks.as_view(), name="looks"),
    path("games/<uuid:game_id>/diff", Diff.as_view(), name="diff"),
    path("games/<uuid:game_id>/record.txt", TextRecord.as_view(), name="record"),
    path("games/<uuid:game_id>/receipt", Receipt.as_view(), name="receipt"),
    path("games/<uuid:game_id>/export", Export.as_view(), name="export"),
    path("games/<uuid:game_id>/board.svg", TablePicture.as_view(), name="table-picture"),
    path("games/<uuid:game_id>/chart.svg", ScoreChart.as_view(), name="score-chart"),
]
