"""The load: people and bots at tables, with streams, long polls, notices and a webhook open meanwhile."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from threading import Event, Thread
from typing import Any, NamedTuple

from standardwebhooks import WebhookVerificationError

from tests.chaos.client import Client, Wires
from tests.chaos.tape import Tape
from tests.support.webhook_receiver import Received, Receiver, Reply

POLL_SECONDS = 5
STREAM_TIMEOUT = 15.0  # three heartbeats
REFUSED_HOOKS = 0.05  # the part of the messages that the receiver does not accept at first
QUIET_SECONDS = 90.0  # games that stand still for so long after the last fault are stuck
# The table has moved on, or a stand-in has decided: part of the game.
MEANWHILE = ("stale_version", "time_is_up", "seat_handed_over", "not_playing", "not_your_turn")


class Wish(NamedTuple):
    people: int
    bots: tuple[str, ...]
    ruleset: str
    visibility: str = "public"
    clock: dict[str, int] | None = None


WISHES = (
    Wish(2, (), "london"),
    Wish(2, (), "amsterdam", "private"),
    Wish(1, ("greedy",), "london", clock={"per_action": 20, "strikes": 3}),
    Wish(2, ("random",), "berlin"),
    Wish(0, ("random", "greedy"), "london"),
    Wish(0, ("random", "random", "random"), "amsterdam"),
)


class Load:
    def __init__(self, port: int, tape: Tape, wires: Wires, receiver: Receiver, seed: int) -> None:
        self.tape, self.receiver = tape, receiver
        self.nobody = Client(port, tape, wires)
        self.whim = random.Random(seed)
        self.hosts: list[Client] = []
        self.people: list[Client] = []
        self.games: dict[str, Client] = {}  # that are not known to be over, with a client of the host
        self.closing, self.over = Event(), Event()
        self._threads: list[Thread] = []
        self._keepers: list[Thread] = []

    # -- before the faults -----------------------------------------------------------------------

    def sign_up(self, wishes: tuple[Wish, ...] = WISHES) -> None:
        """Everybody, and the webhook of all hosts: neither takes a key, so no fault may come between."""
        for number, wish in enumerate(wishes):
            seated = [self.newcomer(f"p{number}-{seat}") for seat in range(max(wish.people, 1))]
            self.hosts.append(seated[0])
            self.people += seated
            self._make_webhook(seated[0])
            self._keepers.append(
                self.run_in_thread(self._keep_table, wish, seated, random.Random(self.whim.random()))
            )
            for person in seated:
                self.run_in_thread(self._read_notices, person.again())

    def newcomer(self, name: str) -> Client:
        token = self.nobody.insist("POST", "/players", {"name": name}).body["token"]["token"]
        client = self.nobody.again()
        client.name, client.token = name, token
        return client

    def _make_webhook(self, host: Client) -> None:
        """One receiver for all; the path of the URL says whose message it is."""
        wish = {"url": f"{self.receiver.url}/{host.name}", "kinds": ["game.event"]}
        secret = host.insist("POST", "/webhooks", wish).body["secret"]
        answering, whim = self.receiver.answering, random.Random(self.whim.random())

        def answer(received: Received) -> Reply:
            if not received.path.endswith(f"/{host.name}"):
                return answering(received)
            return self.take(received, secret, host.name, whim)

        self.receiver.answering = answer

    def take(self, received: Received, secret: str, owner: str, whim: random.Random) -> Reply:
        if whim.random() < REFUSED_HOOKS and not self.over.is_set():
            return Reply(500)
        try:
            data = received.verified(secret)["data"]
        except WebhookVerificationError as error:
            self.tape.broke("webhook", f"a message to {owner} is not signed: {error}")
            return Reply()
        game = data["event"]["game"]
        self.tape.show(owner, game, data)
        with self.tape.lock:
            self.tape.posted[game].add(data["event"]["seq"])
        return Reply()

    # -- tables ------------------------------------------------------------------------------------

    def _keep_table(self, wish: Wish, seated: list[Client], whim: random.Random) -> None:
        """One game after the other until the faults are over; the last one is finished too."""
        while not self.closing.is_set():
            game = self.open_table(wish, seated)
            listening = [self.run_in_thread(self.listen, person.again(), game) for person in seated]
            if wish.visibility == "private":
                self.run_in_thread(self.stay_outside, self.nobody.again(), game)
            else:
                listening.append(self.run_in_thread(self.listen, self.nobody.again(), game))
                listening.append(self.run_in_thread(self.poll, self.nobody.again(), game))
            if wish.people:
                whims = [random.Random(whim.random()) for _ in seated]
                playing = [
                    self.run_in_thread(self.play, p, game, w)
                    for p, w in zip(seated[1:], whims[1:], strict=True)
                ]
                self.play(seated[0], game, whims[0])
                listening += playing
            for thread in listening:
                thread.join()

    def open_table(self, wish: Wish, seated: list[Client]) -> str:
        table = {
            "ruleset": wish.ruleset,
            "seats": wish.people + len(wish.bots),
            "bots": list(wish.bots),
            "sit": bool(wish.people),
            "visibility": wish.visibility,
            "bot_delay": 20,
        }
        opened = self._accepted(
            seated[0].post("/games", table | ({"clock": wish.clock} if wish.clock else {}))
        )
        game: str = opened["id"]
        self.games[game] = seated[0].again()
        invite = {"invite_code": opened["invite_code"]} if "invite_code" in opened else {}
        for guest in seated[1:]:
            self._accepted(guest.post(f"/games/{game}/seats", invite, game=game))
        self._accepted(seated[0].post(f"/games/{game}/start", {}, game=game))
        return game

    def _accepted(self, answer: Any) -> Any:
        if answer.status >= 400:
            raise AssertionError(f"a request that must be accepted was refused: {answer}")
        return answer.body

    def play(self, client: Client, game: str, whim: random.Random) -> None:
        """Any legal action at every turn, until the game is over."""
        while not self.over.is_set():
            path = f"/games/{game}/actions"
            offered = client.get(f"{path}?wait={POLL_SECONDS}", game=game, wait=POLL_SECONDS)
            if offered.status != 200:
                self.tape.broke("refusal", f"{client.name} may not see actions of {game}: {offered.body}")
                return
            if not offered.body["items"]:
                if client.get(f"/games/{game}", game=game).body["status"] == "finished":
                    return
                continue
            action = whim.choice(offered.body["items"]) | {"expected_version": offered.body["version"]}
            answer = client.post(path, action, game=game)
            if answer.status >= 400 and answer.body.get("code") not in MEANWHILE:
                self.tape.broke("refusal", f"{client.name} in {game}: {answer.body}")
            time.sleep(whim.uniform(0, 0.1))

    # -- who looks on --------------------------------------------------------------------------------

    def listen(self, client: Client, game: str) -> None:
        """The stream of a game from its first event to its end, resumed after each break."""
        last = 0
        while not self.over.is_set():
            for message in client.stream(f"/games/{game}/stream?after={last}", timeout=STREAM_TIMEOUT):
                data = message["data"]
                self.tape.show(client.name, game, data)
                if message["event"] == "event":
                    last = message["id"]
                    self.tape.hear(client.name or "nobody", game, data["event"])
                if data.get("reason") == "game_over":
                    return
            time.sleep(0.2)

    def poll(self, client: Client, game: str) -> None:
        """The same by long polls."""
        last = 0
        while not self.over.is_set():
            path = f"/games/{game}/events?after={last}&wait={POLL_SECONDS}"
            page = client.get(path, game=game, wait=POLL_SECONDS).body
            for entry in page["items"]:
                last = entry["seq"]
                self.tape.hear("polls", game, entry)
                if entry["type"] == "seed_revealed":
                    return

    def stay_outside(self, client: Client, game: str) -> None:
        """A private game is reported as not found to everybody else, whatever happens."""
        while not self.closing.wait(1):
            answer = client.get(f"/games/{game}")
            if answer.status != 404:
                client.tape.broke("leaked", f"the private game {game} to a stranger: {answer}")
                return

    def _read_notices(self, client: Client) -> None:
        kept = self.tape.notices[client.name]
        while not self.over.is_set():
            after = kept[-1]["number"] if kept else 0
            kept += client.get(f"/me/notices?after={after}&wait={POLL_SECONDS}", wait=POLL_SECONDS).body[
                "items"
            ]

    # -- after the faults ----------------------------------------------------------------------------

    def finish(self, quiet: float = QUIET_SECONDS) -> None:
        """No new tables; wait until all games are over and everybody is told, or nothing moves."""
        self.closing.set()
        before, since = None, time.monotonic()
        while time.monotonic() - since < quiet:
            now = self._unfinished(), sum(map(len, self.tape.posted.values()))
            if not now[0] and not any(thread.is_alive() for thread in self._keepers):
                break
            if now != before:
                before, since = now, time.monotonic()
            time.sleep(1)
        self.over.set()
        for thread in self._threads:
            thread.join(2 * STREAM_TIMEOUT)

    def _unfinished(self) -> dict[str, int]:
        """The versions of games that go on, or of whose end not everybody is told."""
        found = {}
        for game, host in list(self.games.items()):
            table = host.get(f"/games/{game}", game=game).body
            if table["status"] == "finished" and self._is_told(table):
                del self.games[game]
            else:
                found[game] = table["version"]
        return found

    def _is_told(self, table: dict[str, Any]) -> bool:
        """Whether all events are posted, and all who sit there have the last notice."""
        ends = {"game": table["id"], "kind": "game.finished"}
        players = [seat["player"] for seat in table["seats"] if "player" in seat]
        notified = (any(ends.items() <= one.items() for one in self.tape.notices[name]) for name in players)
        return len(self.tape.posted[table["id"]]) >= table["version"] and all(notified)

    def run_in_thread(self, work: Callable[..., None], *words: Any) -> Thread:
        def guarded() -> None:
            try:
                work(*words)
            except Exception as error:  # noqa: BLE001 (a client that dies unnoticed would check nothing)
                self.tape.broke("client", f"{work.__name__} {words}: {error!r}")

        thread = Thread(target=guarded, daemon=True)
        self._threads.append(thread)
        thread.start()
        return thread
