"""allauth's apps, configured for pages that are only a part of the site."""

from importlib import import_module

from allauth.account.apps import AccountConfig


class Accounts(AccountConfig):
    """allauth insists on its middleware for every request. Ours is for pages only (`pages.browser_pages`)."""

    default = False

    def ready(self) -> None:
        import_module("allauth.account.checks")
