"""The operator's deeds on the command line; `games.operations.moderation` has them."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.accounts.models import Player
from games.accounts.selectors import player_get
from games.audits.models import OperatorDeed
from games.log.models import Game
from games.management.deeds import ask_who, operator_of
from games.messages.models import Message, Report
from games.operations import moderation
from games.operations.moderation import Deed, NotDone, Operator
from rules.refusals import Refusal

TO_PLAYERS: Final = {
    "suspend": (moderation.suspend, "refuse every token of a player"),
    "reinstate": (moderation.reinstate, "accept the tokens of a suspended player again"),
    "give_back": (moderation.give_back, "revoke every token of a player and show a new one, once"),
}
TO_TABLES: Final = {
    "close": (moderation.close, "close a table that has not started"),
    "hide": (moderation.hide, "leave a table out of lists"),
    "clear_name": (moderation.clear_name, "take the name off a table"),
    "show": (moderation.show, "list a hidden table again"),
}

TO_MESSAGES: Final = {
    "unsay": (moderation.unsay, "delete the text of a message at a table"),
    "dismiss": (moderation.dismiss, "settle the reports of a message, which stays"),
}


class Command(BaseCommand):
    help = (
        "Suspend, reinstate or rename a player, give an account back, close or hide a table; or list it all."
    )
    deeds = tuple(map(Deed, (*TO_PLAYERS, "rename", *TO_TABLES, *TO_MESSAGES)))

    def add_arguments(self, parser: CommandParser) -> None:
        deeds = parser.add_subparsers(dest="deed", required=True)
        for name, (_, words) in TO_PLAYERS.items():
            deeds.add_parser(name, help=words).add_argument("player", help="the player's name")
        renaming = deeds.add_parser("rename", help="give a player another name")
        renaming.add_argument("player", help="the player's name")
        renaming.add_argument("name", help="the new name")
        for name, (_, words) in TO_TABLES.items():
            deeds.add_parser(name, help=words).add_argument("game", type=UUID, help="the table's id")
        for name, (_, words) in TO_MESSAGES.items():
            parser = deeds.add_parser(name, help=words)
            parser.add_argument("game", type=UUID, help="the table's id")
            parser.add_argument("number", type=int, help="the number of the message")
        for deed in deeds.choices.values():
            ask_who(deed)
        deeds.add_parser("reports", help="list the messages that players have reported, the newest first")
        deeds.add_parser("log", help="list what operators have done, the newest first")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["deed"] == "log":
            self._list()
            return
        if options["deed"] == "reports":
            self._list_reports()
            return
        try:
            shown = self._perform(options, operator_of(options))
        except (NotDone, Refusal) as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(shown or "Done.")

    def _perform(self, options: dict[str, Any], by: Operator) -> str | None:
        deed = options["deed"]
        if deed in TO_MESSAGES:
            TO_MESSAGES[deed][0](_message(options["game"], options["number"]), by)
            return None
        if deed in TO_TABLES:
            TO_TABLES[deed][0](_game(options["game"]), by)
            return None
        player = _player(options["player"])
        if deed == "rename":
            moderation.rename(player, options["name"], by)
            return None
        return TO_PLAYERS[deed][0](player, by)

    def _list_reports(self) -> None:
        for report in Report.objects.select_related("player").order_by("-at").iterator():
            message = _message(report.game_id, report.number)
            author = message.player.name if message.player else "nobody"
            self.stdout.write(
                f"{report.at:%Y-%m-%d %H:%M}  {report.game_id} {report.number}  {author}: {message.text!r}  "
                f"reported by {report.player.name}: {report.reason!r}"
            )

    def _list(self) -> None:
        for deed in OperatorDeed.objects.select_related("player").order_by("-id").iterator():
            whom = deed.player.name if deed.player else deed.game_id
            self.stdout.write(f"{deed.at:%Y-%m-%d %H:%M}  {deed.operator}  {deed.deed} {whom}  {deed.reason}")


def _message(game_id: UUID, number: int) -> Message:
    found = Message.objects.filter(game_id=game_id, number=number).select_related("player", "game").first()
    if found is None:
        raise CommandError(f"There is no message {number} at the table {game_id}.")
    return found


def _player(name: str) -> Player:
    found = player_get(name)
    if found is None:
        raise CommandError(f"There is no player {name}.")
    return found


def _game(game_id: UUID) -> Game:
    found = Game.objects.filter(pk=game_id).first()
    if found is None:
        raise CommandError(f"There is no table {game_id}.")
    return found
