"""Forms to try an operation with. They need a script, and are hidden without it."""

from __future__ import annotations

import json
from html import escape
from typing import Final

from docs.site.document import JSON, Operation, Part, first_example

# The app as which the forms sign in, a part of the server (`games/oauth/web_app.py`).
APP: Final = "51b0a2d4-7e1c-4f0a-9a57-3c8d2f6e1b90"


def token_form() -> str:
    return (
        f'<div class="try" id="token-form" data-app="{APP}" hidden>'
        '<p id="signed-out">To try requests here, <button type="button" id="sign-in">sign in</button></p>'
        '<p id="signed-in" hidden>Requests that you try here are sent with your session at '
        '<a href="/">the table</a>.</p>'
        '<label for="token">Or use a token</label>'
        '<input id="token" type="password" autocomplete="off" placeholder="sb_…">'
        '<p class="soft">It stays in this tab. Create one at '
        '<a href="/account/tokens">your account</a>, or with '
        '<a href="/docs/reference/players#signUp">signUp</a>.</p></div>\n'
    )


def trial(operation: Operation) -> str:
    found = [each for each in operation.parameters if each["in"] in ("path", "query")]
    fields = "".join(_field(operation.id, each) for each in found) + _body(operation)
    return (
        f'<details class="fold try" data-method="{operation.method.upper()}" '
        f'data-path="{escape(operation.path)}" hidden><summary>Try it</summary>'
        f"<form>{fields}<button>Send</button></form></details>\n"
    )


def _field(operation: str, parameter: Part) -> str:
    name, needed = escape(parameter["name"]), " required" if parameter.get("required") else ""
    return (
        f'<label for="{operation}-{name}">{name}</label>'
        f'<input id="{operation}-{name}" name="{name}" data-in="{parameter["in"]}" '
        f'autocomplete="off"{needed}>\n'
    )


def _body(operation: Operation) -> str:
    media_type, content = operation.body or ("", {})
    if media_type != JSON:
        return ""
    text = json.dumps(first_example(content), ensure_ascii=False, indent=2)
    return (
        f'<label for="{operation.id}-body">Body</label><textarea id="{operation.id}-body" name="body" '
        f'rows="6" spellcheck="false">{escape(text)}</textarea>\n'
    )
