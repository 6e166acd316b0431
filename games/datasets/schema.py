"""The shapes of data sets in the API, and an example."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.http.answer import Answer
from games.http.examples import answered
from games.http.links import Link
from games.http.pages import Next
from games.transparency.examples import PROOF, SIBLING
from games.transparency.schema import GameProofSerializer


class DatasetLinksSerializer(serializers.Serializer[Any]):
    manifest = Link(help_text="Lists all files; they are beside it.")
    proof = Link(help_text="That the manifest is in the public log.")


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


class DatasetProofSerializer(GameProofSerializer):
    consistency = serializers.ListField(
        child=serializers.CharField(),
        help_text="In base64: that this log continues the one of the manifest's checkpoint (RFC 6962).",
    )


class FairnessResultSerializer(Answer[Any]):
    slice = serializers.CharField(help_text="`all games`, or some of them, such as `company bots`.")
    ruleset = serializers.CharField()
    what = serializers.CharField(
        help_text="What was counted: `first seat`, `places`, `top card`, `neighbours`, `renewed`, `deal` "
        "or `market`."
    )
    of = serializers.CharField(help_text="The shuffle, the pile or the number of seats.")
    test = serializers.CharField(help_text="`chi-square`, `serial` or `runs`.")
    games = serializers.IntegerField()
    statistic = serializers.FloatField(required=False, help_text="Absent if there are too few games.")
    freedom = serializers.IntegerField(required=False, help_text="Degrees of freedom of a chi-square value.")
    p = serializers.FloatField(required=False, help_text="How likely fair chance gives such a value.")
    corrected = serializers.FloatField(required=False, help_text="The same, for the number of tests.")


class FairnessSerializer(Answer[Any]):
    datasets = serializers.ListField(child=serializers.CharField(), help_text="The data sets it is about.")
    made_at = serializers.DateTimeField(required=False, help_text="Absent if there is no data set.")
    games = serializers.IntegerField()
    level = serializers.FloatField(help_text="Below it a corrected probability is suspicious.")
    correction = serializers.CharField(help_text="The method by which probabilities are corrected.")
    tests = serializers.IntegerField(help_text="How many tests there were enough games for.")
    suspicious = serializers.IntegerField(help_text="How many of them are suspicious.")
    results = FairnessResultSerializer(many=True)


FAIRNESS = answered(
    "One of many tests",
    {
        "datasets": ["2026-09", "2026-10"],
        "made_at": "2026-11-01T04:07:12.036522Z",
        "games": 20000,
        "level": 0.01,
        "correction": "Holm",
        "tests": 64,
        "suspicious": 0,
        "results": [
            {
                "slice": "all games",
                "ruleset": "london@1",
                "what": "places",
                "of": "transport#1",
                "test": "chi-square",
                "games": 8211,
                "statistic": 268.64,
                "freedom": 258,
                "p": 0.3116,
                "corrected": 1.0,
            }
        ],
    },
)
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
                "links": {
                    "manifest": "/datasets/2026-10/manifest.json",
                    "proof": "/api/v1/datasets/2026-10/proof",
                },
            }
        ],
        "next": None,
    },
)
DATASET_PROOF = answered(
    "The entry of a manifest",
    {
        "index": 1,
        "kind": "dataset_published",
        "entry": '{"at":"2026-11-01T04:07:13.104250Z","bytes":8291,"kind":"dataset_published",'
        '"name":"2026-10","sha256":"6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"}',
        "proof": PROOF,
        "consistency": [SIBLING],
    },
)
