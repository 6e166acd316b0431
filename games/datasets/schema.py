"""The shapes of data sets in the API, and an example."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.http.examples import answered
from games.http.links import Link
from games.http.pages import Next


class DatasetLinksSerializer(serializers.Serializer[Any]):
    manifest = Link(help_text="Lists all files; they are beside it.")


class DatasetSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="The month, such as `2026-10`.")
    made_at = serializers.DateTimeField()
    licence = serializers.CharField(help_text="As SPDX has it.")
    names = serializers.ChoiceField(["pseudonyms", "accounts"], help_text="What players are called in it.")
    games = serializers.IntegerField()
    events = serializers.IntegerField()
    bytes = serializers.IntegerField(help_text="The size of all its files.")
    links = DatasetLinksSerializer()


class DatasetListSerializer(serializers.Serializer[Any]):
    items = DatasetSerializer(many=True)
    next = Next()


DATASETS = answered(
    "One of them",
    {
        "items": [
            {
                "name": "2026-10",
                "made_at": "2026-11-01T04:07:11.482113Z",
                "licence": "CC0-1.0",
                "names": "pseudonyms",
                "games": 10000,
                "events": 2110427,
                "bytes": 171002133,
                "links": {"manifest": "/datasets/2026-10/manifest.json"},
            }
        ],
        "next": None,
    },
)
