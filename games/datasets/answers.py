"""What the API says of data sets."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

from django.urls import reverse
from msgspec import Meta

from games.datasets.folder import Published
from games.http.answers import Answer, Reference, Text, Timestamp, list_of, said
from games.transparency.answers import PROOF, SIBLING, GameProof
from proof.datasets.manifest import MANIFEST

NAMES: Final = ("pseudonyms", "accounts")


class DatasetLinks(Answer):
    manifest: Annotated[Reference, said("Lists all files; they are beside it.")]
    proof: Annotated[Reference, said("That the manifest is in the public log.")]


class Dataset(Answer):
    name: Annotated[Text, said("The month, such as `2026-10`.")]
    made_at: Timestamp
    licence: Annotated[Text, said("As SPDX has it.")]
    names: Annotated[
        str, said("What players are called in it."), Meta(extra_json_schema={"enum": list(NAMES)})
    ]
    games: int
    events: int
    bytes: Annotated[int, said("The size of all its files.")]
    links: DatasetLinks
    example: ClassVar = (
        "One of them",
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
        },
    )

    @classmethod
    def of(cls, found: Published) -> Dataset:
        links = DatasetLinks(
            manifest=reverse("dataset-file", args=[found.name, MANIFEST]),
            proof=reverse("dataset-proof", args=[found.name]),
        )
        told = {name: found.told[name] for name in ("name", "made_at", "licence", "names")}
        counted = {name: found.counts[name] for name in ("games", "events")}
        return cls(**told, **counted, bytes=found.bytes, links=links)


DatasetList = list_of(Dataset)


class DatasetProof(GameProof):
    consistency: Annotated[
        list[Text],
        said("In base64: that this log continues the one of the manifest's checkpoint (RFC 6962)."),
    ]
    example: ClassVar = (
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
