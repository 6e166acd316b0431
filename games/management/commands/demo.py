"""Creates demo data on a new server and prints what to try."""

import json
import os
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse

from games.management.demo import BOTS, TOKEN_NAME, Demo, demo_make, now
from games.people.claims import claim_create
from games.people.selectors import can_sign_in
from rules import plain_action, ruleset

TEXT = """\
In a browser:

Your table against {bots}:  {base}/games/{table}
A finished game, to look at again:  {base}/games/{finished}/replay
{way_in}

And by the API. You are {name}. This is your token; it is shown only this once:

  export TOKEN={token}
  export GAME={api}/games/{table}

You play {ruleset} against {bots}. Get the game, list your actions, take one, and read what happened:

  curl -H "Authorization: Bearer $TOKEN" $GAME
  curl -H "Authorization: Bearer $TOKEN" $GAME/actions
{action}\
  curl -H "Authorization: Bearer $TOKEN" "$GAME/events?after={version}&wait=10"

{bots} have also played a game against each other. The game, an audit of its log, and the leaderboard:

  curl {api}/games/{finished}
  curl {api}/games/{finished}/audit
  curl "{api}/leaderboards/{ruleset}?kind=bots"

Each entry of the list of actions is a complete body to post. The documentation is at {base}/docs
"""
CLAIM = "To play there as {name}, choose a password within 15 minutes:  {base}{path}"
SIGN_IN = "To play there, sign in as {name}:  {base}{path}"
ACTION = """\
  curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{body}' $GAME/actions
"""


class Command(BaseCommand):
    help = "Create a demo account, a table against bots and a finished game, and print what to try."
    no_deed = "it does what any client may do"

    def add_arguments(self, parser: CommandParser) -> None:
        usual = os.environ.get("BASE_URL", "http://localhost:8000")
        parser.add_argument("--base", default=usual, help="the base URL of the server")

    def handle(self, *args: Any, **options: Any) -> None:
        demo, base = demo_make(), options["base"].rstrip("/")
        folded = now(demo.table)
        body = first_action(demo)
        self.stdout.write(
            TEXT.format(
                name=demo.player.name,
                token=demo.token,
                way_in=way_in(demo, base),
                api=f"{base}/api/v1",
                base=base,
                table=demo.table.id,
                ruleset=ruleset(demo.table.ruleset).id,
                bots=" and ".join(BOTS),
                action=ACTION.format(body=body) if body else "",
                version=folded.seq,
                finished=demo.finished.id,
            )
        )


def way_in(demo: Demo, base: str) -> str:
    """The account is made with a token only; the first time, a link adds a password."""
    if can_sign_in(demo.player):
        return SIGN_IN.format(name=demo.player.name, base=base, path=reverse("account_login"))
    secret, _ = claim_create(demo.player.tokens.get(name=TOKEN_NAME))
    return CLAIM.format(name=demo.player.name, base=base, path=reverse("claim", args=[secret]))


def first_action(demo: Demo) -> str:
    """A legal action of the account as a body to post; empty if it is not its turn."""
    folded = now(demo.table)
    seat = demo.table.seats.get(player=demo.player).number
    if folded.state is None or seat not in folded.people_to_act:
        return ""
    action = next(iter(ruleset(folded.table.ruleset).legal_actions(folded.state, seat)))
    return json.dumps({name: value for name, value in plain_action(action).items() if name != "seat"})
