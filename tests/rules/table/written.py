"""Logs as a server writes them, written by the rules alone: wishes are decided, actions carried out."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from proof.chain import commit, link, salt_for
from proof.signatures import is_hidden, resignation
from rules import Action, Event, KeyedChance, plain_action, ruleset
from rules.chance import commitment, game_key, key_name
from rules.codec import split
from rules.table.base import TableEvent, Wish, decide
from rules.table.clock import timestamp
from rules.table.fold import Folded, actor_of, fold_events, maker_of, shape_of
from rules.table.keys import UseKey
from rules.table.life import GameCreated, Open, RevealSeed, Start
from rules.table.seats import SeatBot, TakeSeat
from rules.table.stand_ins import Resign, RunOut
from tests.support.signing import Signer

Plain = dict[str, Any]

NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
GAME = "00000000-0000-4000-8000-000000000001"
SEED = bytes(range(32))
ACCOUNT = "acc0" * 16  # a commitment
STAND_IN = "steady"


class Written:
    """A table whose log grows as it is asked."""

    def __init__(
        self,
        name: str = "london",
        seats: int = 2,
        *,
        options: dict[str, str] | None = None,
        **settings: Any,
    ) -> None:
        self.rules, self.now, self.folded = ruleset(name), NOON, Folded()
        self.entries: list[dict[str, Any]] = []
        self.signers: dict[int, Signer] = {}  # by seat
        agreed = self.rules.agreed(options, seats)
        plain = {"visibility": "public", "clock": {}, "bot_delay": 0, **settings}
        self.ask(Open(GameCreated(self.rules.name, seats, agreed, commitment=commitment(SEED), **plain)))

    def ask(self, wish: Wish) -> None:
        signature = self.signature(resignation(wish.seat)) if isinstance(wish, Resign) else None
        self.write(decide(self.folded, wish, self.now), signature)

    def give_key(self, seat: int, signer: Signer, signing: str = "optional") -> None:
        self.ask(UseKey(seat, signer.key, signing))
        self.signers[seat] = signer

    def signature(self, action: Plain) -> Plain | None:
        """Of the player, if they have a key and decide themselves."""
        seat = action["seat"]
        signer = None if self.folded.table.chairs[seat].played_by else self.signers.get(seat)
        return signer.sign(GAME, self.folded.hash, action) if signer else None

    def pass_time(self, **span: float) -> None:
        self.now += timedelta(**span)

    def write(self, events: tuple[TableEvent | Event, ...], signature: Plain | None = None) -> None:
        for event in events:
            entry = self._entry(event, signature)
            signature = None
            self.entries.append(entry)
            self.folded = fold_events(self.folded, [(event, entry["seq"], entry["hash"], self.now)])

    def forge(self, event: TableEvent) -> None:
        """Write an event that nobody has decided. The table cannot go on from here."""
        self.entries.append(self._entry(event))

    def _entry(self, event: TableEvent | Event, signature: Plain | None = None) -> dict[str, Any]:
        shape, seq = shape_of(event), self.folded.seq + 1
        public, private = split(event, shape)
        if signature and is_hidden(shape.name):
            private["signature"], signature = signature, None
        entry = {"game": GAME, "seq": seq, "type": shape.name, "v": event.v, "at": timestamp(self.now)}
        entry |= {"public": public, "prev": self.folded.hash}
        if (actor := actor_of(event)) is not None:
            entry |= {"actor": actor, "by": maker_of(event, self.folded.table)}
        if private:
            salt, to = salt_for(self.key, seq), {"to": event.seat} if shape.private else {}  # type: ignore[union-attr]
            entry |= {"sealed": {"commit": commit(salt, private), **to}}
            entry |= {"private": private, "salt": salt.hex()}
        if signature:
            entry |= {"signature": signature}
        return {**entry, "hash": link(self.folded.hash, entry)}

    @property
    def key(self) -> bytes:
        table = self.folded.table
        return game_key(SEED, key_name(GAME, table.purpose), table.client_seeds)

    # -- a whole game --------------------------------------------------------------------------

    def start(
        self, bots: int = 0, client_seeds: Sequence[str] = (), log: dict[str, int] | None = None
    ) -> Written:
        for seat in range(len(self.folded.table.chairs) - bots):
            self.ask(
                TakeSeat(seat, ACCOUNT, client_seeds[seat] if seat < len(client_seeds) else None, "person")
            )
        for seat in self.folded.table.free_seats:
            self.ask(SeatBot(seat, "random"))
        return self.begin(log)

    def begin(self, log: dict[str, int] | None = None) -> Written:
        self.ask(Start(log))
        table = self.folded.table
        chance, seats = KeyedChance(self.key), len(table.chairs)
        self.write(self.rules.start(seats=seats, chance=chance, options=table.options))
        return self

    def act(self, whim: random.Random) -> bool:
        """One decision of whoever is to act; whether there was one."""
        state = self.folded.state
        if state is None or not self.folded.to_act:
            return False
        self.move(whim.choice(list(self.rules.legal_actions(state, whim.choice(self.folded.to_act)))))
        return True

    def move(self, action: Action) -> None:
        """Carry it out; a bot decides it for a player who is late."""
        if action.seat in self.folded.late(self.folded.time(self.now)):
            self.ask(RunOut(action.seat, STAND_IN))
        self.carry_out(action)

    def carry_out(self, action: Action) -> None:
        """Even if it is late."""
        assert self.folded.state is not None
        events = self.rules.decide(self.folded.state, action, KeyedChance(self.key))
        self.write(events, self.signature(plain_action(action)))

    def finish(self, whim: random.Random) -> Written:
        while self.act(whim):
            pass
        return self.settle()

    def settle(self) -> Written:
        assert self.folded.state is not None
        self.write(self.rules.settle(self.folded.state))
        self.ask(RevealSeed(SEED.hex()))
        return self

    def as_spectator(self) -> list[dict[str, Any]]:
        secret = ("private", "salt")
        return [{name: v for name, v in one.items() if name not in secret} for one in self.entries]
