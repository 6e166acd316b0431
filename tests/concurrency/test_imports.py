"""One export, imported several times at once."""

from games.log.models import Game
from games.reading.visible_log import export_lines
from tests.concurrency.races import race, statuses
from tests.concurrency.test_actions import again
from tests.games.audits.test_imports import bring
from tests.support.tables import played_out


def test_the_same_export_from_one_player_is_one_import(people):
    body = b"".join(export_lines(played_out("london", 2)))
    ada = people[0]

    answers = race(*(lambda c=c: bring(c, body) for c in (ada, again(ada))))

    assert statuses(answers) == [200, 201]
    assert Game.objects.filter(origin__isnull=False).count() == 1


def test_the_last_import_of_a_day_is_one(people, settings):
    settings.IMPORTS_PER_DAY = 1
    bodies = [b"".join(export_lines(played_out("london", 2, seed=seed))) for seed in (1, 2)]
    callers = people[0], again(people[0])

    posts = zip(callers, bodies, strict=True)
    answers = race(*(lambda c=c, b=b: bring(c, b) for c, b in posts))

    assert statuses(answers) == [201, 429]
