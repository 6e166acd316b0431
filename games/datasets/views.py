"""Data sets over HTTP: a list for programs, a page for readers, and the files."""

from __future__ import annotations

from pathlib import PurePath

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.datasets import answers
from games.datasets.announcements import publication_proof
from games.datasets.folder import KINDS, dataset_get, dataset_list, file_get
from games.datasets.ranges import file_response
from games.datasets.refusals import NoSuchDataset, NotInTheLog
from games.http.answers import returns
from games.http.auth import OPEN
from games.http.cache_headers import (
    FOR_A_MINUTE,
    NEVER_CHANGES,
    Document,
    etag_of,
)
from games.http.heavy import Places
from games.http.operations import tagged
from games.http.page_errors import POLICY
from games.http.problems import ProblemError
from proof.datasets.manifest import MANIFEST

operation = tagged("audits")

# A few at a time: the other threads are for the API.
_downloads = Places()


class Datasets(APIView):
    required_scopes = {"GET": OPEN}

    @operation(
        "listDatasets",
        "List data sets",
        returns(
            answers.DatasetList, "the data sets of all finished public games, a month each, the newest first."
        ),
        conditional=True,
    )
    def get(self, request: Request) -> HttpResponseBase:
        """A data set is a folder of files that never change; its manifest lists them with their hashes.
        `python -m proof verify` proves it. See the chapter on data sets.
        """
        items = [answers.Dataset.of(found) for found in dataset_list()]
        return Document.of(answers.DatasetList(items=items, next=None)).answer(request, FOR_A_MINUTE)


class DatasetProof(APIView):
    required_scopes = {"GET": OPEN}

    @operation(
        "getDatasetProof",
        "Prove that a data set was published",
        returns(
            answers.DatasetProof,
            "the entry of the public log with the hash of the manifest, and the proof that it is there.",
        ),
        refuses=[NoSuchDataset, NotInTheLog],
    )
    def get(self, request: Request, dataset: str) -> Response:
        """Keep the answer as `proof.json` beside the manifest: `python -m proof verify` then checks that this
        data set is the one that was published, and that the log in which its games are was only continued.
        """
        found = dataset_get(dataset)
        if found is None:
            raise NoSuchDataset
        proof = publication_proof(found)
        if proof is None:
            raise NotInTheLog(name=dataset)
        return Response(proof, headers={"Cache-Control": FOR_A_MINUTE})


@require_safe
def page(request: HttpRequest) -> HttpResponseBase:
    """For readers; the same for everybody."""
    body = render_to_string("datasets/list.html", {"datasets": dataset_list(), "manifest": MANIFEST}).encode()
    headers = {"Cache-Control": FOR_A_MINUTE, "Content-Security-Policy": POLICY, "ETag": etag_of(body)}
    response = HttpResponse(body, headers=headers)
    found: HttpResponseBase = (
        get_conditional_response(request, etag=headers["ETag"], response=response) or response
    )
    return found


@require_safe
def dataset_file(request: HttpRequest, name: str, file: str) -> HttpResponseBase:
    found = file_get(name, file)
    if found is None:
        raise Http404
    path, tag = found
    kind = KINDS[PurePath(file).suffix]
    try:
        return _downloads.while_sent(lambda: file_response(request, path, tag, kind, NEVER_CHANGES))
    except ProblemError as busy:
        return busy.problem.response()
