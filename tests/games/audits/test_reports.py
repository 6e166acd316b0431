"""GET /games/{id}/report and /reports."""

import json
import re
from html.parser import HTMLParser

import pytest
from django.core.management import call_command

from games.audits.published import MOST_PROOFS
from games.log.models import Event, Game
from games.me.deletion import player_delete
from games.moves.settlement import game_settle
from games.operations.moderation import Operator, hide, show
from games.projector import game_project
from games.reading.visible_log import export_lines
from games.transparency.announcements import announce
from games.transparency.sequencer import log_extend
from proof.reports import Facts, page_of, report_on
from proof.reports.html import foot
from proof.times import second_of
from proof.verify import main
from rules.events import EVENTS, SeatEvent
from rules.table.clock import timestamp
from tests.games.audits.test_tampering import change, place_of
from tests.support.accounts import token_for
from tests.support.callers import chosen, dealt, problem
from tests.support.signing import Signer
from tests.support.tables import bots_play, play_on, played_out, started

pytestmark = pytest.mark.django_db

SEAT_EVENTS = [name for name, shape in EVENTS.by_name.items() if issubclass(shape.cls, SeatEvent)]


class Texts(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)

    def handle_data(self, data):
        self.text += data


def at(game: Game) -> str:
    return f"/games/{game.id}"


def page(player, path: str) -> Texts:
    answer = player.get(path, accept="text/html,*/*;q=0.8")
    assert answer["Content-Type"] == "text/html; charset=utf-8"
    return Texts(answer.content.decode())


def test_a_report_says_who_played_what_was_proved_and_how_to_repeat_it(ada):
    game = played_out()
    game_project(game.id)
    log_extend()

    report = ada.seen(f"{at(game)}/report")

    assert report["sound"] is True
    assert {check["result"] for check in report["checks"]} == {"passed"}
    assert all(check["meaning"] for check in report["checks"])
    names = list(game.seats.order_by("number").values_list("player__name", flat=True))
    assert [seat["name"] for seat in report["seats"]] == names
    assert [sheet["total"] for sheet in report["sheets"]] == [seat["score"] for seat in report["seats"]]
    assert all(sum(line["points"] for line in one["lines"]) == one["total"] for one in report["sheets"])
    assert [proof["kind"] for proof in report["proofs"]] == ["game_opened", "game_head"]
    assert (report["receipt"]["hash"], report["looks"]) == (game.hash, [])
    assert [picture["moment"] for picture in report["pictures"]] == ["start", "middle", "end"]
    assert f"http://testserver/api/v1{at(game)}/export" in report["repeat"][0]


def test_a_report_has_what_a_dispute_is_about(ada, bob):
    clock = {"per_action": 3600, "vacation_days": 2}
    path = chosen(ada, bob, clock=clock, options={"first": "1"})
    ada.post(f"{path}/vacation", {"days": 1})
    bob.post(f"{path}/resign")
    bots_play(path.id)
    bob.post(f"{path}/return")

    report = ada.seen(f"{path}/report")
    text = page(ada, f"{path}/report").text

    assert (report["clock"], report["stand_ins"]) == ({**clock, "strikes": 3}, "until_return")
    log = Event.objects.filter(game=path.id).order_by("seq")
    moves = [event for event in log if event.type in SEAT_EVENTS]
    assert [(move["seq"], move["at"]) for move in report["moves"]] == [
        (event.seq, timestamp(event.at)) for event in moves
    ]
    decided = sum(event.by == "stand_in" for event in moves)
    assert report["seats"][1]["stand_ins"] == [{"bot": "planner", "decisions": decided, "to_the_end": False}]
    for said in ("3600 seconds", "2 days", "then the player was back", second_of(moves[0].at.isoformat())):
        assert said in text


def test_the_finding_comes_first_and_the_cryptography_in_an_appendix(ada):
    game = played_out()
    game_project(game.id)
    log_extend()

    text = page(ada, f"{at(game)}/report").text

    order = ["Everything that can be checked holds", "Who played", "Clock", "Score sheet", "Who was away"]
    order += ["Moves", "Pictures", "Appendix", "What was proved", "Hash of the last entry", "signature"]
    assert sorted(order, key=text.index) == order


def test_deleted_players_are_told_apart_throughout_a_report_and_a_record(ada, bob, cleo):
    games = []
    for other in (bob, cleo):
        path = chosen(ada, other)
        games.append(path)
    player_delete(bob.player)
    player_delete(cleo.player)
    for path in games:
        ada.post(f"{path}/resign")
        bots_play(path.id)
        game_settle(path.id)

    ids = ",".join(str(path.id) for path in games)
    report = ada.seen(f"/reports?games={ids}")

    assert {row["name"] for row in report["standings"]} == {"ada", "deleted player 1", "deleted player 2"}
    first, second = (json.dumps(game) for game in report["games"])
    assert ("deleted player 1" in first, "deleted player 2" in first) == (True, False)
    assert ("deleted player 1" in second, "deleted player 2" in second) == (False, True)
    assert any("deleted player 2's stand-in" in move["text"] for move in report["games"][1]["moves"])
    assert '[Players "ada, deleted player 1"]' in ada.get(f"{games[1]}/record.txt").content.decode()


def test_of_a_game_with_many_heads_a_report_shows_the_opening_and_the_newest(ada):
    game = played_out()
    game_project(game.id)
    for version in range(MOST_PROOFS):
        announce("game_head", game.moved_at, game=game.id, version=version, hash=game.hash)
    log_extend()

    proofs = ada.seen(f"{at(game)}/report")["proofs"]

    assert [proof["kind"] for proof in proofs] == ["game_opened", *["game_head"] * (MOST_PROOFS - 1)]
    assert json.loads(proofs[-1]["entry"])["version"] == MOST_PROOFS - 1


def test_a_browser_gets_a_page_for_print_that_loads_and_runs_nothing(ada):
    game = played_out()

    answer = ada.get(f"{at(game)}/report", accept="text/html")
    found = Texts(answer.content.decode())

    assert found.tags.count("img") == 3
    assert not {"script", "link", "b", "svg", "iframe"} & set(found.tags)
    assert "http" not in "".join(re.findall(r'(?:src|href)="([^"]{0,40})', answer.content.decode()))
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "What was proved" in found.text
    problem(ada.get(f"{at(game)}/report", accept="application/pdf"), 406, "not_acceptable")


def test_a_name_can_be_anything_on_the_page():
    entries = [json.loads(line) for line in [*export_lines(played_out())][1:]]

    found = Texts(page_of(report_on(Facts(entries, [], {0: "<b>'eve'</b><script>"}))))

    assert "<b>'eve'</b><script>" in found.text
    assert not {"script", "b"} & set(found.tags)


def test_what_stands_below_each_page_cannot_leave_its_style():
    style = foot('x"; } </style><script>')

    assert 'content: "x  stylescript"' in style
    assert "<" not in style


def test_the_end_is_proved_once_on_the_page_with_or_without_a_server(ada):
    game = played_out()
    game_project(game.id)
    log_extend()
    report = ada.seen(f"{at(game)}/report")
    alone = {name: value for name, value in report.items() if name != "proofs"}

    for one in (report, alone):
        text = Texts(page_of(one)).text
        assert text.count(report["receipt"]["proof"]["entry"]) == 1
        assert "\\n" not in text, "a proof is lines, not JSON"


@pytest.mark.django_db(transaction=True)  # Citus lets one role write in a transaction, not two
def test_a_report_on_a_changed_log_says_which_value_stands_there_and_which_is_due(ada):
    game = played_out()
    seq = place_of(game, "route_claimed")
    public = dict(game.events.get(seq=seq).public)
    change(game, seq, "public", json.dumps({**public, "points": 99}))

    report = ada.seen(f"{at(game)}/report")
    text = page(ada, f"{at(game)}/report").text

    assert report["sound"] is False
    failed = {check["name"]: check for check in report["checks"] if check["result"] == "failed"}
    assert f"points: 99 stands where {public['points']} is due" in failed["actions"]["detail"]
    assert failed["actions"]["detail"] in text
    assert (
        text.index("This log does NOT hold")
        < text.index(failed["actions"]["detail"])
        < text.index("Who played")
    )
    assert "pictures" not in report


def test_a_report_on_a_running_game_has_no_secret_in_it(ada, bob, cleo):
    path = dealt(ada, bob)

    report = cleo.seen(f"{path}/report")

    assert report["sound"] is True
    assert "still sealed" in report["conclusion"]
    assert {"looks", "deeds", "ended_at"}.isdisjoint(report)
    assert report["sheets"] == []
    hands = json.dumps(ada.seen(path)["view"]["seats"][0]["offer"])
    assert hands not in json.dumps(report)


def test_who_looked_is_in_the_report_and_a_report_is_a_look(ada, cleo):
    game, _ = started()
    cleo.headers = token_for(cleo.player, "audit", "games:read")
    call_command("assign_audit", "cleo", str(game.id), reason="a complaint")

    assert cleo.get(f"{at(game)}/report").status_code == 200
    assert game.look_set.get().what == "report"

    play_on(game.id, actions=5000)
    game_settle(game.id)
    game.refresh_from_db()
    hide(game, Operator("olga", "a complaint"))
    show(game, Operator("olga", "nothing in it"))
    report = ada.seen(f"{at(game)}/report")
    assert [(look["auditor"], look["what"]) for look in report["looks"]] == [("cleo", "report")]
    assert [deed["deed"] for deed in report["deeds"]] == ["assign_audit", "hide", "show"]
    text = page(ada, f"{at(game)}/report").text
    assert "cleo read report" in text
    assert "an operator let an auditor see everything of the game" in text
    assert "an operator took the table out of public lists" in text
    assert "olga" not in text


def test_several_games_make_one_report_with_standings(ada):
    games = [played_out(), played_out(seed=2)]
    ids = ",".join(str(game.id) for game in games)

    report = ada.seen(f"/reports?games={ids}")
    text = page(ada, f"/reports?games={ids}").text

    assert report["sound"] is True
    assert [game["game"] for game in report["games"]] == [str(game.id) for game in games]
    assert sum(row["games"] for row in report["standings"]) == 4
    assert "Report on 2 games" in text
    assert all(str(game.id) in text for game in games)


def test_a_report_on_games_that_one_may_not_see_or_too_many_is_refused(ada, bob):
    hidden = played_out()
    Game.objects.filter(pk=hidden.pk).update(visibility="private")

    unseen = problem(ada.get(f"/reports?games={hidden.id}"), 400, "invalid")
    assert str(hidden.id) in unseen["detail"]
    problem(ada.get("/reports?games=none"), 400, "invalid")
    many = ",".join(f"{number:032x}" for number in range(41))
    problem(ada.get(f"/reports?games={many}"), 400, "invalid")
    Game.objects.filter(pk=hidden.pk).update(visibility="public", version=20_001)
    problem(ada.get(f"/reports?games={hidden.id}"), 409, "report_too_long")


def test_without_a_list_it_covers_the_newest_finished_public_games(api):
    game, secret = played_out(), played_out(seed=2)
    Game.objects.filter(pk=secret.pk).update(visibility="private")

    assert [one["game"] for one in api.get("/api/v1/reports").json()["games"]] == [str(game.id)]


def test_the_offline_program_writes_the_same_page_from_an_export(tmp_path, capsys):
    game = played_out("world", 3)
    lines = [line.decode() for line in export_lines(game)]
    (tmp_path / "game.ndjson").write_text("".join(lines))
    (tmp_path / "changed.ndjson").write_text(
        re.sub(r'"points":\d+,', '"points":99,', "".join(lines), count=1)
    )

    assert main([str(tmp_path / "game.ndjson"), "--html", str(tmp_path / "good.html")]) == 0
    assert main([str(tmp_path / "changed.ndjson"), "--html", str(tmp_path / "bad.html")]) == 1
    good, bad = (Texts((tmp_path / name).read_text()) for name in ("good.html", "bad.html"))

    assert good.tags.count("img") == 3
    assert "python -m proof verify game.ndjson" in good.text, "no folder of whoever made it"
    assert "Everything that can be checked holds." in good.text
    assert "stands where" in bad.text
    assert "img" not in bad.tags


def test_a_report_says_which_moves_a_player_has_signed(ada, bob):
    mine = Signer()
    path = chosen(ada, bob, options={"first": "0"})
    ada.put("/me/key", {"key": mine.key})
    drawn = ada.done(f"{path}/actions", mine.signed(ada, path, {"type": "draw_card", "pile": "transport"}))

    report = ada.seen(f"{path}/report")
    text = page(ada, f"{path}/report").text

    assert [move["seq"] for move in report["moves"] if move.get("signed")] == [drawn["events"][0]["seq"]]
    assert (report["seats"][0]["key"], report["seats"][0]["signed"]) == (mine.key, 1)
    assert not {"key", "signed"} & report["seats"][1].keys()
    for said in ("signed by the player's own key", "1 move", mine.key):
        assert said in text
