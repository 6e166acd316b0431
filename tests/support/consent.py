"""A browser without a screen: signs up a new person and allows what an app asks for.

python -m tests.support.consent ADDRESS
"""

import re
import secrets
import sys
from html import unescape
from urllib.parse import urljoin

import httpx

PASSWORD = "a horse with a stapler"


def allow(address: str) -> None:
    with httpx.Client(follow_redirects=True, timeout=60) as browser:
        page = browser.get(address)
        (link,) = re.findall(r'href="(/account/sign-up\?[^"]*)"', page.text)  # it leads back here
        page = browser.get(urljoin(str(page.url), unescape(link)))
        page = sent(browser, page, username=f"person-{secrets.token_hex(4)}", password1=PASSWORD)
        sent(browser, page, answer="allow").raise_for_status()


def sent(browser: httpx.Client, page: httpx.Response, **fields: str) -> httpx.Response:
    """The form that has these fields, with what it has hidden."""
    forms = re.findall(r"<form[^>]*>.*?</form>", page.text, re.DOTALL)
    (form,) = (form for form in forms if all(f'name="{name}"' in form for name in fields))
    hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)
    action = re.search(r'<form[^>]*action="([^"]+)"', form)
    target = urljoin(str(page.url), unescape(action[1]) if action else "")
    data = {name: unescape(value) for name, value in hidden} | fields
    return browser.post(target, data=data, headers={"Referer": str(page.url)})


if __name__ == "__main__":
    allow(sys.argv[1])
