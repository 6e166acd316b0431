"""Something to look at and to play with, on a server that has just been started."""

import json
import os
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.management.demo import BOTS, Demo, demo_make, now
from rules import plain_action, ruleset

TEXT = """\
You are {name}, and this is your token, shown this once:

  export TOKEN={token}
  export GAME={api}/games/{table}

You sit at a table of {ruleset} with {bots}. Look at it, see what you may do, do it, see what happened:

  curl -H "Authorization: Bearer $TOKEN" $GAME
  curl -H "Authorization: Bearer $TOKEN" $GAME/actions
{action}\
  curl -H "Authorization: Bearer $TOKEN" "$GAME/events?after={version}&wait=10"

{bots} have also played a game among themselves. The table, the proof of its log, and who is strongest:

  curl {api}/games/{finished}
  curl {api}/games/{finished}/audit
  curl "{api}/leaderboards/{ruleset}?kind=bots"

Every entry of the list of actions is a body that can be posted as it is. The rest is at {base}/docs
"""
ACTION = """\
  curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{body}' $GAME/actions
"""


class Command(BaseCommand):
    help = "Make a demo account, a table against bots and a finished game, and tell how to go on."

    def add_arguments(self, parser: CommandParser) -> None:
        usual = os.environ.get("BASE_URL", "http://localhost:8000")
        parser.add_argument("--base", default=usual, help="where the server answers")

    def handle(self, *args: Any, **options: Any) -> None:
        demo, base = demo_make(), options["base"].rstrip("/")
        folded = now(demo.table)
        body = first_action(demo)
        self.stdout.write(
            TEXT.format(
                name=demo.player.name,
                token=demo.token,
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


def first_action(demo: Demo) -> str:
    """What the account may do now, if it is its turn, as it would be posted."""
    folded = now(demo.table)
    seat = demo.table.seats.get(player=demo.player).number
    if folded.state is None or seat not in folded.people_to_act:
        return ""
    action = next(iter(ruleset(folded.table.ruleset).legal_actions(folded.state, seat)))
    return json.dumps({name: value for name, value in plain_action(action).items() if name != "seat"})
