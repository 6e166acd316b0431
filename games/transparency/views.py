"""The public log over HTTP: its static files as C2SP has them, and proofs by the API."""

from __future__ import annotations

import re
from base64 import b64encode
from typing import Final
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from games.http.answers import UNSET, List, returns
from games.http.auth import ANYONE, OPEN
from games.http.bodies import InvalidQuery, Query
from games.http.cache_headers import NEVER_CHANGES
from games.http.long_poll import beyond
from games.http.operations import Values, tagged
from games.http.pagination import PageQuery, page_of
from games.reading.lookup import find
from games.transparency import answers
from games.transparency.keys import log_key, origin
from games.transparency.models import Leaf
from games.transparency.proofs import leaves_named, proofs_of
from games.transparency.publication import newest, published
from games.transparency.refusals import NoSuchCheckpoint, NoSuchName
from games.transparency.storage import entries_read, hashes_of, tile_read
from proof.transparency.tiles import MAX_LEVEL, Tile, bundle, placed
from proof.transparency.tree import consistency

operation = tagged("log")

BINARY: Final = "application/octet-stream"
FOR_A_MOMENT: Final = "public, max-age=2"
NAME: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)


def checkpoint(request: HttpRequest) -> HttpResponse:
    found = published()
    if found is None:
        raise Http404
    return HttpResponse(
        found.note, content_type="text/plain; charset=utf-8", headers={"Cache-Control": FOR_A_MOMENT}
    )


def tile(request: HttpRequest, level: str, place: str) -> HttpResponse:
    """Hashes of a level, or with `entries` the entries themselves."""
    found = placed(place)
    data = None if found is None else _entries(*found) if level == "entries" else _hashes(level, *found)
    if data is None:
        raise Http404
    return HttpResponse(data, content_type=BINARY, headers={"Cache-Control": NEVER_CHANGES})


def _hashes(level: str, index: int, width: int) -> bytes | None:
    if not level.isdecimal() or str(int(level)) != level or int(level) > MAX_LEVEL:
        return None
    return tile_read(Tile(int(level), index, width))


def _entries(index: int, width: int) -> bytes | None:
    found = entries_read(index, width)
    return None if found is None else bundle(found)


class PublicLog(APIView):
    required_scopes = {"GET": OPEN}

    @operation(
        "getLog",
        "Get the public log",
        returns(
            answers.PublicLog,
            "the size and the key of the public log, a Merkle tree over the heads of all games.",
        ),
    )
    def get(self, request: Request) -> answers.PublicLog:
        """The log itself is read as C2SP tlog-tiles has it: `/log/checkpoint` is the signed root, with the
        cosignatures of the server's witnesses, for which it may be some minutes older than `size` here,
        `/log/tile/…` are its hashes and `/log/tile/entries/…` its entries.
        """
        found = newest()
        links = answers.LogLinks(
            self=reverse("log"), checkpoint=reverse("log-checkpoint"), consistency=reverse("log-consistency")
        )
        return answers.PublicLog(
            origin=origin(),
            vkey=str(log_key()),
            size=found.size if found else 0,
            at=found.at if found else UNSET,
            links=links,
        )


class ConsistencyQuery(Query):
    old = serializers.IntegerField(
        min_value=0, max_value=2**62, default=0, help_text="The size of a checkpoint you have."
    )
    size = serializers.IntegerField(
        min_value=0, max_value=2**62, required=False, help_text="The size of a newer one; default the newest."
    )


class Consistency(APIView):
    required_scopes = {"GET": OPEN}

    @operation(
        "getLogConsistency",
        "Prove that the log has only grown",
        returns(
            answers.Consistency,
            "a proof that the log at one size begins with the log at an older one (RFC 6962).",
        ),
        query=ConsistencyQuery,
        refuses=[NoSuchCheckpoint],
    )
    def get(self, request: Request, query: Values) -> answers.Consistency:
        last = newest()
        signed = last.size if last else 0
        size = query.get("size", signed)
        if size > signed:
            raise NoSuchCheckpoint(size=signed)
        if query["old"] > size:
            raise InvalidQuery({"old": [beyond(size)]})
        hashes = consistency(query["old"], size, hashes_of(size))
        texts = [b64encode(one).decode() for one in hashes]
        return answers.Consistency(old=query["old"], size=size, hashes=texts)


class GameProofs(APIView):
    required_scopes = {"GET": ANYONE}

    @operation(
        "listGameProofs",
        "Prove what the log says of a game",
        returns(
            answers.GameProofList,
            "every entry of the public log about this game, oldest first, each with a proof.",
        ),
        query=PageQuery,
    )
    def get(self, request: Request, query: Values, game_id: UUID) -> List[answers.GameProof]:
        """A proof is a text that anyone can check offline: hashes from the entry to the root, and the signed
        checkpoint with that root. An entry names the game by a blinded id: SHA-256 over
        `signalbox public log, game ` and the id of the game on this server, which for an import is not the
        id in its log: anyone can import a log that claims to be of another game. The receipt of a finished
        game carries the proof of its head, which `python -m proof verify --receipt` checks with the export.
        """
        game = find(request, game_id).game
        return _page(Leaf.objects.filter(game=game.id), query)


class NamedProofs(APIView):
    required_scopes = {"GET": OPEN}

    @operation(
        "listLogProofs",
        "Prove what the log says of a blinded id",
        returns(
            answers.GameProofList,
            "every entry of the public log about the game of this name, oldest first, each with a proof.",
        ),
        query=PageQuery,
        refuses=[NoSuchName],
    )
    def get(self, request: Request, query: Values, blinded: str) -> List[answers.GameProof]:
        """The same as `GET /games/{game_id}/proofs`, by the name that the log has for the game. Whoever knows
        its id can compute that, and gets an answer even if the server has lost the game.
        """
        if not NAME.fullmatch(blinded):
            raise NoSuchName
        found = _page(leaves_named(bytes.fromhex(blinded)), query)
        if not found.items:
            raise NoSuchName
        return found


def _page(leaves: QuerySet[Leaf], query: Values) -> List[answers.GameProof]:
    last = newest()
    if last is None:
        return answers.GameProofList(items=[], next=None)
    rows, following = page_of(leaves.filter(index__lt=last.size), query, order=("index",))
    return answers.GameProofList(items=proofs_of(rows, last), next=following)
