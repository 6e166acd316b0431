"""The shapes of the public log in the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.http.answer import Answer
from games.http.pages import Next


class LogLinksSerializer(serializers.Serializer[Any]):
    self = serializers.CharField()
    checkpoint = serializers.CharField()
    consistency = serializers.CharField()


class PublicLogSerializer(Answer[Any]):
    origin = serializers.CharField(help_text="The name of the log, in its checkpoints.")
    vkey = serializers.CharField(help_text="The key that signs checkpoints now, as C2SP writes it.")
    size = serializers.IntegerField(help_text="The number of entries in the newest checkpoint.")
    at = serializers.DateTimeField(required=False, help_text="When it was signed; absent if there is none.")
    links = LogLinksSerializer()


class ConsistencySerializer(serializers.Serializer[Any]):
    old = serializers.IntegerField()
    size = serializers.IntegerField()
    hashes = serializers.ListField(child=serializers.CharField(), help_text="In base64.")


class GameProofSerializer(serializers.Serializer[Any]):
    index = serializers.IntegerField(help_text="The place of the entry in the log.")
    kind = serializers.CharField()
    entry = serializers.CharField(help_text="The entry itself, to be hashed as it is.")
    proof = serializers.CharField(help_text="A C2SP tlog-proof: hashes, and the signed checkpoint.")


class GameProofListSerializer(serializers.Serializer[Any]):
    items = GameProofSerializer(many=True)
    next = Next()
