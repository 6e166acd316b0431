"""How people sign in, and what they want to be sent. An account that only programs use has no row here.

What they want to be sent is here, and not in `notifications`, because the language in it is that of every
message, and notices are given by rooms below.
"""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models


class Person(models.Model):
    """A player who signs in with a browser.

    Django's `User` holds what they sign in with: a password, passkeys, recovery codes, e-mail addresses. Its
    `username` is the player's id, because a name can change and operators are users too.
    """

    player = models.OneToOneField(
        "games.Player", primary_key=True, on_delete=models.CASCADE, db_constraint=False
    )  # people are on one node: `placement`
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    language = models.CharField(max_length=8, default="en")  # of the pages and of mail
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.player.name


class Language(models.TextChoices):
    ENGLISH = "en"
    POLISH = "pl"


class NotificationChoice(models.Model):
    """What a player wants to be sent. Without a row nothing is."""

    class Email(models.TextChoices):
        OFF = "off"
        EACH = "each"
        DAILY = "daily"  # one digest a day

    player = models.OneToOneField("games.Player", primary_key=True, on_delete=models.CASCADE)
    email = models.CharField(max_length=5, choices=Email.choices, default=Email.OFF)
    email_kinds = ArrayField(models.CharField(max_length=30), null=True)  # null: all, also those to come
    push = models.BooleanField(default=True)
    push_kinds = ArrayField(models.CharField(max_length=30), null=True)
    hour = models.SmallIntegerField(default=8)  # of the digest, in the time zone
    time_zone = models.CharField(max_length=64, default="UTC")
    language = models.CharField(max_length=2, choices=Language.choices, default=Language.ENGLISH)

    def __str__(self) -> str:
        return f"notifications of {self.player_id}"
