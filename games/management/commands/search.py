"""Searches finished public games, as `GET /search/games` does, and makes them searchable."""

from datetime import timedelta
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from rest_framework.exceptions import ValidationError

from games.management.deeds import ask_who, operator_of
from games.operations.moderation import Deed
from games.search.answers import FoundGame
from games.search.query import SearchQuery, question_from
from games.search.search_views import found_answers, page_of_games
from games.search.services import histories_missing, histories_note, histories_queue
from games.work.attempts import Work
from games.work.models import Setback

GRACE: Final = timedelta(hours=1)  # a game is found seconds after its end


class Command(BaseCommand):
    help = "Search finished games: search player=ada ruleset=london events=seat_resigned limit=20"
    deeds = (Deed.INDEX,)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("words", nargs="*", metavar="name=value", help="the parameters of the API")
        parser.add_argument(
            "--index",
            action="store_true",
            help="First add games that are not found yet, such as restored ones.",
        )
        parser.add_argument(
            "--check",
            action="store_true",
            help="Name the games that ended an hour ago or earlier and are not found; exit code 1 if any.",
        )
        parser.add_argument("--anew", action="store_true", help="The same for all games, from the beginning.")
        ask_who(parser, reason="search")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["index"] or options["anew"]:
            operator_of(options).record(Deed.INDEX)
            due = histories_queue(anew=options["anew"])
            self.stdout.write(f"{due} games were due, {histories_note()} are added.")
        if options["check"]:
            self._check()
        if options["words"] or not any(options[name] for name in ("index", "anew", "check")):
            self._search(dict(word.partition("=")[::2] for word in options["words"]))

    def _check(self) -> None:
        late = histories_missing().filter(finished_at__lt=timezone.now() - GRACE)
        wrong = list(late.values_list("pk", flat=True))
        failed = Setback.objects.filter(work=Work.SEARCH, game__in=wrong)
        tries = dict(failed.values_list("game", "failures"))
        for game in wrong:
            self.stdout.write(f"{game}  {tries.get(game, 0)} tries have failed")
        if wrong:
            raise CommandError(f"{len(wrong)} games are not found as they are: --index tries them again.")
        self.stdout.write("Every game is found.")

    def _search(self, words: dict[str, str]) -> None:
        query = SearchQuery(data=words)
        try:
            query.is_valid(raise_exception=True)
            ids, following = page_of_games(question_from(query.validated_data), query.validated_data)
        except ValidationError as error:
            details: Any = error.detail
            wrong = [f"{name}: {' '.join(map(str, texts))}" for name, texts in details.items()]
            raise CommandError("; ".join(wrong)) from None
        for found in found_answers(ids):
            self.stdout.write(_line(found))
        if following:
            self.stdout.write(f"more: cursor={following}")


def _line(found: FoundGame) -> str:
    names = [seat.player or seat.bot or "–" for seat in found.seats]
    points = ", ".join(f"{name} {score}" for name, score in zip(names, found.scores or [], strict=True))
    when = (found.finished_at or "")[:16]
    return f"{when}  {found.id}  {found.ruleset}  {found.actions} decisions  {points}"
