"""The pages at /docs: files that `python -m docs.site` has made."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final
from wsgiref.headers import Headers

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from whitenoise import WhiteNoise

from games.http.middleware import GetResponse
from games.http.page_errors import POLICY
from games.http.page_paths import DOCS
from games.pages.static_files import READS, StaticFiles

_ENDING: Final = ".html"
_ARCHIVES: Final = {".gz": "application/gzip"}
_FRONT: Final = f"{DOCS}/index"


class Documentation:
    """A build that was made while the server runs is noticed by the time of its front page."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self._made, self._files = 0, Files(None)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
        if request.method not in READS or not (path == DOCS or path.startswith(f"{DOCS}/")):
            return self.get_response(request)
        file = self._found().get(_FRONT if path == DOCS else path)
        return StaticFiles.serve(file, request) if file else self.get_response(request)

    def _found(self) -> dict[str, Any]:
        made = _time_of(settings.DOCS_FOLDER / "index.html")
        if made != self._made:
            self._made, self._files = made, files_of(settings.DOCS_FOLDER)
        return self._files.files


class Files(WhiteNoise):
    """A page has no ending in its address."""

    def add_file_to_dictionary(self, url: str, path: str, stat_cache: Any = None) -> None:
        super().add_file_to_dictionary(url.removesuffix(_ENDING), path, stat_cache=stat_cache)


def files_of(folder: Path) -> Files:
    files = Files(
        None, max_age=60, allow_all_origins=False, add_headers_function=_add_headers, mimetypes=_ARCHIVES
    )
    if folder.is_dir():
        files.add_files(str(folder), prefix=DOCS)
    return files


def _add_headers(headers: Headers, path: str, url: str) -> None:
    if path.endswith(_ENDING):
        headers["Content-Security-Policy"] = POLICY


def _time_of(file: Path) -> int:
    return file.stat().st_mtime_ns if file.exists() else 0
