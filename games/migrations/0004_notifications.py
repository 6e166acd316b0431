import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_log"),
    ]

    operations = [
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                ("failures", models.PositiveIntegerField(default=0)),
                ("held_until", models.DateTimeField(null=True)),
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "player_id", "id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.player",
                    ),
                ),
                ("id", models.UUIDField(default=uuid.uuid4, editable=False)),
                (
                    "token",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="games.token",
                    ),
                ),
                ("endpoint", models.CharField(max_length=500)),
                ("p256dh", models.BinaryField()),
                ("auth", models.BinaryField()),
                ("description", models.CharField(blank=True, max_length=100)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "endpoint"), name="one_subscription")
                ],
            },
        ),
    ]
