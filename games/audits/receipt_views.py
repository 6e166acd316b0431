"""Signed receipts of games, and the keys to check them with."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.views import APIView

from games.audits import answers
from games.audits.receipts import key_set, receipt_for, seat_opened
from games.audits.refusals import HeadMissing
from games.http.answers import returns
from games.http.auth import ANYONE, OPEN
from games.http.cache_headers import FOR_A_MINUTE, Document
from games.http.operations import Values, tagged
from games.reading.lookup import look
from games.reading.past_points import AtQuery
from games.reading.selectors import version_at
from games.transparency.refusals import HeadSigned

operation = tagged("audits")


class Receipt(APIView):
    required_scopes = {"GET": ANYONE}

    @operation(
        "getReceipt",
        "Get a signed receipt",
        returns(
            answers.Receipt,
            "the version and hash of a game, signed by the server, and whether it was played here.",
        ),
        query=AtQuery,
        refuses=[HeadMissing, HeadSigned],
        private=True,
    )
    def get(self, request: Request, query: Values, game_id: UUID) -> answers.Receipt:
        """With a receipt you can prove later that the log was as it is now: nobody can drop its end or change
        anything in it unnoticed. `python -m proof verify --receipt` and `verify.mjs` check it.
        The head at the end of a game is also in the public log, some seconds later; the receipt then has the
        proof of that, and before it says by when (`proof_due`). The server never signs another hash for a
        version that it has signed. The player of a seat also gets `seat`, by which they can prove who sat
        there.
        """
        at = query.get("at")
        found, folded = look(request, game_id, "receipt", at)
        receipt = receipt_for(found.game, version_at(found.game, at))
        receipt.seat = seat_opened(found, folded)
        return receipt


class SigningKey(APIView):
    authentication_classes = []
    required_scopes = {"GET": OPEN}

    @operation(
        "getSigningKey",
        "Get the signing keys",
        returns(answers.KeySet, "the keys that sign receipts, as a JSON Web Key Set (RFC 7517, RFC 8037)."),
        conditional=True,
    )
    def get(self, request: Request) -> HttpResponseBase:
        """The first key is the one in use. Retired keys follow, with the times `from` and `until` of their
        use. A receipt names its key by `kid`, the thumbprint of the key (RFC 7638). Keep the set with the
        receipt: without its key a receipt cannot be checked.
        """
        keys = msgspec.convert({"keys": key_set()}, answers.KeySet)
        return Document.of(keys).answer(request, FOR_A_MINUTE)
