"""How people sign in. An account that only programs use has no row here."""

from django.conf import settings
from django.db import models

from games.models.accounts import Player
from games.models.references import ACROSS


class Person(models.Model):
    """A player who signs in with a browser.

    Django's `User` holds what they sign in with: a password, passkeys, recovery codes, e-mail addresses. Its
    `username` is the player's id, because a name can change and operators are users too.
    """

    player = models.OneToOneField(
        Player, primary_key=True, on_delete=models.CASCADE, db_constraint=ACROSS["db_constraint"]
    )
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    language = models.CharField(max_length=8, default="en")  # of the pages and of mail
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.player.name
