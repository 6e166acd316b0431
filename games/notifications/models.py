"""The browsers in which players want to see notices."""

import uuid

from django.db import models

from games.accounts.models import token_that_made_it
from games.deliveries.models import Receiver


class PushSubscription(Receiver):
    """A browser that shows notices, at the address its push service gave it (RFC 8030)."""

    pk = models.CompositePrimaryKey("player_id", "id")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+", db_index=False)
    id = models.UUIDField(default=uuid.uuid4, editable=False)
    token = token_that_made_it(null=True)  # null: made on the page
    endpoint = models.CharField(max_length=500)
    p256dh = models.BinaryField()  # the public key of the browser
    auth = models.BinaryField()
    description = models.CharField(max_length=100, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "endpoint"], name="one_subscription")]

    def __str__(self) -> str:
        return f"push subscription {self.id}"
