"""What players are to each other."""

from django.db import models


class Friend(models.Model):
    """Another player in one's list. A friendship is two rows, and so is a request for one."""

    class Status(models.TextChoices):
        SENT = "sent"  # the player has asked the other
        RECEIVED = "received"  # the other has asked
        FRIEND = "friend"

    pk = models.CompositePrimaryKey("player_id", "other_id")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+", db_index=False)
    other = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+", db_index=False)
    status = models.CharField(max_length=8, choices=Status.choices)
    since = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["player", "-since", "-other"], name="friends_of_a_player"),
            models.Index(fields=["other"], name="friends_with_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.other_id}, {self.status} of {self.player_id}"


class Block(models.Model):
    """The player does not want to meet the other, who is not told."""

    pk = models.CompositePrimaryKey("player_id", "other_id")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+", db_index=False)
    other = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+", db_index=False)
    since = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["player", "-since", "-other"], name="blocks_of_a_player"),
            models.Index(fields=["other"], name="blocks_against_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} blocks {self.other_id}"


class Preference(models.Model):
    """What a player has chosen; without a row, what every model field has by default."""

    class Invitations(models.TextChoices):
        ANYONE = "anyone"
        FRIENDS = "friends"

    player = models.OneToOneField("games.Player", primary_key=True, on_delete=models.CASCADE)
    invitations = models.CharField(
        max_length=7, choices=Invitations.choices, default=Invitations.ANYONE
    )  # who may invite the player

    def __str__(self) -> str:
        return f"preferences of {self.player_id}"
