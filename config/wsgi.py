import os
from collections.abc import Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application

from games.http.raw_headers import tame

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
_django = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    tame(environ)
    return _django(environ, start_response)
